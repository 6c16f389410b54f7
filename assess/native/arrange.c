/* The greedy arrangement for a run; assess/graph/greedy.py is the same algorithm in plain Python. */
#include "arrange.h"

#if defined(_MSC_VER) && !defined(__clang__)
#define restrict __restrict
#endif

#define DEEPEST (1 << 16)

int workspace_init(Workspace *w, const Graph *graph, int32_t deepest)
{
    const size_t n = (size_t)graph->n + 1, keys = (size_t)graph->core.padded + 1;
    const size_t groups = (size_t)graph->core.graded + 1;
    const size_t classes = (size_t)graph->sinks.classes + (size_t)graph->sources.classes + 1;
    Arena *arena = &w->arena;
    memset(w, 0, sizeof *w);
    arena->block = 1 << 14;
    w->deepest = deepest < DEEPEST ? deepest : DEEPEST;
    for (int part = 0; part < 3; part++)
        if (!(w->parts[part] = TAKE(arena, int32_t, n))) return -1;
    return (w->order = TAKE(arena, int32_t, n)) && (w->place = TAKE(arena, int32_t, n)) &&
                   (w->need = TAKE(arena, int32_t, classes)) &&
                   (w->left = TAKE(arena, int32_t, classes)) && (w->gone = TAKE(arena, int32_t, classes)) &&
                   (w->above = TAKE(arena, int32_t, groups)) && (w->below = TAKE(arena, int32_t, groups)) &&
                   (w->key = TAKE(arena, int64_t, keys)) && (w->out_degree = TAKE(arena, int64_t, keys)) &&
                   (w->in_degree = TAKE(arena, int64_t, keys)) && (w->sorted = TAKE(arena, Ranked, n)) &&
                   (w->ranked = TAKE(arena, uint64_t, w->deepest / 64 + 1)) &&
                   (w->at_rank = TAKE(arena, int32_t, w->deepest + 1)) && !bits_init(&w->sinks, graph->n, arena) &&
                   !bits_init(&w->sources, graph->n, arena)
               ? 0
               : -1;
}

void workspace_release(Workspace *w) { arena_release(&w->arena); }

/* ---- places: the run's items by rank, then the absent ones by number ---- */

static int by_rank(const void *x, const void *y)
{
    const Ranked *a = x, *b = y;
    if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
    return (a->v > b->v) - (a->v < b->v);
}

static int32_t order_by_comparison(int32_t n, const int32_t *ranks, Workspace *w)
{
    int32_t count = 0;
    for (int32_t v = 0; v < n; v++)
        if (ranks[v]) w->sorted[count++] = (Ranked){ranks[v], v};
    qsort(w->sorted, (size_t)count, sizeof(Ranked), by_rank);
    for (int32_t i = 0; i < count; i++) w->order[i] = w->sorted[i].v;
    return count;
}

/* The same with a bitmap; -1 if a rank is too large for it or occurs twice. */
static int32_t order_by_bitmap(int32_t n, const int32_t *ranks, Workspace *w)
{
    int32_t count = 0, deepest = 0, sound = 1;
    for (int32_t v = 0; v < n; v++) deepest = ranks[v] > deepest ? ranks[v] : deepest;
    if (deepest > w->deepest) return -1;
    for (int32_t v = 0; v < n; v++) {
        const int32_t rank = ranks[v];
        if (!rank) continue;
        sound &= !(w->ranked[rank >> 6] >> (rank & 63) & 1);
        w->ranked[rank >> 6] |= UINT64_C(1) << (rank & 63);
        w->at_rank[rank] = v;
    }
    for (int32_t k = 0; k <= deepest >> 6; k++) {
        for (uint64_t word = w->ranked[k]; word; word &= word - 1)
            w->order[count++] = w->at_rank[(k << 6) | lowest_bit(word)];
        w->ranked[k] = 0;
    }
    return sound ? count : -1;
}

static void order_by_place(int32_t n, const int32_t *ranks, Workspace *w)
{
    int32_t count = order_by_bitmap(n, ranks, w);
    if (count < 0) count = order_by_comparison(n, ranks, w);
    for (int32_t v = 0; v < n; v++)
        if (!ranks[v]) w->order[count++] = v;
}

/* ---- first sinks and first sources ---- */

/* A part's vertices by their numbers, in the order of the run.  Sinks are removed from its end, sources from its
 * start. */
typedef struct {
    const Part *part;
    const int32_t *placed;
    int sinks;
} Queue;

static void line_up(const Queue *queue, int32_t *begin, int32_t *arranged)
{
    const Part *part = queue->part;
    for (int32_t c = 0; c < part->classes; c++)
        begin[c] = queue->sinks ? part->count - part->first[c] - part->size[c] : part->first[c];
    for (int32_t i = 0; i < part->count; i++) {
        const int32_t v = queue->placed[i];
        arranged[begin[part->class_of[v]]++] = part->vertices[v];
    }
}

/* Marks the class as done, and frees the classes that waited only for it. */
static void let_go(const Part *part, int32_t class, Workspace *w, Bits *free)
{
    int32_t gone = 0;
    w->gone[gone++] = class;
    while (gone) {
        class = w->gone[--gone];
        for (int32_t i = part->frees_start[class]; i < part->frees_start[class + 1]; i++) {
            const int32_t freed = part->frees[i];
            if (--w->need[freed]) continue;
            if (!part->size[freed]) w->gone[gone++] = freed;
            for (int32_t j = part->members_start[freed]; j < part->members_start[freed + 1]; j++)
                bits_add(free, w->place[part->members[j]]);
        }
    }
}

static void peel(const Queue *queue, Workspace *w, int32_t *arranged)
{
    const Part *part = queue->part;
    if (part->chain) {
        line_up(queue, w->left, arranged);
        return;
    }
    Bits *free = queue->sinks ? &w->sinks : &w->sources;
    memcpy(w->need, part->need, sizeof(int32_t) * (size_t)part->classes);
    memcpy(w->left, part->size, sizeof(int32_t) * (size_t)part->classes);
    for (int32_t i = 0; i < part->count; i++) {
        w->place[queue->placed[i]] = i;
        if (!w->need[part->class_of[queue->placed[i]]]) bits_add(free, i);
    }
    for (int32_t taken = 0; taken < part->count; taken++) {
        const int32_t at = queue->sinks ? bits_largest(free) : bits_smallest(free);
        const int32_t v = queue->placed[at];
        bits_remove(free, at);
        arranged[queue->sinks ? part->count - 1 - taken : taken] = part->vertices[v];
        if (!--w->left[part->class_of[v]]) let_go(part, part->class_of[v], w, free);
    }
}

/* ---- the core ---- */

#define NAME(x) x##_32
#define KEY int32_t
#define LARGEST INT32_MAX
#define TARGET
#include "walk.h"

#define NAME(x) x##_64
#define KEY int64_t
#define LARGEST INT64_MAX
#define TARGET
#include "walk.h"

/* The scan is twice as fast with AVX2, which most processors since 2013 have.  A wheel cannot rely on it, so the
 * version is chosen at run time. */
#if defined(__x86_64__) && defined(__GNUC__)
#define HAVE_AVX2
#define NAME(x) x##_32_avx2
#define KEY int32_t
#define LARGEST INT32_MAX
#define TARGET __attribute__((target("avx2")))
#include "walk.h"

#define NAME(x) x##_64_avx2
#define KEY int64_t
#define LARGEST INT64_MAX
#define TARGET __attribute__((target("avx2")))
#include "walk.h"
#endif

static void walk(const Core *core, const int32_t *placed, Workspace *w, int32_t *arranged)
{
#ifdef HAVE_AVX2
    if (__builtin_cpu_supports("avx2")) {
        (core->wide ? walk_64_avx2 : walk_32_avx2)(core, placed, w, arranged);
        return;
    }
#endif
    (core->wide ? walk_64 : walk_32)(core, placed, w, arranged);
}

void arrange(const Graph *graph, const int32_t *ranks, Workspace *w, int32_t *ideal)
{
    int32_t counts[3] = {0, 0, 0};
    order_by_place(graph->n, ranks, w);
    for (int32_t i = 0; i < graph->n; i++) {
        const int32_t v = w->order[i], part = graph->part_of[v];
        w->parts[part][counts[part]++] = graph->number[v];
    }
    const Queue sources = {&graph->sources, w->parts[IN_SOURCES], 0}, sinks = {&graph->sinks, w->parts[IN_SINKS], 1};
    peel(&sources, w, ideal);
    if (graph->core.count) walk(&graph->core, w->parts[IN_CORE], w, ideal + graph->sources.count);
    peel(&sinks, w, ideal + graph->sources.count + graph->core.count);
}
