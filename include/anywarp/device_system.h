// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What device code has of the C library: printf, assert, malloc and free, the memory functions; and
// clocks, traps and marks (CUDA C++ Programming Guide, 10.11 to 10.13, 10.30 to 10.36).
#ifndef AW_DEVICE_SYSTEM_H
#define AW_DEVICE_SYSTEM_H

#define AW_DEVICE __device__ static inline

extern "C" {
// clang packs the arguments of printf and calls vprintf.
__device__ int vprintf(const char *format, const char *arguments);
__device__ int printf(const char *format, ...);
// On the device's heap (cudaLimitMallocHeapSize).  free(NULL) is allowed.
__device__ void *malloc(size_t size) __attribute__((nothrow)) __attribute__((malloc));
__device__ void free(void *pointer) __attribute__((nothrow));
__device__ void *__cuda_syscall_aligned_malloc(size_t size, size_t alignment) __attribute__((nothrow)) __attribute__((malloc));
__device__ void __assertfail(const char *text, const char *file, unsigned line, const char *function,
                             size_t character_size) __attribute__((noreturn));
} // extern "C"

// What the C library's assert macro calls.  A template, so that a program may declare the C library's function for host and
// device, as CCCL does under NDEBUG; device code then calls that.
template <int = 0> AW_DEVICE void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
	__assertfail(text, file, line, function, sizeof(char));
}

// Memory for free() at a multiple of ALIGNMENT, a power of two.
AW_DEVICE void *__nv_aligned_device_malloc(size_t size, size_t alignment) { return __cuda_syscall_aligned_malloc(size, alignment); }

AW_DEVICE void *memcpy(void *to, const void *from, size_t size) { return __builtin_memcpy(to, from, size); }
AW_DEVICE void *memmove(void *to, const void *from, size_t size) { return __builtin_memmove(to, from, size); }
AW_DEVICE void *memset(void *to, int value, size_t size) { return __builtin_memset(to, value, size); }

AW_DEVICE int memcmp(const void *a, const void *b, size_t size) {
	const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
	for (size_t i = 0; i < size; i++)
		if (x[i] != y[i])
			return x[i] < y[i] ? -1 : 1;
	return 0;
}

AW_DEVICE size_t strlen(const char *text) {
	size_t length = 0;
	while (text[length])
		length++;
	return length;
}

// Clocks of the multiprocessor, in cycles, and of the whole device, in nanoseconds.
AW_DEVICE clock_t clock(void) { return __nvvm_read_ptx_sreg_clock(); }
AW_DEVICE long long clock64(void) { return __nvvm_read_ptx_sreg_clock64(); }
// Programs define __globaltimer themselves; enable_if keeps ours from colliding.
AW_DEVICE __attribute__((enable_if(true, ""))) unsigned long long __globaltimer(void) {
	return __nvvm_read_ptx_sreg_globaltimer();
}

// Lets other threads go first for about NANOSECONDS (at most a millisecond).
AW_DEVICE void __nanosleep(unsigned int nanoseconds) { __nvvm_nanosleep(nanoseconds); }

// Ends the kernel with cudaErrorLaunchFailure.
AW_DEVICE void __trap(void) { __builtin_trap(); }
AW_DEVICE void __brkpt(void) { __builtin_debugtrap(); }
AW_DEVICE void __brkpt(int) { __builtin_debugtrap(); }
AW_DEVICE unsigned int __pm0(void) { return __nvvm_read_ptx_sreg_pm0(); }
AW_DEVICE unsigned int __pm1(void) { return __nvvm_read_ptx_sreg_pm1(); }
AW_DEVICE unsigned int __pm2(void) { return __nvvm_read_ptx_sreg_pm2(); }
AW_DEVICE unsigned int __pm3(void) { return __nvvm_read_ptx_sreg_pm3(); }
// Counts for a profiler; nothing listens.
#define __prof_trigger(counter) ((void)(counter))

// Promises to the compiler.
#ifndef __assume
#define __assume(condition) __builtin_assume(condition)
#endif

#undef AW_DEVICE

#endif
