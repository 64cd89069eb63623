// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of all ranks joined, in the order of ranks.  Formats of 8 and 16 bits that are no integers are joined as floats, a piece at a
// time, and rounded once.
#include "../common/shim_gemm.h"
#include "nccl_communicator.h"

enum { PIECE = 512 };

static const struct format {
	size_t size;
	cudaDataType narrow; // of those that are joined as floats
} formats[ncclNumTypes] = {
	[ncclInt8] = { 1 }, [ncclUint8] = { 1 }, [ncclInt32] = { 4 }, [ncclUint32] = { 4 }, [ncclInt64] = { 8 }, [ncclUint64] = { 8 },
	[ncclFloat16] = { 2, CUDA_R_16F }, [ncclFloat32] = { 4 }, [ncclFloat64] = { 8 }, [ncclBfloat16] = { 2, CUDA_R_16BF },
	[ncclFloat8e4m3] = { 1, CUDA_R_8F_E4M3 }, [ncclFloat8e5m2] = { 1, CUDA_R_8F_E5M2 },
};

size_t aw_nccl_size(uint32_t type)
{
	return formats[type].size;
}

#define LARGER(a, b) ((a) > (b) || (b) != (b) ? (a) : (b))
#define SMALLER(a, b) ((a) < (b) || (b) != (b) ? (a) : (b))

// The elements from FIRST on of all ranks by STEP(sum, element), and then by LAST(sum).
#define JOIN(type, begin, step, last) \
	for (size_t i = 0; i < count; i++) { \
		type first = ((const type *)from[0])[i], sum = begin; \
		for (int rank = 1; rank < ranks; rank++) { \
			type next = ((const type *)from[rank])[i]; \
			sum = step; \
		} \
		((type *)to)[i] = last; \
	}

// Sums and products of integers wrap around, for which they are computed without a sign.
#define DEFINE_JOIN(name, type, unsigned_type) \
	static void name(uint32_t op, void *to, const void *const *from, int ranks, size_t count) \
	{ \
		switch (op) { \
		case ncclProd: JOIN(type, first, (type)((unsigned_type)sum * (unsigned_type)next), sum) break; \
		case ncclMax: JOIN(type, first, LARGER(sum, next), sum) break; \
		case ncclMin: JOIN(type, first, SMALLER(sum, next), sum) break; \
		case ncclAvg: JOIN(type, first, (type)((unsigned_type)sum + (unsigned_type)next), (type)(sum / (type)ranks)) break; \
		default: JOIN(type, first, (type)((unsigned_type)sum + (unsigned_type)next), sum) break; \
		} \
	} \
	static void name##_scale(const void *scalar, void *elements, size_t count) \
	{ \
		type factor = *(const type *)scalar, *element = elements; \
		for (size_t i = 0; i < count; i++) \
			element[i] = (type)((unsigned_type)element[i] * (unsigned_type)factor); \
	}

DEFINE_JOIN(join_int8, int8_t, uint32_t)
DEFINE_JOIN(join_uint8, uint8_t, uint32_t)
DEFINE_JOIN(join_int32, int32_t, uint32_t)
DEFINE_JOIN(join_uint32, uint32_t, uint32_t)
DEFINE_JOIN(join_int64, int64_t, uint64_t)
DEFINE_JOIN(join_uint64, uint64_t, uint64_t)
DEFINE_JOIN(join_float, float, float)
DEFINE_JOIN(join_double, double, double)

static void join_narrow(cudaDataType type, uint32_t op, void *to, const void *const *from, int ranks, size_t count)
{
	size_t size = aw_shim_type_size(type);
	float sum[PIECE], next[PIECE];
	for (size_t done = 0, part; done < count; done += part) {
		part = count - done < PIECE ? count - done : PIECE;
		for (int rank = 0; rank < ranks; rank++) {
			aw_shim_load_f32(next, type, (const char *)from[rank] + done * size, part);
			const void *const both[] = { rank ? sum : next, next };
			join_float(op == ncclAvg ? ncclSum : op, sum, both, rank ? 2 : 1, part);
		}
		for (size_t i = 0; op == ncclAvg && i < part; i++)
			sum[i] /= (float)ranks;
		aw_shim_store_f32(type, (char *)to + done * size, sum, part);
	}
}

static void scale_narrow(cudaDataType type, const void *scalar, void *elements, size_t count)
{
	size_t size = aw_shim_type_size(type);
	float factor, piece[PIECE];
	aw_shim_load_f32(&factor, type, scalar, 1);
	for (size_t done = 0, part; done < count; done += part) {
		part = count - done < PIECE ? count - done : PIECE;
		aw_shim_load_f32(piece, type, (char *)elements + done * size, part);
		for (size_t i = 0; i < part; i++)
			piece[i] *= factor;
		aw_shim_store_f32(type, (char *)elements + done * size, piece, part);
	}
}

static const struct functions {
	void (*join)(uint32_t op, void *to, const void *const *from, int ranks, size_t count);
	void (*scale)(const void *scalar, void *elements, size_t count);
} functions[ncclNumTypes] = {
#define AW_NCCL_JOIN(type, name) [type] = { name, name##_scale }
	AW_NCCL_JOIN(ncclInt8, join_int8), AW_NCCL_JOIN(ncclUint8, join_uint8), AW_NCCL_JOIN(ncclInt32, join_int32),
	AW_NCCL_JOIN(ncclUint32, join_uint32), AW_NCCL_JOIN(ncclInt64, join_int64), AW_NCCL_JOIN(ncclUint64, join_uint64),
	AW_NCCL_JOIN(ncclFloat32, join_float), AW_NCCL_JOIN(ncclFloat64, join_double),
#undef AW_NCCL_JOIN
};

void aw_nccl_reduce(uint32_t type, uint32_t op, void *to, const void *const *from, int ranks, size_t count)
{
	if (functions[type].join)
		functions[type].join(op, to, from, ranks, count);
	else
		join_narrow(formats[type].narrow, op, to, from, ranks, count);
}

void aw_nccl_scale(const struct aw_nccl_op *op, void *elements, size_t count)
{
	const void *scalar = op->on_device ? op->scalar.address : op->scalar.value;
	if (functions[op->type].scale)
		functions[op->type].scale(scalar, elements, count);
	else
		scale_narrow(formats[op->type].narrow, scalar, elements, count);
}
