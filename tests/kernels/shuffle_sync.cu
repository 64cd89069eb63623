// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __shfl_sync, _up, _down, _xor over all widths and types, against PTX's rule.
#include "kernels/kernel_test.h"

template <class T>
__global__ void shuffles(T *out, int operand, int width)
{
	int me = thread_rank(), n = block_volume();
	T value = (T)(me * 1000 + 7);
	out[me] = __shfl_sync(0xffffffffu, value, operand, width);
	out[n + me] = __shfl_up_sync(0xffffffffu, value, operand, width);
	out[2 * n + me] = __shfl_down_sync(0xffffffffu, value, operand, width);
	out[3 * n + me] = __shfl_xor_sync(0xffffffffu, value, operand, width);
}

static int source(int kind, int lane, int operand, int width)
{
	int first = lane / width * width, last = first + width - 1, from;
	switch (kind) {
	case 0: return first + (operand & (width - 1));
	case 1: from = lane - operand; return from >= first ? from : lane;
	case 2: from = lane + operand; return from <= last ? from : lane;
	default: from = lane ^ operand; return from <= last ? from : lane;
	}
}

template <class T>
static void try_type()
{
	for (dim3 b : warp_shapes)
		for (int width = 2; width <= 32; width *= 2)
			for (int operand = 0; operand < 32; operand += 1 + operand / 3) {
				int n = size_of(b);
				Buffer<T> out(4 * n);
				shuffles<<<1, b>>>(out.device, operand, width);
				out.expect([&](int i) {
					int me = i % n;
					return (T)((me / 32 * 32 + source(i / n, me % 32, operand, width)) * 1000 + 7);
				});
			}
}

int main()
{
	try_type<int>();
	try_type<unsigned>();
	try_type<float>();
	try_type<double>();
	try_type<long long>();
	try_type<unsigned long>();
	return unit_finish();
}
