// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathers and scatters of all lanes where the level has no instruction for them: loads and stores lane by lane.  LLVM computes addresses
// of 64 bits, four to a register, and takes one after the other out of their vector, each in an instruction or two through a unit that
// the values need, too.  Mostly they are a base and indices of 32 bits.  Then these come out in pairs, which scalar units part:
//
//     vmovq  indices, pair
//     movslq pair, even;  sarq $32, pair
//     vmovss (base, even, 4), value;  vinsertps $16, (base, pair, 4), value
//
// which takes half of the time for stores, and four fifths to nine tenths of it for loads (a Zen 3).  Where lanes that are off are
// sent to a slot on the stack (simd_gather.c), those of a gather read what the last one reads that is on; so the addresses stay a base and
// indices, and with no lane on the slot is the base.  Other addresses go to the stack and come back as scalars, but for those at known
// distances from one, of which each instruction has its own.
//
// Members of a struct that each lane has somewhere lie at known distances from where it begins: that goes to the stack once, and lanes that
// are off begin at zeros there, which nobody changes.
//
// An index that a lane has as a scalar already, as one that was loaded lane by lane, stays that scalar.
//
// Elements of 16 bytes are rows of four words (simd_rows.c), a register each.
#include "lane_accesses.h"

#include <assert.h>
#include <string.h>

#include "../analysis/need.h"
#include "native.h"

enum { WIDEST = 32, LINE = 64, ROW = 16, ROW_WORDS = 4 }; // lanes; bytes; bytes and words of a wide element

// A gather or a scatter of all lanes; VALUE is NULL for a gather.
struct access {
	struct aw_lane_stack *stack;
	LLVMValueRef call, addresses, value;
	LLVMTypeRef element;
	unsigned alignment, lanes;
	bool wide; // elements are registers: ELEMENT is that vector, and VALUE the words of all
	LLVMValueRef loaded[WIDEST]; // then: what each lane has loaded
};

static bool find(struct aw_lane_stack *stack, LLVMValueRef call, struct access *access)
{
	const char *name = aw_llvm_callee_name(call);
	bool scatters = aw_starts_with(name, "llvm.masked.scatter.");
	if (!scatters && !aw_starts_with(name, "llvm.masked.gather."))
		return false;
	LLVMValueRef value = scatters ? LLVMGetOperand(call, 0) : NULL, mask = LLVMGetOperand(call, 2 + scatters);
	LLVMTypeRef type = LLVMTypeOf(scatters ? value : call);
	*access = (struct access){
		stack, call, LLVMGetOperand(call, scatters), value, LLVMGetElementType(type),
		(unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1 + scatters)), LLVMGetVectorSize(type),
	};
	access->wide = LLVMGetTypeKind(access->element) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(access->element) == 8 * ROW;
	return access->lanes <= WIDEST && access->lanes % 4 == 0 && mask == LLVMConstAllOnes(LLVMTypeOf(mask));
}

static LLVMBuilderRef builder_of(const struct access *access)
{
	return access->stack->unit->builder;
}

static LLVMTypeRef integer(const struct access *access, unsigned bits)
{
	return LLVMIntTypeInContext(access->stack->unit->context, bits);
}

static LLVMValueRef number(const struct access *access, unsigned bits, uint64_t value)
{
	return LLVMConstInt(integer(access, bits), value, false);
}

static LLVMValueRef splat(const struct access *access, LLVMValueRef value)
{
	return aw_llvm_build_splat(builder_of(access), LLVMVectorType(LLVMTypeOf(value), access->lanes), value);
}

// --- vectors on the stack ---

// COUNT numbers of 64 bits, which are 0 when the function begins if they are to be CLEAR.
static LLVMValueRef make_slot(const struct access *access, unsigned count, bool clear)
{
	LLVMValueRef slot = aw_llvm_local(aw_llvm_function_of(access->call), LLVMArrayType2(integer(access, 64), count), "lanes");
	LLVMSetAlignment(slot, LINE);
	if (clear) {
		aw_llvm_at(builder_of(access), LLVMGetNextInstruction(slot));
		LLVMSetAlignment(LLVMBuildStore(builder_of(access), LLVMConstNull(LLVMVectorType(integer(access, 64), count)), slot), LINE);
		aw_llvm_at(builder_of(access), access->call);
	}
	return slot;
}

// VECTOR in *SLOT, which is made where it isn't yet.
static LLVMValueRef put_in(const struct access *access, LLVMValueRef *slot, LLVMValueRef vector)
{
	assert(LLVMGetVectorSize(LLVMTypeOf(vector)) <= WIDEST && "room for as many of 64 bits");
	if (!*slot)
		*slot = make_slot(access, WIDEST, false);
	LLVMSetAlignment(LLVMBuildStore(builder_of(access), vector, *slot), LINE);
	return *slot;
}

// VECTOR in the next slot.
static LLVMValueRef put_away(const struct access *access, LLVMValueRef vector)
{
	return put_in(access, &access->stack->slots[access->stack->next++ % AW_LANE_SLOTS], vector);
}

// Element PLACE, of TYPE, of what lies in SLOT.
static LLVMValueRef take(const struct access *access, LLVMValueRef slot, LLVMTypeRef type, LLVMValueRef place)
{
	return LLVMBuildLoad2(builder_of(access), type, LLVMBuildGEP2(builder_of(access), type, slot, &place, 1, ""), "");
}

// --- where the lanes go ---

// Addresses are elements of TYPE from BASE on, by INDICES of 32 bits or less, which are WIDENED with or without a sign; where the lanes
// that are off were sent to NOWHERE, MASK has the others.
struct indexed {
	LLVMTypeRef type;
	LLVMValueRef base, indices, mask, nowhere;
	LLVMOpcode widened;
};

static bool is_indexed(LLVMValueRef addresses, struct indexed *indexed)
{
	*indexed = (struct indexed){ 0 };
	if (LLVMIsASelectInst(addresses)) {
		LLVMValueRef otherwise = LLVMGetOperand(addresses, 2);
		indexed->mask = LLVMGetOperand(addresses, 0);
		indexed->nowhere = aw_llvm_splat_scalar(otherwise);
		bool by_lanes = LLVMGetTypeKind(LLVMTypeOf(indexed->mask)) == LLVMVectorTypeKind;
		if (!by_lanes || !indexed->nowhere || !LLVMIsAAllocaInst(indexed->nowhere))
			return false;
		addresses = LLVMGetOperand(addresses, 1);
	}
	if (!LLVMIsAGetElementPtrInst(addresses) || LLVMGetNumIndices(addresses) != 1)
		return false;
	indexed->type = LLVMGetGEPSourceElementType(addresses);
	indexed->base = LLVMGetOperand(addresses, 0);
	LLVMValueRef wide = LLVMGetOperand(addresses, 1);
	if (LLVMGetTypeKind(LLVMTypeOf(indexed->base)) != LLVMPointerTypeKind || !aw_llvm_is_extension(wide))
		return false;
	indexed->indices = LLVMGetOperand(wide, 0);
	indexed->widened = LLVMGetInstructionOpcode(wide);
	return LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(indexed->indices))) <= 32;
}

// Has the lanes that are off read what the last one reads that is on.
static void go_with_last(const struct access *access, struct indexed *indexed)
{
	LLVMBuilderRef builder = builder_of(access);
	LLVMValueRef bits = LLVMBuildBitCast(builder, indexed->mask, integer(access, access->lanes), "");
	LLVMValueRef any = LLVMBuildICmp(builder, LLVMIntNE, bits, LLVMConstNull(LLVMTypeOf(bits)), "any");
	bits = LLVMBuildZExt(builder, bits, integer(access, 64), "");
	bits = LLVMBuildOr(builder, bits, number(access, 64, 1), ""); // the last of none is lane 0
	LLVMTypeRef type = LLVMTypeOf(bits);
	LLVMValueRef function = aw_llvm_intrinsic(access->stack->unit->module, "llvm.ctlz", &type, 1);
	LLVMValueRef arguments[] = { bits, LLVMConstInt(integer(access, 1), 1, false) };
	LLVMValueRef last = LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, arguments, 2, "");
	last = LLVMBuildXor(builder, last, number(access, 64, 63), "");
	LLVMValueRef index = take(access, put_away(access, indexed->indices), integer(access, 32), last);
	index = LLVMBuildSelect(builder, any, index, number(access, 32, 0), "");
	indexed->base = LLVMBuildSelect(builder, any, indexed->base, indexed->nowhere, "");
	indexed->indices = LLVMBuildSelect(builder, indexed->mask, indexed->indices, splat(access, index), "");
}

// --- one lane after the other ---

// Lane I of VECTOR where that was inserted as a scalar; NULL: it wasn't.
static LLVMValueRef inserted(LLVMValueRef vector, unsigned i)
{
	for (; LLVMIsAInsertElementInst(vector); vector = LLVMGetOperand(vector, 0)) {
		LLVMValueRef place = LLVMGetOperand(vector, 2);
		if (!LLVMIsAConstantInt(place))
			return NULL;
		if (LLVMConstIntGetZExtValue(place) == i)
			return LLVMGetOperand(vector, 1);
	}
	return NULL;
}

static bool all_inserted(LLVMValueRef vector)
{
	unsigned count = LLVMGetVectorSize(LLVMTypeOf(vector)), known = 0;
	while (known < count && inserted(vector, known))
		known++;
	return known == count;
}

LLVMValueRef aw_lane_hidden(LLVMBuilderRef builder, LLVMValueRef value)
{
	return aw_llvm_through_assembly(builder, value, "=r,0", false);
}

// Of a half of 64 bits that it knows to be positive LLVM 19 forgets to clear the other one, so the pair is hidden.
void aw_lane_pair(LLVMBuilderRef builder, LLVMValueRef indices, LLVMOpcode widened, unsigned even, LLVMValueRef pair[2])
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(indices));
	LLVMTypeRef word = LLVMInt32TypeInContext(context), wide = LLVMInt64TypeInContext(context);
	LLVMValueRef four = aw_llvm_elements(builder, indices, even & ~3u, 4), half = LLVMConstInt(wide, 32, false);
	LLVMValueRef two = LLVMBuildBitCast(builder, four, LLVMVectorType(wide, 2), "");
	LLVMValueRef both = LLVMBuildExtractElement(builder, two, LLVMConstInt(word, even / 2 % 2, false), "");
	both = aw_lane_hidden(builder, both);
	pair[0] = LLVMBuildCast(builder, widened, LLVMBuildTrunc(builder, both, word, ""), wide, "");
	pair[1] = widened == LLVMSExt ? LLVMBuildAShr(builder, both, half, "") : LLVMBuildLShr(builder, both, half, "");
}

// What lane I stores.
static LLVMValueRef stored(const struct access *access, unsigned i)
{
	if (access->wide)
		return aw_llvm_elements(builder_of(access), access->value, ROW_WORDS * i, ROW_WORDS);
	return LLVMBuildExtractElement(builder_of(access), access->value, number(access, 32, i), "");
}

static void access_lane(struct access *access, unsigned i, LLVMValueRef address, LLVMValueRef *result)
{
	LLVMBuilderRef builder = builder_of(access);
	LLVMValueRef made;
	if (access->value) {
		made = LLVMBuildStore(builder, stored(access, i), address);
	} else {
		made = LLVMBuildLoad2(builder, access->element, address, "");
		access->loaded[i] = made;
		if (!access->wide)
			*result = LLVMBuildInsertElement(builder, *result, made, number(access, 32, i), "");
	}
	LLVMSetAlignment(made, access->alignment);
	aw_llvm_copy_aliasing(made, access->call);
}

static void access_by_indices(struct access *access, struct indexed *indexed, LLVMValueRef *result)
{
	LLVMBuilderRef builder = builder_of(access);
	bool known = !indexed->mask && all_inserted(indexed->indices);
	LLVMTypeRef narrow = LLVMVectorType(integer(access, 32), access->lanes), wide = integer(access, 64);
	if (!known && LLVMTypeOf(indexed->indices) != narrow)
		indexed->indices = LLVMBuildCast(builder, indexed->widened, indexed->indices, narrow, "");
	if (indexed->mask)
		go_with_last(access, indexed);
	for (unsigned even = 0; even < access->lanes; even += 2) {
		LLVMValueRef indices[2];
		if (!known)
			aw_lane_pair(builder, indexed->indices, indexed->widened, even, indices);
		for (unsigned i = 0; i < 2; i++) {
			if (known)
				indices[i] = LLVMBuildCast(builder, indexed->widened, inserted(indexed->indices, even + i), wide, "");
			access_lane(access, even + i, LLVMBuildGEP2(builder, indexed->type, indexed->base, &indices[i], 1, ""), result);
		}
	}
}

// Whether ADDRESSES are known distances from one.
static bool is_apart(LLVMValueRef addresses)
{
	return LLVMIsAGetElementPtrInst(addresses) && LLVMGetNumIndices(addresses) == 1 &&
	       LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(addresses, 0))) == LLVMPointerTypeKind &&
	       LLVMIsAConstantDataVector(LLVMGetOperand(addresses, 1));
}

// The address of lane I where it is known by itself.
static LLVMValueRef known_address(const struct access *access, unsigned i)
{
	LLVMValueRef addresses = access->addresses;
	if (!is_apart(addresses))
		return inserted(addresses, i);
	LLVMValueRef distance = LLVMGetAggregateElement(LLVMGetOperand(addresses, 1), i);
	return LLVMBuildGEP2(builder_of(access), LLVMGetGEPSourceElementType(addresses), LLVMGetOperand(addresses, 0), &distance, 1, "");
}

// A member DISTANCE bytes behind where ROOT leads in each lane, for the lanes of MASK or, without one, all.
struct member {
	LLVMValueRef root, mask;
	int64_t distance;
};

static bool is_member(const struct access *access, struct member *member)
{
	LLVMValueRef addresses = access->addresses;
	*member = (struct member){ 0 };
	if (LLVMIsASelectInst(addresses)) {
		LLVMValueRef nowhere = aw_llvm_splat_scalar(LLVMGetOperand(addresses, 2));
		member->mask = LLVMGetOperand(addresses, 0);
		if (!aw_llvm_is_vector(member->mask) || !nowhere || !LLVMIsAAllocaInst(nowhere))
			return false;
		addresses = LLVMGetOperand(addresses, 1);
	}
	member->root = addresses;
	if (LLVMIsAGetElementPtrInst(addresses) && LLVMGetNumIndices(addresses) == 1) {
		LLVMValueRef index = aw_llvm_same_scalar(LLVMGetOperand(addresses, 1));
		bool bytes = LLVMGetGEPSourceElementType(addresses) == integer(access, 8);
		if (bytes && aw_llvm_is_vector(LLVMGetOperand(addresses, 0)) &&
		    aw_llvm_constant(index ? index : LLVMGetOperand(addresses, 1), &member->distance))
			member->root = LLVMGetOperand(addresses, 0);
	}
	uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(access->stack->unit->module), access->element);
	return !access->value && aw_llvm_is_vector(member->root) && member->distance >= 0 && member->distance + (int64_t)size <= LINE &&
	       LLVMGetPointerAddressSpace(LLVMGetElementType(LLVMTypeOf(member->root))) == 0;
}

// The slot with MEMBER's root, which another member may have put there.
static LLVMValueRef root_slot(const struct access *access, const struct member *member)
{
	struct aw_lane_stack *stack = access->stack;
	LLVMBasicBlockRef block = LLVMGetInstructionParent(access->call);
	aw_need(aw_vec_push(&stack->left, access->addresses));
	for (unsigned i = 0; i < AW_LANE_ROOTS; i++)
		if (stack->roots[i].root == member->root && stack->roots[i].mask == member->mask && stack->roots[i].block == block)
			return stack->roots[i].slot;
	struct aw_lane_root *made = &stack->roots[stack->next_root++ % AW_LANE_ROOTS];
	LLVMValueRef root = member->root;
	if (member->mask) {
		if (!stack->zeros)
			stack->zeros = make_slot(access, LINE / 8, true);
		root = LLVMBuildSelect(builder_of(access), member->mask, root, splat(access, stack->zeros), "");
	}
	*made = (struct aw_lane_root){ member->root, member->mask, put_in(access, &made->slot, root), block };
	return made->slot;
}

static void access_member(struct access *access, const struct member *member, LLVMValueRef *result)
{
	LLVMBuilderRef builder = builder_of(access);
	LLVMValueRef slot = root_slot(access, member), distance = number(access, 64, (uint64_t)member->distance);
	LLVMTypeRef pointer = LLVMGetElementType(LLVMTypeOf(access->addresses));
	for (unsigned i = 0; i < access->lanes; i++) {
		LLVMValueRef begin = take(access, slot, pointer, number(access, 64, i));
		access_lane(access, i, LLVMBuildGEP2(builder, integer(access, 8), begin, &distance, 1, ""), result);
	}
}

static void access_by_addresses(struct access *access, LLVMValueRef *result)
{
	bool known = is_apart(access->addresses) || all_inserted(access->addresses);
	struct member member;
	if (!known && is_member(access, &member)) {
		access_member(access, &member, result);
		return;
	}
	LLVMValueRef slot = known ? NULL : put_away(access, access->addresses);
	LLVMTypeRef type = LLVMGetElementType(LLVMTypeOf(access->addresses));
	for (unsigned i = 0; i < access->lanes; i++)
		access_lane(access, i, known ? known_address(access, i) : take(access, slot, type, number(access, 64, i)), result);
}

bool aw_access_lanes(struct aw_lane_stack *stack, LLVMValueRef call, LLVMValueRef *loaded)
{
	struct access access;
	struct indexed indexed;
	if (!find(stack, call, &access))
		return false;
	*loaded = access.value ? NULL : LLVMGetPoison(LLVMTypeOf(call));
	aw_llvm_at(builder_of(&access), call);
	if (access.wide) {
		LLVMTypeRef word = LLVMFloatTypeInContext(stack->unit->context);
		access.element = LLVMVectorType(word, ROW_WORDS);
		if (access.value)
			access.value = LLVMBuildBitCast(builder_of(&access), access.value, LLVMVectorType(word, ROW_WORDS * access.lanes), "");
	}
	if (is_indexed(access.addresses, &indexed) && !(indexed.mask && access.value))
		access_by_indices(&access, &indexed, loaded);
	else
		access_by_addresses(&access, loaded);
	if (access.wide && !access.value)
		*loaded = LLVMBuildBitCast(builder_of(&access), aw_llvm_join(builder_of(&access), access.loaded, access.lanes), LLVMTypeOf(call), "");
	return true;
}

// Removes SLOT and what is stored there if nobody reads it.
static void erase_slot(LLVMValueRef slot)
{
	AW_FOR_USES(use, slot)
		if (!LLVMIsAStoreInst(LLVMGetUser(use)) || LLVMGetOperand(LLVMGetUser(use), 1) != slot)
			return;
	while (LLVMGetFirstUse(slot))
		aw_llvm_erase(LLVMGetUser(LLVMGetFirstUse(slot)));
	aw_llvm_erase(slot);
}

void aw_lane_stack_finish(struct aw_lane_stack *stack)
{
	for (size_t i = 0; i < stack->left.count; i++) {
		LLVMValueRef addresses = stack->left.items[i];
		if (!LLVMIsASelectInst(addresses) || !LLVMGetInstructionParent(addresses) || LLVMGetFirstUse(addresses))
			continue;
		LLVMValueRef nowhere = aw_llvm_splat_scalar(LLVMGetOperand(addresses, 2));
		aw_llvm_erase_unused(addresses);
		erase_slot(nowhere);
	}
	aw_vec_finish(&stack->left);
}

// Whether the level has an instruction for CALL if that is a gather or scatter.
static bool has_instruction(struct aw_unit *unit, LLVMValueRef call)
{
	if (!aw_starts_with(aw_llvm_callee_name(call), "llvm.masked."))
		return true;
	bool scatters = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind;
	LLVMTypeRef type = LLVMGetElementType(LLVMTypeOf(scatters ? LLVMGetOperand(call, 0) : call)); // masked loads and stores alike
	return !strcmp(unit->target, "x86-64-v4") && LLVMABISizeOfType(LLVMGetModuleDataLayout(unit->module), type) >= 4;
}

bool aw_pass_lane_accesses(struct aw_unit *unit)
{
	bool changed = false;
	LLVMValueRef loaded;
	if (aw_native_machine(unit->target) != AW_MACHINE_X86_64)
		return false;
	AW_FOR_FUNCTIONS(function, unit->module) {
		struct aw_lane_stack stack = { .unit = unit };
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
				if (!has_instruction(unit, instruction) && aw_access_lanes(&stack, instruction, &loaded)) {
					aw_llvm_replace(instruction, loaded);
					changed = true;
				}
		aw_lane_stack_finish(&stack);
	}
	return changed;
}
