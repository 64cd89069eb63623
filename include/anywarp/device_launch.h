// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of kernels by kernels, which awcc wraps into with_kernels(), and what else of the runtime device code may
// call (CUDA C++ Programming Guide, 13, "CUDA Dynamic Parallelism").
//
// On the cpu device a grid has ended when its launch returns, unless it goes to cudaStreamTailLaunch: then it begins when the
// launching grid has ended.  So streams and events of the device have nothing to keep, and cudaDeviceSynchronize()
// finds all grids ended, as programs for CUDA 11 want it.  On GPUs all of it is NVIDIA's device runtime, where the machine
// has it, and cudaDeviceSynchronize() fails an assertion.
#ifndef AW_DEVICE_LAUNCH_H
#define AW_DEVICE_LAUNCH_H

#if defined(__cplusplus) && defined(__CUDACC__)

// The compiler knows these names.  SHAPE: grid, block, bytes of shared memory, bytes of arguments and their alignment; they lie in
// one piece from the first of ARGUMENTS on, as parameters of a kernel do.  The error is cudaError_t.
extern "C" __device__ int __aw_device_launch(const void *kernel, const unsigned int *shape, void *stream,
                                             void **arguments);
// The thread's last error, which is forgotten when CLEAR.
extern "C" __device__ int __aw_device_error(int clear);

// WHAT 0: the device's number; 1: how many there are; 2: attribute NUMBER of the device; 3: its limit NUMBER; 4: attributes
// of a kernel, and 5: how many of its blocks a multiprocessor holds, for an anywarp::function_query; 7: the graph made for launches by
// devices that the kernel belongs to, or null; 8: NUMBER changes of a graph's kernel nodes, which lie at RESULT.
extern "C" __device__ int __aw_device_query(unsigned int what, int number, void *result);

// Launches *GRAPH into a stream of graphs, whose handle has NUMBER in its highest byte.
extern "C" __device__ int __aw_device_graph(int number, void **graph);

// The device library has these for either kind of device.
extern "C" {
__device__ int __aw_device_synchronize();
__device__ int __aw_device_stream_create(void **stream, unsigned int flags);
__device__ int __aw_device_stream_destroy(void *stream);
__device__ int __aw_device_stream_wait(void *stream, void *event, unsigned int flags);
__device__ int __aw_device_event_create(void **event, unsigned int flags);
__device__ int __aw_device_event_record(void *event, void *stream);
__device__ int __aw_device_event_destroy(void *event);
__device__ int __aw_device_copy(void *to, const void *from, unsigned long size, unsigned int kind, void *stream);
__device__ int __aw_device_fill(void *to, int value, unsigned long size, void *stream);
__device__ int __aw_device_copy_2d(void *to, unsigned long to_pitch, const void *from, unsigned long from_pitch,
                                   unsigned long width, unsigned long height, unsigned int kind, void *stream);
__device__ int __aw_device_copy_3d(const void *parameters, void *stream);
__device__ int __aw_device_fill_2d(void *to, unsigned long pitch, int value, unsigned long width, unsigned long height,
                                   void *stream);
__device__ int __aw_device_fill_3d(const void *to, int value, const void *size, void *stream);
}

namespace anywarp {

// Laid out as in the runtime.
struct function_query {
	const void *kernel;
	void *result;
	unsigned long dynamic_shared;
	int block_size;
	unsigned int flags;
};

// CODE names kernels, which clang lets device code do in no function that it calls itself: so it is called through a constant,
// behind which clang looks for nothing.
template <typename Code> __host__ __device__ inline auto run_code(Code &code) -> decltype(code()) { return code(); }
template <typename Code> struct runner {
	static constexpr auto *run = &run_code<Code>;
};
template <typename Code> __host__ __device__ inline auto with_kernels(Code code) -> decltype(code()) { return runner<Code>::run(code); }

// A kernel's address where it is no function's own value.
template <typename Pointer, Pointer kernel> struct kernel_value {
	static constexpr Pointer value = kernel;
};
template <typename Pointer, Pointer kernel> constexpr Pointer kernel_value<Pointer, kernel>::value;

#if __cplusplus >= 201402L
// One of several kernels of a name, chosen by the pointer that it becomes: CODE gives the one of a null pointer's type.
template <typename Code> struct kernel_choice {
	Code code;
	template <typename Function> __host__ __device__ operator Function *() const { return code(static_cast<Function *>(nullptr)); }
};
template <typename Code> __host__ __device__ inline kernel_choice<Code> choose_kernel(Code code) { return { code }; }
#endif

} // namespace anywarp

// Streams of the device that always are.
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

// Those for graphs.
#define cudaStreamGraphTailLaunch ((cudaStream_t)0x0100000000000000)
#define cudaStreamGraphFireAndForget ((cudaStream_t)0x0200000000000000)
#define cudaStreamGraphFireAndForgetAsSibling ((cudaStream_t)0x0300000000000000)

#define AW_DEVICE static __device__ inline

AW_DEVICE cudaError_t cudaGetLastError() { return (cudaError_t)__aw_device_error(1); }
AW_DEVICE cudaError_t cudaPeekAtLastError() { return (cudaError_t)__aw_device_error(0); }
// Of the errors that functions of the device give.
AW_DEVICE const char *cudaGetErrorString(cudaError_t error) {
	switch (error) {
	case cudaSuccess: return "no error";
	case cudaErrorInvalidValue: return "invalid argument";
	case cudaErrorMemoryAllocation: return "out of memory";
	case cudaErrorInvalidConfiguration: return "invalid configuration argument";
	case cudaErrorLaunchMaxDepthExceeded: return "launch would exceed maximum depth of nested launches";
	case cudaErrorInvalidDeviceFunction: return "invalid device function";
	default: return "unrecognized error code";
	}
}
AW_DEVICE const char *cudaGetErrorName(cudaError_t error) {
	switch (error) {
	case cudaSuccess: return "cudaSuccess";
	case cudaErrorInvalidValue: return "cudaErrorInvalidValue";
	case cudaErrorMemoryAllocation: return "cudaErrorMemoryAllocation";
	case cudaErrorInvalidConfiguration: return "cudaErrorInvalidConfiguration";
	case cudaErrorLaunchMaxDepthExceeded: return "cudaErrorLaunchMaxDepthExceeded";
	case cudaErrorInvalidDeviceFunction: return "cudaErrorInvalidDeviceFunction";
	default: return "unrecognized error code";
	}
}
AW_DEVICE cudaError_t cudaDeviceSynchronize() { return (cudaError_t)__aw_device_synchronize(); }
AW_DEVICE cudaError_t cudaGetDevice(int *device) { return (cudaError_t)__aw_device_query(0, 0, device); }
AW_DEVICE cudaError_t cudaGetDeviceCount(int *count) { return (cudaError_t)__aw_device_query(1, 0, count); }
// Of the device that asks.
AW_DEVICE cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device) {
	int own = 0;
	cudaError_t error = cudaGetDevice(&own);
	if (error != cudaSuccess || device != own)
		return error != cudaSuccess ? error : cudaErrorInvalidDevice;
	return (cudaError_t)__aw_device_query(2, (int)attribute, value);
}
AW_DEVICE cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit) {
	return (cudaError_t)__aw_device_query(3, (int)limit, value);
}
AW_DEVICE cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config) {
	*config = cudaFuncCachePreferNone;
	return cudaSuccess;
}
AW_DEVICE cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config) {
	*config = cudaSharedMemBankSizeFourByte;
	return cudaSuccess;
}

// Of kernels of the module that asks.
AW_DEVICE cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *kernel) {
	anywarp::function_query query = { kernel, attributes, 0, 0, 0 };
	cudaError_t error = (cudaError_t)__aw_device_query(4, 0, &query);
#ifdef __CUDA_ARCH__
	if (error == cudaSuccess && attributes->ptxVersion == 0)
		attributes->ptxVersion = __CUDA_ARCH__ / 10;
#endif
	return error;
}
template <typename Kernel> AW_DEVICE cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, Kernel *kernel) {
	return cudaFuncGetAttributes(attributes, (const void *)kernel);
}
AW_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel, int block_size,
                                                                              size_t dynamic_shared, unsigned int flags) {
	anywarp::function_query query = { kernel, blocks, dynamic_shared, block_size, flags };
	return (cudaError_t)__aw_device_query(5, 0, &query);
}
AW_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel, int block_size,
                                                                     size_t dynamic_shared) {
	return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, kernel, block_size, dynamic_shared, cudaOccupancyDefault);
}
template <typename Kernel>
AW_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, Kernel *kernel, int block_size,
                                                                              size_t dynamic_shared, unsigned int flags) {
	return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)kernel, block_size, dynamic_shared, flags);
}
template <typename Kernel>
AW_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, Kernel *kernel, int block_size,
                                                                     size_t dynamic_shared) {
	return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, block_size, dynamic_shared);
}

AW_DEVICE cudaError_t cudaRuntimeGetVersion(int *version) {
	*version = CUDART_VERSION;
	return cudaSuccess;
}

AW_DEVICE cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags) {
	return (cudaError_t)__aw_device_stream_create((void **)stream, flags);
}
AW_DEVICE cudaError_t cudaStreamDestroy(cudaStream_t stream) {
	return (cudaError_t)__aw_device_stream_destroy((void *)stream);
}
AW_DEVICE cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0) {
	return (cudaError_t)__aw_device_stream_wait((void *)stream, (void *)event, flags);
}
AW_DEVICE cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags) {
	return (cudaError_t)__aw_device_event_create((void **)event, flags);
}
AW_DEVICE cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0) {
	return (cudaError_t)__aw_device_event_record((void *)event, (void *)stream);
}
// FLAGS as for the host's function: cudaEventRecordDefault.
AW_DEVICE cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = 0, unsigned int flags = 0) {
	return flags ? cudaErrorInvalidValue : (cudaError_t)__aw_device_event_record((void *)event, (void *)stream);
}
AW_DEVICE cudaError_t cudaEventDestroy(cudaEvent_t event) {
	return (cudaError_t)__aw_device_event_destroy((void *)event);
}

// Launches of graphs (CUDA C++ Programming Guide, "Device Graph Launch").
AW_DEVICE cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream) {
	unsigned long number = (unsigned long)stream;
	void *handle = (void *)graph;
	if ((number & 0x00ffffffffffffff) || number == 0)
		return cudaErrorInvalidValue;
	return (cudaError_t)__aw_device_graph((int)(number >> 56), &handle);
}
AW_DEVICE cudaGraphExec_t cudaGetCurrentGraphExec() {
	void *handle = 0;
	__aw_device_query(7, 0, &handle);
	return (cudaGraphExec_t)handle;
}

// Changes of a graph's kernel nodes.
AW_DEVICE cudaError_t cudaGraphKernelNodeUpdatesApply(const cudaGraphKernelNodeUpdate *updates, size_t count) {
	return count ? (cudaError_t)__aw_device_query(8, (int)count, (void *)updates) : cudaSuccess;
}
AW_DEVICE cudaError_t cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node, size_t offset, const void *value, size_t size) {
	cudaGraphKernelNodeUpdate update = {node, cudaGraphKernelNodeFieldParam, {}};
	update.updateData.param.pValue = value;
	update.updateData.param.offset = offset;
	update.updateData.param.size = size;
	return cudaGraphKernelNodeUpdatesApply(&update, 1);
}
template <typename T> AW_DEVICE cudaError_t cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node, size_t offset, const T &value) {
	return cudaGraphKernelNodeSetParam(node, offset, &value, sizeof(T));
}
AW_DEVICE cudaError_t cudaGraphKernelNodeSetEnabled(cudaGraphDeviceNode_t node, bool enable) {
	cudaGraphKernelNodeUpdate update = {node, cudaGraphKernelNodeFieldEnabled, {}};
	update.updateData.isEnabled = enable;
	return cudaGraphKernelNodeUpdatesApply(&update, 1);
}
AW_DEVICE cudaError_t cudaGraphKernelNodeSetGridDim(cudaGraphDeviceNode_t node, dim3 gridDim) {
	cudaGraphKernelNodeUpdate update = {node, cudaGraphKernelNodeFieldGridDim, {}};
	update.updateData.gridDim = gridDim;
	return cudaGraphKernelNodeUpdatesApply(&update, 1);
}

// Memory of the device's heap, as malloc() gives.
AW_DEVICE cudaError_t cudaMalloc(void **address, size_t size) {
	*address = malloc(size);
	return *address || size == 0 ? cudaSuccess : cudaErrorMemoryAllocation;
}
template <typename T> AW_DEVICE cudaError_t cudaMalloc(T **address, size_t size) {
	return cudaMalloc((void **)address, size);
}
AW_DEVICE cudaError_t cudaFree(void *address) {
	free(address);
	return cudaSuccess;
}
AW_DEVICE cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, cudaMemcpyKind kind,
                                      cudaStream_t stream = 0) {
	return (cudaError_t)__aw_device_copy(to, from, size, (unsigned int)kind, (void *)stream);
}
AW_DEVICE cudaError_t cudaMemsetAsync(void *to, int value, size_t size, cudaStream_t stream = 0) {
	return (cudaError_t)__aw_device_fill(to, value, size, (void *)stream);
}
AW_DEVICE cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                                        size_t height, cudaMemcpyKind kind, cudaStream_t stream = 0) {
	return (cudaError_t)__aw_device_copy_2d(to, to_pitch, from, from_pitch, width, height, (unsigned int)kind, (void *)stream);
}
// Between pitched memory: kernels have no arrays.
AW_DEVICE cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *parameters, cudaStream_t stream = 0) {
	return (cudaError_t)__aw_device_copy_3d(parameters, (void *)stream);
}
AW_DEVICE cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                                        cudaStream_t stream = 0) {
	return (cudaError_t)__aw_device_fill_2d(to, pitch, value, width, height, (void *)stream);
}
AW_DEVICE cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent size, cudaStream_t stream = 0) {
	return (cudaError_t)__aw_device_fill_3d(&to, value, &size, (void *)stream);
}

#undef AW_DEVICE

#endif
#endif
