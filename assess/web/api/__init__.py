"""The JSON API: `judging` for assessors and programs, `runs` for organisers, `openapi` describes both."""
