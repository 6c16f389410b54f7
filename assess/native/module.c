/* assess._native: the inner loops, compiled.
 *
 * Built with the limited API (one binary for every CPython from 3.11 on) when a compiler is there;
 * pure-Python versions of the same functions take over when it is not. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "assess._native", "Compiled inner loops.", 0, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__native(void)
{
    return PyModuleDef_Init(&definition);
}
