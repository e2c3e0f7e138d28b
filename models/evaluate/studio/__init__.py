"""The second renderer: table pictures for measuring only, never for training.

``vision/scene`` drew what the networks learned from; a network may have learned its quirks too. So
this one shares no code with it (an import contract says so) and works otherwise: light is linear
and falls from lamps that have a size, so that shadows soften with distance; cards are bent sheets
with an edge; hands are a rigged mesh; a sensor with a colour filter develops the picture. Decks,
backs, cloths and hands are those that no training saw; pawns come off the sheet that is printed.

    decks backs grounds pawns hands   what there is to lay (drawn once into .cache/studio)
    layouts tables spreads scenery    a seed -> a ``Stage``: what lies where, lamps, camera
    lens sheets meshes                exact geometry: millimetres -> pixels
    easel draw                        a ``Stage`` -> light at each pixel, and whose it is
    develop                           light -> the file a camera would have saved
    truth                             what is really there, corner by corner
    sets                              pictures with truth, drawn once and kept
    measure fans __main__             the product's networks against the truth
"""
