"""What is over: past matches, statistics, exports and the picture of a final score.

Place in the flow: ``device`` folds the logs on disk and hands over ``ScoreView``s (``records``);
everything here reads only those, so it is one code path for every game. Staged matches are kept
apart from real ones and say so wherever they are shown.
"""
