"""The JSON API.

Read `judging` (for the judging page and for programs that judge), then `runs` (for organisers: runs and scores).
`changes`, `progress_calls` and `privacy` are for organisers too.
`requests` reads tokens and bodies, `errors` answers errors, `openapi` describes every call.
"""
