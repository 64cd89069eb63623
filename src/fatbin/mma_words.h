/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * How many words of a lane a product of matrices takes, by its kind (mma_kind.h).
 */
#ifndef AW_FATBIN_MMA_WORDS_H
#define AW_FATBIN_MMA_WORDS_H

#include "mma_kind.h"

/* Of a matrix of A's or B's rows (columns) made of tiles. */
static inline unsigned aw_mma_tile_words(unsigned kind, unsigned rows)
{
	unsigned of_element = (kind & AW_MMA_FORMAT) == AW_MMA_F64 ? 2 : 1;
	return rows / 8 * (kind & AW_MMA_TILES_2 ? 2 : 1) * of_element;
}

static inline unsigned aw_mma_tile_rows(unsigned kind) { return kind & AW_MMA_ROWS_16 ? 16 : 8; }

/* The words of A. */
static inline unsigned aw_mma_a_words(unsigned kind)
{
	static const unsigned char words[][3] = {
		[AW_MMA_F16] = { 4, 8, 2 }, [AW_MMA_BF16] = { 4, 8, 2 }, [AW_MMA_TF32] = { 4 }, [AW_MMA_F64] = { 2 },
		[AW_MMA_S8] = { 2, 4, 1 },  [AW_MMA_U8] = { 2, 4, 1 },   [AW_MMA_S4] = { 1 },   [AW_MMA_U4] = { 1 },
		[AW_MMA_XOR] = { 1 },       [AW_MMA_AND] = { 1 },
	};
	if (kind & AW_MMA_QUADS)
		return 2;
	if (kind & AW_MMA_TILES)
		return aw_mma_tile_words(kind, aw_mma_tile_rows(kind));
	return words[kind & AW_MMA_FORMAT][kind >> AW_MMA_SHAPE_AT & 3];
}

/* The words of A and B together. */
static inline unsigned aw_mma_factor_words(unsigned kind)
{
	static const unsigned char words[][3] = {
		[AW_MMA_F16] = { 8, 10, 10 }, [AW_MMA_BF16] = { 8, 10, 10 }, [AW_MMA_TF32] = { 8 }, [AW_MMA_F64] = { 4 },
		[AW_MMA_S8] = { 4, 5, 5 },    [AW_MMA_U8] = { 4, 5, 5 },     [AW_MMA_S4] = { 2 },   [AW_MMA_U4] = { 2 },
		[AW_MMA_XOR] = { 2 },         [AW_MMA_AND] = { 2 },
	};
	if (kind & AW_MMA_QUADS)
		return 4;
	if (kind & AW_MMA_TILES)
		return aw_mma_a_words(kind) + aw_mma_tile_words(kind, 8);
	return words[kind & AW_MMA_FORMAT][kind >> AW_MMA_SHAPE_AT & 3];
}

/* The words of C or D, when HALF says whether its elements are halves. */
static inline unsigned aw_mma_sum_words(unsigned kind, unsigned half)
{
	unsigned format = kind & AW_MMA_FORMAT;
	if (kind & AW_MMA_TILES && !(kind & AW_MMA_QUADS))
		return aw_mma_tile_rows(kind) / 8 * (format == AW_MMA_F64 ? 4 : half ? 1 : 2);
	if (format == AW_MMA_F64 || half)
		return 4;
	return format >= AW_MMA_S4 ? 2 : 8;
}

static inline unsigned aw_mma_result_words(unsigned kind) { return aw_mma_sum_words(kind, kind & AW_MMA_D_HALF); }
static inline unsigned aw_mma_addend_words(unsigned kind) { return aw_mma_sum_words(kind, kind & AW_MMA_C_HALF); }

#endif
