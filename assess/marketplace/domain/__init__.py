"""HITs, assignments and money: what they are and how they change.

Read ``hits`` and ``assignments`` (their states), ``fees`` and ``earnings`` (money), ``deadlines`` (what happens as time
passes), ``browsing`` (which HITs a worker finds), ``counters``, ``question_documents`` (XML), then ``ids``.
"""
