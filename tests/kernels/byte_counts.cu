// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of bytes that are compared with numbers: small ones, which bytes that stay at 255 tell, and the first ones that they don't; with
// terms that are constants, bits and compared twice, with numbers of several types, in switches, and sums that are used otherwise, too.
#include "kernels/kernel_test.h"

enum { COUNT = 4096 };

template <class T>
__global__ void ask(const unsigned char *a, int *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	const unsigned char *p = a + i;
	T sum = (T)p[0] + (T)p[1] + (T)p[2] + (T)p[3] + (T)p[4] + (T)p[5] + (T)p[6] + (T)p[7];
	T two = (T)p[8] + (T)p[9], bits = (T)(p[0] > p[1]) + (T)(p[2] > 9) + (T)p[3] + 5, used = (T)p[4] + (T)p[5];
	int answers = sum == 3 ? 1 : 0;
	answers |= sum < 100 ? 2 : 0;
	answers |= sum > 253 ? 4 : 0;
	answers |= two >= 254 ? 8 : 0;
	answers |= two != 255 ? 16 : 0; // 255 itself and more would be the same
	answers |= two == 254 ? 32 : 0;
	switch ((int)bits) {
	case 5: answers |= 64; break;
	case 7: case 254: answers |= 128; break;
	case 30: answers |= 192; break;
	default: break;
	}
	answers |= used <= 40 ? 256 : 0;
	out[i] = answers + 512 * (int)used;
}

static int wanted(const unsigned char *p)
{
	int sum = 0, two = p[8] + p[9], bits = (p[0] > p[1]) + (p[2] > 9) + p[3] + 5, used = p[4] + p[5];
	for (int k = 0; k < 8; k++)
		sum += p[k];
	int answers = (sum == 3) + 2 * (sum < 100) + 4 * (sum > 253) + 8 * (two >= 254) + 16 * (two != 255) + 32 * (two == 254);
	answers |= bits == 5 ? 64 : bits == 7 || bits == 254 ? 128 : bits == 30 ? 192 : 0;
	return answers + 256 * (used <= 40) + 512 * used;
}

template <class T>
static void try_type(const unsigned char *bytes, const Buffer<unsigned char> &in)
{
	Buffer<int> out(COUNT);
	ask<T><<<(COUNT + 127) / 128, 128>>>(in.device, out.device, COUNT);
	out.expect([&](int i) { return wanted(bytes + i); });
}

int main()
{
	static unsigned char bytes[COUNT + 16];
	unsigned state = 7;
	Buffer<unsigned char> in(COUNT + 16);
	for (int range : { 2, 16, 60, 256 }) { // sums of a few, about 255, and far beyond
		for (int i = 0; i < COUNT + 16; i++) {
			state = state * 1664525u + 1013904223u;
			bytes[i] = (unsigned char)((state >> 20) % range + (range == 60 && i % 5 == 0 ? 97 : 0));
		}
		for (int i = 0; i < COUNT; i += 97) { // pairs of 254, 255 and 256
			bytes[i + 8] = 200;
			bytes[i + 9] = (unsigned char)(54 + i % 3);
		}
		in.upload(bytes);
		try_type<int>(bytes, in);
		try_type<unsigned>(bytes, in);
		try_type<short>(bytes, in);
		try_type<long long>(bytes, in);
	}
	return unit_finish();
}
