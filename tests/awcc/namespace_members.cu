// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A template defined outside of its namespace, for which the namespace has another declaration of the name or one for other sides.
#include "unit/unit.h"

namespace outer {
namespace inner {
template <class T, int N> __device__ void fill(volatile T values[9], T first);
template <class T> __host__ __device__ T scaled(T value);
template <class T> T *end(T *start);
__host__ __device__ inline int plain(int value) { return value; }
} // namespace inner

template <class T> __host__ __device__ T inner::scaled(T value, T by) { return value * by; }
} // namespace outer

#define STEP 2
/* braces { in a comment ; */ template <class T, int N>
__device__ void outer::inner::fill(volatile T values[9], T first, int count)
{
	for (int i = 0; i < count; i++)
		values[i] = first + STEP * i + N;
} // the brace: }

template <class T> T *outer :: inner::end(T *start, size_t count) { return start + count; }
template <class T> T outer::inner::plain(T value, T more) { return value + more; }
template <class T> T outer::inner::scaled(T value) { return 2 * value; }

__global__ void fill(float *out)
{
	__shared__ float values[9];
	outer::inner::fill<float, 3>(values, 1.0f, 9);
	for (int i = 0; i < 9; i++)
		out[i] = outer::inner::scaled(outer::inner::scaled(values[i]), 3.0f);
}

int main()
{
	float *out, values[9];
	cudaMalloc(&out, sizeof(values));
	fill<<<1, 1>>>(out);
	cudaMemcpy(values, out, sizeof(values), cudaMemcpyDeviceToHost);
	for (int i = 0; i < 9; i++)
		CHECK(values[i] == 6 * (4 + STEP * i));
	CHECK(outer::inner::end(values, 9) == values + 9);
	CHECK(outer::inner::plain(2, 3) == 5 && outer::inner::plain(2) == 2);
	cudaFree(out);
	return unit_finish();
}
