// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stacks come in slabs of one mapping each: guard page, stack, guard page, stack, ...  The tops of
// neighbouring stacks are shifted against each other by a few cache lines, for otherwise the frames of
// the 32 lanes of a warp, all equally far from the ends of pages, would fight for the same cache sets.
//
// A guard page made by mprotect splits a mapping, and Linux allows 65,530 mappings in a process.  Since
// Linux 6.13 there are guards that don't (MADV_GUARD_INSTALL).  On older ones the first GUARDS stacks of
// the process have guards, and those of machines with so many cores that they need more have none.
#include "cpu_stack.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../../base/log.h"

enum { STACKS_OF_SLAB = 32, COLOURS = 16, COLOUR_STEP = 192, KEPT_STACKS = 64, GUARDS = 24 * 1024 };
enum { GUARD_INSTALL = 102 }; // MADV_GUARD_INSTALL, not yet in Debian 12's headers

static _Atomic int guards = GUARDS; // that may still be made by mprotect

struct aw_cpu_stack_slab {
	struct aw_cpu_stack_slab *next;
	char *base;
	size_t size;
	enum guard { NO_GUARDS, BY_ADVICE, BY_PROTECTION } guard;
	struct aw_cpu_stack stacks[STACKS_OF_SLAB];
};

static size_t page_size(void)
{
	static size_t size;
	if (!size)
		size = (size_t)sysconf(_SC_PAGESIZE);
	return size;
}

void aw_cpu_stack_pool_init(struct aw_cpu_stack_pool *pool, size_t stack_size)
{
	size_t page = page_size();
	*pool = (struct aw_cpu_stack_pool){ .stack_size = (stack_size + page - 1) / page * page };
}

void aw_cpu_stack_pool_finish(struct aw_cpu_stack_pool *pool)
{
	for (struct aw_cpu_stack_slab *slab = pool->slabs, *next; slab; slab = next) {
		next = slab->next;
		if (slab->guard == BY_PROTECTION)
			atomic_fetch_add(&guards, STACKS_OF_SLAB);
		munmap(slab->base, slab->size);
		free(slab);
	}
	*pool = (struct aw_cpu_stack_pool){ .stack_size = pool->stack_size };
}

// Emulators (qemu-user) say yes to advice that they don't know and do nothing.
static bool takes_advice(char *base)
{
	enum { NO_ADVICE = 9999 };
	return madvise(base, page_size(), NO_ADVICE) != 0;
}

static enum guard make_guards(char *base, size_t stride)
{
	size_t page = page_size();
	unsigned made = 0;
	while (takes_advice(base) && made < STACKS_OF_SLAB && madvise(base + made * stride, page, GUARD_INSTALL) == 0)
		made++;
	if (made == STACKS_OF_SLAB)
		return BY_ADVICE;
	if (atomic_fetch_sub(&guards, STACKS_OF_SLAB) >= STACKS_OF_SLAB) {
		for (made = 0; made < STACKS_OF_SLAB && mprotect(base + made * stride, page, PROT_NONE) == 0;)
			made++;
		if (made == STACKS_OF_SLAB)
			return BY_PROTECTION;
		mprotect(base, made * stride, PROT_READ | PROT_WRITE);
	}
	atomic_fetch_add(&guards, STACKS_OF_SLAB);
	aw_info("cpu", "no guard pages for more stacks: overflows of these go unnoticed");
	return NO_GUARDS;
}

static bool grow(struct aw_cpu_stack_pool *pool)
{
	if (pool->count + STACKS_OF_SLAB > AW_CPU_STACK_LIMIT)
		return false;
	struct aw_cpu_stack_slab *slab = malloc(sizeof(*slab));
	if (!slab)
		return false;
	size_t page = page_size(), stride = page + pool->stack_size;
	slab->size = stride * STACKS_OF_SLAB;
	slab->base = mmap(NULL, slab->size, PROT_READ | PROT_WRITE,
	                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
	if (slab->base == MAP_FAILED) {
		free(slab);
		return false;
	}
	slab->guard = make_guards(slab->base, stride);
	for (unsigned i = STACKS_OF_SLAB; i-- > 0;) {
		char *guard = slab->base + i * stride;
		char *top = guard + stride - (pool->count + i) % COLOURS * COLOUR_STEP;
		slab->stacks[i] = (struct aw_cpu_stack){ .next = pool->free, .low = guard + page, .high = guard + stride, .top = top };
		pool->free = &slab->stacks[i];
	}
	pool->count += STACKS_OF_SLAB;
	if (!pool->low || slab->base < pool->low)
		pool->low = slab->base;
	if (slab->base + slab->size > pool->high)
		pool->high = slab->base + slab->size;
	slab->next = pool->slabs;
	pool->slabs = slab;
	return true;
}

struct aw_cpu_stack *aw_cpu_stack_take(struct aw_cpu_stack_pool *pool)
{
	if (!pool->free && !grow(pool))
		return NULL;
	struct aw_cpu_stack *stack = pool->free;
	pool->free = stack->next;
	if (++pool->out > pool->used_since_trim)
		pool->used_since_trim = pool->out;
	return stack;
}

void aw_cpu_stack_give(struct aw_cpu_stack_pool *pool, struct aw_cpu_stack *stack)
{
	assert(pool->out > 0);
	pool->out--;
	stack->next = pool->free;
	pool->free = stack;
}

void aw_cpu_stack_trim(struct aw_cpu_stack_pool *pool)
{
	if (pool->used_since_trim <= KEPT_STACKS || pool->out > 0)
		return;
	for (struct aw_cpu_stack_slab *slab = pool->slabs; slab; slab = slab->next)
		madvise(slab->base, slab->size, MADV_DONTNEED); // guards of either kind stay
	pool->used_since_trim = 0;
}

const struct aw_cpu_stack *aw_cpu_stack_guarding(const struct aw_cpu_stack_pool *pool, const void *address)
{
	const char *place = address;
	size_t page = page_size();
	for (const struct aw_cpu_stack_slab *slab = pool->slabs; slab; slab = slab->next) {
		if (slab->guard == NO_GUARDS || place < slab->base || place >= slab->base + slab->size)
			continue;
		size_t stride = page + pool->stack_size, offset = (size_t)(place - slab->base);
		return offset % stride < page ? &slab->stacks[offset / stride] : NULL;
	}
	return NULL;
}

bool aw_cpu_stack_holds(const struct aw_cpu_stack_pool *pool, const void *address)
{
	const char *place = address;
	if (place < pool->low || place >= pool->high)
		return false;
	for (const struct aw_cpu_stack_slab *slab = pool->slabs; slab; slab = slab->next)
		if (place >= slab->base && place < slab->base + slab->size)
			return true;
	return false;
}

void *aw_cpu_stack_prepare(struct aw_cpu_stack *stack, void (*function)(void *), void *argument)
{
#if defined(__x86_64__)
	// After `ret` into aw_cpu_switch_start the stack pointer must be a multiple of 16.
	uint64_t *frame = (uint64_t *)(stack->top - 16) - 7;
	frame[0] = frame[1] = 0;          // r15, r14
	frame[2] = (uintptr_t)argument;   // r13
	frame[3] = (uintptr_t)function;   // r12
	frame[4] = frame[5] = 0;          // rbx, rbp
	frame[6] = (uintptr_t)aw_cpu_switch_start;
#elif defined(__aarch64__)
	uint64_t *frame = (uint64_t *)(stack->top - 16) - 22, control;
	memset(frame, 0, 176);
	__asm__("mrs %0, fpcr" : "=r"(control));
	frame[0] = (uintptr_t)function;             // x19
	frame[1] = (uintptr_t)argument;             // x20
	frame[11] = (uintptr_t)aw_cpu_switch_start; // x30
	frame[20] = control;
#else
#error "no context switch for this processor"
#endif
	return frame;
}
