// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches by kernels (CUDA C++ Programming Guide, 13, "CUDA Dynamic Parallelism").  A child's grid runs to its end inside
// the launch, on the same multiprocessor: CUDA promises only that it begins not before its launch and has ended when the
// launching grid has, so this is one of the orders that a GPU may choose, and the one that needs no memory for
// pending grids and no end of a grid that waits for others.  What a child prints comes where its launch stands.
//
// A grid for cudaStreamTailLaunch must see all that the launching grid did: it waits behind that.
#include <string.h>

#include "../../../base/os.h"
#include "../profile.h"
#include "cpu_device.h"
#include "cpu_queue.h"

enum { TAIL_LAUNCH = 3, MOST_NESTED = 24, MOST_UNPACKED = 256 };

static aw_status check(const struct cpu_function *function, const struct aw_launch *given)
{
	const struct aw_cpu_kernel *kernel = function->kernel;
	uint64_t threads = (uint64_t)given->block[0] * given->block[1] * given->block[2];
	uint64_t rows = (uint64_t)given->grid[1] * given->grid[2];
	if (threads == 0 || threads > kernel->max_threads || given->grid[0] == 0 || given->grid[0] > INT32_MAX || rows == 0 ||
	    given->grid[1] > UINT16_MAX || given->grid[2] > UINT16_MAX)
		return AW_INVALID_CONFIGURATION;
	for (int d = 0; d < 3; d++)
		if (given->cluster[d] && given->grid[d] % given->cluster[d])
			return AW_INVALID_CLUSTER_SIZE;
	return given->dynamic_shared > function->max_dynamic_shared ? AW_INVALID_CONFIGURATION : AW_OK;
}

enum { TOLD = 1 }; // a time that never is; multiprocessors may come to a tail when all of it is taken

void aw_cpu_child_begin(struct cpu_task *task)
{
	uint64_t none = 0;
	if (aw_profile_words())
		atomic_compare_exchange_strong(&task->begun, &none, aw_os_now());
}

// Not with the queue's lock held, which nvprof takes while it has its own.
void aw_cpu_child_end(struct cpu_task *task)
{
	const struct cpu_launch *launch = &task->launch;
	uint64_t begun = aw_profile_words() ? atomic_exchange(&task->begun, TOLD) : TOLD;
	struct aw_launch given = { .function = (struct aw_function *)(uintptr_t)launch->function,
		                   .dynamic_shared = launch->dynamic_shared };
	memcpy(given.grid, launch->grid, sizeof(given.grid));
	memcpy(given.block, launch->block, sizeof(given.block));
	if (begun != TOLD)
		aw_profile_child(&task->stream->base, &given, begun, aw_os_now());
}

// Runs TASK and the tails that it leaves, and gives what went wrong.
static aw_status run(struct cpu_resident *block, struct cpu_task *task)
{
	aw_status status = AW_OK;
	for (struct cpu_task *pending = task, *done; pending; aw_cpu_task_discard(done)) {
		done = pending;
		pending = done->next;
		if (status != AW_OK)
			continue;
		aw_cpu_child_begin(done);
		aw_cpu_grid_run_child(block->sm, done);
		aw_cpu_child_end(done);
		aw_cpu_print_adopt(block, done);
		status = (aw_status)atomic_load(&done->status);
		struct cpu_task **link = &done->tails;
		while (*link)
			link = &(*link)->next;
		*link = pending;
		pending = done->tails;
	}
	return status;
}

static void add_tail(struct cpu_task *parent, struct cpu_task *task)
{
	if (!parent->is_child) {
		task->is_tail = true;
		aw_cpu_task_append(parent, task);
		return;
	}
	struct cpu_task **link = &parent->tails;
	while (*link)
		link = &(*link)->next;
	*link = task;
}

// Where each parameter lies in a buffer that device code filled as the kernel's parameters lie.
static bool unpack(const struct aw_cpu_kernel *kernel, char *packed, void **places)
{
	if (kernel->parameter_count > MOST_UNPACKED)
		return false;
	for (uint32_t i = 0; i < kernel->parameter_count; i++)
		places[i] = packed + kernel->parameters[i].offset;
	return true;
}

// PACKED: the arguments are one buffer.
static aw_status launch(struct cpu_resident *block, const char *kernel, const struct aw_launch *given, bool packed, bool tail)
{
	struct aw_launch launch = *given;
	void *places[MOST_UNPACKED];
	struct aw_function *found;
	const struct aw_driver *driver = block->sm->device->base.driver;
	aw_status status = driver->module->function(block->task->launch.function->base.module, kernel, &found);
	if (status != AW_OK)
		return AW_INVALID_DEVICE_FUNCTION;
	launch.function = found;
	launch.graph = block->task->launch.graph;
	memcpy(launch.cluster, ((const struct cpu_function *)found)->kernel->cluster, sizeof(launch.cluster));
	if (packed && !unpack(((const struct cpu_function *)found)->kernel, (char *)given->arguments, places))
		return AW_INVALID_VALUE;
	launch.arguments = packed ? places : given->arguments;
	status = check((const struct cpu_function *)found, &launch);
	if (status == AW_OK && block->sm->depth >= MOST_NESTED && !tail)
		status = AW_LAUNCH_MAX_DEPTH;
	struct cpu_task *task;
	if (status == AW_OK)
		status = aw_cpu_stream_prepare(block->task->stream, &launch, &task);
	if (status != AW_OK)
		return status;
	task->is_child = block->task->is_child || !tail;
	if (tail) {
		add_tail(block->task, task);
		return AW_OK;
	}
	if ((status = run(block, task)) != AW_OK)
		aw_cpu_block_fail(block, status);
	return AW_OK;
}

int32_t aw_cpu_child_launch(struct aw_cpu_thread *thread, const char *kernel, const uint32_t *shape, void *stream,
                            void **arguments)
{
	struct cpu_fiber *self = aw_cpu_fiber_of(thread);
	struct aw_launch given = {
		.grid = { shape[0], shape[1], shape[2] },
		.block = { shape[3], shape[4], shape[5] },
		.dynamic_shared = shape[6],
		.arguments = arguments,
	};
	aw_status status = launch(aw_cpu_block_of(self), kernel, &given, shape[7] == AW_CPU_PACKED, (uintptr_t)stream == TAIL_LAUNCH);
	if (status != AW_OK)
		self->last_error = (int32_t)status;
	return (int32_t)status;
}

int32_t aw_cpu_child_last_error(struct aw_cpu_thread *thread, uint32_t clear)
{
	struct cpu_fiber *self = aw_cpu_fiber_of(thread);
	int32_t error = self->last_error;
	if (clear)
		self->last_error = AW_OK;
	return error;
}
