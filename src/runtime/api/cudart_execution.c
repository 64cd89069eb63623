// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Execution Control".
#include "../core/launch.h"
#include "../core/stream.h"
#include "api.h"

static struct aw_shape shape_of(dim3 grid, dim3 block, size_t shared, cudaStream_t stream)
{
	return (struct aw_shape){ { grid.x, grid.y, grid.z }, { block.x, block.y, block.z }, shared, stream };
}

cudaError_t cudaLaunchKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args, size_t sharedMem,
                             cudaStream_t stream)
{
	struct aw_shape shape = shape_of(gridDim, blockDim, sharedMem, stream);
	return AW_CALL(aw_core_launch(func, &shape, args, false));
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *func, void **args)
{
	return AW_CALL(aw_core_launch_extended(func, config, args));
}

cudaError_t cudaLaunchCooperativeKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args,
                                        size_t sharedMem, cudaStream_t stream)
{
	struct aw_shape shape = shape_of(gridDim, blockDim, sharedMem, stream);
	return AW_CALL(aw_core_launch(func, &shape, args, true));
}

// One cooperative launch on each device; each stream names its device.
static aw_status launch_on_devices(const struct cudaLaunchParams *list, unsigned count, unsigned flags)
{
	const unsigned known = cudaCooperativeLaunchMultiDeviceNoPreSync |
	                       cudaCooperativeLaunchMultiDeviceNoPostSync;
	if (!list || !count || (flags & ~known))
		return AW_INVALID_VALUE;
	unsigned before = aw_core_thread.device;
	aw_status status = AW_OK;
	for (unsigned i = 0; i < count && status == AW_OK; i++) {
		struct CUstream_st *stream;
		status = aw_core_stream_find(list[i].stream, &stream);
		if (status == AW_OK && !stream->own) // the default streams name no device
			status = AW_INVALID_HANDLE;
		if (status == AW_OK)
			status = aw_core_context_select((int)stream->context->ordinal);
		struct aw_shape shape = shape_of(list[i].gridDim, list[i].blockDim, list[i].sharedMem,
		                                 list[i].stream);
		if (status == AW_OK)
			status = aw_core_launch(list[i].func, &shape, list[i].args, true);
	}
	aw_core_context_select((int)before);
	return status;
}

cudaError_t cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams *launchParamsList,
                                                   unsigned int numDevices, unsigned int flags)
{
	return AW_CALL(launch_on_devices(launchParamsList, numDevices, flags));
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *userData)
{
	return AW_CALL(aw_core_stream_call(stream, fn, userData));
}

static aw_status get_attributes(struct cudaFuncAttributes *attributes, const void *function)
{
	struct aw_context *context;
	struct CUfunc_st *kernel;
	if (!attributes)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_healthy(&context);
	if (status == AW_OK)
		status = aw_core_module_kernel(function, &kernel);
	return status == AW_OK ? aw_core_function_attributes(kernel, attributes) : status;
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, const void *func)
{
	return AW_CALL(get_attributes(attr, func));
}

static aw_status set_attribute(const void *function, enum cudaFuncAttribute attribute, int value)
{
	struct CUfunc_st *kernel;
	aw_status status = aw_core_module_kernel(function, &kernel);
	return status == AW_OK ? aw_core_function_set(kernel, attribute, value) : status;
}

cudaError_t cudaFuncSetAttribute(const void *func, enum cudaFuncAttribute attr, int value)
{
	return AW_CALL(set_attribute(func, attr, value));
}

// Accepts a preference that has no meaning here once both arguments are right.
static aw_status accept_preference(const void *function, unsigned value, unsigned last)
{
	struct CUfunc_st *kernel;
	aw_status status = aw_core_module_kernel(function, &kernel);
	return status == AW_OK && value > last ? AW_INVALID_VALUE : status;
}

cudaError_t cudaFuncSetCacheConfig(const void *func, enum cudaFuncCache cacheConfig)
{
	return AW_CALL(accept_preference(func, (unsigned)cacheConfig, cudaFuncCachePreferEqual));
}

cudaError_t cudaFuncSetSharedMemConfig(const void *func, enum cudaSharedMemConfig config)
{
	return AW_CALL(accept_preference(func, (unsigned)config, cudaSharedMemBankSizeEightByte));
}

static aw_status get_name(const char **name, const void *function)
{
	const struct aw_symbol *symbol = aw_core_module_symbol(function);
	if (!name)
		return AW_INVALID_VALUE;
	if (!symbol || !symbol->is_kernel)
		return AW_INVALID_DEVICE_FUNCTION;
	*name = symbol->name;
	return AW_OK;
}

cudaError_t cudaFuncGetName(const char **name, const void *func)
{
	return AW_CALL(get_name(name, func));
}

static aw_status get_parameter(const void *function, size_t index, size_t *offset, size_t *size)
{
	struct CUfunc_st *kernel;
	size_t found_offset, found_size;
	if (!offset || index > UINT32_MAX)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_module_kernel(function, &kernel);
	if (status == AW_OK)
		status = kernel->context->driver->module->parameter(kernel->function, (unsigned)index,
		                                                    &found_offset, &found_size);
	if (status != AW_OK)
		return status;
	*offset = found_offset;
	if (size)
		*size = found_size;
	return AW_OK;
}

cudaError_t cudaFuncGetParamInfo(const void *func, size_t paramIndex, size_t *paramOffset, size_t *paramSize)
{
	return AW_CALL(get_parameter(func, paramIndex, paramOffset, paramSize));
}

// Devices compute in double precision whenever the program says so; there is nothing to convert.
cudaError_t cudaSetDoubleForDevice(double *d)
{
	return AW_CALL(d ? AW_OK : AW_INVALID_VALUE);
}

cudaError_t cudaSetDoubleForHost(double *d)
{
	return AW_CALL(d ? AW_OK : AW_INVALID_VALUE);
}
