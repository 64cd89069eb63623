// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texels: where one lies, and what its components become in registers.
//
// The record of a texture is the same for all threads as a rule, so that what depends on it alone are branches, which
// gangs take together, and what depends on coordinates is arithmetic without branches.
#ifndef AW_DEVLIB_TEXTURE_TEXEL_H
#define AW_DEVLIB_TEXTURE_TEXEL_H

#include "../../fatbin/texture_abi.h"

#define AW_DEVICE __attribute__((device))
#define AW_API extern "C" AW_DEVICE
#define AW_TABLE static AW_DEVICE const
#define AW_INLINE static inline AW_DEVICE __attribute__((always_inline, unused))

struct texel {
	uint32_t word[4];
};

AW_INLINE float float_of(uint32_t bits) { return __builtin_bit_cast(float, bits); }
AW_INLINE uint32_t bits_of(float value) { return __builtin_bit_cast(uint32_t, value); }

AW_INLINE const aw_texture *record_of(uint64_t object) { return (const aw_texture *)object; }
AW_INLINE const aw_texture_image *level_of(const aw_texture *texture, uint32_t level)
{
	return (const aw_texture_image *)texture->levels + level;
}

AW_INLINE int32_t at_least(int32_t a, int32_t b) { return a > b ? a : b; }
AW_INLINE int32_t at_most(int32_t a, int32_t b) { return a < b ? a : b; }
AW_INLINE int32_t between(int32_t value, int32_t end) { return at_least(at_most(value, end - 1), 0); }

AW_INLINE float from_half(uint32_t half)
{
	uint32_t exponent = half >> 10 & 31, fraction = half & 1023;
	float small = (float)(int32_t)fraction * 0x1p-24f;
	uint32_t normal = (exponent == 31 ? 255 : exponent + 112) << 23 | fraction << 13;
	return float_of((exponent ? normal : bits_of(small)) | (half & 0x8000) << 16);
}

AW_INLINE const unsigned char *address_of(const aw_texture_image *image, uint32_t size, int32_t x, int32_t y, int32_t z)
{
	return (const unsigned char *)image->base + (uint64_t)(uint32_t)z * image->slice + (uint64_t)(uint32_t)y * image->pitch +
	       (uint64_t)(uint32_t)x * size;
}

// The components of the texel at ADDRESS as they lie in memory.
AW_INLINE texel load_components(const aw_texture *texture, const unsigned char *address)
{
	texel result = { { 0, 0, 0, 0 } };
	uint32_t channels = texture->channels;
#pragma unroll
	for (uint32_t i = 0; i < 4; i++) {
		if (i >= channels)
			continue;
		if (texture->bits == 32)
			result.word[i] = ((const uint32_t *)address)[i];
		else if (texture->bits == 16)
			result.word[i] = ((const uint16_t *)address)[i];
		else
			result.word[i] = address[i];
	}
	return result;
}

// In the runtime, through the support library.
AW_API uint64_t __aw_texture_block(uint64_t decode, const unsigned char *block, uint32_t texel);

// The components of texel X, Y, Z of an image.
AW_INLINE texel load_place(const aw_texture *texture, const aw_texture_image *image, int32_t x, int32_t y, int32_t z)
{
	if (!texture->decode)
		return load_components(texture, address_of(image, texture->size, x, y, z));
	const unsigned char *block = address_of(image, texture->size, x >> 2, y >> 2, z);
	uint64_t components = __aw_texture_block(texture->decode, block, (uint32_t)((y & 3) * 4 + (x & 3)));
	texel result = { { 0, 0, 0, 0 } };
	for (uint32_t i = 0; i < 4; i++)
		result.word[i] = i < texture->channels ? (uint32_t)(components >> (16 * i)) & 0xffff : 0;
	return result;
}

// What the runtime's table says, in 65536ths.
AW_INLINE float from_srgb(const aw_texture *texture, uint32_t bits)
{
	return (float)(int32_t)((const uint32_t *)texture->curve)[bits] * 0x1p-16f;
}

AW_INLINE uint32_t convert_normalized(uint32_t number, float most, bool is_signed)
{
	float value = (float)(int32_t)number / most;
	return bits_of(is_signed && value < -1 ? -1.0f : value);
}

// Component INDEX, with BITS as they lie in memory, as the texture gives it.
AW_INLINE uint32_t convert(const aw_texture *texture, uint32_t bits, uint32_t index)
{
	uint32_t unused = 32 - texture->bits;
	uint32_t number = (uint32_t)((int32_t)(bits << unused) >> unused);
	switch (texture->kind) {
	case AW_TEXEL_UNSIGNED: return bits;
	case AW_TEXEL_SIGNED: return number;
	case AW_TEXEL_FLOAT: return texture->bits == 32 ? bits : bits_of(from_half(bits));
	case AW_TEXEL_SNORM: return convert_normalized(number, texture->bits == 8 ? 127.0f : 32767.0f, true);
	case AW_TEXEL_UNORM: return convert_normalized(bits, texture->bits == 8 ? 255.0f : 65535.0f, false);
	default: return index < 3 ? bits_of(from_srgb(texture, bits)) : convert_normalized(bits, 255.0f, false);
	}
}

// Whether filtering first makes component INDEX of the texels multiples of one unit.
AW_INLINE bool is_aligned(const aw_texture *texture, uint32_t index)
{
	return (texture->kind == AW_TEXEL_FLOAT && texture->bits == 16) || (texture->kind == AW_TEXEL_SRGB && index < 3);
}

// The number that filtering sums up: a float, or what the integer is before it is normalized.
AW_INLINE float to_number(const aw_texture *texture, uint32_t bits, uint32_t index)
{
	uint32_t unused = 32 - texture->bits;
	switch (texture->kind) {
	case AW_TEXEL_FLOAT: {
		float value = texture->bits == 32 ? float_of(bits) : from_half(bits);
		return bits_of(value) & 0x7f800000 ? value : 0; // denormal ones are flushed
	}
	case AW_TEXEL_SNORM: return (float)((int32_t)(bits << unused) >> unused);
	case AW_TEXEL_SRGB: return index < 3 ? from_srgb(texture, bits) : (float)(int32_t)bits;
	default: return (float)(int32_t)bits;
	}
}

AW_INLINE int32_t exponent_of(float value) { return (int32_t)(bits_of(value) >> 23 & 255); }

// The exponent that an aligned component asks for: its own, or that of the last of the eight values of the curve which it is one of.
AW_INLINE int32_t exponent_asked(const aw_texture *texture, uint32_t bits)
{
	return exponent_of(texture->kind == AW_TEXEL_SRGB ? from_srgb(texture, bits | 7) : from_half(bits));
}

// VALUE without what lies below 15 bits, or 8 of the curve, of a number with EXPONENT, which is at least its own.
AW_INLINE float align(const aw_texture *texture, float value, int32_t exponent)
{
	int32_t lost = exponent - exponent_of(value) + (texture->kind == AW_TEXEL_SRGB ? 16 : 9);
	return lost > 23 ? 0 : float_of(bits_of(value) & ~((1u << lost) - 1));
}

// The components of the texel at ADDRESS.  Those that the format lacks are 0.
AW_INLINE texel load_words(const aw_texture *texture, const unsigned char *address)
{
	const uint32_t *words = (const uint32_t *)address;
	texel result = { { words[0], 0, 0, 0 } };
	if (texture->channels > 1)
		result.word[1] = words[1];
	if (texture->channels > 2) {
		result.word[2] = words[2];
		result.word[3] = words[3];
	}
	return result;
}

AW_INLINE texel load_texel(const aw_texture *texture, const unsigned char *address)
{
	texel result = load_components(texture, address);
	uint32_t channels = texture->channels;
#pragma unroll
	for (uint32_t i = 0; i < 4; i++)
		if (i < channels)
			result.word[i] = convert(texture, result.word[i], i);
	return result;
}

#endif
