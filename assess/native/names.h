/* Names (topics, docnos) as slices of a buffer, and hash tables that map them to numbers. */
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

/* Draws a random seed, so that a file cannot be crafted to make all names collide. Needs the GIL. */
int seed_names(void);

name make_name(const char *text, size_t size);
int same_name(const name *a, const name *b);

/* Byte order, which in UTF-8 is the order of code points. */
int compare_names(const name *a, const name *b);

/* Clears the table and allocates room for this many names; 0 if out of memory. */
int clear_table(table *names, size_t count);

/* The slot of the name among *all*, or the empty slot for its number. */
slot *find_slot(const table *names, const name *all, const name *wanted);

void free_table(table *names);

#endif
