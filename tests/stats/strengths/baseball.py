"""The games of seven baseball teams in 1987 (Agresti, Categorical Data Analysis, 2nd ed., Table 10.10)."""

TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
# A row for each home team, a column for each visitor: games that the home team won and lost.
HOME_GAMES = (
    (None, (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)),
    ((3, 3), None, (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)),
    ((2, 5), (4, 3), None, (2, 4), (4, 3), (4, 2), (6, 0)),
    ((3, 3), (5, 1), (2, 5), None, (4, 3), (4, 2), (6, 1)),
    ((5, 1), (2, 5), (3, 3), (4, 2), None, (5, 2), (6, 0)),
    ((2, 5), (3, 3), (3, 4), (4, 3), (4, 2), None, (2, 4)),
    ((2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), None),
)


def games() -> tuple[list[str], list[str], list[str]]:
    """Home team, visitor and winner of each game."""
    rows = [
        (home, visitor, winner)
        for home, row in zip(TEAMS, HOME_GAMES, strict=True)
        for visitor, score in zip(TEAMS, row, strict=True)
        if score
        for winner in [home] * score[0] + [visitor] * score[1]
    ]
    homes, visitors, winners = zip(*rows, strict=True)
    return list(homes), list(visitors), list(winners)
