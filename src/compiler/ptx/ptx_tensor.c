// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of boxes of tensors (PTX ISA, "cp.async.bulk.tensor", "cp.reduce.async.bulk.tensor", "tensormap.replace") and reductions by bulk
// copies: calls of the marks aw.tensor.* and aw.bulk.reduce of intrinsics.def.  Like all copies they are done at once.
#include <string.h>

#include "../../fatbin/tensor_abi.h"
#include "ptx_emit.h"

static LLVMValueRef number(struct aw_ptx_emit *emit, unsigned bits, uint64_t value)
{
	return LLVMConstInt(aw_ptx_int(emit, bits), value, false);
}

static LLVMTypeRef nothing(struct aw_ptx_emit *emit)
{
	return LLVMVoidTypeInContext(emit->context);
}

// --- reductions ---

static uint32_t reduction_of(const struct aw_ptx_op *op)
{
	static const struct {
		const char *name;
		enum aw_tensor_reduction reduction;
	} rows[] = {
		{ "add", AW_TENSOR_ADD }, { "min", AW_TENSOR_MIN }, { "max", AW_TENSOR_MAX }, { "inc", AW_TENSOR_INC },
		{ "dec", AW_TENSOR_DEC }, { "and", AW_TENSOR_AND }, { "or", AW_TENSOR_OR },   { "xor", AW_TENSOR_XOR },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (aw_ptx_has(op, rows[i].name))
			return rows[i].reduction;
	return AW_TENSOR_STORE;
}

void aw_ptx_emit_bulk_reduce(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	static const struct {
		enum aw_ptx_type type;
		uint32_t element;
	} rows[] = {
		{ AW_PTX_b32, AW_TENSOR_U32 }, { AW_PTX_u32, AW_TENSOR_U32 }, { AW_PTX_s32, AW_TENSOR_S32 },
		{ AW_PTX_b64, AW_TENSOR_U64 }, { AW_PTX_u64, AW_TENSOR_U64 }, { AW_PTX_s64, AW_TENSOR_S64 },
		{ AW_PTX_f16, AW_TENSOR_F16 }, { AW_PTX_bf16, AW_TENSOR_BF16 }, { AW_PTX_f32, AW_TENSOR_F32 },
		{ AW_PTX_f64, AW_TENSOR_F64 },
	};
	bool told = aw_ptx_has(op, "mbarrier::complete_tx::bytes");
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows) && op->type_count && op->source->operand_count >= 3u + told; i++) {
		if (rows[i].type != op->types[0])
			continue;
		LLVMValueRef arguments[] = {
			aw_ptx_bulk_address(emit, op, 0),
			aw_ptx_bulk_address(emit, op, 1),
			aw_ptx_read(emit, op, 2, AW_PTX_u32),
			told ? aw_ptx_address(emit, op, 3) : LLVMConstNull(LLVMPointerTypeInContext(emit->context, 0)),
			number(emit, 32, reduction_of(op)),
			number(emit, 32, rows[i].element),
		};
		aw_ptx_call(emit, "aw.bulk.reduce", nothing(emit), arguments, 6);
		return;
	}
	aw_ptx_error(emit, op, "is not supported with these operands");
}

// --- boxes ---

// What a copy says of its place, as the marks take it.
struct place {
	LLVMValueRef map, coordinates[3], offsets;
};

static LLVMValueRef pack(struct aw_ptx_emit *emit, LLVMValueRef word, LLVMValueRef part, unsigned shift)
{
	LLVMValueRef wide = LLVMBuildZExt(emit->builder, part, aw_ptx_int(emit, 64), "");
	return LLVMBuildOr(emit->builder, word, LLVMBuildShl(emit->builder, wide, number(emit, 64, shift), ""), "");
}

static unsigned rank_of(const struct aw_ptx_op *op)
{
	static const char *const names[] = { "1d", "2d", "3d", "4d", "5d" };
	for (unsigned i = 0; i < AW_TENSOR_RANK; i++)
		if (aw_ptx_has(op, names[i]))
			return i + 1;
	return 0;
}

// [map, {coordinates}] in operand INDEX.
static bool read_place(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index, struct place *place)
{
	const struct aw_ptx_operand *operand = &op->source->operands[index];
	unsigned rank = rank_of(op);
	bool column = aw_ptx_has(op, "im2col") || aw_ptx_has(op, "im2col_no_offs");
	if (!rank || operand->kind != AW_PTX_IMAGE || operand->count != 1 + rank || (column && rank < 3)) {
		aw_ptx_error(emit, op, "needs [map, {coordinates}], as many as there are dimensions, of which columns have three at least");
		return false;
	}
	LLVMValueRef map = aw_ptx_read_atom(emit, op, aw_ptx_atom(&emit->parser, operand, 0), AW_PTX_b64);
	place->map = LLVMBuildIntToPtr(emit->builder, map, LLVMPointerTypeInContext(emit->context, 0), "");
	for (unsigned i = 0; i < 3; i++)
		place->coordinates[i] = number(emit, 64, i == 2 ? (uint64_t)(rank | (column ? AW_TENSOR_SHAPE_COLUMN : 0)) << 32 : 0);
	for (unsigned i = 0; i < rank; i++) {
		LLVMValueRef one = aw_ptx_read_atom(emit, op, aw_ptx_atom(&emit->parser, operand, 1 + i), AW_PTX_b32);
		place->coordinates[i / 2] = pack(emit, place->coordinates[i / 2], one, 32 * (i % 2));
	}
	place->offsets = number(emit, 64, 0);
	return true;
}

static bool read_offsets(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index, struct place *place)
{
	const struct aw_ptx_operand *operand = &op->source->operands[index];
	unsigned wanted = rank_of(op) - 2;
	if (index >= op->source->operand_count || operand->count != wanted) {
		aw_ptx_error(emit, op, "needs %u offsets of pixels", wanted);
		return false;
	}
	for (unsigned i = 0; i < wanted; i++) {
		LLVMValueRef one = aw_ptx_read_atom(emit, op, aw_ptx_atom(&emit->parser, operand, i), AW_PTX_b16);
		place->offsets = pack(emit, place->offsets, one, 16 * i);
	}
	return true;
}

static void load(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	struct place place;
	bool column = aw_ptx_has(op, "im2col"), many = aw_ptx_has(op, "multicast::cluster");
	unsigned mask = 3u + column;
	if (op->source->operand_count < mask + many) {
		aw_ptx_error(emit, op, "has %u operands", op->source->operand_count);
		return;
	}
	if (!read_place(emit, op, 1, &place) || (column && !read_offsets(emit, op, 3, &place)))
		return;
	LLVMValueRef arguments[8] = {
		aw_ptx_bulk_address(emit, op, 0), place.map, aw_ptx_address(emit, op, 2),
		place.coordinates[0], place.coordinates[1], place.coordinates[2], place.offsets,
	};
	if (many)
		arguments[7] = LLVMBuildZExt(emit->builder, aw_ptx_read(emit, op, mask, AW_PTX_u16), aw_ptx_int(emit, 32), "");
	aw_ptx_call(emit, many ? "aw.tensor.multicast" : "aw.tensor.load", nothing(emit), arguments, 7 + many);
}

static void store(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	struct place place;
	if (op->source->operand_count < 2 || aw_ptx_has(op, "im2col")) {
		aw_ptx_error(emit, op, "is not supported with these operands");
		return;
	}
	if (!read_place(emit, op, 0, &place))
		return;
	LLVMValueRef arguments[] = {
		place.map, aw_ptx_bulk_address(emit, op, 1), place.coordinates[0], place.coordinates[1], place.coordinates[2],
		number(emit, 32, reduction_of(op)),
	};
	aw_ptx_call(emit, "aw.tensor.store", nothing(emit), arguments, 6);
}

void aw_ptx_emit_bulk_tensor(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	if (aw_ptx_has(op, "mbarrier::complete_tx::bytes"))
		load(emit, op);
	else
		store(emit, op);
}

// --- maps ---

// tensormap.replace, and tensormap.cp_fenceproxy, which copies a map for others to see.
void aw_ptx_emit_tensormap(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	static const struct {
		const char *name;
		enum aw_tensor_field field;
		unsigned indices;
		enum aw_ptx_type type;
	} rows[] = {
		{ "global_address", AW_TENSOR_ADDRESS, 0, AW_PTX_b64 }, { "rank", AW_TENSOR_RANK_FIELD, 0, AW_PTX_b32 },
		{ "box_dim", AW_TENSOR_BOX, AW_TENSOR_RANK, AW_PTX_b32 }, { "global_dim", AW_TENSOR_SIZE, AW_TENSOR_RANK, AW_PTX_b32 },
		{ "global_stride", AW_TENSOR_STRIDE, AW_TENSOR_RANK - 1, AW_PTX_b64 },
		{ "element_stride", AW_TENSOR_STEP, AW_TENSOR_RANK, AW_PTX_b32 }, { "elemtype", AW_TENSOR_TYPE, 0, AW_PTX_b32 },
		{ "interleave_layout", AW_TENSOR_INTERLEAVE, 0, AW_PTX_b32 }, { "swizzle_mode", AW_TENSOR_SWIZZLE, 0, AW_PTX_b32 },
		{ "fill_mode", AW_TENSOR_FILL, 0, AW_PTX_b32 },
	};
	unsigned operands = op->source->operand_count;
	if (aw_ptx_has(op, "cp_fenceproxy") && operands == 3) {
		LLVMValueRef arguments[] = {
			aw_ptx_bulk_address(emit, op, 0), aw_ptx_bulk_address(emit, op, 1), aw_ptx_read(emit, op, 2, AW_PTX_u32),
			LLVMConstNull(LLVMPointerTypeInContext(emit->context, 0)),
		};
		aw_ptx_call(emit, "aw.bulk.copy", nothing(emit), arguments, 4);
		return;
	}
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		bool indexed = rows[i].indices > 0;
		if (!aw_ptx_has(op, "replace") || !aw_ptx_has(op, rows[i].name) || operands != 2u + indexed)
			continue;
		int64_t index = indexed ? aw_ptx_constant(emit, op, 1) : 0;
		if (index < 0 || (indexed && index >= rows[i].indices)) {
			aw_ptx_error(emit, op, "has no dimension %d", (int)index);
			return;
		}
		LLVMValueRef value = aw_ptx_read(emit, op, 1 + indexed, rows[i].type);
		LLVMValueRef arguments[] = {
			aw_ptx_address(emit, op, 0), number(emit, 32, rows[i].field), number(emit, 32, (uint64_t)index),
			LLVMBuildZExt(emit->builder, value, aw_ptx_int(emit, 64), ""),
		};
		aw_ptx_call(emit, "aw.tensor.replace", nothing(emit), arguments, 4);
		return;
	}
	aw_ptx_error(emit, op, "is not supported with these operands");
}
