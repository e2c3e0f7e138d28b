"""The page: a Flask app over one small port, seen by every phone in the room.

Place in the flow: the frozen ``Snapshot`` of ``web.port`` comes in and goes out to the phones as
JSON over server-sent events; taps come back as commands and are only put into the referee's inbox.
No camera, no database, no scoring: codes come in, words (``locales/``) go out.
"""
