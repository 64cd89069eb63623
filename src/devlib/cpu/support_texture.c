// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compressed blocks of textures: the runtime has the decoders, and the texture's record their addresses.
#include "support.h"

#include "../../fatbin/texture_abi.h"

uint64_t aw_cpu_texture_block(thread *t, uint64_t decode, const unsigned char *block, uint32_t texel)
{
	(void)t;
	return ((aw_texture_decode)decode)(block, texel);
}
