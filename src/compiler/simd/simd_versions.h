// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What follows an instruction of scalar code made twice, for gangs of which a test tells something and for others.
#ifndef AW_COMPILER_SIMD_VERSIONS_H
#define AW_COMPILER_SIMD_VERSIONS_H

#include "simd.h"

#include "../analysis/uniformity.h"

struct aw_versions {
	struct aw_unit *unit;
	AW_VEC(LLVMBasicBlockRef) blocks; // what follows
	LLVMBasicBlockRef *copies;        // one for each
};

// Collects the blocks that are come to by FIRST's alone, which are done behind it; false when they can't be copied, or are more than
// MOST instructions.
bool aw_versions_collect(struct aw_versions *versions, const struct aw_uniformity *u, LLVMValueRef first, unsigned most);
bool aw_versions_have(const struct aw_versions *versions, LLVMBasicBlockRef block);
// Has what follows begin with FIRST, which was collected from, in a block of its own, the one returned.
LLVMBasicBlockRef aw_versions_split(struct aw_versions *versions, LLVMValueRef first);
// Copies what follows; where the ways of both meet there are phis.  Returns the copy of BLOCK, to which no way leads; NULL, having done
// nothing, if that is but the function's end.
LLVMBasicBlockRef aw_versions_copy(struct aw_versions *versions, LLVMBasicBlockRef block);
// What the copies have in the place of VALUE.
LLVMValueRef aw_versions_copy_of(const struct aw_versions *versions, LLVMValueRef value);
void aw_versions_finish(struct aw_versions *versions);

#endif
