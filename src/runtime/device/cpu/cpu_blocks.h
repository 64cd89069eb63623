// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texels of compressed blocks, each of 4 by 4 texels (texture_abi.h: aw_texture_decode).
#ifndef AW_CPU_BLOCKS_H
#define AW_CPU_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

// Alpha of formats without it.
enum { AW_CPU_BLOCK_HALF_ONE = 0x3c00, AW_CPU_BLOCK_ONE = 0xffff, AW_CPU_BLOCK_SIGNED_ONE = 0x7fff };

// Components of 16 bits each as texture_abi.h wants them.
static inline uint64_t aw_cpu_block_pack(uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha)
{
	return (uint64_t)red | (uint64_t)green << 16 | (uint64_t)blue << 32 | (uint64_t)alpha << 48;
}

// Texel TEXEL of the block at BYTES, row by row: components of 8 bits of BC1, BC2, BC3 and BC7, of 16 bits of BC4 and BC5, halves of BC6H.
uint64_t aw_cpu_block_bc1(const unsigned char *bytes, uint32_t texel);
uint64_t aw_cpu_block_bc2(const unsigned char *bytes, uint32_t texel);
uint64_t aw_cpu_block_bc3(const unsigned char *bytes, uint32_t texel);
uint64_t aw_cpu_block_bc4(const unsigned char *bytes, uint32_t texel);
uint64_t aw_cpu_block_bc4_signed(const unsigned char *bytes, uint32_t texel);
uint64_t aw_cpu_block_bc5(const unsigned char *bytes, uint32_t texel);
uint64_t aw_cpu_block_bc5_signed(const unsigned char *bytes, uint32_t texel);
uint64_t aw_cpu_block_bc7(const unsigned char *bytes, uint32_t texel);
uint64_t aw_cpu_block_bc6h(const unsigned char *bytes, uint32_t texel);
uint64_t aw_cpu_block_bc6h_signed(const unsigned char *bytes, uint32_t texel);

#endif
