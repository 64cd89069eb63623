// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scaled quotients.  Of t / 16 * 4 LLVM makes (t >> 2) & ~3, which is one operation less, but t >> 2 differs among the lanes of a gang and
// their quotient by 16 doesn't.  So the division comes first again, and the uniformity analysis sees that:
//
//     x >> k & (m << z)        ->        (x >> (k + z) & m) << z
#include "simd.h"

enum { WORD = 64 };

// The number of low bits that are 0 in the constant MASK, of at most a word.
static unsigned zeros_of(LLVMValueRef mask)
{
	uint64_t bits = LLVMConstIntGetZExtValue(mask);
	return bits ? (unsigned)__builtin_ctzll(bits) : 0;
}

static bool is_masked_quotient(LLVMValueRef value, int64_t *count)
{
	LLVMValueRef quotient = aw_llvm_is_op(value, LLVMAnd) ? LLVMGetOperand(value, 0) : NULL;
	if (!quotient || !aw_llvm_is_op(quotient, LLVMLShr) || !LLVMIsAConstantInt(LLVMGetOperand(value, 1)))
		return false;
	unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(value));
	if (width > WORD || !aw_llvm_constant(LLVMGetOperand(quotient, 1), count) || *count < 0)
		return false;
	unsigned zeros = zeros_of(LLVMGetOperand(value, 1));
	return zeros > 0 && (uint64_t)*count + zeros < width;
}

bool aw_simd_divide_first(struct aw_unit *unit, LLVMValueRef function)
{
	bool changed = false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(value, block) {
			int64_t count;
			if (!is_masked_quotient(value, &count))
				continue;
			LLVMTypeRef type = LLVMTypeOf(value);
			uint64_t mask = LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
			unsigned zeros = zeros_of(LLVMGetOperand(value, 1));
			LLVMValueRef dividend = LLVMGetOperand(LLVMGetOperand(value, 0), 0);
			aw_llvm_at(unit->builder, value);
			LLVMValueRef quotient = LLVMBuildLShr(unit->builder, dividend, LLVMConstInt(type, (uint64_t)count + zeros, false), "");
			quotient = LLVMBuildAnd(unit->builder, quotient, LLVMConstInt(type, mask >> zeros, false), "");
			aw_llvm_replace(value, LLVMBuildShl(unit->builder, quotient, LLVMConstInt(type, zeros, false), ""));
			changed = true;
		}
	return changed;
}
