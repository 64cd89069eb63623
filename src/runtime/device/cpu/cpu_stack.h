// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stacks for CUDA threads, and the switch between them.  A pool belongs to one multiprocessor and is
// used by one host thread at a time, so it needs no lock.
#ifndef AW_DEVICE_CPU_STACK_H
#define AW_DEVICE_CPU_STACK_H

#include <stdbool.h>
#include <stddef.h>

struct aw_cpu_stack {
	struct aw_cpu_stack *next; // in the free list
	char *low;                 // lowest usable byte; a guard page lies below
	char *high;                // one past the highest usable byte
	char *top;                 // where frames begin: each stack of a slab elsewhere in its pages
};

struct aw_cpu_stack_slab;

struct aw_cpu_stack_pool {
	struct aw_cpu_stack *free;
	struct aw_cpu_stack_slab *slabs;
	char *low, *high;  // all slabs lie between
	size_t stack_size; // usable bytes of each stack, a multiple of the page size
	size_t count;      // stacks in all
	size_t used_since_trim; // most stacks that were out at once since the last trim
	size_t out;
};

// The most stacks of one pool: each is two mappings, and Linux allows 65,530 in a process.
#define AW_CPU_STACK_LIMIT 16384u

void aw_cpu_stack_pool_init(struct aw_cpu_stack_pool *pool, size_t stack_size);
void aw_cpu_stack_pool_finish(struct aw_cpu_stack_pool *pool);

// A stack, or NULL without memory.
struct aw_cpu_stack *aw_cpu_stack_take(struct aw_cpu_stack_pool *pool);
// A stack may be given back by the thread that still runs on it, if it then switches away for good.
void aw_cpu_stack_give(struct aw_cpu_stack_pool *pool, struct aw_cpu_stack *stack);

// Gives the memory of stacks back to the system when many were used; no stack may be out.
void aw_cpu_stack_trim(struct aw_cpu_stack_pool *pool);

// The stack whose guard page holds ADDRESS, or NULL.
const struct aw_cpu_stack *aw_cpu_stack_guarding(const struct aw_cpu_stack_pool *pool, const void *address);
// Whether ADDRESS lies on one of the pool's stacks.
bool aw_cpu_stack_holds(const struct aw_cpu_stack_pool *pool, const void *address);

// A context that, when switched to, calls FUNCTION(ARGUMENT) at the top of STACK.
void *aw_cpu_stack_prepare(struct aw_cpu_stack *stack, void (*function)(void *), void *argument);

// Saves the running context in *SAVE and goes on with LOAD (cpu_switch_*.S).
void aw_cpu_switch(void **save, void *load);
void aw_cpu_switch_start(void);

#endif
