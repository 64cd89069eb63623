// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a texture or surface object is to code on the CPU: the object's number is the address of a record that the
// runtime fills in (src/runtime/device/cpu) and the device library reads (src/devlib/texture).
#ifndef AW_FATBIN_TEXTURE_ABI_H
#define AW_FATBIN_TEXTURE_ABI_H

#include <stdint.h>

// An image: DEPTH slices, which may be layers, of HEIGHT rows of WIDTH texels.
struct aw_texture_image {
	uint64_t base;
	uint64_t slice; // bytes
	uint32_t pitch; // bytes
	uint32_t width, height, depth;
};

// What a component of a texel becomes in its register.
enum {
	AW_TEXEL_UNSIGNED, // itself, with zeros in front
	AW_TEXEL_SIGNED,   // itself, with its sign in front
	AW_TEXEL_FLOAT,    // a float; half is converted
	AW_TEXEL_UNORM,    // a float in [0, 1]
	AW_TEXEL_SNORM,    // a float in [-1, 1]
	AW_TEXEL_SRGB,     // UNORM of 8 bits, the first three components by the sRGB curve
};

enum {
	AW_TEXTURE_NORMALIZED = 1, // coordinates go from 0 to 1
	AW_TEXTURE_LINEAR = 2,     // neighbours are mixed
	AW_TEXTURE_MIP_LINEAR = 4, // levels are mixed
	AW_TEXTURE_SEAMLESS = 8,   // cubemaps: neighbours may be of another face
	AW_TEXTURE_WORDS = 16,     // components are 32 bits that need no conversion
	AW_TEXTURE_PLAIN = 32,     // WORDS, the nearest texel, no normalized coordinates, and CLAMP
	// What is asked for alone (txq).
	AW_TEXTURE_LAYERED = 64, // slices are layers
	AW_TEXTURE_CUBE = 128,   // six layers are a cubemap
	AW_TEXTURE_MIPMAPPED = 256,
};

// What is asked of a texture or surface (PTX ISA, "txq" and "suq").
enum {
	AW_QUERY_WIDTH, AW_QUERY_HEIGHT, AW_QUERY_DEPTH, AW_QUERY_DATA_TYPE, AW_QUERY_ORDER, AW_QUERY_NORMALIZED, AW_QUERY_ARRAY_SIZE,
	AW_QUERY_LEVELS, AW_QUERY_FILTER, AW_QUERY_ADDRESS_0, AW_QUERY_ADDRESS_1, AW_QUERY_ADDRESS_2,
	AW_QUERY_NOTHING, // 0: samples, of which no texture has several, and whether a surface is rows in memory
};

// As cudaTextureAddressMode.
enum { AW_ADDRESS_WRAP, AW_ADDRESS_CLAMP, AW_ADDRESS_MIRROR, AW_ADDRESS_BORDER };

// What an access outside of a surface does; in no interface's order.
enum { AW_SURFACE_TRAP, AW_SURFACE_CLAMP, AW_SURFACE_ZERO };

// What is done to a word of a surface, or to 64 bits.
enum {
	AW_SURFACE_ADD, AW_SURFACE_AND, AW_SURFACE_OR, AW_SURFACE_MIN, AW_SURFACE_MAX, AW_SURFACE_SIGNED_MIN, AW_SURFACE_SIGNED_MAX,
	AW_SURFACE_OWN_MIN, AW_SURFACE_OWN_MAX, // signed or not as the surface's numbers are
};

// Kinds of coordinates.
enum {
	AW_GEOMETRY_1D = 1,
	AW_GEOMETRY_2D = 2,
	AW_GEOMETRY_3D = 3,
	AW_GEOMETRY_DIMENSIONS = 3,
	AW_GEOMETRY_LAYERED = 4,
	AW_GEOMETRY_CUBE = 8,
};

// Texel TEXEL, row by row, of a compressed block of 4 by 4 texels: its components as they would lie in memory, each in 16 bits.
typedef uint64_t (*aw_texture_decode)(const unsigned char *block, uint32_t texel);

struct aw_texture {
	struct aw_texture_image image; // the level that accesses without a level of detail see
	uint32_t flags;
	uint32_t bits;     // of a component: 8, 16 or 32
	uint32_t channels; // 1, 2 or 4
	uint32_t kind;
	uint32_t size;     // of a texel, bytes
	uint32_t address[3];
	uint32_t border[4]; // components as they would lie in memory
	uint64_t levels; // address of struct aw_texture_image[level_count]
	uint64_t curve;  // SRGB: address of what the 256 values mean, in 65536ths
	uint32_t level_count;
	float bias, least_level, most_level;
	uint64_t decode; // compressed: an aw_texture_decode; SIZE and the images' pitches are those of blocks
};

#endif
