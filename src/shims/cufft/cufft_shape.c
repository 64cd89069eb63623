// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a transform reads and writes, from the parameters of a plan (cuFFT API Reference, "Data Layout").
#include <string.h>

#include "cufft_plan.h"

cufftResult aw_cufft_shape_of_type(cufftType type, aw_cufft_shape *shape)
{
	switch (type) {
	case CUFFT_C2C: case CUFFT_R2C: case CUFFT_C2R: shape->format = AW_CUFFT_SINGLE; break;
	case CUFFT_Z2Z: case CUFFT_D2Z: case CUFFT_Z2D: shape->format = AW_CUFFT_DOUBLE; break;
	default: return CUFFT_INVALID_VALUE;
	}
	shape->in.real = type == CUFFT_R2C || type == CUFFT_D2Z;
	shape->out.real = type == CUFFT_C2R || type == CUFFT_Z2D;
	return CUFFT_SUCCESS;
}

static bool power_of_two(long long n)
{
	return (n & (n - 1)) == 0;
}

static cufftResult check_side(const aw_cufft_shape *shape, const aw_cufft_side *side)
{
	if (side->packed)
		return CUFFT_SUCCESS;
	if (side->stride < 1 || side->dist < 0)
		return CUFFT_INVALID_VALUE;
	for (int i = 1; i < shape->rank; i++)
		if (side->embed[i] < 1)
			return CUFFT_INVALID_VALUE;
	return CUFFT_SUCCESS;
}

cufftResult aw_cufft_shape_check(const aw_cufft_shape *shape)
{
	long long all = shape->batch;
	if (shape->batch < 1)
		return CUFFT_INVALID_SIZE;
	for (int i = 0; i < shape->rank; i++) {
		if (shape->n[i] < 1 || __builtin_mul_overflow(all, shape->n[i], &all) || all > 1ll << 48)
			return CUFFT_INVALID_SIZE;
		if (shape->format <= AW_CUFFT_BF16 && !power_of_two(shape->n[i]))
			return CUFFT_INVALID_SIZE;
	}
	cufftResult result = check_side(shape, &shape->in);
	return result == CUFFT_SUCCESS ? check_side(shape, &shape->out) : result;
}

void aw_cufft_span_of(const aw_cufft_shape *shape, bool output, bool inplace, aw_cufft_span *span)
{
	const aw_cufft_side *side = output ? &shape->out : &shape->in;
	int last = shape->rank - 1;
	long long half = shape->n[last] / 2 + 1, row, stride;
	memcpy(span->length, shape->n, sizeof(span->length));
	if (!side->real && (shape->in.real || shape->out.real))
		span->length[last] = half;
	row = side->real && inplace ? 2 * half : span->length[last];
	stride = side->packed ? 1 : side->stride;
	span->extent = 1;
	for (int i = last; i >= 0; i--) {
		span->stride[i] = stride;
		span->extent += (span->length[i] - 1) * stride;
		stride *= !side->packed ? side->embed[i] : i == last ? row : span->length[i];
	}
	span->dist = side->packed ? stride : side->dist;
	span->extent += (shape->batch - 1) * span->dist;
	span->bytes = (side->real ? 1 : 2) * (shape->format == AW_CUFFT_DOUBLE ? sizeof(double) : sizeof(float));
}

// A transform works on a copy of its input where FFTW would destroy that (from complex to real in several dimensions), and on
// copies of both sides where it has no such numbers.
size_t aw_cufft_work_size(const aw_cufft_shape *shape)
{
	aw_cufft_span in, out;
	bool narrow = shape->format <= AW_CUFFT_BF16;
	if (!narrow && !(shape->out.real && shape->rank > 1))
		return 0;
	aw_cufft_span_of(shape, false, narrow, &in);
	aw_cufft_span_of(shape, true, narrow, &out);
	size_t size = ((size_t)in.extent * in.bytes + 63) / 64 * 64;
	return narrow ? size + (size_t)out.extent * out.bytes : size;
}

size_t aw_cufft_copy_size(const aw_cufft_shape *shape, bool output)
{
	aw_cufft_span apart, inplace;
	aw_cufft_span_of(shape, output, false, &apart);
	aw_cufft_span_of(shape, output, true, &inplace);
	return (size_t)(apart.extent > inplace.extent ? apart.extent : inplace.extent) * apart.bytes;
}
