"""What is written is read back: every format, any identifier, any text."""

from hypothesis import given, settings
from hypothesis import strategies as st

from assess.formats.groups import SUBGROUP, format_groups, group_judgments, group_preferences, parse_groups
from assess.formats.images import Cell, ImagePair, format_grids, format_image_pairs, parse_grids, parse_image_pairs
from assess.formats.items import Item, Result, format_items, parse_items
from assess.formats.preferences import format_preferences, parse_preferences
from assess.formats.qrels import format_qrels, parse_qrels
from assess.formats.runs import Ranking, Run, format_run, parse_run
from assess.formats.topics import format_topics, parse_topics

ANY = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
DOCNOS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0 \t\n\r\v\f"), min_size=1, max_size=12)
TOPICS = DOCNOS.filter(lambda topic: topic[0] not in "#\ufeff")
TEXTS = st.text(ANY, min_size=1, max_size=40).filter(str.strip)
CELLS = TEXTS.filter(lambda text: not {"\t", "\n", "\r"} & set(text))
GRADES = st.one_of(st.integers(-99, 10**14), st.floats(allow_nan=False, allow_infinity=False))
PAIRS = st.tuples(DOCNOS, DOCNOS).filter(lambda pair: pair[0] != pair[1])
PREFERENCES = st.dictionaries(TOPICS, st.lists(PAIRS, min_size=1, max_size=5), min_size=1, max_size=3)


@given(st.dictionaries(TOPICS, st.dictionaries(DOCNOS, GRADES, min_size=1, max_size=5), min_size=1, max_size=3))
def test_qrels(qrels: dict[str, dict[str, int | float]]) -> None:
    assert repr(parse_qrels(format_qrels(qrels).encode())) == repr(qrels)


@given(PREFERENCES, st.sampled_from([3, 4]))
def test_preferences(preferences: dict[str, list[tuple[str, str]]], columns: int) -> None:
    assert parse_preferences(format_preferences(preferences, columns).encode()) == preferences


@given(PREFERENCES, st.sampled_from([4, 5]))
def test_judgments_through_groups(preferences: dict[str, list[tuple[str, str]]], columns: int) -> None:
    text = format_groups(group_judgments(preferences), columns)
    assert group_preferences(parse_groups(text.encode())) == preferences


LEVELS = st.dictionaries(DOCNOS, st.floats(0, 1e9), min_size=1, max_size=4)


@settings(max_examples=40)
@given(st.dictionaries(TOPICS, st.dictionaries(st.tuples(DOCNOS, st.just(SUBGROUP)), LEVELS, min_size=1, max_size=3)))
def test_groups(groups: dict[str, dict[tuple[str, str], dict[str, float]]]) -> None:
    groups = {topic: keys for topic, keys in groups.items() if keys}
    if groups:
        assert repr(parse_groups(format_groups(groups).encode())) == repr(groups)


SCORED = st.dictionaries(DOCNOS, st.floats(allow_nan=False), min_size=1, max_size=6)


@given(DOCNOS, st.dictionaries(TOPICS, SCORED, min_size=1, max_size=3))
def test_runs(name: str, topics: dict[str, dict[str, float]]) -> None:
    rankings = {}
    for topic, scores in topics.items():
        docnos = sorted(scores, key=lambda docno: (-scores[docno], docno))
        rankings[topic] = Ranking(docnos, [scores[docno] for docno in docnos])
    run = Run(name, rankings)
    assert repr(parse_run(format_run(run).encode())) == repr(run)
    assert repr(parse_run(format_run(run).encode(), order="rank")) == repr(run)


@given(st.dictionaries(TOPICS, CELLS, min_size=1, max_size=4))
def test_topics_as_tsv(topics: dict[str, str]) -> None:
    assert parse_topics(format_topics(topics).encode()) == topics


@given(st.dictionaries(DOCNOS, TEXTS, min_size=1, max_size=4))
def test_topics_as_json_lines(topics: dict[str, str]) -> None:
    assert parse_topics(format_topics(topics, "jsonl").encode()) == topics


@given(st.dictionaries(st.tuples(TOPICS, DOCNOS), CELLS, min_size=1, max_size=4))
def test_items_as_tsv(texts: dict[tuple[str, str], str]) -> None:
    items = [Item(docno, topic, text) for (topic, docno), text in texts.items()]
    assert parse_items(format_items(items, "tsv").encode()) == items


SHOWN = st.one_of(
    st.builds(lambda text: {"text": text}, TEXTS),
    st.builds(lambda name, alt: {"image": f"https://example.org/{name}.jpg", "alt": alt}, st.integers(), TEXTS),
    st.builds(lambda results: {"results": tuple(results)}, st.lists(st.builds(Result, TEXTS, TEXTS), min_size=1)),
)


@given(st.dictionaries(st.tuples(st.none() | DOCNOS, DOCNOS), SHOWN, min_size=1, max_size=4))
def test_items_as_json_lines(shown: dict[tuple[str | None, str], dict[str, str]]) -> None:
    items = [Item(docno, topic, **fields) for (topic, docno), fields in shown.items()]  # type: ignore[arg-type]
    assert parse_items(format_items(items).encode()) == items


QUERIES = CELLS.filter(lambda query: query[0] not in "#\ufeff")
CELL = st.integers(0, 5).flatmap(lambda column: st.builds(Cell, st.integers(0, 5), st.just(column), st.integers(6, 9)))
GRID = st.dictionaries(st.integers(0, 30).map(str), CELL, min_size=1, max_size=4)


@settings(max_examples=40)
@given(st.dictionaries(TEXTS, st.dictionaries(st.sampled_from("01"), GRID, min_size=1), min_size=1, max_size=3))
def test_image_grids(grids: dict[str, dict[str, dict[str, Cell]]]) -> None:
    assert parse_grids(format_grids(grids).encode()) == grids


@given(st.lists(st.tuples(QUERIES, st.lists(st.integers(-2, 2), min_size=1, max_size=4)), min_size=1, max_size=4))
def test_image_pairs(judged: list[tuple[str, list[int]]]) -> None:
    pairs = [ImagePair(q, f"sogou/{q}_0.jpg", f"baidu/{q}_12.png", tuple(votes)) for q, votes in judged]
    assert parse_image_pairs(format_image_pairs(pairs).encode()) == pairs
