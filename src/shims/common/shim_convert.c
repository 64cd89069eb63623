// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between the formats of elements.  Halves are the compiler's _Float16; bfloat16 and the formats of 8 bits
// (OCP 8-bit Floating Point Specification) are made here.
#include <math.h>
#include <string.h>

#include "shim_gemm.h"

#ifdef __x86_64__
// Levels, as a processor alone ("haswell") is only that one: with F16C, of which v3 is the first, a half is one instruction.
#define CLONED __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CLONED
#endif

size_t aw_shim_type_size(cudaDataType type)
{
	switch (type) {
	case CUDA_R_8I:
	case CUDA_R_8U:
	case CUDA_R_8F_E4M3:
	case CUDA_R_8F_E5M2: return 1;
	case CUDA_R_16F:
	case CUDA_R_16BF:
	case CUDA_C_8I: return 2;
	case CUDA_R_32F:
	case CUDA_R_32I:
	case CUDA_C_16F:
	case CUDA_C_16BF: return 4;
	case CUDA_R_64F:
	case CUDA_C_32F: return 8;
	case CUDA_C_64F: return 16;
	default: return 0;
	}
}

bool aw_shim_type_is_complex(cudaDataType type)
{
	return type == CUDA_C_32F || type == CUDA_C_64F || type == CUDA_C_8I || type == CUDA_C_16F || type == CUDA_C_16BF;
}

// The format of the parts of a complex one.
static cudaDataType part(cudaDataType type, size_t *count)
{
	if (!aw_shim_type_is_complex(type))
		return type;
	*count *= 2;
	return type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type == CUDA_C_8I ? CUDA_R_8I :
	       type == CUDA_C_16F ? CUDA_R_16F : CUDA_R_16BF;
}

static float from_bf16(uint16_t bits)
{
	uint32_t word = (uint32_t)bits << 16;
	float value;
	memcpy(&value, &word, sizeof(value));
	return value;
}

static uint16_t to_bf16(float value)
{
	uint32_t word;
	memcpy(&word, &value, sizeof(word));
	if (value != value)
		return 0x7fff;
	return (uint16_t)((word + 0x7fff + (word >> 16 & 1)) >> 16);
}

// E5M2 is the upper half of a half, infinities included; E4M3 has a NaN for them and reaches 448.
static float from_e5m2(uint8_t bits)
{
	uint16_t word = (uint16_t)(bits << 8);
	_Float16 value;
	memcpy(&value, &word, sizeof(value));
	return (float)value;
}

static float from_e4m3(uint8_t bits)
{
	int exponent = bits >> 3 & 15, fraction = bits & 7;
	float size = (bits & 0x7f) == 0x7f ? NAN : exponent ? ldexpf((float)(8 + fraction), exponent - 10) :
	                                                      ldexpf((float)fraction, -9);
	return bits & 0x80 ? -size : size;
}

// The nearest number with so many bits of fraction and the least exponent, as a multiple of its last place.
static uint8_t to_8bits(float value, int fraction_bits, int least, float most, uint8_t nan)
{
	uint8_t sign = signbit(value) ? 0x80 : 0;
	float size = fabsf(value);
	if (size != size)
		return nan;
	if (size >= most) {
		size = most;
	}
	int exponent;
	frexpf(size, &exponent);
	exponent = exponent - 1 < least || size == 0 ? least : exponent - 1;
	int steps = (int)rintf(ldexpf(size, fraction_bits - exponent));
	// Steps from the least normal number on include the hidden bit; a carry goes to the exponent by itself.
	return (uint8_t)(sign | (((exponent - least) << fraction_bits) + steps));
}

#define LOADS(T, WIDE) \
	case CUDA_R_32F: LOAD(T, float, (T)in[i]) \
	case WIDE: LOAD(T, double, (T)in[i]) \
	case CUDA_R_16F: LOAD(T, _Float16, (T)in[i]) \
	case CUDA_R_16BF: LOAD(T, uint16_t, (T)from_bf16(in[i])) \
	case CUDA_R_8F_E4M3: LOAD(T, uint8_t, (T)from_e4m3(in[i])) \
	case CUDA_R_8F_E5M2: LOAD(T, uint8_t, (T)from_e5m2(in[i])) \
	case CUDA_R_8I: LOAD(T, int8_t, (T)in[i]) \
	case CUDA_R_8U: LOAD(T, uint8_t, (T)in[i]) \
	case CUDA_R_32I: LOAD(T, int32_t, (T)in[i]) \
	default: break;
#define LOAD(T, F, expression) { \
		const F *in = from; \
		for (size_t i = 0; i < count; i++) \
			to[i] = expression; \
		break; \
	}

CLONED void aw_shim_load_f32(float *to, cudaDataType type, const void *from, size_t count)
{
	switch (part(type, &count)) {
	LOADS(float, CUDA_R_64F)
	}
}

CLONED void aw_shim_load_f64(double *to, cudaDataType type, const void *from, size_t count)
{
	switch (part(type, &count)) {
	LOADS(double, CUDA_R_64F)
	}
}

static double saturate(double value, double least, double most)
{
	double rounded = rint(value);
	return rounded > most ? most : rounded < least ? least : rounded == rounded ? rounded : 0;
}

#define STORES \
	case CUDA_R_32F: STORE(float, (float)from[i]) \
	case CUDA_R_64F: STORE(double, from[i]) \
	case CUDA_R_16F: STORE(_Float16, (_Float16)from[i]) \
	case CUDA_R_16BF: STORE(uint16_t, to_bf16((float)from[i])) \
	case CUDA_R_8F_E4M3: STORE(uint8_t, to_8bits((float)from[i], 3, -6, 448, 0x7f)) \
	case CUDA_R_8F_E5M2: STORE(uint8_t, to_8bits((float)from[i], 2, -14, 57344, 0x7f)) \
	case CUDA_R_8I: STORE(int8_t, (int8_t)saturate(from[i], -128, 127)) \
	case CUDA_R_8U: STORE(uint8_t, (uint8_t)saturate(from[i], 0, 255)) \
	case CUDA_R_32I: STORE(int32_t, (int32_t)saturate(from[i], INT32_MIN, INT32_MAX)) \
	default: break;
#define STORE(F, expression) { \
		F *out = to; \
		for (size_t i = 0; i < count; i++) \
			out[i] = expression; \
		break; \
	}

CLONED void aw_shim_store_f32(cudaDataType type, void *to, const float *from, size_t count)
{
	switch (part(type, &count)) {
	STORES
	}
}

CLONED void aw_shim_store_f64(cudaDataType type, void *to, const double *from, size_t count)
{
	switch (part(type, &count)) {
	STORES
	}
}
