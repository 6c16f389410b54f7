"""How the time of one score grows with the number of items, as a table and a plot."""

from math import log

import graphs
import pgc
import tables
from workloads import FOLDER
from yardstick import build

SIZES = (100, 200, 400, 800, 1600, 3200)
KINDS = {"sparse, 10 n edges": lambda n: 10 * n, "dense, n²/20 edges": lambda n: n * n // 20}
LARGEST = 800  # items for the published algorithm: more would take too long
RUNS = 10

Curves = dict[str, dict[int, float]]  # way -> items -> microseconds


def run() -> None:
    library = build()
    curves = {kind: measured(library, edges) for kind, edges in KINDS.items()}
    for kind, curve in curves.items():
        print(f"Microseconds a run, {kind}; the last column is the exponent of n between the two largest sizes:")
        rows = [
            [way, *(f"{points[n]:,.1f}" if n in points else "-" for n in SIZES), f"{exponent(points):.2f}"]
            for way, points in curve.items()
        ]
        tables.show(["", *map(str, SIZES), "exponent"], rows)
        print()
    plot(curves)


def measured(library, edges) -> Curves:
    curves: Curves = {}
    for n in SIZES:
        topic = graphs.grown(n, edges(n), RUNS)
        workload = graphs.Workload(f"{n}", RUNS, [topic])
        one = graphs.Workload(f"{n}", 1, [graphs.Topic(n, topic.pairs, topic.ranks[-n:], topic.pairs, None)])
        slow = pgc.slow_ways(one, published=n <= LARGEST)
        found = pgc.microseconds(pgc.fast_ways(workload, library), rounds=3) | pgc.microseconds(slow, rounds=1)
        for way, value in found.items():
            curves.setdefault(way, {})[n] = value
    return curves


def exponent(points: dict[int, float]) -> float:
    (n1, t1), (n2, t2) = list(points.items())[-2:]
    return log(t2 / t1) / log(n2 / n1)


def plot(curves: dict[str, Curves]) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(curves), figsize=(11, 4.5), sharey=True, layout="constrained")
    for axis, (kind, curve) in zip(axes, curves.items(), strict=True):
        for way, points in curve.items():
            axis.loglog(list(points), list(points.values()), marker="o", label=way)
        axis.set(title=kind, xlabel="items of the topic", xticks=SIZES, xticklabels=map(str, SIZES))
        axis.minorticks_off()
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("microseconds a run")
    axes[0].legend()
    path = FOLDER / "growth.png"
    figure.savefig(path, dpi=150)
    print(f"Plot: {path.relative_to(FOLDER.parent)}")
