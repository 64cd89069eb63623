// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of boxes of tensors between memory and shared memory, and reductions into memory (PTX ISA, "cp.async.bulk.tensor",
// "cp.reduce.async.bulk.tensor", "tensormap.replace"; CUDA Driver API, "Tensor Map Object Management").  A box is gone over row by row:
// elements that follow one another in the first dimension.  Its rows lie packed in shared memory, but with a swizzle, which exchanges
// pieces of 16 bytes by their addresses: then each begins where one of the swizzle's rows does, as on an H100.  Elements outside of the
// tensor are filled in on the way to shared memory, and left out on the way back; those of type TF32 are rounded to it.
#include "../../fatbin/tensor_abi.h"
#include "support.h"
#include "support_reduce.h"

enum { CHUNK = 16 }; // bytes that a swizzle keeps together

struct copy {
	const struct aw_tensor_map *map;
	char *shared;
	bool loads;
	enum aw_tensor_reduction reduction;
	uint64_t place; // in shared memory
	uint64_t done;  // bytes of the box
};

// A swizzle within 32, 64 or 128 bytes exchanges pieces by the number of their row of 128 bytes.
static char *swizzled(const struct copy *copy, char *place)
{
	uintptr_t address = (uintptr_t)place, mask = ((uintptr_t)1 << copy->map->swizzle) - 1;
	return (char *)(address ^ ((address >> 3) & (mask * CHUNK)));
}

// With zeros, or with what is no number in any type: an H100 takes these 16 bits for all of them.
static void fill(const struct aw_tensor_map *map, char *place, uint32_t bytes)
{
	const uint16_t no_number = 0x7ff7;
	__builtin_memset(place, 0, bytes);
	for (uint32_t i = 0; map->fill && i < bytes; i += sizeof(no_number))
		__builtin_memcpy(place + i, &no_number, sizeof(no_number));
}

static bool is_rounded(const struct aw_tensor_map *map)
{
	return map->type == AW_TENSOR_TF32 || map->type == AW_TENSOR_TF32_FTZ;
}

// To the nearest number of 10 bits behind the point, of two the even one; small ones stay denormal, and NaN is one number.
static void round_elements(char *place, uint32_t bytes)
{
	enum { DROPPED = 0x1fff, NUMBER = 0x7fffffff, INFINITE = 0x7f800000, NAN_BITS = 0x7fffe000 };
	for (uint32_t i = 0; i < bytes; i += sizeof(uint32_t)) {
		uint32_t bits;
		__builtin_memcpy(&bits, place + i, sizeof(bits));
		uint32_t rounded = (bits + DROPPED / 2 + (bits >> 13 & 1)) & ~(uint32_t)DROPPED;
		bits = (bits & NUMBER) > INFINITE ? NAN_BITS : rounded;
		__builtin_memcpy(place + i, &bits, sizeof(bits));
	}
}

// BYTES of one piece; MEMORY is NULL outside of the tensor.
static void move_piece(const struct copy *copy, char *place, char *memory, uint32_t bytes)
{
	if (!memory)
		fill(copy->map, place, bytes);
	else if (copy->loads)
		__builtin_memcpy(place, memory, bytes);
	else if (copy->reduction == AW_TENSOR_STORE)
		__builtin_memcpy(memory, place, bytes);
	else
		aw_cpu_reduce_elements(memory, place, bytes, copy->reduction, copy->map->type);
	if (memory && copy->loads && is_rounded(copy->map))
		round_elements(place, bytes);
}

static void move_bytes(struct copy *copy, char *memory, uint64_t bytes)
{
	copy->done += bytes;
	if (!memory && !copy->loads) {
		copy->place += bytes;
		return;
	}
	while (bytes > 0) {
		char *place = copy->shared + copy->place;
		uint64_t piece = copy->map->swizzle ? CHUNK - ((uintptr_t)place & (CHUNK - 1)) : bytes;
		if (piece > bytes)
			piece = bytes;
		move_piece(copy, copy->map->swizzle ? swizzled(copy, place) : place, memory, (uint32_t)piece);
		copy->place += piece;
		memory = memory ? memory + piece : NULL;
		bytes -= piece;
	}
}

// How many there are in the first dimension.  On the way back an H100 does not cut pieces of 16 bytes at the end.
static int64_t elements(const struct copy *copy)
{
	int64_t size = aw_tensor_element_size(copy->map->type), count = (int64_t)copy->map->last[0] + 1;
	return copy->loads ? count : (count * size + CHUNK - 1) / CHUNK * CHUNK / size;
}

// The row of WIDTH elements from PLACE on.
static void move_row(struct copy *copy, const int64_t *place, uint32_t width)
{
	const struct aw_tensor_map *map = copy->map;
	uint64_t size = aw_tensor_element_size(map->type);
	char *memory = (char *)map->address;
	bool inside = true;
	for (unsigned i = 1; i < map->rank; i++) {
		inside &= place[i] >= 0 && place[i] <= map->last[i];
		memory += place[i] * (int64_t)map->strides[i - 1];
	}
	int64_t end = elements(copy) - place[0], first = -place[0];
	first = first < 0 ? 0 : first > width ? width : first;
	end = !inside || end < first ? first : end > width ? width : end;
	move_bytes(copy, NULL, (uint64_t)first * size);
	move_bytes(copy, memory + (place[0] + first) * (int64_t)size, (uint64_t)(end - first) * size);
	move_bytes(copy, NULL, (width - (uint64_t)end) * size);
	if (map->swizzle) {
		uint64_t row = (uint64_t)CHUNK << map->swizzle;
		copy->place = (copy->place + row - 1) & ~(row - 1);
	}
}

static void move_tile(struct copy *copy, const int32_t *at)
{
	const struct aw_tensor_map *map = copy->map;
	uint32_t gone[AW_TENSOR_RANK] = { 0 };
	unsigned dimension;
	do {
		int64_t place[AW_TENSOR_RANK];
		for (unsigned i = 0; i < map->rank; i++)
			place[i] = (int64_t)at[i] + gone[i];
		move_row(copy, place, map->box[0]);
		for (dimension = 1; dimension < map->rank; dimension++) {
			gone[dimension] += map->steps[dimension];
			if (gone[dimension] < map->box[dimension])
				break;
			gone[dimension] = 0;
		}
	} while (dimension < map->rank);
}

// Pixels one after another, from where the first is, within the corners of each image, and from image to image.
static void move_column(struct copy *copy, const int32_t *at, const int32_t *offsets)
{
	const struct aw_tensor_map *map = copy->map;
	unsigned images = map->rank - 1u;
	int64_t pixel[AW_TENSOR_RANK], place[AW_TENSOR_RANK];
	for (unsigned i = 0; i < map->rank; i++)
		pixel[i] = at[i];
	for (uint32_t count = 0; count < map->pixels; count++) {
		for (unsigned i = 0; i < map->rank; i++)
			place[i] = pixel[i] + (i > 0 && i < images ? offsets[i - 1] : 0);
		move_row(copy, place, map->box[0]);
		unsigned i = 1;
		for (; i < images; i++) {
			pixel[i] += map->steps[i];
			if (pixel[i] <= (int64_t)map->last[i] + map->upper[i - 1])
				break;
			pixel[i] = map->lower[i - 1];
		}
		pixel[images] += i == images;
	}
}

// --- what images call ---

static void check(thread *t, const struct aw_tensor_map *map, uint32_t shape, site *s)
{
	if (map->mark != AW_TENSOR_MARK)
		services(t)->unsupported(t, "copies by what is no tensor map", s);
	if (map->rank != (shape & AW_TENSOR_SHAPE_RANK))
		services(t)->unsupported(t, "copies with another number of coordinates than the tensor has dimensions", s);
	if ((map->pixels > 0) != (shape & AW_TENSOR_SHAPE_COLUMN) > 0)
		services(t)->unsupported(t, "copies of tiles by maps of columns, or of columns by maps of tiles", s);
}

// What an H100 takes for illegal instructions, whatever the sizes of the tensor.
static void check_place(thread *t, const struct copy *copy, const int32_t *at, site *s)
{
	bool before = false;
	for (unsigned i = 0; i < copy->map->rank; i++)
		before |= at[i] < 0;
	if (at[0] * (int64_t)aw_tensor_element_size(copy->map->type) % CHUNK)
		services(t)->illegal(t, "a box of a tensor that begins at no multiple of 16 bytes in the first dimension", s);
	if (before && !copy->loads)
		services(t)->illegal(t, "a box that begins before the tensor it is stored in", s);
}

// Coordinates come in pairs, with the shape beside the fifth, and offsets of 16 bits together.
static void perform(thread *t, struct copy *copy, const uint64_t *words, site *s)
{
	int32_t at[AW_TENSOR_RANK], offsets[AW_TENSOR_PLACES];
	uint32_t shape = (uint32_t)(words[2] >> 32);
	for (unsigned i = 0; i < AW_TENSOR_RANK; i++)
		at[i] = (int32_t)(words[i / 2] >> 32 * (i % 2));
	for (unsigned i = 0; i < AW_TENSOR_PLACES; i++)
		offsets[i] = (uint16_t)(words[3] >> 16 * i);
	check(t, copy->map, shape, s);
	check_place(t, copy, at, s);
	if (shape & AW_TENSOR_SHAPE_COLUMN)
		move_column(copy, at, offsets);
	else
		move_tile(copy, at);
}

void aw_cpu_tensor_load(thread *t, char *target, const struct aw_tensor_map *map, uint64_t *mbarrier, uint64_t first, uint64_t second,
                        uint64_t third, uint64_t offsets, site *s)
{
	struct copy copy = { .map = map, .shared = target, .loads = true };
	perform(t, &copy, (const uint64_t[]){ first, second, third, offsets }, s);
	aw_cpu_mbarrier_expect(t, mbarrier, -(int32_t)copy.done);
}

// The same into the shared memory of the blocks in MASK, whose barriers at the same place are told.
void aw_cpu_tensor_multicast(thread *t, char *target, const struct aw_tensor_map *map, char *mbarrier, uint64_t first, uint64_t second,
                             uint64_t third, uint64_t offsets, uint32_t mask, site *s)
{
	for (uint32_t left = mask; left; left &= left - 1) {
		uint32_t rank = (uint32_t)__builtin_ctz(left);
		aw_cpu_tensor_load(t, aw_cpu_mapa(t, target, rank), map, aw_cpu_mapa(t, mbarrier, rank), first, second, third, offsets, s);
	}
}

void aw_cpu_tensor_store(thread *t, const struct aw_tensor_map *map, char *source, uint64_t first, uint64_t second, uint64_t third,
                         uint32_t reduction, site *s)
{
	struct copy copy = { .map = map, .shared = source, .reduction = (enum aw_tensor_reduction)reduction };
	perform(t, &copy, (const uint64_t[]){ first, second, third, 0 }, s);
}

// Field by field, as the instruction numbers types of elements; sizes are checked by nobody.
void aw_cpu_tensor_replace(thread *t, struct aw_tensor_map *map, uint32_t field, uint32_t index, uint64_t value)
{
	static const uint8_t types[] = {
		AW_TENSOR_U8,  AW_TENSOR_U16, AW_TENSOR_U32,     AW_TENSOR_S32, AW_TENSOR_U64,  AW_TENSOR_S64,  AW_TENSOR_F16,
		AW_TENSOR_F32, AW_TENSOR_F32_FTZ, AW_TENSOR_F64, AW_TENSOR_BF16, AW_TENSOR_TF32, AW_TENSOR_TF32_FTZ,
	};
	(void)t;
	switch ((enum aw_tensor_field)field) {
	case AW_TENSOR_ADDRESS: map->address = value; break;
	case AW_TENSOR_RANK_FIELD: map->rank = (uint8_t)(value + 1); break;
	case AW_TENSOR_BOX: map->box[index] = (uint16_t)value; break;
	case AW_TENSOR_SIZE: map->last[index] = (uint32_t)(value - 1); break;
	case AW_TENSOR_STRIDE: map->strides[index] = value; break;
	case AW_TENSOR_STEP: map->steps[index] = (uint8_t)value; break;
	case AW_TENSOR_TYPE: map->type = value < sizeof(types) ? types[value] : map->type; break;
	case AW_TENSOR_INTERLEAVE: map->interleave = (uint8_t)value; break;
	case AW_TENSOR_SWIZZLE: map->swizzle = (uint8_t)value; break;
	case AW_TENSOR_FILL: map->fill = (uint8_t)value; break;
	}
}
