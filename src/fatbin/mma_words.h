/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * How many words of a lane a product of matrices takes, by its kind (mma_kind.h).
 */
#ifndef AW_FATBIN_MMA_WORDS_H
#define AW_FATBIN_MMA_WORDS_H

#include "mma_kind.h"

/* The words of A and B together, and of C. */
static inline unsigned aw_mma_factor_words(unsigned kind)
{
	static const unsigned char words[][3] = {
		[AW_MMA_F16] = { 8, 10, 10 }, [AW_MMA_BF16] = { 8, 10, 10 }, [AW_MMA_TF32] = { 8 }, [AW_MMA_F64] = { 4 },
		[AW_MMA_S8] = { 4, 5, 5 },    [AW_MMA_U8] = { 4, 5, 5 },     [AW_MMA_S4] = { 2 },   [AW_MMA_U4] = { 2 },
		[AW_MMA_XOR] = { 2 },         [AW_MMA_AND] = { 2 },
	};
	return words[kind & AW_MMA_FORMAT][kind >> AW_MMA_SHAPE_AT & 3];
}

/* The words of A. */
static inline unsigned aw_mma_a_words(unsigned kind)
{
	static const unsigned char words[][3] = {
		[AW_MMA_F16] = { 4, 8, 2 }, [AW_MMA_BF16] = { 4, 8, 2 }, [AW_MMA_TF32] = { 4 }, [AW_MMA_F64] = { 2 },
		[AW_MMA_S8] = { 2, 4, 1 },  [AW_MMA_U8] = { 2, 4, 1 },   [AW_MMA_S4] = { 1 },   [AW_MMA_U4] = { 1 },
		[AW_MMA_XOR] = { 1 },       [AW_MMA_AND] = { 1 },
	};
	return words[kind & AW_MMA_FORMAT][kind >> AW_MMA_SHAPE_AT & 3];
}

static inline unsigned aw_mma_result_words(unsigned kind)
{
	unsigned format = kind & AW_MMA_FORMAT;
	if (format == AW_MMA_F64 || kind & AW_MMA_D_HALF)
		return 4;
	return format >= AW_MMA_S4 ? 2 : 8;
}

static inline unsigned aw_mma_addend_words(unsigned kind)
{
	unsigned format = kind & AW_MMA_FORMAT;
	if (format == AW_MMA_F64 || kind & AW_MMA_C_HALF)
		return 4;
	return format >= AW_MMA_S4 ? 2 : 8;
}

#endif
