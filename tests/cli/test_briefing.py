"""assess brief: the texts of a campaign, from the command line to the page."""

from pathlib import Path

from click.testing import CliRunner, Result

from assess.cli import main
from tests.conftest import Judged, MakeJudged

FIRST = """
title = "Evening skies"
pay = "$2.00"

[[grades]]
value = 1
name = "Good"

[[training]]
topic = "t1"
preferred = "db"
other = "dc"
why = "It is *better*."
"""


def brief(campaign: Judged, *arguments: str, text: str | None = None) -> Result:
    url = campaign.engine.url.render_as_string(hide_password=False)
    return CliRunner().invoke(main, ["brief", "c", *arguments, "--db", url], input=text)


def test_what_is_set_is_printed_and_what_is_not_named_stays(judged: MakeJudged) -> None:
    campaign = judged()
    assert brief(campaign, "-", text=FIRST).exit_code == 0
    assert brief(campaign, "-", text='pay = ""\nthanks = "Bye"').exit_code == 0
    printed = brief(campaign).output
    assert 'title = "Evening skies"\nthanks = "Bye"\n' in printed
    assert "pay" not in printed
    assert 'name = "Good"' in printed
    assert 'why = "It is *better*."' in printed
    assert campaign.rows("SELECT count(*) FROM campaign_change WHERE field = 'texts'") == [(2,)]


def test_a_training_pair_of_unknown_items_changes_nothing(judged: MakeJudged, tmp_path: Path) -> None:
    campaign = judged()
    file = tmp_path / "b.toml"
    file.write_text(FIRST.replace('"dc"', '"zz"'))
    refused = brief(campaign, str(file))
    assert refused.exit_code == 1
    assert "found topic t1 and item zz" in refused.output
    assert brief(campaign).output == ""
