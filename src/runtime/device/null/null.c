// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The null device: memory, copies, streams and events are real and done at once in the calling
// thread; every kernel exists and does nothing.  It measures what the layers above cost, and tests
// them where no compiled kernel is at hand.  ANYWARP_NULL_DEVICE=N offers N of them.
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>

#include "../../../base/map.h"
#include "../../../base/os.h"
#include "../device.h"

enum { DEVICE_ALIGNMENT = 512, DEVICE_MAX = 16 };

struct null_device {
	struct aw_device base;
	size_t limits[8];
};

struct null_function {
	struct aw_function base;
	char *name;
	size_t max_dynamic_shared;
};

struct null_module {
	struct aw_module base;
	struct aw_map functions;
};

struct null_event {
	struct aw_event base;
	bool timing;
	uint64_t time; // 0: never recorded
};

extern const struct aw_driver aw_driver_null;

static unsigned count(void)
{
	long wanted = aw_os_env_long("ANYWARP_NULL_DEVICE", 0);
	return wanted < 0 ? 0 : wanted > DEVICE_MAX ? DEVICE_MAX : (unsigned)wanted;
}

static aw_status open_device(unsigned index, struct aw_device **device)
{
	struct null_device *self = calloc(1, sizeof(*self));
	if (!self)
		return AW_NO_MEMORY;
	self->base = (struct aw_device){ &aw_driver_null, index };
	self->limits[cudaLimitStackSize] = 1024;
	self->limits[cudaLimitPrintfFifoSize] = 1 << 20;
	self->limits[cudaLimitMallocHeapSize] = 8 << 20;
	*device = &self->base;
	return AW_OK;
}

static void close_device(struct aw_device *device)
{
	free(device);
}

static size_t total_memory(void)
{
	struct sysinfo info;
	return sysinfo(&info) == 0 ? (size_t)info.totalram * info.mem_unit : 0;
}

static void describe(struct aw_device *device, struct cudaDeviceProp *properties)
{
	*properties = (struct cudaDeviceProp){
		.name = "Anywarp null device",
		.totalGlobalMem = total_memory(),
		.sharedMemPerBlock = 49152,
		.sharedMemPerBlockOptin = 232448,
		.sharedMemPerMultiprocessor = 233472,
		.regsPerBlock = 65536,
		.regsPerMultiprocessor = 65536,
		.warpSize = 32,
		.memPitch = 2147483647,
		.maxThreadsPerBlock = 1024,
		.maxThreadsDim = { 1024, 1024, 64 },
		.maxGridSize = { 2147483647, 65535, 65535 },
		.maxThreadsPerMultiProcessor = 2048,
		.maxBlocksPerMultiProcessor = 32,
		.totalConstMem = 65536,
		.major = 9,
		.textureAlignment = 512,
		.texturePitchAlignment = 32,
		.multiProcessorCount = 1,
		.canMapHostMemory = 1,
		.concurrentKernels = 1,
		.unifiedAddressing = 1,
		.managedMemory = 1,
		.concurrentManagedAccess = 1,
		.pageableMemoryAccess = 1,
		.streamPrioritiesSupported = 1,
		.cooperativeLaunch = 1,
		.memoryPoolsSupported = 1,
		.hostRegisterSupported = 1,
		.canUseHostPointerForRegisteredMem = 1,
		.pciBusID = 0xfe,
		.pciDeviceID = (int)device->index,
	};
}

static aw_status memory_info(struct aw_device *device, size_t *free_bytes, size_t *total_bytes)
{
	(void)device;
	struct sysinfo info;
	if (sysinfo(&info))
		return AW_OPERATING_SYSTEM;
	*free_bytes = (size_t)info.freeram * info.mem_unit;
	*total_bytes = (size_t)info.totalram * info.mem_unit;
	return AW_OK;
}

static aw_status get_limit(struct aw_device *device, enum cudaLimit limit, size_t *value)
{
	if (limit > cudaLimitMallocHeapSize)
		return AW_UNSUPPORTED_LIMIT;
	*value = ((struct null_device *)device)->limits[limit];
	return AW_OK;
}

static aw_status set_limit(struct aw_device *device, enum cudaLimit limit, size_t value)
{
	if (limit > cudaLimitMallocHeapSize)
		return AW_UNSUPPORTED_LIMIT;
	((struct null_device *)device)->limits[limit] = value;
	return AW_OK;
}

static aw_status synchronize(struct aw_device *device)
{
	(void)device;
	return AW_OK;
}

static bool can_access_peer(struct aw_device *device, struct aw_device *peer)
{
	return device->driver == peer->driver;
}

static const struct aw_device_ops device_ops = {
	.close = close_device,
	.describe = describe,
	.memory_info = memory_info,
	.get_limit = get_limit,
	.set_limit = set_limit,
	.synchronize = synchronize,
	.can_access_peer = can_access_peer,
};

static aw_status allocate(struct aw_device *device, enum aw_memory_kind kind, size_t size, void **address)
{
	(void)device, (void)kind;
	if (size > total_memory() || posix_memalign(address, DEVICE_ALIGNMENT, size))
		return AW_NO_MEMORY;
	return AW_OK;
}

static aw_status release(struct aw_device *device, enum aw_memory_kind kind, void *address)
{
	(void)device, (void)kind;
	free(address);
	return AW_OK;
}

static aw_status register_host(struct aw_device *device, void *address, size_t size, bool read_only)
{
	(void)device, (void)address, (void)size, (void)read_only;
	return AW_OK;
}

static aw_status unregister_host(struct aw_device *device, void *address)
{
	(void)device, (void)address;
	return AW_OK;
}

static const struct aw_memory_ops memory_ops = { allocate, release, register_host, unregister_host };

static aw_status load(struct aw_device *device, const struct aw_fatbin_header *fatbin,
                      struct aw_module **module)
{
	(void)fatbin;
	struct null_module *self = calloc(1, sizeof(*self));
	if (!self)
		return AW_NO_MEMORY;
	self->base.device = device;
	self->functions.strings = true;
	*module = &self->base;
	return AW_OK;
}

static void unload(struct aw_module *module)
{
	struct null_module *self = (struct null_module *)module;
	for (struct aw_map_slot *slot = NULL; (slot = aw_map_next(&self->functions, slot));) {
		free(((struct null_function *)slot->value)->name);
		free(slot->value);
	}
	aw_map_finish(&self->functions);
	free(self);
}

static aw_status function(struct aw_module *module, const char *name, struct aw_function **result)
{
	struct null_module *self = (struct null_module *)module;
	struct null_function *found = aw_map_get(&self->functions, name);
	if (!found) {
		found = calloc(1, sizeof(*found));
		if (!found)
			return AW_NO_MEMORY;
		found->base.module = module;
		found->max_dynamic_shared = 49152;
		found->name = strdup(name);
		if (!found->name || !aw_map_put(&self->functions, found->name, found)) {
			free(found->name);
			free(found);
			return AW_NO_MEMORY;
		}
	}
	*result = &found->base;
	return AW_OK;
}

// There is no image to tell sizes, so there are no variables.
static aw_status variable(struct aw_module *module, const char *name, struct aw_variable *result)
{
	(void)module, (void)name, (void)result;
	return AW_SYMBOL_NOT_FOUND;
}

static aw_status function_attributes(struct aw_function *wanted, struct aw_function_attributes *attributes)
{
	*attributes = (struct aw_function_attributes){
		.max_threads = 1024,
		.registers = 32,
		.max_dynamic_shared_size = ((struct null_function *)wanted)->max_dynamic_shared,
	};
	return AW_OK;
}

static aw_status set_function_attribute(struct aw_function *wanted, enum cudaFuncAttribute attribute,
                                        int value)
{
	if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize)
		((struct null_function *)wanted)->max_dynamic_shared = (size_t)value;
	return AW_OK;
}

static aw_status occupancy(struct aw_function *wanted, unsigned block_size, size_t dynamic_shared,
                           unsigned *blocks)
{
	(void)wanted;
	unsigned by_threads = block_size > 1024 ? 0 : 2048 / block_size;
	size_t by_memory = dynamic_shared ? 233472 / (dynamic_shared + 1024) : 32;
	unsigned least = by_threads < by_memory ? by_threads : (unsigned)by_memory;
	*blocks = least < 32 ? least : 32;
	return AW_OK;
}

static aw_status clusters(const struct aw_launch *launch, unsigned *active, unsigned *largest)
{
	unsigned blocks;
	aw_status status = occupancy(launch->function, launch->block[0] * launch->block[1] * launch->block[2],
	                             launch->dynamic_shared, &blocks);
	if (active)
		*active = blocks / (launch->cluster[0] * launch->cluster[1] * launch->cluster[2]);
	if (largest)
		*largest = blocks;
	return status;
}

static aw_status parameter(struct aw_function *wanted, unsigned index, size_t *offset, size_t *size)
{
	(void)wanted, (void)index, (void)offset, (void)size;
	return AW_INVALID_VALUE;
}

static const struct aw_module_ops module_ops = {
	.load = load,
	.unload = unload,
	.function = function,
	.variable = variable,
	.function_attributes = function_attributes,
	.set_function_attribute = set_function_attribute,
	.occupancy = occupancy,
	.clusters = clusters,
	.parameter = parameter,
};

static aw_status create_stream(struct aw_device *device, enum aw_stream_kind kind, int priority,
                               struct aw_stream **stream)
{
	(void)kind, (void)priority;
	struct aw_stream *self = calloc(1, sizeof(*self));
	if (!self)
		return AW_NO_MEMORY;
	self->device = device;
	*stream = self;
	return AW_OK;
}

static void destroy_stream(struct aw_stream *stream)
{
	free(stream);
}

static aw_status launch(struct aw_stream *stream, const struct aw_launch *work)
{
	(void)stream, (void)work;
	return AW_OK;
}

static aw_status copy(struct aw_stream *stream, const struct aw_copy *work)
{
	(void)stream;
	for (size_t z = 0; z < work->depth; z++)
		for (size_t y = 0; y < work->height; y++)
			memmove((char *)work->target + z * work->target_slice + y * work->target_pitch,
			        (const char *)work->source + z * work->source_slice + y * work->source_pitch,
			        work->width);
	return AW_OK;
}

static void fill_row(char *row, const struct aw_fill *work)
{
	for (size_t x = 0; x < work->width; x += work->element)
		memcpy(row + x, &work->value, work->element);
}

static aw_status fill(struct aw_stream *stream, const struct aw_fill *work)
{
	(void)stream;
	for (size_t z = 0; z < work->depth; z++)
		for (size_t y = 0; y < work->height; y++)
			fill_row((char *)work->target + z * work->slice + y * work->pitch, work);
	return AW_OK;
}

static aw_status host_function(struct aw_stream *stream, void (*called)(void *), void *user)
{
	(void)stream;
	called(user);
	return AW_OK;
}

static aw_status wait_event(struct aw_stream *stream, struct aw_event *event)
{
	(void)stream, (void)event;
	return AW_OK;
}

static aw_status stream_done(struct aw_stream *stream)
{
	(void)stream;
	return AW_OK;
}

static const struct aw_stream_ops stream_ops = {
	.create = create_stream,
	.destroy = destroy_stream,
	.launch = launch,
	.copy = copy,
	.fill = fill,
	.host_function = host_function,
	.wait_event = wait_event,
	.query = stream_done,
	.synchronize = stream_done,
};

static aw_status create_event(struct aw_device *device, bool timing, bool blocking_sync,
                              struct aw_event **event)
{
	(void)blocking_sync;
	struct null_event *self = calloc(1, sizeof(*self));
	if (!self)
		return AW_NO_MEMORY;
	self->base.device = device;
	self->timing = timing;
	*event = &self->base;
	return AW_OK;
}

static void destroy_event(struct aw_event *event)
{
	free(event);
}

static aw_status record(struct aw_event *event, struct aw_stream *stream)
{
	(void)stream;
	((struct null_event *)event)->time = aw_os_now();
	return AW_OK;
}

static aw_status event_done(struct aw_event *event)
{
	(void)event;
	return AW_OK;
}

static aw_status elapsed(struct aw_event *start, struct aw_event *end, float *milliseconds)
{
	const struct null_event *from = (struct null_event *)start, *to = (struct null_event *)end;
	if (!from->timing || !to->timing || !from->time || !to->time)
		return AW_INVALID_HANDLE;
	*milliseconds = (float)((double)(int64_t)(to->time - from->time) * 1e-6);
	return AW_OK;
}

static const struct aw_event_ops event_ops = {
	.create = create_event,
	.destroy = destroy_event,
	.record = record,
	.query = event_done,
	.synchronize = event_done,
	.elapsed = elapsed,
};

const struct aw_driver aw_driver_null = {
	.name = "null",
	.count = count,
	.open = open_device,
	.device = &device_ops,
	.memory = &memory_ops,
	.module = &module_ops,
	.stream = &stream_ops,
	.event = &event_ops,
};
