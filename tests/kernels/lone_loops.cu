// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of one thread that goes through memory alone, as first programs have them and as sums of what blocks left: what the compiler makes
// vectors of, and what it must not.
// FLAGS: -fmad=false
#include <vector>

#include "kernels/kernel_test.h"

__global__ void add(int n, const float *x, float *y)
{
	for (int i = 0; i < n; i++)
		y[i] = x[i] + y[i];
}

// What is read was written some turns before.
__global__ void follow(int *data, int n, int distance)
{
	for (int i = distance; i < n; i++)
		data[i] = data[i - distance] * 3 + i;
}

template <class T>
__global__ void total(const T *data, int n, T *out)
{
	__shared__ T sums[64];
	int t = threadIdx.x;
	sums[t] = data[t];
	__syncthreads();
	if (t == 0) {
		T sum = 0;
		for (int i = 0; i < n; i++)
			sum += data[i];
		for (unsigned i = 0; i < blockDim.x; i++)
			sum += sums[i];
		out[blockIdx.x] = sum;
	}
}

__global__ void largest(const unsigned char *bytes, int n, int stride, int *out)
{
	int best = -1, place = -1, count = 0;
	for (int i = 0; i < n; i += stride) {
		if (bytes[i] > best) {
			best = bytes[i];
			place = i;
		}
		count += bytes[i] > 100;
	}
	out[0] = best;
	out[1] = place;
	out[2] = count;
}

// Until the first that is 0.
__global__ void length(const char *text, int *out)
{
	int n = 0;
	while (text[n])
		n++;
	*out = n;
}

template <class T>
static void try_total(int n, int block)
{
	Buffer<T> data(n), out(2);
	auto value = [](int i) { return (T)(i % 97) / (T)3; };
	data.fill(value);
	total<<<2, block>>>(data.device, n, out.device);
	out.expect([&](int) {
		T sum = 0;
		for (int i = 0; i < n; i++)
			sum += value(i);
		for (int i = 0; i < block; i++)
			sum += value(i);
		return sum;
	});
}

int main()
{
	for (int n : { 64, 65, 100, 1000, 4099 }) {
		Buffer<float> x(n), y(n);
		x.fill([](int i) { return i * 0.25f; });
		y.fill([](int i) { return i * 1.5f; });
		add<<<1, 1>>>(n, x.device, y.device);
		y.expect([](int i) { return i * 0.25f + i * 1.5f; });
		add<<<1, 1>>>(n - 1, y.device, y.device + 1);
		std::vector<float> wanted(n);
		for (int i = 0; i < n; i++)
			wanted[i] = i * 0.25f + i * 1.5f;
		for (int i = 0; i + 1 < n; i++)
			wanted[i + 1] = wanted[i] + wanted[i + 1];
		y.expect([&](int i) { return wanted[i]; });
		for (int distance : { 0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 40, 63 }) {
			Buffer<int> data(n);
			std::vector<int> by_hand(n);
			data.fill([](int i) { return i * 5 % 11; });
			for (int i = 0; i < n; i++)
				by_hand[i] = i * 5 % 11;
			for (int i = distance; i < n; i++)
				by_hand[i] = (int)(by_hand[i - distance] * 3u + i);
			follow<<<1, 1>>>(data.device, n, distance);
			data.expect([&](int i) { return by_hand[i]; });
		}
		for (int block : { 1, 32, 64 }) {
			try_total<int>(n, block);
			try_total<float>(n, block);
			try_total<unsigned long long>(n, block);
			try_total<double>(n, block);
		}
		Buffer<unsigned char> bytes(n);
		Buffer<int> found(3), count(1);
		auto byte = [](int i) { return (unsigned char)(i * 7919 % 251 + 1); };
		bytes.fill(byte);
		for (int stride : { 1, 2, 3 }) {
			largest<<<1, 1>>>(bytes.device, n, stride, found.device);
			int best = -1, place = -1, many = 0;
			for (int i = 0; i < n; i += stride) {
				if (byte(i) > best) {
					best = byte(i);
					place = i;
				}
				many += byte(i) > 100;
			}
			found.expect([&](int i) { return i == 0 ? best : i == 1 ? place : many; });
		}
		bytes.fill([&](int i) { return i == n - 1 ? (unsigned char)0 : byte(i); });
		length<<<1, 1>>>((const char *)bytes.device, count.device);
		count.expect([&](int) { return n - 1; });
	}
	return unit_finish();
}
