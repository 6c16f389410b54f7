/* The greedy arrangement of a graph for one run after another. */
#ifndef ASSESS_ARRANGE_H
#define ASSESS_ARRANGE_H

#include "bits.h"
#include "graph.h"

typedef struct {
    int32_t rank, v;
} Ranked;

/* Working memory, shared by all runs. */
typedef struct {
    Arena arena;
    int32_t *order, *parts[3];             /* vertices by place: all of them; their numbers in each part */
    int32_t *place, *need, *left, *gone, *above, *below;
    void *key, *out_degree, *in_degree;    /* of either width */
    Bits sinks, sources;                   /* places of those that are free */
    int32_t deepest;                       /* ranks to here are sorted by bitmap: */
    uint64_t *ranked;                      /* the ranks that occur, */
    int32_t *at_rank;                      /* and the vertex at each; */
    Ranked *sorted;                        /* deeper ones by comparison */
} Workspace;

/* Allocates working memory for runs whose ranks are about as large as `deepest`; 0, or -1 if out of memory. */
int workspace_init(Workspace *w, const Graph *graph, int32_t deepest);
void workspace_release(Workspace *w);

/* Sorts the vertices into the ideal ranking.  Ranks count from 1, 0 means absent, none is negative; equal ranks keep
 * the order of the vertices. */
void arrange(const Graph *graph, const int32_t *ranks, Workspace *w, int32_t *ideal);

#endif
