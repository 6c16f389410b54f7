/* Greedy PGC of many runs: the arrangement for each run, and their rank-biased overlap. */
#include "arrange.h"
#include "native.h"

#define CAPSULE "assess._native.graph"
#define EDGE_LIMIT (1 << 29)

static PyObject *wrong(const char *format, long long found, long long bound)
{
    char text[160];
    PyOS_snprintf(text, sizeof text, format, found, bound);
    PyErr_SetString(PyExc_ValueError, text);
    return NULL;
}

/* Copies the numbers of a buffer, so that other threads cannot change them meanwhile. */
static int32_t *copied(const Py_buffer *buffer)
{
    int32_t *numbers = malloc((size_t)buffer->len + sizeof(int32_t));
    if (numbers) memcpy(numbers, buffer->buf, (size_t)buffer->len);
    return numbers;
}

/* ---- building ---- */

static int sound_pairs(const int32_t *pairs, Py_ssize_t count, int n)
{
    for (Py_ssize_t i = 0; i < count; i++) {
        if (pairs[i] < 0 || pairs[i] >= n) {
            wrong("found vertex %lld, expected 0 to %lld", pairs[i], n - 1);
            return 0;
        }
        if (i % 2 && pairs[i] == pairs[i - 1]) {
            wrong("found vertex %lld preferred over itself, expected two different of the %lld", pairs[i], n);
            return 0;
        }
    }
    return 1;
}

static int sound_levels(const int32_t *levels, int n)
{
    for (int v = 0; v < n; v++) {
        if (levels[v] < UNGRADED || levels[v] >= n) {
            wrong("found level %lld, expected -1 to %lld", levels[v], n - 1);
            return 0;
        }
    }
    return 1;
}

static int sound_sizes(int n, const Py_buffer *pairs, const Py_buffer *levels)
{
    const Py_ssize_t size = sizeof(int32_t);
    if (n < 0 || n > BITS_LIMIT) {
        wrong("found %lld vertices, expected 0 to %lld", n, BITS_LIMIT);
    } else if (pairs->len % (2 * size) || pairs->len / (2 * size) > EDGE_LIMIT) {
        wrong("found %lld bytes of edges, expected pairs of 32-bit integers, at most %lld", pairs->len, EDGE_LIMIT);
    } else if (levels->obj && levels->len != n * size) {
        wrong("found %lld bytes of levels, expected a 32-bit integer for each of %lld vertices", levels->len, n);
    } else {
        return 1;
    }
    return 0;
}

static void forget(PyObject *capsule)
{
    Graph *graph = PyCapsule_GetPointer(capsule, CAPSULE);
    if (graph) graph_free(graph);
}

static PyObject *build(int n, const int32_t *pairs, Py_ssize_t numbers, const int32_t *levels)
{
    if (!sound_pairs(pairs, numbers, n) || (levels && !sound_levels(levels, n))) return NULL;
    Graph *graph;
    Py_BEGIN_ALLOW_THREADS
    graph = graph_new(n, (int32_t)(numbers / 2), pairs, levels);
    Py_END_ALLOW_THREADS
    if (!graph) return PyErr_NoMemory();
    PyObject *capsule = PyCapsule_New(graph, CAPSULE, forget);
    if (!capsule) graph_free(graph);
    return capsule;
}

/* pgc_build(n, pairs, levels or None) -> graph */
PyObject *pgc_build(PyObject *module, PyObject *args)
{
    (void)module;
    int n;
    Py_buffer pairs = {0}, levels = {0};
    PyObject *graph = NULL;
    if (!PyArg_ParseTuple(args, "iy*z*", &n, &pairs, &levels)) return NULL;
    if (sound_sizes(n, &pairs, &levels)) {
        int32_t *own_pairs = copied(&pairs), *own_levels = levels.obj ? copied(&levels) : NULL;
        if (own_pairs && (own_levels || !levels.obj)) {
            graph = build(n, own_pairs, pairs.len / (Py_ssize_t)sizeof(int32_t), own_levels);
        } else {
            PyErr_NoMemory();
        }
        free(own_pairs);
        free(own_levels);
    }
    PyBuffer_Release(&pairs);
    if (levels.obj) PyBuffer_Release(&levels);
    return graph;
}

/* ---- scoring ---- */

/* A batch of runs to arrange. */
typedef struct {
    Graph *graph;
    int32_t *ranks;
    Py_ssize_t runs;
    Workspace workspace;
} Batch;

/* Copies and checks the ranks, and allocates working memory; 0, or -1 with an exception set. */
static int batch_init(Batch *batch, PyObject *capsule, const Py_buffer *ranks)
{
    batch->ranks = NULL;
    batch->graph = PyCapsule_GetPointer(capsule, CAPSULE);
    if (!batch->graph) return -1;
    const Py_ssize_t row = batch->graph->n * (Py_ssize_t)sizeof(int32_t), count = ranks->len / (Py_ssize_t)sizeof(int32_t);
    if (row ? ranks->len % row : ranks->len) {
        wrong("found %lld ranks, expected a multiple of the %lld vertices", count, batch->graph->n);
        return -1;
    }
    batch->runs = row ? ranks->len / row : 0;
    int32_t deepest = 0, lowest = 0;
    if ((batch->ranks = copied(ranks))) {
        for (Py_ssize_t i = 0; i < count; i++) {
            deepest = batch->ranks[i] > deepest ? batch->ranks[i] : deepest;
            lowest = batch->ranks[i] < lowest ? batch->ranks[i] : lowest;
        }
        if (lowest < 0) {
            wrong("found rank %lld, expected ranks from 1, or %lld for an absent item", lowest, 0);
        } else if (!workspace_init(&batch->workspace, batch->graph, deepest)) {
            return 0;
        } else {
            workspace_release(&batch->workspace);
            PyErr_NoMemory();
        }
    } else {
        PyErr_NoMemory();
    }
    free(batch->ranks);
    return -1;
}

static void batch_release(Batch *batch)
{
    workspace_release(&batch->workspace);
    free(batch->ranks);
}

/* pgc_ideals(graph, ranks) -> bytes: vertices as 32-bit integers, run by run */
PyObject *pgc_ideals(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *ideals = NULL;
    Py_buffer ranks;
    Batch batch;
    if (!PyArg_ParseTuple(args, "Oy*", &capsule, &ranks)) return NULL;
    if (!batch_init(&batch, capsule, &ranks)) {
        const size_t n = (size_t)batch.graph->n;
        int32_t *arranged = malloc((n * (size_t)batch.runs + 1) * sizeof(int32_t));
        if (arranged) {
            Py_BEGIN_ALLOW_THREADS
            for (size_t run = 0; run < (size_t)batch.runs; run++)
                arrange(batch.graph, batch.ranks + run * n, &batch.workspace, arranged + run * n);
            Py_END_ALLOW_THREADS
            ideals = PyBytes_FromStringAndSize((const char *)arranged, ranks.len);
        } else {
            PyErr_NoMemory();
        }
        free(arranged);
        batch_release(&batch);
    }
    PyBuffer_Release(&ranks);
    return ideals;
}

/* An item at rank a of the run and b of the ideal ranking counts from rank max(a, b) on. */
static int32_t begins(const int32_t *ideal, const int32_t *ranks, int32_t i, Py_ssize_t depth)
{
    const int32_t rank = ranks[ideal[i]];
    if (!rank || rank > depth) return 0;
    return rank > i + 1 ? rank : i + 1;
}

/* tail[k]: what an item adds if it counts from rank k on. */
static double sum_of_tails(const int32_t *ideal, const int32_t *ranks, int32_t limit, const double *tail, Py_ssize_t depth)
{
    double sum = 0;
    for (int32_t i = 0; i < limit; i++) {
        const int32_t rank = begins(ideal, ranks, i, depth);
        if (rank) sum += tail[rank];
    }
    return sum;
}

/* The same sum rank by rank, in the order of the published program of compatibility, to match its last digit.  Stops
 * when no term can change the sum any more: each term is at most its weight, and the weights fall. */
static double sum_of_ranks(const int32_t *ideal, const int32_t *ranks, int32_t limit, const double *weight,
                           Py_ssize_t depth, int32_t *fresh)
{
    double sum = 0;
    int32_t both = 0, last = 0;
    for (int32_t i = 0; i < limit; i++) {
        const int32_t rank = begins(ideal, ranks, i, depth);
        fresh[rank]++;
        last = rank > last ? rank : last;
    }
    for (Py_ssize_t rank = 1; last && rank <= depth && weight[rank] >= sum * 0x1p-54; rank++) {
        both += fresh[rank];
        sum += weight[rank] * both / (double)rank;
    }
    memset(fresh, 0, sizeof(int32_t) * ((size_t)last + 1));
    return sum;
}

/* Sums the overlaps of a batch: with a table of tails, or with weights and a count for each rank. */
typedef struct {
    const double *table;
    Py_ssize_t depth;
    int32_t *fresh;
} Summing;

static void score(Batch *batch, const Summing *by, int32_t *ideal, double *sums)
{
    const int32_t n = batch->graph->n, limit = n < by->depth ? n : (int32_t)by->depth;
    for (Py_ssize_t run = 0; run < batch->runs; run++) {
        const int32_t *ranks = batch->ranks + run * n;
        arrange(batch->graph, ranks, &batch->workspace, ideal);
        sums[run] = by->fresh ? sum_of_ranks(ideal, ranks, limit, by->table, by->depth, by->fresh)
                              : sum_of_tails(ideal, ranks, limit, by->table, by->depth);
    }
}

static PyObject *listed(const double *numbers, Py_ssize_t count)
{
    PyObject *list = PyList_New(count);
    for (Py_ssize_t i = 0; list && i < count; i++) {
        PyObject *number = PyFloat_FromDouble(numbers[i]);
        if (!number || PyList_SetItem(list, i, number)) Py_CLEAR(list);
    }
    return list;
}

static PyObject *overlaps(Batch *batch, Summing *by, int rank_by_rank)
{
    PyObject *result = NULL;
    int32_t *ideal = malloc(((size_t)batch->graph->n + 1) * sizeof(int32_t));
    double *sums = malloc(((size_t)batch->runs + 1) * sizeof(double));
    by->fresh = rank_by_rank ? calloc((size_t)by->depth + 1, sizeof(int32_t)) : NULL;
    if (ideal && sums && (by->fresh || !rank_by_rank)) {
        Py_BEGIN_ALLOW_THREADS
        score(batch, by, ideal, sums);
        Py_END_ALLOW_THREADS
        result = listed(sums, batch->runs);
    } else {
        PyErr_NoMemory();
    }
    free(by->fresh);
    free(ideal);
    free(sums);
    return result;
}

/* pgc_sums(graph, ranks, table, rank_by_rank) -> list of float, one for each run.  The table has doubles: the tails
 * to sum, or the weights of the ranks; index 0 is unused. */
PyObject *pgc_sums(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *result = NULL;
    Py_buffer ranks, table;
    Batch batch;
    int rank_by_rank;
    if (!PyArg_ParseTuple(args, "Oy*y*p", &capsule, &ranks, &table, &rank_by_rank)) return NULL;
    Summing by = {table.buf, table.len / (Py_ssize_t)sizeof(double) - 1, NULL};
    if (by.depth < 1 || by.depth > INT32_MAX) {
        wrong("found a table of %lld bytes, expected doubles, at least %lld bytes", table.len, 2 * sizeof(double));
    } else if (!batch_init(&batch, capsule, &ranks)) {
        result = overlaps(&batch, &by, rank_by_rank);
        batch_release(&batch);
    }
    PyBuffer_Release(&ranks);
    PyBuffer_Release(&table);
    return result;
}
