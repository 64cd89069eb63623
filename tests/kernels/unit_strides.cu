// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strides that are parameters: of 1, where gangs take rows (simd_strides.c), and others, also together; of all widths; of what a loop
// or a remainder gives; launches whose arguments are given in all ways, and nodes of graphs that get other ones.
#include "kernels/kernel_test.h"

template <class T>
__global__ void axpy(int n, float a, const float *x, int from, T step_x, float *y, T step_y)
{
	int i = (blockIdx.x + blockIdx.y * gridDim.x) * blockDim.x + threadIdx.x;
	if (i < n)
		y[i * step_y] += a * x[from + i * step_x];
}

static const int most = 3000;

template <class T>
static void expect_axpy(Buffer<float> &y, float a, int n, int from, T step_x, T step_y)
{
	y.expect([&](int at) {
		int i = at / (int)step_y;
		return at + (at % (int)step_y == 0 && i < n ? a * (float)((from + i * (int)step_x) % 512) : 0.0f);
	});
}

template <class T>
static void try_axpy()
{
	Buffer<float> x(most), y(most);
	x.fill([](int i) { return (float)(i % 512); });
	for (T step_x : { (T)1, (T)2, (T)3 })
		for (T step_y : { (T)1, (T)2 })
			for (int block : { 64, 96, 100 }) {
				int n = 900 / (int)step_y;
				y.fill([](int i) { return (float)i; });
				axpy<T><<<dim3(4, (n + 4 * block - 1) / (4 * block)), block>>>(n, 2.0f, x.device, 7, step_x, y.device, step_y);
				expect_axpy(y, 2.0f, n, 7, step_x, step_y);
			}
}

// Backwards, and each thread in one place.
static void try_others()
{
	Buffer<float> x(most), y(most);
	x.fill([](int i) { return (float)(i % 512); });
	y.fill([](int) { return 0.0f; });
	axpy<int><<<4, 128>>>(512, 1.0f, x.device, 1000, -1, y.device, 1);
	y.expect([](int at) { return at < 512 ? (float)((1000 - at) % 512) : 0.0f; });
	y.fill([](int) { return 0.0f; });
	axpy<int><<<4, 128>>>(512, 1.0f, x.device, 3, 0, y.device, 1);
	y.expect([](int at) { return at < 512 ? 3.0f : 0.0f; });
}

// Windows of an image with a margin, as convolutions take them.
__global__ void windows(int n, const float *image, int height, int width, int size, int margin, int step, int rows, int columns, float *out)
{
	for (int index = blockIdx.x * blockDim.x + threadIdx.x; index < n; index += blockDim.x * gridDim.x) {
		int x = index % columns, row = index / columns, y = row % rows, c = row / rows;
		float *to = out + (c * size * size * rows + y) * columns + x;
		for (int i = 0; i < size; i++)
			for (int j = 0; j < size; j++) {
				int h = y * step - margin + i, w = x * step - margin + j;
				*to = h >= 0 && w >= 0 && h < height && w < width ? image[(c * height + h) * width + w] : 0;
				to += rows * columns;
			}
	}
}

static void try_windows(int height, int width, int size, int margin, int step)
{
	int channels = 3, rows = (height + 2 * margin - size) / step + 1, columns = (width + 2 * margin - size) / step + 1;
	int n = channels * rows * columns;
	Buffer<float> image(channels * height * width), out(n * size * size);
	image.fill([](int i) { return (float)(i + 1); });
	for (int blocks : { 2, 100 }) {
		out.fill([](int) { return -1.0f; });
		windows<<<blocks, 128>>>(n, image.device, height, width, size, margin, step, rows, columns, out.device);
		out.expect([&](int at) {
			int x = at % columns, y = at / columns % rows, j = at / (columns * rows) % size, i = at / (columns * rows * size) % size;
			int c = at / (columns * rows * size * size), h = y * step - margin + i, w = x * step - margin + j;
			return h >= 0 && w >= 0 && h < height && w < width ? (float)((c * height + h) * width + w + 1) : 0.0f;
		});
	}
}

// A node's stride is 1, then 2, then 1 again.
static void try_graph()
{
	Buffer<float> x(most), y(most);
	x.fill([](int i) { return (float)(i % 512); });
	int n = 600, from = 0, step_x = 1, step_y = 1;
	float a = 1.0f, *to = y.device;
	const float *source = x.device;
	void *arguments[] = { &n, &a, &source, &from, &step_x, &to, &step_y };
	cudaKernelNodeParams node = {};
	node.func = (void *)axpy<int>;
	node.gridDim = dim3(5);
	node.blockDim = dim3(128);
	node.kernelParams = arguments;
	cudaGraph_t graph;
	cudaGraphNode_t kernel;
	cudaGraphExec_t exec;
	cudaGraphCreate(&graph, 0);
	cudaGraphAddKernelNode(&kernel, graph, NULL, 0, &node);
	cudaGraphInstantiate(&exec, graph, 0);
	for (int step : { 1, 2, 1 }) {
		step_x = step;
		y.fill([](int i) { return (float)i; });
		cudaGraphExecKernelNodeSetParams(exec, kernel, &node);
		cudaGraphLaunch(exec, 0);
		expect_axpy<int>(y, a, n, from, step, 1);
	}
	cudaGraphExecDestroy(exec);
	cudaGraphDestroy(graph);
}

int main()
{
	try_axpy<int>();
	try_axpy<long long>();
	try_axpy<short>();
	try_axpy<unsigned>();
	try_others();
	for (int step : { 1, 2, 3 })
		for (int width : { 7, 16, 33, 64, 71 })
			try_windows(9, width, 3, 1, step);
	try_windows(12, 40, 1, 0, 1);
	try_graph();
	return unit_finish();
}
