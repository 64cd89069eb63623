// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of device functions for the vectorizer.
#ifndef AW_COMPILER_SIMD_CLONE_H
#define AW_COMPILER_SIMD_CLONE_H

#include "../analysis/call_graph.h"
#include "../pipeline.h"

// Makes COPY, of a device function, what the vectorizer takes, for gangs of WIDTH lanes.  False when that can't be, with
// the reason noted in *REFUSAL.
bool aw_simd_prepare_called(struct aw_unit *unit, const struct aw_call_graph *calls, LLVMValueRef copy, uint32_t width,
                            char **refusal);

#endif
