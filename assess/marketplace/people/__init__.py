"""Requesters, workers, and the qualifications that decide who may work.

Read ``requesters`` and ``workers`` (accounts), ``requirements`` (what HITs ask for), ``qualifications`` (what workers
have, and which HITs they may do), ``system_qualifications`` (the types that always exist), then ``messages``.
"""
