// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Textures on the CPU (CUDA C++ Programming Guide, "Texture Fetching").  Inline PTX's tex and tld4 become calls of
// these functions (src/compiler/ptx/ptx_texture.c).
//
// The common case, the nearest texel of 32-bit components at plain coordinates, is inlined where it is
// used; everything else is in one function for all kinds of coordinates, formats and modes, which stays one (the name
// ends in "_outline"): a program has it once, and gangs call its vector form.
//
// Linear filtering is that of NVIDIA's GPUs to the bit, for all but floats of very different sizes, as an H200 showed it.
// Coordinates become fixed-point numbers with 8 bits of fraction.  Weights have 8 bits, too: what a slice has is dealt
// to its columns, what a column has to its rows, and each time the second gets its part rounded and the first the rest.
// The sum is exact and is rounded once: to 16 bits for normalized integers, to half for half and for what the sRGB curve gives.
// Of the latter two the texels that count lose first what lies too far below the largest.
#include "texel.h"

#define FRACTION 256

// A coordinate that isn't a number is 0; far ones are cut off where every texture has ended.
AW_INLINE double cut_off(double x)
{
	const double most = 0x1p22;
	x = x == x ? x : 0;
	x = x > -most ? x : -most;
	return x < most ? x : most;
}

AW_INLINE int32_t to_index(float x)
{
	const float most = 0x1p22f;
	x = x > -most ? x : -most;
	x = x < most ? x : most;
	return (int32_t)__builtin_floorf(x);
}

// The texels that an access needs along one axis, and the weight of the second in 256ths.
struct place {
	int32_t first, second, weight;
};

// Texel INDEX of END, in the first period or beside it, as an address mode sees it; -1: the border.
AW_INLINE int32_t address_texel(uint32_t mode, int32_t index, int32_t end)
{
	if (mode == AW_ADDRESS_BORDER)
		return (uint32_t)index < (uint32_t)end ? index : -1;
	if (mode == AW_ADDRESS_WRAP)
		index = index < 0 ? index + end : index >= end ? index - end : index;
	if (mode == AW_ADDRESS_MIRROR) {
		index = index < 0 ? -1 - index : index;
		index = index >= 2 * end ? index - 2 * end : index >= end ? 2 * end - 1 - index : index;
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

// A normalized coordinate, of which 21 bits behind the point count, in texels; a periodic one in its first period.
AW_INLINE double to_texels(double x, uint32_t mode, uint32_t end)
{
	x = __builtin_floor(x * 0x1p21) * 0x1p-21;
	if (mode == AW_ADDRESS_WRAP)
		x -= __builtin_floor(x);
	if (mode == AW_ADDRESS_MIRROR)
		x -= 2 * __builtin_floor(x * 0.5);
	return x * (double)(int32_t)end;
}

AW_INLINE place find_place(const aw_texture *texture, uint32_t axis, float coordinate, uint32_t end, bool linear)
{
	uint32_t mode = mode_of(texture, axis);
	place result = { 0, 0, 0 };
	double x = coordinate;
	if (texture->flags & AW_TEXTURE_NORMALIZED)
		x = to_texels(x, mode, end);
	x = cut_off(x);
	if (linear) {
		int32_t fixed = (int32_t)__builtin_floor(x * FRACTION + 0.5) - FRACTION / 2;
		result.first = address_texel(mode, fixed >> 8, (int32_t)end);
		result.second = address_texel(mode, (fixed >> 8) + 1, (int32_t)end);
		bool clamped = mode == AW_ADDRESS_CLAMP && result.first == result.second;
		result.weight = clamped ? 0 : fixed & (FRACTION - 1);
	} else {
		result.first = address_texel(mode, (int32_t)__builtin_floor(x), (int32_t)end);
	}
	return result;
}

struct position {
	place x, y, z; // z: a layer where there are layers
};

// The texel as it lies in memory; the border as if it lay there.
AW_INLINE texel fetch(const aw_texture *texture, const aw_texture_image *image, int32_t x, int32_t y, int32_t z)
{
	bool outside = (x | y | z) < 0;
	texel result = load_place(texture, image, at_least(x, 0), at_least(y, 0), at_least(z, 0));
	for (int i = 0; i < 4; i++)
		result.word[i] = outside ? texture->border[i] : result.word[i];
	return result;
}

AW_INLINE texel convert_all(const aw_texture *texture, texel value)
{
	for (uint32_t i = 0; i < 4; i++)
		value.word[i] = convert(texture, value.word[i], i);
	return value;
}

struct sums {
	bool measures;       // in a first turn, which only finds the exponents
	int32_t exponent[4]; // the largest of aligned components
	double of[4];        // components times weights
};

// What has no weight doesn't count, be it infinite.
AW_INLINE void add_texel(const aw_texture *texture, const texel *value, int32_t weight, uint32_t components, sums *sum)
{
	for (uint32_t i = 0; i < 4 && i < components; i++) {
		float number = to_number(texture, value->word[i], i);
		if (is_aligned(texture, i) && sum->measures)
			sum->exponent[i] = at_least(sum->exponent[i], weight ? exponent_asked(texture, value->word[i]) : 0);
		else if (is_aligned(texture, i))
			number = weight ? align(texture, number, sum->exponent[i]) : 0;
		sum->of[i] += weight ? weight * (double)number : 0;
	}
}

// The weight of TAP, of 1 << DIMENSIONS texels that have WHOLE in all.
AW_INLINE int32_t weight_of(const position *at, uint32_t dimensions, uint32_t tap, int32_t whole)
{
	bool x = tap & 1, y = tap & 2, z = tap & 4;
	int32_t weight = whole, part;
	if (dimensions > 2) {
		part = (weight * at->z.weight + FRACTION / 2) >> 8;
		weight = z ? part : weight - part;
	}
	part = (weight * at->x.weight + FRACTION / 2) >> 8;
	weight = x ? part : weight - part;
	if (dimensions > 1) {
		part = (weight * at->y.weight + FRACTION / 2 - !x) >> 8;
		weight = y ? part : weight - part;
	}
	return weight;
}

// Those that a format lacks are 0 but for the border's.
AW_INLINE uint32_t components_of(const aw_texture *texture)
{
	bool border = texture->address[0] == AW_ADDRESS_BORDER || texture->address[1] == AW_ADDRESS_BORDER ||
	              texture->address[2] == AW_ADDRESS_BORDER;
	return border ? 4 : texture->channels;
}

// Adds one, two, four or eight texels in one loop: the code is there once.  *LAST is the last texel.
AW_INLINE void add_texels(const aw_texture *texture, const aw_texture_image *image, const position *at, uint32_t dimensions,
                          int32_t whole, sums *sum, texel *last)
{
	bool linear = texture->flags & AW_TEXTURE_LINEAR;
	uint32_t taps = linear ? 1u << dimensions : 1, components = components_of(texture);
	bool mixed = linear || (texture->flags & AW_TEXTURE_MIP_LINEAR);
#pragma unroll 1
	for (uint32_t tap = 0; tap < taps; tap++) {
		bool x = tap & 1, y = tap & 2, z = tap & 4;
		int32_t weight = linear ? weight_of(at, dimensions, tap, whole) : whole;
		*last = fetch(texture, image, x ? at->x.second : at->x.first, y ? at->y.second : at->y.first,
		              z ? at->z.second : at->z.first);
		if (mixed)
			add_texel(texture, last, weight, components, sum);
	}
}

// SUM / 256 with BITS of precision, halves away from 0, and no bits below LEAST; numbers that a float can't hold normalized are 0.
AW_INLINE float round_sum(double sum, int bits, double least)
{
	uint64_t half = 1ull << (52 - bits), pattern = __builtin_bit_cast(uint64_t, sum * (1.0 / FRACTION));
	double rounded = __builtin_bit_cast(double, (pattern + half) & ~(2 * half - 1));
	double size = __builtin_fabs(sum * (1.0 / FRACTION));
	double low = __builtin_copysign(__builtin_floor(size / least + 0.5) * least, sum);
	rounded = size < least * (double)(1 << (bits - 1)) ? low : rounded;
	float result = sum - sum == 0 ? (float)rounded : (float)sum;
	result = bits_of(result) & 0x7f800000 ? result : __builtin_copysignf(0, result);
	return result == result ? result : float_of(0x7fffffff);
}

// Of a sum of signed bytes the number in 32767ths, as an H100 has it.
AW_INLINE int32_t widen_signed(int32_t sum)
{
	return sum + (((sum >> 4) * 257 + 1024) >> 11);
}

AW_INLINE uint32_t finish_sum(const aw_texture *texture, double sum, uint32_t index)
{
	bool bytes = texture->bits == 8;
	if (is_aligned(texture, index))
		return bits_of(round_sum(sum, 11, 0x1p-24));
	switch (texture->kind) {
	case AW_TEXEL_FLOAT: return bits_of(round_sum(sum, 24, 0x1p-149));
	case AW_TEXEL_SNORM: {
		int32_t whole = (int32_t)sum, number = bytes ? widen_signed(whole) : (whole + FRACTION / 2) >> 8;
		return bits_of((float)at_least(number, -32767) / 32767.0f);
	}
	default: {
		int32_t scale = bytes ? 257 : 1;
		return bits_of((float)(((int32_t)sum * scale + FRACTION / 2) >> 8) / 65535.0f);
	}
	}
}

// Layers below the first count as behind the last.
AW_INLINE int32_t last_layer(int32_t layer, uint32_t depth)
{
	return (uint32_t)layer < depth ? layer : (int32_t)depth - 1;
}

struct coordinates {
	float x, y, z;
	int32_t layer;
};

AW_INLINE void add_image(const aw_texture *texture, const aw_texture_image *image, uint32_t geometry, const coordinates *at,
                         int32_t whole, sums *sum, texel *last)
{
	bool linear = texture->flags & AW_TEXTURE_LINEAR;
	uint32_t dimensions = geometry & AW_GEOMETRY_DIMENSIONS;
	position place = { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } };
	// A row is an image of one row, seen at its upper edge, which only the border makes a difference to.
	if (dimensions == 1 && linear && texture->address[1] == AW_ADDRESS_BORDER)
		dimensions = 2;
	place.x = find_place(texture, 0, at->x, image->width, linear);
	if (dimensions > 1)
		place.y = find_place(texture, 1, at->y, image->height, linear);
	if (dimensions > 2)
		place.z = find_place(texture, 2, at->z, image->depth, linear);
	if (geometry & AW_GEOMETRY_LAYERED)
		place.z.first = place.z.second = last_layer(at->layer, image->depth);
	add_texels(texture, image, &place, dimensions, whole, sum, last);
}

// --- neighbours on other faces of a cubemap ---

struct cube_texel {
	int32_t x, y, face;
};

// The texel beside an edge that FROM, off its face by one texel in one direction, is: the face is a square of 2 * END by 2 * END
// around 0, END from the middle of the cube, and the directions of its axes are those of find_face.
AW_INLINE cube_texel across_edge(cube_texel from, int32_t end)
{
	int32_t u = 2 * from.x + 1 - end, v = 2 * from.y + 1 - end, near = end - 1;
	bool by_u = u > end || u < -end;
	int32_t s = by_u ? (u > 0 ? end : -end) : u, t = by_u ? v : (v > 0 ? end : -end);
	int32_t x, y, z;
	switch (from.face) {
	case 0: x = near, y = -t, z = -s; break;
	case 1: x = -near, y = -t, z = s; break;
	case 2: x = s, y = near, z = t; break;
	case 3: x = s, y = -near, z = -t; break;
	case 4: x = s, y = -t, z = near; break;
	default: x = -s, y = -t, z = -near; break;
	}
	cube_texel to;
	bool by_x = x == end || x == -end, by_y = y == end || y == -end;
	to.face = by_x ? (x < 0) : by_y ? 2 + (y < 0) : 4 + (z < 0);
	s = by_x ? (x < 0 ? z : -z) : by_y ? x : (z < 0 ? -x : x);
	t = by_y ? (y < 0 ? -z : z) : -y;
	to.x = (s + end - 1) >> 1;
	to.y = (t + end - 1) >> 1;
	return to;
}

AW_INLINE texel fetch_cube(const aw_texture *texture, const aw_texture_image *image, cube_texel at, int32_t cube)
{
	uint32_t end = image->width;
	if ((uint32_t)at.x >= end || (uint32_t)at.y >= end)
		at = across_edge(at, (int32_t)end);
	return fetch(texture, image, at.x, at.y, 6 * cube + at.face);
}

// Of the four texels at a corner of the cube one is nowhere: its weight goes to the others, a third, rounded, to each of its
// neighbours and the rest to the one across, as an H200 showed it.
AW_INLINE void add_cube(const aw_texture *texture, const aw_texture_image *image, const coordinates *at, int32_t whole, sums *sum)
{
	int32_t end = (int32_t)image->width;
	uint32_t components = components_of(texture);
	double x = cut_off(to_texels(at->x, AW_ADDRESS_CLAMP, image->width)), y = cut_off(to_texels(at->y, AW_ADDRESS_CLAMP, image->width));
	int32_t fixed_x = (int32_t)__builtin_floor(x * FRACTION + 0.5) - FRACTION / 2;
	int32_t fixed_y = (int32_t)__builtin_floor(y * FRACTION + 0.5) - FRACTION / 2;
	int32_t left = fixed_x >> 8, top = fixed_y >> 8;
	position place = { { 0, 0, fixed_x & (FRACTION - 1) }, { 0, 0, fixed_y & (FRACTION - 1) }, { 0, 0, 0 } };
	bool corner = (left < 0 || left + 1 >= end) && (top < 0 || top + 1 >= end);
	uint32_t nowhere = (left >= 0) + 2 * (top >= 0);
	int32_t lost = corner ? weight_of(&place, 2, nowhere, whole) : 0, third = (lost + 1) / 3;
#pragma unroll 1
	for (uint32_t tap = 0; tap < 4; tap++) {
		cube_texel from = { left + (int32_t)(tap & 1), top + (int32_t)(tap >> 1), at->layer % 6 };
		int32_t weight = weight_of(&place, 2, tap, whole) + (tap == 3 - nowhere ? lost - 2 * third : third);
		if (corner && tap == nowhere)
			continue;
		texel value = fetch_cube(texture, image, from, at->layer / 6);
		add_texel(texture, &value, weight, components, sum);
	}
}

// The face that a direction meets, and where (CUDA C++ Programming Guide, "Cubemap Textures").
AW_INLINE coordinates find_face(float x, float y, float z, int32_t layer)
{
	float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y), az = __builtin_fabsf(z);
	bool by_z = az >= ax && az >= ay, by_y = !by_z && ay >= ax;
	float major = by_z ? az : by_y ? ay : ax;
	int32_t face = by_z ? 4 + (z < 0) : by_y ? 2 + (y < 0) : (x < 0);
	float s = by_z ? (z < 0 ? -x : x) : by_y ? x : (x < 0 ? z : -z);
	float t = by_y ? (y < 0 ? -z : z) : -y;
	return { (s / major + 1) * 0.5f, (t / major + 1) * 0.5f, 0, layer * 6 + face };
}

// The nearest level to LOD, or the two around it.
AW_INLINE texel sample_levels(const aw_texture *texture, uint32_t geometry, const coordinates *at, float lod)
{
	float end = (float)(int32_t)(texture->level_count - 1);
	lod += texture->bias;
	lod = lod > texture->least_level ? lod : texture->least_level;
	lod = lod < texture->most_level ? lod : texture->most_level;
	lod = lod > 0 ? lod : 0;
	lod = lod < end ? lod : end;
	bool levels = texture->flags & AW_TEXTURE_MIP_LINEAR, linear = texture->flags & AW_TEXTURE_LINEAR;
	int32_t fixed = (int32_t)(lod * FRACTION), first = levels ? fixed >> 8 : (int32_t)(lod + 0.5f);
	int32_t weight = levels ? fixed & (FRACTION - 1) : 0;
	bool seamless = linear && (geometry & AW_GEOMETRY_CUBE) && (texture->flags & AW_TEXTURE_SEAMLESS);
	// Numbers below half's normal ones are aligned as if they had the least exponent of these.
	sums sum = { false, { 113, 113, 113, 113 }, { 0, 0, 0, 0 } };
	texel value = { { 0, 0, 0, 0 } };
	int32_t turns = is_aligned(texture, 0) && (levels || linear) ? 2 : 1, images = levels ? 2 : 1;
#pragma unroll 1
	for (int32_t i = 0; i < turns * images; i++) {
		bool second = i & (images - 1);
		int32_t level = at_most(first + second, (int32_t)texture->level_count - 1);
		int32_t share = second ? weight : FRACTION - weight;
		sum.measures = i < (turns - 1) * images;
		if (i == (turns - 1) * images)
			sum.of[0] = sum.of[1] = sum.of[2] = sum.of[3] = 0;
		if (seamless)
			add_cube(texture, level_of(texture, (uint32_t)level), at, share, &sum);
		else
			add_image(texture, level_of(texture, (uint32_t)level), geometry, at, share, &sum, &value);
	}
	if (!levels && !linear)
		return convert_all(texture, value);
	uint32_t components = components_of(texture);
	for (uint32_t i = 0; i < 4; i++)
		value.word[i] = i < components ? finish_sum(texture, sum.of[i], i) : 0;
	return value;
}

AW_API __attribute__((noinline)) texel __nv_aw_texture_sample_outline(uint64_t object, uint32_t geometry, int32_t layer,
                                                                      float x, float y, float z, float lod)
{
	const aw_texture *texture = record_of(object);
	coordinates at = { x, y, z, layer };
	if (geometry & AW_GEOMETRY_CUBE)
		at = find_face(x, y, z, last_layer(layer, texture->image.depth / 6));
	return sample_levels(texture, geometry, &at, lod);
}

AW_INLINE void put(uint32_t *result, texel value)
{
	for (int i = 0; i < 4; i++)
		result[i] = value.word[i];
}

// Inlined where a kernel has few of them: the name asks for it (simd_calls.c).
AW_API __attribute__((noinline)) texel __nv_aw_texture_sample_few(uint64_t object, uint32_t geometry, int32_t layer, float x, float y,
                                                                  float z)
{
	const aw_texture *texture = record_of(object);
	uint32_t dimensions = geometry & AW_GEOMETRY_DIMENSIONS;
	if (!(texture->flags & AW_TEXTURE_PLAIN) || (geometry & AW_GEOMETRY_CUBE))
		return __nv_aw_texture_sample_outline(object, geometry, layer, x, y, z, 0);
	const aw_texture_image *image = &texture->image;
	int32_t i = between(to_index(x), (int32_t)image->width), j = 0, k = 0;
	if (dimensions > 1)
		j = between(to_index(y), (int32_t)image->height);
	if (dimensions > 2)
		k = between(to_index(z), (int32_t)image->depth);
	if (geometry & AW_GEOMETRY_LAYERED)
		k = last_layer(layer, image->depth);
	return load_words(texture, address_of(image, texture->size, i, j, k));
}

// GEOMETRY is a constant where it is called.
AW_API void __nv_aw_texture_sample(uint64_t object, uint32_t geometry, int32_t layer, float x, float y, float z,
                                   uint32_t *result)
{
	put(result, __nv_aw_texture_sample_few(object, geometry, layer, x, y, z));
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
		texel one = convert_all(texture, fetch(texture, image, tap == 1 || tap == 2 ? i.second : i.first,
		                                       tap < 2 ? j.second : j.first, 0));
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

// --- levels of detail ---

// 256 times the logarithm of 1 + I / 256 to the base 2, as an H200 has it: rounded up, but for some.
AW_TABLE uint8_t logarithms[256] = {
	0, 2, 4, 5, 6, 8, 9, 11, 12, 13, 15, 16, 18, 19, 20, 22,
	23, 24, 26, 27, 28, 30, 31, 32, 34, 35, 36, 38, 39, 40, 42, 43,
	44, 45, 47, 48, 49, 50, 52, 53, 54, 55, 57, 58, 59, 60, 62, 63,
	64, 65, 66, 68, 69, 70, 71, 72, 74, 75, 76, 77, 78, 79, 81, 82,
	83, 84, 85, 86, 88, 89, 90, 91, 92, 93, 94, 95, 97, 98, 99, 100,
	101, 102, 103, 104, 105, 106, 107, 109, 110, 111, 112, 113, 114, 115, 116, 117,
	118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133,
	135, 136, 137, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149,
	150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 162, 163, 164,
	165, 166, 167, 168, 169, 170, 171, 172, 173, 173, 174, 175, 176, 177, 178, 179,
	180, 181, 181, 182, 183, 184, 185, 186, 187, 188, 188, 189, 190, 191, 192, 193,
	194, 195, 195, 196, 197, 198, 199, 200, 200, 201, 202, 203, 204, 205, 205, 206,
	207, 208, 209, 210, 210, 211, 212, 213, 214, 214, 215, 216, 217, 218, 218, 219,
	220, 221, 222, 222, 223, 224, 225, 226, 226, 227, 228, 229, 229, 230, 231, 232,
	233, 233, 234, 235, 236, 236, 237, 238, 239, 239, 240, 241, 242, 242, 243, 244,
	245, 245, 246, 247, 248, 248, 249, 250, 251, 251, 252, 253, 253, 254, 255, 255,
};

// SIZE without what lies below its first ten bits.
AW_INLINE float shorten(float size) { return float_of(bits_of(size) & ~0x3fffu); }

// About the length of a vector of numbers that aren't negative, as an H200 reckons it: the largest, 11/32 of the next, a
// quarter of the least.
AW_INLINE float length_of(float a, float b, float c)
{
	float high = a > b ? a : b, low = a > b ? b : a, most = high > c ? high : c, rest = high > c ? c : high;
	float middle = low > rest ? low : rest, least = low > rest ? rest : low;
	float part = float_of((bits_of(middle * (11.0f / 32)) + 0x2000) & ~0x3fffu);
	return most + part + least * 0.25f;
}

struct vector {
	float x, y, z;
};

AW_INLINE float length_of(vector v)
{
	return length_of(shorten(__builtin_fabsf(v.x)), shorten(__builtin_fabsf(v.y)), shorten(__builtin_fabsf(v.z)));
}

AW_INLINE vector shorten(vector v) { return { shorten(v.x), shorten(v.y), shorten(v.z) }; }

// The step of the coordinates to the next pixel, in texels.
AW_INLINE vector in_texels(const aw_texture *texture, uint32_t dimensions, vector step)
{
	const aw_texture_image *image = &texture->image;
	bool scaled = texture->flags & AW_TEXTURE_NORMALIZED;
	float x = scaled ? (float)(int32_t)image->width : 1, y = scaled ? (float)(int32_t)image->height : 1,
	      z = scaled ? (float)(int32_t)image->depth : 1;
	return { step.x * x, dimensions > 1 ? step.y * y : 0, dimensions > 2 ? step.z * z : 0 };
}

// The level of detail that steps of the coordinates to the next pixels, to the right and below, ask for: the logarithm of the longest way
// across a pixel, of which those along its sides and, at 11/16, its diagonals are looked at.
AW_API float __nv_aw_texture_detail(uint64_t object, uint32_t dimensions, float right_x, float right_y, float right_z, float down_x,
                                    float down_y, float down_z)
{
	const aw_texture *texture = record_of(object);
	vector right = shorten(in_texels(texture, dimensions, { right_x, right_y, right_z }));
	vector down = shorten(in_texels(texture, dimensions, { down_x, down_y, down_z }));
	float side = length_of(right), other_side = length_of(down);
	float diagonal = length_of({ right.x + down.x, right.y + down.y, right.z + down.z });
	float other_diagonal = length_of({ right.x - down.x, right.y - down.y, right.z - down.z });
	side = side > other_side ? side : other_side;
	diagonal = (diagonal > other_diagonal ? diagonal : other_diagonal) * (11.0f / 16);
	uint32_t bits = bits_of(side > diagonal ? side : diagonal);
	return (float)((int32_t)(bits >> 23) - 127) + (float)(int32_t)logarithms[bits >> 15 & 255] * (1.0f / 256);
}
