// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linked into each OpenMP peer: first touch of memory by the threads that use it.
#include <stddef.h>
#include <string.h>

void bench_touch(char *memory, size_t bytes);

void bench_touch(char *memory, size_t bytes)
{
	static const size_t page = 4096; // divides BYTES
#pragma omp parallel for schedule(static)
	for (size_t i = 0; i < bytes / page; i++)
		memset(memory + i * page, 0, page);
}
