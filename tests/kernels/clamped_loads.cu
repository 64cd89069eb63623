// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads at clamped and wrapped indices, as stencils have them at the rim: bounds on either side and both, in rows and
// planes, under conditions and in loops, of all sizes; with bounds that concern no lane, some, or all.
#include <algorithm>

#include "kernels/kernel_test.h"

static const int width = 53, height = 11, cells = width * height;

template <class T>
__global__ void neighbours(const T *in, T *out, int w, int h, int low, int high)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int left = max(x - 1, low), right = min(x + 1, high), inside = min(max(x - 2, low), high);
	int above = y ? y - 1 : h - 1, below = y == h - 1 ? 0 : y + 1;
	int around = x == 0 ? w - 1 : x - 1;
	T sum = in[y * w + left] + 2 * in[y * w + right] + 3 * in[y * w + inside] + 4 * in[above * w + x];
	if (x % 3)
		sum += 5 * in[below * w + around];
	out[y * w + x] = sum;
}

template <class T>
static void try_neighbours(int low, int high)
{
	Buffer<T> in(cells), out(cells);
	in.fill([](int i) { return (T)(i % 31); });
	auto at = [](int x, int y) { return (y * width + x) % 31; };
	for (dim3 block : { dim3(16, 16), dim3(8, 8), dim3(32, 4), dim3(64, 1), dim3(7, 3), dim3(1, 5) }) {
		dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
		CALL(cudaMemset(out.device, 0, cells * sizeof(T)));
		neighbours<<<grid, block>>>(in.device, out.device, width, height, low, high);
		out.expect([&](int i) {
			int x = i % width, y = i / width;
			int sum = at(std::max(x - 1, low), y) + 2 * at(std::min(x + 1, high), y) + 3 * at(std::min(std::max(x - 2, low), high), y) +
			          4 * at(x, y ? y - 1 : height - 1);
			if (x % 3)
				sum += 5 * at(x ? x - 1 : width - 1, y == height - 1 ? 0 : y + 1);
			return (T)sum;
		});
	}
}

// Behind guards in guards, in loops, in cells that are chosen by what they hold, with numbers of all kinds.
template <class T>
__global__ void windows(const T *in, T *out, unsigned w, long long h, unsigned reach)
{
	unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
	long long y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w)
		return;
	unsigned behind = x + 1 < w ? x + 1 : 0, before = x > 0 ? x - 1 : w - 1;
	if (y < h) {
		T sum = in[y * w + behind] + 2 * in[y * w + before] + 3 * in[y * w + (x + 3) % w] + 4 * in[y * w + (x + w - 2) % w];
		for (int k = -(int)reach; k <= (int)reach; k++)
			sum += in[(y + 1 < h ? y + 1 : y) * w + min(max((int)x + k, 0), (int)w - 1)];
		if (in[y * w + x] > 5) {
			long long far = min((long long)x + 9, (long long)w - 1);
			sum += 5 * in[y * w + far] + in[y * w + (far == x ? 0 : far)];
		}
		out[y * w + x] = sum;
	}
}

template <class T>
static void try_windows(int reach)
{
	Buffer<T> in(cells), out(cells);
	in.fill([](int i) { return (T)(i % 31); });
	auto at = [](int x, int y) { return (y * width + x) % 31; };
	for (dim3 block : { dim3(16, 16), dim3(32, 4), dim3(64, 1), dim3(7, 3), dim3(1, 5) }) {
		dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
		CALL(cudaMemset(out.device, 0, cells * sizeof(T)));
		windows<<<grid, block>>>(in.device, out.device, width, height, reach);
		out.expect([&](int i) {
			int x = i % width, y = i / width, far = std::min(x + 9, width - 1);
			int sum = at((x + 1) % width, y) + 2 * at((x + width - 1) % width, y) + 3 * at((x + 3) % width, y) +
			          4 * at((x + width - 2) % width, y);
			for (int k = -reach; k <= reach; k++)
				sum += at(std::min(std::max(x + k, 0), width - 1), std::min(y + 1, height - 1));
			if (at(x, y) > 5)
				sum += 5 * at(far, y) + at(far == x ? 0 : far, y);
			return (T)sum;
		});
	}
}

// Numbers that wrap: nothing is inside of bounds that are on the other side of the end.
__global__ void wrapped(const int *in, int *out, int start, int n)
{
	int i = threadIdx.x;
	unsigned index = (unsigned)start + i;
	int low = min((int)index, n - 1), high = (int)min(index, (unsigned)n - 1);
	out[i] = in[max(low, 0)] + 100 * in[high];
}

static void try_wrapped()
{
	enum { N = 64, THREADS = 96 };
	Buffer<int> in(N), out(THREADS);
	in.fill([](int i) { return i; });
	for (unsigned start : { 0u, 7u, 40u, 0x7fffffc8u, 0x7fffffffu, 0x80000000u, 0xffffffc0u, 0xfffffff0u, 0xffffffffu }) {
		wrapped<<<1, THREADS>>>(in.device, out.device, (int)start, N);
		out.expect([&](int i) {
			unsigned index = start + i;
			return std::max(std::min((int)index, N - 1), 0) + 100 * (int)std::min(index, N - 1u);
		});
	}
}

// In shared memory, in turns with barriers, as a tile that is relaxed.
__global__ void relax(const float *in, float *out, int n, int turns)
{
	__shared__ float tile[64];
	int t = threadIdx.x, last = min(n - (int)blockIdx.x * (int)blockDim.x, (int)blockDim.x) - 1;
	bool mine = t <= last;
	if (mine)
		tile[t] = in[blockIdx.x * blockDim.x + t];
	__syncthreads();
	for (int turn = 0; turn < turns; turn++) {
		float next = 0;
		if (mine && t != turn % 5)
			next = tile[max(t - 1, 0)] + tile[min(t + 1, last)];
		__syncthreads();
		if (mine && t != turn % 5)
			tile[t] = next;
		__syncthreads();
	}
	if (mine)
		out[blockIdx.x * blockDim.x + t] = tile[t];
}

static void try_relax(int block)
{
	enum { N = 217, TURNS = 7 };
	Buffer<float> in(N), out(N);
	in.fill([](int i) { return (float)(i % 17); });
	relax<<<(N + block - 1) / block, block>>>(in.device, out.device, N, TURNS);
	float wanted[N], next[N];
	for (int i = 0; i < N; i++)
		wanted[i] = (float)(i % 17);
	for (int turn = 0; turn < TURNS; turn++) {
		for (int i = 0; i < N; i++) {
			int first = i / block * block, last = std::min(first + block, (int)N) - 1;
			bool skipped = i - first == turn % 5;
			next[i] = skipped ? wanted[i] : wanted[std::max(i - 1, first)] + wanted[std::min(i + 1, last)];
		}
		std::copy(next, next + N, wanted);
	}
	out.expect([&](int i) { return wanted[i]; });
}

int main()
{
	for (int high : { width - 1, 20, 3 }) {
		for (int low : { 0, 2, 3 }) {
			try_neighbours<int>(low, high);
			try_neighbours<float>(low, high);
			try_neighbours<double>(low, high);
			try_neighbours<unsigned char>(low, high);
		}
	}
	for (int reach : { 0, 1, 4 }) {
		try_windows<int>(reach);
		try_windows<float>(reach);
		try_windows<unsigned char>(reach);
		try_windows<short>(reach);
	}
	try_wrapped();
	for (int block : { 64, 32, 16, 17, 5, 1 })
		try_relax(block);
	return unit_finish();
}
