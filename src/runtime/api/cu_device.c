// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Initialization", "Error Handling", "Version Management", "Device Management".
#include <string.h>

#include "api.h"
#include "cu_texture.h"

static aw_status init(unsigned flags)
{
	unsigned count;
	if (flags)
		return AW_INVALID_VALUE;
	return aw_core_context_count(&count);
}

CUresult cuInit(unsigned int Flags)
{
	return aw_api_cu_finish(__func__, init(Flags));
}

static aw_status error_text(CUresult error, bool name, const char **text)
{
	const struct aw_status_row *row = aw_status_find((int)error);
	if (!text)
		return AW_INVALID_VALUE;
	*text = NULL;
	if (!row || !row->driver_name[0])
		return AW_INVALID_VALUE;
	*text = name ? row->driver_name : row->text;
	return AW_OK;
}

CUresult cuGetErrorString(CUresult error, const char **pStr)
{
	return aw_api_cu_code(error_text(error, false, pStr));
}

CUresult cuGetErrorName(CUresult error, const char **pStr)
{
	return aw_api_cu_code(error_text(error, true, pStr));
}

CUresult cuDriverGetVersion(int *driverVersion)
{
	if (!driverVersion)
		return CUDA_ERROR_INVALID_VALUE;
	*driverVersion = CUDA_VERSION;
	return CUDA_SUCCESS;
}

static aw_status get(CUdevice *device, int ordinal)
{
	struct aw_context *context;
	if (!device)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_find(ordinal, &context);
	if (status == AW_OK)
		*device = ordinal;
	return status;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
	return AW_CU_CALL(get(device, ordinal));
}

static aw_status count_devices(int *count)
{
	unsigned found;
	if (!count)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_count(&found);
	if (status == AW_OK)
		*count = (int)found;
	return status;
}

CUresult cuDeviceGetCount(int *count)
{
	return AW_CU_CALL(count_devices(count));
}

// The properties of DEVICE, or NULL with *STATUS.
static const struct cudaDeviceProp *properties_of(CUdevice device, aw_status *status)
{
	struct aw_context *context;
	*status = aw_core_context_open(device, &context);
	return *status == AW_OK ? &context->properties : NULL;
}

static aw_status get_name(char *name, int length, CUdevice device)
{
	aw_status status;
	const struct cudaDeviceProp *properties = properties_of(device, &status);
	if (!name || length <= 0)
		return AW_INVALID_VALUE;
	if (properties) {
		strncpy(name, properties->name, (size_t)length - 1);
		name[length - 1] = '\0';
	}
	return status;
}

CUresult cuDeviceGetName(char *name, int len, CUdevice dev)
{
	return AW_CU_CALL(get_name(name, len, dev));
}

static aw_status get_uuid(CUuuid *uuid, CUdevice device)
{
	aw_status status;
	const struct cudaDeviceProp *properties = properties_of(device, &status);
	if (!uuid)
		return AW_INVALID_VALUE;
	if (properties)
		memcpy(uuid, &properties->uuid, sizeof(*uuid));
	return status;
}

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice dev)
{
	return AW_CU_CALL(get_uuid(uuid, dev));
}

static aw_status total_memory(size_t *bytes, CUdevice device)
{
	aw_status status;
	const struct cudaDeviceProp *properties = properties_of(device, &status);
	if (!bytes)
		return AW_INVALID_VALUE;
	if (properties)
		*bytes = properties->totalGlobalMem;
	return status;
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice dev)
{
	return AW_CU_CALL(total_memory(bytes, dev));
}

CUresult cuDeviceGetAttribute(int *pi, CUdevice_attribute attrib, CUdevice dev)
{
	return AW_CU_CALL(aw_core_context_attribute(dev, (enum cudaDeviceAttr)attrib, pi));
}

static aw_status get_old_properties(CUdevprop *result, CUdevice device)
{
	aw_status status;
	const struct cudaDeviceProp *properties = properties_of(device, &status);
	if (!result)
		return AW_INVALID_VALUE;
	if (!properties)
		return status;
	*result = (CUdevprop){
		.maxThreadsPerBlock = properties->maxThreadsPerBlock,
		.sharedMemPerBlock = (int)properties->sharedMemPerBlock,
		.totalConstantMemory = (int)properties->totalConstMem,
		.SIMDWidth = properties->warpSize,
		.memPitch = (int)properties->memPitch,
		.regsPerBlock = properties->regsPerBlock,
		.clockRate = properties->clockRate,
		.textureAlign = (int)properties->textureAlignment,
	};
	memcpy(result->maxThreadsDim, properties->maxThreadsDim, sizeof(result->maxThreadsDim));
	memcpy(result->maxGridSize, properties->maxGridSize, sizeof(result->maxGridSize));
	return AW_OK;
}

CUresult cuDeviceGetProperties(CUdevprop *prop, CUdevice dev)
{
	return AW_CU_CALL(get_old_properties(prop, dev));
}

static aw_status capability(int *major, int *minor, CUdevice device)
{
	aw_status status;
	const struct cudaDeviceProp *properties = properties_of(device, &status);
	if (!major || !minor)
		return AW_INVALID_VALUE;
	if (properties) {
		*major = properties->major;
		*minor = properties->minor;
	}
	return status;
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice dev)
{
	return AW_CU_CALL(capability(major, minor, dev));
}

// The rest is the runtime interface's under another name.

CUresult cuDeviceGetByPCIBusId(CUdevice *dev, const char *pciBusId)
{
	return AW_CU_CALL((aw_status)cudaDeviceGetByPCIBusId(dev, pciBusId));
}

CUresult cuDeviceGetPCIBusId(char *pciBusId, int len, CUdevice dev)
{
	return AW_CU_CALL((aw_status)cudaDeviceGetPCIBusId(pciBusId, len, dev));
}

CUresult cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget target, CUflushGPUDirectRDMAWritesScope scope)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaDeviceFlushGPUDirectRDMAWrites((enum cudaFlushGPUDirectRDMAWritesTarget)target,
	                          (enum cudaFlushGPUDirectRDMAWritesScope)scope));
}

CUresult cuDeviceCanAccessPeer(int *canAccessPeer, CUdevice dev, CUdevice peerDev)
{
	return AW_CU_CALL((aw_status)cudaDeviceCanAccessPeer(canAccessPeer, dev, peerDev));
}

CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attrib, CUdevice srcDevice,
                                 CUdevice dstDevice)
{
	return AW_CU_CALL((aw_status)cudaDeviceGetP2PAttribute(value, (enum cudaDeviceP2PAttr)attrib, srcDevice,
	                                                       dstDevice));
}

static aw_status texture_1d_width(size_t *width, CUarray_format format, unsigned count, CUdevice device)
{
	struct cudaChannelFormatDesc channels;
	aw_status status = aw_api_channels(format, count, &channels);
	return status == AW_OK ? (aw_status)cudaDeviceGetTexture1DLinearMaxWidth(width, &channels, device) : status;
}

CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements, CUarray_format format, unsigned int numChannels, CUdevice dev)
{
	return AW_CU_CALL(texture_1d_width(maxWidthInElements, format, numChannels, dev));
}
