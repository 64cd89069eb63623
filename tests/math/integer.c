// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: devlib
//
// Integer and bit device functions against plain definitions in wider integers, over edge values and
// random ones.
#include <limits.h>
#include <stdint.h>

#include "math/support/adapters.h"
#include "unit/unit.h"

static const uint64_t edges[] = { 0, 1, 2, 0x7f, 0x80, 0xff, 0x7fffff, 0x800000, 0xffffff, 0x1000000,
	0x7fffffff, 0x80000000u, 0xffffffffu, 0x100000000, INT64_MAX, (uint64_t)INT64_MIN, UINT64_MAX };
enum { EDGES = sizeof edges / sizeof *edges, ROUNDS = 2000 };

static uint64_t draw(int index)
{
	static uint64_t state = 88172645463325252u;
	state ^= state << 13, state ^= state >> 7, state ^= state << 17;
	if (index < EDGES)
		return edges[index];
	return state >> (state >> 58);
}

static int64_t low24(int64_t x) { return (int64_t)((uint64_t)x << 40) >> 40; }

static int bit_count(uint64_t x)
{
	int count = 0;
	for (; x; x &= x - 1)
		count++;
	return count;
}

// The highest set bit's number from the left of a word of WIDTH bits; WIDTH when there is none.
static int leading_zeros(uint64_t x, int width)
{
	int count = 0;
	while (count < width && !(x >> (width - 1 - count) & 1))
		count++;
	return count;
}

static int first_set(uint64_t x, int width)
{
	for (int i = 0; i < width; i++)
		if (x >> i & 1)
			return i + 1;
	return 0;
}

static uint64_t reversed(uint64_t x, int width)
{
	uint64_t result = 0;
	for (int i = 0; i < width; i++)
		result |= (x >> i & 1) << (width - 1 - i);
	return result;
}

static void check_bits(uint64_t x)
{
	uint32_t word = (uint32_t)x;
	CHECK_EQUAL(__nv_popc(word), bit_count(word));
	CHECK_EQUAL(__nv_popcll(x), bit_count(x));
	CHECK_EQUAL(__nv_clz((int)word), leading_zeros(word, 32));
	CHECK_EQUAL(__nv_clzll((long long)x), leading_zeros(x, 64));
	CHECK_EQUAL(__nv_ffs((int)word), first_set(word, 32));
	CHECK_EQUAL(__nv_ffsll((long long)x), first_set(x, 64));
	CHECK_EQUAL((uint32_t)__nv_brev((int)word), reversed(word, 32));
	CHECK_EQUAL(__nv_brevll((long long)x), reversed(x, 64));
	CHECK_EQUAL(__nv_abs((int)word), (int)(uint32_t)((int)word < 0 ? -(int64_t)(int)word : (int)word));
	CHECK_EQUAL(__nv_llabs((long long)x), (int64_t)((int64_t)x < 0 ? 0 - x : x));
}

static void check_words(uint32_t x, uint32_t y, uint32_t z)
{
	int64_t a = (int32_t)x, b = (int32_t)y;
	uint64_t ua = x, ub = y;
	CHECK_EQUAL(__nv_min((int)a, (int)b), a < b ? a : b);
	CHECK_EQUAL(__nv_max((int)a, (int)b), a > b ? a : b);
	CHECK_EQUAL(__nv_umin(x, y), ua < ub ? ua : ub);
	CHECK_EQUAL(__nv_umax(x, y), ua > ub ? ua : ub);
	CHECK_EQUAL(__nv_mulhi((int)a, (int)b), a * b >> 32);
	CHECK_EQUAL(__nv_umulhi(x, y), ua * ub >> 32);
	CHECK_EQUAL(__nv_mul24((int)a, (int)b), (int32_t)(low24(a) * low24(b)));
	CHECK_EQUAL(__nv_umul24(x, y), (uint32_t)((ua & 0xffffff) * (ub & 0xffffff)));
	CHECK_EQUAL(__nv_hadd((int)a, (int)b), (a + b) >> 1);
	CHECK_EQUAL(__nv_rhadd((int)a, (int)b), (a + b + 1) >> 1);
	CHECK_EQUAL((uint32_t)__nv_uhadd(x, y), (ua + ub) >> 1);
	CHECK_EQUAL(__nv_urhadd(x, y), (ua + ub + 1) >> 1);
	CHECK_EQUAL((uint32_t)__nv_sad((int)a, (int)b, (int)z), (uint32_t)((a > b ? a - b : b - a) + z));
	CHECK_EQUAL(__nv_usad(x, y, z), (uint32_t)((ua > ub ? ua - ub : ub - ua) + z));
	uint32_t permuted = 0;
	for (int i = 0; i < 4; i++) {
		uint32_t which = z >> 4 * i & 7;
		permuted |= ((which < 4 ? x >> 8 * which : y >> 8 * (which - 4)) & 0xff) << 8 * i;
	}
	CHECK_EQUAL((uint32_t)__nv_byte_perm((int)x, (int)y, (int)z), permuted);
}

// The high half of a product by four half products.
static uint64_t high_product(uint64_t x, uint64_t y)
{
	uint64_t x0 = x & 0xffffffff, x1 = x >> 32, y0 = y & 0xffffffff, y1 = y >> 32;
	uint64_t middle = x1 * y0 + (x0 * y0 >> 32), other = x0 * y1 + (middle & 0xffffffff);
	return x1 * y1 + (middle >> 32) + (other >> 32);
}

static void check_doubles(uint64_t x, uint64_t y)
{
	int64_t a = (int64_t)x, b = (int64_t)y;
	CHECK_EQUAL(__nv_llmin(a, b), a < b ? a : b);
	CHECK_EQUAL(__nv_llmax(a, b), a > b ? a : b);
	CHECK_EQUAL(__nv_ullmin(x, y), x < y ? x : y);
	CHECK_EQUAL(__nv_ullmax(x, y), x > y ? x : y);
	uint64_t high = high_product(x, y);
	CHECK_EQUAL(__nv_umul64hi(x, y), high);
	CHECK_EQUAL(__nv_mul64hi(a, b), high - (a < 0 ? y : 0) - (b < 0 ? x : 0));
}

int main(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		for (int j = 0; j < EDGES + 1; j++) {
			uint64_t x = draw(i), y = draw(j);
			check_words((uint32_t)x, (uint32_t)y, (uint32_t)draw(ROUNDS));
			check_doubles(x, y);
		}
		check_bits(draw(i));
	}
	return unit_finish();
}
