// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts together what a kernel reads or writes of one struct member by member: loads, or stores, of one size that lie one
// after the other from one address become the load or store of a struct, for which simd_rows.c has better
// code than for each alone.  LLVM's interleaved access groups (LoopVectorizer, after A. Anderson et al.,
// "Auto-Vectorization of Interleaved Data", 2006) are the same thought; here lanes stand for turns.
//
// Loads move up to the first of them, stores down to the last, over nothing that touches memory: loads not
// over a write, stores not over any access.
#include "simd.h"

#include <assert.h>
#include <string.h>

#include "../analysis/need.h"

enum { MAX_MEMBERS = 8, MAX_LOADED_BYTES = 16, MAX_STORED_BYTES = 32 };

// A load or store at a constant distance from a pointer, or from an element of an array.
struct access {
	LLVMValueRef instruction, root;
	LLVMValueRef array; // NULL, or what ROOT is an index into, with elements of STRIDE bytes
	uint64_t stride;
	bool is_signed; // that index, where it is extended
	int64_t offset;
	unsigned size, order; // bytes; its place in the block
};

struct grouping {
	struct aw_unit *unit;
	LLVMTargetDataRef layout;
	AW_VEC(struct access) loads;  // since the last write
	AW_VEC(struct access) stores; // since the last access that is none of them
	unsigned order;
	bool changed;
};

// --- what can be a member ---

static LLVMValueRef pointer_of(LLVMValueRef instruction)
{
	return LLVMGetOperand(instruction, LLVMIsALoadInst(instruction) ? 0 : 1);
}

// X of INDEX, which is X plus a constant in all lanes where it isn't poison: *NUMBER is added to.
static LLVMValueRef strip_sum(LLVMValueRef index, int64_t *number)
{
	int64_t more;
	bool wide = LLVMIsASExtInst(index), low = LLVMIsAZExtInst(index);
	LLVMValueRef sum = wide || low ? LLVMGetOperand(index, 0) : index;
	if (!LLVMIsABinaryOperator(sum) || !aw_llvm_constant(LLVMGetOperand(sum, 1), &more) || more < 0)
		return index;
	bool disjoint = LLVMGetInstructionOpcode(sum) == LLVMOr && LLVMGetIsDisjoint(sum);
	if (!disjoint && !(LLVMGetInstructionOpcode(sum) == LLVMAdd && (low ? LLVMGetNUW(sum) : LLVMGetNSW(sum))))
		return index;
	*number += more;
	return LLVMGetOperand(sum, 0);
}

// Takes the constant out of the last index of ACCESS's root, when that is the only one that isn't 0.
static void read_index(struct grouping *grouping, struct access *access)
{
	LLVMValueRef gep = access->root;
	int64_t number = 0;
	if (!LLVMIsAGetElementPtrInst(gep) || LLVMGetNumOperands(gep) > 3)
		return;
	bool inner = LLVMGetNumOperands(gep) == 3;
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	if (inner && (LLVMGetTypeKind(type) != LLVMArrayTypeKind || !LLVMIsNull(LLVMGetOperand(gep, 1))))
		return;
	LLVMValueRef index = LLVMGetOperand(gep, inner ? 2 : 1), root = strip_sum(index, &number);
	if (LLVMIsConstant(index))
		return;
	if (root == index && (LLVMIsASExtInst(index) || LLVMIsAZExtInst(index)))
		root = LLVMGetOperand(index, 0);
	access->is_signed = LLVMIsASExtInst(index);
	access->array = LLVMGetOperand(gep, 0);
	access->stride = LLVMABISizeOfType(grouping->layout, inner ? LLVMGetElementType(type) : type);
	access->offset += number * (int64_t)access->stride;
	access->root = root;
}

static LLVMTypeRef type_of(LLVMValueRef instruction)
{
	return LLVMTypeOf(LLVMIsALoadInst(instruction) ? instruction : LLVMGetOperand(instruction, 0));
}

// The bytes of a member of TYPE, 0 when it can't be one.
static unsigned member_size(const struct grouping *grouping, LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		if (LLVMGetIntTypeWidth(type) < 8 || LLVMGetIntTypeWidth(type) > 64)
			return 0;
		return LLVMGetIntTypeWidth(type) & (LLVMGetIntTypeWidth(type) - 1) ? 0 : LLVMGetIntTypeWidth(type) / 8;
	case LLVMHalfTypeKind: case LLVMBFloatTypeKind: case LLVMFloatTypeKind: case LLVMDoubleTypeKind:
	case LLVMPointerTypeKind:
		return (unsigned)LLVMABISizeOfType(grouping->layout, type);
	default:
		return 0;
	}
}

// Whether the address of INSTRUCTION is a constant number of bytes from an instruction's.  What lies at a constant
// distance from an argument or a variable is the same for all lanes.
static bool read_access(struct grouping *grouping, LLVMValueRef instruction, struct access *access)
{
	LLVMTypeRef byte = LLVMInt8TypeInContext(grouping->unit->context);
	*access = (struct access){ .instruction = instruction, .root = pointer_of(instruction), .order = grouping->order };
	access->size = member_size(grouping, type_of(instruction));
	if (!access->size || LLVMGetVolatile(instruction) || LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic)
		return false;
	while (LLVMIsAGetElementPtrInst(access->root) && LLVMGetNumOperands(access->root) == 2 &&
	       LLVMGetGEPSourceElementType(access->root) == byte) {
		int64_t bytes;
		if (!aw_llvm_constant(LLVMGetOperand(access->root, 1), &bytes))
			break;
		access->offset += bytes;
		access->root = LLVMGetOperand(access->root, 0);
	}
	if (!LLVMIsAInstruction(access->root) || LLVMIsAAllocaInst(access->root))
		return false;
	if (LLVMIsAStoreInst(instruction))
		read_index(grouping, access);
	return true;
}

// --- building ---

static LLVMTypeRef row_type(struct grouping *grouping, const struct access *members, unsigned count)
{
	LLVMTypeRef types[MAX_MEMBERS];
	for (unsigned i = 0; i < count; i++)
		types[i] = type_of(members[i].instruction);
	return LLVMStructTypeInContext(grouping->unit->context, types, count, false);
}

// Made anew from the first member's pointer: what the list knows as the root may have become another value.
static LLVMValueRef row_pointer(struct grouping *grouping, const struct access *first)
{
	LLVMContextRef context = grouping->unit->context;
	LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(context), (uint64_t)first->offset, true);
	struct access now;
	bool same = read_access(grouping, first->instruction, &now);
	assert(same && now.offset == first->offset);
	(void)same;
	if (first->offset == 0)
		return now.root;
	return LLVMBuildGEP2(grouping->unit->builder, LLVMInt8TypeInContext(context), now.root, &offset, 1, "");
}

// Of what is said about the members (tbaa, alias.scope) that which is said of all.
static void keep_common(struct grouping *grouping, LLVMValueRef row, const struct access *members, unsigned count)
{
	static const char *const kinds[] = { "tbaa", "alias.scope", "noalias", "nontemporal", "invariant.load" };
	for (size_t k = 0; k < sizeof(kinds) / sizeof(*kinds); k++) {
		unsigned kind = LLVMGetMDKindIDInContext(grouping->unit->context, kinds[k], (unsigned)strlen(kinds[k]));
		LLVMValueRef node = LLVMGetMetadata(members[0].instruction, kind);
		bool common = node != NULL;
		for (unsigned i = 1; i < count && common; i++) {
			LLVMValueRef other = LLVMGetMetadata(members[i].instruction, kind);
			common = other && LLVMValueAsMetadata(other) == LLVMValueAsMetadata(node);
		}
		if (common)
			LLVMSetMetadata(row, kind, node);
	}
	LLVMSetAlignment(row, LLVMGetAlignment(members[0].instruction));
}

static void build_load(struct grouping *grouping, const struct access *members, unsigned count)
{
	const struct access *earliest = members;
	LLVMBuilderRef builder = grouping->unit->builder;
	for (unsigned i = 1; i < count; i++)
		earliest = members[i].order < earliest->order ? &members[i] : earliest;
	aw_llvm_at(builder, earliest->instruction);
	LLVMTypeRef type = row_type(grouping, members, count);
	LLVMValueRef row = LLVMBuildLoad2(builder, type, row_pointer(grouping, members), "");
	keep_common(grouping, row, members, count);
	LLVMValueRef values[MAX_MEMBERS];
	for (unsigned i = 0; i < count; i++)
		values[i] = LLVMBuildExtractValue(builder, row, i, "");
	for (unsigned i = 0; i < count; i++)
		aw_llvm_replace(members[i].instruction, values[i]);
}

static void build_store(struct grouping *grouping, const struct access *members, unsigned count)
{
	const struct access *last = members;
	LLVMBuilderRef builder = grouping->unit->builder;
	for (unsigned i = 1; i < count; i++)
		last = members[i].order > last->order ? &members[i] : last;
	aw_llvm_at(builder, last->instruction);
	LLVMValueRef row = LLVMGetPoison(row_type(grouping, members, count));
	for (unsigned i = 0; i < count; i++)
		row = LLVMBuildInsertValue(builder, row, LLVMGetOperand(members[i].instruction, 0), i, "");
	LLVMValueRef store = LLVMBuildStore(builder, row, pointer_of(members[0].instruction));
	keep_common(grouping, store, members, count);
	for (unsigned i = 0; i < count; i++)
		aw_llvm_erase(members[i].instruction);
}

// --- finding ---

static int compare(const void *a, const void *b)
{
	const struct access *x = a, *y = b;
	if (x->root != y->root)
		return (uintptr_t)x->root < (uintptr_t)y->root ? -1 : 1;
	if (x->array != y->array)
		return (uintptr_t)x->array < (uintptr_t)y->array ? -1 : 1;
	if (x->stride != y->stride)
		return x->stride < y->stride ? -1 : 1;
	if (x->is_signed != y->is_signed)
		return x->is_signed < y->is_signed ? -1 : 1;
	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static bool is_along(const struct access *a, const struct access *b)
{
	return a->root == b->root && a->array == b->array && a->stride == b->stride && a->size == b->size &&
	       a->is_signed == b->is_signed;
}

static bool follows(const struct access *a, const struct access *b)
{
	return is_along(a, b) && b->offset == a->offset + a->size;
}

// Groups what stands in LIST.
static void group(struct grouping *grouping, struct access *list, size_t count, unsigned most,
                  void (*build)(struct grouping *, const struct access *, unsigned))
{
	if (count > 1)
		qsort(list, count, sizeof(*list), compare);
	for (size_t first = 0, end; first < count; first = end) {
		for (end = first + 1; end < count && end - first < MAX_MEMBERS && follows(&list[end - 1], &list[end]); end++)
			if ((end - first + 1) * list[first].size > most)
				break;
		if (end - first < 2)
			continue;
		build(grouping, list + first, (unsigned)(end - first));
		grouping->changed = true;
	}
}

static void end_loads(struct grouping *grouping)
{
	group(grouping, grouping->loads.items, grouping->loads.count, MAX_LOADED_BYTES, build_load);
	grouping->loads.count = 0;
}

static void end_stores(struct grouping *grouping)
{
	group(grouping, grouping->stores.items, grouping->stores.count, MAX_STORED_BYTES, build_store);
	grouping->stores.count = 0;
}

// Two stores to one place must stay in order.
static bool overlaps(const struct grouping *grouping, const struct access *access)
{
	for (size_t i = 0; i < grouping->stores.count; i++) {
		const struct access *other = &grouping->stores.items[i];
		if (!is_along(other, access))
			return true;
		int64_t distance = other->offset - access->offset;
		if (distance < (int64_t)access->size && -distance < (int64_t)access->size)
			return true;
	}
	return false;
}

static void take_store(struct grouping *grouping, LLVMValueRef store)
{
	struct access access;
	end_loads(grouping);
	if (!read_access(grouping, store, &access)) {
		end_stores(grouping);
		return;
	}
	if (overlaps(grouping, &access))
		end_stores(grouping);
	aw_need(aw_vec_push(&grouping->stores, access));
}

// Whether INSTRUCTION, neither load nor store, leaves memory alone.
static bool is_silent(LLVMValueRef instruction)
{
	LLVMValueRef callee = aw_llvm_callee(instruction);
	if (!LLVMIsACallInst(instruction))
		return !LLVMIsAFenceInst(instruction) && !LLVMIsAAtomicRMWInst(instruction) &&
		       !LLVMIsAAtomicCmpXchgInst(instruction) && !LLVMIsATerminatorInst(instruction);
	return callee && aw_llvm_has_no_memory(callee) && aw_llvm_has_attribute(callee, "willreturn");
}

static void take(struct grouping *grouping, LLVMValueRef instruction)
{
	struct access access;
	grouping->order++;
	if (LLVMIsAStoreInst(instruction)) {
		take_store(grouping, instruction);
	} else if (LLVMIsALoadInst(instruction)) {
		end_stores(grouping);
		if (read_access(grouping, instruction, &access))
			aw_need(aw_vec_push(&grouping->loads, access));
		else if (LLVMGetVolatile(instruction) || LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic)
			end_loads(grouping);
	} else if (!is_silent(instruction)) {
		end_loads(grouping);
		end_stores(grouping);
	}
}

bool aw_simd_group_accesses(struct aw_unit *unit, LLVMValueRef function)
{
	struct grouping grouping = { .unit = unit, .layout = LLVMGetModuleDataLayout(unit->module) };
	AW_FOR_BLOCKS(block, function) {
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
			take(&grouping, instruction);
		end_loads(&grouping);
		end_stores(&grouping);
	}
	aw_vec_finish(&grouping.loads);
	aw_vec_finish(&grouping.stores);
	return grouping.changed;
}
