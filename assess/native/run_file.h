/* A run file in columns: lines are split, grouped by topic, and sorted in each topic. Nothing here uses Python. */
#ifndef ASSESS_RUN_FILE_H
#define ASSESS_RUN_FILE_H

#include "names.h"

typedef enum {
    READ_WELL,
    READ_ODD, /* a fault, or something rare: left to the line reader in Python */
    NO_MEMORY,
} outcome;

/* A score that is left to Python's own parser. */
typedef struct {
    size_t line;
    const char *text;
    uint32_t size;
} long_score;

typedef struct {
    int by_rank;
    name tag;

    size_t lines, lines_room, lines_expected;
    name *docnos;
    double *scores;
    double *ranks; /* by_rank only */
    uint32_t *topic_of;

    size_t long_count, long_room;
    long_score *long_scores;

    size_t topics, topics_room;
    name *topic_names;
    table topic_table;

    uint32_t *order; /* lines by topic, best first */
    size_t *starts;  /* topic t has the lines order[starts[t]] to order[starts[t + 1] - 1] */
} run_file;

/* Splits the lines. *text* is UTF-8, with a NUL after its *size* bytes. */
outcome parse_run_file(run_file *run, const char *text, size_t size);

/* Groups the lines by topic and finds repeated items. */
outcome group_topics(run_file *run);

/* Sorts the lines of one topic. */
outcome sort_topic(run_file *run, size_t topic);

void free_run_file(run_file *run);

#endif
