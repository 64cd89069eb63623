// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory: address spaces, the device heap, block operations, asynchronous copies (which are done at once:
// waiting for them then has nothing to wait for).
#include "support.h"

static inline bool lies_in(thread *t, const void *address, uint32_t space)
{
	return services(t)->address_space(t, address) == space;
}

// Parameters of the kernel, 4, are in the window of global memory (PTX ISA, "isspacep").
bool aw_cpu_isspacep_param(thread *t, const void *address) { return lies_in(t, address, 4); }
bool aw_cpu_isspacep_global(thread *t, const void *address) { return lies_in(t, address, 0) || aw_cpu_isspacep_param(t, address); }
bool aw_cpu_isspacep_shared(thread *t, const char *address)
{
	const struct aw_cpu_block *block = t->block;
	return address >= block->shared && address < block->dynamic_shared + block->dynamic_shared_size;
}
bool aw_cpu_isspacep_shared_cluster(thread *t, const char *address)
{
	if (aw_cpu_isspacep_shared(t, address))
		return true;
	uint64_t blocks = t->block->in_cluster ? aw_cpu_cluster_nctarank(t) : 0;
	return (uint64_t)(address - t->block->cluster_shared) < blocks * t->block->cluster_stride;
}
bool aw_cpu_isspacep_local(thread *t, const void *address) { return lies_in(t, address, 2); }
bool aw_cpu_isspacep_const(thread *t, const void *address) { return lies_in(t, address, 3); }

void *aw_cpu_malloc(thread *t, uint64_t size) { return services(t)->allocate(t, size, 16); }
void *aw_cpu_aligned_malloc(thread *t, uint64_t size, uint64_t alignment) { return services(t)->allocate(t, size, alignment); }
void aw_cpu_free(thread *t, void *address) { services(t)->release(t, address); }

void *aw_cpu_memcpy(thread *t, void *target, const void *source, uint64_t size)
{
	(void)t;
	return __builtin_memcpy(target, source, size);
}

void *aw_cpu_memmove(thread *t, void *target, const void *source, uint64_t size)
{
	(void)t;
	return __builtin_memmove(target, source, size);
}

void *aw_cpu_memset(thread *t, void *target, int value, uint64_t size)
{
	(void)t;
	return __builtin_memset(target, value, size);
}

int aw_cpu_memcmp(thread *t, const void *a, const void *b, uint64_t size)
{
	(void)t;
	return __builtin_memcmp(a, b, size);
}

uint64_t aw_cpu_strlen(thread *t, const char *text)
{
	(void)t;
	return __builtin_strlen(text);
}

// --- cp.async: _s forms give the bytes to read, the rest of the target is set to zero ---

#define COPY_ASYNC(size) \
	void aw_cpu_cp_async_##size(thread *t, void *target, const void *source) \
	{ \
		(void)t; \
		__builtin_memcpy(__builtin_assume_aligned(target, size), __builtin_assume_aligned(source, size), size); \
	} \
	void aw_cpu_cp_async_##size##_s(thread *t, void *target, const void *source, uint32_t bytes) \
	{ \
		(void)t; \
		char whole[size] = { 0 }; \
		for (uint32_t i = 0; i < bytes && i < size; i++) \
			whole[i] = ((const char *)source)[i]; \
		__builtin_memcpy(target, whole, size); \
	}

COPY_ASYNC(4)
COPY_ASYNC(8)
COPY_ASYNC(16)

void aw_cpu_cp_async_commit_group(thread *t) { (void)t; }
void aw_cpu_cp_async_wait_group(thread *t, uint32_t pending) { (void)t, (void)pending; }
void aw_cpu_cp_async_wait_all(thread *t) { (void)t; }
