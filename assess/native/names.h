/* Names (topics, docnos) as stretches of a buffer, and tables that find their numbers. */
#ifndef ASSESS_NAMES_H
#define ASSESS_NAMES_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    const char *text;
    uint32_t size;
    uint32_t hash;
} name;

typedef struct {
    uint32_t hash;
    uint32_t number; /* from 1; 0 is an empty slot */
} slot;

typedef struct {
    slot *slots;
    size_t room; /* in use: a power of two */
    size_t allocated;
} table;

/* Takes a seed no file can guess, so that none can be written to make every name collide. Needs the GIL. */
int seed_names(void);

name make_name(const char *text, size_t size);
int same_name(const name *a, const name *b);

/* Byte order, which in UTF-8 is the order of code points. */
int compare_names(const name *a, const name *b);

/* Empties the table and makes room for this many names; 0 when memory is short. */
int clear_table(table *names, size_t count);

/* The slot of the name among *all*, or the empty one where its number belongs. */
slot *find_slot(const table *names, const name *all, const name *wanted);

void free_table(table *names);

#endif
