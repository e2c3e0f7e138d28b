"""The rules as players read them (spec 1 to 5): prose in templates, numbers from the engine.

A page never states what the engine could contradict: scoring tables are drawn from the engine's
own constants (``tables``), options are those the start page offers (``choices``), and worked
examples are refereed when they are shown (``examples``).
"""
