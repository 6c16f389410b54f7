"""The strategies, one a file; `assess.tournament.STRATEGIES` has them by name."""
