// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stream operations: each makes a task and submits it.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../../../base/log.h"
#include "../check.h"
#include "../check_kernels.h"
#include "cpu_device.h"
#include "cpu_queue.h"

// Copies and fills up to this size are done by the caller when the stream is idle.
enum { SHORT_TRANSFER = 256 * 1024, LARGEST_STAGED = 64 * 1024 };

static struct cpu_stream *of(struct aw_stream *stream)
{
	return (struct cpu_stream *)stream;
}

static aw_status create(struct aw_device *device, enum aw_stream_kind kind, int priority, struct aw_stream **stream)
{
	struct cpu_stream *made = calloc(1, sizeof(*made));
	if (!made)
		return AW_NO_MEMORY;
	made->base.device = device;
	made->kind = kind;
	made->priority = priority;
	aw_cpu_queue_add_stream(made);
	*stream = &made->base;
	return AW_OK;
}

static void destroy(struct aw_stream *stream)
{
	aw_cpu_queue_remove_stream(of(stream));
}

// --- launch ---

static aw_status pack_parameters(struct cpu_launch *launch, const struct aw_launch *given)
{
	const struct aw_cpu_kernel *kernel = launch->function->kernel;
	size_t size = kernel->parameter_size;
	if (given->packed && given->packed_size < size)
		return AW_INVALID_VALUE;
	uintptr_t room = (uintptr_t)launch->inline_parameters;
	launch->parameters = launch->inline_parameters + (-room & (CPU_PARAMETER_ALIGNMENT - 1));
	launch->own_parameters = size > CPU_INLINE_PARAMETERS;
	if (launch->own_parameters && posix_memalign(&launch->parameters, CPU_PARAMETER_ALIGNMENT, size) != 0) {
		launch->parameters = NULL;
		return AW_NO_MEMORY;
	}
	if (given->packed) {
		memcpy(launch->parameters, given->packed, size);
		return AW_OK;
	}
	for (uint32_t i = 0; i < kernel->parameter_count; i++)
		memcpy((char *)launch->parameters + kernel->parameters[i].offset, given->arguments[i], kernel->parameters[i].size);
	return AW_OK;
}

// Whether gangs whose lanes are blocks fit; a few blocks are as fast one by one.
static bool fits_across(const struct aw_cpu_kernel *kernel, const struct aw_cpu_variant *variant, const struct aw_launch *given)
{
	const uint32_t others = AW_CPU_KERNEL_SPINS | AW_CPU_KERNEL_GRID_SYNC | AW_CPU_KERNEL_CLUSTER | AW_CPU_KERNEL_WINDOW;
	return given->block[0] == 1 && given->grid[0] >= variant->width && !given->cooperative && !(kernel->flags & others);
}

// The integer or pointer that PARAMETER is in this launch; false: it isn't given, or none.
static bool read_argument(const struct aw_cpu_kernel *kernel, uint32_t parameter, const struct aw_launch *given, uint64_t *value)
{
	*value = 0;
	assert(parameter < kernel->parameter_count);
	uint32_t offset = kernel->parameters[parameter].offset, size = kernel->parameters[parameter].size;
	if (size > sizeof(*value) || (given->packed && given->packed_size < offset + size))
		return false;
	memcpy(value, given->packed ? (const char *)given->packed + offset : given->arguments[parameter], size);
	return true; // the least byte comes first on all processors that there are levels for
}

enum { MOST_ARRAYS = 16 };

// The pointers that a launch was given for a variant's arrays, those that it writes first.
struct given_arrays {
	const struct aw_cpu_variant *variant;
	uint64_t places[MOST_ARRAYS];
	uint32_t count, written;
};

static bool take_arrays(const struct aw_cpu_kernel *kernel, uint32_t parameters, const struct aw_launch *given, struct given_arrays *arrays)
{
	for (; parameters; parameters &= parameters - 1)
		if (arrays->count == MOST_ARRAYS ||
		    !read_argument(kernel, (uint32_t)__builtin_ctz(parameters), given, &arrays->places[arrays->count++]))
			return false;
	return true;
}

// Whether each array that is written is an allocation into which no other leads.
static bool are_apart(const struct given_arrays *arrays)
{
	for (uint32_t i = 0; i < arrays->written; i++) {
		uint64_t begin = arrays->places[i], size = aw_cpu_memory_size_at((const void *)(uintptr_t)begin);
		if (!size)
			return false;
		for (uint32_t k = 0; k < arrays->count; k++)
			if (k != i && arrays->places[k] - begin < size)
				return false;
	}
	return true;
}

// The same of VARIANT's arrays in this launch.  A thread's last answer holds for as long as allocations stay.
static bool has_arrays_apart(const struct aw_cpu_kernel *kernel, const struct aw_cpu_variant *variant, const struct aw_launch *given)
{
	static _Thread_local struct {
		struct given_arrays arrays;
		uint64_t changes;
		bool apart;
	} last;
	struct given_arrays arrays = { .variant = variant };
	uint64_t changes = aw_cpu_memory_changes();
	if (!take_arrays(kernel, variant->written, given, &arrays))
		return false;
	arrays.written = arrays.count;
	if (!take_arrays(kernel, variant->read, given, &arrays))
		return false;
	if (last.changes != changes || memcmp(&last.arrays, &arrays, sizeof(arrays)) != 0) {
		last.apart = are_apart(&arrays);
		last.arrays = arrays;
		last.changes = changes;
	}
	return last.apart;
}

static bool fits_arguments(const struct aw_cpu_kernel *kernel, const struct aw_cpu_variant *variant, const struct aw_launch *given)
{
	uint64_t value;
	for (uint32_t ones = variant->ones; ones; ones &= ones - 1)
		if (!read_argument(kernel, (uint32_t)__builtin_ctz(ones), given, &value) || value != 1)
			return false;
	return !variant->written || has_arrays_apart(kernel, variant, given);
}

static bool fits_geometry(const struct aw_cpu_kernel *kernel, const struct aw_cpu_variant *variant, const struct aw_launch *given)
{
	for (int d = 0; d < 3 && variant->strategy == AW_CPU_SIMD; d++)
		if ((uint64_t)given->grid[d] * given->block[d] > AW_CPU_MOST_THREADS)
			return false;
	if ((variant->flags & AW_CPU_VARIANT_AGREED) && aw_cpu_barriers_pass())
		return false;
	if ((variant->flags & AW_CPU_VARIANT_IN_ROW) && (given->block[1] != 1 || given->block[2] != 1))
		return false;
	if (((variant->flags & AW_CPU_VARIANT_PLANE) && given->block[2] != 1) || (variant->block_x && variant->block_x != given->block[0]))
		return false;
	if (variant->flags & AW_CPU_VARIANT_ACROSS)
		return fits_across(kernel, variant, given);
	switch (variant->geometry) {
	case AW_CPU_GEOMETRY_ANY:
	case AW_CPU_GEOMETRY_ROWS:
	case AW_CPU_GEOMETRY_PACKED: return true;
	case AW_CPU_GEOMETRY_FULL: return given->block[0] % variant->width == 0;
	case AW_CPU_GEOMETRY_ROW: return given->block[1] == 1 && given->block[2] == 1;
	default: return false;
	}
}

// ANYWARP_STRATEGY=fiber|simd; 0 when the device may choose.
static uint32_t wanted_strategy(void)
{
	static _Atomic int known = -1;
	int strategy = atomic_load_explicit(&known, memory_order_relaxed);
	if (strategy < 0) {
		const char *name = getenv("ANYWARP_STRATEGY");
		strategy = !name ? 0 : strcmp(name, "fiber") == 0 ? AW_CPU_FIBER : strcmp(name, "simd") == 0 ? AW_CPU_SIMD : 0;
		atomic_store_explicit(&known, strategy, memory_order_relaxed);
	}
	return (uint32_t)strategy;
}

static uint64_t blocks_of(const unsigned size[3])
{
	return (uint64_t)size[0] * size[1] * size[2];
}

// Whether the blocks of a cluster have to be resident together.
static bool in_step(const struct aw_cpu_kernel *kernel, const struct aw_launch *given)
{
	return given->cluster[0] && blocks_of(given->cluster) > 1 && (kernel->flags & AW_CPU_KERNEL_CLUSTER);
}

// How many gangs of VARIANT a block is.
static uint64_t gangs_of(const struct aw_cpu_variant *variant, const struct aw_launch *given)
{
	return ((uint64_t)given->block[0] + variant->width - 1) / variant->width * given->block[1] * given->block[2];
}

// GIVEN as VARIANT sees it: itself, or *TURNED.
static const struct aw_launch *seen_by(const struct aw_cpu_variant *variant, const struct aw_launch *given, struct aw_launch *turned)
{
	if (!(variant->flags & AW_CPU_VARIANT_TURNED))
		return given;
	*turned = *given;
	aw_cpu_exchange_axes(turned->grid);
	aw_cpu_exchange_axes(turned->block);
	return turned;
}

// The first variant that fits; the compiler lists the better ones first.  ONE: that runs one block.  TRIED: the entries of others that
// may be faster, or NULL.
static const struct aw_cpu_variant *choose_variant(const struct aw_cpu_kernel *kernel, const struct aw_launch *given, bool one,
                                                   const void *tried[CPU_TRIED])
{
	uint32_t wanted = in_step(kernel, given) ? AW_CPU_FIBER : wanted_strategy();
	const struct aw_cpu_variant *fallback = NULL;
	struct aw_launch turned;
	memset(tried, 0, CPU_TRIED * sizeof(*tried));
	for (uint32_t i = 0; i < kernel->variant_count; i++) {
		const struct aw_cpu_variant *variant = &kernel->variants[i];
		bool fits = fits_geometry(kernel, variant, seen_by(variant, given, &turned)) && fits_arguments(kernel, variant, given);
		if (!fits || (one && (variant->flags & AW_CPU_VARIANT_ACROSS)))
			continue;
		if (variant->flags & AW_CPU_VARIANT_TRIED) {
			tried[variant->width == 1 ? CPU_TRIED_SINGLE : CPU_TRIED_REFILLED] = variant->entry;
			continue;
		}
		if (!wanted || variant->strategy == wanted)
			return variant;
		if (!fallback)
			fallback = variant;
	}
	return fallback;
}

// How many of COUNT gangs, the grid's, are a fair part for one of the spans of VARIANT: the multiprocessors have enough of them to share
// the work well.
static uint64_t fair_gangs(const struct aw_cpu_variant *variant, uint64_t count, unsigned multiprocessors)
{
	enum { SPANS_EACH = 32, FEW_EACH = 4 };
	bool keeps = variant->span_gangs < AW_CPU_SPAN_MOST;
	return count / multiprocessors / (keeps ? FEW_EACH : SPANS_EACH);
}

// How many gangs, COUNT of which make up the grid, may be in a span of VARIANT.  It is the longer the better for the walk through memory,
// as long as what they keep stays in the caches.
static uint64_t most_gangs(const struct aw_cpu_variant *variant, uint64_t count, unsigned multiprocessors)
{
	enum { SHORT = 1024, LEAST = 64 };
	uint64_t least = variant->span_gangs < AW_CPU_SPAN_MOST ? LEAST : SHORT, fair = fair_gangs(variant, count, multiprocessors);
	return fair < least ? least : fair < variant->span_gangs ? fair : variant->span_gangs;
}

// How many blocks, each with SHARED bytes of shared memory, a call of VARIANT's entry is to run at most in a row of the grid.
static uint32_t choose_span(const struct aw_cpu_variant *variant, const struct aw_launch *given, unsigned multiprocessors, uint64_t shared)
{
	enum { MOST_SHARED = 256 << 10 }; // it stays in the second cache, too
	if (!(variant->flags & AW_CPU_VARIANT_SPAN))
		return 0;
	uint64_t gangs = gangs_of(variant, given), blocks = blocks_of(given->grid), each = blocks / multiprocessors / 2;
	uint64_t most = most_gangs(variant, blocks * gangs, multiprocessors) / gangs;
	most = most < each ? most : each;
	most = most < given->grid[0] ? most : given->grid[0];
	most = most * shared < MOST_SHARED ? most : MOST_SHARED / shared;
	return most > 1 ? (uint32_t)most : 1;
}

// How many rows of the grid, if each is a span, it is to run at most.
static uint32_t choose_rows(const struct aw_cpu_variant *variant, const struct aw_launch *given, unsigned multiprocessors)
{
	if (!(variant->flags & AW_CPU_VARIANT_TALL) || (variant->block_y && variant->block_y != given->block[1]))
		return 1;
	uint64_t gangs = gangs_of(variant, given), row = gangs * given->grid[0];
	uint64_t most = fair_gangs(variant, gangs * blocks_of(given->grid), multiprocessors);
	most = (most < variant->span_gangs ? most : variant->span_gangs) / row;
	return most > 1 ? (uint32_t)most : 1;
}

// How many blocks of a row it is to run at most where these have one thread in x and are the lanes of gangs.
static uint32_t choose_row(const struct aw_cpu_variant *variant, const struct aw_launch *given, unsigned multiprocessors)
{
	enum { MOST = 1024, MOST_THREADS = 8192 }; // what threadIdx.x may tell apart; half of the gangs that the entry has room for
	uint64_t most = MOST_THREADS / ((uint64_t)given->block[1] * given->block[2]), each = blocks_of(given->grid) / multiprocessors / 2;
	most = most < MOST ? most : MOST;
	most = (most < each ? most : each) / variant->width * variant->width;
	return most > variant->width ? (uint32_t)most : variant->width;
}

// Into how many parts the blocks of a small grid are split, so that all multiprocessors have some gangs.
static uint32_t choose_parts(const struct aw_cpu_variant *variant, const struct aw_launch *given, unsigned multiprocessors)
{
	enum { LEAST_GANGS = 4 };
	uint64_t blocks = blocks_of(given->grid);
	if (!(variant->flags & AW_CPU_VARIANT_SPLIT) || blocks == 0 || blocks >= multiprocessors)
		return 1;
	uint64_t most = given->block[0] / variant->width / LEAST_GANGS, each = (multiprocessors + blocks - 1) / blocks;
	most = most < each ? most : each;
	return most > 1 ? (uint32_t)most : 1;
}

// How much each thread may write until the grid has written more than stays in the caches: twice what makes a transfer go past them, as the
// next kernel often reads what this one writes.
static uint32_t choose_past(const struct aw_launch *given)
{
	uint64_t threads = (uint64_t)given->block[0] * given->block[1] * given->block[2];
	uint64_t bytes = 2 * aw_cpu_bytes_limit() / (blocks_of(given->grid) * threads);
	return bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
}

// What the grid is like.
static void take_shape(struct cpu_launch *made, const struct aw_launch *given)
{
	const struct aw_cpu_kernel *kernel = made->function->kernel;
	memcpy(made->grid, given->grid, sizeof(made->grid));
	memcpy(made->block, given->block, sizeof(made->block));
	made->in_cluster = given->cluster[0] > 0;
	for (int d = 0; d < 3; d++)
		made->cluster[d] = made->in_cluster ? given->cluster[d] : 1;
	made->unit = in_step(kernel, given) ? (uint32_t)blocks_of(given->cluster) : 1;
	made->blocks = blocks_of(given->grid);
	made->cooperative = given->cooperative;
	made->graph = given->graph;
	made->static_shared = kernel->static_shared_size;
	made->used_shared = kernel->used_shared_size;
	made->dynamic_shared = (uint32_t)given->dynamic_shared;
	made->past_from = choose_past(given);
	made->unwatched = (aw_check_tools() & AW_CHECK_KERNELS) && !aw_check_kernels_take(kernel->name);
	atomic_init(&made->arrived, 0);
	atomic_init(&made->ended, 0);
	atomic_init(&made->turn, 0);
	atomic_init(&made->told, false);
}

// How many units of TASK, its grain known, go before the next ones: about half the blocks that an H100 has resident, since two waves are
// under way together; more where the multiprocessors' shares would be too small for chunks of some microseconds or for the grain.
static uint64_t choose_wave(const struct cpu_task *task, const struct aw_launch *given)
{
	enum { THREADS = 1 << 17, LEAST_EACH = 1 << 14, LEAST_BLOCK = 64 }; // blocks of fewer threads count as such, as on a GPU
	unsigned multiprocessors = task->launch.multiprocessors;
	uint64_t threads = blocks_of(given->block) < LEAST_BLOCK ? LEAST_BLOCK : blocks_of(given->block);
	uint64_t each = THREADS / multiprocessors > LEAST_EACH ? THREADS / multiprocessors : LEAST_EACH;
	uint64_t units = each / threads / task->launch.unit * task->launch.parts;
	units = units < 1 ? 1 : units;
	return multiprocessors * (units < task->grain ? task->grain : units);
}

// How many multiprocessors TASK, its wave known, is worth: each more takes its part of the work, and about a microsecond to come and
// go, for lines of the others' caches.  A power of two, so that grids that take about as long are dealt out alike.
static unsigned choose_hands(const struct cpu_task *task)
{
	enum { COMING_NANOSECONDS = 1000 };
	uint64_t time = atomic_load_explicit(&task->launch.function->unit_time, memory_order_relaxed) * task->total / CPU_TIME_PARTS;
	unsigned hands = 1, all = task->launch.multiprocessors;
	if (time == 0 || task->in_order || task->total > task->wave)
		return all;
	while (hands < all && (uint64_t)hands * hands * COMING_NANOSECONDS < time)
		hands *= 2;
	return hands < all ? hands : all;
}

// Of what units the task is, and how many are taken at a time.
static void plan_units(struct cpu_task *task, const struct aw_cpu_variant *variant, const struct aw_launch *given)
{
	struct cpu_launch *made = &task->launch;
	uint32_t flags = made->function->kernel->flags;
	unsigned multiprocessors = aw_cpu_device_of_stream(task->stream)->sm_count;
	made->entry = variant->entry;
	made->simd = variant->strategy == AW_CPU_SIMD;
	made->turned = variant->flags & AW_CPU_VARIANT_TURNED;
	made->waits = variant->flags & AW_CPU_VARIANT_WAITS;
	made->width = variant->width;
	made->multiprocessors = multiprocessors;
	made->parts = given->cooperative ? 1 : choose_parts(variant, given, multiprocessors);
	made->rows = 1;
	if (variant->flags & AW_CPU_VARIANT_ACROSS)
		made->span = choose_row(variant, given, multiprocessors);
	else
		made->span = choose_span(variant, given, multiprocessors, made->used_shared + made->dynamic_shared);
	if (made->span == given->grid[0])
		made->rows = choose_rows(variant, given, multiprocessors);
	task->in_order = given->cooperative || (flags & (AW_CPU_KERNEL_SPINS | AW_CPU_KERNEL_GRID_SYNC));
	task->singly = task->in_order || made->unit > 1;
	if (made->span > 1 && (task->singly || (flags & AW_CPU_KERNEL_WINDOW)))
		made->span = made->rows = 1;
	task->grain = made->span * made->rows > 1 ? made->span * made->rows : 1;
	task->edge = task->grain > 1 && given->grid[0] % made->span == 0 ? task->grain : 1;
	task->wave = choose_wave(task, given);
	task->total = made->blocks / made->unit * made->parts;
	atomic_init(&task->hands, choose_hands(task));
}

// Whether others may run MADE's spans in the place of VARIANT.
static bool can_try(const struct cpu_launch *made, const struct aw_cpu_variant *variant)
{
	return made->span > 0 && made->parts == 1 && !(variant->flags & (AW_CPU_VARIANT_TURNED | AW_CPU_VARIANT_ACROSS));
}

aw_status aw_cpu_stream_prepare(struct cpu_stream *stream, const struct aw_launch *given, struct cpu_task **prepared)
{
	struct cpu_device *device = aw_cpu_device_of_stream(stream);
	struct cpu_function *function = (struct cpu_function *)given->function;
	const struct aw_cpu_kernel *kernel = function->kernel;
	aw_status status = aw_cpu_device_error(device);
	if (status != AW_OK)
		return status;
	const void *tried[CPU_TRIED], *ignored[CPU_TRIED];
	const struct aw_cpu_variant *variant = choose_variant(kernel, given, false, tried), *rest = NULL;
	if (variant && (variant->flags & AW_CPU_VARIANT_ACROSS)) {
		rest = choose_variant(kernel, given, true, ignored);
		variant = rest && rest->strategy == AW_CPU_SIMD ? variant : rest;
	}
	if (!variant) {
		aw_error("cpu", "kernel %s has no code for blocks of %ux%ux%u", kernel->name, given->block[0], given->block[1], given->block[2]);
		return AW_INVALID_DEVICE_FUNCTION;
	}
	struct aw_launch turned;
	struct cpu_task *task = aw_cpu_task_create(stream, CPU_TASK_GRID);
	if (!task)
		return AW_NO_MEMORY;
	task->launch.function = function;
	task->launch.rest = rest && variant != rest ? rest->entry : NULL;
	take_shape(&task->launch, given);
	plan_units(task, variant, seen_by(variant, given, &turned));
	tried[CPU_TRIED_GANGS] = variant->entry;
	memcpy(task->launch.tried, tried, sizeof(tried));
	task->launch.tries = (tried[CPU_TRIED_REFILLED] || tried[CPU_TRIED_SINGLE]) && can_try(&task->launch, variant);
	status = aw_cpu_task_deal(task) ? pack_parameters(&task->launch, given) : AW_NO_MEMORY;
	if (status != AW_OK) {
		aw_cpu_task_discard(task);
		return status;
	}
	*prepared = task;
	return AW_OK;
}

static aw_status launch(struct aw_stream *stream, const struct aw_launch *given)
{
	struct cpu_task *task;
	aw_status status = aw_cpu_stream_prepare(of(stream), given, &task);
	if (status == AW_OK)
		aw_cpu_task_submit(task, false);
	return status;
}

// --- transfers ---

static size_t span_of(size_t width, size_t height, size_t depth, size_t pitch, size_t slice)
{
	return (depth - 1) * slice + (height - 1) * pitch + width;
}

static aw_status synchronize(struct aw_stream *stream);

// The caller may overwrite pageable memory as soon as we return: small sources are copied aside, for
// large ones the copy is waited for, as CUDA does.
static aw_status stage(struct cpu_task *task)
{
	struct aw_copy *copy = &task->copy;
	size_t size = span_of(copy->width, copy->height, copy->depth, copy->source_pitch, copy->source_slice);
	task->staged = malloc(size);
	if (!task->staged)
		return AW_NO_MEMORY;
	memcpy(task->staged, copy->source, size);
	copy->source = task->staged;
	return AW_OK;
}

static aw_status copy(struct aw_stream *stream, const struct aw_copy *given)
{
	struct cpu_device *device = aw_cpu_device(stream->device);
	aw_status status = aw_cpu_device_error(device);
	if (status != AW_OK || given->width == 0 || given->height == 0 || given->depth == 0)
		return status;
	struct cpu_task *task = aw_cpu_task_create(of(stream), CPU_TASK_COPY);
	if (!task)
		return AW_NO_MEMORY;
	task->copy = aw_cpu_texture_copy(given);
	size_t size = given->width * given->height * given->depth;
	bool is_short = size <= SHORT_TRANSFER, staged = given->source_pageable && size <= LARGEST_STAGED;
	if (staged && !aw_cpu_queue_is_done(device, of(stream), UINT64_MAX - 1) && (status = stage(task)) != AW_OK) {
		aw_cpu_task_discard(task);
		return status;
	}
	bool must_wait = given->source_pageable && !task->staged;
	if (!aw_cpu_transfer_plan(task)) {
		aw_cpu_task_discard(task);
		return AW_NO_MEMORY;
	}
	aw_cpu_task_submit(task, is_short);
	return must_wait ? synchronize(stream) : AW_OK;
}

static aw_status fill(struct aw_stream *stream, const struct aw_fill *given)
{
	aw_status status = aw_cpu_device_error(aw_cpu_device(stream->device));
	if (status != AW_OK || given->width == 0 || given->height == 0 || given->depth == 0)
		return status;
	struct cpu_task *task = aw_cpu_task_create(of(stream), CPU_TASK_FILL);
	if (!task)
		return AW_NO_MEMORY;
	task->fill = *given;
	if (!aw_cpu_transfer_plan(task)) {
		aw_cpu_task_discard(task);
		return AW_NO_MEMORY;
	}
	aw_cpu_task_submit(task, given->width * given->height * given->depth <= SHORT_TRANSFER);
	return AW_OK;
}

// --- the rest ---

static aw_status host_function(struct aw_stream *stream, void (*function)(void *), void *user)
{
	aw_status status = aw_cpu_device_error(aw_cpu_device(stream->device));
	if (status != AW_OK)
		return status;
	struct cpu_task *task = aw_cpu_worker_expect_host() ? aw_cpu_task_create(of(stream), CPU_TASK_HOST) : NULL;
	if (!task)
		return AW_NO_MEMORY;
	task->function = function;
	task->user = user;
	aw_cpu_task_submit(task, false);
	return AW_OK;
}

static aw_status wait_event(struct aw_stream *stream, struct aw_event *event)
{
	struct cpu_task *task = aw_cpu_task_create(of(stream), CPU_TASK_WAIT);
	if (!task)
		return AW_NO_MEMORY;
	aw_cpu_queue_hold_event((struct cpu_event *)event, task);
	aw_cpu_task_submit(task, false);
	return AW_OK;
}

static aw_status query(struct aw_stream *stream)
{
	struct cpu_device *device = aw_cpu_device(stream->device);
	bool done = aw_cpu_queue_is_done(device, of(stream), UINT64_MAX - 1);
	aw_status status = aw_cpu_device_error(device);
	return status != AW_OK || done ? status : AW_NOT_READY;
}

static aw_status synchronize(struct aw_stream *stream)
{
	struct cpu_device *device = aw_cpu_device(stream->device);
	aw_cpu_queue_wait(device, of(stream), aw_cpu_queue_last_ticket());
	return aw_cpu_device_error(device);
}

const struct aw_stream_ops aw_cpu_stream_ops = {
	.create = create,
	.destroy = destroy,
	.launch = launch,
	.copy = copy,
	.fill = fill,
	.host_function = host_function,
	.wait_event = wait_event,
	.memory_ops = aw_cpu_stream_memory_ops,
	.query = query,
	.synchronize = synchronize,
};
