// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions between barriers in which only threads below an end do anything: trees over rows of threads, with ends of all signs and
// comparisons, in blocks of one row and several, with further conditions, and beside what all threads do.
#include "kernels/kernel_test.h"

static const int most = 1024;

template <class T>
__global__ void tree(const T *in, T *out)
{
	__shared__ T sum[most];
	int x = threadIdx.x, row = threadIdx.y * blockDim.x, block = blockIdx.x * blockDim.x * blockDim.y;
	T *mine = sum + row;
	mine[x] = in[block + row + x];
	__syncthreads();
	for (int s = blockDim.x / 2; s > 0; s /= 2) {
		if (x < s)
			mine[x] += mine[x + s];
		__syncthreads();
	}
	out[block + row + x] = mine[x];
}

template <class T>
static void try_tree()
{
	const int blocks = 3;
	Buffer<T> in(blocks * most), out(blocks * most);
	in.fill([](int i) { return (T)(i * 7 % 101); });
	for (dim3 block : { dim3(16), dim3(32), dim3(64), dim3(128), dim3(256), dim3(512), dim3(1024), dim3(48), dim3(100), dim3(33),
	                    dim3(32, 8), dim3(64, 3), dim3(16, 16), dim3(128, 8) }) {
		int width = block.x, threads = block.x * block.y;
		tree<<<blocks, block>>>(in.device, out.device);
		T wanted[most], *got = out.download();
		for (int first = 0; first < blocks * threads; first += width) {
			for (int i = 0; i < width; i++)
				wanted[i] = (T)((first + i) * 7 % 101);
			for (int s = width / 2; s > 0; s /= 2)
				for (int x = 0; x < s; x++)
					wanted[x] += wanted[x + s];
			for (int i = 0; i < width; i++)
				CHECK(got[first + i] == wanted[i]);
		}
		free(got);
	}
}

enum { BELOW, UP_TO, ABOVE, FROM, BELOW_UNSIGNED, UP_TO_UNSIGNED, BOTH, BESIDE, KINDS };

__device__ __host__ static bool is_in(int kind, int x, int end)
{
	switch (kind) {
	case UP_TO: return x <= end;
	case ABOVE: return x > end;
	case FROM: return x >= end;
	case BELOW_UNSIGNED: return (unsigned)x < (unsigned)end;
	case UP_TO_UNSIGNED: return (unsigned)x <= (unsigned)end;
	case BOTH: return x < end && x % 3 != 1;
	default: return x < end;
	}
}

// Each turn has an end of its own.
template <int kind>
__global__ void ends(int *out, const int *ends, int turns)
{
	__shared__ int number[most], all[most];
	int x = threadIdx.x;
	number[x] = x;
	all[x] = 0;
	for (int t = 0; t < turns; t++) {
		int end = ends[t];
		__syncthreads();
		if (is_in(kind, x, end))
			number[x] = number[x] * 3 + t;
		if (kind == BESIDE)
			all[x] += t;
		__syncthreads();
	}
	out[blockIdx.x * blockDim.x + x] = number[x] + all[x];
}

template <int kind>
static void try_ends()
{
	const int all[] = { 0, 1, 5, 15, 16, 17, 31, 32, 33, 100, 255, 256, 257, 5000, -1, -17, -2147483647 - 1, 2147483647, 2147483646 };
	const int turns = sizeof(all) / sizeof(*all), blocks = 2;
	Buffer<int> list(turns), out(blocks * most);
	list.upload(all);
	for (int width : { 16, 32, 96, 256, 1024, 40, 7 }) {
		ends<kind><<<blocks, width>>>(out.device, list.device, turns);
		int *got = out.download();
		for (int i = 0; i < blocks * width; i++) {
			unsigned number = i % width;
			for (int t = 0; t < turns; t++)
				if (is_in(kind, i % width, all[t]))
					number = number * 3 + t;
			unsigned beside = kind == BESIDE ? turns * (turns - 1) / 2 : 0;
			CHECK((unsigned)got[i] == number + beside);
		}
		free(got);
	}
}

// The last element of shared memory has a neighbour that isn't there: lanes that would read it are off.
__global__ void neighbours(const float *in, float *out)
{
	extern __shared__ float row[];
	int x = threadIdx.x;
	row[x] = in[x];
	__syncthreads();
	for (int k = 1; k < blockDim.x; k *= 2) {
		if (x % (2 * k) == 0 && x + k < blockDim.x)
			row[x] += row[x + k];
		__syncthreads();
	}
	out[x] = row[x];
}

int main()
{
	try_tree<int>();
	try_tree<float>();
	try_tree<double>();
	try_tree<unsigned char>();
	try_ends<BELOW>();
	try_ends<UP_TO>();
	try_ends<ABOVE>();
	try_ends<FROM>();
	try_ends<BELOW_UNSIGNED>();
	try_ends<UP_TO_UNSIGNED>();
	try_ends<BOTH>();
	try_ends<BESIDE>();

	for (int width : { 1024, 256, 48, 31 }) {
		Buffer<float> in(width), out(width);
		in.fill([](int i) { return (float)(i % 13); });
		neighbours<<<1, width, width * sizeof(float)>>>(in.device, out.device);
		float wanted[most];
		for (int i = 0; i < width; i++)
			wanted[i] = (float)(i % 13);
		for (int k = 1; k < width; k *= 2)
			for (int x = 0; x + k < width; x += 2 * k)
				wanted[x] += wanted[x + k];
		out.expect([&](int i) { return wanted[i]; });
	}
	return unit_finish();
}
