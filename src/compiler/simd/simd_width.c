// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many lanes the gangs of a kernel have: a warp's 32 when it has operations that know of warps, or relies on warps going in step
// (simd_step.c), else as many as what it computes has room for in registers; ANYWARP_SIMD_WIDTH overrules that.
#include "simd_width.h"

#include <stdlib.h>

#include "../target/native.h"
#include "simd.h"

// Whether most of what COPY computes, but for addresses, are doubles.
static bool computes_doubles(LLVMValueRef copy)
{
	unsigned doubles = 0, others = 0;
	AW_FOR_BLOCKS(block, copy)
		AW_FOR_INSTRUCTIONS(instruction, block) {
			LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(instruction));
			doubles += kind == LLVMDoubleTypeKind;
			others += kind == LLVMFloatTypeKind || LLVMIsALoadInst(instruction) || LLVMIsAPHINode(instruction);
		}
	return doubles > others;
}

static bool is_integer(LLVMTypeRef type, unsigned bits)
{
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= bits;
}

static bool is_byte(LLVMTypeRef type)
{
	return is_integer(type, 8);
}

// For what isn't a byte and is loaded, stored or computed as a float, and for more than 16 bits made of a byte, or a byte of these.
static bool needs_more_than_bytes(LLVMValueRef instruction)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMIsAStoreInst(instruction) ? LLVMGetOperand(instruction, 0) : instruction);
	if (LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction))
		return !is_byte(type) && !(LLVMIsALoadInst(instruction) && aw_llvm_is_invariant(instruction));
	if (LLVMIsACastInst(instruction))
		return is_byte(type) ? !is_integer(LLVMTypeOf(LLVMGetOperand(instruction, 0)), 16) :
		                       is_byte(LLVMTypeOf(LLVMGetOperand(instruction, 0))) && !is_integer(type, 16);
	return aw_llvm_is_float(type);
}

static bool loads_byte(LLVMValueRef instruction)
{
	return LLVMIsALoadInst(instruction) && is_byte(LLVMTypeOf(instruction));
}

// Whether COPY has bytes for all that isn't an address or a counter.
static bool computes_bytes(LLVMValueRef copy)
{
	return aw_llvm_find_instruction(copy, loads_byte) && !aw_llvm_find_instruction(copy, needs_more_than_bytes);
}

// Whether a loop of COPY's carries as many floats as registers or more, as where each thread has a tile of a matrix: these are many enough
// to stand side by side, and lanes of several rows of tiles would share none of them.
static bool carries_many(const struct aw_unit *unit, LLVMValueRef copy)
{
	AW_FOR_BLOCKS(block, copy) {
		unsigned count = 0;
		AW_FOR_INSTRUCTIONS(instruction, block)
			count += LLVMIsAPHINode(instruction) && LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMFloatTypeKind;
		if (count >= aw_native_registers(unit->target))
			return true;
	}
	return false;
}

// Sixteen lanes are two registers of x86-64-v3: what gangs do that isn't the lanes' work is done half as often, and two instructions
// that don't depend on one another stand side by side.  Eight lanes take 1.1 times as long there (geometric mean of bench/kernels).  Of
// doubles two registers are eight lanes, which are as fast as sixteen with four fifths of the code.  Of bytes 32 lanes are one register,
// and take two thirds of the time of 16; of sums of bytes, of 16 bits, they are two.
uint32_t aw_simd_choose_width(const struct aw_unit *unit, LLVMValueRef copy, bool warps)
{
	const char *forced = getenv("ANYWARP_SIMD_WIDTH");
	int width = forced ? atoi(forced) : 0;
	if (warps)
		return AW_CPU_WARP_SIZE;
	if (width == 8 || width == 16 || width == 32)
		return (uint32_t)width;
	unsigned bytes = aw_native_register_bytes(unit->target);
	if (bytes >= 32 && (computes_bytes(copy) || aw_simd_has_growing_bytes(copy)))
		return 32;
	return bytes > 32 || (bytes == 32 && !computes_doubles(copy) && !carries_many(unit, copy)) ? 16 : 8;
}
