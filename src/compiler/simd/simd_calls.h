// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that stay calls in the forms of a kernel.
#ifndef AW_COMPILER_SIMD_CALLS_H
#define AW_COMPILER_SIMD_CALLS_H

#include "../analysis/call_graph.h"
#include "../pipeline.h"

// Whether FUNCTION calls itself, directly or through others.
bool aw_simd_stays_function(const struct aw_call_graph *calls, LLVMValueRef function);

// Whether FUNCTION, which is of the device library, is to be inlined where a kernel has few calls of it.
bool aw_simd_wants_few(LLVMValueRef function);

// Where a function that KERNEL may call as it is waits for others or prints; NULL: nowhere.  *INLINED: it is called through pointers only,
// and no obstacle where these turn out to be known and it is inlined after all.
LLVMValueRef aw_simd_find_meeting(const struct aw_call_graph *calls, LLVMValueRef kernel, bool *inlined);

// Makes direct calls of FUNCTION's calls through pointers: of functions that take the pointer before the arguments.
void aw_simd_wrap_pointer_calls(struct aw_unit *unit, LLVMValueRef function);
// Whether FUNCTION is one of these.
bool aw_simd_is_pointer_call(LLVMValueRef function);

#endif
