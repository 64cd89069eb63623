// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams are the driver's, and so are the handles that programs hold; the legacy one and a thread's own are its
// own streams of that meaning, so NVIDIA's libraries and this runtime order their work against each other.
#include <pthread.h>
#include <stdlib.h>

#include "nvidia_device.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // of devices' lists of streams

static struct nvidia_stream *stream_of(struct aw_stream *stream)
{
	return (struct nvidia_stream *)stream;
}

// The default streams, which have numbers in place of addresses.
static bool is_special(CUstream stream)
{
	return stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD;
}

aw_status aw_nvidia_stream_adopt(struct aw_device *device, CUstream own, struct aw_stream **created)
{
	struct nvidia_stream *stream = calloc(1, sizeof(*stream));
	if (!stream)
		return AW_NO_MEMORY;
	stream->base.device = device;
	stream->base.foreign = is_special(own) ? NULL : own;
	stream->stream = own;
	pthread_mutex_lock(&lock);
	stream->next = aw_nvidia_device(device)->streams;
	aw_nvidia_device(device)->streams = stream;
	pthread_mutex_unlock(&lock);
	*created = &stream->base;
	return AW_OK;
}

static aw_status create(struct aw_device *device, enum aw_stream_kind kind, int priority, struct aw_stream **created)
{
	unsigned flags = kind == AW_STREAM_NON_BLOCKING ? CU_STREAM_NON_BLOCKING : CU_STREAM_DEFAULT;
	CUstream own = kind == AW_STREAM_LEGACY ? CU_STREAM_LEGACY : CU_STREAM_PER_THREAD;
	aw_status status = AW_OK;
	if (kind != AW_STREAM_LEGACY && kind != AW_STREAM_PER_THREAD && (status = aw_nvidia_enter(device)) == AW_OK)
		status = NVIDIA(stream_create, &own, flags, priority);
	if (status != AW_OK)
		return status;
	status = aw_nvidia_stream_adopt(device, own, created);
	if (status != AW_OK && !is_special(own))
		NVIDIA(stream_destroy, own);
	return status;
}

static void destroy(struct aw_stream *base)
{
	struct nvidia_stream *stream = stream_of(base), **at = &aw_nvidia_device(base->device)->streams;
	pthread_mutex_lock(&lock);
	while (*at != stream)
		at = &(*at)->next;
	*at = stream->next;
	pthread_mutex_unlock(&lock);
	if (!is_special(stream->stream) && aw_nvidia_enter(base->device) == AW_OK)
		NVIDIA(stream_destroy, stream->stream);
	free(stream);
}

// A thread's default stream can be asked for by that thread only.
bool aw_nvidia_is_idle(struct aw_device *device)
{
	bool idle = !aw_nvidia_captures_foreign() && aw_nvidia.stream_query(CU_STREAM_LEGACY) == CUDA_SUCCESS;
	pthread_mutex_lock(&lock);
	for (const struct nvidia_stream *stream = aw_nvidia_device(device)->streams; stream && idle; stream = stream->next)
		idle = stream->stream != CU_STREAM_PER_THREAD && aw_nvidia.stream_query(stream->stream) == CUDA_SUCCESS;
	pthread_mutex_unlock(&lock);
	return idle;
}

// --- kernels ---

CUlaunchConfig aw_nvidia_configuration(const struct aw_launch *work, CUlaunchAttribute attributes[2])
{
	CUlaunchConfig configuration = {
		.gridDimX = work->grid[0], .gridDimY = work->grid[1], .gridDimZ = work->grid[2],
		.blockDimX = work->block[0], .blockDimY = work->block[1], .blockDimZ = work->block[2],
		.sharedMemBytes = (unsigned)work->dynamic_shared, .attrs = attributes,
	};
	if (work->cooperative)
		attributes[configuration.numAttrs++] = (CUlaunchAttribute){
			.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE, .value.cooperative = 1 };
	if (work->cluster[0])
		attributes[configuration.numAttrs++] = (CUlaunchAttribute){
			.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
			.value.clusterDim = { work->cluster[0], work->cluster[1], work->cluster[2] } };
	return configuration;
}

// What only the launch with attributes offers: clusters, and cooperation with a packed buffer.
static aw_status launch_extended(struct nvidia_stream *stream, const struct aw_launch *work, void **extra)
{
	CUlaunchAttribute attributes[2];
	CUlaunchConfig configuration = aw_nvidia_configuration(work, attributes);
	if (!aw_nvidia.launch_extended)
		return AW_CALL_REQUIRES_NEWER_DRIVER;
	configuration.hStream = stream->stream;
	return NVIDIA(launch_extended, &configuration, ((struct nvidia_function *)work->function)->function, work->arguments,
	              extra);
}

static aw_status launch(struct aw_stream *base, const struct aw_launch *work)
{
	struct nvidia_stream *stream = stream_of(base);
	CUfunction function = ((const struct nvidia_function *)work->function)->function;
	size_t size = work->packed_size;
	void *packed[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, (void *)(uintptr_t)work->packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
		           CU_LAUNCH_PARAM_END };
	void **extra = work->packed ? packed : NULL;
	aw_status status = aw_nvidia_enter(base->device);
	if (status != AW_OK)
		return status;
	if (work->cluster[0] || (work->cooperative && extra))
		return launch_extended(stream, work, extra);
	if (work->cooperative)
		return NVIDIA(launch_cooperative, function, work->grid[0], work->grid[1], work->grid[2], work->block[0],
		              work->block[1], work->block[2], (unsigned)work->dynamic_shared, stream->stream, work->arguments);
	if (aw_nvidia_divide_launch((const struct nvidia_function *)work->function, work, stream->stream) ||
	    aw_nvidia_join_launch((struct nvidia_function *)work->function, work, stream->stream))
		return AW_OK;
	return NVIDIA(launch, function, work->grid[0], work->grid[1], work->grid[2], work->block[0], work->block[1],
	              work->block[2], (unsigned)work->dynamic_shared, stream->stream, work->arguments, extra);
}

// --- copies ---

static aw_status copy_rows(CUstream stream, const struct aw_copy *work, size_t z)
{
	CUDA_MEMCPY2D copy = {
		.srcMemoryType = CU_MEMORYTYPE_UNIFIED,
		.srcDevice = aw_nvidia_address(work->source) + z * work->source_slice,
		.srcPitch = work->source_pitch,
		.dstMemoryType = CU_MEMORYTYPE_UNIFIED,
		.dstDevice = aw_nvidia_address(work->target) + z * work->target_slice,
		.dstPitch = work->target_pitch,
		.WidthInBytes = work->width,
		.Height = work->height,
	};
	return NVIDIA(copy_2d, &copy, stream);
}

static aw_status copy_slices(CUstream stream, const struct aw_copy *work)
{
	CUDA_MEMCPY3D copy = {
		.srcMemoryType = CU_MEMORYTYPE_UNIFIED,
		.srcDevice = aw_nvidia_address(work->source),
		.srcPitch = work->source_pitch,
		.srcHeight = work->source_slice / work->source_pitch,
		.dstMemoryType = CU_MEMORYTYPE_UNIFIED,
		.dstDevice = aw_nvidia_address(work->target),
		.dstPitch = work->target_pitch,
		.dstHeight = work->target_slice / work->target_pitch,
		.WidthInBytes = work->width,
		.Height = work->height,
		.Depth = work->depth,
	};
	return NVIDIA(copy_3d, &copy, stream);
}

// With an array on one side or both; what lies in memory has slices of whole rows.
static aw_status copy_array(CUstream stream, const struct aw_copy *work)
{
	CUDA_MEMCPY3D copy = { .WidthInBytes = work->width, .Height = work->height, .Depth = work->depth };
	if (work->source_array) {
		copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
		copy.srcArray = aw_nvidia_array(work->source_array);
		copy.srcXInBytes = work->source_position[0];
		copy.srcY = work->source_position[1];
		copy.srcZ = work->source_position[2];
	} else {
		copy.srcMemoryType = CU_MEMORYTYPE_UNIFIED;
		copy.srcDevice = aw_nvidia_address(work->source);
		copy.srcPitch = work->source_pitch;
		copy.srcHeight = work->source_slice && work->source_pitch ? work->source_slice / work->source_pitch : work->height;
	}
	if (work->target_array) {
		copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
		copy.dstArray = aw_nvidia_array(work->target_array);
		copy.dstXInBytes = work->target_position[0];
		copy.dstY = work->target_position[1];
		copy.dstZ = work->target_position[2];
	} else {
		copy.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
		copy.dstDevice = aw_nvidia_address(work->target);
		copy.dstPitch = work->target_pitch;
		copy.dstHeight = work->target_slice && work->target_pitch ? work->target_slice / work->target_pitch : work->height;
	}
	return NVIDIA(copy_3d, &copy, stream);
}

static aw_status copy(struct aw_stream *base, const struct aw_copy *work)
{
	CUstream stream = stream_of(base)->stream;
	aw_status status = aw_nvidia_enter(base->device);
	if (status != AW_OK)
		return status;
	if (work->source_array || work->target_array)
		return copy_array(stream, work);
	bool dense = work->source_pitch == work->width && work->target_pitch == work->width;
	if (work->depth == 1 && (work->height == 1 || dense))
		return NVIDIA(copy, aw_nvidia_address(work->target), aw_nvidia_address(work->source), work->width * work->height,
		              stream);
	if (work->depth > 1 && work->source_pitch && work->target_pitch && work->source_slice % work->source_pitch == 0 &&
	    work->target_slice % work->target_pitch == 0)
		return copy_slices(stream, work);
	for (size_t z = 0; z < work->depth && status == AW_OK; z++)
		status = copy_rows(stream, work, z);
	return status;
}

// --- fills ---

static aw_status fill_row(CUstream stream, CUdeviceptr target, const struct aw_fill *work, size_t width)
{
	switch (work->element) {
	case 1: return NVIDIA(fill_8, target, (unsigned char)work->value, width, stream);
	case 2: return NVIDIA(fill_16, target, (unsigned short)work->value, width / 2, stream);
	default: return NVIDIA(fill_32, target, work->value, width / 4, stream);
	}
}

static aw_status fill_rows(CUstream stream, CUdeviceptr target, const struct aw_fill *work)
{
	size_t pitch = work->pitch, width = work->width, height = work->height;
	switch (work->element) {
	case 1: return NVIDIA(fill_2d_8, target, pitch, (unsigned char)work->value, width, height, stream);
	case 2: return NVIDIA(fill_2d_16, target, pitch, (unsigned short)work->value, width / 2, height, stream);
	default: return NVIDIA(fill_2d_32, target, pitch, work->value, width / 4, height, stream);
	}
}

static aw_status fill(struct aw_stream *base, const struct aw_fill *work)
{
	CUstream stream = stream_of(base)->stream;
	CUdeviceptr target = aw_nvidia_address(work->target);
	aw_status status = aw_nvidia_enter(base->device);
	bool rows = work->height > 1 && work->pitch != work->width;
	for (size_t z = 0; z < work->depth && status == AW_OK; z++, target += work->slice)
		status = rows ? fill_rows(stream, target, work) : fill_row(stream, target, work, work->width * work->height);
	return status;
}

// --- order ---

static aw_status host_function(struct aw_stream *base, void (*function)(void *), void *user)
{
	aw_status status = aw_nvidia_enter(base->device);
	return status == AW_OK ? NVIDIA(launch_host, stream_of(base)->stream, function, user) : status;
}

static aw_status wait_event(struct aw_stream *base, struct aw_event *event)
{
	aw_status status = aw_nvidia_enter(base->device);
	if (status != AW_OK)
		return status;
	return NVIDIA(stream_wait_event, stream_of(base)->stream, ((struct nvidia_event *)event)->event, 0);
}

static aw_status memory_ops(struct aw_stream *base, const CUstreamBatchMemOpParams *ops, unsigned count)
{
	aw_status status = aw_nvidia_enter(base->device);
	if (status == AW_OK && !aw_nvidia.stream_memory_ops)
		return AW_CALL_REQUIRES_NEWER_DRIVER;
	return status == AW_OK ? NVIDIA(stream_memory_ops, stream_of(base)->stream, count, (CUstreamBatchMemOpParams *)ops, 0) : status;
}

static aw_status steer(struct aw_stream *base, cudaLaunchAttributeID attribute, const cudaLaunchAttributeValue *value)
{
	aw_status status = aw_nvidia_enter(base->device);
	if (status == AW_OK && !aw_nvidia.stream_attribute)
		return AW_CALL_REQUIRES_NEWER_DRIVER;
	if (status == AW_OK)
		status = NVIDIA(stream_attribute, stream_of(base)->stream, (CUlaunchAttributeID)attribute, (const CUlaunchAttributeValue *)value);
	return status;
}

static aw_status query(struct aw_stream *base)
{
	aw_status status = aw_nvidia_enter(base->device);
	return status == AW_OK ? NVIDIA(stream_query, stream_of(base)->stream) : status;
}

static aw_status synchronize(struct aw_stream *base)
{
	if (aw_nvidia_is_recording())
		return AW_CAPTURE_UNSUPPORTED;
	aw_status status = aw_nvidia_enter(base->device);
	if (status == AW_OK)
		status = NVIDIA(stream_synchronize, stream_of(base)->stream);
	if (status == AW_OK)
		aw_nvidia_entries_settle(base->device, false);
	return status;
}

const struct aw_stream_ops aw_nvidia_stream_ops = {
	.create = create,
	.destroy = destroy,
	.launch = launch,
	.copy = copy,
	.fill = fill,
	.host_function = host_function,
	.wait_event = wait_event,
	.memory_ops = memory_ops,
	.steer = steer,
	.query = query,
	.synchronize = synchronize,
};
