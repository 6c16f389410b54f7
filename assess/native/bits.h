/* A set of small integers with fast lookup of the smallest and the largest member: a bitmap over bitmaps. */
#ifndef ASSESS_BITS_H
#define ASSESS_BITS_H

#include "arena.h"

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
static inline int lowest_bit(uint64_t word)
{
    unsigned long at;
    _BitScanForward64(&at, word);
    return (int)at;
}
static inline int highest_bit(uint64_t word)
{
    unsigned long at;
    _BitScanReverse64(&at, word);
    return (int)at;
}
#else
static inline int lowest_bit(uint64_t word) { return __builtin_ctzll(word); }
static inline int highest_bit(uint64_t word) { return 63 - __builtin_clzll(word); }
#endif

#define BITS_LEVELS 4
#define BITS_LIMIT (1 << 24) /* 64 to the power of BITS_LEVELS */

typedef struct {
    int top;
    uint64_t *level[BITS_LEVELS];
} Bits;

/* Creates an empty set for integers from 0 below `limit`; 0, or -1 if out of memory. */
static inline int bits_init(Bits *set, int32_t limit, Arena *arena)
{
    set->top = -1;
    do {
        limit = (limit + 63) >> 6;
        if (!(set->level[++set->top] = TAKE(arena, uint64_t, limit + 1))) return -1;
    } while (limit > 1);
    return 0;
}

static inline void bits_add(Bits *set, int32_t i)
{
    for (int k = 0; k <= set->top; k++, i >>= 6) set->level[k][i >> 6] |= UINT64_C(1) << (i & 63);
}

static inline void bits_remove(Bits *set, int32_t i)
{
    for (int k = 0; k <= set->top; k++, i >>= 6)
        if (set->level[k][i >> 6] &= ~(UINT64_C(1) << (i & 63))) break;
}

static inline int bits_any(const Bits *set) { return set->level[set->top][0] != 0; }

static inline int32_t bits_smallest(const Bits *set)
{
    int32_t i = 0;
    for (int k = set->top; k >= 0; k--) i = (i << 6) | lowest_bit(set->level[k][i]);
    return i;
}

static inline int32_t bits_largest(const Bits *set)
{
    int32_t i = 0;
    for (int k = set->top; k >= 0; k--) i = (i << 6) | highest_bit(set->level[k][i]);
    return i;
}

#endif
