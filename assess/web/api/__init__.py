"""The JSON API.

Read `judging` (for the judging page and for programs that judge), then `runs` (for organisers: runs and scores).
`requests` reads tokens and bodies, `errors` answers errors, `openapi` describes every call.
"""
