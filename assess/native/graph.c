/* Splitting a preference graph into first sinks, first sources and core. */
#include "split.h"

/* ---- edges by vertex, parallel ones merged ---- */

/* Where the edges of each vertex start when sorted by these `ends`, every second number. */
static void count_into(int32_t n, int32_t m, const int32_t *ends, int32_t *start)
{
    memset(start, 0, sizeof(int32_t) * ((size_t)n + 1));
    for (int32_t i = 0; i < m; i++) start[ends[2 * i] + 1]++;
    for (int32_t v = 0; v < n; v++) start[v + 1] += start[v];
}

/* `from` and `to` are 0 and 1, or 1 and 0 for reversed edges. */
static int adjacency(Adjacency *sides, int32_t n, int32_t m, const int32_t *pairs, int from, int to, Arena *arena)
{
    int32_t *by_end = TAKE(arena, int32_t, 2 * (size_t)m + 1), *fill = TAKE(arena, int32_t, n + 1);
    sides->start = TAKE(arena, int32_t, n + 1);
    sides->to = TAKE(arena, int32_t, m + 1);
    sides->weight = TAKE(arena, int32_t, m + 1);
    if (!by_end || !fill || !sides->start || !sides->to || !sides->weight) return -1;
    count_into(n, m, pairs + to, fill);
    for (int32_t i = 0; i < m; i++) {
        int32_t at = fill[pairs[2 * i + to]]++;
        by_end[2 * at] = pairs[2 * i + from];
        by_end[2 * at + 1] = pairs[2 * i + to];
    }
    count_into(n, m, by_end, sides->start);
    memcpy(fill, sides->start, sizeof(int32_t) * ((size_t)n + 1));
    for (int32_t i = 0; i < m; i++) sides->to[fill[by_end[2 * i]]++] = by_end[2 * i + 1];
    int32_t kept = 0;
    for (int32_t v = 0, i = 0; v < n; v++) {
        int32_t begin = kept, end = sides->start[v + 1];
        sides->start[v] = begin;
        for (; i < end; i++) {
            if (kept > begin && sides->to[kept - 1] == sides->to[i]) {
                sides->weight[kept - 1]++;
            } else {
                sides->to[kept] = sides->to[i];
                sides->weight[kept++] = 1;
            }
        }
    }
    sides->start[n] = kept;
    return 0;
}

/* ---- first sinks and first sources ---- */

/* Linked lists of vertices, counted from 1: those that can be removed now, and those that wait for a level. */
typedef struct {
    const int32_t *level;
    int32_t open, top;
    int32_t *stack, *waiting, *next;
} Exit;

static inline void ready(Exit *exit, int32_t v)
{
    if (exit->level[v] <= exit->open) {
        exit->stack[exit->top++] = v;
    } else {
        exit->next[v] = exit->waiting[exit->level[v]];
        exit->waiting[exit->level[v]] = v + 1;
    }
}

/* The next level with vertices opens. */
static inline void open_level(Exit *exit, const int32_t *alive, int32_t levels)
{
    while (exit->open < levels && !alive[exit->open]) exit->open++;
    if (exit->open == levels) return;
    for (int32_t v = exit->waiting[exit->open]; v; v = exit->next[v - 1]) exit->stack[exit->top++] = v - 1;
}

/* Repeatedly removes a vertex of the core without predecessors until there is none; marks removed ones with `name`. */
static int mark_first_out(const Side *side, int32_t *part_of, int32_t name, Arena *arena)
{
    const int32_t n = side->n, *level = side->level;
    const Adjacency *ahead = side->ahead, *behind = side->behind;
    int32_t *waits_for = TAKE(arena, int32_t, n + 1), *alive = TAKE(arena, int32_t, side->levels + 1);
    Exit exit = {level, 0, 0, TAKE(arena, int32_t, n + 1), TAKE(arena, int32_t, side->levels + 1),
                 TAKE(arena, int32_t, n + 1)};
    if (!waits_for || !alive || !exit.stack || !exit.waiting || !exit.next) return -1;
    for (int32_t v = 0; v < n; v++) {
        if (part_of[v] != IN_CORE) continue;
        if (level[v] != UNGRADED) alive[level[v]]++;
        for (int32_t i = ahead->start[v]; i < ahead->start[v + 1]; i++) waits_for[v] += part_of[ahead->to[i]] == IN_CORE;
    }
    open_level(&exit, alive, side->levels);
    for (int32_t v = 0; v < n; v++)
        if (part_of[v] == IN_CORE && !waits_for[v]) ready(&exit, v);
    while (exit.top) {
        const int32_t v = exit.stack[--exit.top];
        part_of[v] = name;
        for (int32_t i = behind->start[v]; i < behind->start[v + 1]; i++)
            if (part_of[behind->to[i]] == IN_CORE && !--waits_for[behind->to[i]]) ready(&exit, behind->to[i]);
        if (level[v] != UNGRADED && !--alive[level[v]]) open_level(&exit, alive, side->levels);
    }
    return 0;
}

/* ---- the core ---- */

static int number_core(Core *core, const Side *sources, const int32_t *part_of, int32_t *number, Arena *arena,
                       Arena *scratch)
{
    const int32_t n = sources->n, *level = sources->level;
    int32_t *size = TAKE(scratch, int32_t, sources->levels + 1), *group = TAKE(scratch, int32_t, sources->levels + 1);
    if (!size || !group) return -1;
    for (int32_t v = 0; v < n; v++) {
        if (part_of[v] != IN_CORE) continue;
        core->count++;
        if (level[v] != UNGRADED) size[level[v]]++;
    }
    core->padded = (core->count + LANES - 1) / LANES * LANES;
    for (int32_t l = 0; l < sources->levels; l++)
        if (size[l]) group[l] = core->graded++;
    core->vertices = TAKE(arena, int32_t, core->count + 1);
    core->group_of = TAKE(arena, int32_t, core->count + 1);
    core->bounds = TAKE(arena, int32_t, core->graded + 2);
    if (!core->vertices || !core->group_of || !core->bounds) return -1;
    for (int32_t l = 0; l < sources->levels; l++)
        if (size[l]) core->bounds[group[l] + 1] = core->bounds[group[l]] + size[l];
    int32_t *fill = size, ungraded = core->bounds[core->graded];
    for (int32_t l = 0; l < sources->levels; l++)
        if (size[l]) fill[l] = core->bounds[group[l]];
    for (int32_t v = 0; v < n; v++) {
        if (part_of[v] != IN_CORE) continue;
        int32_t i = level[v] == UNGRADED ? ungraded++ : fill[level[v]]++;
        number[v] = i;
        core->vertices[i] = v;
        core->group_of[i] = level[v] == UNGRADED ? core->graded : group[level[v]];
    }
    return 0;
}

/* Renumbers the edges within the core; `degree` becomes their sum for each vertex. */
static int inner_edges(Arcs *inner, int32_t *degree, const Core *core, const Adjacency *whole,
                       const int32_t *part_of, const int32_t *number, Arena *arena)
{
    int32_t kept = 0;
    for (int32_t c = 0; c < core->count; c++)
        for (int32_t v = core->vertices[c], i = whole->start[v]; i < whole->start[v + 1]; i++)
            kept += part_of[whole->to[i]] == IN_CORE;
    inner->start = TAKE(arena, int32_t, core->count + 1);
    inner->arcs = TAKE(arena, Arc, kept + 1);
    if (!inner->start || !inner->arcs) return -1;
    kept = 0;
    for (int32_t c = 0; c < core->count; c++) {
        for (int32_t v = core->vertices[c], i = whole->start[v]; i < whole->start[v + 1]; i++) {
            if (part_of[whole->to[i]] != IN_CORE) continue;
            inner->arcs[kept++] = (Arc){number[whole->to[i]], whole->weight[i]};
            degree[c] += whole->weight[i];
        }
        inner->start[c + 1] = kept;
    }
    return 0;
}

/* Adds the edges implied by levels, and checks whether a degree and a place fit into 32 bits together. */
static void finish_degrees(Core *core)
{
    int64_t largest = 0;
    const int32_t graded_end = core->bounds[core->graded];
    for (int32_t c = 0; c < core->count; c++) {
        int64_t degrees = (int64_t)core->out_degree[c] + core->in_degree[c] + graded_end;
        if (degrees > largest) largest = degrees;
        core->delta[c] = core->out_degree[c] - core->in_degree[c];
        if (core->group_of[c] == core->graded) continue;
        int32_t above = core->bounds[core->group_of[c]], below = graded_end - core->bounds[core->group_of[c] + 1];
        core->delta[c] += below - above;
        core->out_degree[c] += below > 0;
        core->in_degree[c] += above > 0;
    }
    while ((INT64_C(1) << core->shift) < core->count) core->shift++;
    core->wide = ((largest + 2) << core->shift) >= (INT64_C(1) << 29);
}

/* With 32 bits, weights are stored shifted to their position in a key. */
static void lift(const Core *core, Arcs *edges)
{
    for (int32_t i = 0; i < edges->start[core->count]; i++) edges->arcs[i].weight *= 1 << core->shift;
}

static int build_core(Graph *graph, const Side *sources, Arena *scratch)
{
    Core *core = &graph->core;
    Arena *arena = &graph->arena;
    if (number_core(core, sources, graph->part_of, graph->number, arena, scratch)) return -1;
    core->out_degree = TAKE(arena, int32_t, core->count + 1);
    core->in_degree = TAKE(arena, int32_t, core->count + 1);
    core->delta = TAKE(arena, int32_t, core->count + 1);
    if (!core->out_degree || !core->in_degree || !core->delta) return -1;
    if (inner_edges(&core->outgoing, core->out_degree, core, sources->behind, graph->part_of, graph->number, arena) ||
        inner_edges(&core->incoming, core->in_degree, core, sources->ahead, graph->part_of, graph->number, arena))
        return -1;
    finish_degrees(core);
    if (!core->wide) {
        lift(core, &core->outgoing);
        lift(core, &core->incoming);
    }
    return 0;
}

/* ---- the whole graph ---- */

/* Lists the levels in the order of removal, as sinks (lowest first) and as sources; returns their number. */
static int32_t rise_and_fall(int32_t n, const int32_t *levels, int32_t *rising, int32_t *falling)
{
    int32_t top = UNGRADED;
    for (int32_t v = 0; v < n; v++) {
        rising[v] = levels ? levels[v] : UNGRADED;
        if (rising[v] > top) top = rising[v];
    }
    for (int32_t v = 0; v < n; v++) falling[v] = rising[v] == UNGRADED ? UNGRADED : top - rising[v];
    return top + 1;
}

static int split(Graph *graph, int32_t m, const int32_t *pairs, const int32_t *levels, Arena *scratch)
{
    const int32_t n = graph->n;
    int32_t *rising = TAKE(scratch, int32_t, n + 1), *falling = TAKE(scratch, int32_t, n + 1);
    graph->part_of = TAKE(&graph->arena, int32_t, n + 1);
    graph->number = TAKE(&graph->arena, int32_t, n + 1);
    Adjacency out, in;
    if (!rising || !falling || !graph->part_of || !graph->number || adjacency(&out, n, m, pairs, 0, 1, scratch) ||
        adjacency(&in, n, m, pairs, 1, 0, scratch))
        return -1;
    int32_t count = rise_and_fall(n, levels, rising, falling);
    Side sinks = {n, count, &out, &in, rising}, sources = {n, count, &in, &out, falling};
    Place among_sinks = {&sinks, graph->part_of, IN_SINKS}, among_sources = {&sources, graph->part_of, IN_SOURCES};
    for (int32_t v = 0; v < n; v++) graph->part_of[v] = IN_CORE;
    return mark_first_out(&sinks, graph->part_of, IN_SINKS, scratch) ||
                   mark_first_out(&sources, graph->part_of, IN_SOURCES, scratch) ||
                   build_part(&graph->sinks, &among_sinks, graph->number, &graph->arena, scratch) ||
                   build_part(&graph->sources, &among_sources, graph->number, &graph->arena, scratch) ||
                   build_core(graph, &sources, scratch)
               ? -1
               : 0;
}

Graph *graph_new(int32_t n, int32_t m, const int32_t *pairs, const int32_t *levels)
{
    Graph *graph = calloc(1, sizeof(Graph));
    Arena scratch = {NULL, NULL, 0, 0};
    if (!graph) return NULL;
    graph->n = n;
    int failed = split(graph, m, pairs, levels, &scratch);
    arena_release(&scratch);
    if (!failed) return graph;
    graph_free(graph);
    return NULL;
}

void graph_free(Graph *graph)
{
    arena_release(&graph->arena);
    free(graph);
}
