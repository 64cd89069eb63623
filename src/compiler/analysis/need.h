// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory inside the compiler.  LLVM ends the process when it gets no memory, so a careful way back
// beside every allocation of ours would lead nowhere: these say so and end it, too.
#ifndef AW_COMPILER_ANALYSIS_NEED_H
#define AW_COMPILER_ANALYSIS_NEED_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "../../base/log.h"

// "No such block, loop or function" in the numbers of the analyses.
#define AW_NONE UINT32_MAX

static inline void aw_need(bool had_memory)
{
	if (had_memory)
		return;
	aw_error("compiler", "out of memory");
	abort();
}

// A zeroed array of COUNT items, to be freed by free().
static inline void *aw_need_array(size_t count, size_t item_size)
{
	void *items = calloc(count ? count : 1, item_size);
	aw_need(items != NULL);
	return items;
}

#define AW_NEED_ARRAY(type, count) ((type *)aw_need_array(count, sizeof(type)))

#endif
