// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What calls that do the same to many ranges have in common: which streams take them, and parts, of which each has something of its own
// (attributes, a place).  Part k has the ranges from STARTS[k] on, up to the next part's.
#ifndef AW_RUNTIME_API_BATCH_H
#define AW_RUNTIME_API_BATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "../core/thread.h"

struct aw_batch_parts {
	const size_t *starts;
	size_t count;
};

// The legacy stream takes no batches.
static inline bool aw_batch_is_legacy(cudaStream_t stream)
{
	return (!stream && !aw_core_thread.per_thread_default) || stream == cudaStreamLegacy;
}

// Whether PARTS begin with the first of COUNT ranges, and none is empty.
static inline bool aw_batch_parts_fit(const struct aw_batch_parts *parts, size_t count)
{
	if (!parts->starts || !parts->count || parts->count > count || parts->starts[0])
		return false;
	for (size_t k = 1; k < parts->count; k++)
		if (parts->starts[k] <= parts->starts[k - 1] || parts->starts[k] >= count)
			return false;
	return true;
}

// The part that range I is of; BEFORE: that of the range before it, 0 for the first.
static inline size_t aw_batch_part(const struct aw_batch_parts *parts, size_t i, size_t before)
{
	return before + 1 < parts->count && parts->starts[before + 1] == i ? before + 1 : before;
}

#endif
