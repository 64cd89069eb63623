// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Divisors that a launch decides: what PTX says of them is read and computed, nothing else is taken, and what is handed to
// kernels gives the quotient of all numbers by all divisors at the ends of their ranges and of many others.
// LINK: fatbin
#include "fatbin/launch_divisor.h"
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>

// As the entries compute it (src/compiler/target/launch_divisors.c).
static int32_t signed_32(int32_t x, const struct aw_multiplier *by)
{
	int32_t high = (int32_t)(((int64_t)x * (int32_t)by->factor) >> 32);
	return (int32_t)((uint32_t)x + (uint32_t)high) >> by->shift;
}

static int64_t signed_64(int64_t x, const struct aw_multiplier *by)
{
	int64_t high = (int64_t)(((__int128)x * (int64_t)by->factor) >> 64);
	return (int64_t)((uint64_t)x + (uint64_t)high) >> by->shift;
}

static bool divides(const struct aw_launch_divisor *divisor, uint64_t x, uint64_t d)
{
	struct aw_multiplier by;
	bool narrow = divisor->bits == 32;
	if (!aw_divisor_multiplier(divisor, d, &by))
		return false;
	if (!narrow && x <= UINT32_MAX) { // such are divided by 32 bits where it is found out
		uint32_t few = (uint32_t)((x * by.narrow) >> 32), left = (uint32_t)x - few * (uint32_t)d;
		if (few + (left >= d) != x / d)
			return false;
	}
	if (divisor->is_signed && narrow)
		return signed_32((int32_t)x, &by) + ((int32_t)x < 0) == (int32_t)x / (int32_t)d;
	if (divisor->is_signed)
		return signed_64((int64_t)x, &by) + ((int64_t)x < 0) == (int64_t)x / (int64_t)d;
	uint64_t q = narrow ? (x * by.factor) >> 32 : (uint64_t)(((unsigned __int128)x * by.factor) >> 64);
	return q + (x - q * d >= d) == x / d;
}

static uint64_t state = 1;

// Numbers of all lengths.
static uint64_t any(void)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	uint64_t bits = state ^ state >> 29;
	return bits >> (state >> 58);
}

// Powers of two, their neighbours, and others, of both signs.
static uint64_t pick(unsigned index)
{
	return index < 192 ? ((uint64_t)1 << index / 3) + index % 3 - 1 : index < 384 ? 0 - pick(index - 192) : any();
}

static void check_kind(bool is_signed, unsigned bits)
{
	enum { MANY = 600 };
	struct aw_launch_divisor divisor = { .is_signed = is_signed, .bits = bits };
	uint64_t ones = UINT64_MAX >> (64 - bits);
	int wrong = 0;
	for (unsigned i = 0; i < MANY; i++) {
		uint64_t d = pick(i) & ones;
		if (!d || (is_signed && d > ones / 2))
			continue;
		for (unsigned k = 0; k < MANY; k++)
			wrong += !divides(&divisor, pick(k) & ones, d);
		for (unsigned k = 0; k < MANY; k++) // at the steps of the quotient
			wrong += !divides(&divisor, ((any() % (ones / d) + 1) * d - k % 2) & ones, d);
	}
	CHECK_EQUAL(wrong, 0);
}

static void check_refused(void)
{
	struct aw_multiplier by;
	const struct aw_launch_divisor narrow = { .is_signed = true, .bits = 32 }, wide = { .is_signed = true, .bits = 64 };
	const struct aw_launch_divisor plain = { .is_signed = false, .bits = 32 };
	CHECK(!aw_divisor_multiplier(&narrow, 0, &by) && !aw_divisor_multiplier(&wide, 0, &by) && !aw_divisor_multiplier(&plain, 0, &by));
	CHECK(!aw_divisor_multiplier(&narrow, 0x80000000u, &by) && !aw_divisor_multiplier(&narrow, 0xffffffffu, &by));
	CHECK(!aw_divisor_multiplier(&wide, (uint64_t)1 << 63, &by) && aw_divisor_multiplier(&wide, INT64_MAX, &by));
	CHECK(aw_divisor_multiplier(&plain, 0xffffffffu, &by) && by.factor == 1);
}

static void check_values(void)
{
	static const char lines[] = AW_DIVIDED_MARK "other 1 u32 p0+0.4 ;\n" AW_DIVIDED_MARK
		"name 3 s32 p1+4.4 p0+0.4 * ; u64 p2+0.8 b1 z - ; u32 g2 #3 l p0+0.4 x #2 a + ; s32 #4294967289 x #2 q #100 z #7 d + ;\n//\n";
	struct { int first, second; } pair = { 5, 11 };
	int small = -9;
	long wide = 1L << 40;
	void *arguments[] = { &small, &pair, &wide };
	const unsigned grid[] = { 1, 2, 3 }, block[] = { 4, 5, 6 };
	struct aw_divided divided;
	CHECK(!aw_divided_read("//\n.version 7.0", "name", &divided));
	CHECK(!aw_divided_read(lines, "nam", &divided) && !aw_divided_read(lines, "names", &divided));
	CHECK(aw_divided_read(lines, "other", &divided) && divided.count == 1 && !divided.divisors[0].is_signed);
	CHECK(aw_divided_read(lines, "name", &divided) && divided.count == 4 && divided.parameters == 3);
	CHECK_EQUAL(aw_divisor_value(&divided.divisors[0], arguments, grid, block), (uint32_t)-99);
	CHECK_EQUAL(aw_divisor_value(&divided.divisors[1], arguments, grid, block), (1L << 40) - 5);
	CHECK_EQUAL(aw_divisor_value(&divided.divisors[2], arguments, grid, block), 21);
	CHECK_EQUAL(aw_divisor_value(&divided.divisors[3], arguments, grid, block), 11);
}

static void check_damage(void)
{
	static const char *const bad[] = {
		"name", "name 1", "name 1 ", "name 1 s32 ;", "name 1 s32 p0+0.4", "name 1 s32 p1+0.4 ;", "name 1 s16 p0+0.4 ;", "name 1 s32 p0+0.9 ;",
		"name 1 s32 + ;", "name 1 s32 p0+0.4 p0+0.4 ;", "name 1 s32 b3 ;", "name 1 s32 ? ;", "name 1 s32 p0 ;", "name x s32 p0+0.4 ;",
		"name 1 s32 #1 #1 #1 #1 #1 #1 #1 #1 #1 + + + + + + + + ;", "name 1 s32 p0+0.4 ;x", "name 1 t32 p0+0.4 ;",
		"name 1 s32 #1 z z z z z z z z z z z z z z z z z z z z z z z z ;",
		"name 1 s32 b0 ; s32 b0 ; s32 b0 ; s32 b0 ; s32 b0 ; s32 b0 ; s32 b0 ; s32 b0 ; s32 b0 ;",
	};
	struct aw_divided divided;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		char line[256];
		snprintf(line, sizeof(line), AW_DIVIDED_MARK "%s\n", bad[i]);
		CHECK(!aw_divided_read(line, "name", &divided));
	}
}

int main(void)
{
	for (unsigned bits = 32; bits <= 64; bits += 32) {
		check_kind(false, bits);
		check_kind(true, bits);
	}
	check_refused();
	check_values();
	check_damage();
	return unit_finish();
}
