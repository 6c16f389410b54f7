"""The JSON API.

Read `judging` (for the judging page and for programs that judge), then what organisers call: `runs` (runs and scores),
`progress_calls` (how the campaign stands), `changes` (corrections), `inbox` (comments and flags) and `privacy`.
`requests` reads tokens and bodies, `errors` answers errors, `openapi` describes every call.
"""
