"""Judging, in the order it happens.

::

    handing_out ─► tasks ─► (assignment_view shows it) ─► answers ─► finishing ─► rounds
                                                             │           └─ completion: the code to leave with
                                                             └─ leases: what is left comes back
"""
