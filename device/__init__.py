"""The machine around the referee: wiring, the referee loop, the log on disk, buttons, command line.

The only package that knows everyone. Place in the flow: the eyes' process, presses and phones post
to one inbox; the referee decides, appends, folds and publishes; nothing points back.
"""
