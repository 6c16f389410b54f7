"""Which pairs to ask next, by what their answers would tell about the top k.

Read `evidence` (what was judged, and what is out with people), `posterior` (strengths that agree with it), `opening`
(everybody meets somebody first), `choice` (the pairs whose answers tell most), `proposals` (all of it together), and
`membership` (the top k as it is known so far). `prior` is what grades and others tell before any judgment.
"""
