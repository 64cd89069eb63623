// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FNV-1a of 64 bits, the hash of Fowler, Noll and Vo: for tables and against accidents, not against intent.
#ifndef AW_BASE_FNV_H
#define AW_BASE_FNV_H

#include <stddef.h>
#include <stdint.h>

#define AW_FNV_START 0xcbf29ce484222325u

// HASH, AW_FNV_START at first, of what came before and SIZE bytes more.
static inline uint64_t aw_fnv_add(uint64_t hash, const void *data, size_t size)
{
	const unsigned char *bytes = data;
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ bytes[i]) * 0x100000001b3u;
	return hash;
}

#endif
