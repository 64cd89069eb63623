// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads' numbers in the grid's row beside ends of all kinds: above, below, at, before and behind the gangs' and blocks'
// bounds, as numbers with a sign and without, in one dimension and two.
#include <stdio.h>
#include <string.h>

enum { MOST = 4096 };

__global__ void below(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = 2 * i + 1;
}

__global__ void up_to(int *out, unsigned n)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (n >= i && i > 2)
		out[i] = (int)i - 7;
}

__global__ void wide(int *out, size_t n)
{
	size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = (int)i * 3;
}

__global__ void plane(int *out, int columns, int rows)
{
	int x = threadIdx.x + blockDim.x * blockIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < columns && y < rows)
		out[y * columns + x] = x - y;
}

// Wraps below 0 at thread 100.
__global__ void moved(int *out, unsigned n)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, from = i - 100;
	if (from < n)
		out[i] = (int)from;
}

static int device_side[MOST], host_side[MOST], *memory, bad;

static void begin(void)
{
	memset(host_side, 0xff, sizeof(host_side));
	cudaMemset(memory, 0xff, sizeof(host_side));
}

static void compare(const char *what, int a, int b)
{
	cudaMemcpy(device_side, memory, sizeof(device_side), cudaMemcpyDeviceToHost);
	if (!memcmp(host_side, device_side, sizeof(host_side)) && cudaGetLastError() == cudaSuccess)
		return;
	printf("%s(%d), blocks of %d\n", what, a, b);
	bad = 1;
}

static void line(int n, int block)
{
	int blocks = 1536 / block;
	begin();
	below<<<blocks, block>>>(memory, n);
	for (int i = 0; i < 1536 && i < n; i++)
		host_side[i] = 2 * i + 1;
	compare("below", n, block);
	begin();
	up_to<<<blocks, block>>>(memory, (unsigned)n);
	for (unsigned i = 3; i < 1536 && i <= (unsigned)n; i++)
		host_side[i] = (int)i - 7;
	compare("up_to", n, block);
	begin();
	wide<<<blocks, block>>>(memory, (size_t)n);
	for (size_t i = 0; i < 1536 && i < (size_t)n; i++)
		host_side[i] = (int)i * 3;
	compare("wide", n, block);
	begin();
	moved<<<blocks, block>>>(memory, (unsigned)n);
	for (unsigned i = 0; i < 1536; i++)
		if (i - 100 < (unsigned)n)
			host_side[i] = (int)(i - 100);
	compare("moved", n, block);
}

static void area(int columns, int rows, dim3 block)
{
	begin();
	plane<<<dim3((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y), block>>>(memory, columns, rows);
	for (int y = 0; y < rows; y++)
		for (int x = 0; x < columns; x++)
			host_side[y * columns + x] = x - y;
	compare("plane", columns, (int)block.x);
}

int main()
{
	static const int ends[] = { -2147483647, -1, 0, 1, 15, 16, 17, 31, 32, 255, 256, 500, 1519, 1520, 1521, 1535, 1536, 2147483647 };
	cudaMalloc(&memory, sizeof(host_side));
	for (int n : ends)
		for (int block : { 32, 96, 128, 512 })
			line(n, block);
	for (int columns : { 1, 16, 33, 64, 100 })
		for (int rows : { 1, 8, 9, 40 })
			for (dim3 block : { dim3(32, 8), dim3(16, 16), dim3(64, 2) })
				area(columns, rows, block);
	printf(bad ? "wrong\n" : "right\n");
	return bad;
}
