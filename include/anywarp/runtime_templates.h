/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The runtime's C++ interface (CUDA Runtime API, "C++ API Routines"): the same functions with typed
 * pointers, kernels and variables given by name, and defaults.
 */
#ifndef AW_RUNTIME_TEMPLATES_H
#define AW_RUNTIME_TEMPLATES_H

/* --- memory --- */

template <class T> static inline cudaError_t cudaMalloc(T **devPtr, size_t size) {
	return ::cudaMalloc((void **)(void *)devPtr, size);
}
template <class T> static inline cudaError_t cudaMallocHost(T **ptr, size_t size, unsigned int flags = 0) {
	return ::cudaHostAlloc((void **)(void *)ptr, size, flags);
}
static inline cudaError_t cudaMallocHost(void **ptr, size_t size, unsigned int flags) {
	return ::cudaHostAlloc(ptr, size, flags);
}
template <class T> static inline cudaError_t cudaHostAlloc(T **ptr, size_t size, unsigned int flags) {
	return ::cudaHostAlloc((void **)(void *)ptr, size, flags);
}
template <class T>
static inline cudaError_t cudaHostGetDevicePointer(T **pDevice, void *pHost, unsigned int flags) {
	return ::cudaHostGetDevicePointer((void **)(void *)pDevice, pHost, flags);
}
template <class T>
static inline cudaError_t cudaMallocManaged(T **devPtr, size_t size, unsigned int flags = cudaMemAttachGlobal) {
	return ::cudaMallocManaged((void **)(void *)devPtr, size, flags);
}
template <class T>
static inline cudaError_t cudaMallocPitch(T **devPtr, size_t *pitch, size_t width, size_t height) {
	return ::cudaMallocPitch((void **)(void *)devPtr, pitch, width, height);
}
template <class T> static inline cudaError_t cudaMallocAsync(T **ptr, size_t size, cudaStream_t stream) {
	return ::cudaMallocAsync((void **)(void *)ptr, size, stream);
}
template <class T>
static inline cudaError_t cudaMallocAsync(T **ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream) {
	return ::cudaMallocFromPoolAsync((void **)(void *)ptr, size, memPool, stream);
}
static inline cudaError_t cudaMallocAsync(void **ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream) {
	return ::cudaMallocFromPoolAsync(ptr, size, memPool, stream);
}
template <class T>
static inline cudaError_t cudaMallocFromPoolAsync(T **ptr, size_t size, cudaMemPool_t memPool,
                                                  cudaStream_t stream) {
	return ::cudaMallocFromPoolAsync((void **)(void *)ptr, size, memPool, stream);
}
template <class T>
static inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *devPtr, size_t length = 0,
                                                   unsigned int flags = cudaMemAttachSingle) {
	return ::cudaStreamAttachMemAsync(stream, (void *)devPtr, length, flags);
}

/* --- variables, given by name --- */

template <class T>
static inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *src, size_t count, size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
	return ::cudaMemcpyToSymbol((const void *)&symbol, src, count, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t count, size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
	return ::cudaMemcpyFromSymbol(dst, (const void *)&symbol, count, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *src, size_t count,
                                                  size_t offset = 0,
                                                  cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                  cudaStream_t stream = 0) {
	return ::cudaMemcpyToSymbolAsync((const void *)&symbol, src, count, offset, kind, stream);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t count,
                                                    size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                    cudaStream_t stream = 0) {
	return ::cudaMemcpyFromSymbolAsync(dst, (const void *)&symbol, count, offset, kind, stream);
}
template <class T> static inline cudaError_t cudaGetSymbolAddress(void **devPtr, const T &symbol) {
	return ::cudaGetSymbolAddress(devPtr, (const void *)&symbol);
}
template <class T> static inline cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol) {
	return ::cudaGetSymbolSize(size, (const void *)&symbol);
}

/* --- kernels, given by name --- */

template <class T>
static inline cudaError_t cudaLaunchKernel(T *func, dim3 gridDim, dim3 blockDim, void **args,
                                           size_t sharedMem = 0, cudaStream_t stream = 0) {
	return ::cudaLaunchKernel((const void *)func, gridDim, blockDim, args, sharedMem, stream);
}
template <class T>
static inline cudaError_t cudaLaunchCooperativeKernel(T *func, dim3 gridDim, dim3 blockDim, void **args,
                                                      size_t sharedMem = 0, cudaStream_t stream = 0) {
	return ::cudaLaunchCooperativeKernel((const void *)func, gridDim, blockDim, args, sharedMem, stream);
}
template <class T>
static inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const T *func, void **args) {
	return ::cudaLaunchKernelExC(config, (const void *)func, args);
}
#if __cplusplus >= 201103L
/* Arguments are converted to the kernel's parameters, as a call would. */
template <typename... ParameterTypes, typename... ArgumentTypes>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(ParameterTypes...),
                                             ArgumentTypes &&...arguments) {
	return [&](ParameterTypes... parameters) {
		void *addresses[] = {(void *)&parameters..., nullptr};
		return ::cudaLaunchKernelExC(config, (const void *)kernel, addresses);
	}(static_cast<ArgumentTypes &&>(arguments)...);
}
#endif
template <class T>
static inline cudaError_t cudaFuncSetAttribute(T *func, cudaFuncAttribute attr, int value) {
	return ::cudaFuncSetAttribute((const void *)func, attr, value);
}
template <class T> static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attr, T *entry) {
	return ::cudaFuncGetAttributes(attr, (const void *)entry);
}
template <class T> static inline cudaError_t cudaFuncSetCacheConfig(T *func, cudaFuncCache cacheConfig) {
	return ::cudaFuncSetCacheConfig((const void *)func, cacheConfig);
}
template <class T> static inline cudaError_t cudaFuncSetSharedMemConfig(T *func, cudaSharedMemConfig config) {
	return ::cudaFuncSetSharedMemConfig((const void *)func, config);
}
template <class T> static inline cudaError_t cudaFuncGetName(const char **name, T *func) {
	return ::cudaFuncGetName(name, (const void *)func);
}
template <class T> static inline cudaError_t cudaGetFuncBySymbol(cudaFunction_t *functionPtr, T *symbol) {
	return ::cudaGetFuncBySymbol(functionPtr, (const void *)symbol);
}
template <class T> static inline cudaError_t cudaGetKernel(cudaKernel_t *kernelPtr, T *entryFuncAddr) {
	return ::cudaGetKernel(kernelPtr, (const void *)entryFuncAddr);
}

/* --- occupancy --- */

template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, T func, int blockSize,
                                                                        size_t dynamicSMemSize) {
	return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, (const void *)func, blockSize,
	                                                                dynamicSMemSize, cudaOccupancyDefault);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *numBlocks, T func, int blockSize, size_t dynamicSMemSize, unsigned int flags) {
	return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, (const void *)func, blockSize,
	                                                                dynamicSMemSize, flags);
}
template <class T>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, T *func,
                                                                    int numBlocks, int blockSize) {
	return ::cudaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, (const void *)func, numBlocks, blockSize);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *clusterSize, T *func,
                                                               const cudaLaunchConfig_t *config) {
	return ::cudaOccupancyMaxPotentialClusterSize(clusterSize, (const void *)func, config);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int *numClusters, T *func,
                                                         const cudaLaunchConfig_t *config) {
	return ::cudaOccupancyMaxActiveClusters(numClusters, (const void *)func, config);
}

/* The block size that keeps the most threads of FUNC on a multiprocessor, and the grid size that
 * fills the device with such blocks.  SIZEOFSHARED(blockSize) is the dynamic shared memory of a
 * block; BLOCKSIZELIMIT 0 means none.  Every multiple of a warp is tried, large ones first. */
template <class SharedSize, class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *minGridSize, int *blockSize, T func, SharedSize sizeOfShared, int blockSizeLimit = 0,
    unsigned int flags = 0) {
	int device, multiprocessors, warp;
	cudaFuncAttributes attributes;
	cudaError_t error = ::cudaGetDevice(&device);
	if (error == cudaSuccess)
		error = ::cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
	if (error == cudaSuccess)
		error = ::cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
	if (error == cudaSuccess)
		error = ::cudaFuncGetAttributes(&attributes, (const void *)func);
	if (error != cudaSuccess)
		return error;

	int limit = attributes.maxThreadsPerBlock, best = 0;
	if (blockSizeLimit > 0 && blockSizeLimit < limit)
		limit = blockSizeLimit;
	for (int size = (limit + warp - 1) / warp * warp; size > 0; size -= warp) {
		int blocks, threads = size < limit ? size : limit;
		error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, (const void *)func, threads,
		                                                                 sizeOfShared(threads), flags);
		if (error != cudaSuccess)
			return error;
		if (blocks * threads > best) {
			best = blocks * threads;
			*blockSize = threads;
			*minGridSize = blocks * multiprocessors;
		}
	}
	return best > 0 ? cudaSuccess : cudaErrorInvalidConfiguration;
}
template <class SharedSize, class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGridSize, int *blockSize,
                                                                         T func, SharedSize sizeOfShared,
                                                                         int blockSizeLimit = 0) {
	return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(minGridSize, blockSize, func, sizeOfShared,
	                                                               blockSizeLimit, cudaOccupancyDefault);
}

/* The same amount of dynamic shared memory whatever the block size; programs use it by this name. */
class __cudaOccupancyB2DHelper {
	size_t size;

public:
	inline __host__ CUDART_DEVICE __cudaOccupancyB2DHelper(size_t bytes) : size(bytes) {}
	inline __host__ CUDART_DEVICE size_t operator()(int) { return size; }
};
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, T func,
                                                                      size_t dynamicSMemSize = 0,
                                                                      int blockSizeLimit = 0,
                                                                      unsigned int flags = 0) {
	return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
	    minGridSize, blockSize, func, __cudaOccupancyB2DHelper(dynamicSMemSize), blockSizeLimit, flags);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, T func,
                                                             size_t dynamicSMemSize = 0,
                                                             int blockSizeLimit = 0) {
	return cudaOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func, dynamicSMemSize,
	                                                   blockSizeLimit, cudaOccupancyDefault);
}

/* --- events, managed memory, graphs --- */

static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) {
	return ::cudaEventCreateWithFlags(event, flags);
}
static inline cudaError_t cudaMemPrefetchAsync(const void *devPtr, size_t count, cudaMemLocation location,
                                               unsigned int flags, cudaStream_t stream = 0) {
	return ::cudaMemPrefetchAsync_v2(devPtr, count, location, flags, stream);
}
static inline cudaError_t cudaMemAdvise(const void *devPtr, size_t count, cudaMemoryAdvise advice,
                                        cudaMemLocation location) {
	return ::cudaMemAdvise_v2(devPtr, count, advice, location);
}

/* The argument lists of CUDA 13: batches that don't tell which copy failed, with one set of attributes, or several. */
template <class T, class U>
static inline cudaError_t cudaMemcpyBatchAsync(T *const *dsts, U *const *srcs, const size_t *sizes, size_t count,
                                               cudaMemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs,
                                               cudaStream_t stream) {
	return ::cudaMemcpyBatchAsync((void **)dsts, (void **)srcs, (size_t *)sizes, count, attrs, attrsIdxs, numAttrs, NULL, stream);
}
template <class T, class U>
static inline cudaError_t cudaMemcpyBatchAsync(T *const *dsts, U *const *srcs, const size_t *sizes, size_t count,
                                               cudaMemcpyAttributes attr, cudaStream_t stream) {
	size_t first = 0;
	return ::cudaMemcpyBatchAsync((void **)dsts, (void **)srcs, (size_t *)sizes, count, &attr, &first, 1, NULL, stream);
}
static inline cudaError_t cudaMemcpy3DBatchAsync(size_t numOps, cudaMemcpy3DBatchOp *opList, unsigned long long flags,
                                                 cudaStream_t stream) {
	return ::cudaMemcpy3DBatchAsync(numOps, opList, NULL, flags, stream);
}

/* The argument lists of CUDA 13: edges with data. */
static inline cudaError_t cudaGraphAddNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                           const cudaGraphNode_t *pDependencies,
                                           const cudaGraphEdgeData *dependencyData, size_t numDependencies,
                                           cudaGraphNodeParams *nodeParams) {
	return ::cudaGraphAddNode_v2(pGraphNode, graph, pDependencies, dependencyData, numDependencies, nodeParams);
}
static inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                                   const cudaGraphNode_t *to, const cudaGraphEdgeData *edgeData,
                                                   size_t numDependencies) {
	return ::cudaGraphAddDependencies_v2(graph, from, to, edgeData, numDependencies);
}
static inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                                      const cudaGraphNode_t *to,
                                                      const cudaGraphEdgeData *edgeData, size_t numDependencies) {
	return ::cudaGraphRemoveDependencies_v2(graph, from, to, edgeData, numDependencies);
}
static inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                                            cudaGraphEdgeData *edgeData, size_t *numEdges) {
	return ::cudaGraphGetEdges_v2(graph, from, to, edgeData, numEdges);
}
static inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *pDependencies,
                                                       cudaGraphEdgeData *edgeData, size_t *pNumDependencies) {
	return ::cudaGraphNodeGetDependencies_v2(node, pDependencies, edgeData, pNumDependencies);
}
static inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *pDependentNodes,
                                                         cudaGraphEdgeData *edgeData,
                                                         size_t *pNumDependentNodes) {
	return ::cudaGraphNodeGetDependentNodes_v2(node, pDependentNodes, edgeData, pNumDependentNodes);
}
static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
                                                              const cudaGraphEdgeData *dependencyData,
                                                              size_t numDependencies, unsigned int flags) {
	return ::cudaStreamUpdateCaptureDependencies_v2(stream, dependencies, dependencyData, numDependencies, flags);
}
#if __cplusplus >= 201103L
/* Without flags: for pointers and nullptr alone, so that a 0 in their place is the number of dependencies. */
template <class T>
static inline cudaError_t
cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies, T dependencyData, size_t numDependencies,
                                    decltype(static_cast<const cudaGraphEdgeData *>(*(T *)0)) = 0) {
	return ::cudaStreamUpdateCaptureDependencies_v2(stream, dependencies, dependencyData, numDependencies, 0);
}
#endif
static inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus *status,
                                                   unsigned long long *id, cudaGraph_t *graph,
                                                   const cudaGraphNode_t **dependencies,
                                                   const cudaGraphEdgeData **edgeData, size_t *numDependencies) {
	return ::cudaStreamGetCaptureInfo_v3(stream, status, id, graph, dependencies, edgeData, numDependencies);
}

/* The argument list of before CUDA 12: the node at fault and a message, which stays empty here. */
static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
                                               cudaGraphNode_t *pErrorNode, char *pLogBuffer, size_t bufferSize) {
	if (pErrorNode)
		*pErrorNode = 0;
	if (pLogBuffer && bufferSize)
		*pLogBuffer = 0;
	return ::cudaGraphInstantiate(pGraphExec, graph, 0);
}
static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                              cudaGraphNode_t *hErrorNode_out,
                                              cudaGraphExecUpdateResult *updateResult_out) {
	cudaGraphExecUpdateResultInfo info;
	cudaError_t error = ::cudaGraphExecUpdate(hGraphExec, hGraph, &info);
	if (hErrorNode_out)
		*hErrorNode_out = info.errorNode;
	if (updateResult_out)
		*updateResult_out = info.result;
	return error;
}
template <class T>
static inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                                         const cudaGraphNode_t *pDependencies,
                                                         size_t numDependencies, const T &symbol, const void *src,
                                                         size_t count, size_t offset, cudaMemcpyKind kind) {
	return ::cudaGraphAddMemcpyNodeToSymbol(pGraphNode, graph, pDependencies, numDependencies,
	                                        (const void *)&symbol, src, count, offset, kind);
}
template <class T>
static inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                                           const cudaGraphNode_t *pDependencies,
                                                           size_t numDependencies, void *dst, const T &symbol,
                                                           size_t count, size_t offset, cudaMemcpyKind kind) {
	return ::cudaGraphAddMemcpyNodeFromSymbol(pGraphNode, graph, pDependencies, numDependencies, dst,
	                                          (const void *)&symbol, count, offset, kind);
}
template <class T>
static inline cudaError_t cudaUserObjectCreate(cudaUserObject_t *object_out, T *objectToWrap,
                                               unsigned int initialRefcount, unsigned int flags) {
	struct deleter {
		static void destroy(void *object) { delete (T *)object; }
	};
	return ::cudaUserObjectCreate(object_out, objectToWrap, deleter::destroy, initialRefcount, flags);
}

#endif
