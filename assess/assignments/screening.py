"""Screening: a HIT and its answers -> keep or set aside, and what goes back into play."""

from collections.abc import Mapping
from dataclasses import dataclass

from assess.errors import ParameterError
from assess.model import Challenge, Hit, Judgment, Pairing, Question


@dataclass(frozen=True)
class Verdict:
    """What becomes of a HIT.

    Attributes
    ----------
    kept
        Whether its judgments count: no challenge was failed.
    failed
        The challenges answered otherwise than expected, ties among them.
    judgments
        The judgments of its pairings. They stay in the log either way; they
        count in the tournament only when kept.
    back
        The pairings that go back into play: those without an answer, or all
        of them when the HIT is set aside.
    """

    kept: bool
    failed: tuple[Challenge, ...]
    judgments: tuple[Judgment, ...]
    back: tuple[Pairing, ...]


def screen(hit: Hit, answers: Mapping[int, str | None]) -> Verdict:
    """Judge a HIT by the answers to its challenges.

    *answers* maps the position of a question in the HIT to the preferred docno,
    None for a tie. A HIT that somebody left may have fewer answers than
    questions: the pairings judged are kept, unless a challenge was failed
    before.
    """
    for position in answers:
        if not 0 <= position < len(hit.questions):
            raise ParameterError(f"found an answer to question {position}, expected 0 to {len(hit.questions) - 1}")
    answered = {position: _judgment(hit.questions[position], answers[position]) for position in sorted(answers)}
    failed = tuple(
        challenge
        for position, judgment in answered.items()
        if (challenge := hit.questions[position].challenge) and judgment.preferred != challenge.expected
    )
    pairings = [position for position, question in enumerate(hit.questions) if question.challenge is None]
    return Verdict(
        kept=not failed,
        failed=failed,
        judgments=tuple(answered[position] for position in pairings if position in answered),
        back=tuple(hit.questions[position].pairing for position in pairings if failed or position not in answered),
    )


def _judgment(question: Question, preferred: str | None) -> Judgment:
    return Judgment(question.topic, question.left, question.right, preferred, question.round_)
