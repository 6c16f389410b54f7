#include "names.h"

#include "native.h"

#include <stdlib.h>
#include <string.h>

static uint64_t seed;

int seed_names(void)
{
    if (seed)
        return 1;
    PyObject *word = PyUnicode_FromString("assess");
    if (!word)
        return 0;
    Py_hash_t hash = PyObject_Hash(word);
    Py_DECREF(word);
    seed = (uint64_t)hash | 1;
    return hash != -1;
}

static uint64_t mix(uint64_t state, uint64_t word)
{
    state = (state ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return state ^ (state >> 29);
}

static uint64_t load(const char *text, size_t size)
{
    uint64_t word = 0;
    memcpy(&word, text, size);
    return word;
}

name make_name(const char *text, size_t size)
{
    uint64_t state = seed ^ size;
    if (size < 4) {
        for (size_t at = 0; at < size; at++)
            state = mix(state, (unsigned char)text[at]);
    } else if (size < 8) {
        state = mix(state, load(text, 4) << 32 | load(text + size - 4, 4));
    } else {
        for (size_t at = 0; at + 8 < size; at += 8)
            state = mix(state, load(text + at, 8));
        state = mix(state, load(text + size - 8, 8)); /* may overlap the one before */
    }
    name made = {text, (uint32_t)size, (uint32_t)(mix(state, seed) >> 32)};
    return made;
}

int same_name(const name *a, const name *b)
{
    return a->hash == b->hash && a->size == b->size && memcmp(a->text, b->text, a->size) == 0;
}

int compare_names(const name *a, const name *b)
{
    int order = memcmp(a->text, b->text, a->size < b->size ? a->size : b->size);
    return order ? order : (a->size > b->size) - (a->size < b->size);
}

int clear_table(table *names, size_t count)
{
    size_t room = 16;
    while (room < 2 * count)
        room *= 2;
    if (room > names->allocated) {
        free_table(names);
        names->slots = malloc(room * sizeof *names->slots);
        if (!names->slots)
            return 0;
        names->allocated = room;
    }
    names->room = room;
    memset(names->slots, 0, names->room * sizeof *names->slots);
    return 1;
}

slot *find_slot(const table *names, const name *all, const name *wanted)
{
    size_t at = wanted->hash & (names->room - 1);
    for (;; at = (at + 1) & (names->room - 1)) {
        slot *here = &names->slots[at];
        if (!here->number || (here->hash == wanted->hash && same_name(&all[here->number - 1], wanted)))
            return here;
    }
}

void free_table(table *names)
{
    free(names->slots);
    names->slots = NULL;
    names->room = names->allocated = 0;
}
