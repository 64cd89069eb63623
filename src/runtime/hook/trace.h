// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ANYWARP_TRACE=1: one line on stderr for each call of the runtime, with its result and its time.  nvprof's sums of calls.
#ifndef AW_RUNTIME_HOOK_TRACE_H
#define AW_RUNTIME_HOOK_TRACE_H

#include <stdbool.h>

#include "../../base/status.h"

extern bool aw_hook_trace_on; // either; constant once the program runs

// Around a call; calls of one thread don't nest.
void aw_hook_trace_begin(void);
void aw_hook_trace_end(const char *function, aw_status status);

#endif
