"""Requesters, workers, and the qualifications that decide who may work.

Read ``requesters`` and ``workers`` (accounts), ``requirements`` (what HITs ask for), ``qualifications`` (what workers
have, and which HITs they may do), then ``work_search`` (which HITs a worker finds).
"""
