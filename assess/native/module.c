/* assess._native: the inner loops, compiled.
 *
 * Built with the limited API (one binary for all versions of CPython since 3.11) if there is a compiler.
 * Otherwise, pure-Python versions of the same functions are used. */
#include "native.h"

static PyMethodDef methods[] = {
    {"pgc_build", pgc_build, METH_VARARGS, "pgc_build(n, pairs, levels): a graph prepared for scoring."},
    {"pgc_ideals", pgc_ideals, METH_VARARGS, "pgc_ideals(graph, ranks): ideal rankings, run by run."},
    {"pgc_sums", pgc_sums, METH_VARARGS, "pgc_sums(graph, ranks, table, rank_by_rank): run by run."},
    {"read_run", read_run, METH_VARARGS, "The rankings of a run file, or None when it needs a closer look."},
    {"prepare_judged", prepare_judged, METH_O, "The judged items of each topic, ready to be looked up."},
    {"judged_ranks", judged_ranks, METH_VARARGS, "The places of judged items in a run file, or None."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "assess._native", "Compiled inner loops.", 0, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__native(void)
{
    return PyModuleDef_Init(&definition);
}
