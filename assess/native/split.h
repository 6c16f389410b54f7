/* Declarations shared by the files that split a graph. */
#ifndef ASSESS_SPLIT_H
#define ASSESS_SPLIT_H

#include "graph.h"

/* One direction of the split: predecessors and successors by edges, and the levels in the order of removal. */
typedef struct {
    int32_t n, levels;
    const Adjacency *ahead, *behind;
    const int32_t *level;
} Side;

/* A part while it is built: its side, and the `name` of its vertices in part_of. */
typedef struct {
    const Side *side;
    const int32_t *part_of;
    int32_t name;
} Place;

/* Fills the part and the numbers of its vertices; 0, or -1 if out of memory. */
int build_part(Part *part, const Place *place, int32_t *number, Arena *arena, Arena *scratch);

#endif
