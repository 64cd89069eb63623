// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BC6H and BC7 (BPTC): blocks of 16 bytes.  The source of layouts and tables is the Khronos Data Format Specification,
// "BPTC Compressed Texture Image Formats", whose names are used here.
//
// A block has one to three subsets, each a line between two endpoints in the space of colours; a partition says which subset
// a texel is of, and an index of two to four bits where on the line it lies.  One texel is decoded at a time: its subset's endpoints
// and its index are all that is read.  The first index of each subset, its anchor, has a bit less.
#include <assert.h>
#include <string.h>

#include "cpu_blocks.h"

enum { TEXELS = 16, PARTITIONS = 64, MOST_SUBSETS = 3 };

// Of partitions into two subsets: bit I says which texel I is of.
static const uint16_t halves[PARTITIONS] = {
	0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80,
	0xc800, 0xffec, 0xfe80, 0xe800, 0xffe8, 0xff00, 0xfff0, 0xf000,
	0xf710, 0x008e, 0x7100, 0x08ce, 0x008c, 0x7310, 0x3100, 0x8cce,
	0x088c, 0x3110, 0x6666, 0x366c, 0x17e8, 0x0ff0, 0x718e, 0x399c,
	0xaaaa, 0xf0f0, 0x5a5a, 0x33cc, 0x3c3c, 0x55aa, 0x9696, 0xa55a,
	0x73ce, 0x13c8, 0x324c, 0x3bdc, 0x6996, 0xc33c, 0x9966, 0x0660,
	0x0272, 0x04e4, 0x4e40, 0x2720, 0xc936, 0x936c, 0x39c6, 0x639c,
	0x9336, 0x9cc6, 0x817e, 0xe718, 0xccf0, 0x0fcc, 0x7744, 0xee22,
};

// Of partitions into three: two bits for each texel.
static const uint32_t thirds[PARTITIONS] = {
	0xaa685050, 0x6a5a5040, 0x5a5a4200, 0x5450a0a8, 0xa5a50000, 0xa0a05050, 0x5555a0a0, 0x5a5a5050,
	0xaa550000, 0xaa555500, 0xaaaa5500, 0x90909090, 0x94949494, 0xa4a4a4a4, 0xa9a59450, 0x2a0a4250,
	0xa5945040, 0x0a425054, 0xa5a5a500, 0x55a0a0a0, 0xa8a85454, 0x6a6a4040, 0xa4a45000, 0x1a1a0500,
	0x0050a4a4, 0xaaa59090, 0x14696914, 0x69691400, 0xa08585a0, 0xaa821414, 0x50a4a450, 0x6a5a0200,
	0xa9a58000, 0x5090a0a8, 0xa8a09050, 0x24242424, 0x00aa5500, 0x24924924, 0x24499224, 0x50a50a50,
	0x500aa550, 0xaaaa4444, 0x66660000, 0xa5a0a5a0, 0x50a050a0, 0x69286928, 0x44aaaa44, 0x66666600,
	0xaa444444, 0x54a854a8, 0x95809580, 0x96969600, 0xa85454a8, 0x80959580, 0xaa141414, 0x96960000,
	0xaaaa1414, 0xa05050a0, 0xa0a5a5a0, 0x96000000, 0x40804080, 0xa9a8a9a8, 0xaaaaaa44, 0x2a4a5254,
};

// The anchors of the second subset of two, and of the second and third of three.
static const uint8_t half_anchors[PARTITIONS] = {
	15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 2, 8, 2, 2, 8, 8, 15, 2, 8, 2, 2, 8, 8, 2, 2,
	15, 15, 6, 8, 2, 8, 15, 15, 2, 8, 2, 2, 2, 15, 15, 6, 6, 2, 6, 8, 15, 15, 2, 2, 15, 15, 15, 15, 15, 2, 2, 15,
};
static const uint8_t third_anchors[2][PARTITIONS] = {
	{
		3, 3, 15, 15, 8, 3, 15, 15, 8, 8, 6, 6, 6, 5, 3, 3, 3, 3, 8, 15, 3, 3, 6, 10, 5, 8, 8, 6, 8, 5, 15, 15,
		8, 15, 3, 5, 6, 10, 8, 15, 15, 3, 15, 5, 15, 15, 15, 15, 3, 15, 5, 5, 5, 8, 5, 10, 5, 10, 8, 13, 15, 12, 3, 3,
	},
	{
		15, 8, 8, 3, 15, 15, 3, 8, 15, 15, 15, 15, 15, 15, 15, 8, 15, 8, 15, 3, 15, 8, 15, 8, 3, 15, 6, 10, 15, 15, 10, 8,
		15, 3, 15, 10, 10, 8, 9, 10, 6, 15, 8, 15, 3, 6, 6, 8, 15, 3, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 3, 15, 15, 8,
	},
};

static uint32_t subset_of(uint32_t subsets, uint32_t partition, uint32_t texel)
{
	return subsets == 1 ? 0 : subsets == 2 ? halves[partition] >> texel & 1 : thirds[partition] >> 2 * texel & 3;
}

static uint32_t anchor_of(uint32_t subsets, uint32_t partition, uint32_t subset)
{
	if (subset == 0)
		return 0;
	return subsets == 2 ? half_anchors[partition] : third_anchors[subset - 1][partition];
}

struct block {
	uint64_t low, high;
};

static struct block load(const unsigned char *bytes)
{
	struct block block;
	memcpy(&block.low, bytes, sizeof(block.low));
	memcpy(&block.high, bytes + sizeof(block.low), sizeof(block.high));
	return block;
}

// COUNT bits from bit FIRST on, at most 16.
static uint32_t bits_at(struct block block, uint32_t first, uint32_t count)
{
	assert(first + count <= 128 && count <= 16);
	uint64_t bits = first >= 64 ? block.high >> (first - 64) : block.low >> first;
	if (first < 64 && first)
		bits |= block.high << (64 - first);
	return (uint32_t)bits & ((1u << count) - 1);
}

// The index of TEXEL among those of COUNT bits each that begin at bit FIRST.
static uint32_t index_at(struct block block, uint32_t first, uint32_t count, uint32_t subsets, uint32_t partition, uint32_t texel)
{
	bool is_anchor = false;
	uint32_t before = 0;
	for (uint32_t i = 0; i < subsets; i++) {
		uint32_t anchor = anchor_of(subsets, partition, i);
		is_anchor |= anchor == texel;
		before += anchor < texel;
	}
	return bits_at(block, first + texel * count - before, count - is_anchor);
}

static int32_t interpolate(int32_t from, int32_t to, uint32_t index, uint32_t bits)
{
	static const uint8_t weights[][TEXELS] = {
		[2] = { 0, 21, 43, 64 },
		[3] = { 0, 9, 18, 27, 37, 46, 55, 64 },
		[4] = { 0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64 },
	};
	int32_t weight = weights[bits][index];
	return (from * (64 - weight) + to * weight + 32) >> 6;
}

// --- BC7 ---

static const struct mode {
	uint8_t subsets, partition, rotation, selection, colour, alpha, own_low, shared_low, index, second_index; // bits
} modes[] = {
	{ 3, 4, 0, 0, 4, 0, 1, 0, 3, 0 },
	{ 2, 6, 0, 0, 6, 0, 0, 1, 3, 0 },
	{ 3, 6, 0, 0, 5, 0, 0, 0, 2, 0 },
	{ 2, 6, 0, 0, 7, 0, 1, 0, 2, 0 },
	{ 1, 0, 2, 1, 5, 6, 0, 0, 2, 3 },
	{ 1, 0, 2, 0, 7, 8, 0, 0, 2, 2 },
	{ 1, 0, 0, 0, 7, 7, 1, 0, 4, 0 },
	{ 2, 6, 0, 0, 5, 5, 1, 0, 2, 0 },
};

// Where the fields of a block of a mode begin.
struct places {
	uint32_t partition, rotation, selection, colours, alphas, low, indices, second_indices;
};

static struct places find_places(const struct mode *mode, uint32_t number)
{
	struct places at = { .partition = number + 1 };
	uint32_t endpoints = 2u * mode->subsets;
	at.rotation = at.partition + mode->partition;
	at.selection = at.rotation + mode->rotation;
	at.colours = at.selection + mode->selection;
	at.alphas = at.colours + 3 * endpoints * mode->colour;
	at.low = at.alphas + endpoints * mode->alpha;
	at.indices = at.low + endpoints * mode->own_low + mode->subsets * mode->shared_low;
	at.second_indices = at.indices + TEXELS * mode->index - mode->subsets;
	return at;
}

// Component I of endpoint NUMBER, in 8 bits.
static int32_t endpoint_at(struct block block, const struct mode *mode, const struct places *at, uint32_t i, uint32_t number)
{
	uint32_t endpoints = 2u * mode->subsets, bits = i < 3 ? mode->colour : mode->alpha;
	if (!bits)
		return 255;
	uint32_t first = i < 3 ? at->colours + i * endpoints * bits : at->alphas;
	uint32_t value = bits_at(block, first + number * bits, bits);
	if (mode->own_low || mode->shared_low) {
		value = value << 1 | bits_at(block, at->low + (mode->own_low ? number : number / 2), 1);
		bits++;
	}
	value <<= 8 - bits;
	return (int32_t)(value | value >> bits);
}

uint64_t aw_cpu_block_bc7(const unsigned char *bytes, uint32_t texel)
{
	struct block block = load(bytes);
	uint32_t number = 0, swapped, value[4];
	while (number < 8 && !(block.low >> number & 1))
		number++;
	if (number == 8)
		return 0; // reserved
	const struct mode *mode = &modes[number];
	struct places at = find_places(mode, number);
	uint32_t partition = bits_at(block, at.partition, mode->partition);
	uint32_t subset = subset_of(mode->subsets, partition, texel);
	uint32_t index = index_at(block, at.indices, mode->index, mode->subsets, partition, texel), second = index;
	uint32_t bits = mode->index, second_bits = bits;
	if (mode->second_index) {
		second_bits = mode->second_index;
		second = index_at(block, at.second_indices, second_bits, 1, 0, texel);
	}
	bool select = bits_at(block, at.selection, mode->selection);
	for (uint32_t i = 0; i < 4; i++) {
		bool by_second = (i == 3) != select;
		value[i] = (uint32_t)interpolate(endpoint_at(block, mode, &at, i, 2 * subset), endpoint_at(block, mode, &at, i, 2 * subset + 1),
		                                 by_second ? second : index, by_second ? second_bits : bits);
	}
	uint32_t rotation = bits_at(block, at.rotation, mode->rotation);
	if (rotation) {
		swapped = value[3];
		value[3] = value[rotation - 1];
		value[rotation - 1] = swapped;
	}
	return aw_cpu_block_pack(value[0], value[1], value[2], value[3]);
}

// --- BC6H ---

// COUNT bits of a component of an endpoint, from its bit LOW on.
struct run {
	uint8_t component, endpoint, low, count;
};

#define R0(low, count) { 0, 0, low, count }
#define R1(low, count) { 0, 1, low, count }
#define R2(low, count) { 0, 2, low, count }
#define R3(low, count) { 0, 3, low, count }
#define G0(low, count) { 1, 0, low, count }
#define G1(low, count) { 1, 1, low, count }
#define G2(low, count) { 1, 2, low, count }
#define G3(low, count) { 1, 3, low, count }
#define B0(low, count) { 2, 0, low, count }
#define B1(low, count) { 2, 1, low, count }
#define B2(low, count) { 2, 2, low, count }
#define B3(low, count) { 2, 3, low, count }

// By mode number; those without bits are reserved.  RUNS follow one another behind the mode's number.
static const struct layout {
	uint8_t bits;        // of the first endpoint's components
	uint8_t others[3];   // of the other endpoints'
	bool is_transformed; // the other endpoints are differences to the first
	uint8_t subsets;
	struct run runs[24];
} layouts[32] = {
	[0] = { 10, { 5, 5, 5 }, true, 2,
		{ G2(4, 1), B2(4, 1), B3(4, 1), R0(0, 10), G0(0, 10), B0(0, 10), R1(0, 5), G3(4, 1), G2(0, 4),
		  G1(0, 5), B3(0, 1), G3(0, 4), B1(0, 5), B3(1, 1), B2(0, 4), R2(0, 5), B3(2, 1), R3(0, 5),
		  B3(3, 1) } },
	[1] = { 7, { 6, 6, 6 }, true, 2,
		{ G2(5, 1), G3(4, 1), G3(5, 1), R0(0, 7), B3(0, 1), B3(1, 1), B2(4, 1), G0(0, 7), B2(5, 1), B3(2, 1),
		  G2(4, 1), B0(0, 7), B3(3, 1), B3(5, 1), B3(4, 1), R1(0, 6), G2(0, 4), G1(0, 6), G3(0, 4), B1(0, 6),
		  B2(0, 4), R2(0, 6), R3(0, 6) } },
	[2] = { 11, { 5, 4, 4 }, true, 2,
		{ R0(0, 10), G0(0, 10), B0(0, 10), R1(0, 5), R0(10, 1), G2(0, 4), G1(0, 4), G0(10, 1), B3(0, 1),
		  G3(0, 4), B1(0, 4), B0(10, 1), B3(1, 1), B2(0, 4), R2(0, 5), B3(2, 1), R3(0, 5), B3(3, 1) } },
	[6] = { 11, { 4, 5, 4 }, true, 2,
		{ R0(0, 10), G0(0, 10), B0(0, 10), R1(0, 4), R0(10, 1), G3(4, 1), G2(0, 4), G1(0, 5), G0(10, 1),
		  G3(0, 4), B1(0, 4), B0(10, 1), B3(1, 1), B2(0, 4), R2(0, 4), B3(0, 1), B3(2, 1), R3(0, 4), G2(4, 1),
		  B3(3, 1) } },
	[10] = { 11, { 4, 4, 5 }, true, 2,
		{ R0(0, 10), G0(0, 10), B0(0, 10), R1(0, 4), R0(10, 1), B2(4, 1), G2(0, 4), G1(0, 4), G0(10, 1),
		  B3(0, 1), G3(0, 4), B1(0, 5), B0(10, 1), B2(0, 4), R2(0, 4), B3(1, 1), B3(2, 1), R3(0, 4), B3(4, 1),
		  B3(3, 1) } },
	[14] = { 9, { 5, 5, 5 }, true, 2,
		{ R0(0, 9), B2(4, 1), G0(0, 9), G2(4, 1), B0(0, 9), B3(4, 1), R1(0, 5), G3(4, 1), G2(0, 4), G1(0, 5),
		  B3(0, 1), G3(0, 4), B1(0, 5), B3(1, 1), B2(0, 4), R2(0, 5), B3(2, 1), R3(0, 5), B3(3, 1) } },
	[18] = { 8, { 6, 5, 5 }, true, 2,
		{ R0(0, 8), G3(4, 1), B2(4, 1), G0(0, 8), B3(2, 1), G2(4, 1), B0(0, 8), B3(3, 1), B3(4, 1), R1(0, 6),
		  G2(0, 4), G1(0, 5), B3(0, 1), G3(0, 4), B1(0, 5), B3(1, 1), B2(0, 4), R2(0, 6), R3(0, 6) } },
	[22] = { 8, { 5, 6, 5 }, true, 2,
		{ R0(0, 8), B3(0, 1), B2(4, 1), G0(0, 8), G2(5, 1), G2(4, 1), B0(0, 8), G3(5, 1), B3(4, 1), R1(0, 5),
		  G3(4, 1), G2(0, 4), G1(0, 6), G3(0, 4), B1(0, 5), B3(1, 1), B2(0, 4), R2(0, 5), B3(2, 1), R3(0, 5),
		  B3(3, 1) } },
	[26] = { 8, { 5, 5, 6 }, true, 2,
		{ R0(0, 8), B3(1, 1), B2(4, 1), G0(0, 8), B2(5, 1), G2(4, 1), B0(0, 8), B3(5, 1), B3(4, 1), R1(0, 5),
		  G3(4, 1), G2(0, 4), G1(0, 5), B3(0, 1), G3(0, 4), B1(0, 6), B2(0, 4), R2(0, 5), B3(2, 1), R3(0, 5),
		  B3(3, 1) } },
	[30] = { 6, { 6, 6, 6 }, false, 2,
		{ R0(0, 6), G3(4, 1), B3(0, 1), B3(1, 1), B2(4, 1), G0(0, 6), G2(5, 1), B2(5, 1), B3(2, 1), G2(4, 1),
		  B0(0, 6), G3(5, 1), B3(3, 1), B3(5, 1), B3(4, 1), R1(0, 6), G2(0, 4), G1(0, 6), G3(0, 4), B1(0, 6),
		  B2(0, 4), R2(0, 6), R3(0, 6) } },
	[3] = { 10, { 10, 10, 10 }, false, 1,
		{ R0(0, 10), G0(0, 10), B0(0, 10), R1(0, 10), G1(0, 10), B1(0, 10) } },
	[7] = { 11, { 9, 9, 9 }, true, 1,
		{ R0(0, 10), G0(0, 10), B0(0, 10), R1(0, 9), R0(10, 1), G1(0, 9), G0(10, 1), B1(0, 9), B0(10, 1) } },
	[11] = { 12, { 8, 8, 8 }, true, 1,
		{ R0(0, 10), G0(0, 10), B0(0, 10), R1(0, 8), R0(11, 1), R0(10, 1), G1(0, 8), G0(11, 1), G0(10, 1),
		  B1(0, 8), B0(11, 1), B0(10, 1) } },
	[15] = { 16, { 4, 4, 4 }, true, 1,
		{ R0(0, 10), G0(0, 10), B0(0, 10), R1(0, 4), R0(15, 1), R0(14, 1), R0(13, 1), R0(12, 1), R0(11, 1),
		  R0(10, 1), G1(0, 4), G0(15, 1), G0(14, 1), G0(13, 1), G0(12, 1), G0(11, 1), G0(10, 1), B1(0, 4),
		  B0(15, 1), B0(14, 1), B0(13, 1), B0(12, 1), B0(11, 1), B0(10, 1) } },
};

static int32_t extend_sign(uint32_t value, uint32_t bits)
{
	return (int32_t)(value << (32 - bits)) >> (32 - bits);
}

// An endpoint's component in 16 bits, or 17 with a sign.
static int32_t unquantize_unsigned(int32_t value, uint32_t bits)
{
	if (bits >= 15 || !value)
		return value;
	return value == (1 << bits) - 1 ? 0xffff : ((value << 15) + 0x4000) >> (bits - 1);
}

static int32_t unquantize_signed(int32_t value, uint32_t bits)
{
	int32_t size = value < 0 ? -value : value;
	if (bits >= 16 || !value)
		return value;
	size = size >= (1 << (bits - 1)) - 1 ? 0x7fff : ((size << 15) + 0x4000) >> (bits - 1);
	return value < 0 ? -size : size;
}

// Component I of endpoint NUMBER, of which FIELDS has the bits as they lie in the block.
static int32_t float_endpoint(const struct layout *layout, const uint32_t fields[4][3], uint32_t number, uint32_t i, bool is_signed)
{
	uint32_t value = fields[number][i], bits = number ? layout->others[i] : layout->bits;
	if (number && layout->is_transformed)
		value = (fields[0][i] + (uint32_t)extend_sign(value, bits)) & ((1u << layout->bits) - 1);
	if (!is_signed)
		return unquantize_unsigned((int32_t)value, layout->bits);
	return unquantize_signed(extend_sign(value, layout->bits), layout->bits);
}

// The half of an interpolated number.
static uint32_t to_half(int32_t value, bool is_signed)
{
	if (!is_signed)
		return (uint32_t)value * 31 >> 6;
	return value < 0 ? 0x8000 | (uint32_t)-value * 31 >> 5 : (uint32_t)value * 31 >> 5;
}

static uint64_t decode_floats(const unsigned char *bytes, uint32_t texel, bool is_signed)
{
	struct block block = load(bytes);
	uint32_t number = block.low & 2 ? block.low & 31 : block.low & 1, at = block.low & 2 ? 5 : 2;
	const struct layout *layout = &layouts[number];
	uint32_t fields[4][3] = { { 0 } }, half[3];
	if (!layout->bits)
		return aw_cpu_block_pack(0, 0, 0, AW_CPU_BLOCK_HALF_ONE); // reserved
	for (const struct run *run = layout->runs; run < layout->runs + 24 && run->count; at += run->count, run++)
		fields[run->endpoint][run->component] |= bits_at(block, at, run->count) << run->low;
	uint32_t subsets = layout->subsets, partition = subsets == 2 ? bits_at(block, at, 5) : 0;
	uint32_t subset = subset_of(subsets, partition, texel), bits = subsets == 2 ? 3 : 4;
	uint32_t index = index_at(block, subsets == 2 ? 82 : 65, bits, subsets, partition, texel);
	for (uint32_t i = 0; i < 3; i++)
		half[i] = to_half(interpolate(float_endpoint(layout, fields, 2 * subset, i, is_signed),
		                              float_endpoint(layout, fields, 2 * subset + 1, i, is_signed), index, bits),
		                  is_signed);
	return aw_cpu_block_pack(half[0], half[1], half[2], AW_CPU_BLOCK_HALF_ONE);
}

uint64_t aw_cpu_block_bc6h(const unsigned char *bytes, uint32_t texel)
{
	return decode_floats(bytes, texel, false);
}

uint64_t aw_cpu_block_bc6h_signed(const unsigned char *bytes, uint32_t texel)
{
	return decode_floats(bytes, texel, true);
}
