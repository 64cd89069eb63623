// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer intrinsics of NVVM (PTX ISA, "Integer Arithmetic Instructions").
#include "support.h"

int32_t aw_cpu_mulhi_i(thread *t, int32_t a, int32_t b) { (void)t; return (int32_t)((int64_t)a * b >> 32); }
uint32_t aw_cpu_mulhi_ui(thread *t, uint32_t a, uint32_t b) { (void)t; return (uint32_t)((uint64_t)a * b >> 32); }
int64_t aw_cpu_mulhi_ll(thread *t, int64_t a, int64_t b) { (void)t; return (int64_t)((__int128)a * b >> 64); }
uint64_t aw_cpu_mulhi_ull(thread *t, uint64_t a, uint64_t b)
{
	(void)t;
	return (uint64_t)((unsigned __int128)a * b >> 64);
}
// 16-bit numbers come and go unextended, as LLVM's calling convention has them for their width.
int16_t aw_cpu_mulhi_s(thread *t, int16_t a, int16_t b) { (void)t; return (int16_t)(a * b >> 16); }
uint16_t aw_cpu_mulhi_us(thread *t, uint16_t a, uint16_t b) { (void)t; return (uint16_t)((uint32_t)a * b >> 16); }

// Products of the low 24 bits.
int32_t aw_cpu_mul24_i(thread *t, int32_t a, int32_t b)
{
	(void)t;
	return (int32_t)((uint32_t)((int32_t)((uint32_t)a << 8) >> 8) * (uint32_t)((int32_t)((uint32_t)b << 8) >> 8));
}
uint32_t aw_cpu_mul24_ui(thread *t, uint32_t a, uint32_t b) { (void)t; return (a & 0xffffff) * (b & 0xffffff); }

// |a - b| + c
#define SAD(name, type, wide) \
	wide aw_cpu_sad_##name(thread *t, type a, type b, wide c) \
	{ \
		(void)t; \
		return (wide)(c + (a > b ? (wide)a - (wide)b : (wide)b - (wide)a)); \
	}

SAD(i, int32_t, uint32_t)
SAD(ui, uint32_t, uint32_t)
SAD(ll, int64_t, uint64_t)
SAD(ull, uint64_t, uint64_t)

// Each selector nibble picks a byte of b:a, or with its top bit that byte's sign (PTX ISA, "prmt").
uint32_t aw_cpu_prmt(thread *t, uint32_t a, uint32_t b, uint32_t selector)
{
	(void)t;
	uint64_t bytes = a | (uint64_t)b << 32;
	uint32_t result = 0;
	for (int i = 0; i < 4; i++) {
		uint32_t nibble = selector >> (4 * i) & 15;
		uint32_t byte = (uint32_t)(bytes >> (8 * (nibble & 7))) & 255;
		if (nibble & 8)
			byte = byte & 128 ? 255 : 0;
		result |= byte << (8 * i);
	}
	return result;
}

uint32_t aw_cpu_rotate_b32(thread *t, uint32_t a, uint32_t n)
{
	(void)t;
	return a << (n & 31) | a >> (-n & 31);
}

uint64_t aw_cpu_rotate_b64(thread *t, uint64_t a, uint32_t n)
{
	(void)t;
	return a << (n & 63) | a >> (-n & 63);
}

uint64_t aw_cpu_rotate_right_b64(thread *t, uint64_t a, uint32_t n)
{
	(void)t;
	return a >> (n & 63) | a << (-n & 63);
}

uint64_t aw_cpu_swap_lo_hi_b64(thread *t, uint64_t a) { (void)t; return a >> 32 | a << 32; }

// The position of the n-th set bit of MASK counted from BASE, upward for n > 0, downward for n < 0, BASE
// itself for n = 0 if it is set; all bits set when there is none (PTX ISA, "fns").
uint32_t aw_cpu_fns(thread *t, uint32_t mask, uint32_t base, int32_t n)
{
	(void)t;
	int32_t position = (int32_t)base, step = n < 0 ? -1 : 1;
	int32_t left = n < 0 ? -n : n ? n : 1;
	if (n == 0)
		return base < 32 && (mask >> base & 1) ? base : UINT32_MAX;
	for (; position >= 0 && position < 32; position += step)
		if ((mask >> position & 1) && --left == 0)
			return (uint32_t)position;
	return UINT32_MAX;
}
