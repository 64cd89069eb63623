// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers of the block and the grid, steps of the warp, and the marks of our own passes.
#include "support.h"

void aw_cpu_barrier0(thread *t, site *s)
{
	services(t)->barrier(t, 0, 0, AW_CPU_BARRIER_SYNC, 0, s);
}

uint32_t aw_cpu_barrier0_popc(thread *t, uint32_t predicate, site *s)
{
	return services(t)->barrier(t, 0, 0, AW_CPU_BARRIER_COUNT, predicate != 0, s);
}

uint32_t aw_cpu_barrier0_and(thread *t, uint32_t predicate, site *s)
{
	return services(t)->barrier(t, 0, 0, AW_CPU_BARRIER_AND, predicate != 0, s);
}

uint32_t aw_cpu_barrier0_or(thread *t, uint32_t predicate, site *s)
{
	return services(t)->barrier(t, 0, 0, AW_CPU_BARRIER_OR, predicate != 0, s);
}

void aw_cpu_barrier_sync(thread *t, uint32_t id, site *s)
{
	services(t)->barrier(t, id, 0, AW_CPU_BARRIER_SYNC, 0, s);
}

void aw_cpu_barrier_sync_cnt(thread *t, uint32_t id, uint32_t count, site *s)
{
	services(t)->barrier(t, id, count, AW_CPU_BARRIER_SYNC, 0, s);
}

uint32_t aw_cpu_barrier_red_popc(thread *t, uint32_t id, uint32_t count, uint32_t predicate, site *s)
{
	return services(t)->barrier(t, id, count, AW_CPU_BARRIER_COUNT, predicate != 0, s);
}

uint32_t aw_cpu_barrier_red_and(thread *t, uint32_t id, uint32_t count, uint32_t predicate, site *s)
{
	return services(t)->barrier(t, id, count, AW_CPU_BARRIER_AND, predicate != 0, s);
}

uint32_t aw_cpu_barrier_red_or(thread *t, uint32_t id, uint32_t count, uint32_t predicate, site *s)
{
	return services(t)->barrier(t, id, count, AW_CPU_BARRIER_OR, predicate != 0, s);
}

void aw_cpu_barrier_arrive(thread *t, uint32_t id, uint32_t count, site *s)
{
	services(t)->barrier_arrive(t, id, count, s);
}

// Tiles of several warps (cooperative_groups.h).  Numbered as a heap, each of any size has a number of its own, from 1 for
// a block of 1,024 to 31 for the last tile of 64.
void aw_cpu_tile_sync(thread *t, uint32_t tile, uint32_t threads, site *s)
{
	uint32_t number = AW_CPU_MAX_THREADS / threads + tile;
	services(t)->barrier(t, AW_CPU_NAMED_BARRIERS + number, threads, AW_CPU_BARRIER_SYNC, 0, s);
}

void aw_cpu_grid_sync(thread *t, site *s)
{
	services(t)->grid_sync(t, s);
}

void aw_cpu_cluster_arrive(thread *t, site *s)
{
	services(t)->cluster_arrive(t, s);
}

void aw_cpu_cluster_wait(thread *t, site *s)
{
	services(t)->cluster_wait(t, s);
}

// Launches by kernels (device_launch.h).
int32_t aw_cpu_device_launch(thread *t, const char *kernel, const uint32_t *shape, void *stream, void **arguments, site *s)
{
	(void)s;
	return services(t)->launch(t, kernel, shape, stream, arguments);
}

int32_t aw_cpu_device_error(thread *t, int32_t clear, site *s)
{
	(void)s;
	return services(t)->last_error(t, clear != 0);
}

int32_t aw_cpu_device_query(thread *t, uint32_t what, int32_t number, void *result, site *s)
{
	(void)s;
	return services(t)->query(t, what, number, result);
}

// %current_graph_exec
uint64_t aw_cpu_current_graph_exec(thread *t, site *s)
{
	void *graph = 0;
	(void)s;
	services(t)->query(t, AW_CPU_QUERY_GRAPH, 0, &graph);
	return (uint64_t)graph;
}

// Launches of graphs.
int32_t aw_cpu_device_graph(thread *t, int32_t number, void **graph, site *s)
{
	(void)s;
	return services(t)->query(t, AW_CPU_QUERY_GRAPH_LAUNCH, number, graph);
}

// PTX's exit in a function that isn't inlined into its kernel.
void aw_cpu_exit(thread *t, site *s)
{
	(void)s;
	services(t)->exit(t);
	__builtin_unreachable();
}

void aw_cpu_step(thread *t, site *s)
{
	services(t)->step(t, s);
}

uint32_t aw_cpu_turns(thread *t)
{
	return t->turn_count;
}

void aw_cpu_turn(thread *t, uint32_t level, uint64_t turn, site *s)
{
	if (__builtin_expect(level >= AW_CPU_TURNS, 0)) {
		if (turn)
			services(t)->step(t, s);
		return;
	}
	t->turns[level].site = s;
	t->turns[level].turn = turn;
	t->turn_count = level + 1;
}

void aw_cpu_turns_end(thread *t, uint32_t level)
{
	t->turn_count = level < AW_CPU_TURNS ? level : AW_CPU_TURNS;
}

void aw_cpu_watch(thread *t, const void *address, uint64_t size, uint32_t kind, uint64_t value, site *s)
{
	services(t)->watch(t, address, size, kind, value, s);
}

void aw_cpu_bypass(thread *t, uint32_t guard)
{
	t->bypassed = guard;
	t->bypass_epoch = t->epoch;
}

void aw_cpu_spin(thread *t)
{
	if (__builtin_expect(--t->patience < 0, 0))
		services(t)->yield(t, 0);
}

// Before a clock is read in a loop: all threads of a grid may wait for time to pass, and do so best at once.
void aw_cpu_spin_time(thread *t)
{
	services(t)->yield(t, 0);
}

void aw_cpu_nanosleep(thread *t, uint32_t nanoseconds)
{
	services(t)->yield(t, nanoseconds);
}

// Fences of every scope: other workers are other cores of one coherent machine.
void aw_cpu_fence(thread *t)
{
	(void)t;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}
