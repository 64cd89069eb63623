// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results that are dear to make, kept on disk between runs: a folder of files, each named by the SHA-256 of all
// that its content was made of.  Any number of processes and threads use it at once.
//
// ANYWARP_CACHE_DIR names the folder, or is "off"; unset: $XDG_CACHE_HOME/anywarp or ~/.cache/anywarp.
// ANYWARP_CACHE_SIZE is its most size in MiB.
#ifndef AW_BASE_CACHE_H
#define AW_BASE_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "sha256.h"

// Whether what is put there will be found: the cache is on and its folder can be written.
bool aw_cache_is_there(void);

// New memory for what was put under KEY; false when there is nothing, or the cache is off.
bool aw_cache_get(const unsigned char key[AW_SHA256_SIZE], char **data, size_t *size);

// Keeps a copy of DATA; what was not used for longest makes room for it.  A cache that can't be written is
// no error: the result is then made again.
void aw_cache_put(const unsigned char key[AW_SHA256_SIZE], const void *data, size_t size);

#endif
