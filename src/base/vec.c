// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vec.h"

#include <stdint.h>

bool aw_vec_reserve_bytes(void **items, size_t *capacity, size_t wanted, size_t item_size)
{
	if (wanted <= *capacity)
		return true;
	size_t larger = *capacity ? *capacity * 2 : 8;
	if (larger < wanted)
		larger = wanted;
	if (larger > SIZE_MAX / item_size)
		return false;
	void *grown = realloc(*items, larger * item_size);
	if (!grown)
		return false;
	*items = grown;
	*capacity = larger;
	return true;
}
