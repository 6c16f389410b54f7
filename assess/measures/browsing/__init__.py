"""P@H: what users of a browsing model gain from a run, per step they make (Ferrante and Ferro, ICTIR 2020).

A user starts at the first item, moves along the run as a Markov chain, and stops after H steps. Each visit of an item
adds to their utility; P@H is the sum divided by their effort. It is a random variable: users differ.

Read in this order:

1. ``browsing_models``: how users move: forward, forward with a chance of stopping, back and forth, or by a matrix;
2. ``utility``: what a visit gains, how much less a repeated visit gains, and what counts as effort;
3. ``p_at_h``: the measure, for one run, or prepared for one topic and many runs;
4. ``stopping``, ``passages``, ``weights``, ``satisfied``: how it is computed exactly;
5. ``transitions``: any model as a chain; ``moments``: how long users browse, and how much they collect;
6. ``p_at_h_distribution``, ``distribution``, ``simulation``: P@H as a random variable, exact or simulated;
7. ``orders``: the three orders between runs;
8. ``prepare``: P@H by name, with parameters as text.
"""
