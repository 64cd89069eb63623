// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "array_format.h"

static const struct aw_array_format rows[] = {
#define AW_ARRAY_FORMAT(kind, driver, view, x, y, z, w, side, bytes, reading) \
	{ { x, y, z, w, cudaChannelFormatKind##kind }, CU_AD_FORMAT_##driver, cudaResViewFormat##view, side, bytes, AW_ARRAY_##reading },
#include "array_formats.def"
#undef AW_ARRAY_FORMAT
};
static const struct aw_array_format *const rows_end = rows + sizeof(rows) / sizeof(*rows);

const struct aw_array_format *aw_array_format_of(const struct cudaChannelFormatDesc *channels)
{
	for (const struct aw_array_format *row = rows; row < rows_end; row++)
		if (row->channels.f == channels->f)
			return row;
	return NULL;
}

const struct aw_array_format *aw_array_format_of_driver(CUarray_format format)
{
	for (const struct aw_array_format *row = rows; row < rows_end; row++)
		if (row->driver == format)
			return row;
	return NULL;
}

const struct aw_array_format *aw_array_format_of_view(enum cudaResourceViewFormat format)
{
	for (const struct aw_array_format *row = rows; row < rows_end; row++)
		if (row->view == format && format != cudaResViewFormatNone)
			return row;
	return NULL;
}

size_t aw_array_element_bytes(const struct cudaChannelFormatDesc *channels)
{
	const struct aw_array_format *row = aw_array_format_of(channels);
	return row ? row->bytes : (size_t)(channels->x + channels->y + channels->z + channels->w) / 8;
}

unsigned aw_array_element_side(const struct cudaChannelFormatDesc *channels)
{
	const struct aw_array_format *row = aw_array_format_of(channels);
	return row ? row->side : 1;
}

size_t aw_array_elements(const struct cudaChannelFormatDesc *channels, size_t texels)
{
	unsigned side = aw_array_element_side(channels);
	return (texels + side - 1) / side;
}

CUarray_format aw_array_driver_format(const struct cudaChannelFormatDesc *channels)
{
	const struct aw_array_format *row = aw_array_format_of(channels);
	if (row)
		return row->driver;
	if (channels->f == cudaChannelFormatKindFloat)
		return channels->x == 16 ? CU_AD_FORMAT_HALF : CU_AD_FORMAT_FLOAT;
	if (channels->f == cudaChannelFormatKindSigned)
		return channels->x == 8    ? CU_AD_FORMAT_SIGNED_INT8
		       : channels->x == 16 ? CU_AD_FORMAT_SIGNED_INT16
		                           : CU_AD_FORMAT_SIGNED_INT32;
	return channels->x == 8    ? CU_AD_FORMAT_UNSIGNED_INT8
	       : channels->x == 16 ? CU_AD_FORMAT_UNSIGNED_INT16
	                           : CU_AD_FORMAT_UNSIGNED_INT32;
}

unsigned aw_array_channel_count(const struct cudaChannelFormatDesc *channels)
{
	return 1u + (channels->y > 0) + (channels->z > 0) + (channels->w > 0);
}
