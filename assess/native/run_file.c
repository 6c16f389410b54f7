#include "run_file.h"

#include "decimal.h"

#include <stdlib.h>
#include <string.h>

enum { TOPIC, Q0, DOCNO, RANK, SCORE, TAG, FIELDS };

#define MOST UINT32_MAX
#define USUAL_LINE 40 /* bytes */

typedef struct {
    const char *start, *end;
} field;

/* Space, tab, line feed, vertical tab, form feed, carriage return; and the NUL that ends the text. */
static int is_break(unsigned char character)
{
    const uint64_t breaks = UINT64_C(1) << ' ' | UINT64_C(0x1f) << '\t' | 1;
    return character <= ' ' && (breaks >> character & 1);
}

static int ends_line(char character)
{
    return character == '\n' || character == '\0';
}

static const char *find_break(const char *at, const char *end)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    for (uint64_t word, low; end - at >= 8; at += 8) {
        memcpy(&word, at, 8);
        low = (word - ones * (' ' + 1)) & ~word & tops; /* its lowest bit marks the first byte up to a space */
        if (low) {
            at += __builtin_ctzll(low) / 8;
            if (is_break((unsigned char)*at))
                return at;
            at -= 7; /* another control character: go on after it */
        }
    }
#else
    (void)end;
#endif
    while (!is_break((unsigned char)*at))
        at++;
    return at;
}

/* Returns the end of the line; *count may exceed FIELDS, but only the first FIELDS are stored. */
static const char *split_line(const char *at, const char *end, field *fields, size_t *count)
{
    for (*count = 0;; ++*count) {
        while (!ends_line(*at) && is_break((unsigned char)*at))
            at++;
        if (ends_line(*at))
            return at;
        const char *start = at;
        at = find_break(at, end);
        if (*count < FIELDS)
            fields[*count] = (field){start, at};
    }
}

/* Grows the column; if out of memory, it is false and the column stays unchanged. Needs a variable `grown`. */
#define GROW(column, room) ((grown = realloc((column), (room) * sizeof *(column))) ? ((column) = grown, 1) : 0)

static int make_room(run_file *run)
{
    if (run->lines < run->lines_room)
        return 1;
    size_t room = run->lines_room ? 2 * run->lines_room : run->lines_expected;
    void *grown;
    run->lines_room = room;
    return GROW(run->docnos, room) && GROW(run->scores, room) && GROW(run->topic_of, room) &&
           (!run->by_rank || GROW(run->ranks, room));
}

static int rehash_topics(run_file *run)
{
    void *grown;
    run->topics_room = run->topics_room ? 2 * run->topics_room : 256;
    if (!GROW(run->topic_names, run->topics_room) || !clear_table(&run->topic_table, run->topics_room))
        return 0;
    for (size_t topic = 0; topic < run->topics; topic++) {
        slot *place = find_slot(&run->topic_table, run->topic_names, &run->topic_names[topic]);
        *place = (slot){run->topic_names[topic].hash, (uint32_t)topic + 1};
    }
    return 1;
}

static outcome number_topic(run_file *run, const field *text, uint32_t *number)
{
    if (run->lines) { /* mostly the topic of the line before */
        *number = run->topic_of[run->lines - 1];
        const name *before = &run->topic_names[*number];
        size_t size = (size_t)(text->end - text->start);
        if (before->size == size && memcmp(before->text, text->start, size) == 0)
            return READ_WELL;
    }
    if (run->topics == run->topics_room && !rehash_topics(run))
        return NO_MEMORY;
    name topic = make_name(text->start, (size_t)(text->end - text->start));
    slot *place = find_slot(&run->topic_table, run->topic_names, &topic);
    if (!place->number) {
        run->topic_names[run->topics++] = topic;
        *place = (slot){topic.hash, (uint32_t)run->topics};
    }
    *number = place->number - 1;
    return READ_WELL;
}

static outcome keep_long_score(run_file *run, const field *score)
{
    if (run->long_count == run->long_room) {
        run->long_room = run->long_room ? 2 * run->long_room : 64;
        void *grown;
        if (!GROW(run->long_scores, run->long_room))
            return NO_MEMORY;
    }
    long_score *kept = &run->long_scores[run->long_count++];
    *kept = (long_score){run->lines, score->start, (uint32_t)(score->end - score->start)};
    return READ_WELL;
}

static int same_tag(run_file *run, const field *tag)
{
    size_t size = (size_t)(tag->end - tag->start);
    if (!run->lines)
        run->tag = make_name(tag->start, size);
    return run->tag.size == size && memcmp(run->tag.text, tag->start, size) == 0;
}

static outcome add_line(run_file *run, const field *fields)
{
    if (run->lines >= MOST / 4 || !same_tag(run, &fields[TAG]))
        return READ_ODD;
    if (!make_room(run))
        return NO_MEMORY;
    outcome topic = number_topic(run, &fields[TOPIC], &run->topic_of[run->lines]);
    if (topic != READ_WELL)
        return topic;
    if (run->by_rank && !parse_integer(fields[RANK].start, fields[RANK].end, &run->ranks[run->lines]))
        return READ_ODD;
    run->docnos[run->lines] = make_name(fields[DOCNO].start, (size_t)(fields[DOCNO].end - fields[DOCNO].start));
    if (!parse_decimal(fields[SCORE].start, fields[SCORE].end, &run->scores[run->lines])) {
        outcome kept = keep_long_score(run, &fields[SCORE]);
        if (kept != READ_WELL)
            return kept;
    }
    run->lines++;
    return READ_WELL;
}

outcome parse_run_file(run_file *run, const char *text, size_t size)
{
    const char *at = text, *end = text + size;
    run->lines_expected = size / USUAL_LINE + 64;
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        at += 3;
    for (; at < end; at++) {
        if (*at == '#') {
            at = memchr(at, '\n', (size_t)(end - at));
            if (!at)
                break;
            continue;
        }
        field fields[FIELDS];
        size_t count;
        const char *start = at;
        at = split_line(at, end, fields, &count);
        if ((count && count != FIELDS) || (size_t)(at - start) >= MOST || (*at == '\0' && at < end))
            return READ_ODD;
        outcome added = count ? add_line(run, fields) : READ_WELL;
        if (added != READ_WELL)
            return added;
    }
    return run->lines ? READ_WELL : READ_ODD;
}

static outcome find_repeated(run_file *run, table *docnos, size_t topic)
{
    size_t start = run->starts[topic], end = run->starts[topic + 1];
    if (!clear_table(docnos, end - start))
        return NO_MEMORY;
    for (size_t at = start; at < end; at++) {
        uint32_t line = run->order[at];
        slot *place = find_slot(docnos, run->docnos, &run->docnos[line]);
        if (place->number)
            return READ_ODD;
        *place = (slot){run->docnos[line].hash, line + 1};
    }
    return READ_WELL;
}

outcome group_topics(run_file *run)
{
    run->starts = calloc(run->topics + 2, sizeof *run->starts);
    run->order = malloc(run->lines * sizeof *run->order);
    if (!run->starts || !run->order)
        return NO_MEMORY;
    for (size_t line = 0; line < run->lines; line++)
        run->starts[run->topic_of[line] + 2]++;
    for (size_t topic = 1; topic <= run->topics; topic++)
        run->starts[topic + 1] += run->starts[topic];
    for (size_t line = 0; line < run->lines; line++)
        run->order[run->starts[run->topic_of[line] + 1]++] = (uint32_t)line;
    table docnos = {0};
    outcome found = READ_WELL;
    for (size_t topic = 0; topic < run->topics && found == READ_WELL; topic++)
        found = find_repeated(run, &docnos, topic);
    free_table(&docnos);
    return found;
}

/* Whether line a comes before line b: the higher score, or the lower rank, then the lower docno. */
static int precedes(const run_file *run, uint32_t a, uint32_t b)
{
    double before = run->by_rank ? run->ranks[a] : run->scores[b];
    double after = run->by_rank ? run->ranks[b] : run->scores[a];
    return before < after || (before == after && compare_names(&run->docnos[a], &run->docnos[b]) < 0);
}

static void insert_each(const run_file *run, uint32_t *lines, size_t count)
{
    for (size_t next = 1; next < count; next++) {
        uint32_t line = lines[next];
        size_t at = next;
        for (; at && precedes(run, line, lines[at - 1]); at--)
            lines[at] = lines[at - 1];
        lines[at] = line;
    }
}

static void merge(const run_file *run, uint32_t *lines, size_t middle, size_t count, uint32_t *spare)
{
    size_t left = 0, right = middle, at = 0;
    memcpy(spare, lines, middle * sizeof *lines);
    while (left < middle && right < count)
        lines[at++] = precedes(run, lines[right], spare[left]) ? lines[right++] : spare[left++];
    memcpy(lines + at, spare + left, (middle - left) * sizeof *lines);
}

/* Merge sort that skips sorted stretches: most run files are sorted except for ties. */
static void sort_lines(const run_file *run, uint32_t *lines, size_t count, uint32_t *spare)
{
    if (count <= 16) {
        insert_each(run, lines, count);
        return;
    }
    size_t middle = count / 2;
    sort_lines(run, lines, middle, spare);
    sort_lines(run, lines + middle, count - middle, spare);
    if (precedes(run, lines[middle], lines[middle - 1]))
        merge(run, lines, middle, count, spare);
}

outcome sort_topic(run_file *run, size_t topic)
{
    uint32_t *lines = run->order + run->starts[topic];
    size_t count = run->starts[topic + 1] - run->starts[topic], ordered = 1;
    while (ordered < count && !precedes(run, lines[ordered], lines[ordered - 1]))
        ordered++;
    if (ordered >= count)
        return READ_WELL;
    uint32_t *spare = malloc(count * sizeof *spare);
    if (!spare)
        return NO_MEMORY;
    sort_lines(run, lines, count, spare);
    free(spare);
    return READ_WELL;
}

void free_run_file(run_file *run)
{
    free(run->docnos);
    free(run->scores);
    free(run->ranks);
    free(run->topic_of);
    free(run->long_scores);
    free(run->topic_names);
    free(run->order);
    free(run->starts);
    free_table(&run->topic_table);
}
