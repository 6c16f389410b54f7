/* The functions of assess._native, one file per subject; module.c lists them. */
#ifndef ASSESS_NATIVE_H
#define ASSESS_NATIVE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* pgc.c */
PyObject *pgc_build(PyObject *module, PyObject *args);
PyObject *pgc_ideals(PyObject *module, PyObject *args);
PyObject *pgc_sums(PyObject *module, PyObject *args);
/* runs.c */
PyObject *read_run(PyObject *module, PyObject *args);
/* ranks.c */
PyObject *prepare_judged(PyObject *module, PyObject *items);
PyObject *judged_ranks(PyObject *module, PyObject *args);

#endif
