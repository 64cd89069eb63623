/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * How a product of matrices by a warp is told from the device library (devlib/warp/matrix.cu) to the support library
 * (devlib/cpu/support_mma.c): one number.
 *
 * A lane holds words of 32 bits of each matrix.  In fragments of wmma word W of lane L is word 32 * W + L of the matrix in
 * the order of its layout, of C and D by rows.  In those of PTX's mma (PTX ISA, "Matrix Fragments for mma") it is a tile:
 * eight rows of A, or columns of B, of four words each.  A has one or two tiles beside each other along k, each with the one
 * eight rows below behind it; C and D have eight columns, two elements to a lane.  A call has the words of A, B and C one
 * after the other.
 */
#ifndef AW_FATBIN_MMA_KIND_H
#define AW_FATBIN_MMA_KIND_H

enum aw_mma_format {
	AW_MMA_F16, AW_MMA_BF16, AW_MMA_TF32, AW_MMA_E4M3, AW_MMA_E5M2, AW_MMA_F64,
	AW_MMA_S8, AW_MMA_U8, AW_MMA_S4, AW_MMA_U4, AW_MMA_XOR, AW_MMA_AND,
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

	AW_MMA_TILES = 2048,    /* fragments of PTX's mma, B by columns; the flags below are for these alone */
	AW_MMA_ROWS_16 = 4096,  /* of A, C and D; else 8 */
	AW_MMA_TILES_2 = 8192,  /* along k; else 1 */
	AW_MMA_QUADS = 16384,   /* four products of 8x8x4 halves, each by eight lanes; A_COLUMNS and B_COLUMNS count */
	AW_MMA_B_FORMAT_AT = 16, /* four bits: B's format, which may be another one of as many bits */

	AW_MMA_WORDS = 18, /* of A, B and C together, at most */
	AW_MMA_RESULTS = 8,
	AW_MMA_MOST_A = 512, /* numbers of A or B */
};

/*
 * PTX's ldmatrix and stmatrix: a lane's call has this number, the two halves of an address (that of row L % 8 of matrix L / 8 for
 * lane L) and a word for each matrix, and gives a word for each.
 */
enum aw_move {
	AW_MOVE_COUNT = 7, /* matrices: 1, 2 or 4 */
	AW_MOVE_TRANSPOSED = 8,
	AW_MOVE_STORES = 16,

	AW_MOVE_ADDRESS_WORDS = 2,
	AW_MOVE_MOST = 4,
};

#endif
