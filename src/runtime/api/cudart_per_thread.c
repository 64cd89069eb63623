// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The second entries of the functions that may use the default stream, for programs compiled with --default-stream=per-thread.
#include "second_entry.h"

#define AW_PER_THREAD(name, suffix, parameters, arguments) AW_SECOND_ENTRY(cudaError_t, name, suffix, parameters, arguments)
#include "per_thread.def"
#undef AW_PER_THREAD
