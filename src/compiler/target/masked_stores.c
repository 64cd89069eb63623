// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Masked stores of levels without masks for all.
//
// To shared memory (aw_access_is_own), at all such levels: what lies there is loaded, blended with the value, and stored, if any lane is
// active, register by register.  Nobody else looks in between.
//
// To other memory, at x86-64-v3: AVX2's instruction for them is microcode on AMD's processors: on a Zen 3 it takes 13 cycles whatever
// the mask is, where a plain store takes one.  But the lanes of most masks are all on, or all off, as those of guards and of what is
// found now and then, so the mask is asked first:
//
//     if (slow && no lane is on) ; else if (slow && all are) store; else masked store
//
// which are branches that processors mostly foresee.  Where masked stores take a cycle or two that would cost more than it saves; which it
// is, the device finds out and says in the image's variable (cpu_abi.h, slow).  A value of more than two registers is asked for each of
// them where not all lanes are on: then mostly a few are.  This comes behind the optimiser: what it knows about a kernel's flow stays as
// it was.
#include <assert.h>
#include <string.h>

#include "../analysis/access.h"
#include "../analysis/need.h"
#include "../pipeline.h"
#include "../simd/simd_whole.h"
#include "native.h"

enum { VALUE, ADDRESS, ALIGNMENT, MASK, OPERANDS }; // of llvm.masked.store
enum { MOST_AT_ONCE = 2 }; // registers whose lanes aren't asked for apart

struct store {
	struct aw_unit *unit;
	LLVMValueRef call;
	unsigned lanes, each; // of the value, and of a register
	bool own;
};

// Whether the target's masked stores ask for their masks first.
static bool is_asked_first(const struct aw_unit *unit)
{
	return !strcmp(unit->target, "x86-64-v3") && LLVMGetNamedGlobal(unit->module, AW_UNIT_SLOW);
}

static bool find(struct aw_unit *unit, LLVMValueRef call, struct store *store)
{
	struct aw_access access;
	if (!LLVMIsACallInst(call) || !aw_access_find(call, &access) || !access.value || !access.mask ||
	    (LLVMIsConstant(access.mask) && !aw_access_is_own(call)))
		return false;
	unsigned size = (unsigned)LLVMStoreSizeOfType(LLVMGetModuleDataLayout(unit->module), LLVMGetElementType(access.type));
	unsigned lanes = LLVMGetVectorSize(access.type), each = aw_native_register_bytes(unit->target) / size;
	*store = (struct store){ unit, call, lanes, each < lanes ? each : lanes, aw_access_is_own(call) };
	return lanes % store->each == 0 && (store->own || is_asked_first(unit));
}

static LLVMBasicBlockRef add_block(const struct store *store, LLVMBasicBlockRef before, const char *name)
{
	return LLVMInsertBasicBlockInContext(store->unit->context, before, name);
}

// Ends the builder's block: on to YES if the lanes of MASK are all as VALUE says, else to NO, where the builder stands then.
static void ask(const struct store *store, LLVMValueRef mask, bool value, LLVMBasicBlockRef yes, LLVMBasicBlockRef no)
{
	LLVMBuilderRef builder = store->unit->builder;
	LLVMTypeRef bits = LLVMIntTypeInContext(store->unit->context, LLVMGetVectorSize(LLVMTypeOf(mask)));
	LLVMValueRef wanted = value ? LLVMConstAllOnes(bits) : LLVMConstNull(bits);
	mask = LLVMBuildBitCast(builder, mask, bits, "");
	LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntEQ, mask, wanted, ""), yes, no);
	LLVMPositionBuilderAtEnd(builder, no);
}

static unsigned alignment_of(const struct store *store)
{
	return (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(store->call, ALIGNMENT));
}

// The register of the value that begins with lane FIRST, as operands of a masked store.
static void find_register(const struct store *store, unsigned first, LLVMValueRef arguments[OPERANDS])
{
	LLVMBuilderRef builder = store->unit->builder;
	LLVMValueRef value = LLVMGetOperand(store->call, VALUE), address = LLVMGetOperand(store->call, ADDRESS);
	LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(store->unit->context), first, false);
	LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(value));
	unsigned bytes = first * (unsigned)LLVMStoreSizeOfType(LLVMGetModuleDataLayout(store->unit->module), element);
	unsigned known = alignment_of(store) | bytes; // its lowest bit is what both are multiples of
	arguments[VALUE] = aw_llvm_elements(builder, value, first, store->each);
	arguments[ADDRESS] = LLVMBuildGEP2(builder, element, address, &offset, 1, "");
	arguments[ALIGNMENT] = LLVMConstInt(LLVMInt32TypeInContext(store->unit->context), known & -known, false);
	arguments[MASK] = aw_llvm_elements(builder, LLVMGetOperand(store->call, MASK), first, store->each);
}

// Stores the register of the value that begins with lane FIRST; the builder's block goes on behind it.
static void store_register(const struct store *store, unsigned first, LLVMBasicBlockRef done)
{
	LLVMBuilderRef builder = store->unit->builder;
	LLVMValueRef mask = aw_llvm_elements(builder, LLVMGetOperand(store->call, MASK), first, store->each);
	LLVMBasicBlockRef next = add_block(store, done, "store.next"), some = add_block(store, next, "store.some");
	ask(store, mask, false, next, some);
	LLVMValueRef arguments[OPERANDS];
	find_register(store, first, arguments);
	LLVMTypeRef types[] = { LLVMTypeOf(arguments[VALUE]), LLVMTypeOf(arguments[ADDRESS]) };
	LLVMValueRef function = aw_llvm_intrinsic(store->unit->module, "llvm.masked.store", types, 2);
	aw_llvm_copy_aliasing(LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, arguments, OPERANDS, ""), store->call);
	LLVMBuildBr(builder, next);
	LLVMPositionBuilderAtEnd(builder, next);
}

static void expand(const struct store *store)
{
	LLVMBuilderRef builder = store->unit->builder;
	LLVMValueRef mask = LLVMGetOperand(store->call, MASK);
	LLVMBasicBlockRef before = LLVMGetInstructionParent(store->call), done = aw_llvm_split_before(store->call);
	LLVMBasicBlockRef asked = add_block(store, done, "store.asked"), any = add_block(store, done, "store.any");
	LLVMBasicBlockRef all = add_block(store, done, "store.all"), few = add_block(store, done, "store.few");
	LLVMBasicBlockRef once = add_block(store, done, "store.once");
	LLVMTypeRef type = LLVMInt32TypeInContext(store->unit->context);
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(before));
	LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(store->call));
	aw_llvm_erase(LLVMGetBasicBlockTerminator(before));
	LLVMPositionBuilderAtEnd(builder, before);
	LLVMValueRef slow = LLVMBuildLoad2(builder, type, LLVMGetNamedGlobal(store->unit->module, AW_UNIT_SLOW), "");
	LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntEQ, slow, LLVMConstNull(type), ""), once, asked);
	LLVMPositionBuilderAtEnd(builder, asked);
	ask(store, mask, false, done, any);
	ask(store, mask, true, all, few);
	bool apart = store->lanes > MOST_AT_ONCE * store->each;
	for (unsigned first = 0; apart && first < store->lanes; first += store->each)
		store_register(store, first, done);
	LLVMBuildBr(builder, apart ? done : once);
	LLVMPositionBuilderAtEnd(builder, once);
	LLVMInsertIntoBuilder(builder, LLVMInstructionClone(store->call));
	LLVMBuildBr(builder, done);
	LLVMPositionBuilderAtEnd(builder, all);
	LLVMValueRef plain = LLVMBuildStore(builder, LLVMGetOperand(store->call, VALUE), LLVMGetOperand(store->call, ADDRESS));
	LLVMSetAlignment(plain, alignment_of(store));
	aw_llvm_copy_aliasing(plain, store->call);
	LLVMBuildBr(builder, done);
	aw_llvm_erase(store->call);
}

// What a mask of a piece of a gang is a piece of, or MASK itself.
static LLVMValueRef whole_mask(LLVMValueRef mask)
{
	while (LLVMIsAShuffleVectorInst(mask) && (LLVMIsUndef(LLVMGetOperand(mask, 1)) || LLVMIsNull(LLVMGetOperand(mask, 1))))
		mask = LLVMGetOperand(mask, 0);
	return mask;
}

// Whether control comes to BLOCK only when some lane is in MASK.
static bool is_known_some(LLVMBasicBlockRef block, LLVMValueRef mask)
{
	LLVMBasicBlockRef before = aw_llvm_only_way_to(block), then;
	return before && aw_whole_asked(LLVMGetBasicBlockTerminator(before), &then) == mask && then == block;
}

// A lane that isn't in a piece's mask lies no further from those of other pieces that are than there is room.  What is said of the store's
// aliases is dropped: it isn't true of what other lanes' places hold.
static void blend(const struct store *store)
{
	LLVMBuilderRef builder = store->unit->builder;
	LLVMValueRef mask = whole_mask(LLVMGetOperand(store->call, MASK));
	LLVMBasicBlockRef before = LLVMGetInstructionParent(store->call);
	aw_llvm_at(builder, store->call);
	if (!LLVMIsConstant(mask) && !is_known_some(before, mask)) {
		LLVMBasicBlockRef done = aw_llvm_split_before(store->call), some = add_block(store, done, "store.own");
		aw_llvm_erase(LLVMGetBasicBlockTerminator(before));
		LLVMPositionBuilderAtEnd(builder, before);
		ask(store, mask, false, done, some);
		aw_llvm_at(builder, LLVMBuildBr(builder, done));
	}
	LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(store->call));
	for (unsigned first = 0; first < store->lanes; first += store->each) {
		LLVMValueRef arguments[OPERANDS];
		find_register(store, first, arguments);
		unsigned alignment = (unsigned)LLVMConstIntGetZExtValue(arguments[ALIGNMENT]);
		LLVMValueRef old = LLVMBuildLoad2(builder, LLVMTypeOf(arguments[VALUE]), arguments[ADDRESS], "");
		LLVMSetAlignment(old, alignment);
		LLVMValueRef value = LLVMBuildSelect(builder, arguments[MASK], arguments[VALUE], old, "");
		LLVMValueRef plain = LLVMBuildStore(builder, value, arguments[ADDRESS]);
		LLVMSetAlignment(plain, alignment);
	}
	aw_llvm_erase(store->call);
}

bool aw_pass_masked_stores(struct aw_unit *unit)
{
	AW_VEC(struct store) stores = { 0 };
	struct store store;
	size_t asked = 0;
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS(instruction, block)
				if (find(unit, instruction, &store))
					aw_need(aw_vec_push(&stores, store));
	for (size_t i = 0; i < stores.count; i++) {
		(stores.items[i].own ? blend : expand)(&stores.items[i]);
		asked += !stores.items[i].own;
	}
	if (is_asked_first(unit) && asked == 0) // then the device needn't find out
		aw_unit_drop_slow(unit);
	aw_vec_finish(&stores);
	return true;
}
