"""Corrections of a campaign under way. Each is recorded with who, when and why, and most can be taken back.

Read `correction` first: what a correction is, how it is made and undone. Then one kind a file: `discards` (judgments
of an assessor), `asides` (a pair or an item), `adjudications` and `grade_decisions` (disagreements), `settings_change`
(k, F, P, votes, strategy, whose judgments count), `additions` and `replacements` (topics, items, grades, texts;
`content` compares them with what the campaign has). `kinds` lists them by their recorded name. `topic_effects` tells
what a correction does, before it is done.
"""
