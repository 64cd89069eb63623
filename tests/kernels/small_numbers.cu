// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ints that are made of bytes and shorts and stay small: sums, differences, products, quotients, shifts, bits, minima and maxima with and
// without a sign, chosen by conditions and by where they come from, compared, chosen among and stored as bytes; up to and beyond what 8
// and 16 bits hold.
#include <algorithm>

#include <stdint.h>

#include "kernel_test.h"

enum { COUNT = 5000, RESULTS = 28 };

__host__ __device__ static int smaller(int a, int b)
{
	return a < b ? a : b;
}

__host__ __device__ static int larger(int a, int b)
{
	return a > b ? a : b;
}

__host__ __device__ static int magnitude(int a)
{
	return a < 0 ? -a : a;
}

__host__ __device__ static int named(int sum)
{
	switch (sum) {
	case 3: return 1;
	case 255: return 2;
	case 256: return 3;
	case 400: return 4;
	case 510: return 5;
	default: return 0;
	}
}

// Each a byte.
__host__ __device__ static uint8_t compute(int which, int a, int b, int sa, int sb, int wa, int ws)
{
	int chosen;
	switch (which) {
	case 0: return (uint8_t)smaller(a + b, 255);
	case 1: return (uint8_t)larger(a - b, 0);
	case 2: return (uint8_t)((a + b + 1) >> 1);
	case 3: return (uint8_t)magnitude(a - b);
	case 4: return (uint8_t)(a * b >> 8);
	case 5: return (uint8_t)((a * 3 + b * 5) / 9);
	case 6: return (uint8_t)((a + b) % 7);
	case 7: return (uint8_t)((a & 15) << 4 | b >> 4);
	case 8: return (uint8_t)(smaller(larger(a, 10), 200) ^ 85);
	case 9: return (uint8_t)larger(smaller(sa + sb, 127), -128);
	case 10: return (uint8_t)(sa * sb >> 7);
	case 11: return (uint8_t)(magnitude(sa) + 1 > 128);
	case 12: return (uint8_t)((sa >> 2) - (sb >> 3));
	case 13: return (uint8_t)(a + b == 510);
	case 14: return (uint8_t)(a - b < -254);
	case 15: return (uint8_t)(sa + sb < 0);
	case 16: return (uint8_t)((unsigned)(sa - 1) < 100u);
	case 17: return (uint8_t)((unsigned)(a - 48) < 10u);
	case 18: return (uint8_t)named(a + b);
	case 19: return (uint8_t)(wa + b > 65535);
	case 20: return (uint8_t)(ws - a < -32768);
	case 21: return (uint8_t)(ws + sa > 0 ? ws >> 8 : sa);
	case 22: return (uint8_t)((a << 8 | b) > 40000);
	case 23: return (uint8_t)(a * b * 2 > 65535);
	case 24:
		chosen = a > b ? a + 1 : b - 1;
		return (uint8_t)(chosen > 255 ? 7 : chosen);
	case 25:
		if (sa > sb)
			chosen = sa - sb;
		else
			chosen = a & 1 ? b + 3 : 9;
		return (uint8_t)(chosen * 2 > 250);
	case 26: return (uint8_t)((a + b) / (b | 1));
	default: return (uint8_t)(~a & 255);
	}
}

__global__ void all(const uint8_t *a, const int8_t *s, const uint16_t *w, const int16_t *ws, uint8_t *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= COUNT - 1)
		return;
#pragma unroll
	for (int which = 0; which < RESULTS; which++)
		out[which * COUNT + i] = compute(which, a[i], a[i + 1], s[i], s[i + 1], w[i], ws[i]);
}

// One alone, so that nothing else decides on what it is computed in.
template <int which>
__global__ void one(const uint8_t *a, const int8_t *s, const uint16_t *w, const int16_t *ws, uint8_t *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < COUNT - 1)
		out[which * COUNT + i] = compute(which, a[i], a[i + 1], s[i], s[i + 1], w[i], ws[i]);
}

// A sum that is both stored as an int and compared stays one.
__global__ void both(const uint8_t *a, int *sums, uint8_t *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= COUNT - 1)
		return;
	int sum = a[i] * a[i + 1] * 3 - 70000;
	sums[i] = sum;
	out[i] = sum > 65535;
}

struct Inputs {
	Buffer<uint8_t> a{ COUNT };
	Buffer<int8_t> s{ COUNT };
	Buffer<uint16_t> w{ COUNT };
	Buffer<int16_t> ws{ COUNT };

	static int a_of(int i) { return i % 5 ? i * 37 % 256 : i % 2 ? 255 : 0; }
	static int s_of(int i) { return i % 5 ? i * 29 % 256 - 128 : i % 2 ? 127 : -128; }
	static int w_of(int i) { return i % 3 ? i * 977 % 65536 : 65535; }
	static int ws_of(int i) { return i % 3 ? i * 977 % 65536 - 32768 : -32768; }

	Inputs()
	{
		a.fill([](int i) { return (uint8_t)a_of(i); });
		s.fill([](int i) { return (int8_t)s_of(i); });
		w.fill([](int i) { return (uint16_t)w_of(i); });
		ws.fill([](int i) { return (int16_t)ws_of(i); });
	}
};

static uint8_t expected(int i)
{
	int which = i / COUNT, k = i % COUNT;
	if (k == COUNT - 1)
		return 0xcd;
	return compute(which, Inputs::a_of(k), Inputs::a_of(k + 1), Inputs::s_of(k), Inputs::s_of(k + 1), Inputs::w_of(k), Inputs::ws_of(k));
}

template <int which>
static void launch_each(const Inputs &in, uint8_t *out, int block)
{
	one<which><<<(COUNT + block - 1) / block, block>>>(in.a.device, in.s.device, in.w.device, in.ws.device, out);
	if constexpr (which + 1 < RESULTS)
		launch_each<which + 1>(in, out, block);
}

int main()
{
	Inputs in;
	for (int block : { 128, 50 }) {
		Buffer<uint8_t> out(RESULTS * COUNT), each(RESULTS * COUNT), flags(COUNT);
		Buffer<int> sums(COUNT);
		all<<<(COUNT + block - 1) / block, block>>>(in.a.device, in.s.device, in.w.device, in.ws.device, out.device);
		out.expect(expected);
		launch_each<0>(in, each.device, block);
		each.expect(expected);
		both<<<(COUNT + block - 1) / block, block>>>(in.a.device, sums.device, flags.device);
		auto sum = [](int i) { return Inputs::a_of(i) * Inputs::a_of(i + 1) * 3 - 70000; };
		sums.expect([&](int i) { return i < COUNT - 1 ? sum(i) : (int)0xcdcdcdcd; });
		flags.expect([&](int i) { return (uint8_t)(i < COUNT - 1 ? sum(i) > 65535 : 0xcd); });
	}
	return unit_finish();
}
