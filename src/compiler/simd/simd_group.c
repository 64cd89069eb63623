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
#include "simd_member.h"

enum { MAX_MEMBERS = 8, MAX_LOADED_BYTES = 16, MAX_STORED_BYTES = 32 };

struct grouping {
	struct aw_unit *unit;
	AW_VEC(struct aw_simd_member) loads;  // since the last write
	AW_VEC(struct aw_simd_member) stores; // since the last access that is none of them
	unsigned order;
	bool changed;
};

// As a place of its own; of what is stored also the element of an array.
static bool read_member(const struct grouping *grouping, LLVMValueRef instruction, struct aw_simd_member *member)
{
	bool good = aw_simd_read_member(grouping->unit, instruction, LLVMIsAStoreInst(instruction), member);
	member->order = grouping->order;
	return good;
}

// --- building ---

static LLVMTypeRef row_type(struct grouping *grouping, const struct aw_simd_member *members, unsigned count)
{
	LLVMTypeRef types[MAX_MEMBERS];
	for (unsigned i = 0; i < count; i++)
		types[i] = aw_simd_member_type(members[i].instruction);
	return LLVMStructTypeInContext(grouping->unit->context, types, count, false);
}

// Made anew from the first member's pointer: what the list knows as the root may have become another value.
static LLVMValueRef row_pointer(struct grouping *grouping, const struct aw_simd_member *first)
{
	LLVMContextRef context = grouping->unit->context;
	LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(context), (uint64_t)first->offset, true);
	struct aw_simd_member now;
	bool same = read_member(grouping, first->instruction, &now);
	assert(same && now.offset == first->offset);
	(void)same;
	if (first->offset == 0)
		return now.root;
	return LLVMBuildGEP2(grouping->unit->builder, LLVMInt8TypeInContext(context), now.root, &offset, 1, "");
}

// Of what is said about the members (tbaa, alias.scope) that which is said of all.
static void keep_common(struct grouping *grouping, LLVMValueRef row, const struct aw_simd_member *members, unsigned count)
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

static void build_load(struct grouping *grouping, const struct aw_simd_member *members, unsigned count)
{
	const struct aw_simd_member *earliest = members;
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

static void build_store(struct grouping *grouping, const struct aw_simd_member *members, unsigned count)
{
	const struct aw_simd_member *last = members;
	LLVMBuilderRef builder = grouping->unit->builder;
	for (unsigned i = 1; i < count; i++)
		last = members[i].order > last->order ? &members[i] : last;
	aw_llvm_at(builder, last->instruction);
	LLVMValueRef row = LLVMGetPoison(row_type(grouping, members, count));
	for (unsigned i = 0; i < count; i++)
		row = LLVMBuildInsertValue(builder, row, LLVMGetOperand(members[i].instruction, 0), i, "");
	LLVMValueRef store = LLVMBuildStore(builder, row, aw_simd_member_pointer(members[0].instruction));
	keep_common(grouping, store, members, count);
	for (unsigned i = 0; i < count; i++)
		aw_llvm_erase(members[i].instruction);
}

// --- finding ---

static int compare(const void *a, const void *b)
{
	const struct aw_simd_member *x = a, *y = b;
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

static bool follows(const struct aw_simd_member *a, const struct aw_simd_member *b)
{
	return aw_simd_members_along(a, b) && b->offset == a->offset + a->size;
}

// Groups what stands in LIST.
static void group(struct grouping *grouping, struct aw_simd_member *list, size_t count, unsigned most,
                  void (*build)(struct grouping *, const struct aw_simd_member *, unsigned))
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
static bool overlaps(const struct grouping *grouping, const struct aw_simd_member *access)
{
	for (size_t i = 0; i < grouping->stores.count; i++) {
		const struct aw_simd_member *other = &grouping->stores.items[i];
		if (!aw_simd_members_along(other, access))
			return true;
		int64_t distance = other->offset - access->offset;
		if (distance < (int64_t)access->size && -distance < (int64_t)access->size)
			return true;
	}
	return false;
}

static void take_store(struct grouping *grouping, LLVMValueRef store)
{
	struct aw_simd_member access;
	end_loads(grouping);
	if (!read_member(grouping, store, &access)) {
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
	struct aw_simd_member access;
	grouping->order++;
	if (LLVMIsAStoreInst(instruction)) {
		take_store(grouping, instruction);
	} else if (LLVMIsALoadInst(instruction)) {
		end_stores(grouping);
		if (read_member(grouping, instruction, &access))
			aw_need(aw_vec_push(&grouping->loads, access));
		else if (!aw_llvm_is_plain(instruction))
			end_loads(grouping);
	} else if (!is_silent(instruction)) {
		end_loads(grouping);
		end_stores(grouping);
	}
}

bool aw_simd_group_accesses(struct aw_unit *unit, LLVMValueRef function)
{
	struct grouping grouping = { .unit = unit };
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
