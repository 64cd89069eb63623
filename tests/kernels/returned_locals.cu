// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions for inlining that return pointers to variables of theirs: nvcc's code keeps these for as long as the caller runs.
#include "kernels/kernel_test.h"

enum { COUNT = 1024, EACH = 16 };

template <class T, int N> struct view {
	T *at;
	__device__ T &operator[](int i) const { return at[i]; }
};
template <class T, int N> struct array {
	T values[N];
};

template <class T, int N> __forceinline__ __device__ view<T, N> make_view(T *at) { return { at }; }

template <int N> __forceinline__ __device__ auto halved(view<float, N> from)
{
	array<int, N> to;
#pragma unroll
	for (int i = 0; i < N; i++)
		to.values[i] = (int)(from[i] / 2);
	return make_view<int, N>(&to.values[0]);
}

template <int N> struct two_views {
	view<int, N> first;
	view<float, N> second;
};

template <int N> __forceinline__ __device__ two_views<N> both(view<float, N> from)
{
	float twice[N];
	for (int i = 0; i < N; i++)
		twice[i] = from[i] * 2;
	return { halved<N>(from), { twice } };
}

__global__ void use(const float *in, const int *order, int *out)
{
	int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), sum = 0;
	for (int round = 0; round < 3; round++) {
		float mine[EACH];
		for (int k = 0; k < EACH; k++)
			mine[k] = in[i] * (k + round);
		two_views<EACH> of = both<EACH>({ mine });
		view<int, EACH> again = halved<EACH>({ mine });
		for (int k = 0; k < EACH; k++)
			sum += (k + 1) * of.first[k] + (int)of.second[order[k]] + again[order[k]];
	}
	out[i] = sum;
}

static int expected(int i)
{
	int sum = 0;
	for (int round = 0; round < 3; round++)
		for (int k = 0; k < EACH; k++) {
			int other = EACH - 1 - k;
			sum += (k + 1) * (int)((float)i * (k + round) / 2) + 2 * i * (other + round) + (int)((float)i * (other + round) / 2);
		}
	return sum;
}

int main()
{
	Buffer<float> in(COUNT);
	Buffer<int> order(EACH), out(COUNT);
	in.fill([](int i) { return (float)i; });
	order.fill([](int i) { return EACH - 1 - i; });
	use<<<COUNT / 128, 128>>>(in.device, order.device, out.device);
	out.expect(expected);
	return unit_finish();
}
