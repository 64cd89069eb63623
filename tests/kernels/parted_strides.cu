// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that lie two to four elements apart and of which some take part: a vector for each register's worth of elements is loaded, and
// nothing of what is between them, before the first or behind the last, which here is where the memory begins and ends.
//
// ENV: ANYWARP_BOUNDS=error
#include "kernels/kernel_test.h"

template <class T, int STRIDE>
__global__ void behind(const T *in, const int *wanted, T *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count && wanted[i] % 3)
		out[i] = in[STRIDE * i] * (T)3;
}

// From the end on.
template <class T, int STRIDE>
__global__ void before(const T *in, const int *wanted, T *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count && wanted[i] % 3)
		out[i] = in[STRIDE * (count - 1 - i)] + (T)1;
}

// Members of a struct, of which the last ones needn't be there.
template <class T>
__global__ void members(const T *in, const int *wanted, T *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	T sum = in[3 * i];
	for (int turn = 0; turn < wanted[i] % 4; turn++)
		sum += in[3 * i + 1] * (T)turn;
	out[i] = sum;
}

template <class T, int STRIDE>
static void check(int count)
{
	const int length = STRIDE * (count - 1) + 1;
	Buffer<T> in(length);
	Buffer<int> wanted(count);
	in.fill([](int i) { return (T)(i * 7 % 101); });
	for (int every : { 1, 2, 5 }) {
		wanted.fill([&](int i) { return i % every == 0 ? i * 5 / 3 : 0; });
		auto takes_part = [&](int i) { return (i % every == 0 ? i * 5 / 3 : 0) % 3 != 0; };
		Buffer<T> out(count, 0);
		behind<T, STRIDE><<<(count + 95) / 96, 96>>>(in.device, wanted.device, out.device, count);
		out.expect([&](int i) { return takes_part(i) ? (T)((T)(STRIDE * i * 7 % 101) * (T)3) : (T)0; });
		before<T, STRIDE><<<(count + 95) / 96, 96>>>(in.device, wanted.device, out.device, count);
		out.expect([&](int i) { return takes_part(i) ? (T)((T)(STRIDE * (count - 1 - i) * 7 % 101) + (T)1) : (T)0; });
	}
}

template <class T>
static void check_all(int count)
{
	check<T, 2>(count);
	check<T, 3>(count);
	check<T, 4>(count);
	Buffer<T> in(3 * count - 1), out(count);
	Buffer<int> wanted(count);
	in.fill([](int i) { return (T)(i % 50); });
	wanted.fill([](int i) { return i * 11 % 7; });
	members<T><<<(count + 63) / 64, 64>>>(in.device, wanted.device, out.device, count);
	out.expect([](int i) {
		T sum = (T)(3 * i % 50);
		for (int turn = 0; turn < i * 11 % 7 % 4; turn++)
			sum += (T)((3 * i + 1) % 50) * (T)turn;
		return sum;
	});
}

int main()
{
	for (int count : { 1, 5, 16, 31, 96, 1000, 1021 }) {
		check_all<float>(count);
		check_all<double>(count);
		check_all<int>(count);
		check_all<long long>(count);
		check_all<short>(count);
		check_all<unsigned char>(count);
	}
	return unit_finish();
}
