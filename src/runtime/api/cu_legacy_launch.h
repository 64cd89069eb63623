// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What functions keep for launches of before CUDA 4.
#ifndef AW_RUNTIME_API_CU_LEGACY_LAUNCH_H
#define AW_RUNTIME_API_CU_LEGACY_LAUNCH_H

struct CUmod_st;

// Forgets what MODULE's functions keep: others may get their addresses.
void aw_api_legacy_launches_drop(struct CUmod_st *module);

#endif
