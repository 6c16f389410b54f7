/* The greedy walk through the core for one run.  Included once for each width of key and each instruction set, with
 *
 *   NAME(x)  x with the ending of this version
 *   KEY      int32_t or int64_t
 *   LARGEST  the largest KEY
 *   TARGET   attributes of functions
 *
 * defined.  A key has out-degree minus in-degree in its high bits and the place in its low bits (the best place has the
 * highest value).  The next vertex has the largest key; compilers turn this scan into vector instructions.  A removed
 * vertex gets a key that no update can make the largest, and degrees that no update can make zero. */

#define DEAD (-LARGEST / 2 - LARGEST / 4)
#define FAR (LARGEST / 2)

TARGET static inline void NAME(begin)(const Core *core, const int32_t *placed, Workspace *w)
{
    const KEY unit = (KEY)1 << core->shift;
    KEY *restrict key = w->key, *restrict out_degree = w->out_degree, *restrict in_degree = w->in_degree;
    for (int32_t i = 0; i < core->count; i++) {
        const int32_t v = placed[i];
        w->place[v] = i;
        out_degree[v] = core->out_degree[v] * unit;
        in_degree[v] = core->in_degree[v] * unit;
        key[v] = core->delta[v] * unit + (unit - 1 - i);
    }
    for (int32_t i = core->count; i < core->padded; i++) key[i] = DEAD;
    for (int32_t g = 0; g < core->graded; g++) {
        w->above[g] = core->bounds[g];
        w->below[g] = core->bounds[core->graded] - core->bounds[g + 1];
    }
}

/* Four independent maxima, so that none has to wait for the one before it. */
TARGET static inline KEY NAME(largest)(const KEY *key, int32_t padded)
{
    const int32_t quarter = padded / 4;
    KEY a = key[0], b = key[0], c = key[0], d = key[0];
    for (int32_t i = 0; i < quarter; i++) {
        a = key[i] > a ? key[i] : a;
        b = key[i + quarter] > b ? key[i + quarter] : b;
        c = key[i + 2 * quarter] > c ? key[i + 2 * quarter] : c;
        d = key[i + 3 * quarter] > d ? key[i + 3 * quarter] : d;
    }
    a = b > a ? b : a;
    c = d > c ? d : c;
    return c > a ? c : a;
}

/* Removes the edges into v (`incoming`) or out of it; a vertex that loses its last edge joins the sinks or the
 * sources.  Then the same for the edges implied by levels: v counts for every better, or every worse group. */
TARGET static inline void NAME(unlink)(const Core *core, Workspace *w, int32_t v, const int incoming)
{
    const KEY unit = (KEY)1 << core->shift, lift = sizeof(KEY) > sizeof(int32_t) ? unit : 1, sign = incoming ? -1 : 1;
    const Arcs *edges = incoming ? &core->incoming : &core->outgoing;
    const Arc *restrict arcs = edges->arcs;
    const int32_t *restrict bounds = core->bounds;
    KEY *restrict key = w->key, *restrict degree = incoming ? w->out_degree : w->in_degree;
    Bits *freed = incoming ? &w->sinks : &w->sources;
    for (int32_t i = edges->start[v], end = edges->start[v + 1]; i < end; i++) {
        const int32_t u = arcs[i].to;
        const KEY change = (KEY)arcs[i].weight * lift;
        key[u] += sign * change;
        if (!(degree[u] -= change)) bits_add(freed, w->place[u]);
    }
    const int32_t group = core->group_of[v];
    if (group == core->graded) return;
    const int32_t first = incoming ? 0 : group + 1, last = incoming ? group : core->graded;
    int32_t *waits_for = incoming ? w->below : w->above;
    for (int32_t u = bounds[first]; u < bounds[last]; u++) key[u] += sign * unit;
    for (int32_t g = first; g < last; g++) {
        if (--waits_for[g]) continue;
        for (int32_t u = bounds[g]; u < bounds[g + 1]; u++)
            if (!(degree[u] -= unit)) bits_add(freed, w->place[u]);
    }
}

/* Returns the vertex's number in the whole graph. */
TARGET static inline int32_t NAME(leave)(const Core *core, Workspace *w, int32_t v)
{
    ((KEY *)w->key)[v] = DEAD;
    ((KEY *)w->out_degree)[v] = ((KEY *)w->in_degree)[v] = FAR;
    return core->vertices[v];
}

TARGET static void NAME(walk)(const Core *core, const int32_t *placed, Workspace *w, int32_t *arranged)
{
    const int32_t mask = (int32_t)((INT64_C(1) << core->shift) - 1);
    int32_t head = 0, tail = core->count;
    NAME(begin)(core, placed, w);
    while (head < tail) {
        int32_t at = mask - (int32_t)(NAME(largest)(w->key, core->padded) & mask);
        arranged[head++] = NAME(leave)(core, w, placed[at]);
        NAME(unlink)(core, w, placed[at], 0);
        NAME(unlink)(core, w, placed[at], 1);
        while (bits_any(&w->sinks)) {
            at = bits_largest(&w->sinks);
            bits_remove(&w->sinks, at);
            if (!((KEY *)w->in_degree)[placed[at]]) bits_remove(&w->sources, at);
            arranged[--tail] = NAME(leave)(core, w, placed[at]);
            NAME(unlink)(core, w, placed[at], 1);
        }
        while (bits_any(&w->sources)) {
            at = bits_smallest(&w->sources);
            bits_remove(&w->sources, at);
            arranged[head++] = NAME(leave)(core, w, placed[at]);
            NAME(unlink)(core, w, placed[at], 0);
        }
    }
}

#undef DEAD
#undef FAR
#undef NAME
#undef KEY
#undef LARGEST
#undef TARGET
