// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clusters of blocks (CUDA C++ Programming Guide, "Thread Block Clusters"; PTX ISA, "barrier.cluster").  The blocks of a
// cluster are opened together on one multiprocessor, which runs them in turns.  So everything about a cluster belongs to
// one host thread: its barrier needs no atomic operations, and its shared memory ("Distributed Shared Memory") is plain
// memory, one mapping with the blocks' parts at equal distances, so that an address in one block's part leads to that of any
// other by a multiplication (support_context.c).
//
// The barrier has two halves.  A thread that arrives is counted for the turn that is under way; when all that have not left
// are counted, the turn is over.  A thread that waits goes on when the turn for which it was counted is over.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cpu_block.h"
#include "cpu_queue.h"

// --- memory ---

// Of AW_CPU_KERNEL_WINDOW.  The parts of a cluster's blocks are aligned as far as programs align arrays.
#define WINDOW ((size_t)1 << 32)
#define WINDOW_STRIDE ((size_t)256 << 10)

// SIZE bytes without access, of which the one behind the first LEAD lies at a multiple of UNIT.
static char *map_at_multiple(size_t size, size_t lead, size_t unit)
{
	size_t whole = size + (unit > 1 ? unit : 0);
	char *map = mmap(NULL, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (map == MAP_FAILED)
		return NULL;
	char *begin = (char *)aw_cpu_round_up((uintptr_t)map + lead, unit) - lead;
	if (begin > map)
		munmap(map, (size_t)(begin - map));
	if (begin + size < map + whole)
		munmap(begin + size, (size_t)(map + whole - (begin + size)));
	return begin;
}

bool aw_cpu_cluster_reserve(struct cpu_cluster *cluster, size_t size, bool window)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), room = aw_cpu_round_up(size, page);
	size_t stride = window ? aw_cpu_round_up(room + page, WINDOW_STRIDE) : room + page, wanted = page + cluster->count * stride;
	if (cluster->map && cluster->map_size == wanted && cluster->room == room && cluster->window == window)
		return true;
	if (cluster->map)
		munmap(cluster->map, cluster->map_size);
	cluster->map_size = wanted;
	cluster->room = room;
	cluster->stride = stride;
	cluster->window = window;
	cluster->map = window ? map_at_multiple(wanted, page, WINDOW) : NULL;
	if (!cluster->map) // a window may be more than the process may have addresses
		cluster->map = map_at_multiple(wanted, page, 1);
	if (!cluster->map)
		return false;
	size_t before = window ? page : 0;
	for (uint32_t i = 0; i < cluster->count && room > 0; i++)
		if (mprotect(cluster->map + page + i * stride - before, before + room, PROT_READ | PROT_WRITE) != 0)
			return false;
	return true;
}

char *aw_cpu_cluster_shared(const struct cpu_cluster *cluster, uint32_t rank, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t distance = cluster->window ? 0 : (cluster->room - size) / AW_CPU_SHARED_ALIGNMENT * AW_CPU_SHARED_ALIGNMENT;
	return cluster->map + page + rank * cluster->stride + distance;
}

static void destroy(struct cpu_cluster *cluster)
{
	if (cluster->map)
		munmap(cluster->map, cluster->map_size);
	free(cluster);
}

void aw_cpu_cluster_finish(struct cpu_sm *sm)
{
	while (sm->spare_clusters) {
		struct cpu_cluster *cluster = sm->spare_clusters;
		sm->spare_clusters = cluster->next;
		destroy(cluster);
	}
}

// --- opening and closing ---

void aw_cpu_cluster_begin_alone(struct cpu_resident *block)
{
	struct cpu_cluster *cluster = &block->alone;
	cluster->blocks[0] = block;
	cluster->live = block->block.thread_count;
	cluster->arrived = 0;
	cluster->turn = 0;
}

// The block RANK of cluster NUMBER, as a number in the grid.
static uint64_t linear_of(const struct cpu_launch *launch, uint64_t number, uint32_t rank)
{
	const uint32_t *size = launch->cluster, *grid = launch->grid;
	uint64_t clusters[2] = { grid[0] / size[0], grid[1] / size[1] };
	uint64_t x = number % clusters[0] * size[0] + rank % size[0];
	uint64_t y = number / clusters[0] % clusters[1] * size[1] + rank / size[0] % size[1];
	uint64_t z = number / clusters[0] / clusters[1] * size[2] + rank / size[0] / size[1];
	return x + grid[0] * (y + grid[1] * z);
}

static struct cpu_cluster *take(struct cpu_sm *sm, const struct cpu_launch *launch)
{
	struct cpu_cluster *cluster = sm->spare_clusters;
	if (cluster)
		sm->spare_clusters = cluster->next;
	else if (!(cluster = calloc(1, sizeof(*cluster))))
		return NULL;
	memset(cluster->blocks, 0, sizeof(cluster->blocks));
	cluster->count = launch->unit;
	cluster->live = launch->unit * launch->block[0] * launch->block[1] * launch->block[2];
	cluster->arrived = 0;
	cluster->turn = 0;
	return cluster;
}

bool aw_cpu_cluster_open(struct cpu_sm *sm, struct cpu_task *task, uint64_t number)
{
	const struct cpu_launch *launch = &task->launch;
	struct cpu_resident *blocks[CPU_CLUSTER_BLOCKS] = { NULL }, **link = &sm->open;
	struct cpu_cluster *cluster = take(sm, launch);
	assert(launch->unit <= CPU_CLUSTER_BLOCKS);
	if (!cluster)
		return false;
	uint32_t opened = 0;
	for (; opened < launch->unit; opened++) {
		uint64_t linear = linear_of(launch, number, opened);
		if (!(blocks[opened] = aw_cpu_block_open_in(sm, task, linear, cluster, opened)))
			break;
	}
	if (opened < launch->unit) {
		cluster->blocks[opened] = NULL;
		if (opened == 0)
			destroy(cluster);
		for (uint32_t i = 0; i < opened; i++)
			aw_cpu_block_close(blocks[i]);
		return false;
	}
	while (*link)
		link = &(*link)->next;
	for (uint32_t i = 0; i < opened; i++, link = &(*link)->next)
		*link = blocks[i];
	sm->open_count += opened;
	return true;
}

void aw_cpu_cluster_close(struct cpu_resident *block)
{
	struct cpu_cluster *cluster = block->cluster;
	if (cluster == &block->alone)
		return;
	cluster->blocks[block->rank] = NULL;
	block->cluster = &block->alone;
	for (uint32_t i = 0; i < cluster->count; i++)
		if (cluster->blocks[i])
			return;
	cluster->next = block->sm->spare_clusters;
	block->sm->spare_clusters = cluster;
}

// --- the barrier ---

static void release(struct cpu_resident *block)
{
	for (unsigned i = 0; i < block->warp_count; i++) {
		struct cpu_warp *warp = &block->warps[i];
		block->ready_warps |= (uint32_t)(warp->cluster != 0) << i;
		warp->ready |= warp->cluster;
		warp->cluster = 0;
	}
	block->at_cluster = 0;
}

static void try_to_open(struct cpu_cluster *cluster)
{
	if (cluster->arrived < cluster->live)
		return;
	cluster->arrived = 0;
	cluster->turn++;
	for (uint32_t i = 0; i < cluster->count; i++)
		if (cluster->blocks[i] && cluster->blocks[i]->at_cluster)
			release(cluster->blocks[i]);
}

void aw_cpu_cluster_arrive(struct aw_cpu_thread *thread, const struct aw_cpu_site *site)
{
	struct cpu_fiber *self = aw_cpu_fiber_of(thread);
	struct cpu_resident *block = aw_cpu_block_of(self);
	struct cpu_cluster *cluster = block->cluster;
	if (block->simd) // all of its cluster; it waits as at a barrier of the block
		return;
	if (self->cluster_turn > cluster->turn) {
		self->site = site;
		aw_cpu_report_thread(block, self, "arrives twice at the barrier of its cluster without waiting there");
		aw_cpu_block_fail(block, AW_LAUNCH_FAILURE);
	}
	self->cluster_turn = cluster->turn + 1;
	if (block->watch)
		aw_cpu_watch_arrive(self, CPU_WATCH_SOME);
	cluster->arrived++;
	try_to_open(cluster);
}

void aw_cpu_cluster_wait(struct aw_cpu_thread *thread, const struct aw_cpu_site *site)
{
	struct cpu_fiber *self = aw_cpu_fiber_of(thread);
	struct cpu_resident *block = aw_cpu_block_of(self);
	if (self->cluster_turn > block->cluster->turn) {
		self->wait = CPU_AT_CLUSTER;
		self->site = site;
		aw_cpu_warp_of(self)->cluster |= aw_cpu_lane_bit(self);
		block->at_cluster++;
		aw_cpu_block_wait(self);
	}
	if (block->watch)
		aw_cpu_watch_pass(self, CPU_WATCH_SOME);
	thread->epoch++;
}

void aw_cpu_cluster_leave(struct cpu_resident *block, const struct cpu_fiber *fiber)
{
	struct cpu_cluster *cluster = block->cluster;
	cluster->live--;
	cluster->arrived -= fiber->cluster_turn > cluster->turn;
	if (cluster->arrived > 0)
		try_to_open(cluster);
}

// Whether BLOCK can't go on before another of its cluster does something.
static bool waits(const struct cpu_resident *block)
{
	if (block->ready_warps)
		return false;
	if (block->outcome == CPU_BLOCK_WAITS_GRID)
		return atomic_load(&block->task->launch.turn) <= block->grid_turn;
	if (block->outcome == CPU_BLOCK_WAITS_PHASE)
		return aw_cpu_block_waits_for_phases(block);
	return block->outcome == CPU_BLOCK_WAITS_CLUSTER;
}

bool aw_cpu_cluster_is_stuck(const struct cpu_resident *block)
{
	const struct cpu_cluster *cluster = block->cluster;
	const struct cpu_resident *told = NULL; // one with threads that wait elsewhere, if there is one
	bool held = false;
	for (uint32_t i = 0; i < cluster->count; i++) {
		const struct cpu_resident *other = cluster->blocks[i];
		if (!other || other->live == 0)
			continue;
		if (!waits(other))
			return false;
		held |= other->at_cluster > 0 || other->at_phase > 0;
		if (!told || (told->at_cluster == told->live && other->at_cluster < other->live))
			told = other;
	}
	if (held)
		aw_cpu_report_stuck(told, "threads wait for others of the cluster that will never come");
	return held;
}
