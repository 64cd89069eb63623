// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a texture or surface is (PTX ISA, "txq" and "suq").  Types and orders of channels have OpenCL's numbers, as the manual gives them.
#include "texel.h"

// By the kind of a texel, for components of 8, 16 and 32 bits.
AW_TABLE uint32_t data_types[][3] = {
	{ 0x10da, 0x10db, 0x10dc }, // UNSIGNED
	{ 0x10d7, 0x10d8, 0x10d9 }, // SIGNED
	{ 0, 0x10dd, 0x10de },      // FLOAT
	{ 0x10d2, 0x10d3, 0 },      // UNORM
	{ 0x10d0, 0x10d1, 0 },      // SNORM
	{ 0x10d2, 0, 0 },           // SRGB
};
AW_TABLE uint32_t orders[] = { 0, 0x10b0, 0x10b2, 0x10b4, 0x10b5 }; // R, RG, RGB, RGBA
AW_TABLE uint32_t address_modes[] = { 0, 3, 1, 4 }; // the manual's: wrap, mirror, clamp_ogl, clamp_to_edge, clamp_to_border

AW_INLINE uint32_t array_size(const aw_texture *texture)
{
	if (!(texture->flags & AW_TEXTURE_LAYERED))
		return 0;
	return texture->flags & AW_TEXTURE_CUBE ? texture->image.depth / 6 : texture->image.depth;
}

AW_INLINE uint32_t depth_of(const aw_texture *texture, const aw_texture_image *image)
{
	return texture->flags & (AW_TEXTURE_LAYERED | AW_TEXTURE_CUBE) ? 1 : image->depth;
}

// LEVEL: of detail, for extents.
AW_API uint32_t __nv_aw_texture_query(uint64_t object, uint32_t what, uint32_t level)
{
	const aw_texture *texture = record_of(object);
	const aw_texture_image *image = level_of(texture, level < texture->level_count ? level : texture->level_count - 1);
	switch (what) {
	case AW_QUERY_WIDTH: return image->width;
	case AW_QUERY_HEIGHT: return image->height;
	case AW_QUERY_DEPTH: return depth_of(texture, image);
	case AW_QUERY_DATA_TYPE: return data_types[texture->kind][texture->bits >> 4];
	case AW_QUERY_ORDER: return orders[texture->channels];
	case AW_QUERY_NORMALIZED: return texture->flags & AW_TEXTURE_NORMALIZED ? 1 : 0;
	case AW_QUERY_ARRAY_SIZE: return array_size(texture);
	case AW_QUERY_LEVELS: return texture->flags & AW_TEXTURE_MIPMAPPED ? texture->level_count : 0;
	case AW_QUERY_FILTER: return texture->flags & AW_TEXTURE_LINEAR ? 1 : 0;
	case AW_QUERY_ADDRESS_0: return address_modes[texture->address[0]];
	case AW_QUERY_ADDRESS_1: return address_modes[texture->address[1]];
	case AW_QUERY_ADDRESS_2: return address_modes[texture->address[2]];
	default: return 0;
	}
}
