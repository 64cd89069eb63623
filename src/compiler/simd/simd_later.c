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
//     comes last, but for others of this kind;
//   - the address doesn't depend on the block, and is one, or the lanes' addresses lie in a row;
//   - blocks don't wait for one another.
//
// A worker has rows of sums, each for an address (struct aw_cpu_later).  A gang looks into the one that its address leads to:
//
//     row->key == key      there it adds what it has to add
//     row->key == 0        it takes it for the next blocks, and adds to memory itself, where an address that is none is
//                          told of this thread
//     else                 it adds to memory itself
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

// Whether at INSTRUCTION a thread may see memory, or let others see that it has come there.
static bool tells(LLVMValueRef instruction)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMLoad:
		return !is_own(LLVMGetOperand(instruction, 0));
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
	int64_t bytes = LLVMGetIntTypeWidth(LLVMTypeOf(sum)) / 8;
	bool row = shape.kind == AW_SHAPE_STRIDED && shape.stride == bytes && bytes * u->gang.width <= AW_CPU_LATER_BYTES;
	bool good = !is_own(pointer) && (row || aw_shape_is_uniform(shape)) && is_of_all_blocks(u, pointer, &seen);
	aw_map_finish(&seen);
	return good;
}

// From the end of BLOCK up to where something tells.
static void collect(const struct aw_uniformity *u, LLVMBasicBlockRef block, struct aw_map *sums)
{
	for (LLVMValueRef i = LLVMGetLastInstruction(block); i && !tells(i); i = LLVMGetPreviousInstruction(i))
		if (is_sum(i) && fits(u, i))
			aw_need(aw_map_put(sums, i, i));
}

static bool block_tells(LLVMBasicBlockRef block)
{
	AW_FOR_INSTRUCTIONS(instruction, block)
		if (tells(instruction))
			return true;
	return false;
}

void aw_simd_find_later(const struct aw_uniformity *u, struct aw_map *sums)
{
	const struct aw_cfg *cfg = &u->cfg;
	bool *telling = AW_NEED_ARRAY(bool, cfg->count), *behind = AW_NEED_ARRAY(bool, cfg->count); // by block: it, and what follows
	for (uint32_t block = 0; block < cfg->count; block++)
		telling[block] = block_tells(cfg->blocks[block]);
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t block = cfg->count; block-- > 0;)
			AW_FOR_SUCCESSORS(&cfg->graph, block, next)
				if (!behind[block] && (telling[*next] || behind[*next]))
					behind[block] = changed = true;
	}
	for (uint32_t block = 0; block < cfg->count; block++)
		if (!behind[block])
			collect(u, cfg->blocks[block], sums);
	free(telling);
	free(behind);
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

// The row takes KEY; the worker is told that there is something in row NUMBER.
static void open_row(struct aw_simd *simd, LLVMValueRef table, LLVMValueRef row, LLVMValueRef number, LLVMValueRef key)
{
	LLVMValueRef open = at(simd, table, wide(simd, offsetof(struct aw_cpu_later, open)));
	LLVMValueRef bit = LLVMBuildShl(simd->builder, wide(simd, 1), number, "");
	LLVMBuildStore(simd->builder, key, row);
	LLVMBuildStore(simd->builder, LLVMBuildOr(simd->builder, load(simd, aw_simd_integer(simd, 64), open, 8), bit, ""), open);
}

// The sums of ROW, of VALUE's type, and VALUE.
static void add_to_row(struct aw_simd *simd, LLVMValueRef row, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
	unsigned bits = is_vector ? LLVMGetVectorSize(type) * LLVMGetIntTypeWidth(LLVMGetElementType(type)) : LLVMGetIntTypeWidth(type);
	LLVMValueRef sums = at(simd, row, wide(simd, offsetof(struct aw_cpu_later_row, sums)));
	LLVMValueRef old = LLVMBuildBitCast(simd->builder, load(simd, aw_simd_integer(simd, bits), sums, 64), type, "");
	LLVMSetAlignment(LLVMBuildStore(simd->builder, LLVMBuildAdd(simd->builder, old, value, ""), sums), 64);
}

LLVMBasicBlockRef aw_simd_later_begin(struct aw_simd *simd, LLVMValueRef address, LLVMValueRef value)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMTypeRef pointer = LLVMPointerTypeInContext(simd->unit->context, 0), element = LLVMTypeOf(value);
	element = LLVMGetTypeKind(element) == LLVMVectorTypeKind ? LLVMGetElementType(element) : element;
	LLVMBasicBlockRef add = aw_simd_block(simd, "later"), other = aw_simd_block(simd, "later.other");
	LLVMBasicBlockRef open = aw_simd_block(simd, "later.open"), now = aw_simd_block(simd, "later.now");
	LLVMBasicBlockRef done = aw_simd_block(simd, "later.done");

	LLVMValueRef table = aw_simd_ask(simd, "aw.later", LLVMFunctionType(pointer, NULL, 0, false), NULL, 0);
	// Where no lane is active, the address may be anything.
	LLVMValueRef place = LLVMBuildFreeze(builder, LLVMBuildPtrToInt(builder, address, aw_simd_integer(simd, 64), ""), "");
	LLVMValueRef number = LLVMBuildXor(builder, LLVMBuildLShr(builder, place, wide(simd, AW_CPU_LATER_FAR), ""),
	                                   LLVMBuildLShr(builder, place, wide(simd, AW_CPU_LATER_NEAR), ""), "");
	number = LLVMBuildAnd(builder, number, wide(simd, AW_CPU_LATER_ROWS - 1), "");
	LLVMValueRef row = at(simd, table, LLVMBuildMul(builder, number, wide(simd, sizeof(struct aw_cpu_later_row)), ""));
	LLVMValueRef key = LLVMGetIntTypeWidth(element) == 64 ? LLVMBuildOr(builder, place, wide(simd, AW_CPU_LATER_WIDE), "") : place;
	LLVMValueRef found = load(simd, aw_simd_integer(simd, 64), row, 64);
	LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntEQ, found, key, ""), add, other);

	LLVMPositionBuilderAtEnd(builder, add);
	add_to_row(simd, row, value);
	LLVMBuildBr(builder, done);
	LLVMPositionBuilderAtEnd(builder, other);
	LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntEQ, found, wide(simd, 0), ""), open, now);
	LLVMPositionBuilderAtEnd(builder, open);
	open_row(simd, table, row, number, key);
	LLVMBuildBr(builder, now);
	LLVMPositionBuilderAtEnd(builder, now);
	return done;
}

void aw_simd_later_end(struct aw_simd *simd, LLVMBasicBlockRef done)
{
	LLVMBuildBr(simd->builder, done);
	LLVMPositionBuilderAtEnd(simd->builder, done);
}
