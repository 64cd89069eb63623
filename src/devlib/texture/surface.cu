// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Surfaces on the CPU (CUDA C++ Programming Guide, "Surface Functions"): bytes of an image, with a rule for what
// lies outside.  X is in bytes.
#include "texel.h"

// The address of SIZE bytes, a power of two; NULL for what isn't there.
AW_INLINE unsigned char *find_bytes(uint64_t object, uint32_t geometry, uint32_t rule, uint32_t size, int32_t layer,
                                    int32_t x, int32_t y, int32_t z)
{
	const aw_texture *surface = record_of(object);
	const aw_texture_image *image = &surface->image;
	uint32_t dimensions = geometry & AW_GEOMETRY_DIMENSIONS;
	int32_t width = (int32_t)(image->width * surface->size);
	int32_t height = dimensions > 1 ? (int32_t)image->height : 1, depth = dimensions > 2 ? (int32_t)image->depth : 1;
	if (dimensions < 2)
		y = 0;
	if (dimensions < 3)
		z = 0;
	if (geometry & AW_GEOMETRY_LAYERED) {
		z = layer;
		depth = (int32_t)image->depth;
	}
	bool inside = (uint32_t)x <= (uint32_t)(width - (int32_t)size) && (uint32_t)y < (uint32_t)height &&
	              (uint32_t)z < (uint32_t)depth && width >= (int32_t)size && !(x & (int32_t)(size - 1));
	if (rule == AW_SURFACE_CLAMP) {
		x = at_least(at_most(x, width - (int32_t)size), 0) & ~(int32_t)(size - 1);
		y = between(y, height);
		z = between(z, depth);
		inside = true;
	}
	if (rule == AW_SURFACE_TRAP && !inside)
		__builtin_trap();
	return inside ? (unsigned char *)address_of(image, 1, x, y, z) : nullptr;
}

struct alignas(16) sixteen {
	uint64_t part[2];
};

// SIZE is a constant where it is called.
AW_INLINE void move(void *target, const void *source, uint32_t size)
{
	switch (size) {
	case 1: *(uint8_t *)target = *(const uint8_t *)source; break;
	case 2: *(uint16_t *)target = *(const uint16_t *)source; break;
	case 4: *(uint32_t *)target = *(const uint32_t *)source; break;
	case 8: *(uint64_t *)target = *(const uint64_t *)source; break;
	default: *(sixteen *)target = *(const sixteen *)source; break;
	}
}

AW_API void __nv_aw_surface_read(uint64_t object, uint32_t geometry, uint32_t rule, uint32_t size, int32_t layer, int32_t x,
                                 int32_t y, int32_t z, void *result)
{
	const unsigned char *bytes = find_bytes(object, geometry, rule, size, layer, x, y, z);
	const sixteen nothing = { { 0, 0 } };
	move(result, &nothing, size);
	if (bytes)
		move(result, bytes, size);
}

AW_API void __nv_aw_surface_write(uint64_t object, uint32_t geometry, uint32_t rule, uint32_t size, int32_t layer, int32_t x,
                                  int32_t y, int32_t z, const void *data)
{
	unsigned char *bytes = find_bytes(object, geometry, rule, size, layer, x, y, z);
	if (bytes)
		move(bytes, data, size);
}

template <typename number, typename signed_number>
AW_INLINE void reduce(unsigned char *place, uint32_t what, number value)
{
	number *target = (number *)place;
	signed_number *other = (signed_number *)place;
	switch (what) {
	case AW_SURFACE_ADD: __atomic_fetch_add(target, value, __ATOMIC_RELAXED); break;
	case AW_SURFACE_AND: __atomic_fetch_and(target, value, __ATOMIC_RELAXED); break;
	case AW_SURFACE_OR: __atomic_fetch_or(target, value, __ATOMIC_RELAXED); break;
	case AW_SURFACE_MIN: __atomic_fetch_min(target, value, __ATOMIC_RELAXED); break;
	case AW_SURFACE_MAX: __atomic_fetch_max(target, value, __ATOMIC_RELAXED); break;
	case AW_SURFACE_SIGNED_MIN: __atomic_fetch_min(other, (signed_number)value, __ATOMIC_RELAXED); break;
	default: __atomic_fetch_max(other, (signed_number)value, __ATOMIC_RELAXED); break;
	}
}

// SIZE and WHAT are constants where it is called.
AW_API void __nv_aw_surface_reduce(uint64_t object, uint32_t geometry, uint32_t rule, uint32_t size, int32_t layer, int32_t x,
                                   int32_t y, int32_t z, uint32_t what, uint64_t value)
{
	unsigned char *bytes = find_bytes(object, geometry, rule, size, layer, x, y, z);
	bool is_signed = record_of(object)->kind == AW_TEXEL_SIGNED;
	if (what == AW_SURFACE_OWN_MIN)
		what = is_signed ? AW_SURFACE_SIGNED_MIN : AW_SURFACE_MIN;
	if (what == AW_SURFACE_OWN_MAX)
		what = is_signed ? AW_SURFACE_SIGNED_MAX : AW_SURFACE_MAX;
	if (!bytes)
		return;
	if (size == 8)
		reduce<uint64_t, int64_t>(bytes, what, value);
	else
		reduce<uint32_t, int32_t>(bytes, what, (uint32_t)value);
}
