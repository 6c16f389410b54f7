/* The functions of assess._native, each in the file of its subject. */
#ifndef ASSESS_NATIVE_H
#define ASSESS_NATIVE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* pgc.c */
PyObject *pgc_build(PyObject *module, PyObject *args);
PyObject *pgc_ideals(PyObject *module, PyObject *args);
PyObject *pgc_overlaps(PyObject *module, PyObject *args);

#endif
