"""PGC and compatibility compared with ir_measures' Compat and pytrec_eval's nDCG, from the same dictionaries."""

import ir_measures
import pytrec_eval
import tables
import timing
import workloads

import assess
from assess.files import load
from assess.formats.preferences import parse_preferences
from assess.formats.runs import parse_run

P, RUNS = 0.8, 4


def run() -> None:
    qrels, preferences = workloads.judgments(), load(workloads.preferences(), parse_preferences)
    runs = [load(path, parse_run) for path in workloads.run_files(RUNS)]
    scored = {
        run.name: {topic: dict(zip(r.docnos, r.scores, strict=True)) for topic, r in run.rankings.items()}
        for run in runs
    }
    ordered = {run.name: {topic: ranking.docnos for topic, ranking in run.rankings.items()} for run in runs}
    compat = ir_measures.evaluator([ir_measures.Compat(p=P)], qrels)
    ndcg = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut_3"})
    ways = {
        "ir_measures, Compat": lambda: [compat.calc_aggregate(run) for run in scored.values()],
        "pytrec_eval, nDCG@3": lambda: [ndcg.evaluate(run) for run in scored.values()],
        "assess, compat": lambda: assess.score_runs(scored, qrels=qrels, measures=["compat"], p=P),
        "assess, combined PGC": lambda: assess.score_runs(scored, preferences, qrels, p=P),
        "the same, from lists": lambda: assess.score_runs(ordered, preferences, qrels, p=P),
    }
    seconds = timing.take_turns(ways, rounds=5)
    rows = [
        [name, f"{1e6 * of / len(qrels) / RUNS:,.0f}", *(f"{seconds[other] / of:.2f}" for other in list(ways)[:2])]
        for name, of in seconds.items()
    ]
    print(f"{RUNS} runs of 1,000 items a topic; assess makes its graphs each time, the others are ready.")
    tables.show(["", "us a run and topic", "faster than Compat", "faster than nDCG"], rows)
