/* From the bytes of a run file to a run_file with every line checked. */
#ifndef ASSESS_RUNS_H
#define ASSESS_RUNS_H

#include "native.h"
#include "run_file.h"

/* Parses, checks and groups the file; the caller sorts it. Needs the GIL, and releases it while working. */
outcome load_run(run_file *run, PyObject *data, int by_rank);

/* What a reader returns for a file that it could not read: None, or MemoryError. */
PyObject *give_up(outcome reason);

PyObject *name_to_str(const name *text);

#endif
