"""Bradley-Terry strengths of one million comparisons of 100 items, compared with evalica, from the same lists."""

import evalica
import numpy as np
import tables
import timing

import assess

ITEMS, COMPARISONS = 100, 1_000_000


def run() -> None:
    rng = np.random.default_rng(2026)
    names, strength = np.array([f"d{item:03}" for item in range(ITEMS)]), rng.standard_normal(ITEMS)
    first = rng.integers(ITEMS, size=COMPARISONS)
    second = (first + 1 + rng.integers(ITEMS - 1, size=COMPARISONS)) % ITEMS
    won = rng.random(COMPARISONS) < 1 / (1 + np.exp(strength[second] - strength[first]))
    left, right = names[first].tolist(), names[second].tolist()
    preferred = np.where(won, names[first], names[second]).tolist()
    winners = np.where(won, evalica.Winner.X, evalica.Winner.Y).tolist()
    ways = {
        "evalica.bradley_terry": lambda: evalica.bradley_terry(left, right, winners),
        "evalica.newman": lambda: evalica.newman(left, right, winners),
        "assess.fit_strengths, with intervals": lambda: assess.fit_strengths(left, right, preferred),
        "the same, and left bias": lambda: assess.fit_strengths(left, right, preferred, left_bias=True),
    }
    seconds = timing.take_turns(ways)
    ours, theirs = ways["assess.fit_strengths, with intervals"](), ways["evalica.bradley_terry"]()
    scores = np.log(theirs.scores[list(ours.items)].to_numpy())
    furthest = np.abs(ours.values - (scores - scores.mean())).max()
    rows = [[name, f"{of:.3f}", f"{seconds['evalica.bradley_terry'] / of:.2f}"] for name, of in seconds.items()]
    print(
        f"{COMPARISONS:,} comparisons of {ITEMS} items in lists of strings; strengths differ by at most {furthest:.4f}."
    )
    tables.show(["", "CPU seconds", "faster than evalica"], rows)
