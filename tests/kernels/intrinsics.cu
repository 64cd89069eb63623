// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer intrinsics against what the manual says they do.
// FLAGS: -arch=sm_70
#include "kernels/kernel_test.h"

__global__ void kernel(const unsigned *x, const unsigned *y, unsigned long long *out)
{
	int i = threadIdx.x, n = blockDim.x, k = 0;
	unsigned a = x[i], b = y[i];
	int sa = (int)a, sb = (int)b;
	unsigned long long wide = (unsigned long long)a << 32 | b;
	auto put = [&](unsigned long long value) { out[k++ * n + i] = value; };
	put(__popc(a) | __popcll(wide) << 8);
	put(__clz(a) | __clzll(wide) << 8);
	put(__ffs(a) | __ffsll(wide) << 8);
	put(__brev(a));
	put(__brevll(wide));
	put(__umul24(a, b));
	put((unsigned)__mul24(sa, sb));
	put(__umulhi(a, b));
	put((unsigned)__mulhi(sa, sb));
	put(__umul64hi(wide, wide));
	put(__byte_perm(a, b, 0x3715));
	put(__usad(a, b, 5));
	put(__sad(sa, sb, 5));
	put(__funnelshift_l(a, b, 9));
	put(__funnelshift_r(a, b, 41));
	put(__funnelshift_lc(a, b, 50));
	put((unsigned)__hadd(sa, sb));
	put(__uhadd(a, b));
	put(__urhadd(a, b));
	put((unsigned)__dp4a(sa, sb, 1000));
	put(__vadd4(a, b));
	put((unsigned)min(sa, sb) ^ max(a, b));
	put((unsigned)abs(sa) + (unsigned long long)llabs((long long)wide));
}

static unsigned long long expected(int k, unsigned a, unsigned b)
{
	int sa = (int)a, sb = (int)b;
	unsigned long long wide = (unsigned long long)a << 32 | b, result = 0;
	switch (k) {
	case 0: return __builtin_popcount(a) | __builtin_popcountll(wide) << 8;
	case 1: return (a ? __builtin_clz(a) : 32) | (wide ? __builtin_clzll(wide) : 64) << 8;
	case 2: return __builtin_ffs(sa) | __builtin_ffsll((long long)wide) << 8;
	case 3:
		for (int i = 0; i < 32; i++)
			result |= (unsigned long long)(a >> i & 1) << (31 - i);
		return result;
	case 4:
		for (int i = 0; i < 64; i++)
			result |= (wide >> i & 1) << (63 - i);
		return result;
	case 5: return (a & 0xffffff) * (b & 0xffffff);
	case 6: return (unsigned)((sa << 8 >> 8) * (long long)(sb << 8 >> 8));
	case 7: return (unsigned long long)a * b >> 32;
	case 8: return (unsigned)((long long)sa * sb >> 32);
	case 9: return (unsigned long long)((unsigned __int128)wide * wide >> 64);
	case 10: {
		unsigned char bytes[8];
		memcpy(bytes, &a, 4);
		memcpy(bytes + 4, &b, 4);
		return bytes[5] | bytes[1] << 8 | bytes[7] << 16 | (unsigned)bytes[3] << 24;
	}
	case 11: return (a > b ? a - b : b - a) + 5;
	case 12: return (unsigned)(sa > sb ? a - b : b - a) + 5;
	case 13: return b << 9 | a >> 23;
	case 14: return (unsigned)(((unsigned long long)b << 32 | a) >> 9);
	case 15: return a;
	case 16: return (unsigned)((int)(((long long)sa + sb) >> 1));
	case 17: return ((unsigned long long)a + b) >> 1;
	case 18: return ((unsigned long long)a + b + 1) >> 1;
	case 19: {
		int sum = 1000;
		for (int i = 0; i < 32; i += 8)
			sum += (signed char)(a >> i) * (signed char)(b >> i);
		return (unsigned)sum;
	}
	case 20:
		for (int i = 0; i < 32; i += 8)
			result |= (unsigned long long)(((a >> i) + (b >> i)) & 0xff) << i;
		return result;
	case 21: return (unsigned)(sa < sb ? sa : sb) ^ (a > b ? a : b);
	default:
		return (unsigned)(sa < 0 ? 0 - a : a) + (unsigned long long)((long long)wide < 0 ? 0 - wide : wide);
	}
}

int main()
{
	const int n = 512;
	static unsigned a[n], b[n];
	const unsigned special[] = { 0, 1, 0x80000000u, 0xffffffffu, 0x7fffffffu, 0x00ffffffu, 0x00800000u, 32 };
	unsigned random = 1;
	for (int i = 0; i < n; i++) {
		a[i] = i < 64 ? special[i / 8] : (random = random * 1664525u + 1013904223u);
		b[i] = i < 64 ? special[i % 8] : (random = random * 1664525u + 1013904223u) >> (i % 31);
	}
	Buffer<unsigned> x(n), y(n);
	x.upload(a);
	y.upload(b);
	Buffer<unsigned long long> out(n * 23);
	kernel<<<1, n>>>(x.device, y.device, out.device);
	out.expect([&](int i) { return expected(i / n, a[i % n], b[i % n]); });
	return unit_finish();
}
