// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two compressions in fat binaries of CUDA's format: blocks of LZ4 (LZ4 Block Format Description), up to CUDA 12, and Zstandard.
#ifndef AW_FATBIN_UNPACK_H
#define AW_FATBIN_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/status.h"

// Fills the SIZE bytes at TO; false when that isn't what FROM holds.
bool aw_unpack_lz4(const void *from, size_t from_size, char *to, size_t size);

// The same by the system's libzstd.  AW_NOT_SUPPORTED without it, AW_INVALID_KERNEL_IMAGE for damaged data.
aw_status aw_unpack_zstd(const void *from, size_t from_size, char *to, size_t size);

#endif
