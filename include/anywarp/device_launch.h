// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of kernels by kernels, into which awcc rewrites `kernel<<<...>>>(...)` in device code, and what
// else of the runtime device code may call (CUDA C++ Programming Guide, 13, "CUDA Dynamic Parallelism").
//
// On the cpu device a grid has ended when its launch returns, unless it goes to cudaStreamTailLaunch: then it begins when the
// launching grid has ended.  So streams and events of the device have nothing to keep, and cudaDeviceSynchronize()
// finds all grids ended, as programs for CUDA 11 want it.
#ifndef AW_DEVICE_LAUNCH_H
#define AW_DEVICE_LAUNCH_H

#if defined(__cplusplus) && defined(__CUDACC__)

// The compiler knows these names.  SHAPE: grid, block, bytes of shared memory.  The error is cudaError_t.
extern "C" __device__ int __aw_device_launch(const void *kernel, const unsigned int *shape, void *stream,
                                             void **arguments);
// The thread's last error, which is forgotten when CLEAR.
extern "C" __device__ int __aw_device_error(int clear);

namespace anywarp {

// Where device code finds what tells the kernel K from others.
template <typename Kernel, Kernel K> struct kernel_name {
	static __device__ const Kernel value;
};
template <typename Kernel, Kernel K> __device__ const Kernel kernel_name<Kernel, K>::value = K;

// The type of the pointer to a kernel; of several that have the same name, to the one with COUNT parameters.
template <int Count> struct kernel_of {
	template <typename Kernel> static __device__ Kernel type(Kernel, long);
};
#define AW_PLAIN(...) __VA_ARGS__
#define AW_KERNEL_OF(count, classes, parameters) \
	template <> struct kernel_of<count> { \
		template <AW_PLAIN classes> static __device__ void (*type(void (*)(AW_PLAIN parameters), int))(AW_PLAIN parameters); \
		template <typename Kernel> static __device__ Kernel type(Kernel, long); \
	};
template <> struct kernel_of<0> {
	static __device__ void (*type(void (*)(), int))();
	template <typename Kernel> static __device__ Kernel type(Kernel, long);
};
AW_KERNEL_OF(1, (class A), (A))
AW_KERNEL_OF(2, (class A, class B), (A, B))
AW_KERNEL_OF(3, (class A, class B, class C), (A, B, C))
AW_KERNEL_OF(4, (class A, class B, class C, class D), (A, B, C, D))
AW_KERNEL_OF(5, (class A, class B, class C, class D, class E), (A, B, C, D, E))
AW_KERNEL_OF(6, (class A, class B, class C, class D, class E, class F), (A, B, C, D, E, F))
AW_KERNEL_OF(7, (class A, class B, class C, class D, class E, class F, class G), (A, B, C, D, E, F, G))
AW_KERNEL_OF(8, (class A, class B, class C, class D, class E, class F, class G, class H), (A, B, C, D, E, F, G, H))
AW_KERNEL_OF(9, (class A, class B, class C, class D, class E, class F, class G, class H, class I), (A, B, C, D, E, F, G, H, I))
AW_KERNEL_OF(10, (class A, class B, class C, class D, class E, class F, class G, class H, class I, class J), (A, B, C, D, E, F, G, H, I, J))
#undef AW_KERNEL_OF
#undef AW_PLAIN

template <typename... Parameters> struct child {
	const void *kernel;
	dim3 grid, block;
	unsigned int shared;
	cudaStream_t stream;

	__device__ void operator()(Parameters... parameters) const {
		void *arguments[] = { (void *)&parameters..., nullptr };
		unsigned int shape[] = { grid.x, grid.y, grid.z, block.x, block.y, block.z, shared };
		__aw_device_launch(kernel, shape, (void *)stream, arguments);
	}
};

template <typename... Parameters>
__device__ inline child<Parameters...> child_of(void (*const *kernel)(Parameters...), dim3 grid, dim3 block,
                                                size_t shared = 0, cudaStream_t stream = 0) {
	return { (const void *)*kernel, grid, block, (unsigned int)shared, stream };
}

} // namespace anywarp

// Streams of the device that always are.
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

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
AW_DEVICE cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
AW_DEVICE cudaError_t cudaGetDevice(int *device) { return *device = 0, cudaSuccess; }

// Handles that nothing looks at.
AW_DEVICE cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int) {
	return *stream = (cudaStream_t)0x10, cudaSuccess;
}
AW_DEVICE cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
AW_DEVICE cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned int = 0) { return cudaSuccess; }
AW_DEVICE cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int) {
	return *event = (cudaEvent_t)0x10, cudaSuccess;
}
AW_DEVICE cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0) { return cudaSuccess; }
AW_DEVICE cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }

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
AW_DEVICE cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, cudaMemcpyKind, cudaStream_t = 0) {
	memcpy(to, from, size);
	return cudaSuccess;
}
AW_DEVICE cudaError_t cudaMemsetAsync(void *to, int value, size_t size, cudaStream_t = 0) {
	memset(to, value, size);
	return cudaSuccess;
}

#undef AW_DEVICE

#endif
#endif
