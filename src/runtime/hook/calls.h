// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// memcheck's report of calls that fail (Compute Sanitizer User Manual, "CUDA API error checking").
#ifndef AW_RUNTIME_HOOK_CALLS_H
#define AW_RUNTIME_HOOK_CALLS_H

#include "../../base/status.h"

enum aw_hook_interface { AW_HOOK_RUNTIME, AW_HOOK_DRIVER };

// FUNCTION gives the error STATUS, which is told of where ANYWARP_SANITIZE asks for that.
void aw_hook_call_failed(const char *function, aw_status status, enum aw_hook_interface interface);

#endif
