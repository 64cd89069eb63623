// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry points that compiled programs call by themselves: registration of fat binaries by the
// constructors that clang emits, and the two halves of a <<<...>>> launch.
#include <stdlib.h>

#include "../../base/log.h"
#include "../core/context.h"
#include "../core/module.h"
#include "../core/texture_reference.h"
#include "api.h"

#pragma GCC visibility push(default)
void **__cudaRegisterFatBinary(const struct aw_fatbin_wrapper *wrapper);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
void __cudaRegisterFunction(void **handle, const void *stub, char *device_function, const char *device_name,
                            int thread_limit, void *thread_index, void *block_index, void *block_size,
                            void *grid_size, int *warp_size);
void __cudaRegisterVar(void **handle, char *host, char *device_address, const char *device_name, int external,
                       size_t size, int constant, int global);
void __cudaRegisterManagedVar(void **handle, void **host_pointer, char *device_address,
                              const char *device_name, int external, size_t size, int constant, int global);
void __cudaRegisterTexture(void **handle, const struct textureReference *host, const void **device_address,
                           const char *device_name, int dimension, int read_mode, int external);
void __cudaRegisterSurface(void **handle, const struct surfaceReference *host, const void **device_address,
                           const char *device_name, int dimension, int external);
char __cudaInitModule(void **handle);
#pragma GCC visibility pop

// Constructors can't return errors; the first call that needs what is missing will.
static void complain(const char *what, const char *name, aw_status status)
{
	if (status != AW_OK)
		aw_error("core", "can't register %s %s: %s", what, name, aw_status_text(status));
}

// The handle is the binary itself; programs only hand it back.
void **__cudaRegisterFatBinary(const struct aw_fatbin_wrapper *wrapper)
{
	struct aw_binary *binary = NULL;
	aw_core_context_preload();
	aw_status status = wrapper->magic == AW_FATBIN_WRAPPER_MAGIC
	                           ? aw_core_module_register(wrapper->data, &binary)
	                           : AW_INVALID_KERNEL_IMAGE;
	complain("a fat binary", "", status);
	return (void **)binary;
}

void __cudaRegisterFatBinaryEnd(void **handle)
{
	if (handle)
		aw_core_module_complete((struct aw_binary *)handle);
}

void __cudaUnregisterFatBinary(void **handle)
{
	if (handle)
		aw_core_module_unregister((struct aw_binary *)handle);
}

void __cudaRegisterFunction(void **handle, const void *stub, char *device_function, const char *device_name,
                            int thread_limit, void *thread_index, void *block_index, void *block_size,
                            void *grid_size, int *warp_size)
{
	(void)device_function, (void)thread_limit, (void)thread_index, (void)block_index;
	(void)block_size, (void)grid_size, (void)warp_size;
	if (handle)
		complain("kernel", device_name,
		         aw_core_module_add_symbol((struct aw_binary *)handle, stub, device_name, true, 0));
}

void __cudaRegisterVar(void **handle, char *host, char *device_address, const char *device_name, int external,
                       size_t size, int constant, int global)
{
	(void)device_address, (void)external, (void)constant, (void)global;
	if (handle)
		complain("variable", device_name,
		         aw_core_module_add_symbol((struct aw_binary *)handle, host, device_name, false, size));
}

// As nvcc's host code has it: the host reaches the variable through a pointer.  Compiled by awcc,
// managed variables come by __cudaRegisterVar instead.
void __cudaRegisterManagedVar(void **handle, void **host_pointer, char *device_address,
                              const char *device_name, int external, size_t size, int constant, int global)
{
	__cudaRegisterVar(handle, *host_pointer, device_address, device_name, external, size, constant, global);
}

// READ_MODE: the third template argument of a `texture`.
void __cudaRegisterTexture(void **handle, const struct textureReference *host, const void **device_address,
                           const char *device_name, int dimension, int read_mode, int external)
{
	(void)device_address, (void)dimension, (void)external;
	if (handle)
		complain("texture", device_name,
		         aw_core_texture_reference_register((struct aw_binary *)handle, host, device_name, false,
		                                            (enum cudaTextureReadMode)read_mode));
}

void __cudaRegisterSurface(void **handle, const struct surfaceReference *host, const void **device_address,
                           const char *device_name, int dimension, int external)
{
	(void)device_address, (void)dimension, (void)external;
	if (handle)
		complain("surface", device_name,
		         aw_core_texture_reference_register((struct aw_binary *)handle, host, device_name, true,
		                                            cudaReadModeElementType));
}

char __cudaInitModule(void **handle)
{
	return handle != NULL;
}

unsigned int __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem, void *stream)
{
	struct aw_shape shape = { { gridDim.x, gridDim.y, gridDim.z },
		                  { blockDim.x, blockDim.y, blockDim.z },
		                  sharedMem,
		                  stream };
	return (unsigned)AW_CALL(aw_core_thread_push_shape(&shape));
}

cudaError_t __cudaPopCallConfiguration(dim3 *gridDim, dim3 *blockDim, size_t *sharedMem, void *stream)
{
	struct aw_shape shape;
	aw_status status = aw_core_thread_pop_shape(&shape);
	if (status == AW_OK) {
		*gridDim = (dim3){ shape.grid[0], shape.grid[1], shape.grid[2] };
		*blockDim = (dim3){ shape.block[0], shape.block[1], shape.block[2] };
		*sharedMem = shape.dynamic_shared;
		*(struct CUstream_st **)stream = shape.stream;
	}
	return AW_CALL(status);
}
