// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pair of 16-bit numbers is set to zeros by `x = {}`, beside its assignments from pairs of numbers and from bits.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "kernels/kernel_test.h"

template <class Pair, class Bits>
__global__ void assign(Pair *out, Bits bits)
{
	Pair pair = out[0], empty = {};
	out[1] = pair;
	pair = bits;
	out[2] = pair;
	pair = {};
	out[3] = pair;
	pair = { out[0].y, out[0].x };
	out[4] = pair;
	out[5] = empty;
}

template <class Pair, class Bits>
static void check()
{
	static const unsigned expected[] = { 0x3c004000, 0x3c004000, 0x12345678, 0, 0x40003c00, 0 };
	Pair *out;
	Bits bits;
	CALL(cudaMallocManaged(&out, sizeof(expected)));
	memset(out, 0xff, sizeof(expected));
	memcpy(out, expected, sizeof(Pair));
	bits.x = 0x5678;
	bits.y = 0x1234;
	assign<<<1, 1>>>(out, bits);
	CALL(cudaDeviceSynchronize());
	for (int i = 0; i < 6; i++) {
		unsigned seen;
		memcpy(&seen, &out[i], sizeof(seen));
		CHECK_EQUAL(seen, expected[i]);
	}
}

int main()
{
	check<__half2, __half2_raw>();
	check<__nv_bfloat162, __nv_bfloat162_raw>();
	return unit_finish();
}
