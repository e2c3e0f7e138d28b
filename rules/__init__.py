"""The rules: cards, table events, games, the log and the match. Pure, standard library only.

Place in the flow: TableEvents and taps come in as values, actions and scores go out as values.
No I/O, no clock, no randomness, no pixels.
"""
