// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions into memory by bulk copies (PTX ISA, "cp.reduce.async.bulk").  Each element is changed by compare and swap, which serves all
// operations and types.
#include "support_reduce.h"

static uint64_t combine_integers(uint64_t old, uint64_t value, enum aw_tensor_reduction reduction, bool less)
{
	switch (reduction) {
	case AW_TENSOR_ADD: return old + value;
	case AW_TENSOR_MIN: return less ? value : old;
	case AW_TENSOR_MAX: return less ? old : value;
	case AW_TENSOR_INC: return old >= value ? 0 : old + 1;
	case AW_TENSOR_DEC: return old == 0 || old > value ? value : old - 1;
	case AW_TENSOR_AND: return old & value;
	case AW_TENSOR_OR: return old | value;
	case AW_TENSOR_XOR: return old ^ value;
	case AW_TENSOR_STORE: break;
	}
	return value;
}

// The greater or smaller of two, of which one that is not a number is left out; -0 is less than 0.
static double choose(double old, double value, bool greater)
{
	if (old != old)
		return value;
	if (value == old)
		return __builtin_signbit(old) == greater ? value : old;
	return value != value || (value < old) == greater ? old : value;
}

static double combine_reals(double old, double value, enum aw_tensor_reduction reduction)
{
	return reduction == AW_TENSOR_ADD ? old + value : choose(old, value, reduction == AW_TENSOR_MAX);
}

static uint16_t half_bits(double value)
{
	_Float16 half = (_Float16)value;
	uint16_t bits;
	__builtin_memcpy(&bits, &half, sizeof(bits));
	return bits;
}

// To the nearest even.  The sum of two is exact in a double, or so far from the middle of two that a float loses nothing that matters.
static uint16_t brain_bits(double value)
{
	uint32_t bits = bits_of((float)value);
	return value != value ? 0x7fff : (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static double double_of(uint64_t bits)
{
	double value;
	__builtin_memcpy(&value, &bits, sizeof(value));
	return value;
}

static uint64_t double_bits(double value)
{
	uint64_t bits;
	__builtin_memcpy(&bits, &value, sizeof(bits));
	return bits;
}

static uint64_t combine(uint64_t old, uint64_t value, enum aw_tensor_reduction reduction, uint32_t type)
{
	switch (type) {
	case AW_TENSOR_S32: return combine_integers(old, value, reduction, (int32_t)value < (int32_t)old);
	case AW_TENSOR_S64: return combine_integers(old, value, reduction, (int64_t)value < (int64_t)old);
	case AW_TENSOR_F16: return half_bits(combine_reals(half_of((uint32_t)old), half_of((uint32_t)value), reduction));
	case AW_TENSOR_BF16:
		return brain_bits(combine_reals(float_of((uint32_t)old << 16), float_of((uint32_t)value << 16), reduction));
	case AW_TENSOR_F32:
	case AW_TENSOR_F32_FTZ:
	case AW_TENSOR_TF32:
	case AW_TENSOR_TF32_FTZ:
		return bits_of((float)combine_reals(float_of((uint32_t)old), float_of((uint32_t)value), reduction));
	case AW_TENSOR_F64: return double_bits(combine_reals(double_of(old), double_of(value), reduction));
	default: return combine_integers(old, value, reduction, value < old);
	}
}

#define REDUCE(bits) \
	static void reduce_##bits(uint##bits##_t *memory, const char *values, uint32_t count, enum aw_tensor_reduction reduction, \
	                          uint32_t type) \
	{ \
		for (uint32_t i = 0; i < count; i++) { \
			uint##bits##_t value, old = __atomic_load_n(&memory[i], __ATOMIC_RELAXED); \
			__builtin_memcpy(&value, values + i * sizeof(value), sizeof(value)); \
			while (!__atomic_compare_exchange_n(&memory[i], &old, (uint##bits##_t)combine(old, value, reduction, type), true, \
			                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED)) \
				; \
		} \
	}
REDUCE(8)
REDUCE(16)
REDUCE(32)
REDUCE(64)

void aw_cpu_reduce_elements(char *memory, const char *values, uint32_t bytes, enum aw_tensor_reduction reduction, uint32_t type)
{
	switch (aw_tensor_element_size(type)) {
	case 1: reduce_8((uint8_t *)memory, values, bytes, reduction, type); break;
	case 2: reduce_16((uint16_t *)memory, values, bytes / 2, reduction, type); break;
	case 4: reduce_32((uint32_t *)memory, values, bytes / 4, reduction, type); break;
	case 8: reduce_64((uint64_t *)memory, values, bytes / 8, reduction, type); break;
	}
}

// By one thread; MBARRIER, if any, is told.
void aw_cpu_bulk_reduce(thread *t, char *target, const char *source, uint32_t size, uint64_t *mbarrier, uint32_t reduction, uint32_t type)
{
	aw_cpu_reduce_elements(target, source, size, (enum aw_tensor_reduction)reduction, type);
	if (mbarrier)
		aw_cpu_mbarrier_expect(t, mbarrier, -(int32_t)size);
}
