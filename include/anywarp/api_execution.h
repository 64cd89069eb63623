/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Kernels and launches (CUDA Runtime API, "Execution Control", "Occupancy", "Profiler Control").
 *
 * FUNC is the host-side address of a __global__ function; anything else gives
 * cudaErrorInvalidDeviceFunction.
 */
#ifndef AW_API_EXECUTION_H
#define AW_API_EXECUTION_H

/* Launches FUNC over GRIDDIM blocks of BLOCKDIM threads, each block with SHAREDMEM bytes of dynamic
 * shared memory.  ARGS holds the addresses of the arguments, which are read before it returns.
 * cudaErrorInvalidConfiguration, cudaErrorInvalidValue, cudaErrorLaunchOutOfResources,
 * cudaErrorNoKernelImageForDevice.  What goes wrong inside of the kernel is told by later calls. */
cudaError_t CUDARTAPI cudaLaunchKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args,
	size_t sharedMem, cudaStream_t stream);
cudaError_t CUDARTAPI cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *func, void **args);
/* All blocks run at the same time and may wait for each other.
 * cudaErrorCooperativeLaunchTooLarge when they don't fit. */
cudaError_t CUDARTAPI cudaLaunchCooperativeKernel(const void *func, dim3 gridDim, dim3 blockDim,
	void **args, size_t sharedMem, cudaStream_t stream);
cudaError_t CUDARTAPI cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams *launchParamsList,
	unsigned int numDevices, unsigned int flags __AW_DEFAULT(0));
/* Calls FN(USERDATA) on a host thread in the stream's order. */
cudaError_t CUDARTAPI cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *userData);

cudaError_t CUDARTAPI cudaFuncGetAttributes(struct cudaFuncAttributes *attr, const void *func);
cudaError_t CUDARTAPI cudaFuncSetAttribute(const void *func, enum cudaFuncAttribute attr, int value);
cudaError_t CUDARTAPI cudaFuncSetCacheConfig(const void *func, enum cudaFuncCache cacheConfig);
cudaError_t CUDARTAPI cudaFuncSetSharedMemConfig(const void *func, enum cudaSharedMemConfig config);
/* The mangled name. */
cudaError_t CUDARTAPI cudaFuncGetName(const char **name, const void *func);
/* Where parameter PARAMINDEX lies in the argument buffer, in bytes. */
cudaError_t CUDARTAPI cudaFuncGetParamInfo(const void *func, size_t paramIndex, size_t *paramOffset,
	size_t *paramSize);
/* The driver's handle of a kernel. */
cudaError_t CUDARTAPI cudaGetFuncBySymbol(cudaFunction_t *functionPtr, const void *symbolPtr);
cudaError_t CUDARTAPI cudaGetKernel(cudaKernel_t *kernelPtr, const void *entryFuncAddr);
cudaError_t CUDARTAPI cudaSetDoubleForDevice(double *d);
cudaError_t CUDARTAPI cudaSetDoubleForHost(double *d);

/* Blocks of BLOCKSIZE threads that run at the same time on one multiprocessor. */
cudaError_t CUDARTAPI cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, const void *func,
	int blockSize, size_t dynamicSMemSize);
cudaError_t CUDARTAPI cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks,
	const void *func, int blockSize, size_t dynamicSMemSize, unsigned int flags);
/* Dynamic shared memory that each of NUMBLOCKS blocks on a multiprocessor can have. */
cudaError_t CUDARTAPI cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize,
	const void *func, int numBlocks, int blockSize);
cudaError_t CUDARTAPI cudaOccupancyMaxPotentialClusterSize(int *clusterSize, const void *func,
	const cudaLaunchConfig_t *launchConfig);
cudaError_t CUDARTAPI cudaOccupancyMaxActiveClusters(int *numClusters, const void *func,
	const cudaLaunchConfig_t *launchConfig);

/* What follows is called by compiled programs, not by their authors: the <<<...>>> of a launch is
 * kept for the stub of the kernel (nvcc and clang use these names). */
#if defined(__cplusplus)
unsigned int CUDARTAPI __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem = 0,
	void *stream = 0);
#else
unsigned int CUDARTAPI __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem, void *stream);
#endif
cudaError_t CUDARTAPI __cudaPopCallConfiguration(dim3 *gridDim, dim3 *blockDim, size_t *sharedMem,
	void *stream);

#endif
