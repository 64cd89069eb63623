// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cpu back end: how many devices there are, opening and closing them, limits.
//
// ANYWARP_WORKERS says how many worker threads, which are multiprocessors, there are in all (default:
// the CPUs that the process may use); ANYWARP_DEVICES splits them into that many devices (default 1).
#include "cpu_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../base/log.h"
#include "../../../base/os.h"
#include "cpu_queue.h"

enum {
	MOST_DEVICES = 64,
	MOST_WORKERS = 4096,
	DEFAULT_STACK = 64 * 1024,
	LEAST_STACK = 32 * 1024, // services run on these stacks too
	DEFAULT_TEXT = 1 << 20,
	DEFAULT_HEAP = 8 << 20,
	DEFAULT_PENDING = 2048, // as the programming guide has it, like the next
	DEFAULT_DEPTH = 2,
	DEFAULT_FETCHED = 64,
	MOST_FETCHED = 128,
};
#define LARGEST_STACK ((size_t)512 << 20)

unsigned aw_cpu_device_worker_total(void)
{
	long count = aw_os_env_long("ANYWARP_WORKERS", 0);
	if (count > 0)
		return count < MOST_WORKERS ? (unsigned)count : MOST_WORKERS;
	return aw_os_cpu_count();
}

// Names of kinds of devices are the core's affair.
static unsigned device_count(void)
{
	const char *text = getenv("ANYWARP_DEVICES");
	long count = text && *text >= '0' && *text <= '9' ? aw_os_env_long("ANYWARP_DEVICES", 1) : 1;
	return count < 1 ? 1 : count > MOST_DEVICES ? MOST_DEVICES : (unsigned)count;
}

aw_status aw_cpu_device_error(struct cpu_device *device)
{
	return (aw_status)atomic_load_explicit(&device->error, memory_order_relaxed);
}

void aw_cpu_device_flush(struct cpu_device *device)
{
	if (atomic_load_explicit(&device->ready_text, memory_order_relaxed) == 0)
		return;
	pthread_mutex_lock(&device->text_lock);
	if (device->output.length > 0)
		fwrite(device->output.text, 1, device->output.length, stdout);
	aw_str_cut(&device->output, 0);
	atomic_store(&device->ready_text, 0);
	pthread_mutex_unlock(&device->text_lock);
}

static unsigned share_of(unsigned index)
{
	unsigned total = aw_cpu_device_worker_total(), devices = device_count();
	unsigned share = total / devices + (index < total % devices);
	return share > 0 ? share : 1;
}

unsigned aw_cpu_device_workers_before(unsigned index)
{
	unsigned before = 0;
	for (unsigned i = 0; i < index; i++)
		before += share_of(i);
	return before;
}

static bool make_seats(struct cpu_device *device)
{
	device->sms = aligned_alloc(_Alignof(struct cpu_sm), device->sm_count * sizeof(*device->sms));
	for (unsigned i = 0; device->sms && i < device->sm_count; i++)
		device->sms[i] = (struct cpu_sm){ .device = device, .index = i, .cpu = -1 };
	device->free_sms = device->sm_count;
	return device->sms != NULL;
}

static void destroy(struct cpu_device *device)
{
	for (unsigned i = 0; device->sms && i < device->sm_count; i++) {
		struct cpu_sm *sm = &device->sms[i];
		aw_cpu_cluster_finish(sm);
		while (sm->spare) {
			struct cpu_resident *block = sm->spare;
			sm->spare = block->next;
			aw_cpu_block_destroy(block);
		}
		aw_cpu_stack_pool_finish(&sm->stacks);
		aw_cpu_gangs_finish(sm);
	}
	aw_str_finish(&device->output);
	pthread_mutex_destroy(&device->worker_lock);
	pthread_mutex_destroy(&device->text_lock);
	pthread_mutex_destroy(&device->heap_lock);
	free(device->sms);
	free(device->seat_of_cpu);
	free(device);
}

static aw_status open_device(unsigned index, struct aw_device **opened)
{
	if (index >= device_count())
		return AW_INVALID_DEVICE;
	struct cpu_device *device = aligned_alloc(_Alignof(struct cpu_device), sizeof(*device));
	if (!device)
		return AW_NO_MEMORY;
	memset(device, 0, sizeof(*device));
	device->base.driver = &aw_driver_cpu;
	device->base.index = index;
	device->sm_count = share_of(index);
	pthread_mutex_init(&device->worker_lock, NULL);
	pthread_mutex_init(&device->text_lock, NULL);
	pthread_mutex_init(&device->heap_lock, NULL);
	atomic_init(&device->stack_size, DEFAULT_STACK);
	atomic_init(&device->text_limit, DEFAULT_TEXT);
	atomic_init(&device->heap_limit, DEFAULT_HEAP);
	atomic_init(&device->pending_limit, DEFAULT_PENDING);
	atomic_init(&device->depth_limit, DEFAULT_DEPTH);
	atomic_init(&device->fetch_limit, DEFAULT_FETCHED);
	if (!make_seats(device)) {
		destroy(device);
		return AW_NO_MEMORY;
	}
	*opened = &device->base;
	return AW_OK;
}

static void close_device(struct aw_device *base)
{
	struct cpu_device *device = aw_cpu_device(base);
	aw_cpu_queue_cancel(device);
	aw_cpu_worker_stop_all(device);
	aw_cpu_device_flush(device);
	aw_cpu_heap_finish(device);
	aw_cpu_memory_release_all(device);
	destroy(device);
}

static aw_status synchronize(struct aw_device *base)
{
	struct cpu_device *device = aw_cpu_device(base);
	aw_cpu_queue_wait(device, NULL, aw_cpu_queue_last_ticket());
	return aw_cpu_device_error(device);
}

static bool can_access_peer(struct aw_device *device, struct aw_device *peer)
{
	return device != peer;
}

// --- limits ---

static aw_status get_limit(struct aw_device *base, enum cudaLimit limit, size_t *value)
{
	struct cpu_device *device = aw_cpu_device(base);
	switch (limit) {
	case cudaLimitStackSize: *value = atomic_load(&device->stack_size); return AW_OK;
	case cudaLimitPrintfFifoSize: *value = atomic_load(&device->text_limit); return AW_OK;
	case cudaLimitMallocHeapSize: *value = atomic_load(&device->heap_limit); return AW_OK;
	case cudaLimitDevRuntimeSyncDepth: *value = atomic_load(&device->depth_limit); return AW_OK;
	case cudaLimitDevRuntimePendingLaunchCount: *value = atomic_load(&device->pending_limit); return AW_OK;
	case cudaLimitMaxL2FetchGranularity: *value = atomic_load(&device->fetch_limit); return AW_OK;
	default: return AW_UNSUPPORTED_LIMIT;
	}
}

// The stacks themselves change when a multiprocessor next takes up work.
static aw_status set_limit(struct aw_device *base, enum cudaLimit limit, size_t value)
{
	struct cpu_device *device = aw_cpu_device(base);
	switch (limit) {
	case cudaLimitStackSize:
		if (value > LARGEST_STACK)
			return AW_INVALID_VALUE;
		atomic_store(&device->stack_size, value < LEAST_STACK ? LEAST_STACK : value);
		return AW_OK;
	case cudaLimitPrintfFifoSize: atomic_store(&device->text_limit, value); return AW_OK;
	case cudaLimitMallocHeapSize: atomic_store(&device->heap_limit, value); return AW_OK;
	case cudaLimitDevRuntimeSyncDepth: // kept for who asks: kernels may wait for their children at any depth
		atomic_store(&device->depth_limit, value);
		return AW_OK;
	case cudaLimitDevRuntimePendingLaunchCount: // kept for who asks: children run at once, so none is pending
		atomic_store(&device->pending_limit, value);
		return AW_OK;
	case cudaLimitMaxL2FetchGranularity: // a hint
		if (value > MOST_FETCHED)
			return AW_INVALID_VALUE;
		atomic_store(&device->fetch_limit, value);
		return AW_OK;
	default: return AW_UNSUPPORTED_LIMIT;
	}
}

static const struct aw_device_ops device_ops = {
	.close = close_device,
	.describe = aw_cpu_describe,
	.attribute = aw_cpu_attribute,
	.memory_info = aw_cpu_memory_info,
	.get_limit = get_limit,
	.set_limit = set_limit,
	.synchronize = synchronize,
	.can_access_peer = can_access_peer,
};

const struct aw_driver aw_driver_cpu = {
	.name = "cpu",
	.launches_graphs = true,
	.count = device_count,
	.open = open_device,
	.device = &device_ops,
	.memory = &aw_cpu_memory_ops,
	.module = &aw_cpu_module_ops,
	.stream = &aw_cpu_stream_ops,
	.event = &aw_cpu_event_ops,
	.texture = &aw_cpu_texture_ops,
	.share = &aw_cpu_share_ops,
	.tensor = &aw_cpu_tensor_ops,
	.part = &aw_cpu_part_ops,
};
