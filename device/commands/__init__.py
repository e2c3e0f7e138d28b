"""The commands of ``hakem``, a module for each group; ``device.cli`` gathers them.

The heavy parts are imported when a command runs: ``hakem --help`` must answer at once.
"""
