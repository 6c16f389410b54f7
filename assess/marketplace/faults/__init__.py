"""Deliberate misbehaviour, to rehearse problems that occur on the live service.

Read ``switches`` (which faults are on), then ``dropped_answers`` (close the connection instead of answering).
"""
