// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members that are loaded from one array and stored to another in turn (simd_aliases.c): arrays apart, the same, and a few bytes from one
// another, where each store of a thread changes what it loads next; in place, and under conditions; of what the program says that it is apart.
// QUICK: -DFEW_TYPES
#include "kernels/kernel_test.h"

static const int count = 500, far = 16; // threads; members of a thread's place, more than it has accesses

template <class T, int MEMBERS>
__global__ void channels(const T *in, T *out, int pitch, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		for (int k = 0; k < MEMBERS; k++)
			out[pitch * i + k] = (T)(in[pitch * i + k] * 3 + k + 1);
}

// Distances between places that the compiler knows.
template <class T, int MEMBERS, int PITCH>
__global__ void known_channels(const T *in, T *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		for (int k = 0; k < MEMBERS; k++)
			out[PITCH * i + k] = (T)(in[PITCH * i + k] * 3 + k + 1);
}

template <class T>
__global__ void moved(T *place, const T *speed, T step, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	place[3 * i] += speed[3 * i] * step;
	place[3 * i + 1] += speed[3 * i + 1] * step;
	if (place[3 * i + 1] > 40)
		place[3 * i + 1] = 0;
	place[3 * i + 2] += speed[3 * i + 2] * step;
}

template <class T>
__global__ void restricted(const T *__restrict__ in, T *__restrict__ out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		out[3 * i + 2] = in[3 * i];
		out[3 * i + 1] = in[3 * i + 1];
		out[3 * i] = in[3 * i + 2];
	}
}

// Within one array: the second load is of what was stored.
template <class T>
__global__ void handed_on(T *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		a[4 * i + 1] = a[4 * i] + 1;
		a[4 * i + 2] = a[4 * i + 1] + 1;
		a[4 * i + 3] = a[4 * i + 2] + 1;
	}
}

// Sums that saturate, alike for all channels.
__global__ void brighter(const unsigned char *in, unsigned char *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		for (int k = 0; k < 3; k++)
			out[3 * i + k] = in[3 * i + k] + 40 > 255 ? 255 : in[3 * i + k] + 40;
}

static void try_brighter()
{
	Buffer<unsigned char> in(3 * count), out(3 * count);
	in.fill([](int i) { return (unsigned char)(i * 5); });
	brighter<<<4, 128>>>(in.device, out.device, count);
	out.expect([](int i) { return (unsigned char)((unsigned char)(i * 5) + 40 > 255 ? 255 : (unsigned char)(i * 5) + 40); });
}

template <class T>
static T start(int i) { return (T)(i * 7 % 61); }

// Arrays DISTANCE members apart in one buffer, by whole places of PITCH.
template <class T, int MEMBERS, int PITCH>
static void try_distance(int distance, int margin, bool known)
{
	int size = count * PITCH + 2 * margin;
	Buffer<T> all(size);
	T *host = (T *)malloc(size * sizeof(T));
	for (int i = 0; i < size; i++)
		host[i] = start<T>(i);
	all.upload(host);
	const T *in = all.device + margin;
	if (known)
		known_channels<T, MEMBERS, PITCH><<<(count + 127) / 128, 128>>>(in, all.device + margin + distance, count);
	else
		channels<T, MEMBERS><<<(count + 127) / 128, 128>>>(in, all.device + margin + distance, PITCH, count);
	for (int i = 0; i < count; i++)
		for (int k = 0; k < MEMBERS; k++)
			host[margin + distance + PITCH * i + k] = (T)(host[margin + PITCH * i + k] * 3 + k + 1);
	all.expect([&](int i) { return host[i]; });
	free(host);
}

template <class T>
static void try_type()
{
	for (int distance : { 0, 1, -1, 2, -2, 3, -3, 5, -5, 8 })
		for (bool known : { true, false }) {
			try_distance<T, 3, far>(distance, 20, known);
			try_distance<T, 4, far>(distance, 20, known);
			try_distance<T, 2, far>(distance, 20, known);
		}
	Buffer<T> a(3 * count), b(3 * count);
	a.fill(start<T>);
	b.fill([](int i) { return (T)(i % 5); });
	moved<T><<<4, 128>>>(a.device, b.device, (T)2, count);
	a.expect([](int i) {
		T value = (T)(start<T>(i) + i % 5 * 2);
		return i % 3 == 1 && value > 40 ? (T)0 : value;
	});
	restricted<T><<<4, 128>>>(b.device, a.device, count);
	a.expect([](int i) { return (T)((i / 3 * 3 + 2 - i % 3) % 5); });
	Buffer<T> c(4 * count);
	c.fill([](int i) { return (T)(i / 4 % 50); });
	handed_on<T><<<4, 128>>>(c.device, count);
	c.expect([](int i) { return (T)(i / 4 % 50 + i % 4); });
	// Places beside one another, of two buffers.
	Buffer<T> from(3 * count), to(3 * count);
	from.fill(start<T>);
	known_channels<T, 3, 3><<<4, 128>>>(from.device, to.device, count);
	to.expect([](int i) { return (T)(start<T>(i) * 3 + i % 3 + 1); });
	known_channels<T, 3, 3><<<4, 128>>>(from.device, from.device, count);
	from.expect([](int i) { return (T)(start<T>(i) * 3 + i % 3 + 1); });
}

int main()
{
	try_brighter();
	try_type<unsigned char>();
	try_type<float>();
#ifndef FEW_TYPES
	try_type<short>();
	try_type<double>();
#endif
	return unit_finish();
}
