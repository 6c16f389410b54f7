"""The strategies, one file each; `assess.tournament.STRATEGIES` maps names to strategies.

Start with ``two_stage``, the tournament of the paper; ``heap``, ``swiss`` and ``quickselect`` are alternatives.
"""
