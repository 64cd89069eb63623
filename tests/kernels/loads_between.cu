// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads under conditions of places that lie between others which their threads read: of all sizes, forwards and backwards, in cells on
// a torus and in rows; with stores and barriers on the way, which they must stay behind, and neighbours that aren't read by all.
#include "kernels/kernel_test.h"

static const int width = 150, height = 9, cells = width * height;

// A cell's own number counts where its neighbours' sum says so.
template <class T>
__global__ void generation(const T *in, T *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	int left = x == 0 ? w - 1 : x - 1, right = x == w - 1 ? 0 : x + 1, above = (y == 0 ? h - 1 : y - 1) * w, row = y * w;
	T sum = in[above + left] + in[above + x] + in[above + right] + in[row + left] + in[row + right];
	out[row + x] = sum == 7 || (sum == 6 && in[row + x]) || (sum == 5 && in[above + x] > 2);
}

template <class T>
static void try_generation(const char *)
{
	Buffer<T> in(cells), out(cells);
	in.fill([](int i) { return (T)(i * 7 % 11 % 4); });
	auto at = [](int x, int y) { return (y * width + x) * 7 % 11 % 4; };
	for (dim3 block : { dim3(32, 8), dim3(16, 16), dim3(8, 8), dim3(64, 1), dim3(7, 3) }) {
		CALL(cudaMemset(out.device, 0xff, cells * sizeof(T)));
		generation<<<dim3((width + block.x - 1) / block.x, (height + block.y - 1) / block.y), block>>>(in.device, out.device, width, height);
		out.expect([&](int i) {
			int x = i % width, y = i / width, l = x ? x - 1 : width - 1, r = x == width - 1 ? 0 : x + 1, up = y ? y - 1 : height - 1;
			int sum = at(l, up) + at(x, up) + at(r, up) + at(l, y) + at(r, y);
			return (T)(sum == 7 || (sum == 6 && at(x, y)) || (sum == 5 && at(x, up) > 2));
		});
	}
}

// What is stored, or handed over at a barrier, in front of the load is what it reads.
__global__ void after_stores(int *a, int *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
	if (i >= n - 1)
		return;
	int sum = a[i - 1] + a[i + 1];
	b[i] = sum;
	if (sum % 3 == 0)
		b[i] = 100 * a[i];
	if (sum % 5 == 0) {
		a[n + i] = sum;
		b[i] += b[i - 1 + 1];
	}
}

__global__ void after_barrier(int *out)
{
	__shared__ int row[258];
	int i = threadIdx.x + 1;
	row[i] = i;
	if (i == 1)
		row[0] = row[257] = 0;
	__syncthreads();
	int sum = row[i - 1] + row[i + 1];
	__syncthreads();
	row[i] = 3 * i;
	__syncthreads();
	if (sum % 4 == 0)
		sum += row[i];
	out[i - 1] = sum;
}

// One neighbour only, one of them under another condition, and neighbours by unsigned numbers.
__global__ void lone(const unsigned char *in, int *out, unsigned n, unsigned from)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	int sum = i + 1 < n ? in[i + 1] : 0;
	if (sum & 1)
		sum += 10 * in[i];
	if (i > 0 && sum > 9)
		sum += 100 * in[i - 1];
	unsigned first = from + i;
	sum += in[first + 1] + in[first + 3];
	if (sum & 2)
		sum += in[first + 2];
	out[i] = sum;
}

int main()
{
	try_generation<unsigned char>("bytes");
	try_generation<signed char>("signed bytes");
	try_generation<short>("shorts");
	try_generation<int>("ints");
	try_generation<long long>("longs");
	try_generation<float>("floats");
	try_generation<double>("doubles");

	const int n = 300;
	Buffer<int> a(2 * n), b(n);
	a.fill([](int i) { return i % 13; });
	CALL(cudaMemset(b.device, 0, n * sizeof(int)));
	after_stores<<<3, 128>>>(a.device, b.device, n);
	b.expect([](int i) {
		int sum = (i - 1) % 13 + (i + 1) % 13, value = sum % 3 == 0 ? 100 * (i % 13) : sum;
		return i == 0 || i == n - 1 ? 0 : sum % 5 == 0 ? 2 * value : value;
	});

	Buffer<int> shared(256);
	after_barrier<<<1, 256>>>(shared.device);
	shared.expect([](int t) {
		int i = t + 1, sum = i - 1 + (i == 256 ? 0 : i + 1);
		return sum % 4 == 0 ? sum + 3 * i : sum;
	});

	const unsigned count = 512;
	Buffer<unsigned char> bytes(count + 8);
	Buffer<int> sums(count);
	bytes.fill([](int i) { return (unsigned char)(i * 37 % 101); });
	lone<<<4, 128>>>(bytes.device, sums.device, count, 2);
	sums.expect([](int i) {
		auto at = [](int k) { return (int)(unsigned char)(k * 37 % 101); };
		int sum = i + 1 < (int)count ? at(i + 1) : 0;
		sum += sum & 1 ? 10 * at(i) : 0;
		sum += i > 0 && sum > 9 ? 100 * at(i - 1) : 0;
		sum += at(i + 3) + at(i + 5);
		return sum & 2 ? sum + at(i + 4) : sum;
	});
	return unit_finish();
}
