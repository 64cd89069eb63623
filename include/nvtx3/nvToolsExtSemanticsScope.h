// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVTX: of an entry of a schema, where it belongs.
#ifndef AW_NVTX3_NVTOOLSEXTSEMANTICSSCOPE_H
#define AW_NVTX3_NVTOOLSEXTSEMANTICSSCOPE_H

#include "nvToolsExtPayload.h"

#define NVTX_SEMANTIC_ID_SCOPE_V1 1

typedef struct nvtxSemanticsScope_v1 {
	struct nvtxSemanticsHeader_v1 header;
	uint64_t scopeId;
} nvtxSemanticsScope_t;

#endif
