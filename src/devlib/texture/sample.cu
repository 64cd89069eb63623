// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Textures on the CPU (CUDA C++ Programming Guide, "Texture Fetching").  Inline PTX's tex and tld4 become calls of
// these functions (src/compiler/ptx/ptx_texture.c).
//
// The common case, the nearest texel of 32-bit components at plain coordinates, is inlined where it is
// used; everything else is in one function for all kinds of coordinates, formats and modes, which stays one (the name
// ends in "_outline"): a program has it once, and gangs call its vector form.
//
// Coordinates become fixed-point numbers with 8 bits of fraction, and so do the weights of linear filtering, as
// the Guide says of GPUs.
#include "texel.h"

#define FRACTION 256

// A coordinate in texels as fixed point, far ones cut off where every texture has ended.
AW_INLINE int32_t to_fixed(float x)
{
	const float most = 0x1p21f;
	x = x > -most ? x : -most;
	x = x < most ? x : most;
	return (int32_t)__builtin_floorf(x * FRACTION + 0.5f);
}

AW_INLINE int32_t to_index(float x)
{
	const float most = 0x1p21f;
	x = x > -most ? x : -most;
	x = x < most ? x : most;
	return (int32_t)__builtin_floorf(x);
}

// The texels that an access needs along one axis, and the weight of the second in 256ths.
struct place {
	int32_t first, second, weight;
};

// Texel INDEX of END as an address mode sees it; -1: the border.
AW_INLINE int32_t address_texel(uint32_t mode, int32_t index, int32_t end)
{
	if (mode == AW_ADDRESS_BORDER)
		return (uint32_t)index < (uint32_t)end ? index : -1;
	if (mode == AW_ADDRESS_WRAP) {
		index = index < 0 ? index + end : index;
		index = index >= end ? index - end : index;
	}
	return between(index, end);
}

// Wrapping and mirroring are for normalized coordinates; elsewhere they clamp.
AW_INLINE uint32_t mode_of(const aw_texture *texture, uint32_t axis)
{
	uint32_t mode = texture->address[axis];
	bool periodic = mode == AW_ADDRESS_WRAP || mode == AW_ADDRESS_MIRROR;
	return periodic && !(texture->flags & AW_TEXTURE_NORMALIZED) ? (uint32_t)AW_ADDRESS_CLAMP : mode;
}

// X in texels; a periodic one in its first period.
AW_INLINE float scale(const aw_texture *texture, uint32_t mode, float x, uint32_t end)
{
	if (!(texture->flags & AW_TEXTURE_NORMALIZED))
		return x;
	if (mode == AW_ADDRESS_WRAP)
		x -= __builtin_floorf(x);
	if (mode == AW_ADDRESS_MIRROR) {
		x -= 2 * __builtin_floorf(x * 0.5f);
		x = x > 1 ? 2 - x : x;
	}
	return x * (float)(int32_t)end;
}

AW_INLINE place find_place(const aw_texture *texture, uint32_t axis, float x, uint32_t end, bool linear)
{
	uint32_t mode = mode_of(texture, axis);
	place result = { 0, 0, 0 };
	x = scale(texture, mode, x, end);
	if (linear) {
		int32_t fixed = to_fixed(x) - FRACTION / 2;
		result.first = address_texel(mode, fixed >> 8, (int32_t)end);
		result.second = address_texel(mode, (fixed >> 8) + 1, (int32_t)end);
		result.weight = fixed & (FRACTION - 1);
	} else {
		result.first = address_texel(mode, to_index(x), (int32_t)end);
	}
	return result;
}

struct position {
	place x, y, z; // z: a layer where there are layers
};

AW_INLINE texel border_of(const aw_texture *texture)
{
	return { { bits_of(texture->border[0]), bits_of(texture->border[1]), bits_of(texture->border[2]),
		   bits_of(texture->border[3]) } };
}

AW_INLINE texel fetch(const aw_texture *texture, const aw_texture_image *image, int32_t x, int32_t y, int32_t z)
{
	bool outside = (x | y | z) < 0;
	texel inside = load_texel(texture, address_of(image, texture->size, at_least(x, 0), at_least(y, 0), at_least(z, 0)));
	texel border = border_of(texture);
	for (int i = 0; i < 4; i++)
		inside.word[i] = outside ? border.word[i] : inside.word[i];
	return inside;
}

// One, two, four or eight texels, in one loop: the code is there once.
AW_INLINE texel mix(const aw_texture *texture, const aw_texture_image *image, const position *at, uint32_t dimensions)
{
	float sum[4] = { 0, 0, 0, 0 };
	uint32_t taps = 1u << dimensions;
	if (!(texture->flags & AW_TEXTURE_LINEAR))
		taps = 1;
	texel one;
#pragma unroll 1
	for (uint32_t tap = 0; tap < taps; tap++) {
		bool x = tap & 1, y = tap & 2, z = tap & 4;
		int32_t weight = x ? at->x.weight : FRACTION - at->x.weight;
		weight *= dimensions < 2 ? FRACTION : y ? at->y.weight : FRACTION - at->y.weight;
		weight *= dimensions < 3 ? FRACTION : z ? at->z.weight : FRACTION - at->z.weight;
		one = fetch(texture, image, x ? at->x.second : at->x.first, y ? at->y.second : at->y.first,
		            z ? at->z.second : at->z.first);
		float part = (float)weight * 0x1p-24f;
		for (int i = 0; i < 4; i++)
			sum[i] += part * float_of(one.word[i]);
	}
	for (int i = 0; i < 4; i++)
		one.word[i] = taps > 1 ? bits_of(sum[i]) : one.word[i];
	return one;
}

struct coordinates {
	float x, y, z;
	int32_t layer;
};

AW_INLINE texel sample_image(const aw_texture *texture, const aw_texture_image *image, uint32_t geometry,
                             const coordinates *at)
{
	bool linear = texture->flags & AW_TEXTURE_LINEAR;
	uint32_t dimensions = geometry & AW_GEOMETRY_DIMENSIONS;
	position place = { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } };
	place.x = find_place(texture, 0, at->x, image->width, linear);
	if (dimensions > 1)
		place.y = find_place(texture, 1, at->y, image->height, linear);
	if (dimensions > 2)
		place.z = find_place(texture, 2, at->z, image->depth, linear);
	if (geometry & AW_GEOMETRY_LAYERED)
		place.z.first = place.z.second = between(at->layer, (int32_t)image->depth);
	return mix(texture, image, &place, dimensions);
}

// The face that a direction meets, and where (CUDA C++ Programming Guide, "Cubemap Textures").
AW_INLINE coordinates find_face(float x, float y, float z, int32_t layer)
{
	float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y), az = __builtin_fabsf(z);
	bool by_x = ax >= ay && ax >= az, by_y = !by_x && ay >= az;
	float major = by_x ? ax : by_y ? ay : az;
	int32_t face = by_x ? (x < 0) : by_y ? 2 + (y < 0) : 4 + (z < 0);
	float s = by_x ? (x < 0 ? z : -z) : by_y ? x : (z < 0 ? -x : x);
	float t = by_y ? (y < 0 ? -z : z) : -y;
	return { (s / major + 1) * 0.5f, (t / major + 1) * 0.5f, 0, layer * 6 + face };
}

// The levels around LOD: of the nearest, or two to be mixed.
AW_INLINE texel sample_levels(const aw_texture *texture, uint32_t geometry, const coordinates *at, float lod)
{
	float last = (float)(int32_t)(texture->level_count - 1);
	lod += texture->bias;
	lod = lod > texture->least_level ? lod : texture->least_level;
	lod = lod < texture->most_level ? lod : texture->most_level;
	lod = lod > 0 ? lod : 0;
	lod = lod < last ? lod : last;
	bool mixed = texture->flags & AW_TEXTURE_MIP_LINEAR;
	int32_t fixed = (int32_t)(lod * FRACTION + 0.5f), first = mixed ? fixed >> 8 : (int32_t)(lod + 0.5f);
	float weight = (float)(fixed & (FRACTION - 1)) * (1.0f / FRACTION);
	texel one, sum = { { 0, 0, 0, 0 } };
#pragma unroll 1
	for (int32_t i = 0; i < (mixed ? 2 : 1); i++) {
		int32_t level = at_most(first + i, (int32_t)texture->level_count - 1);
		one = sample_image(texture, level_of(texture, (uint32_t)level), geometry, at);
		float part = i ? weight : 1 - weight;
		for (int j = 0; j < 4; j++)
			sum.word[j] = bits_of(float_of(sum.word[j]) + part * float_of(one.word[j]));
	}
	for (int i = 0; i < 4; i++)
		one.word[i] = mixed ? sum.word[i] : one.word[i];
	return one;
}

AW_API __attribute__((noinline)) texel __nv_aw_texture_sample_outline(uint64_t object, uint32_t geometry, int32_t layer,
                                                                      float x, float y, float z, float lod)
{
	const aw_texture *texture = record_of(object);
	coordinates at = { x, y, z, layer };
	if (geometry & AW_GEOMETRY_CUBE)
		at = find_face(x, y, z, layer);
	return sample_levels(texture, geometry, &at, lod);
}

AW_INLINE void put(uint32_t *result, texel value)
{
	for (int i = 0; i < 4; i++)
		result[i] = value.word[i];
}

// GEOMETRY is a constant where it is called.
AW_API void __nv_aw_texture_sample(uint64_t object, uint32_t geometry, int32_t layer, float x, float y, float z,
                                   uint32_t *result)
{
	const aw_texture *texture = record_of(object);
	uint32_t dimensions = geometry & AW_GEOMETRY_DIMENSIONS;
	if ((texture->flags & AW_TEXTURE_PLAIN) && !(geometry & AW_GEOMETRY_CUBE)) {
		const aw_texture_image *image = &texture->image;
		int32_t i = between(to_index(x), (int32_t)image->width), j = 0, k = 0;
		if (dimensions > 1)
			j = between(to_index(y), (int32_t)image->height);
		if (dimensions > 2)
			k = between(to_index(z), (int32_t)image->depth);
		if (geometry & AW_GEOMETRY_LAYERED)
			k = between(layer, (int32_t)image->depth);
		put(result, load_words(texture, address_of(image, texture->size, i, j, k)));
	} else {
		put(result, __nv_aw_texture_sample_outline(object, geometry, layer, x, y, z, 0));
	}
}

AW_API void __nv_aw_texture_level(uint64_t object, uint32_t geometry, int32_t layer, float x, float y, float z, float lod,
                                  uint32_t *result)
{
	put(result, __nv_aw_texture_sample_outline(object, geometry, layer, x, y, z, lod));
}

AW_API __attribute__((noinline)) texel __nv_aw_texture_fetch_outline(uint64_t object, int32_t x)
{
	const aw_texture *texture = record_of(object);
	texel value = load_texel(texture, address_of(&texture->image, texture->size, between(x, (int32_t)texture->image.width), 0, 0));
	bool outside = (uint32_t)x >= texture->image.width;
	for (int i = 0; i < 4; i++)
		value.word[i] = outside ? 0 : value.word[i];
	return value;
}

// Texel X of memory; 0 outside.
AW_API void __nv_aw_texture_fetch(uint64_t object, int32_t x, uint32_t *result)
{
	const aw_texture *texture = record_of(object);
	if (texture->flags & AW_TEXTURE_WORDS) {
		texel value = { { 0, 0, 0, 0 } };
		if ((uint32_t)x < texture->image.width)
			value = load_words(texture, address_of(&texture->image, texture->size, x, 0, 0));
		put(result, value);
	} else {
		put(result, __nv_aw_texture_fetch_outline(object, x));
	}
}

// Component COMPONENT of the four texels that linear filtering would mix, from the lower left against the clock.
AW_API __attribute__((noinline)) texel __nv_aw_texture_gather_outline(uint64_t object, float x, float y, uint32_t component)
{
	const aw_texture *texture = record_of(object);
	const aw_texture_image *image = &texture->image;
	place i = find_place(texture, 0, x, image->width, true), j = find_place(texture, 1, y, image->height, true);
	texel result = { { 0, 0, 0, 0 } };
#pragma unroll 1
	for (uint32_t tap = 0; tap < 4; tap++) {
		texel one = fetch(texture, image, tap == 1 || tap == 2 ? i.second : i.first, tap < 2 ? j.second : j.first, 0);
		uint32_t value = component == 0 ? one.word[0] : component == 1 ? one.word[1] : component == 2 ? one.word[2] : one.word[3];
		result.word[0] = tap == 0 ? value : result.word[0];
		result.word[1] = tap == 1 ? value : result.word[1];
		result.word[2] = tap == 2 ? value : result.word[2];
		result.word[3] = tap == 3 ? value : result.word[3];
	}
	return result;
}

AW_API void __nv_aw_texture_gather(uint64_t object, float x, float y, uint32_t component, uint32_t *result)
{
	put(result, __nv_aw_texture_gather_outline(object, x, y, component));
}

// The level of detail that a step of the coordinates to the next pixel asks for: log2 of its length in texels.
AW_API float __nv_aw_texture_detail(uint64_t object, uint32_t dimensions, float dx, float dy, float dz)
{
	const aw_texture *texture = record_of(object);
	const aw_texture_image *image = &texture->image;
	if (texture->flags & AW_TEXTURE_NORMALIZED) {
		dx *= (float)(int32_t)image->width;
		dy *= (float)(int32_t)image->height;
		dz *= (float)(int32_t)image->depth;
	}
	float square = dx * dx + (dimensions > 1 ? dy * dy : 0) + (dimensions > 2 ? dz * dz : 0);
	return 0.5f * __builtin_log2f(square);
}
