// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formats of arrays.  An array's extents are texels; what lies in memory and what copies count are elements: texels, or compressed
// blocks of texels.
#ifndef AW_DEVICE_ARRAY_FORMAT_H
#define AW_DEVICE_ARRAY_FORMAT_H

#include <stddef.h>

#include "../../../include/anywarp/cu_memory.h"
#include "../../../include/anywarp/runtime_texture.h"

// What textures give: floats of normalized integers, by the sRGB curve or not, or of halves.
enum aw_array_reading { AW_ARRAY_NORMALIZED, AW_ARRAY_CURVE, AW_ARRAY_FLOAT };

// A row of array_formats.def.
struct aw_array_format {
	struct cudaChannelFormatDesc channels;
	CUarray_format driver;
	enum cudaResourceViewFormat view;
	unsigned side;
	size_t bytes;
	enum aw_array_reading reading;
};

// The row with the kind of CHANNELS, or with the driver's or the view's format; NULL when there is none.
const struct aw_array_format *aw_array_format_of(const struct cudaChannelFormatDesc *channels);
const struct aw_array_format *aw_array_format_of_driver(CUarray_format format);
const struct aw_array_format *aw_array_format_of_view(enum cudaResourceViewFormat format);

// Bytes of an element, and texels on its side.
size_t aw_array_element_bytes(const struct cudaChannelFormatDesc *channels);
unsigned aw_array_element_side(const struct cudaChannelFormatDesc *channels);
// Elements of a row or column of TEXELS.
size_t aw_array_elements(const struct cudaChannelFormatDesc *channels, size_t texels);

// The driver's name for CHANNELS, which are a format of arrays, and their number.
CUarray_format aw_array_driver_format(const struct cudaChannelFormatDesc *channels);
unsigned aw_array_channel_count(const struct cudaChannelFormatDesc *channels);

#endif
