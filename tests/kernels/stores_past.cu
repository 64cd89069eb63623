// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores of whole rows, which go past the caches where a launch writes more than those hold, or in spite of that:
// aligned and not, cut off at the end, of vectors, read again by others of the block, in loops, in place, of all sizes.
// RUNS: ANYWARP_STREAM_SIZE=1,300000,1000000000
#include "kernels/kernel_test.h"

static const int count = 5003; // no multiple of a gang or a line

template <class T>
__global__ void one(const T *in, T *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = (T)(in[i] * 3 + (T)1);
}

template <class T>
__global__ void turns(const T *in, T *out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		out[i] = (T)(in[i] * 3 + (T)1);
}

template <class T>
__global__ void in_place(T *data, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		data[i] = (T)(data[i] * 3 + (T)1);
}

template <class T>
static void try_type()
{
	Buffer<T> in(count + 40), out(count + 40);
	in.fill([](int i) { return (T)(i * 7); });
	for (int offset : { 0, 1, 8, 16, 32 }) {
		for (int block : { 16, 32, 64, 256, 96, 33 }) {
			CALL(cudaMemset(out.device, 0, (count + 40) * sizeof(T)));
			one<<<(count + block - 1) / block, block>>>(in.device, out.device + offset, count);
			auto wanted = [&](int i) {
				int from = i - offset;
				return from >= 0 && from < count ? (T)((T)(from * 7) * 3 + (T)1) : (T)0;
			};
			out.expect(wanted);
			for (int grid : { 1, 3, 8, 40, 330 }) {
				CALL(cudaMemset(out.device, 0, (count + 40) * sizeof(T)));
				turns<<<grid, block>>>(in.device, out.device + offset, count);
				out.expect(wanted);
				CALL(cudaMemset(out.device, 0, (count + 40) * sizeof(T)));
				CALL(cudaMemcpy(out.device + offset, in.device, count * sizeof(T), cudaMemcpyDeviceToDevice));
				in_place<<<grid, block>>>(out.device + offset, count);
				out.expect(wanted);
			}
		}
	}
}

// Several numbers a thread, packed or not.
template <class V>
__global__ void vectors(const V *in, V *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	V value = in[i];
	value.x += i;
	value.y ^= 5;
	out[i] = value;
}

template <class V>
static void try_vector()
{
	const int n = 1003, each = sizeof(V) / sizeof(V::x);
	typedef decltype(V::x) number;
	Buffer<V> in(n), out(n + 1);
	CALL(cudaMemset(out.device, 0, (n + 1) * sizeof(V)));
	number *host = (number *)malloc(n * sizeof(V));
	for (int i = 0; i < n * each; i++)
		host[i] = (number)(i * 11);
	in.upload((const V *)host);
	for (int offset = 0; offset < 2; offset++) {
		vectors<<<(n + 63) / 64, 64>>>(in.device, out.device + offset, n);
		V *got = out.download();
		for (int i = 0; i < n; i++) {
			V wanted = ((const V *)host)[i];
			wanted.x += i;
			wanted.y ^= 5;
			CHECK(!memcmp(&got[i + offset], &wanted, sizeof(V)));
		}
		free(got);
	}
	free(host);
}

// What a thread wrote is read by another of the block behind the barrier, and written again.
__global__ void round_trip(int *data, int *out, int times)
{
	int first = blockIdx.x * blockDim.x, me = threadIdx.x;
	for (int t = 0; t < times; t++) {
		data[first + me] = me * 5 + t;
		__syncthreads();
		out[(t * gridDim.x + blockIdx.x) * blockDim.x + me] = data[first + (me * 7 + t) % blockDim.x];
		__syncthreads();
	}
}

// Rows of a tile; the loop within a loop and the guard are the thread's own.
__global__ void tiles(const float *in, float *out, int w, int h, int layers)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	for (int z = 0; z < layers; z++) {
		float sum = 0;
		for (int k = 0; k <= (x & 3); k++)
			sum += in[(z * h + y) * w + x] * k;
		out[(z * h + y) * w + x] = sum;
	}
}

// A loop all of whose turns wait for the one before, so that several gangs go side by side; what they store, two rows of it, lies
// differently in memory for each.
__global__ void chains(int *a, int *b, int n, int turns)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned x = i, sum = 0;
	for (int t = 0; t < turns; t++) {
		sum += __popc(x ^ sum * 2654435761u);
		x += 0x9e3779b9u;
	}
	if (i >= n)
		return;
	a[i] = sum;
	b[i] = x ^ sum;
}

static void try_chains()
{
	const int turns = 21;
	Buffer<int> a(count + 40), b(count + 40);
	for (int offset : { 0, 1, 8, 16 }) {
		for (int block : { 16, 32, 96, 33, 1024 }) {
			chains<<<(count + block - 1) / block, block>>>(a.device + offset, b.device + 40 - offset, count, turns);
			unsigned *sums = (unsigned *)a.download(), *ends = (unsigned *)b.download();
			for (int i = 0; i < count; i++) {
				unsigned x = i, sum = 0;
				for (int t = 0; t < turns; t++) {
					sum += __builtin_popcount(x ^ sum * 2654435761u);
					x += 0x9e3779b9u;
				}
				CHECK(sums[i + offset] == sum && ends[i + 40 - offset] == (x ^ sum));
			}
			free(sums);
			free(ends);
		}
	}
}

int main()
{
	try_chains();
	try_type<signed char>();
	try_type<short>();
	try_type<float>();
	try_type<double>();

	try_vector<int4>();
	try_vector<int2>();
	try_vector<short4>();
	try_vector<longlong2>();

	const int blocks = 5, threads = 128, times = 9;
	Buffer<int> data(blocks * threads), out(blocks * threads * times);
	round_trip<<<blocks, threads>>>(data.device, out.device, times);
	out.expect([&](int i) {
		int me = i % threads, t = i / threads / blocks;
		return (me * 7 + t) % threads * 5 + t;
	});

	const int w = 160, h = 37, layers = 5;
	Buffer<float> from(w * h * layers), to(w * h * layers);
	from.fill([](int i) { return (float)(i % 1000); });
	for (dim3 block : { dim3(16, 16), dim3(8, 8), dim3(32, 4), dim3(64), dim3(12, 5) }) {
		CALL(cudaMemset(to.device, 0, w * h * layers * sizeof(float)));
		tiles<<<dim3((w + block.x - 1) / block.x, (h + block.y - 1) / block.y), block>>>(from.device, to.device, w, h, layers);
		to.expect([&](int i) {
			int last = i % w & 3;
			return (float)(i % 1000) * (last * (last + 1) / 2);
		});
	}
	return unit_finish();
}
