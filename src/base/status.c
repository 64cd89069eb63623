// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "status.h"

#include <stddef.h>

static const struct aw_status_row rows[] = {
#define AW_STATUS(name, number, runtime, driver, text) { AW_##name, runtime, driver, text },
#include "status.def"
#undef AW_STATUS
};

const struct aw_status_row *aw_status_find(int status)
{
	size_t low = 0, high = sizeof(rows) / sizeof(rows[0]);
	while (low < high) { // status.def is in ascending order; tests/unit/base checks it
		size_t middle = low + (high - low) / 2;
		if ((int)rows[middle].status == status)
			return &rows[middle];
		if ((int)rows[middle].status < status)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

const char *aw_status_text(int status)
{
	const struct aw_status_row *row = aw_status_find(status);
	return row ? row->text : "unrecognized error code";
}
