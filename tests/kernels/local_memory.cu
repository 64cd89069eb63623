// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local arrays indexed by variables, structs by value, memcpy and memset, alloca-like sizes, vectors.
#include "kernels/kernel_test.h"

struct Node {
	int left, right;
	short tags[5];
};

__host__ __device__ Node combine(Node a, Node b)
{
	Node result = a;
	result.right = b.left;
	for (int i = 0; i < 5; i++)
		result.tags[i] = (short)(a.tags[i] + b.tags[4 - i]);
	return result;
}

__host__ __device__ int work(int x)
{
	int heap[64];
	for (int i = 0; i < 64; i++)
		heap[i] = (x * 37 + i * 101) % 997;
	for (int i = 1; i < 64; i++) { // insertion sort: data-dependent indices
		int value = heap[i], j = i;
		for (; j > 0 && heap[j - 1] > value; j--)
			heap[j] = heap[j - 1];
		heap[j] = value;
	}
	char bytes[40];
	memset(bytes, 3, sizeof(bytes));
	memcpy(bytes + 7, &heap[x % 60], 13);
	Node a = { x, x + 1, { 1, 2, 3, 4, 5 } }, b = { x + 2, 0, { 6, 7, 8, 9, 10 } };
	Node c = combine(a, b);
	float4 v = make_float4(x, 1, 2, 3);
	int3 w = make_int3((int)v.x, (int)v.w, bytes[39]);
	return heap[x % 64] + bytes[7 + x % 13] + c.left + c.right + c.tags[x % 5] + w.x + w.y + w.z;
}

__global__ void kernel(int *out)
{
	int me = blockIdx.x * block_volume() + thread_rank();
	out[me] = work(me);
}

__global__ void copies(const float4 *in, float4 *out, double2 *pairs)
{
	int me = threadIdx.x;
	float4 v = in[me];
	v.x += v.w;
	out[me] = v;
	reinterpret_cast<double4 *>(pairs)[me] = make_double4(v.x, v.y, v.z, v.w);
}

int main()
{
	for (dim3 b : shapes) {
		Buffer<int> out(size_of(b) * 2);
		kernel<<<2, b>>>(out.device);
		out.expect(work);
	}
	Buffer<float4> in(100), out(100);
	Buffer<double2> pairs(200);
	in.fill([](int i) { return make_float4(i, i + 1, i + 2, i + 3); });
	copies<<<1, 100>>>(in.device, out.device, pairs.device);
	out.expect([](int i) { return make_float4(2 * i + 3, i + 1, i + 2, i + 3); });
	pairs.expect([](int i) { return i % 2 ? make_double2(i / 2 + 2, i / 2 + 3) : make_double2(i + 3, i / 2 + 1); });
	return unit_finish();
}
