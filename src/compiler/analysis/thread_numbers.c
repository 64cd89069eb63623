// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integers that are made of a thread's x and constants alone, computed for each thread that a block can have.  There are no more than
// 1024, so nothing has to be proved of bits and ranges: butterflies, xors, divisions and conditions are all seen.
//
// Promises that something doesn't wrap aren't relied on.  What has no result for some thread (a division by zero) isn't known for any.
#include "thread_numbers.h"

#include <assert.h>
#include <string.h>

#include "../pipeline.h"
#include "need.h"

enum { DEEP = 64 };

void aw_thread_numbers_init(struct aw_thread_numbers *numbers, unsigned threads)
{
	assert(threads && threads <= AW_CPU_MAX_THREADS);
	*numbers = (struct aw_thread_numbers){ .threads = threads };
}

void aw_thread_numbers_finish(struct aw_thread_numbers *numbers)
{
	for (size_t i = 0; i < numbers->lists.count; i++)
		free(numbers->lists.items[i]);
	aw_vec_finish(&numbers->lists);
	aw_map_finish(&numbers->map);
}

static const int64_t *find(struct aw_thread_numbers *numbers, LLVMValueRef value, unsigned depth);

static uint64_t without_sign(int64_t number, unsigned bits)
{
	return bits == 64 ? (uint64_t)number : (uint64_t)number & (((uint64_t)1 << bits) - 1);
}

static bool compare(LLVMIntPredicate predicate, int64_t a, int64_t b, unsigned bits)
{
	uint64_t x = without_sign(a, bits), y = without_sign(b, bits);
	switch (predicate) {
	case LLVMIntEQ: return a == b;
	case LLVMIntNE: return a != b;
	case LLVMIntUGT: return x > y;
	case LLVMIntUGE: return x >= y;
	case LLVMIntULT: return x < y;
	case LLVMIntULE: return x <= y;
	case LLVMIntSGT: return a > b;
	case LLVMIntSGE: return a >= b;
	case LLVMIntSLT: return a < b;
	default: return a <= b;
	}
}

// False: OPCODE has no result of A and B, or isn't one of these.
static bool operate(LLVMOpcode opcode, int64_t a, int64_t b, unsigned bits, int64_t *result)
{
	uint64_t x = without_sign(a, bits), y = without_sign(b, bits), made;
	bool shifts = y < bits, divides = y != 0, divides_signed = divides && b != -1;
	switch (opcode) {
	case LLVMAdd: made = x + y; break;
	case LLVMSub: made = x - y; break;
	case LLVMMul: made = x * y; break;
	case LLVMAnd: made = x & y; break;
	case LLVMOr: made = x | y; break;
	case LLVMXor: made = x ^ y; break;
	case LLVMShl: made = shifts ? x << y : 0; break;
	case LLVMLShr: made = shifts ? x >> y : 0; break;
	case LLVMAShr: made = shifts ? (uint64_t)(a >> y) : 0; break;
	case LLVMUDiv: made = divides ? x / y : 0; break;
	case LLVMURem: made = divides ? x % y : 0; break;
	case LLVMSDiv: made = divides_signed ? (uint64_t)(a / b) : 0; break;
	case LLVMSRem: made = divides_signed ? (uint64_t)(a % b) : 0; break;
	default: return false;
	}
	*result = aw_llvm_sign_extended(made, bits);
	switch (opcode) {
	case LLVMShl: case LLVMLShr: case LLVMAShr: return shifts;
	case LLVMUDiv: case LLVMURem: return divides;
	case LLVMSDiv: case LLVMSRem: return divides_signed;
	default: return true;
	}
}

// What VALUE, whose operands are A, B and C in one thread, is there.
static bool compute(LLVMValueRef value, unsigned bits, const int64_t *operands, int64_t *result)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	unsigned from = aw_llvm_integer_bits(LLVMGetOperand(value, 0));
	switch (opcode) {
	case LLVMICmp:
		*result = -(int64_t)compare(LLVMGetICmpPredicate(value), operands[0], operands[1], from);
		return true;
	case LLVMSelect:
		*result = operands[0] ? operands[1] : operands[2];
		return true;
	case LLVMZExt:
		*result = aw_llvm_sign_extended(without_sign(operands[0], from), bits);
		return true;
	case LLVMSExt: case LLVMFreeze:
		*result = operands[0];
		return true;
	case LLVMTrunc:
		*result = aw_llvm_sign_extended((uint64_t)operands[0], bits);
		return true;
	default:
		return operate(opcode, operands[0], operands[1], bits, result);
	}
}

// All of VALUE's numbers in LIST.
static bool fill(struct aw_thread_numbers *numbers, LLVMValueRef value, unsigned depth, int64_t *list)
{
	const int64_t *operands[3] = { NULL };
	unsigned bits = aw_llvm_integer_bits(value), count = LLVMIsAInstruction(value) ? (unsigned)LLVMGetNumOperands(value) : 0;
	int64_t number;
	if (aw_llvm_constant(value, &number)) {
		for (unsigned i = 0; i < numbers->threads; i++)
			list[i] = number;
		return true;
	}
	if (!strcmp(aw_intrinsic_register(value), "tid.x")) {
		for (unsigned i = 0; i < numbers->threads; i++)
			list[i] = i;
		return true;
	}
	if (!count || count > 3 || LLVMIsACallInst(value) || LLVMIsAPHINode(value))
		return false;
	for (unsigned i = 0; i < count; i++)
		if (!aw_llvm_integer_bits(LLVMGetOperand(value, i)) || !(operands[i] = find(numbers, LLVMGetOperand(value, i), depth)))
			return false;
	for (unsigned i = 0; i < numbers->threads; i++) {
		int64_t own[3] = { 0 };
		for (unsigned k = 0; k < count; k++)
			own[k] = operands[k][i];
		if (!compute(value, bits, own, &list[i]))
			return false;
	}
	return true;
}

static const int64_t *find(struct aw_thread_numbers *numbers, LLVMValueRef value, unsigned depth)
{
	unsigned bits = aw_llvm_integer_bits(value);
	if (!bits || bits > 64 || !depth)
		return NULL;
	uintptr_t known = (uintptr_t)aw_map_get(&numbers->map, value);
	if (known)
		return numbers->lists.items[known - 1];
	int64_t *list = AW_NEED_ARRAY(int64_t, numbers->threads);
	if (!fill(numbers, value, depth - 1, list)) {
		free(list);
		list = NULL;
	}
	aw_need(aw_vec_push(&numbers->lists, list));
	aw_need(aw_map_put(&numbers->map, value, (void *)(uintptr_t)numbers->lists.count));
	return list;
}

const int64_t *aw_thread_numbers_of(struct aw_thread_numbers *numbers, LLVMValueRef value)
{
	return find(numbers, value, DEEP);
}

// Adds the step that operand NUMBER of the address STEP is, to an element or a member of INSIDE.
static bool add_step(struct aw_thread_numbers *numbers, LLVMTargetDataRef layout, LLVMValueRef step, unsigned number, LLVMTypeRef inside,
                     int64_t *offsets)
{
	LLVMValueRef index = LLVMGetOperand(step, number);
	LLVMTypeRef counted = aw_llvm_counted_type(step, number);
	const int64_t *list = counted ? aw_thread_numbers_of(numbers, index) : NULL;
	if (counted && !list)
		return false;
	int64_t size = counted ? (int64_t)LLVMABISizeOfType(layout, counted) : 0;
	int64_t member = counted ? 0 : (int64_t)LLVMOffsetOfElement(layout, inside, (unsigned)LLVMConstIntGetZExtValue(index));
	for (unsigned i = 0; i < numbers->threads; i++)
		offsets[i] = (int64_t)((uint64_t)offsets[i] + (uint64_t)member + (uint64_t)(list ? list[i] : 0) * (uint64_t)size);
	return true;
}

bool aw_thread_numbers_offsets(struct aw_thread_numbers *numbers, LLVMValueRef pointer, int64_t *offsets)
{
	memset(offsets, 0, numbers->threads * sizeof(*offsets));
	for (; aw_llvm_is_op(pointer, LLVMGetElementPtr) || aw_llvm_is_op(pointer, LLVMAddrSpaceCast); pointer = LLVMGetOperand(pointer, 0)) {
		if (aw_llvm_is_op(pointer, LLVMAddrSpaceCast))
			continue;
		LLVMValueRef object = aw_llvm_object(pointer);
		if (!LLVMIsAGlobalValue(object))
			return false;
		LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(object));
		LLVMTypeRef inside = LLVMGetGEPSourceElementType(pointer);
		for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(pointer); i++) {
			if (!add_step(numbers, layout, pointer, i, inside, offsets))
				return false;
			LLVMTypeRef counted = aw_llvm_counted_type(pointer, i);
			inside = counted ? counted :
			                   LLVMStructGetTypeAtIndex(inside, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(pointer, i)));
		}
	}
	return true;
}
