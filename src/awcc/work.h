// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The work of one call that must be cleaned up whatever happens: the directory of intermediate files
// and the running children.  SIGINT, SIGTERM and SIGHUP stop the children, remove the directory and
// end the program as the signal would have.
#ifndef AW_AWCC_WORK_H
#define AW_AWCC_WORK_H

#include <stdbool.h>

#include "../base/status.h"
#include "text.h"

// Starts watching for signals; before any other thread is made.
void aw_work_start(void);

// The directory of intermediate files: KEEP_DIR when they are to be kept (made when it isn't there),
// else a temporary one.  NULL when it can't be made; the user has been told.
const char *aw_work_directory(const char *keep_dir);

// A name for it that no file has, for --dryrun.
const char *aw_work_directory_name(const char *keep_dir);

void aw_work_finish(void);

// Starts COMMAND; its messages go to the file ERRORS, or to our stderr when that is NULL.
aw_status aw_work_spawn(const struct aw_words *command, const char *errors, int *child);
// Waits until CHILD has ended; *CODE is its exit code, or 128 + signal.
void aw_work_wait(int child, int *code);
// Whether CHILD has ended; then *CODE is set.
bool aw_work_poll(int child, int *code);
// Ends CHILD and waits for it.
void aw_work_stop(int child);

#endif
