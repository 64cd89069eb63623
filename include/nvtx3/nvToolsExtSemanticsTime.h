// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVTX: of an entry of a schema, whose clock a time is of.
#ifndef AW_NVTX3_NVTOOLSEXTSEMANTICSTIME_H
#define AW_NVTX3_NVTOOLSEXTSEMANTICSTIME_H

#include "nvToolsExtPayload.h"

#define NVTX_SEMANTIC_ID_TIME_V1 2
#define NVTX_TIME_SEMANTIC_VERSION 1

typedef struct nvtxSemanticsTime_v1 {
	struct nvtxSemanticsHeader_v1 header;
	uint64_t timeDomainId;
} nvtxSemanticsTime_t;

#endif
