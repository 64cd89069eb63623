// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums put off.  Blocks that each have added up something in their own memory add it to the same few places at their end:
//
//     if (threadIdx.x < 32)
//         atomicAdd(&total[threadIdx.x], mine[threadIdx.x]);
//
// That is an atomic instruction for each number and block, and the workers' processors take the line from one another for each.
// CUDA's atomic functions keep no order with anything else in the thread (CUDA C++ Programming Guide, "Atomic Functions"), so a
// worker may as well add up what its blocks add to a place, and add that when it has run a chunk of blocks (cpu_gangs.c).  It is
// put off where
//
//   - nobody wants the result, and the sum is one of integers, where the order of the summands makes no difference;
//   - nothing follows in the thread by which it might see memory, or others might see what it has done before: this sum
//     comes last, but for others of this kind, and for loads from another parameter.  These are told from the sum by the program
//     (restrict), or the launch: the parameters point into different allocations;
//   - the address doesn't depend on the block, and is one, or the lanes' addresses lie in a row; or each lane has one that nobody
//     knows, as in a histogram;
//   - blocks don't wait for one another.
//
// A worker has rows of sums, each for an address (struct aw_cpu_later).  A gang looks into the one that its address leads to:
//
//     row->key == key      there it adds what it has to add
//     row->key == 0        it takes it for the next blocks, and adds to memory itself, where an address that is none is
//                          told of this thread
//     else                 it adds to memory itself
//
// A lane that has an address of its own does so with the row of all places around that.
#include "simd_later.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

#include "../../fatbin/cpu_abi.h"
#include "../analysis/access.h"
#include "../target/nvptx.h"
#include "simd_index.h"

// --- which ones ---

static bool is_sum(LLVMValueRef instruction)
{
	LLVMTypeRef type = LLVMTypeOf(instruction);
	if (!LLVMIsAAtomicRMWInst(instruction) || LLVMGetAtomicRMWBinOp(instruction) != LLVMAtomicRMWBinOpAdd ||
	    LLVMGetFirstUse(instruction) || LLVMGetVolatile(instruction) || LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
		return false;
	return LLVMGetIntTypeWidth(type) == 32 || LLVMGetIntTypeWidth(type) == 64;
}

// What no other block reaches, or nobody writes.
static bool is_own(LLVMValueRef pointer)
{
	return aw_access_is_blocks_own(pointer) || LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) == AW_NVPTX_CONSTANT;
}

// Whether LOAD may read what SUM has added.  *OTHER: the parameter that it loads from then points into the sum's allocation; it
// becomes one where it was NULL.
static bool may_read(LLVMValueRef load, LLVMValueRef sum, LLVMValueRef *other)
{
	LLVMValueRef a = aw_llvm_object(LLVMGetOperand(load, 0)), b = aw_llvm_object(LLVMGetOperand(sum, 0));
	if (!aw_llvm_is_plain(load) || a == b || !LLVMIsAArgument(a) || !LLVMIsAArgument(b))
		return true;
	if (aw_llvm_are_restricted(a, b))
		return false;
	*other = *other ? *other : a;
	return *other != a;
}

// Whether at INSTRUCTION behind SUM its thread may see what it has added, or let others see that it has come there.
static bool tells(LLVMValueRef instruction, LLVMValueRef sum, LLVMValueRef *other)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMLoad:
		return !is_own(LLVMGetOperand(instruction, 0)) && may_read(instruction, sum, other);
	case LLVMStore:
		return !is_own(LLVMGetOperand(instruction, 1));
	case LLVMAtomicRMW:
		return !is_sum(instruction) && !is_own(LLVMGetOperand(instruction, 0));
	case LLVMAtomicCmpXchg:
		return !is_own(LLVMGetOperand(instruction, 0));
	case LLVMCall: {
		const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
		LLVMValueRef callee = aw_llvm_callee(instruction);
		return row ? !(row->flags & AW_INTRINSIC_CONTEXT) : !callee || !aw_llvm_has_no_memory(callee);
	}
	case LLVMFence: case LLVMInvoke: case LLVMCallBr: case LLVMVAArg:
		return true;
	default:
		return false;
	}
}

// Whether VALUE is the same in all blocks, or goes through the same values in them; SEEN has what is being asked for, too.
static bool is_of_all_blocks(const struct aw_uniformity *u, LLVMValueRef value, struct aw_map *seen)
{
	if (!LLVMIsAInstruction(value))
		return true;
	if (aw_map_get(seen, value) || aw_uniformity_shape(u, value).kind <= AW_SHAPE_GRID)
		return true;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMCall: {
		const struct aw_intrinsic *row = aw_intrinsic_of(value);
		return row && aw_starts_with(row->support, "aw_cpu_tid_");
	}
	case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMShl: case LLVMLShr: case LLVMAShr: case LLVMAnd: case LLVMOr: case LLVMXor:
	case LLVMUDiv: case LLVMURem: case LLVMSDiv: case LLVMSRem: case LLVMZExt: case LLVMSExt: case LLVMTrunc: case LLVMFreeze:
	case LLVMGetElementPtr: case LLVMAddrSpaceCast: case LLVMBitCast: case LLVMPHI:
		break;
	default:
		return false;
	}
	aw_need(aw_map_put(seen, value, value));
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (!is_of_all_blocks(u, LLVMGetOperand(value, i), seen))
			return false;
	return true;
}

static bool fits(const struct aw_uniformity *u, LLVMValueRef sum)
{
	LLVMValueRef pointer = LLVMGetOperand(sum, 0);
	struct aw_shape shape = aw_uniformity_shape(u, pointer);
	struct aw_map seen = { 0 };
	if (shape.kind == AW_SHAPE_VARYING)
		return !is_own(pointer);
	int64_t bytes = LLVMGetIntTypeWidth(LLVMTypeOf(sum)) / 8;
	bool row = shape.kind == AW_SHAPE_STRIDED && shape.stride == bytes && bytes * u->gang.width <= AW_CPU_LATER_BYTES;
	bool good = !is_own(pointer) && (row || aw_shape_is_uniform(shape)) && is_of_all_blocks(u, pointer, &seen);
	aw_map_finish(&seen);
	return good;
}

// Whether something tells of SUM from FIRST to the end of its block.
static bool is_told(LLVMValueRef sum, LLVMValueRef first, LLVMValueRef *other)
{
	for (LLVMValueRef i = first; i; i = LLVMGetNextInstruction(i))
		if (tells(i, sum, other))
			return true;
	return false;
}

// Whether nothing behind SUM does.
static bool comes_last(const struct aw_cfg *cfg, LLVMValueRef sum, LLVMValueRef *other)
{
	AW_VEC(uint32_t) ahead = { 0 };
	bool *seen = AW_NEED_ARRAY(bool, cfg->count), last = !is_told(sum, sum, other);
	aw_need(aw_vec_push(&ahead, aw_cfg_number(cfg, LLVMGetInstructionParent(sum))));
	while (last && ahead.count) {
		uint32_t block = ahead.items[--ahead.count];
		AW_FOR_SUCCESSORS(&cfg->graph, block, next)
			if (!seen[*next]) {
				seen[*next] = true;
				last &= !is_told(sum, LLVMGetFirstInstruction(cfg->blocks[*next]), other);
				aw_need(aw_vec_push(&ahead, *next));
			}
	}
	aw_vec_finish(&ahead);
	free(seen);
	return last;
}

void aw_simd_find_later(const struct aw_uniformity *u, struct aw_map *sums)
{
	for (uint32_t block = 0; block < u->cfg.count; block++)
		AW_FOR_INSTRUCTIONS(instruction, u->cfg.blocks[block]) {
			LLVMValueRef other = NULL;
			if (is_sum(instruction) && fits(u, instruction) && comes_last(&u->cfg, instruction, &other))
				aw_need(aw_map_put(sums, instruction, other ? other : instruction));
		}
}

// --- the code ---

static LLVMValueRef wide(struct aw_simd *simd, uint64_t number)
{
	return aw_simd_number(simd, 64, number);
}

static LLVMValueRef at(struct aw_simd *simd, LLVMValueRef base, LLVMValueRef offset)
{
	return LLVMBuildGEP2(simd->builder, aw_simd_integer(simd, 8), base, &offset, 1, "");
}

// With the mark of what the next gang finds changed (simd.h).
static LLVMValueRef load(struct aw_simd *simd, LLVMTypeRef type, LLVMValueRef address, unsigned alignment)
{
	LLVMValueRef value = LLVMBuildLoad2(simd->builder, type, address, "");
	LLVMSetAlignment(value, alignment);
	LLVMSetOrdering(value, LLVMAtomicOrderingUnordered);
	return value;
}

// Whether the launch tells SUM's allocation from that of OTHER, asked where the code begins.
static LLVMValueRef ask_apart(struct aw_simd *simd, LLVMValueRef sum, LLVMValueRef other)
{
	LLVMTypeRef pointer = LLVMPointerTypeInContext(simd->unit->context, 0), types[] = { pointer, pointer };
	LLVMValueRef arguments[] = { aw_llvm_object(LLVMGetOperand(sum, 0)), other };
	LLVMBasicBlockRef here = LLVMGetInsertBlock(simd->builder);
	assert(LLVMIsAArgument(arguments[0]) && LLVMIsAArgument(other));
	LLVMPositionBuilderBefore(simd->builder, aw_llvm_behind_locals(simd->function));
	LLVMValueRef apart = aw_simd_ask(simd, "aw.apart", LLVMFunctionType(aw_simd_integer(simd, 1), types, 2, false), arguments, 2);
	LLVMPositionBuilderAtEnd(simd->builder, here);
	return apart;
}

// Where the sum of VALUE is put off to: ROW, number NUMBER of the worker's TABLE, if it has the key KEY, and WHERE in its sums, in bytes.
struct later {
	LLVMValueRef table, number, row, key, where, value;
	LLVMValueRef may; // whether it may be; NULL: it may
};

// The row takes its key; the worker is told that there is something in it.
static void open_row(struct aw_simd *simd, const struct later *later)
{
	LLVMValueRef open = at(simd, later->table, wide(simd, offsetof(struct aw_cpu_later, open)));
	LLVMValueRef bit = LLVMBuildShl(simd->builder, wide(simd, 1), later->number, "");
	LLVMBuildStore(simd->builder, later->key, later->row);
	LLVMBuildStore(simd->builder, LLVMBuildOr(simd->builder, load(simd, aw_simd_integer(simd, 64), open, 8), bit, ""), open);
}

static void add_to_row(struct aw_simd *simd, const struct later *later)
{
	LLVMTypeRef type = LLVMTypeOf(later->value);
	bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
	unsigned bits = is_vector ? LLVMGetVectorSize(type) * LLVMGetIntTypeWidth(LLVMGetElementType(type)) : LLVMGetIntTypeWidth(type);
	unsigned alignment = LLVMIsConstant(later->where) ? 64 : bits / 8;
	LLVMValueRef sums = at(simd, later->row, wide(simd, offsetof(struct aw_cpu_later_row, sums)));
	sums = at(simd, sums, later->where);
	LLVMValueRef old = LLVMBuildBitCast(simd->builder, load(simd, aw_simd_integer(simd, bits), sums, alignment), type, "");
	LLVMSetAlignment(LLVMBuildStore(simd->builder, LLVMBuildAdd(simd->builder, old, later->value, ""), sums), alignment);
}

// Adds to the row that has the key; leaves the builder where it is to be added to memory, behind which the way goes to the block
// returned.
static LLVMBasicBlockRef put_off(struct aw_simd *simd, const struct later *later)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMBasicBlockRef add = aw_simd_block(simd, "later"), other = aw_simd_block(simd, "later.other");
	LLVMBasicBlockRef open = aw_simd_block(simd, "later.open"), now = aw_simd_block(simd, "later.now");
	LLVMBasicBlockRef done = aw_simd_block(simd, "later.done");
	LLVMValueRef found = load(simd, aw_simd_integer(simd, 64), later->row, 64);
	LLVMValueRef taken = LLVMBuildICmp(builder, LLVMIntEQ, found, later->key, "");
	LLVMBuildCondBr(builder, later->may ? LLVMBuildAnd(builder, taken, later->may, "") : taken, add, other);
	LLVMPositionBuilderAtEnd(builder, add);
	add_to_row(simd, later);
	LLVMBuildBr(builder, done);
	LLVMPositionBuilderAtEnd(builder, other);
	LLVMValueRef free = LLVMBuildICmp(builder, LLVMIntEQ, found, wide(simd, 0), "");
	LLVMBuildCondBr(builder, later->may ? LLVMBuildAnd(builder, free, later->may, "") : free, open, now);
	LLVMPositionBuilderAtEnd(builder, open);
	open_row(simd, later);
	LLVMBuildBr(builder, now);
	LLVMPositionBuilderAtEnd(builder, now);
	return done;
}

// The row NUMBER, one of so many, and the key for sums of VALUE's type from PLACE on.
static struct later find_row(struct aw_simd *simd, LLVMValueRef place, LLVMValueRef number, LLVMValueRef value)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMTypeRef pointer = LLVMPointerTypeInContext(simd->unit->context, 0), element = LLVMTypeOf(value);
	element = aw_llvm_element_of(element);
	struct later later = { .value = value, .where = wide(simd, 0) };
	later.table = aw_simd_ask(simd, "aw.later", LLVMFunctionType(pointer, NULL, 0, false), NULL, 0);
	later.number = LLVMBuildAnd(builder, number, wide(simd, AW_CPU_LATER_ROWS - 1), "");
	later.row = at(simd, later.table, LLVMBuildMul(builder, later.number, wide(simd, sizeof(struct aw_cpu_later_row)), ""));
	later.key = LLVMGetIntTypeWidth(element) == 64 ? LLVMBuildOr(builder, place, wide(simd, AW_CPU_LATER_WIDE), "") : place;
	return later;
}

static LLVMValueRef shifted(struct aw_simd *simd, LLVMValueRef place, unsigned bits)
{
	return LLVMBuildLShr(simd->builder, place, wide(simd, bits), "");
}

LLVMValueRef aw_simd_may_put_off(struct aw_simd *simd, LLVMValueRef sum)
{
	LLVMValueRef other = aw_map_get(simd->later, sum);
	assert(other && "a sum that may be put off");
	return other == sum ? NULL : ask_apart(simd, sum, other);
}

LLVMBasicBlockRef aw_simd_later_begin(struct aw_simd *simd, LLVMValueRef address, LLVMValueRef value, LLVMValueRef may)
{
	// Where no lane is active, the address may be anything.
	LLVMBuilderRef builder = simd->builder;
	LLVMValueRef place = LLVMBuildFreeze(builder, LLVMBuildPtrToInt(builder, address, aw_simd_integer(simd, 64), ""), "");
	LLVMValueRef number = LLVMBuildXor(builder, shifted(simd, place, AW_CPU_LATER_FAR), shifted(simd, place, AW_CPU_LATER_NEAR), "");
	struct later later = find_row(simd, place, number, value);
	later.may = may;
	return put_off(simd, &later);
}

LLVMBasicBlockRef aw_simd_later_begin_lane(struct aw_simd *simd, LLVMValueRef address, LLVMValueRef value, LLVMValueRef may)
{
	LLVMBuilderRef builder = simd->builder;
	uint64_t within = AW_CPU_LATER_BYTES - LLVMGetIntTypeWidth(LLVMTypeOf(value)) / 8; // an address that is no multiple keeps its bits
	unsigned bits = (unsigned)__builtin_ctz(AW_CPU_LATER_BYTES);
	LLVMValueRef place = LLVMBuildPtrToInt(builder, address, aw_simd_integer(simd, 64), "");
	LLVMValueRef begin = LLVMBuildAnd(builder, place, wide(simd, ~within), "");
	LLVMValueRef number = LLVMBuildXor(builder, shifted(simd, place, bits), shifted(simd, place, 2 * bits), "");
	struct later later = find_row(simd, begin, number, value);
	later.where = LLVMBuildAnd(builder, place, wide(simd, within), "");
	later.may = may;
	return put_off(simd, &later);
}

void aw_simd_later_end(struct aw_simd *simd, LLVMBasicBlockRef done)
{
	LLVMBuildBr(simd->builder, done);
	LLVMPositionBuilderAtEnd(simd->builder, done);
}
