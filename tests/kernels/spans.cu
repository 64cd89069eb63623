// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks that may be run side by side: what depends on the block's index, shared memory of each block, grids of several
// rows, barriers that only some blocks come to, and more blocks than a span has.
#include <cstdio>
#include <cstring>
#include <vector>

static int failures;

static void check(const char *what, dim3 grid, dim3 block, const std::vector<int> &got, const std::vector<int> &expected)
{
	for (size_t i = 0; i < got.size(); i++)
		if (got[i] != expected[i]) {
			printf("%s, grid %ux%ux%u, block %ux%ux%u: %d at %zu, expected %d\n", what, grid.x, grid.y, grid.z, block.x,
			       block.y, block.z, got[i], i, expected[i]);
			failures++;
			return;
		}
}

// Each thread of the grid: its place, and which block wrote there.
__global__ void places(int *out)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	int z = blockIdx.z * blockDim.z + threadIdx.z, width = gridDim.x * blockDim.x, height = gridDim.y * blockDim.y;
	out[(z * height + y) * width + x] += 1 + blockIdx.x + 1000 * blockIdx.y + 100000 * blockIdx.z + 1000000 * threadIdx.x;
}

// Sums of a grid-stride loop and of all threads of each block, by a tree in static and dynamic shared memory.
__global__ void sums(const int *in, int count, int *out)
{
	__shared__ int mine[256];
	extern __shared__ int copy[];
	int sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
		sum += in[i];
	mine[threadIdx.x] = sum;
	copy[blockDim.x - 1 - threadIdx.x] = sum;
	__syncthreads();
	for (int half = 128; half > 0; half /= 2) {
		if (threadIdx.x < half && threadIdx.x + half < blockDim.x)
			mine[threadIdx.x] += mine[threadIdx.x + half];
		__syncthreads();
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = mine[0] + 3 * copy[threadIdx.x];
}

// Odd blocks have a barrier of their own, and make other numbers of turns.
__global__ void apart(const int *in, int count, int *out)
{
	__shared__ int last;
	int sum = 0;
	for (int i = threadIdx.x; i < count >> (blockIdx.x & 3); i += blockDim.x)
		sum += in[i];
	if (blockIdx.x & 1) {
		if (threadIdx.x == blockDim.x - 1)
			last = sum;
		__syncthreads();
		sum += last;
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Threads that go on for as long as their number says, with a result of its own kind.
__global__ void collatz(int *out, int count)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
		int steps = 0;
		for (unsigned n = i + 1; n != 1 && steps < 100; steps++)
			n = n & 1 ? 3 * n + 1 : n / 2;
		out[i] = steps;
	}
}

struct buffers {
	std::vector<int> host;
	int *device;
	explicit buffers(size_t count) : host(count)
	{
		for (size_t i = 0; i < count; i++)
			host[i] = (int)(i * 2654435761u >> 20);
		cudaMalloc(&device, count * sizeof(int));
		cudaMemcpy(device, host.data(), count * sizeof(int), cudaMemcpyHostToDevice);
	}
	~buffers() { cudaFree(device); }
	void fetch() { cudaMemcpy(host.data(), device, host.size() * sizeof(int), cudaMemcpyDeviceToHost); }
};

static void test_places(dim3 grid, dim3 block)
{
	size_t width = grid.x * block.x, height = grid.y * block.y, depth = grid.z * block.z;
	buffers out(width * height * depth);
	std::vector<int> expected = out.host;
	for (size_t z = 0; z < depth; z++)
		for (size_t y = 0; y < height; y++)
			for (size_t x = 0; x < width; x++)
				expected[(z * height + y) * width + x] += 1 + x / block.x + 1000 * (y / block.y) + 100000 * (z / block.z) +
				                                          1000000 * (x % block.x);
	places<<<grid, block>>>(out.device);
	out.fetch();
	check("places", grid, block, out.host, expected);
}

static void test_sums(int grid, int block, int count)
{
	buffers in(count), out(grid * block);
	std::vector<int> of_thread(grid * block), of_block(grid), expected(grid * block);
	for (int i = 0; i < count; i++) {
		of_thread[i % (grid * block)] += in.host[i];
		of_block[i % (grid * block) / block] += in.host[i];
	}
	for (int i = 0; i < grid * block; i++)
		expected[i] = of_block[i / block] + 3 * of_thread[i / block * block + block - 1 - i % block];
	sums<<<grid, block, block * sizeof(int)>>>(in.device, count, out.device);
	out.fetch();
	check("sums", grid, block, out.host, expected);
}

static void test_apart(int grid, int block, int count)
{
	buffers in(count), out(grid * block);
	std::vector<int> expected(grid * block);
	for (int b = 0; b < grid; b++) {
		int *mine = &expected[b * block];
		for (int i = 0; i < count >> (b & 3); i++)
			mine[i % block] += in.host[i];
		int last = b & 1 ? mine[block - 1] : 0;
		for (int t = 0; t < block; t++)
			mine[t] += last;
	}
	apart<<<grid, block>>>(in.device, count, out.device);
	out.fetch();
	check("apart", grid, block, out.host, expected);
}

static void test_collatz(int grid, int block, int count)
{
	buffers out(count);
	std::vector<int> expected(count);
	for (int i = 0; i < count; i++)
		for (unsigned n = i + 1; n != 1 && expected[i] < 100; expected[i]++)
			n = n & 1 ? 3 * n + 1 : n / 2;
	collatz<<<grid, block>>>(out.device, count);
	out.fetch();
	check("collatz", grid, block, out.host, expected);
}

int main()
{
	static const int blocks[] = { 32, 64, 96, 256, 100, 7 };
	for (int block : blocks) {
		for (int grid : { 1, 2, 5, 37, 300 }) {
			test_places(grid, block);
			test_sums(grid, block, 10007);
			test_apart(grid, block, 999);
			test_collatz(grid, block, 20011);
		}
		test_places(dim3(11, 3, 2), dim3(block, 2, 2));
	}
	test_places(dim3(200, 40), dim3(32, 8));
	test_places(dim3(33, 7, 3), dim3(16, 16));
	test_places(70000, 32);
	test_places(3, 1024);
	test_collatz(9, 1024, 100003);
	test_collatz(1, 1024, 100003); // one block, in parts where there are several workers
	puts(failures ? "failed" : "ok");
	return failures != 0;
}
// EXPECT: ^ok$
