"""Pictures of tables that never were: a scene as data goes in, a camera picture and its truth come
out.

``scene`` says what lies where, ``render`` draws it. The staged camera shows a match with it and the
training of the networks learns from it. Everything is chosen by the caller's seeds: the same scene
and seed give the same picture.
"""
