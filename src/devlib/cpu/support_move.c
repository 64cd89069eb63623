// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX's ldmatrix and stmatrix (aw_move in mma_kind.h): matrices of 8x8 elements of 16 bits between shared memory, where each row
// is 16 bytes at an address that one lane knows, and the lanes' words.  Word L of a matrix by rows is lane L's.
#include "../../fatbin/mma_kind.h"
#include "support_lanes.h"

enum { ROWS = 8 };

// The address of row ROW of all matrices' rows.
INLINE void *row_of(const uint32_t *words, unsigned row)
{
	return (void *)(uintptr_t)((uint64_t)words[LANES + row] << 32 | words[row]);
}

static void transpose(const uint16_t *from, uint16_t *to)
{
	for (unsigned r = 0; r < ROWS; r++)
		for (unsigned c = 0; c < ROWS; c++)
			to[c * ROWS + r] = from[r * ROWS + c];
}

static void load(uint32_t kind, const uint32_t *words, unsigned matrix, uint32_t *out)
{
	uint16_t rows[ROWS][ROWS];
	uint16_t *to = kind & AW_MOVE_TRANSPOSED ? *rows : (uint16_t *)out;
	for (unsigned r = 0; r < ROWS; r++)
		__builtin_memcpy(to + r * ROWS, row_of(words, matrix * ROWS + r), sizeof(*rows));
	if (kind & AW_MOVE_TRANSPOSED)
		transpose(*rows, (uint16_t *)out);
}

static void store(uint32_t kind, const uint32_t *words, unsigned matrix)
{
	uint16_t rows[ROWS][ROWS];
	const uint16_t *from = (const uint16_t *)(words + (AW_MOVE_ADDRESS_WORDS + matrix) * LANES);
	if (kind & AW_MOVE_TRANSPOSED)
		transpose(from, *rows);
	for (unsigned r = 0; r < ROWS; r++)
		__builtin_memcpy(row_of(words, matrix * ROWS + r), kind & AW_MOVE_TRANSPOSED ? rows[r] : from + r * ROWS, sizeof(*rows));
}

static void move(uint32_t kind, const uint32_t *words, uint32_t *out)
{
	for (unsigned i = 0; i < (kind & AW_MOVE_COUNT); i++)
		if (kind & AW_MOVE_STORES)
			store(kind, words, i);
		else
			load(kind, words, i, out + i * LANES);
}

void aw_cpu_gang_move(uint32_t kind, const uint32_t *words, uint32_t *out)
{
	move(kind, words, out);
}

void aw_cpu_warp_move(thread *t, uint32_t kind, const uint32_t *words, uint32_t *out, site *s)
{
	struct lane own = { .words = words, .out = out };
	uint32_t all[(AW_MOVE_ADDRESS_WORDS + AW_MOVE_MOST) * LANES], given[AW_MOVE_MOST * LANES];
	if (!meet(t, &own, s))
		return;
	const struct call call = { .first = &own };
	bool stores = kind & AW_MOVE_STORES;
	fetch(&call, 0, AW_MOVE_ADDRESS_WORDS + (stores ? kind & AW_MOVE_COUNT : 0), all);
	move(kind, all, given);
	if (!stores)
		deliver(&call, 0, kind & AW_MOVE_COUNT, given);
}
