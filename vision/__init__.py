"""The eyes: Frame -> Detection -> Reading -> TableObservation -> TableEvent.

Knows pictures, millimetres and the tabletop; knows no game and no score.
"""
