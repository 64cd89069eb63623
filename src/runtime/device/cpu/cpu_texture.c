// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays are plain rows in device memory, levels one after another.  A texture or surface object is a record of
// texture_abi.h, with the images of its levels behind it.
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../../fatbin/texture_abi.h"
#include "../array_format.h"
#include "cpu_blocks.h"
#include "cpu_device.h"

enum { ROW_ALIGNMENT = 32, IMAGE_ALIGNMENT = 512, SRGB_VALUES = 256 };

struct cpu_array {
	struct aw_array base;
	struct aw_array_shape shape; // of the first level
	char *memory;
	bool is_view; // another array's memory
	struct aw_texture_image levels[];
};

static struct cpu_array *array_of(struct aw_array *array)
{
	return (struct cpu_array *)array;
}

static uint32_t smaller(size_t extent, unsigned level)
{
	size_t value = extent >> level;
	return value ? (uint32_t)value : 1;
}

// --- arrays ---

// Lays the levels out from 0 on; their size.
static size_t lay_out(struct cpu_array *array)
{
	const struct aw_array_shape *shape = &array->shape;
	bool layered = shape->flags & (cudaArrayLayered | cudaArrayCubemap);
	size_t total = 0;
	for (unsigned i = 0; i < shape->levels; i++) {
		struct aw_texture_image *image = &array->levels[i];
		*image = (struct aw_texture_image){
			.base = total, .width = smaller(shape->width, i), .height = smaller(shape->height, i),
			.depth = smaller(shape->depth, layered ? 0 : i),
		};
		size_t row = aw_array_elements(&shape->format, image->width) * aw_array_element_bytes(&shape->format);
		image->pitch = (uint32_t)aw_cpu_round_up(row, ROW_ALIGNMENT);
		image->slice = image->pitch * aw_array_elements(&shape->format, image->height);
		total += aw_cpu_round_up(image->slice * image->depth, IMAGE_ALIGNMENT);
	}
	return total;
}

static struct cpu_array *make_array(struct aw_device *device, const struct aw_array_shape *shape)
{
	struct cpu_array *array = calloc(1, sizeof(*array) + shape->levels * sizeof(*array->levels));
	if (array) {
		array->base.device = device;
		array->shape = *shape;
	}
	return array;
}

static aw_status create_array(struct aw_device *device, const struct aw_array_shape *shape, struct aw_array **created)
{
	struct cpu_array *array = make_array(device, shape);
	void *memory;
	if (!array)
		return AW_NO_MEMORY;
	size_t size = lay_out(array);
	aw_status status = aw_cpu_memory_ops.allocate(device, AW_MEMORY_DEVICE, size, &memory);
	if (status != AW_OK) {
		free(array);
		return status;
	}
	array->memory = memory;
	for (unsigned i = 0; i < shape->levels; i++)
		array->levels[i].base += (uintptr_t)memory;
	*created = &array->base;
	return AW_OK;
}

static aw_status level(struct aw_array *base, unsigned index, struct aw_array **created)
{
	struct cpu_array *whole = array_of(base);
	struct aw_array_shape shape = whole->shape;
	assert(index < shape.levels);
	shape.levels = 1;
	struct cpu_array *view = make_array(base->device, &shape);
	if (!view)
		return AW_NO_MEMORY;
	view->is_view = true;
	view->levels[0] = whole->levels[index];
	*created = &view->base;
	return AW_OK;
}

static void destroy_array(struct aw_array *base)
{
	struct cpu_array *array = array_of(base);
	if (!array->is_view)
		aw_cpu_memory_ops.release(base->device, AW_MEMORY_DEVICE, array->memory);
	free(array);
}

static uint64_t place_in(struct aw_array *array, const size_t position[3])
{
	const struct aw_texture_image *image = &array_of(array)->levels[0];
	return image->base + position[2] * image->slice + position[1] * image->pitch + position[0];
}

struct aw_copy aw_cpu_texture_copy(const struct aw_copy *given)
{
	struct aw_copy copy = *given;
	if (copy.target_array) {
		const struct aw_texture_image *image = &array_of(copy.target_array)->levels[0];
		copy.target = (void *)(uintptr_t)place_in(copy.target_array, copy.target_position);
		copy.target_pitch = image->pitch;
		copy.target_slice = image->slice;
	}
	if (copy.source_array) {
		const struct aw_texture_image *image = &array_of(copy.source_array)->levels[0];
		copy.source = (const void *)(uintptr_t)place_in(copy.source_array, copy.source_position);
		copy.source_pitch = image->pitch;
		copy.source_slice = image->slice;
	}
	copy.target_array = copy.source_array = NULL;
	return copy;
}

// --- objects ---

// A record with the images of its levels behind it.
struct object {
	struct aw_texture record;
	struct aw_texture_image levels[];
};

static struct object *make_object(unsigned levels, const struct cudaChannelFormatDesc *format)
{
	struct object *object = calloc(1, sizeof(*object) + levels * sizeof(*object->levels));
	if (!object)
		return NULL;
	object->record.levels = (uintptr_t)object->levels;
	object->record.level_count = levels;
	object->record.bits = (uint32_t)format->x;
	object->record.channels = format->w ? 4 : format->y ? 2 : 1;
	object->record.size = (uint32_t)aw_array_element_bytes(format);
	return object;
}

// The sRGB curve (IEC 61966-2-1) in 65536ths as an H200 has it: pieces of straight lines.
static const uint32_t srgb_curve[SRGB_VALUES] = {
	0, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240, 264, 288, 312,
	340, 368, 396, 428, 460, 492, 524, 560, 600, 636, 676, 720, 760, 804, 852, 896,
	944, 1000, 1048, 1104, 1160, 1216, 1272, 1328, 1392, 1456, 1520, 1584, 1648, 1720, 1792, 1864,
	1936, 2016, 2096, 2176, 2256, 2336, 2416, 2496, 2592, 2688, 2768, 2864, 2960, 3056, 3152, 3264,
	3360, 3456, 3584, 3680, 3776, 3904, 4000, 4128, 4256, 4352, 4480, 4608, 4736, 4864, 4992, 5120,
	5248, 5408, 5536, 5664, 5824, 5952, 6112, 6240, 6400, 6560, 6688, 6848, 7008, 7168, 7328, 7488,
	7680, 7808, 8000, 8192, 8320, 8512, 8704, 8896, 9088, 9280, 9472, 9664, 9856, 10048, 10240, 10432,
	10624, 10816, 11008, 11264, 11456, 11648, 11904, 12096, 12288, 12544, 12736, 12992, 13184, 13440, 13696, 13888,
	14144, 14400, 14656, 14848, 15104, 15360, 15616, 15872, 16128, 16384, 16640, 16896, 17152, 17408, 17664, 18048,
	18304, 18560, 18816, 19072, 19456, 19712, 19968, 20224, 20608, 20864, 21120, 21504, 21760, 22144, 22400, 22784,
	23040, 23296, 23680, 24064, 24320, 24704, 24960, 25344, 25600, 25984, 26368, 26752, 27008, 27392, 27776, 28032,
	28416, 28800, 29184, 29568, 29952, 30336, 30720, 30976, 31488, 31744, 32256, 32512, 33024, 33280, 33792, 34048,
	34560, 35072, 35328, 35840, 36096, 36608, 37120, 37376, 37888, 38400, 38656, 39168, 39680, 39936, 40448, 40960,
	41216, 41728, 42240, 42752, 43264, 43520, 44032, 44544, 45056, 45568, 45824, 46336, 46848, 47360, 47872, 48384,
	48896, 49408, 49920, 50432, 50944, 51456, 51968, 52480, 52992, 53504, 54016, 54528, 55040, 55552, 56064, 56576,
	57088, 57600, 58112, 58624, 59392, 59904, 60416, 60928, 61440, 61952, 62464, 62976, 64000, 64512, 65024, 65536,
};

static uint32_t kind_of(const struct cudaChannelFormatDesc *format, const struct cudaTextureDesc *sampling)
{
	bool normalized = sampling->readMode == cudaReadModeNormalizedFloat && format->x < 32;
	if (format->f == cudaChannelFormatKindFloat)
		return AW_TEXEL_FLOAT;
	if (format->f == cudaChannelFormatKindSigned || (format->f >= cudaChannelFormatKindSignedNormalized8X1 &&
	                                                 format->f <= cudaChannelFormatKindSignedNormalized16X4))
		return normalized ? AW_TEXEL_SNORM : AW_TEXEL_SIGNED;
	if (!normalized)
		return AW_TEXEL_UNSIGNED;
	return sampling->sRGB && format->x == 8 ? AW_TEXEL_SRGB : AW_TEXEL_UNORM;
}

static bool clamps(const struct cudaTextureDesc *sampling)
{
	for (int i = 0; i < 3; i++)
		if (sampling->addressMode[i] == cudaAddressModeBorder)
			return false;
	return true;
}

static uint32_t flags_of(const struct aw_texture *record, const struct cudaTextureDesc *sampling)
{
	uint32_t flags = sampling->normalizedCoords ? AW_TEXTURE_NORMALIZED : 0;
	if (sampling->filterMode == cudaFilterModeLinear)
		flags |= AW_TEXTURE_LINEAR;
	if (sampling->mipmapFilterMode == cudaFilterModeLinear)
		flags |= AW_TEXTURE_MIP_LINEAR;
	if (sampling->seamlessCubemap)
		flags |= AW_TEXTURE_SEAMLESS;
	if (record->bits == 32)
		flags |= AW_TEXTURE_WORDS;
	// Without normalized coordinates all modes but the border's clamp.
	if (record->bits == 32 && !(flags & (AW_TEXTURE_NORMALIZED | AW_TEXTURE_LINEAR)) && clamps(sampling))
		flags |= AW_TEXTURE_PLAIN;
	return flags;
}

static uint32_t bits_of(float value)
{
	uint32_t bits;
	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

static float between(float value, float least, float most)
{
	return value > least ? value < most ? value : most : least;
}

static uint32_t to_half(float value)
{
	_Float16 half = (_Float16)value;
	uint16_t bits;
	memcpy(&bits, &half, sizeof(bits));
	return bits;
}

// A component of the border in the texels' format.  That of integers isn't converted: its bits are the number's.
static uint32_t border_component(const struct aw_texture *record, float value)
{
	uint32_t mask = record->bits == 32 ? UINT32_MAX : (UINT32_C(1) << record->bits) - 1;
	float most = (float)(mask >> (record->kind == AW_TEXEL_SNORM));
	switch (record->kind) {
	case AW_TEXEL_UNSIGNED:
	case AW_TEXEL_SIGNED: return bits_of(value) & mask;
	case AW_TEXEL_FLOAT: return record->bits == 32 ? bits_of(value) : to_half(value);
	case AW_TEXEL_SNORM: {
		float number = between(value, -1, 1) * most;
		return (uint32_t)(int32_t)floorf(number + 0.5f) & mask;
	}
	default: return (uint32_t)(between(value, 0, 1) * most + 0.5f);
	}
}

// CHANNELS: those that the border has.
static void set_sampling(struct aw_texture *record, const struct cudaTextureDesc *sampling, uint32_t channels)
{
	for (int i = 0; i < 3; i++)
		record->address[i] = (uint32_t)sampling->addressMode[i];
	for (uint32_t i = 0; i < channels; i++)
		record->border[i] = border_component(record, sampling->borderColor[i]);
	record->bias = sampling->mipmapLevelBias;
	record->least_level = sampling->minMipmapLevelClamp;
	record->most_level = sampling->maxMipmapLevelClamp;
	record->flags = flags_of(record, sampling);
	record->curve = record->kind == AW_TEXEL_SRGB ? (uintptr_t)srgb_curve : 0;
}

// What blocks are decoded to.
static const struct block_row {
	enum cudaResourceViewFormat format;
	aw_texture_decode decode;
	uint32_t kind, bits, channels;
	uint32_t one; // as a component
} blocks[] = {
	{ cudaResViewFormatUnsignedBlockCompressed1, aw_cpu_block_bc1, AW_TEXEL_UNORM, 8, 4, 255 },
	{ cudaResViewFormatUnsignedBlockCompressed2, aw_cpu_block_bc2, AW_TEXEL_UNORM, 8, 4, 255 },
	{ cudaResViewFormatUnsignedBlockCompressed3, aw_cpu_block_bc3, AW_TEXEL_UNORM, 8, 4, 255 },
	{ cudaResViewFormatUnsignedBlockCompressed4, aw_cpu_block_bc4, AW_TEXEL_UNORM, 16, 1, AW_CPU_BLOCK_ONE },
	{ cudaResViewFormatSignedBlockCompressed4, aw_cpu_block_bc4_signed, AW_TEXEL_SNORM, 16, 1, AW_CPU_BLOCK_SIGNED_ONE },
	{ cudaResViewFormatUnsignedBlockCompressed5, aw_cpu_block_bc5, AW_TEXEL_UNORM, 16, 2, AW_CPU_BLOCK_ONE },
	{ cudaResViewFormatSignedBlockCompressed5, aw_cpu_block_bc5_signed, AW_TEXEL_SNORM, 16, 2, AW_CPU_BLOCK_SIGNED_ONE },
	{ cudaResViewFormatUnsignedBlockCompressed6H, aw_cpu_block_bc6h, AW_TEXEL_FLOAT, 16, 3, AW_CPU_BLOCK_HALF_ONE },
	{ cudaResViewFormatSignedBlockCompressed6H, aw_cpu_block_bc6h_signed, AW_TEXEL_FLOAT, 16, 3, AW_CPU_BLOCK_HALF_ONE },
	{ cudaResViewFormatUnsignedBlockCompressed7, aw_cpu_block_bc7, AW_TEXEL_UNORM, 8, 4, 255 },
};

// Arrays of blocks have an alpha of one where the format has none, views of other arrays don't.
static void set_blocks(struct aw_texture *record, const struct aw_texture_source *source, bool is_view)
{
	const struct aw_array_format *format = aw_array_format_of(&source->format);
	const struct block_row *row = blocks;
	while (row->format != format->view)
		row++;
	bool curve = row->kind == AW_TEXEL_UNORM && row->bits == 8 && source->sampling->sRGB;
	record->decode = (uintptr_t)row->decode;
	record->kind = curve ? AW_TEXEL_SRGB : row->kind;
	record->bits = row->bits;
	set_sampling(record, source->sampling, row->channels);
	record->channels = is_view ? row->channels : 4;
	if (row->channels < record->channels)
		record->border[3] = row->one;
}

static struct object *of_memory(const struct aw_texture_source *source)
{
	struct object *object = make_object(1, &source->format);
	if (object)
		object->levels[0] = (struct aw_texture_image){
			.base = (uintptr_t)source->address, .pitch = (uint32_t)source->pitch, .width = (uint32_t)source->width,
			.height = source->height ? (uint32_t)source->height : 1, .depth = 1,
		};
	return object;
}

// The levels and layers of an array, or those that a view shows, in the view's format.
static struct object *of_array(const struct aw_texture_source *source)
{
	const struct cpu_array *array = array_of(source->array);
	const struct cudaResourceViewDesc *view = source->view;
	unsigned first = view ? view->firstMipmapLevel : 0;
	unsigned end = view && view->lastMipmapLevel ? view->lastMipmapLevel + 1 : array->shape.levels;
	if (view && !view->lastMipmapLevel)
		end = first + 1;
	bool layered = array->shape.flags & (cudaArrayLayered | cudaArrayCubemap);
	// A view may take texels for blocks.
	unsigned scale = aw_array_element_side(&source->format) / aw_array_element_side(&array->shape.format);
	struct object *object = make_object(end - first, &source->format);
	for (unsigned i = first; object && i < end; i++) {
		struct aw_texture_image *image = &object->levels[i - first];
		*image = array->levels[i];
		image->width *= scale;
		image->height *= scale;
		if (view && layered && view->lastLayer >= view->firstLayer) {
			image->base += view->firstLayer * image->slice;
			image->depth = view->lastLayer - view->firstLayer + 1;
		}
	}
	return object;
}

static uint32_t shape_flags(const struct cpu_array *array)
{
	unsigned flags = array->shape.flags;
	return (flags & (cudaArrayLayered) ? AW_TEXTURE_LAYERED : 0) | (flags & cudaArrayCubemap ? AW_TEXTURE_CUBE : 0);
}

static aw_status create(struct aw_device *device, const struct aw_texture_source *source, uint64_t *created)
{
	struct object *object = source->array ? of_array(source) : of_memory(source);
	(void)device;
	if (!object)
		return AW_NO_MEMORY;
	object->record.image = object->levels[0];
	if (aw_array_element_side(&source->format) > 1) {
		set_blocks(&object->record, source, source->view != NULL);
	} else {
		object->record.kind = kind_of(&source->format, source->sampling);
		set_sampling(&object->record, source->sampling, object->record.channels);
	}
	if (source->array)
		object->record.flags |= shape_flags(array_of(source->array)) | (source->mipmapped ? AW_TEXTURE_MIPMAPPED : 0);
	*created = (uintptr_t)object;
	return AW_OK;
}

// The records of the objects that were destroyed last.  Kernels that use one see it as it was, as on a GPU, whose table
// keeps an entry until another object gets its place: programs destroy their objects too soon and never notice.
enum { DESTROYED = 256 };

static struct {
	pthread_mutex_t lock;
	struct object *objects[DESTROYED]; // a ring
	unsigned oldest;
} destroyed = { .lock = PTHREAD_MUTEX_INITIALIZER };

static aw_status destroy(struct aw_device *device, uint64_t object)
{
	(void)device;
	pthread_mutex_lock(&destroyed.lock);
	free(destroyed.objects[destroyed.oldest]);
	destroyed.objects[destroyed.oldest] = (struct object *)(uintptr_t)object;
	destroyed.oldest = (destroyed.oldest + 1) % DESTROYED;
	pthread_mutex_unlock(&destroyed.lock);
	return AW_OK;
}

static aw_status create_surface(struct aw_device *device, struct aw_array *array, uint64_t *created)
{
	static const struct cudaTextureDesc as_it_is = { .readMode = cudaReadModeElementType };
	struct object *object = make_object(1, &array_of(array)->shape.format);
	(void)device;
	if (!object)
		return AW_NO_MEMORY;
	object->record.kind = kind_of(&array_of(array)->shape.format, &as_it_is);
	object->record.flags = shape_flags(array_of(array));
	object->levels[0] = object->record.image = array_of(array)->levels[0];
	*created = (uintptr_t)object;
	return AW_OK;
}

const struct aw_texture_ops aw_cpu_texture_ops = {
	.create_array = create_array,
	.level = level,
	.destroy_array = destroy_array,
	.create = create,
	.destroy = destroy,
	.create_surface = create_surface,
	.destroy_surface = destroy,
};
