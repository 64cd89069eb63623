// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between the fragments of PTX's mma (mma_kind.h) and matrices by rows: PTX ISA, "Matrix Fragments for mma".
#ifndef AW_DEVLIB_CPU_SUPPORT_TILES_H
#define AW_DEVLIB_CPU_SUPPORT_TILES_H

#include <stdbool.h>
#include <stdint.h>

enum { TILE_LANES = 32, TILE_ROW = 4, TILE_ROWS = 8, SUM_COLUMNS = 8 };

// ROWS rows (of A, or columns of B) of TILES tiles each.  Of one tile they lie one after the other already.
static inline const uint32_t *order_tiles(const uint32_t *from, uint32_t *to, unsigned rows, unsigned tiles)
{
	if (tiles == 1)
		return from;
	for (unsigned r = 0; r < rows; r++)
		for (unsigned t = 0; t < tiles; t++) {
			const uint32_t *tile = from + (r / TILE_ROWS + rows / TILE_ROWS * t) * TILE_LANES;
			__builtin_memcpy(to + (r * tiles + t) * TILE_ROW, tile + r % TILE_ROWS * TILE_ROW, TILE_ROW * sizeof(*to));
		}
	return to;
}

// A lane has two elements of a row of C, and two of the row eight below.  TYPE's elements are a word or a double each.
#define AW_SUMS_OF_TILES(type, name, target, source) \
	static inline void name(const type *from, type *to, unsigned rows) \
	{ \
		for (unsigned r = 0; r < rows; r++) \
			for (unsigned t = 0; t < TILE_ROW; t++) \
				for (unsigned i = 0; i < 2; i++) { \
					unsigned lane = (r / TILE_ROWS * 2 + i) * TILE_LANES + r % TILE_ROWS * TILE_ROW + t; \
					unsigned row = r * SUM_COLUMNS + 2 * t + i; \
					to[target] = from[source]; \
				} \
	}
AW_SUMS_OF_TILES(uint32_t, words_to_rows, row, lane)
AW_SUMS_OF_TILES(uint32_t, words_to_lanes, lane, row)
AW_SUMS_OF_TILES(double, doubles_to_rows, row, lane)
AW_SUMS_OF_TILES(double, doubles_to_lanes, lane, row)
#undef AW_SUMS_OF_TILES

// --- products of 8x8x4 by lanes Q, Q + 1, Q + 2, Q + 3 and those 16 above ---

enum { QUADS = 4, QUAD_A = 32, QUAD_SUMS = 64 };

static inline unsigned quad_of(unsigned lane) { return lane % 16 / 4; }

// Of element I that LANE has of a matrix: its half of the eight rows (or columns), and within it by the lane or by I.
static inline unsigned quad_upper(unsigned lane) { return lane < 16 ? 0 : 4; }

// Where in A, 8x4 by rows.
static inline unsigned quad_a(unsigned lane, unsigned i, bool columns)
{
	unsigned row = quad_upper(lane) + (columns ? i : lane % 4), column = columns ? lane % 4 : i;
	return quad_of(lane) * QUAD_A + row * 4 + column;
}

// Where in B, 4x8 by rows.
static inline unsigned quad_b(unsigned lane, unsigned i, bool columns)
{
	unsigned row = columns ? i : lane % 4, column = quad_upper(lane) + (columns ? lane % 4 : i);
	return quad_of(lane) * QUAD_A + row * 8 + column;
}

// Where in C or D, 8x8 by rows.
static inline unsigned quad_sum(unsigned lane, unsigned i, bool half)
{
	unsigned row = quad_upper(lane) + (half ? lane % 4 : (lane & 1) + (i & 2));
	unsigned column = half ? i : (i & 4) + (lane & 2) + (i & 1);
	return quad_of(lane) * QUAD_SUMS + row * 8 + column;
}

// Eight elements of each lane; halves are two to a word.
static inline void quads_to_rows(const uint32_t *from, uint32_t *to, bool half)
{
	for (unsigned lane = 0; lane < TILE_LANES; lane++)
		for (unsigned i = 0; i < 8; i++)
			if (half)
				((uint16_t *)to)[quad_sum(lane, i, true)] = (uint16_t)(from[i / 2 * TILE_LANES + lane] >> i % 2 * 16);
			else
				to[quad_sum(lane, i, false)] = from[i * TILE_LANES + lane];
}

static inline void quads_to_lanes(const uint32_t *from, uint32_t *to, bool half)
{
	for (unsigned lane = 0; lane < TILE_LANES; lane++)
		for (unsigned i = 0; i < 8; i++)
			if (!half)
				to[i * TILE_LANES + lane] = from[quad_sum(lane, i, false)];
			else if (i % 2 == 0)
				to[i / 2 * TILE_LANES + lane] = ((const uint16_t *)from)[quad_sum(lane, i, true)] |
				                                (uint32_t)((const uint16_t *)from)[quad_sum(lane, i + 1, true)] << 16;
}

#endif
