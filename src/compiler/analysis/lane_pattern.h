// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that differ from lane to lane by constants.
#ifndef AW_COMPILER_ANALYSIS_LANE_PATTERN_H
#define AW_COMPILER_ANALYSIS_LANE_PATTERN_H

#include "uniformity.h"

struct aw_lane_pattern {
	int64_t offsets[AW_CPU_WARP_SIZE]; // lane i's value is lane 0's and this, modulo 2^bits
	int64_t rest;                      // lane 0's is this and a multiple of 2^aligned; 64: it is this
	unsigned aligned;                  // of an address: as if what its steps begin at were a multiple of all
};

// Finds how the integer or pointer VALUE goes where all lanes run; false when it isn't known.
bool aw_lane_pattern_find(const struct aw_uniformity *uniformity, LLVMValueRef value, struct aw_lane_pattern *pattern);

#endif
