#include "runs.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK (1 << 20)

static int is_ascii(const char *text, size_t size)
{
    uint64_t word, high = 0;
    size_t at = 0;
    for (; at + 8 <= size; at += 8) {
        memcpy(&word, text + at, 8);
        high |= word;
    }
    for (; at < size; at++)
        high |= (uint64_t)(text[at] & 0x80);
    return !(high & UINT64_C(0x8080808080808080));
}

/* Whether the bytes are UTF-8; decoded in chunks, so that a large file is not copied. */
static int is_utf8(const char *text, Py_ssize_t size)
{
    for (Py_ssize_t used; size; text += used, size -= used) {
        int last = size <= CHUNK;
        PyObject *chunk = last ? PyUnicode_DecodeUTF8(text, size, "strict")
                               : PyUnicode_DecodeUTF8Stateful(text, CHUNK, "strict", &used);
        if (!chunk) {
            PyErr_Clear();
            return 0;
        }
        Py_DECREF(chunk);
        if (last)
            break;
    }
    return 1;
}

/* Parses the scores that the fast parser left, with float(). */
static outcome parse_long_scores(run_file *run)
{
    for (size_t at = 0; at < run->long_count; at++) {
        const long_score *kept = &run->long_scores[at];
        char text[256], *end;
        if (kept->size >= sizeof text)
            return READ_ODD;
        memcpy(text, kept->text, kept->size);
        text[kept->size] = '\0';
        double score = PyOS_string_to_double(text, &end, NULL);
        if (PyErr_Occurred()) {
            PyErr_Clear();
            return READ_ODD;
        }
        if (end != text + kept->size || score != score)
            return READ_ODD;
        run->scores[kept->line] = score;
    }
    return READ_WELL;
}

outcome load_run(run_file *run, PyObject *data, int by_rank)
{
    char *text;
    Py_ssize_t size;
    memset(run, 0, sizeof *run);
    run->by_rank = by_rank;
    if (PyBytes_AsStringAndSize(data, &text, &size) < 0 || !seed_names())
        return NO_MEMORY;
    if (!is_ascii(text, (size_t)size) && !is_utf8(text, size))
        return READ_ODD;
    outcome found;
    Py_BEGIN_ALLOW_THREADS
    found = parse_run_file(run, text, (size_t)size);
    Py_END_ALLOW_THREADS
    if (found == READ_WELL)
        found = parse_long_scores(run);
    if (found == READ_WELL) {
        Py_BEGIN_ALLOW_THREADS
        found = group_topics(run);
        Py_END_ALLOW_THREADS
    }
    return found;
}

PyObject *give_up(outcome reason)
{
    if (reason == READ_ODD)
        Py_RETURN_NONE;
    return PyErr_Occurred() ? NULL : PyErr_NoMemory();
}

PyObject *name_to_str(const name *text)
{
    return PyUnicode_FromStringAndSize(text->text, (Py_ssize_t)text->size);
}

/* All docnos of a topic, separated by line feeds. */
static PyObject *joined_docnos(const run_file *run, size_t start, size_t end)
{
    size_t size = 0;
    for (size_t at = start; at < end; at++)
        size += run->docnos[run->order[at]].size + 1;
    char *text = malloc(size), *next = text;
    if (!text)
        return PyErr_NoMemory();
    for (size_t at = start; at < end; at++) {
        const name *docno = &run->docnos[run->order[at]];
        memcpy(next, docno->text, docno->size);
        next += docno->size;
        *next++ = '\n';
    }
    PyObject *joined = PyUnicode_FromStringAndSize(text, (Py_ssize_t)size - 1);
    free(text);
    return joined;
}

/* Splitting one string is faster than decoding a thousand. */
static PyObject *docno_list(const run_file *run, size_t start, size_t end)
{
    PyObject *joined = joined_docnos(run, start, end), *line_end = PyUnicode_FromString("\n");
    PyObject *list = joined && line_end ? PyUnicode_Split(joined, line_end, -1) : NULL;
    Py_XDECREF(joined);
    Py_XDECREF(line_end);
    return list;
}

/* The scores of a topic as the bytes of doubles. */
static PyObject *score_bytes(const run_file *run, size_t start, size_t end)
{
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)((end - start) * sizeof *run->scores));
    char *next = bytes ? PyBytes_AsString(bytes) : NULL;
    for (size_t at = start; next && at < end; at++, next += sizeof *run->scores)
        memcpy(next, &run->scores[run->order[at]], sizeof *run->scores);
    return bytes;
}

static int add_ranking(PyObject *rankings, const run_file *run, size_t topic)
{
    size_t start = run->starts[topic], end = run->starts[topic + 1];
    PyObject *key = name_to_str(&run->topic_names[topic]);
    PyObject *docnos = docno_list(run, start, end), *scores = score_bytes(run, start, end);
    PyObject *pair = key && docnos && scores ? PyTuple_Pack(2, docnos, scores) : NULL;
    int added = pair && PyDict_SetItem(rankings, key, pair) == 0;
    Py_XDECREF(key);
    Py_XDECREF(docnos);
    Py_XDECREF(scores);
    Py_XDECREF(pair);
    return added;
}

static PyObject *rankings_of(const run_file *run)
{
    PyObject *rankings = PyDict_New();
    for (size_t topic = 0; rankings && topic < run->topics; topic++)
        if (!add_ranking(rankings, run, topic))
            Py_CLEAR(rankings);
    return rankings ? Py_BuildValue("(NN)", name_to_str(&run->tag), rankings) : NULL;
}

static outcome sort_topics(run_file *run)
{
    outcome sorted = READ_WELL;
    Py_BEGIN_ALLOW_THREADS
    for (size_t topic = 0; topic < run->topics && sorted == READ_WELL; topic++)
        sorted = sort_topic(run, topic);
    Py_END_ALLOW_THREADS
    return sorted;
}

PyObject *read_run(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *data;
    int by_rank;
    if (!PyArg_ParseTuple(args, "Sp:read_run", &data, &by_rank))
        return NULL;
    run_file run;
    outcome found = load_run(&run, data, by_rank);
    if (found == READ_WELL)
        found = sort_topics(&run);
    PyObject *result = found == READ_WELL ? rankings_of(&run) : give_up(found);
    free_run_file(&run);
    return result;
}
