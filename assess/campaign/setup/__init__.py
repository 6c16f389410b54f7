"""A campaign before and around its judging: read `create`, then `settings` and `states`."""
