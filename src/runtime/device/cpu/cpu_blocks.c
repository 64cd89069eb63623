// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BC1 to BC5 (Khronos Data Format Specification, "S3TC Compressed Texture Image Formats" and "RGTC Compressed Texture Image
// Formats"): two endpoints, and an index for each texel.  What lies between the endpoints is, to the bit, what an H200 makes of
// them instead of exact thirds, fifths and sevenths: colours by the products that R. Geldreich's rgbcx gives for NVIDIA's GPUs,
// the rest by weights of a few bits that are multiples of one another, three of them counted from the second endpoint.
#include "cpu_blocks.h"

#include <string.h>

static uint64_t load(const unsigned char *bytes, size_t count)
{
	uint64_t value = 0;
	memcpy(&value, bytes, count);
	return value;
}

// --- colours ---

// Between two endpoints of 5 bits, a third of the way or half of it.
static uint32_t mix_5(uint32_t from, uint32_t to, bool half)
{
	return half ? (from + to) * 33 / 8 : (2 * from + to) * 22 / 8;
}

// The same of 6 bits, widened to 8.
static uint32_t mix_6(uint32_t from, uint32_t to, bool half)
{
	int32_t start = (int32_t)(from << 2 | from >> 4), step = (int32_t)(to << 2 | to >> 4) - start;
	return (uint32_t)(256 * start + (step >> 2) + 128 + step * (half ? 128 : 80)) >> 8;
}

static uint32_t widen(uint32_t value, uint32_t bits)
{
	return value << (8 - bits) | value >> (2 * bits - 8);
}

// A block of colours of 8 bytes, of which ALPHA is known unless it has transparent texels.
static uint64_t colour(const unsigned char *bytes, uint32_t texel, bool is_opaque, uint32_t alpha)
{
	static const struct {
		uint32_t shift, bits;
	} parts[3] = { { 11, 5 }, { 5, 6 }, { 0, 5 } };
	uint32_t first = (uint32_t)load(bytes, 2), second = (uint32_t)load(bytes + 2, 2), value[3];
	uint32_t index = (uint32_t)load(bytes + 4, 4) >> 2 * texel & 3;
	bool thirds = is_opaque || first > second;
	if (index == 3 && !thirds)
		return 0;
	uint32_t from = index == 1 || index == 3 ? second : first, to = index == 3 ? first : second;
	for (int i = 0; i < 3; i++) {
		uint32_t mask = (1u << parts[i].bits) - 1, a = from >> parts[i].shift & mask, b = to >> parts[i].shift & mask;
		if (index < 2)
			value[i] = widen(a, parts[i].bits);
		else
			value[i] = parts[i].bits == 5 ? mix_5(a, b, !thirds) : mix_6(a, b, !thirds);
	}
	return aw_cpu_block_pack(value[0], value[1], value[2], alpha);
}

uint64_t aw_cpu_block_bc1(const unsigned char *bytes, uint32_t texel)
{
	return colour(bytes, texel, false, 255);
}

uint64_t aw_cpu_block_bc2(const unsigned char *bytes, uint32_t texel)
{
	return colour(bytes + 8, texel, true, 17 * (uint32_t)(load(bytes, 8) >> 4 * texel & 15));
}

// --- single components ---

// What an index between the endpoints means: so many sevenths or fifths of the way from the first endpoint, or from the second.
struct way {
	bool from_second;
	uint32_t steps; // 1, 2 or 4
};

// Indices from 2 on: to 7 of blocks that divide the way by seven, to 5 of those that divide it by five.
static struct way way_of(uint32_t index, bool by_seven)
{
	static const struct way sevenths[] = { { false, 1 }, { false, 2 }, { true, 4 }, { false, 4 }, { true, 2 }, { true, 1 } };
	static const struct way fifths[] = { { false, 1 }, { false, 2 }, { true, 2 }, { true, 1 } };
	return by_seven ? sevenths[index - 2] : fifths[index - 2];
}

// The index of a texel of a block of 8 bytes: 0 and 1 are the endpoints, and where the way is divided by five 6 and 7 are the ends of
// all that there is.
static uint32_t index_of(const unsigned char *bytes, uint32_t texel)
{
	return (uint32_t)(load(bytes + 2, 6) >> 3 * texel & 7);
}

// Alpha of BC3, in 8 bits.
static uint32_t alpha(const unsigned char *bytes, uint32_t texel)
{
	int32_t first = bytes[0], second = bytes[1];
	uint32_t index = index_of(bytes, texel);
	bool by_seven = first > second;
	if (index < 2)
		return (uint32_t)(index ? second : first);
	if (index > 5 && !by_seven)
		return index == 7 ? 255 : 0;
	struct way way = way_of(index, by_seven);
	int32_t from = way.from_second ? second : first, to = way.from_second ? first : second;
	int32_t weight = (int32_t)way.steps * (by_seven ? 289 : 385);
	return (uint32_t)(from * (2048 - weight) + to * weight + 1024) >> 11;
}

uint64_t aw_cpu_block_bc3(const unsigned char *bytes, uint32_t texel)
{
	return colour(bytes + 8, texel, true, alpha(bytes, texel));
}

// A component of 16 bits, with a sign or without.
static uint32_t component(const unsigned char *bytes, uint32_t texel, bool is_signed)
{
	int32_t end[2], wide[2], least = is_signed ? -32767 : 0, most = is_signed ? 32767 : 65535;
	for (int i = 0; i < 2; i++) {
		end[i] = is_signed ? (int8_t)bytes[i] : bytes[i];
		end[i] = is_signed && end[i] < -127 ? -127 : end[i];
		wide[i] = is_signed ? 258 * end[i] + (end[i] >= 64) - (end[i] <= -64) : 257 * end[i];
	}
	uint32_t index = index_of(bytes, texel);
	bool by_seven = end[0] > end[1];
	int32_t value;
	if (index < 2) {
		value = wide[index];
	} else if (index > 5 && !by_seven) {
		value = index == 7 ? most : least;
	} else {
		struct way way = way_of(index, by_seven);
		int32_t weight = (int32_t)way.steps * (by_seven ? 36 : 48);
		value = wide[way.from_second] + (end[!way.from_second] - end[way.from_second]) * weight;
	}
	return (uint32_t)value & 0xffff;
}

uint64_t aw_cpu_block_bc4(const unsigned char *bytes, uint32_t texel)
{
	return aw_cpu_block_pack(component(bytes, texel, false), 0, 0, AW_CPU_BLOCK_ONE);
}

uint64_t aw_cpu_block_bc4_signed(const unsigned char *bytes, uint32_t texel)
{
	return aw_cpu_block_pack(component(bytes, texel, true), 0, 0, AW_CPU_BLOCK_SIGNED_ONE);
}

uint64_t aw_cpu_block_bc5(const unsigned char *bytes, uint32_t texel)
{
	return aw_cpu_block_pack(component(bytes, texel, false), component(bytes + 8, texel, false), 0, AW_CPU_BLOCK_ONE);
}

uint64_t aw_cpu_block_bc5_signed(const unsigned char *bytes, uint32_t texel)
{
	return aw_cpu_block_pack(component(bytes, texel, true), component(bytes + 8, texel, true), 0, AW_CPU_BLOCK_SIGNED_ONE);
}
