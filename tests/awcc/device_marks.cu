// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that are marked for both sides below #ifdef __CUDA_ARCH__ alone are the host's in the host half, where device code may
// still call them.
#include "unit/unit.h"

#ifdef __CUDA_ARCH__
#define BOTH __host__ __device__
#else
#define BOTH
#endif

template <class T> inline BOTH float rounded(T given);
template <> inline BOTH float rounded(float given) { return given; }
#ifdef __CUDA_ARCH__
template <> inline __device__ float rounded(int given) { return __int2float_rz(given); }
#endif
template <class T> struct traits {
	static inline BOTH T next(T a) { return a + 1; }
};
inline BOTH int level(int a) { return 1 << a; }
template <class T> __global__ void kernel(T *out) { out[0] = level(2) + traits<T>::next(6) + (T)rounded(2.5f); }

int main()
{
	int *out;
	cudaMallocManaged(&out, sizeof(int));
	kernel<<<1, 1>>>(out);
	CHECK(cudaDeviceSynchronize() == cudaSuccess && *out == 13);
	CHECK(level(3) == 8 && rounded(0.5f) == 0.5f && traits<int>::next(1) == 2);
	cudaFree(out);
	return unit_finish();
}
