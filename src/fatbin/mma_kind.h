/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * How a product of matrices by a warp is told from the device library (devlib/warp/matrix.cu) to the support library
 * (devlib/cpu/support_mma.c): one number.
 *
 * A lane holds words of 32 bits of each matrix; word W of lane L is word 32 * W + L of the matrix in the order of its
 * layout, of C and D by rows.  A call has the words of A, B and C one after the other.
 */
#ifndef AW_FATBIN_MMA_KIND_H
#define AW_FATBIN_MMA_KIND_H

enum aw_mma_format {
	AW_MMA_F16, AW_MMA_BF16, AW_MMA_TF32, AW_MMA_F64, AW_MMA_S8, AW_MMA_U8, AW_MMA_S4, AW_MMA_U4, AW_MMA_XOR, AW_MMA_AND,
};

/* 16x16, 32x8 or 8x32 of the formats of 16 and 8 bits; the others have one shape each. */
enum aw_mma_shape { AW_MMA_16X16, AW_MMA_32X8, AW_MMA_8X32 };

enum {
	AW_MMA_FORMAT = 15,
	AW_MMA_SHAPE_AT = 4, /* two bits */
	AW_MMA_A_COLUMNS = 64,
	AW_MMA_B_COLUMNS = 128,
	AW_MMA_C_HALF = 256,
	AW_MMA_D_HALF = 512,
	AW_MMA_SATURATE = 1024,

	AW_MMA_WORDS = 18, /* of A, B and C together, at most */
	AW_MMA_RESULTS = 8,
};

#endif
