// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers without mbarriers: GPUs before sm_80 have none, and libcu++'s barrier then is a word of 64 bits to which threads add, whose
// highest bit is the phase as it is an mbarrier's (cpu_abi.h).  Who waits reads it until that bit differs from what the add gave, or from a
// parity:
//
//     while (!((load(word) ^ token) < 0))
//         ;
//
// Such a test is made the question aw.mbarrier.test.wait(word, token), by which simd_phases.c knows waits, and made a test again where
// it isn't one, or, of gangs, where not all threads count themselves in.
#include "../target/nvptx.h"
#include "simd.h"

static const char mark[] = "aw.poll";

static unsigned poll_kind(const struct aw_unit *unit)
{
	return LLVMGetMDKindIDInContext(unit->context, mark, sizeof(mark) - 1);
}

bool aw_simd_is_poll(const struct aw_unit *unit, LLVMValueRef call)
{
	return LLVMGetMetadata(call, poll_kind(unit)) != NULL;
}

static bool is_read(LLVMValueRef value)
{
	return LLVMIsALoadInst(value) && LLVMGetOrdering(value) != LLVMAtomicOrderingNotAtomic &&
	       LLVMGetIntTypeWidth(LLVMTypeOf(value)) == AW_CPU_MBARRIER_PHASE + 1 && !LLVMGetNextUse(LLVMGetFirstUse(value));
}

static uint64_t possible_bits(LLVMValueRef value, unsigned depth);

// The bits of those operands of VALUE that it may be.
static uint64_t bits_of_choice(LLVMValueRef value, unsigned depth)
{
	enum { MOST = 4 };
	uint64_t bits = 0;
	if (LLVMIsAPHINode(value) && LLVMCountIncoming(value) > MOST)
		return UINT64_MAX;
	if (LLVMIsAPHINode(value))
		for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
			bits |= possible_bits(LLVMGetIncomingValue(value, i), depth);
	else
		bits = possible_bits(LLVMGetOperand(value, 1), depth);
	if (LLVMIsASelectInst(value))
		bits |= possible_bits(LLVMGetOperand(value, 2), depth);
	return bits;
}

// The bits of VALUE, an integer of 64 bits or fewer, that may be set in any lane.
static uint64_t possible_bits(LLVMValueRef value, unsigned depth)
{
	unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(value));
	uint64_t all = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
	int64_t number;
	if (aw_llvm_constant(value, &number))
		return (uint64_t)number & all;
	if (LLVMIsUndef(value))
		return 0;
	if (depth-- == 0 || !LLVMIsAInstruction(value))
		return all;
	if (LLVMIsAPHINode(value) || LLVMIsASelectInst(value) || aw_starts_with(aw_llvm_callee_name(value), "llvm.nvvm.shfl.sync."))
		return bits_of_choice(value, depth) & all; // a lane that takes no part gives 0
	LLVMValueRef first = LLVMGetNumOperands(value) > 0 ? LLVMGetOperand(value, 0) : NULL;
	LLVMValueRef second = LLVMGetNumOperands(value) > 1 ? LLVMGetOperand(value, 1) : NULL;
	if (aw_llvm_is_op(value, LLVMAnd))
		return possible_bits(first, depth) & possible_bits(second, depth);
	if (aw_llvm_is_op(value, LLVMOr) || aw_llvm_is_op(value, LLVMXor))
		return possible_bits(first, depth) | possible_bits(second, depth);
	if (aw_llvm_is_op(value, LLVMZExt) || aw_llvm_is_op(value, LLVMTrunc))
		return possible_bits(first, depth) & all;
	if (!second || !aw_llvm_constant(second, &number) || number < 0 || number >= (int64_t)width)
		return all;
	if (aw_llvm_is_op(value, LLVMShl))
		return possible_bits(first, depth) << number & all;
	return aw_llvm_is_op(value, LLVMLShr) ? possible_bits(first, depth) >> number : all;
}

static const uint64_t phase = UINT64_C(1) << AW_CPU_MBARRIER_PHASE;

static bool is_phase(LLVMValueRef value)
{
	enum { DEPTH = 9 };
	return !(possible_bits(value, DEPTH) & ~phase);
}

// Whether TEST is true while the phase that a word has is the one that is asked for, instead of when it is over.
static bool waits(LLVMValueRef test)
{
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(test);
	return predicate == LLVMIntSGT || predicate == LLVMIntEQ;
}

// What a test of a phase compares: the word's phase, of OF, with that of TOKEN; the instruction that reads the word, or NULL.
//     (read ^ token) > -1, < 0            (read & phase) == token, != token
static LLVMValueRef read_of(LLVMValueRef test, LLVMValueRef *token)
{
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(test);
	LLVMValueRef of = LLVMGetOperand(test, 0), other = LLVMGetOperand(test, 1);
	bool equal = predicate == LLVMIntEQ || predicate == LLVMIntNE;
	int64_t number = 0;
	if (equal && !aw_llvm_is_op(of, LLVMAnd)) {
		of = other;
		other = LLVMGetOperand(test, 0);
	}
	if (!aw_llvm_is_op(of, equal ? LLVMAnd : LLVMXor) || LLVMGetNextUse(LLVMGetFirstUse(of)))
		return NULL;
	unsigned at = is_read(LLVMGetOperand(of, 0)) ? 0 : 1;
	LLVMValueRef read = LLVMGetOperand(of, at);
	*token = equal ? other : LLVMGetOperand(of, !at);
	if (equal)
		return is_read(read) && aw_llvm_constant(LLVMGetOperand(of, !at), &number) && (uint64_t)number == phase && is_phase(other) ? read : NULL;
	bool sign = aw_llvm_constant(other, &number) && ((predicate == LLVMIntSGT && number == -1) || (predicate == LLVMIntSLT && number == 0));
	return sign && is_read(read) ? read : NULL;
}

// Whether TEST asks if the phase of a word is over, and does nothing but choose a way.
static bool is_test(LLVMValueRef test, LLVMValueRef *word, LLVMValueRef *token)
{
	LLVMValueRef read = LLVMIsAICmpInst(test) && LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(test, 0))) == LLVMIntegerTypeKind ?
		read_of(test, token) : NULL;
	for (LLVMUseRef use = LLVMGetFirstUse(test); read && use; use = LLVMGetNextUse(use))
		if (!LLVMIsABranchInst(LLVMGetUser(use)))
			return false;
	*word = read ? LLVMGetOperand(read, 0) : NULL;
	return read && LLVMGetFirstUse(test);
}

// The branches that VALUE decides go the other ways.
static void turn_branches(LLVMValueRef value)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef branch = LLVMGetUser(use);
		LLVMBasicBlockRef first = LLVMGetSuccessor(branch, 0);
		LLVMSetSuccessor(branch, 0, LLVMGetSuccessor(branch, 1));
		LLVMSetSuccessor(branch, 1, first);
	}
}

bool aw_simd_ask_polls(struct aw_unit *unit, LLVMValueRef function)
{
	bool found = false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(test, block) {
			LLVMValueRef arguments[2];
			if (!is_test(test, &arguments[0], &arguments[1]))
				continue;
			LLVMTypeRef types[] = { LLVMTypeOf(arguments[0]), LLVMTypeOf(arguments[1]) };
			LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(test), types, 2, false);
			LLVMValueRef question = aw_llvm_declare(unit->module, "aw.mbarrier.test.wait", type);
			aw_llvm_at(unit->builder, LLVMGetNextInstruction(test));
			LLVMSetCurrentDebugLocation2(unit->builder, LLVMInstructionGetDebugLoc(test));
			if (waits(test))
				turn_branches(test);
			LLVMValueRef call = LLVMBuildCall2(unit->builder, type, question, arguments, 2, "");
			LLVMReplaceAllUsesWith(test, call);
			LLVMSetMetadata(call, poll_kind(unit), LLVMMetadataAsValue(unit->context, LLVMMDNodeInContext2(unit->context, NULL, 0)));
			found = true;
		}
	return found;
}

void aw_simd_settle_poll(struct aw_unit *unit, LLVMValueRef call, bool stays)
{
	LLVMValueRef test = LLVMGetPreviousInstruction(call), token, read = read_of(test, &token), of = LLVMGetUser(LLVMGetFirstUse(read));
	LLVMSetMetadata(call, poll_kind(unit), NULL);
	if (stays) {
		aw_llvm_erase(test);
		aw_llvm_erase(of);
		aw_llvm_erase(read);
		return;
	}
	if (waits(test))
		turn_branches(call);
	aw_llvm_replace(call, test);
}

// Whether VALUE follows from what an atomic operation on OBJECT gave, perhaps another lane.
static bool is_counted(LLVMValueRef value, LLVMValueRef object, unsigned depth)
{
	if (depth == 0 || !LLVMIsAInstruction(value) || LLVMIsALoadInst(value))
		return false;
	if (LLVMIsAAtomicRMWInst(value))
		return aw_llvm_object(LLVMGetOperand(value, 0)) == object;
	const struct aw_intrinsic *row = aw_intrinsic_of(value);
	if (LLVMIsACallInst(value) && !(row && row->flags & AW_INTRINSIC_WARP))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		if (is_counted(LLVMGetOperand(value, (unsigned)i), object, depth - 1))
			return true;
	return false;
}

bool aw_simd_counts_itself(LLVMValueRef call)
{
	enum { DEPTH = 12 };
	LLVMValueRef object = aw_llvm_object(LLVMGetOperand(call, 0));
	return LLVMIsAGlobalVariable(object) && LLVMGetPointerAddressSpace(LLVMTypeOf(object)) == AW_NVPTX_SHARED &&
	       is_counted(LLVMGetOperand(call, 1), object, DEPTH);
}
