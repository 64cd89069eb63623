// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where calls are inlined it is often known which memory a pointer leads to, and so what isspacep says of it (PTX ISA, "isspacep"):
// libcu++ asks whether a barrier lies in shared memory, and else waits for it in another way.
//
// And it is known from which pointer a shared address of 32 bits was made that PTX takes (aw_ptx_widen_shared):
//
//     window + sext((i32)pointer + offset - (i32)window)     is     pointer + sext(offset)
//
// as all shared memory lies within 2 GiB.  So it is to be seen how lanes' addresses lie.
#include "simd.h"

#include <string.h>

#include "../analysis/access.h"
#include "../target/nvptx.h"

enum space { UNKNOWN, GLOBAL, SHARED, LOCAL, CONSTANT };

// Of a pointer in a kernel.
static enum space space_of(LLVMValueRef pointer)
{
	if (aw_access_is_shared(pointer))
		return SHARED;
	LLVMValueRef object = aw_llvm_object(pointer);
	if (LLVMIsAAllocaInst(object))
		return LOCAL;
	if (LLVMIsAArgument(object)) // what the host hands over, but for structs, which are the thread's
		return aw_llvm_is_by_value(object) ? UNKNOWN : GLOBAL;
	if (!LLVMIsAGlobalVariable(object))
		return UNKNOWN;
	return LLVMGetPointerAddressSpace(LLVMTypeOf(object)) == AW_NVPTX_CONSTANT ? CONSTANT : GLOBAL;
}

static enum space asked_space(LLVMValueRef call)
{
	static const struct {
		const char *support;
		enum space space;
	} rows[] = {
		{ "aw_cpu_isspacep_global", GLOBAL }, { "aw_cpu_isspacep_shared", SHARED },  { "aw_cpu_isspacep_shared_cluster", SHARED },
		{ "aw_cpu_isspacep_local", LOCAL },   { "aw_cpu_isspacep_const", CONSTANT },
	};
	const struct aw_intrinsic *row = aw_intrinsic_of(call);
	for (size_t i = 0; row && i < sizeof(rows) / sizeof(*rows); i++)
		if (!strcmp(row->support, rows[i].support))
			return rows[i].space;
	return UNKNOWN;
}

static bool settle_questions(LLVMValueRef function)
{
	bool changed = false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(call, block) {
			enum space asked = asked_space(call), space = asked ? space_of(LLVMGetOperand(call, 0)) : UNKNOWN;
			if (space == UNKNOWN)
				continue;
			aw_llvm_replace(call, LLVMConstInt(LLVMTypeOf(call), space == asked, false));
			changed = true;
		}
	return changed;
}

// --- addresses of 32 bits ---

enum { MOST_TERMS = 8, DEEP = 10 };

// What is added up in an address, modulo 2^32.
struct terms {
	LLVMValueRef pointer; // into shared memory
	int windows, pointers;
	int64_t number;
	struct {
		LLVMValueRef value;
		bool negative;
	} others[MOST_TERMS];
	unsigned count;
};

// The pointer that VALUE is the number of; NULL: it is none of that kind.
static LLVMValueRef numbered_pointer(LLVMValueRef value)
{
	return aw_llvm_is_op(value, LLVMPtrToInt) ? LLVMGetOperand(value, 0) : NULL;
}

static bool is_window(LLVMValueRef pointer)
{
	return pointer && !strcmp(aw_llvm_callee_name(pointer), "aw.shared_window");
}

static bool add_terms(struct terms *terms, LLVMValueRef value, bool negative, unsigned depth)
{
	LLVMValueRef pointer = numbered_pointer(value);
	int64_t number;
	if (!depth)
		return false;
	if (aw_llvm_constant(value, &number)) {
		terms->number += negative ? -number : number;
		return true;
	}
	if (is_window(pointer)) {
		terms->windows += negative ? -1 : 1;
		return true;
	}
	if (pointer && aw_access_is_shared(pointer)) {
		terms->pointers += negative ? -1 : 1;
		terms->pointer = pointer;
		return true;
	}
	bool widened = (aw_llvm_is_op(value, LLVMSExt) || aw_llvm_is_op(value, LLVMZExt)) &&
	               LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(value, 0))) == 32;
	if (aw_llvm_is_op(value, LLVMTrunc) || widened)
		return add_terms(terms, LLVMGetOperand(value, 0), negative, depth - 1);
	bool subtracts = aw_llvm_is_op(value, LLVMSub);
	if (subtracts || aw_llvm_is_op(value, LLVMAdd))
		return add_terms(terms, LLVMGetOperand(value, 0), negative, depth - 1) &&
		       add_terms(terms, LLVMGetOperand(value, 1), negative != subtracts, depth - 1);
	if (terms->count == MOST_TERMS)
		return false;
	terms->others[terms->count].value = value;
	terms->others[terms->count++].negative = negative;
	return true;
}

// What is sign-extended from 32 bits to VALUE; NULL: it isn't.
static LLVMValueRef extended(LLVMValueRef value)
{
	int64_t left, right;
	if (aw_llvm_is_op(value, LLVMSExt))
		return LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(value, 0))) == 32 ? LLVMGetOperand(value, 0) : NULL;
	if (!aw_llvm_is_op(value, LLVMAShr) || !aw_llvm_constant(LLVMGetOperand(value, 1), &right) || right != 32)
		return NULL;
	LLVMValueRef shifted = LLVMGetOperand(value, 0);
	bool whole = aw_llvm_is_op(shifted, LLVMShl) && aw_llvm_constant(LLVMGetOperand(shifted, 1), &left) && left == 32;
	return whole ? LLVMGetOperand(shifted, 0) : NULL;
}

// Whether ADDRESS is one of 32 bits made wide, of which TERMS then tells.
static bool is_widened(LLVMValueRef address, struct terms *terms)
{
	if (!aw_llvm_is_op(address, LLVMAdd) || LLVMGetIntTypeWidth(LLVMTypeOf(address)) != 64)
		return false;
	for (unsigned i = 0; i < 2; i++) {
		LLVMValueRef low = extended(LLVMGetOperand(address, !i));
		*terms = (struct terms){ 0 };
		if (is_window(numbered_pointer(LLVMGetOperand(address, i))) && low && add_terms(terms, low, false, DEEP))
			return terms->windows == -1 && terms->pointers == 1;
	}
	return false;
}

static LLVMValueRef build_offset(LLVMBuilderRef builder, LLVMContextRef context, const struct terms *terms)
{
	LLVMTypeRef number = LLVMInt32TypeInContext(context);
	LLVMValueRef sum = LLVMConstInt(number, (uint64_t)terms->number, true);
	for (unsigned i = 0; i < terms->count; i++) {
		LLVMValueRef term = LLVMBuildIntCast2(builder, terms->others[i].value, number, true, "");
		sum = terms->others[i].negative ? LLVMBuildSub(builder, sum, term, "") : LLVMBuildAdd(builder, sum, term, "");
	}
	return LLVMBuildSExt(builder, sum, LLVMInt64TypeInContext(context), "");
}

static bool settle_addresses(struct aw_unit *unit, LLVMValueRef function)
{
	bool changed = false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(pointer, block) {
			struct terms terms;
			if (!aw_llvm_is_op(pointer, LLVMIntToPtr) || LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMPointerTypeKind ||
			    !is_widened(LLVMGetOperand(pointer, 0), &terms))
				continue;
			LLVMBuilderRef b = unit->builder;
			aw_llvm_at(b, pointer);
			LLVMValueRef base = terms.pointer, offset = build_offset(b, unit->context, &terms);
			if (LLVMTypeOf(base) != LLVMTypeOf(pointer))
				base = LLVMBuildAddrSpaceCast(b, base, LLVMTypeOf(pointer), "");
			aw_llvm_replace(pointer, LLVMBuildGEP2(b, LLVMInt8TypeInContext(unit->context), base, &offset, 1, ""));
			changed = true;
		}
	return changed;
}

bool aw_simd_settle_spaces(struct aw_unit *unit, LLVMValueRef function)
{
	bool answered = settle_questions(function);
	return settle_addresses(unit, function) || answered;
}
