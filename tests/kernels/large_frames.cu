// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What gangs keep across barriers makes a large frame, whose pages are touched when it is made: here behind a test of
// the arguments for which it isn't needed and that is used later.  LLVM touches the pages by a loop in r11.
#include "kernels/kernel_test.h"

typedef unsigned long long u64;

__global__ void keep(const u64 *in, u64 *out, u64 *spare, int a, int b)
{
	int n = gridDim.x * gridDim.y * gridDim.z * blockDim.x * blockDim.y * blockDim.z;
	int gid = blockIdx.x * blockDim.x + threadIdx.x;
	u64 x = in[gid], y = in[(gid + 5) % n], z = x * y;
	if (!(a >> 3 & 1))
		return;
	spare[n - 1 - gid] = x ^ y;
	__syncthreads();
	u64 w = in[gid + (x >> 2 & 1)] + spare[n - 1 - gid];
	spare[n - 1 - gid] = w;
	__syncthreads();
	u64 h = 17;
	h = h * 31 + (u64)(long long)a;
	h = h * 31 + (u64)(long long)b;
	h = h * 31 + x;
	h = h * 31 + y;
	h = h * 31 + z;
	h = h * 31 + w;
	out[gid] = h;
}

int main()
{
	for (int block : { 1, 32, 96, 500, 1024 }) {
		int n = block * 3;
		Buffer<u64> in(n + 1), out(n, 0), spare(n);
		in.fill([](int i) { return (u64)i * i; });
		keep<<<3, block>>>(in.device, out.device, spare.device, 7, -5);
		out.expect([](int) { return (u64)0; });
		keep<<<3, block>>>(in.device, out.device, spare.device, -3, -5);
		out.expect([&](int i) {
			u64 x = (u64)i * i, k = (i + 5) % n, y = k * k, next = i + (x >> 2 & 1);
			u64 parts[] = { (u64)-3, (u64)-5, x, y, x * y, next * next + (x ^ y) }, h = 17;
			for (u64 part : parts)
				h = h * 31 + part;
			return h;
		});
	}
	return unit_finish();
}
