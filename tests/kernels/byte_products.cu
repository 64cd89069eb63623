// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dot products of bytes and halves, of all signs, alone, in sums of several, with words that all threads share, and written out; the
// bytes are often the largest and smallest there are.
#include "kernels/kernel_test.h"

typedef unsigned u32;
typedef signed char i8;
typedef unsigned char u8;

static const int ways = 14;

#define DOT(name, instruction) \
	__device__ int name(u32 a, u32 b, u32 c) \
	{ \
		int r; \
		asm(instruction " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); \
		return r; \
	}
DOT(dot_us, "dp4a.u32.s32")
DOT(dot_su, "dp4a.s32.u32")
DOT(dot2_us, "dp2a.lo.u32.s32")
DOT(dot2_su, "dp2a.hi.s32.u32")

__global__ void all(const u32 *a, const u32 *b, const u32 *c, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
	if (i >= n)
		return;
	u32 x = a[i], y = b[i], z = c[i];
	auto put = [&](int value) { out[k++ * n + i] = value; };
	put(__dp4a((int)x, (int)y, (int)z));
	put((int)__dp4a(x, y, z));
	put(dot_us(x, y, z));
	put(dot_su(x, y, z));
	put(__dp2a_lo((int)x, (int)y, (int)z));
	put(__dp2a_hi((int)x, (int)y, (int)z));
	put((int)__dp2a_lo(x, y, z));
	put(dot2_us(x, y, z));
	put(dot2_su(x, y, z));
	int sum = 0;
	for (int j = 0; j < 8; j++)
		sum = __dp4a((int)x, (int)b[j], __dp4a((int)a[j], (int)y, sum));
	put(sum);
	char4 left = ((const char4 *)a)[i], right = ((const char4 *)b)[i];
	put(left.x * right.x + left.y * right.y + left.z * right.z + left.w * right.w);
	put(left.x * right.w + left.y * right.z + left.z * right.y + left.w * right.x);
	uchar4 bytes = ((const uchar4 *)a)[i];
	put(bytes.x * right.x + bytes.y * right.y + 3 * bytes.z + (int)z);
	put((int)(x & 0xffff) * (int)(y & 0xffff) + (int)(x >> 16) * (int)(y >> 16));
}

// Byte or half I of WORD.
static int byte_of(u32 word, int i) { return (i8)(word >> 8 * i); }
static int unsigned_of(u32 word, int i) { return (u8)(word >> 8 * i); }
static int half_of(u32 word, int i) { return (short)(word >> 16 * i); }
static int unsigned_half_of(u32 word, int i) { return (unsigned short)(word >> 16 * i); }

// COUNT products, from B's part START on.
template <class A, class B> static int dot(A a, B b, u32 x, u32 y, int count, int start = 0)
{
	u32 sum = 0;
	for (int i = 0; i < count; i++)
		sum += (u32)a(x, i) * (u32)b(y, start + i);
	return (int)sum;
}

static u32 word(int i, u32 seed)
{
	static const u32 ends[] = { 0x80808080u, 0x7f7f7f7fu, 0xffffffffu, 0x80007fffu, 0x00ff8001u, 0, 0x80008000u };
	u32 number = ((u32)i + seed) * 2654435761u;
	number ^= number >> 15;
	return i % 3 == 0 ? ends[(number >> 8) % 7] : number * 2246822519u;
}

static int expected(int way, int i)
{
	u32 x = word(i, 1), y = word(i, 7777), z = word(i, 31);
	int sum = (int)z;
	switch (way) {
	case 0: return sum + dot(byte_of, byte_of, x, y, 4);
	case 1: return sum + dot(unsigned_of, unsigned_of, x, y, 4);
	case 2: return sum + dot(unsigned_of, byte_of, x, y, 4);
	case 3: return sum + dot(byte_of, unsigned_of, x, y, 4);
	case 4: return sum + dot(half_of, byte_of, x, y, 2);
	case 5: return sum + dot(half_of, byte_of, x, y, 2, 2);
	case 6: return sum + dot(unsigned_half_of, unsigned_of, x, y, 2);
	case 7: return sum + dot(unsigned_half_of, byte_of, x, y, 2);
	case 8: return sum + dot(half_of, unsigned_of, x, y, 2, 2);
	case 9:
		sum = 0;
		for (int j = 0; j < 8; j++)
			sum += dot(byte_of, byte_of, x, word(j, 7777), 4) + dot(byte_of, byte_of, word(j, 1), y, 4);
		return sum;
	case 10: return dot(byte_of, byte_of, x, y, 4);
	case 11: return dot(byte_of, byte_of, x, __builtin_bswap32(y), 4);
	case 12: return (int)((u32)(dot(unsigned_of, byte_of, x, y, 2) + 3 * unsigned_of(x, 2)) + z);
	default: return dot(unsigned_half_of, unsigned_half_of, x, y, 2);
	}
}

int main()
{
	const int n = 5000;
	Buffer<u32> a(n), b(n), c(n);
	a.fill([](int i) { return word(i, 1); });
	b.fill([](int i) { return word(i, 7777); });
	c.fill([](int i) { return word(i, 31); });
	for (int block : { 64, 100, 256 }) {
		Buffer<int> out(n * ways);
		all<<<(n + block - 1) / block, block>>>(a.device, b.device, c.device, out.device, n);
		out.expect([&](int i) { return expected(i / n, i % n); });
	}
	return unit_finish();
}
