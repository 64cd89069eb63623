/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Several products of matrices (mma_kind.h) in one call, from the compiler (join_products.c) to the support library
 * (devlib/cpu/support_mma.c): a table of words.  A call has words of each lane, too, of which matrices have some in a row,
 * and gives words.  While the call lasts, accumulators are kept in slots.
 */
#ifndef AW_FATBIN_MMA_JOINED_H
#define AW_FATBIN_MMA_JOINED_H

#include "mma_kind.h"

enum {
	AW_MMA_SLOTS = 16,          /* at most */
	AW_MMA_NONE = 0x7fffffff,
	/* The table: how many products, then of each: */
	AW_MMA_OF_KIND = 0,
	AW_MMA_OF_A = 1,    /* the first word of A */
	AW_MMA_OF_B = 2,
	AW_MMA_OF_SLOT = 3, /* of C, and then of D */
	AW_MMA_OF_C = 4,    /* the first word of C; NONE: the slot has it from a product before */
	AW_MMA_OF_D = 5,    /* the first of the results; NONE: only later products want it */
	AW_MMA_ROW = 6,
};

#endif
