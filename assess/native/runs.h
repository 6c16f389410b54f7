/* From the bytes of a run file to a run_file with every line checked. */
#ifndef ASSESS_RUNS_H
#define ASSESS_RUNS_H

#include "native.h"
#include "run_file.h"

/* Parses, checks and groups the file; sorting is left to the caller. Needs the GIL, and lets it go meanwhile. */
outcome load_run(run_file *run, PyObject *data, int by_rank);

/* What a reader gives back for a file it has not read: None, or MemoryError. */
PyObject *give_up(outcome reason);

PyObject *name_to_str(const name *text);

#endif
