"""HITs, assignments and money: what they are and how they change.

Read ``hits`` and ``assignments`` (their states), ``fees`` and ``earnings`` (money), ``deadlines`` (what happens as time
passes), ``counters``, ``question_documents`` (XML), ``system_qualifications`` (the types that always exist), then
``ids``.
"""
