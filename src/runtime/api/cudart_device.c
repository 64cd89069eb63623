// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Device Management", "Version Management" and "Thread Management [DEPRECATED]".
#include <stdio.h>
#include <string.h>

#include "../core/context.h"
#include "../core/stream.h"
#include "../core/texture.h"
#include "api.h"

static aw_status count_devices(int *count)
{
	unsigned found = 0;
	if (!count)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_count(&found);
	*count = (int)found; // 0 with cudaErrorNoDevice too, as CUDA does
	return status;
}

cudaError_t cudaGetDeviceCount(int *count)
{
	return AW_CALL(count_devices(count));
}

cudaError_t cudaSetDevice(int device)
{
	return AW_CALL(aw_core_context_select(device));
}

static aw_status get_device(int *device)
{
	unsigned count;
	if (!device)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_count(&count);
	if (status == AW_OK)
		*device = (int)aw_core_thread.device;
	return status;
}

cudaError_t cudaGetDevice(int *device)
{
	return AW_CALL(get_device(device));
}

static aw_status set_flags(int device, unsigned flags)
{
	struct aw_context *context;
	const unsigned known = cudaDeviceScheduleMask | cudaDeviceMapHost | cudaDeviceLmemResizeToMax |
	                       cudaDeviceSyncMemops;
	unsigned schedule = flags & cudaDeviceScheduleMask;
	if ((flags & ~known) || (schedule & (schedule - 1))) // one way of waiting at most
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_find(device, &context);
	if (status == AW_OK)
		context->flags = flags;
	return status;
}

cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
	return AW_CALL(set_flags((int)aw_core_thread.device, flags));
}

static aw_status get_flags(unsigned *flags)
{
	struct aw_context *context;
	if (!flags)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_find((int)aw_core_thread.device, &context);
	if (status == AW_OK)
		*flags = context->flags | cudaDeviceMapHost;
	return status;
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags)
{
	return AW_CALL(get_flags(flags));
}

static aw_status init_device(int device, unsigned device_flags, unsigned flags)
{
	struct aw_context *context;
	if (flags & ~(unsigned)cudaInitDeviceFlagsAreValid)
		return AW_INVALID_VALUE;
	aw_status status = flags ? set_flags(device, device_flags) : AW_OK;
	return status == AW_OK ? aw_core_context_open(device, &context) : status;
}

cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags)
{
	return AW_CALL(init_device(device, deviceFlags, flags));
}

static aw_status set_valid_devices(const int *devices, int count)
{
	struct aw_context *context;
	aw_status status = AW_OK;
	if (count && (count < 0 || !devices))
		return AW_INVALID_VALUE;
	for (int i = 0; i < count && status == AW_OK; i++)
		status = aw_core_context_find(devices[i], &context);
	if (status == AW_OK && count && !aw_core_thread.context)
		aw_core_thread.device = (unsigned)devices[0];
	return status;
}

cudaError_t cudaSetValidDevices(int *device_arr, int len)
{
	return AW_CALL(set_valid_devices(device_arr, len));
}

// How many of the wishes in WANTED the device has; a field that is 0 is no wish.
static int match(const struct cudaDeviceProp *wanted, const struct cudaDeviceProp *device)
{
	int points = 0;
	points += wanted->name[0] && strcmp(wanted->name, device->name) == 0;
	points += wanted->major && device->major * 10 + device->minor >= wanted->major * 10 + wanted->minor;
	points += wanted->totalGlobalMem && device->totalGlobalMem >= wanted->totalGlobalMem;
	points += wanted->sharedMemPerBlock && device->sharedMemPerBlock >= wanted->sharedMemPerBlock;
	points += wanted->regsPerBlock && device->regsPerBlock >= wanted->regsPerBlock;
	points += wanted->warpSize && device->warpSize == wanted->warpSize;
	points += wanted->maxThreadsPerBlock && device->maxThreadsPerBlock >= wanted->maxThreadsPerBlock;
	points += wanted->totalConstMem && device->totalConstMem >= wanted->totalConstMem;
	points += wanted->clockRate && device->clockRate >= wanted->clockRate;
	points += wanted->multiProcessorCount && device->multiProcessorCount >= wanted->multiProcessorCount;
	return points;
}

static aw_status choose_device(int *device, const struct cudaDeviceProp *wanted)
{
	unsigned count;
	int best = 0, best_points = -1;
	if (!device || !wanted)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_count(&count);
	for (int i = 0; status == AW_OK && i < (int)count; i++) {
		struct aw_context *context;
		status = aw_core_context_open(i, &context);
		int points = status == AW_OK ? match(wanted, &context->properties) : 0;
		if (points > best_points) {
			best = i;
			best_points = points;
		}
	}
	if (status == AW_OK)
		*device = best;
	return status;
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop)
{
	return AW_CALL(choose_device(device, prop));
}

static aw_status get_properties(struct cudaDeviceProp *properties, int device)
{
	struct aw_context *context;
	if (!properties)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_open(device, &context);
	if (status == AW_OK)
		*properties = context->properties;
	return status;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device)
{
	return AW_CALL(get_properties(prop, device));
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device)
{
	return AW_CALL(aw_core_context_attribute(device, attr, value));
}

static aw_status texture_1d_width(size_t *width, const struct cudaChannelFormatDesc *format, int device)
{
	struct aw_context *context;
	if (!width || !format)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_open(device, &context);
	if (status == AW_OK && aw_core_array_check_element(format) != AW_OK)
		status = AW_INVALID_CHANNEL_DESCRIPTOR;
	if (status == AW_OK)
		*width = aw_core_texture_row_width(format, &context->properties);
	return status;
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements,
                                                 const struct cudaChannelFormatDesc *fmtDesc, int device)
{
	return AW_CALL(texture_1d_width(maxWidthInElements, fmtDesc, device));
}

static aw_status find_by_bus_id(int *device, const char *text)
{
	unsigned domain = 0, bus, slot, count;
	if (!device || !text)
		return AW_INVALID_VALUE;
	if (sscanf(text, "%x:%x:%x", &domain, &bus, &slot) != 3 &&
	    (domain = 0, sscanf(text, "%x:%x", &bus, &slot) != 2))
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_count(&count);
	for (int i = 0; status == AW_OK && i < (int)count; i++) {
		struct aw_context *context;
		status = aw_core_context_open(i, &context);
		if (status != AW_OK)
			return status;
		const struct cudaDeviceProp *properties = &context->properties;
		if ((unsigned)properties->pciDomainID == domain && (unsigned)properties->pciBusID == bus &&
		    (unsigned)properties->pciDeviceID == slot) {
			*device = i;
			return AW_OK;
		}
	}
	return status == AW_OK ? AW_INVALID_DEVICE : status;
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *pciBusId)
{
	return AW_CALL(find_by_bus_id(device, pciBusId));
}

static aw_status get_bus_id(char *text, int length, int device)
{
	enum { LENGTH = sizeof("0000:00:00.0") };
	struct aw_context *context;
	if (!text || length < LENGTH)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_open(device, &context);
	if (status != AW_OK)
		return status;
	const struct cudaDeviceProp *properties = &context->properties;
	snprintf(text, (size_t)length, "%04x:%02x:%02x.0", (unsigned)properties->pciDomainID & 0xffff,
	         (unsigned)properties->pciBusID & 0xff, (unsigned)properties->pciDeviceID & 0xff);
	return AW_OK;
}

cudaError_t cudaDeviceGetPCIBusId(char *pciBusId, int len, int device)
{
	return AW_CALL(get_bus_id(pciBusId, len, device));
}

cudaError_t cudaDeviceSynchronize(void)
{
	return AW_CALL(aw_core_context_synchronize());
}

cudaError_t cudaDeviceReset(void)
{
	return AW_CALL(aw_core_context_reset());
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
	return AW_CALL(aw_core_context_set_limit(limit, value));
}

cudaError_t cudaDeviceGetLimit(size_t *pValue, enum cudaLimit limit)
{
	return AW_CALL(aw_core_context_get_limit(limit, pValue));
}

static aw_status get_cache(enum cudaFuncCache *cache)
{
	struct aw_context *context;
	if (!cache)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_current(&context);
	if (status == AW_OK)
		*cache = context->cache;
	return status;
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *pCacheConfig)
{
	return AW_CALL(get_cache(pCacheConfig));
}

static aw_status set_cache(enum cudaFuncCache cache)
{
	struct aw_context *context;
	if ((unsigned)cache > cudaFuncCachePreferEqual)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_current(&context);
	if (status == AW_OK)
		context->cache = cache;
	return status;
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache cacheConfig)
{
	return AW_CALL(set_cache(cacheConfig));
}

static aw_status get_bank_size(enum cudaSharedMemConfig *bank_size)
{
	struct aw_context *context;
	if (!bank_size)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_current(&context);
	if (status == AW_OK)
		*bank_size = context->bank_size ? context->bank_size : cudaSharedMemBankSizeFourByte;
	return status;
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *pConfig)
{
	return AW_CALL(get_bank_size(pConfig));
}

static aw_status set_bank_size(enum cudaSharedMemConfig bank_size)
{
	struct aw_context *context;
	if ((unsigned)bank_size > cudaSharedMemBankSizeEightByte)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_current(&context);
	if (status == AW_OK)
		context->bank_size = bank_size;
	return status;
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
	return AW_CALL(set_bank_size(config));
}

static aw_status priority_range(int *least, int *greatest)
{
	struct aw_context *context;
	aw_status status = aw_core_context_current(&context);
	if (status != AW_OK)
		return status;
	bool offered = context->properties.streamPrioritiesSupported;
	if (least)
		*least = AW_STREAM_PRIORITY_LEAST;
	if (greatest)
		*greatest = offered ? AW_STREAM_PRIORITY_GREATEST : AW_STREAM_PRIORITY_LEAST;
	return AW_OK;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *leastPriority, int *greatestPriority)
{
	return AW_CALL(priority_range(leastPriority, greatestPriority));
}

static aw_status current_only(void)
{
	struct aw_context *context;
	return aw_core_context_current(&context);
}

// There is no cache whose lines could be set aside, so there are none to give back.
cudaError_t cudaCtxResetPersistingL2Cache(void)
{
	return AW_CALL(current_only());
}

// What other devices wrote into this one's memory is there when they say so.
cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(enum cudaFlushGPUDirectRDMAWritesTarget target,
                                               enum cudaFlushGPUDirectRDMAWritesScope scope)
{
	bool known = target == cudaFlushGPUDirectRDMAWritesTargetCurrentDevice &&
	             (scope == cudaFlushGPUDirectRDMAWritesToOwner ||
	              scope == cudaFlushGPUDirectRDMAWritesToAllDevices);
	return AW_CALL(known ? current_only() : AW_INVALID_VALUE);
}

static aw_status version(int *number)
{
	if (!number)
		return AW_INVALID_VALUE;
	*number = CUDART_VERSION;
	return AW_OK;
}

cudaError_t cudaDriverGetVersion(int *driverVersion)
{
	return AW_CALL(version(driverVersion));
}

cudaError_t cudaRuntimeGetVersion(int *runtimeVersion)
{
	return AW_CALL(version(runtimeVersion));
}

cudaError_t cudaThreadExit(void)
{
	return AW_CALL(aw_core_context_reset());
}

cudaError_t cudaThreadSynchronize(void)
{
	return AW_CALL(aw_core_context_synchronize());
}

cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value)
{
	return AW_CALL(aw_core_context_set_limit(limit, value));
}

cudaError_t cudaThreadGetLimit(size_t *pValue, enum cudaLimit limit)
{
	return AW_CALL(aw_core_context_get_limit(limit, pValue));
}

cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *pCacheConfig)
{
	return AW_CALL(get_cache(pCacheConfig));
}

cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache cacheConfig)
{
	return AW_CALL(set_cache(cacheConfig));
}
