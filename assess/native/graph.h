/* A preference graph split once per topic; see assess/graph/split.py for why the split is exact. */
#ifndef ASSESS_GRAPH_H
#define ASSESS_GRAPH_H

#include "arena.h"

#define UNGRADED (-1)
#define LANES 32 /* keys are scanned in four vectors of 256 bits at once */

enum { IN_SINKS, IN_SOURCES, IN_CORE };

/* The first sinks or the first sources.  Vertices with the same neighbours ("twins") share a class.  A class is free
 * when `need` classes are done, and done when all its members are removed; then it counts for the classes that wait
 * for it.  A class without members stands for a complete level of grades.  In a chain, exactly one class is free at
 * any time: `first` has the start of each. */
typedef struct {
    int32_t count, classes, chain;
    int32_t *vertices, *class_of;          /* by number in the part */
    int32_t *size, *need, *first;          /* by class */
    int32_t *frees_start, *frees;          /* class -> classes */
    int32_t *members_start, *members;      /* class -> numbers in the part */
} Part;

typedef struct {
    int32_t *start, *to, *weight;
} Adjacency;

/* Parallel edges are merged into one with their number as weight; target and weight are read together, so they are
 * adjacent in memory. */
typedef struct {
    int32_t to, weight;
} Arc;

typedef struct {
    int32_t *start;
    Arc *arcs;
} Arcs;

/* Vertices of the core are numbered by group: the levels of grades, best first, then those without a grade. */
typedef struct {
    int32_t count, padded, graded, shift, wide;
    int32_t *vertices, *group_of, *bounds; /* bounds: first number of each graded group, and their end */
    int32_t *out_degree, *in_degree;       /* one more where another level is waited for */
    int32_t *delta;                        /* out-degree minus in-degree, grades included */
    Arcs outgoing, incoming;
} Core;

typedef struct {
    Arena arena;
    int32_t n;
    int32_t *part_of, *number;             /* vertex -> its part and its number there */
    Part sinks, sources;
    Core core;
} Graph;

/* Builds the graph of n vertices and m edges (pairs of winner and loser), and levels of grades or NULL; all numbers
 * must be in range.  NULL if out of memory. */
Graph *graph_new(int32_t n, int32_t m, const int32_t *pairs, const int32_t *levels);
void graph_free(Graph *graph);

#endif
