// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where lanes go their own ways through memory, as with stacks in local arrays, trees and lists, each access of a gang is one lane by lane,
// with masks around it, and a gang takes longer than its threads one after the other.  So there is this form, too: the kernel's scalar
// code in a loop over the threads of a span of blocks,
//
//     for (block, z, y, x)
//         the kernel, which comes back here where it returned
//
// It leaves what gangs leave, to the last bit, as it is made from the same copy of the kernel, behind all choices of what is fused.
#include "simd_single.h"

#include "simd_alone.h"

static const char passes[] = "mem2reg,simplifycfg,early-cse,instcombine<no-verify-fixpoint>";

enum { X, Y, Z, BLOCK, LEVELS };

struct single {
	struct aw_unit *unit;
	LLVMBuilderRef builder;
	LLVMValueRef function;
	LLVMTypeRef word;
	LLVMBasicBlockRef first; // of the kernel's own
	LLVMValueRef at[LEVELS]; // variables: threadIdx, and blockIdx.x beside the first block's
};

static LLVMValueRef ask(struct single *s, const char *name)
{
	return aw_llvm_ask_number(s->builder, s->unit->module, name);
}

static LLVMValueRef number(const struct single *s, uint64_t value)
{
	return LLVMConstInt(s->word, value, false);
}

// Has the kernel's returns go on with the next thread, if there is one: x goes up, where it is at its end y, and so on.
static void build_steps(struct single *s, const LLVMValueRef size[LEVELS], LLVMValueRef first)
{
	LLVMBasicBlockRef next = LLVMAppendBasicBlockInContext(s->unit->context, s->function, "next");
	AW_FOR_BLOCKS(block, s->function)
		if (LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(block)))
			aw_llvm_end_anew(s->builder, block, NULL, next, NULL);
	for (int i = X; i < LEVELS; i++) {
		LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(s->unit->context, s->function, i == BLOCK ? "over" : "carry");
		LLVMPositionBuilderAtEnd(s->builder, next);
		LLVMValueRef now = LLVMBuildLoad2(s->builder, s->word, s->at[i], ""), end_of = size[i];
		LLVMValueRef then = LLVMBuildNUWAdd(s->builder, now, number(s, 1), "");
		LLVMBuildStore(s->builder, then, s->at[i]);
		if (i == BLOCK)
			end_of = LLVMBuildAdd(s->builder, first, size[i], "");
		LLVMBuildCondBr(s->builder, LLVMBuildICmp(s->builder, LLVMIntULT, then, end_of, ""), s->first, end);
		LLVMPositionBuilderAtEnd(s->builder, end);
		if (i < BLOCK)
			LLVMBuildStore(s->builder, number(s, 0), s->at[i]);
		else
			LLVMBuildRetVoid(s->builder);
		next = end;
	}
}

LLVMValueRef aw_simd_single(struct aw_unit *unit, LLVMValueRef function)
{
	static const char *const registers[LEVELS] = { "tid.x", "tid.y", "tid.z", "ctaid.x" };
	static const char *const sizes[LEVELS] = {
		"llvm.nvvm.read.ptx.sreg.ntid.x", "llvm.nvvm.read.ptx.sreg.ntid.y", "llvm.nvvm.read.ptx.sreg.ntid.z", "aw.span.count",
	};
	struct single s = {
		.unit = unit, .builder = unit->builder, .function = aw_llvm_copy_function(function, ""), .word = LLVMInt32TypeInContext(unit->context),
	};
	LLVMValueRef size[LEVELS];
	s.first = aw_llvm_split_before(aw_llvm_behind_locals(s.function));
	for (int i = X; i < LEVELS; i++) {
		s.at[i] = aw_simd_keep_register(unit, s.function, registers[i]);
		if (!s.at[i])
			s.at[i] = aw_llvm_local(s.function, s.word, "");
	}
	aw_llvm_at(s.builder, LLVMGetBasicBlockTerminator(LLVMGetEntryBasicBlock(s.function)));
	LLVMValueRef first = ask(&s, "aw.span.first");
	for (int i = X; i < LEVELS; i++) {
		size[i] = ask(&s, sizes[i]);
		LLVMBuildStore(s.builder, i == BLOCK ? first : number(&s, 0), s.at[i]);
	}
	build_steps(&s, size, first);
	if (aw_llvm_run_function_passes(s.function, passes, NULL))
		return s.function;
	LLVMDeleteFunction(s.function);
	return NULL;
}
