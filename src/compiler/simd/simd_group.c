// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts together what a kernel reads or writes of one struct member by member: loads, or stores, of one size that lie one
// after the other from one address become the load or store of a struct, for which simd_rows.c has better
// code than for each alone.  LLVM's interleaved access groups (LoopVectorizer, after A. Anderson et al.,
// "Auto-Vectorization of Interleaved Data", 2006) are the same thought; here lanes stand for turns.
//
// Of a struct whose alignment is its size (uchar4, float4) loads of some members are taken as that of all, where those are most, or
// all of it is one word: what lies within an aligned piece of memory can be read if any of it can.
//
// Elements of arrays are such a row where the program counts them as one (a[3 * i + 1]), or where a thread's loop takes several of a row of
// its own in each turn, as one that was unrolled by hand.
//
// Loads move up to the first of them, stores down to the last: loads not over a write and stores not over any access but to places that
// are known to be others', by their distance, because the program says so of a parameter (`__restrict__`) or the launch (simd_aliases.c).
#include "simd.h"

#include <assert.h>
#include <string.h>

#include "../analysis/linear_form.h"
#include "../analysis/need.h"
#include "simd_aliases.h"
#include "simd_member.h"

enum { MAX_MEMBERS = 8, MAX_LOADED_BYTES = 16, MAX_STORED_BYTES = 32, WORD = 4, WORD_BITS = 32, MOST_SUMMANDS = 4, MOST_WALKED = 128 };

typedef AW_VEC(struct aw_simd_member) member_vec;

struct grouping {
	struct aw_unit *unit;
	member_vec loads;  // that may move up to the first of them
	member_vec writes; // behind the first of those, as elements of arrays
	member_vec stores; // that may move down to the last of them
	unsigned order;
	bool changed;
};

// --- what lies apart ---

// Whether A and B, both as elements of arrays, have no byte in common in any thread.
static bool is_apart(const struct aw_simd_member *a, const struct aw_simd_member *b)
{
	int64_t distance = b->offset - a->offset;
	if (aw_simd_members_along(a, b))
		return distance >= (int64_t)a->size || -distance >= (int64_t)b->size;
	LLVMValueRef base = aw_simd_member_base(a->instruction), other = aw_simd_member_base(b->instruction);
	return base && other && (aw_llvm_are_restricted(base, other) || aw_simd_told_apart(a->instruction, b->instruction));
}

static bool is_apart_from_all(const struct aw_simd_member *access, const struct aw_simd_member *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!is_apart(access, &list[i]))
			return false;
	return true;
}

// --- building ---

static unsigned column_of(const struct aw_simd_member *members, unsigned i)
{
	return (unsigned)(members[i].offset - members->offset) / members->size;
}

// Of COLUMNS members, of which those that aren't among MEMBERS are integers.
static LLVMTypeRef row_type(struct grouping *grouping, const struct aw_simd_member *members, unsigned count, unsigned columns)
{
	LLVMTypeRef types[MAX_MEMBERS];
	assert(columns <= MAX_MEMBERS);
	for (unsigned i = 0; i < columns; i++)
		types[i] = LLVMIntTypeInContext(grouping->unit->context, 8 * members->size);
	for (unsigned i = 0; i < count; i++)
		types[column_of(members, i)] = aw_simd_member_type(members[i].instruction);
	return LLVMStructTypeInContext(grouping->unit->context, types, columns, false);
}

// Where FIRST is, from the pointer of EARLIEST, at which it is needed.
static LLVMValueRef row_pointer(struct grouping *grouping, const struct aw_simd_member *first, const struct aw_simd_member *earliest)
{
	LLVMContextRef context = grouping->unit->context;
	LLVMValueRef pointer = aw_simd_member_pointer(earliest->instruction);
	LLVMValueRef distance = LLVMConstInt(LLVMInt64TypeInContext(context), (uint64_t)(first->offset - earliest->offset), true);
	if (first->offset == earliest->offset)
		return pointer;
	return LLVMBuildGEP2(grouping->unit->builder, LLVMInt8TypeInContext(context), pointer, &distance, 1, "");
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

// A row of COLUMNS, some of them perhaps nobody's.
static void build_load(struct grouping *grouping, const struct aw_simd_member *members, unsigned count, unsigned columns)
{
	const struct aw_simd_member *earliest = members;
	LLVMBuilderRef builder = grouping->unit->builder;
	for (unsigned i = 1; i < count; i++)
		earliest = members[i].order < earliest->order ? &members[i] : earliest;
	aw_llvm_at(builder, earliest->instruction);
	LLVMTypeRef type = row_type(grouping, members, count, columns);
	LLVMValueRef row = LLVMBuildLoad2(builder, type, row_pointer(grouping, members, earliest), "");
	keep_common(grouping, row, members, count);
	LLVMValueRef values[MAX_MEMBERS];
	for (unsigned i = 0; i < count; i++)
		values[i] = LLVMBuildExtractValue(builder, row, column_of(members, i), "");
	for (unsigned i = 0; i < count; i++)
		aw_llvm_replace(members[i].instruction, values[i]);
}

static void build_store(struct grouping *grouping, const struct aw_simd_member *members, unsigned count, unsigned columns)
{
	const struct aw_simd_member *last = members;
	LLVMBuilderRef builder = grouping->unit->builder;
	for (unsigned i = 1; i < count; i++)
		last = members[i].order > last->order ? &members[i] : last;
	aw_llvm_at(builder, last->instruction);
	LLVMValueRef row = LLVMGetPoison(row_type(grouping, members, count, columns));
	assert(count == columns && "nothing else is written");
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

// How many of the COUNT members of LIST lie one behind the other from the first on, in MOST bytes.
static unsigned run_length(const struct aw_simd_member *list, size_t count, unsigned most)
{
	unsigned length = 1;
	while (length < count && length < MAX_MEMBERS && (length + 1) * list->size <= most && follows(&list[length - 1], &list[length]))
		length++;
	return length;
}

// How many of the COUNT members of LIST lie in the row of COLUMNS that begins with the first.
static unsigned count_in_row(const struct aw_simd_member *list, size_t count, unsigned columns)
{
	unsigned known = 1;
	while (known < count && aw_simd_members_along(list, &list[known]) && list[known].offset > list[known - 1].offset &&
	       list[known].offset < list->offset + columns * list->size && (list[known].offset - list->offset) % list->size == 0)
		known++;
	return known;
}

// The columns of the aligned row of loads that begins with the first of the COUNT members of LIST, *KNOWN of which are in it; 0: none
// of which it pays to load all.
static unsigned aligned_row(const struct aw_simd_member *list, size_t count, unsigned *known)
{
	unsigned bytes = LLVMGetAlignment(list->instruction);
	bytes = bytes < MAX_LOADED_BYTES ? bytes : MAX_LOADED_BYTES;
	for (unsigned columns = bytes / list->size; columns > 1; columns /= 2) {
		*known = columns <= MAX_MEMBERS ? count_in_row(list, count, columns) : 0;
		if (*known && (columns * list->size <= WORD || 2 * *known > columns))
			return columns;
	}
	return 0;
}

// Groups the members of which the COUNT of LIST are the first; returns how many.
static unsigned group_first(struct grouping *grouping, struct aw_simd_member *list, size_t count, bool loads)
{
	bool long_row = list->array && !list->walked; // loads of arrays are of a row that is counted as such
	unsigned most = loads && !long_row ? MAX_LOADED_BYTES : MAX_STORED_BYTES;
	unsigned length = run_length(list, count, most), known = 0;
	unsigned columns = loads ? aligned_row(list, count, &known) : 0;
	grouping->changed |= length > 1 || columns > 1;
	if (columns > length) {
		build_load(grouping, list, known, columns);
		return known;
	}
	if (length > 1)
		(loads ? build_load : build_store)(grouping, list, length, length);
	return length;
}

static void group(struct grouping *grouping, struct aw_simd_member *list, size_t count, bool loads)
{
	if (count > 1)
		qsort(list, count, sizeof(*list), compare);
	for (size_t first = 0; first < count;)
		first += group_first(grouping, list + first, count - first, loads);
}

static void end_loads(struct grouping *grouping)
{
	group(grouping, grouping->loads.items, grouping->loads.count, true);
	grouping->loads.count = grouping->writes.count = 0;
}

static void end_stores(struct grouping *grouping)
{
	if (grouping->writes.count) // of which some may be no more then
		end_loads(grouping);
	group(grouping, grouping->stores.items, grouping->stores.count, false);
	grouping->stores.count = 0;
}

// Adds ACCESS to LIST, whose order is by arrays.
static void push(struct grouping *grouping, member_vec *list, struct aw_simd_member access)
{
	access.order = grouping->order;
	for (size_t i = 0; access.nested && i < list->count; i++)
		if (aw_simd_members_of_same(&list->items[i], &access))
			access.array = list->items[i].array;
	aw_need(aw_vec_push(list, access));
}

static void take_store(struct grouping *grouping, LLVMValueRef store)
{
	struct aw_simd_member access;
	if (!aw_simd_read_member(grouping->unit, store, true, &access)) {
		end_loads(grouping);
		end_stores(grouping);
		return;
	}
	if (!is_apart_from_all(&access, grouping->stores.items, grouping->stores.count)) // two to one place must stay in order
		end_stores(grouping);
	push(grouping, &grouping->stores, access);
	if (grouping->loads.count)
		push(grouping, &grouping->writes, access);
}

// A number that has both A and B as multiples, one of the two; 1: neither.
static int64_t common_factor(int64_t a, int64_t b)
{
	return a > 0 && b > 0 && a % b == 0 ? b : a > 0 && b > 0 && b % a == 0 ? a : 1;
}

// What is added to PHI from turn to turn of a loop; then that begins with *START.  NULL: something else happens to it.
static LLVMValueRef added_in_turn(LLVMValueRef phi, LLVMValueRef *start)
{
	for (unsigned i = 0; LLVMCountIncoming(phi) == 2 && i < 2; i++) {
		LLVMValueRef next = LLVMGetIncomingValue(phi, i);
		*start = LLVMGetIncomingValue(phi, 1 - i);
		if (aw_llvm_is_op(next, LLVMAdd) && LLVMGetOperand(next, 0) == phi)
			return LLVMGetOperand(next, 1);
	}
	return NULL;
}

// A number that VALUE is a multiple of, as the program writes it; 1: none.  The product may have a mask, as in x % 16 * 4, and others may
// be added, also from turn to turn of a loop.
static int64_t factor_of(LLVMValueRef value, unsigned depth)
{
	int64_t number;
	LLVMValueRef added, start;
	if (!LLVMIsAInstruction(value) || depth == MOST_SUMMANDS)
		return 1;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMZExt:
	case LLVMSExt: return factor_of(LLVMGetOperand(value, 0), depth + 1);
	case LLVMMul: return aw_llvm_constant(LLVMGetOperand(value, 1), &number) ? number : 1;
	case LLVMAnd: return aw_llvm_constant(LLVMGetOperand(value, 1), &number) ? number & -number : 1;
	case LLVMShl:
		return aw_llvm_constant(LLVMGetOperand(value, 1), &number) && number >= 0 && number < WORD_BITS ? (int64_t)1 << number : 1;
	case LLVMAdd:
	case LLVMOr:
		return common_factor(factor_of(LLVMGetOperand(value, 0), depth + 1), factor_of(LLVMGetOperand(value, 1), depth + 1));
	case LLVMPHI:
		added = added_in_turn(value, &start);
		return added ? common_factor(factor_of(start, depth + 1), factor_of(added, depth + 1)) : 1;
	default: return 1;
	}
}

// What PHI goes up by from turn to turn of a loop; 0: no constant.
static int64_t step_of(LLVMValueRef phi)
{
	int64_t number;
	LLVMValueRef start, added = LLVMIsAPHINode(phi) ? added_in_turn(phi, &start) : NULL;
	return added && aw_llvm_constant(added, &number) ? number : 0;
}

// Whether LOAD, of SIZE bytes, is of what a loop of the thread's takes several of in a turn,
//
//     for (k = 0; k < n; k += 4)
//         sum += a[i * n + k] + a[i * n + k + 1] + a[i * n + k + 2] + a[i * n + k + 3];
//
// where each thread has a row of its own: what else is in the address are products and parameters.
static bool is_walked(const struct grouping *grouping, LLVMValueRef load, unsigned size)
{
	struct aw_linear_form form;
	int64_t step = 0;
	bool rows = false;
	aw_linear_form_of(grouping->unit->module, aw_simd_member_pointer(load), &form);
	if (!form.known || !LLVMIsAArgument(form.base))
		return false;
	for (unsigned i = 0; i < form.count; i++) {
		LLVMValueRef value = form.terms[i].value;
		int64_t counted = step_of(value);
		bool product = aw_llvm_is_op(value, LLVMMul);
		if (!counted && !product && !LLVMIsAArgument(value))
			return false;
		step = counted ? counted * form.terms[i].factor : step;
		rows |= product;
	}
	return rows && step >= 2 * (int64_t)size && step <= MOST_WALKED && step % (int64_t)size == 0;
}

// Whether ELEMENT is of a row of numbers that the program counts itself, as in a[3 * i + 1].  Of other arrays neighbours are often those
// of threads, too, and each is better off by itself; structs are rows of their own.
static bool is_of_row(const struct aw_simd_member *element)
{
	int64_t factor = element->array && element->stride == element->size ? factor_of(element->root, 0) : 1;
	return factor > 1 && factor * (int64_t)element->stride <= MAX_STORED_BYTES;
}

// Loads from memory in which threads that go in step may hand something on stay between the stores where they are.
static void take_load(struct grouping *grouping, LLVMValueRef load)
{
	struct aw_simd_member element, access;
	bool known = aw_simd_read_member(grouping->unit, load, true, &element), may_move = known && aw_simd_member_base(load);
	if (!may_move || !is_apart_from_all(&element, grouping->stores.items, grouping->stores.count))
		end_stores(grouping);
	if (!may_move || !is_apart_from_all(&element, grouping->writes.items, grouping->writes.count))
		if (grouping->writes.count || !aw_llvm_is_plain(load))
			end_loads(grouping);
	bool of_row = known && is_of_row(&element);
	element.walked = known && !of_row && is_walked(grouping, load, element.size);
	if (of_row || element.walked)
		access = element;
	else if (!aw_simd_read_member(grouping->unit, load, false, &access))
		return;
	push(grouping, &grouping->loads, access);
}

static void take(struct grouping *grouping, LLVMValueRef instruction)
{
	grouping->order++;
	if (LLVMIsAStoreInst(instruction)) {
		take_store(grouping, instruction);
	} else if (LLVMIsALoadInst(instruction)) {
		take_load(grouping, instruction);
	} else if (!aw_simd_is_silent(instruction)) {
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
	aw_vec_finish(&grouping.writes);
	aw_vec_finish(&grouping.stores);
	return grouping.changed;
}
