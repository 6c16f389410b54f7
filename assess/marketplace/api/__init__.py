"""The requester API, in the format of Mechanical Turk.

Read ``wire`` (requests and responses), ``signature`` (who calls), ``schema`` and ``limits`` (validation), ``call``,
then ``operations`` (one function per operation); ``paging`` and ``request_tokens`` are shared by operations.
"""
