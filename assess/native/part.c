/* The first sinks or the first sources: twins are grouped into classes, levels are connected by gates. */
#include "split.h"

typedef struct {
    uint64_t hash;
    int32_t v;
} Hashed;

static int by_hash(const void *x, const void *y)
{
    const Hashed *a = x, *b = y;
    if (a->hash != b->hash) return a->hash < b->hash ? -1 : 1;
    return (a->v > b->v) - (a->v < b->v);
}

static uint64_t scramble(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* Whether the edge between v and u counts in this part and is not implied by their levels. */
static inline int told_apart(const Place *place, int32_t v, int32_t u)
{
    const int32_t *level = place->side->level;
    return place->part_of[u] == place->name &&
           (level[u] == level[v] || level[u] == UNGRADED || level[v] == UNGRADED);
}

static uint64_t neighbour_hash(const Place *place, const Adjacency *sides, int32_t v, uint64_t salt)
{
    uint64_t hash = 0;
    for (int32_t i = sides->start[v]; i < sides->start[v + 1]; i++)
        if (told_apart(place, v, sides->to[i])) hash += scramble((uint64_t)sides->to[i] + salt);
    return hash;
}

static int same_neighbours(const Place *place, const Adjacency *sides, int32_t a, int32_t b)
{
    int32_t i = sides->start[a], j = sides->start[b], i_end = sides->start[a + 1], j_end = sides->start[b + 1];
    for (;;) {
        while (i < i_end && !told_apart(place, a, sides->to[i])) i++;
        while (j < j_end && !told_apart(place, b, sides->to[j])) j++;
        if (i == i_end || j == j_end) return i == i_end && j == j_end;
        if (sides->to[i++] != sides->to[j++]) return 0;
    }
}

static int twins(const Place *place, int32_t a, int32_t b)
{
    return place->side->level[a] == place->side->level[b] && same_neighbours(place, place->side->ahead, a, b) &&
           same_neighbours(place, place->side->behind, a, b);
}

/* Numbers the vertices of the part and groups twins; returns the number of classes, or -1. */
static int32_t gather_twins(Part *part, const Place *place, int32_t *number, Arena *arena, Arena *scratch)
{
    const Side *side = place->side;
    for (int32_t v = 0; v < side->n; v++) part->count += place->part_of[v] == place->name;
    part->vertices = TAKE(arena, int32_t, part->count + 1);
    part->class_of = TAKE(arena, int32_t, part->count + 1);
    Hashed *hashed = TAKE(scratch, Hashed, part->count + 1);
    if (!part->vertices || !part->class_of || !hashed) return -1;
    int32_t count = 0, classes = 0;
    for (int32_t v = 0; v < side->n; v++) {
        if (place->part_of[v] != place->name) continue;
        hashed[count].v = v;
        hashed[count].hash = neighbour_hash(place, side->ahead, v, 0) +
                             neighbour_hash(place, side->behind, v, UINT64_C(1) << 32) +
                             scramble((uint64_t)(uint32_t)side->level[v] + (UINT64_C(1) << 33));
        number[v] = count;
        part->vertices[count++] = v;
    }
    qsort(hashed, (size_t)count, sizeof(Hashed), by_hash);
    for (int32_t i = 0; i < count; i++) {
        if (!i || hashed[i].hash != hashed[i - 1].hash || !twins(place, hashed[i].v, hashed[i - 1].v)) classes++;
        part->class_of[number[hashed[i].v]] = classes - 1;
    }
    return classes;
}

static int list_members(Part *part, Arena *arena)
{
    part->size = TAKE(arena, int32_t, part->classes + 1);
    part->need = TAKE(arena, int32_t, part->classes + 1);
    part->first = TAKE(arena, int32_t, part->classes + 1);
    part->members_start = TAKE(arena, int32_t, part->classes + 2);
    part->members = TAKE(arena, int32_t, part->count + 1);
    part->frees_start = TAKE(arena, int32_t, part->classes + 2);
    if (!part->size || !part->need || !part->first || !part->members_start || !part->members || !part->frees_start)
        return -1;
    for (int32_t i = 0; i < part->count; i++) part->size[part->class_of[i]]++;
    for (int32_t c = 0; c < part->classes; c++) part->members_start[c + 1] = part->members_start[c] + part->size[c];
    for (int32_t i = 0; i < part->count; i++) part->members[part->members_start[part->class_of[i]]++] = i;
    for (int32_t c = part->classes; c > 0; c--) part->members_start[c] = part->members_start[c - 1];
    part->members_start[0] = 0;
    return 0;
}

/* `later` needs `earlier`: counts the arc, or stores it if `fill` is given. */
static inline void arc(Part *part, int32_t earlier, int32_t later, int32_t *fill)
{
    if (fill) {
        part->frees[fill[earlier]++] = later;
    } else {
        part->frees_start[earlier + 1]++;
        part->need[later]++;
    }
}

/* Adds an arc to each class from every class that it needs. */
static void draw_arcs(Part *part, const Place *place, const int32_t *number, int32_t real, const int32_t *gate,
                      int32_t *seen, int32_t *fill)
{
    const Adjacency *ahead = place->side->ahead;
    for (int32_t c = 0; c < part->classes; c++) seen[c] = -1;
    for (int32_t c = 0; c < real; c++) {
        const int32_t v = part->vertices[part->members[part->members_start[c]]], level = place->side->level[v];
        for (int32_t i = ahead->start[v]; i < ahead->start[v + 1]; i++) {
            if (!told_apart(place, v, ahead->to[i])) continue;
            const int32_t earlier = part->class_of[number[ahead->to[i]]];
            if (seen[earlier] != c) arc(part, earlier, c, fill);
            seen[earlier] = c;
        }
        if (level == UNGRADED) continue;
        if (gate[2 * level] >= 0) arc(part, gate[2 * level], c, fill);
        if (gate[2 * level + 1] >= 0) arc(part, c, gate[2 * level + 1], fill);
    }
}

/* Between each level of the part and the next is a gate, a class without members.  gates[2l] is the gate before level
 * l and gates[2l + 1] the gate after it, or -1.  Returns the number of gates, or -1 if out of memory. */
static int32_t set_gates(const Part *part, const Place *place, int32_t real, int32_t **gates, Arena *scratch)
{
    const Side *side = place->side;
    int32_t *gate = *gates = TAKE(scratch, int32_t, 2 * (size_t)side->levels + 2), count = 0, last = -1;
    char *present = TAKE(scratch, char, side->levels + 1);
    if (!gate || !present) return -1;
    for (int32_t i = 0; i < part->count; i++)
        if (side->level[part->vertices[i]] != UNGRADED) present[side->level[part->vertices[i]]] = 1;
    for (int32_t level = 0; level < side->levels; level++) {
        gate[2 * level] = gate[2 * level + 1] = -1;
        if (!present[level]) continue;
        if (last >= 0) gate[2 * last + 1] = gate[2 * level] = real + count++;
        last = level;
    }
    return count;
}

/* Whether exactly one class is free at any time; sets the start of each. */
static int is_chain(Part *part, int32_t *need)
{
    int32_t begin = 0, free = -1;
    memcpy(need, part->need, sizeof(int32_t) * (size_t)part->classes);
    for (int32_t c = 0; c < part->classes; c++) {
        if (need[c] || !part->size[c]) continue;
        if (free >= 0) return 0;
        free = c;
    }
    while (free >= 0) {
        int32_t gone = free;
        free = -1;
        part->first[gone] = begin;
        begin += part->size[gone];
        while (gone >= 0) {
            int32_t gate = -1;
            for (int32_t i = part->frees_start[gone]; i < part->frees_start[gone + 1]; i++) {
                int32_t c = part->frees[i];
                if (--need[c]) continue;
                if (!part->size[c]) {
                    gate = c;
                } else if (free >= 0) {
                    return 0;
                } else {
                    free = c;
                }
            }
            gone = gate;
        }
    }
    return begin == part->count;
}

int build_part(Part *part, const Place *place, int32_t *number, Arena *arena, Arena *scratch)
{
    int32_t real = gather_twins(part, place, number, arena, scratch), *gate = NULL;
    if (real < 0) return -1;
    int32_t gates = set_gates(part, place, real, &gate, scratch);
    if (gates < 0) return -1;
    part->classes = real + gates;
    if (list_members(part, arena)) return -1;
    int32_t *seen = TAKE(scratch, int32_t, part->classes + 1), *fill = TAKE(scratch, int32_t, part->classes + 1);
    if (!seen || !fill) return -1;
    draw_arcs(part, place, number, real, gate, seen, NULL);
    for (int32_t c = 0; c < part->classes; c++) part->frees_start[c + 1] += part->frees_start[c];
    memcpy(fill, part->frees_start, sizeof(int32_t) * (size_t)part->classes);
    if (!(part->frees = TAKE(arena, int32_t, part->frees_start[part->classes] + 1))) return -1;
    draw_arcs(part, place, number, real, gate, seen, fill);
    part->chain = is_chain(part, seen);
    return 0;
}
