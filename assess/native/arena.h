/* An arena: memory that is allocated in pieces and freed all at once. */
#ifndef ASSESS_ARENA_H
#define ASSESS_ARENA_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ARENA_ALIGNMENT 64
#define ARENA_BLOCK 4096

typedef struct ArenaBlock {
    struct ArenaBlock *next;
} ArenaBlock;

typedef struct {
    ArenaBlock *blocks;
    char *free;
    size_t left, block; /* `block`: size of the next block */
} Arena;

static inline void arena_release(Arena *arena)
{
    while (arena->blocks) {
        ArenaBlock *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
    arena->left = 0;
}

/* Allocates `count` objects of `size` bytes, zeroed and aligned for vectors; NULL if out of memory. */
static inline void *arena_take(Arena *arena, size_t count, size_t size)
{
    if (count > SIZE_MAX / 4 / size) return NULL;
    size_t bytes = (count * size + ARENA_ALIGNMENT) & ~(size_t)(ARENA_ALIGNMENT - 1);
    if (bytes > arena->left) {
        size_t whole = arena->block > ARENA_BLOCK ? arena->block : ARENA_BLOCK;
        if (whole < bytes) whole = bytes;
        ArenaBlock *block = malloc(whole + 2 * ARENA_ALIGNMENT);
        if (!block) return NULL;
        block->next = arena->blocks;
        arena->blocks = block;
        uintptr_t start = (uintptr_t)(block + 1);
        arena->free = (char *)block + sizeof(ArenaBlock) + (ARENA_ALIGNMENT - start % ARENA_ALIGNMENT) % ARENA_ALIGNMENT;
        arena->left = whole;
        arena->block = 2 * whole;
    }
    void *taken = arena->free;
    arena->free += bytes;
    arena->left -= bytes;
    memset(taken, 0, bytes);
    return taken;
}

#define TAKE(arena, type, count) ((type *)arena_take((arena), (size_t)(count), sizeof(type)))

#endif
