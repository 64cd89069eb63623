// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "linear_form.h"

#include <assert.h>
#include <string.h>

enum { DEEP = 24 };

static void add_term(struct aw_linear_form *form, LLVMValueRef value, int64_t factor)
{
	assert(form->count <= AW_LINEAR_TERMS);
	for (unsigned i = 0; i < form->count; i++) {
		if (form->terms[i].value != value)
			continue;
		form->terms[i].factor += factor;
		if (!form->terms[i].factor)
			form->terms[i] = form->terms[--form->count];
		return;
	}
	if (form->count == AW_LINEAR_TERMS)
		form->known = false;
	else if (factor)
		form->terms[form->count++] = (struct aw_linear_term){ value, factor };
}

static bool is_sum(LLVMValueRef value)
{
	return aw_llvm_is_op(value, LLVMAdd) || (aw_llvm_is_op(value, LLVMOr) && LLVMIsAInstruction(value) && LLVMGetIsDisjoint(value));
}

static bool is_passed_on(LLVMValueRef value)
{
	return aw_llvm_is_op(value, LLVMSExt) || aw_llvm_is_op(value, LLVMZExt) || aw_llvm_is_op(value, LLVMFreeze);
}

// Adds FACTOR times the integer VALUE.
static void add_value(struct aw_linear_form *form, LLVMValueRef value, int64_t factor, unsigned depth)
{
	int64_t number;
	if (aw_llvm_constant(value, &number)) {
		form->constant += factor * number;
	} else if (depth == DEEP) {
		add_term(form, value, factor);
	} else if (is_passed_on(value)) {
		add_value(form, LLVMGetOperand(value, 0), factor, depth + 1);
	} else if (is_sum(value) || aw_llvm_is_op(value, LLVMSub)) {
		add_value(form, LLVMGetOperand(value, 0), factor, depth + 1);
		add_value(form, LLVMGetOperand(value, 1), is_sum(value) ? factor : -factor, depth + 1);
	} else if (aw_llvm_is_multiple(value, &number)) {
		add_value(form, LLVMGetOperand(value, 0), factor * number, depth + 1);
	} else {
		add_term(form, value, factor);
	}
}

// Adds what GEP adds to its pointer.
static void add_steps(struct aw_linear_form *form, LLVMTargetDataRef layout, LLVMValueRef gep)
{
	LLVMTypeRef inside = LLVMGetGEPSourceElementType(gep);
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
		LLVMTypeRef counted = aw_llvm_counted_type(gep, i);
		LLVMValueRef index = LLVMGetOperand(gep, i);
		if (counted) {
			add_value(form, index, (int64_t)LLVMABISizeOfType(layout, counted), 0);
			inside = counted;
		} else {
			unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
			form->constant += (int64_t)LLVMOffsetOfElement(layout, inside, member);
			inside = LLVMStructGetTypeAtIndex(inside, member);
		}
	}
}

void aw_linear_form_of(LLVMModuleRef module, LLVMValueRef value, struct aw_linear_form *form)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
	*form = (struct aw_linear_form){ .known = true };
	if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind) {
		add_value(form, value, 1, 0);
		return;
	}
	while (aw_llvm_is_op(value, LLVMGetElementPtr) || aw_llvm_is_op(value, LLVMAddrSpaceCast)) {
		if (aw_llvm_is_op(value, LLVMGetElementPtr))
			add_steps(form, layout, value);
		value = LLVMGetOperand(value, 0);
	}
	form->base = value;
}

void aw_linear_form_subtract(const struct aw_linear_form *a, const struct aw_linear_form *b, struct aw_linear_form *form)
{
	*form = *a;
	form->base = NULL;
	form->constant -= b->constant;
	form->known = a->known && b->known;
	for (unsigned i = 0; i < b->count; i++)
		add_term(form, b->terms[i].value, -b->terms[i].factor);
}

bool aw_linear_form_same_pointer(LLVMModuleRef module, LLVMValueRef a, LLVMValueRef b)
{
	struct aw_linear_form one, other, rest;
	if (a == b)
		return true;
	if (!aw_llvm_is_op(a, LLVMLoad) || !aw_llvm_is_op(b, LLVMLoad))
		return false;
	aw_linear_form_of(module, LLVMGetOperand(a, 0), &one);
	aw_linear_form_of(module, LLVMGetOperand(b, 0), &other);
	aw_linear_form_subtract(&one, &other, &rest);
	return one.base == other.base && rest.known && rest.count == 0 && rest.constant == 0;
}
