/* The ranks of judged items in a run: what scoring needs, without a Python string for every line. */
#include "runs.h"

#include <stdlib.h>
#include <string.h>

#define CAPSULE "assess._native.judged"

typedef struct {
    uint32_t count;
    name *docnos;
    table by_name;
} judged_topic;

typedef struct {
    PyObject *items; /* keeps the strings that the names point into */
    size_t count;
    name *names;
    judged_topic *topics;
    table by_name;
} judged;

static void free_judged(judged *all)
{
    for (size_t topic = 0; all->topics && topic < all->count; topic++) {
        free(all->topics[topic].docnos);
        free_table(&all->topics[topic].by_name);
    }
    free(all->topics);
    free(all->names);
    free_table(&all->by_name);
    Py_XDECREF(all->items);
    free(all);
}

static void free_capsule(PyObject *capsule)
{
    free_judged(PyCapsule_GetPointer(capsule, CAPSULE));
}

static int name_of(PyObject *text, name *made)
{
    Py_ssize_t size;
    const char *utf8 = PyUnicode_AsUTF8AndSize(text, &size);
    if (utf8)
        *made = make_name(utf8, (size_t)size);
    return utf8 != NULL;
}

static int add_name(table *by_name, name *all, uint32_t number, PyObject *text)
{
    if (!name_of(text, &all[number]))
        return 0;
    *find_slot(by_name, all, &all[number]) = (slot){all[number].hash, number + 1};
    return 1;
}

static int fill_topic(judged_topic *topic, PyObject *docnos)
{
    Py_ssize_t count = PyList_Size(docnos);
    if (count < 0)
        return 0;
    topic->count = (uint32_t)count;
    topic->docnos = malloc((size_t)(count + 1) * sizeof *topic->docnos);
    if (!topic->docnos || !clear_table(&topic->by_name, (size_t)count))
        return PyErr_NoMemory() != NULL;
    for (Py_ssize_t number = 0; number < count; number++)
        if (!add_name(&topic->by_name, topic->docnos, (uint32_t)number, PyList_GetItem(docnos, number)))
            return 0;
    return 1;
}

static int fill_judged(judged *all, PyObject *items)
{
    PyObject *topic, *docnos;
    Py_ssize_t at = 0;
    uint32_t number = 0;
    Py_INCREF(items);
    all->items = items;
    all->count = (size_t)PyDict_Size(items);
    all->names = calloc(all->count + 1, sizeof *all->names);
    all->topics = calloc(all->count + 1, sizeof *all->topics);
    if (!all->names || !all->topics || !clear_table(&all->by_name, all->count))
        return PyErr_NoMemory() != NULL;
    for (; PyDict_Next(items, &at, &topic, &docnos); number++)
        if (!add_name(&all->by_name, all->names, number, topic) || !fill_topic(&all->topics[number], docnos))
            return 0;
    return 1;
}

PyObject *prepare_judged(PyObject *module, PyObject *items)
{
    (void)module;
    if (!PyDict_Check(items))
        return PyErr_Format(PyExc_TypeError, "expected a dict of topics to lists of docnos");
    judged *all = calloc(1, sizeof *all);
    if (!all)
        return PyErr_NoMemory();
    PyObject *capsule = seed_names() && fill_judged(all, items) ? PyCapsule_New(all, CAPSULE, free_capsule) : NULL;
    if (!capsule)
        free_judged(all);
    return capsule;
}

/* The judged topics of the run, and the positions of their ranks in one array. */
typedef struct {
    const judged_topic **topics; /* NULL where not judged */
    size_t *starts;
    int32_t *places;
} lookup;

static void free_lookup(lookup *found)
{
    free(found->topics);
    free(found->starts);
    free(found->places);
}

static int match_topics(lookup *found, const run_file *run, const judged *all)
{
    size_t total = 0;
    found->topics = calloc(run->topics, sizeof *found->topics);
    found->starts = calloc(run->topics, sizeof *found->starts);
    if (!found->topics || !found->starts)
        return 0;
    for (size_t topic = 0; topic < run->topics; topic++) {
        uint32_t number = find_slot(&all->by_name, all->names, &run->topic_names[topic])->number;
        found->topics[topic] = number ? &all->topics[number - 1] : NULL;
        found->starts[topic] = total;
        total += number ? all->topics[number - 1].count : 0;
    }
    found->places = calloc(total + 1, sizeof *found->places);
    return found->places != NULL;
}

static void place_items(int32_t *places, const run_file *run, size_t topic, const judged_topic *items)
{
    size_t start = run->starts[topic], end = run->starts[topic + 1];
    for (size_t at = start; at < end; at++) {
        const name *docno = &run->docnos[run->order[at]];
        uint32_t number = find_slot(&items->by_name, items->docnos, docno)->number;
        if (number)
            places[number - 1] = (int32_t)(at - start + 1);
    }
}

static outcome look_up(lookup *found, run_file *run, const judged *all)
{
    if (!match_topics(found, run, all))
        return NO_MEMORY;
    for (size_t topic = 0; topic < run->topics; topic++) {
        if (!found->topics[topic])
            continue;
        if (sort_topic(run, topic) != READ_WELL)
            return NO_MEMORY;
        place_items(found->places + found->starts[topic], run, topic, found->topics[topic]);
    }
    return READ_WELL;
}

static int add_value(PyObject *dictionary, PyObject *key, PyObject *value)
{
    int added = key && value && PyDict_SetItem(dictionary, key, value) == 0;
    Py_XDECREF(value);
    return added;
}

static int add_topic(PyObject *ranks, PyObject *lengths, const lookup *found, const run_file *run, size_t topic)
{
    PyObject *key = name_to_str(&run->topic_names[topic]);
    int added = add_value(lengths, key, PyLong_FromSize_t(run->starts[topic + 1] - run->starts[topic]));
    if (added && found->topics[topic]) {
        const char *places = (const char *)(found->places + found->starts[topic]);
        Py_ssize_t size = (Py_ssize_t)(found->topics[topic]->count * sizeof *found->places);
        added = add_value(ranks, key, PyBytes_FromStringAndSize(places, size));
    }
    Py_XDECREF(key);
    return added;
}

static PyObject *ranks_of(const lookup *found, const run_file *run)
{
    PyObject *ranks = PyDict_New(), *lengths = PyDict_New(), *name = name_to_str(&run->tag), *result = NULL;
    int complete = ranks && lengths && name;
    for (size_t topic = 0; complete && topic < run->topics; topic++)
        complete = add_topic(ranks, lengths, found, run, topic);
    if (complete)
        result = PyTuple_Pack(3, name, ranks, lengths);
    Py_XDECREF(name);
    Py_XDECREF(ranks);
    Py_XDECREF(lengths);
    return result;
}

PyObject *judged_ranks(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *data, *capsule;
    int by_rank;
    if (!PyArg_ParseTuple(args, "SOp:judged_ranks", &data, &capsule, &by_rank))
        return NULL;
    const judged *all = PyCapsule_GetPointer(capsule, CAPSULE);
    if (!all)
        return NULL;
    run_file run;
    lookup found = {0};
    outcome state = load_run(&run, data, by_rank);
    if (state == READ_WELL) {
        Py_BEGIN_ALLOW_THREADS
        state = look_up(&found, &run, all);
        Py_END_ALLOW_THREADS
    }
    PyObject *result = state == READ_WELL ? ranks_of(&found, &run) : give_up(state);
    free_lookup(&found);
    free_run_file(&run);
    return result;
}
