"""What judgments say about the people who made them: do they agree with each other, with grades, with themselves?

Read in this order:

1. ``judgment_table``: judgments as arrays, the input of everything else; ``jackknife``: intervals over topics;
2. ``coefficients``: percent agreement, Fleiss' kappa, Krippendorff's alpha; ``cohen``: two assessors at a time;
3. ``repeats``: pairs judged again; ``transitivity``: triples of items by kind;
4. ``grades``: judgments against the order of grades; ``relevance``: time and strength against grades;
5. ``sides``: how often the left item is preferred.
"""
