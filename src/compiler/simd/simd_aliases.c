// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members of structs that are loaded and stored in turn, as the channels of an image are:
//
//     out[3 * i] = f(in[3 * i]);
//     out[3 * i + 1] = f(in[3 * i + 1]);
//     out[3 * i + 2] = f(in[3 * i + 2]);
//
// For all that is known `in` is `out` and some bytes, and each store changes what is loaded next.  Then nothing can be grouped
// (simd_group.c), and each lane's bytes go by themselves.  So such a piece of a block is made twice:
//
//     if (in and out are at least as far apart as a thread's places reach)
//         the piece, in which accesses by different pointers are apart
//     else
//         the piece
//
// Only what one thread does keeps its order so; threads that hand something on to others without a barrier have none.  It is the
// versioning of LLVM's loops by run-time checks of memory, for a thread's straight code.
#include "simd_aliases.h"

#include <assert.h>
#include <string.h>

#include "../analysis/need.h"
#include "simd_member.h"

enum {
	MOST_PAIRS = 4,    // of pointers that are compared
	MOST_COPIED = 256, // instructions of a piece
	MOST_PIECES = 8,   // of a function
};

struct pair {
	LLVMValueRef a, b; // pointers, one of which is stored by
};

struct piece {
	struct aw_unit *unit;
	AW_VEC(struct aw_simd_member) accesses; // in order, with nothing that touches memory between
	struct pair pairs[MOST_PAIRS];
	unsigned pair_count;
	uint64_t reach; // of a thread's places in one array, bytes
	unsigned made;
};

static bool is_store(const struct aw_simd_member *access)
{
	return LLVMIsAStoreInst(access->instruction);
}

// --- whether it pays ---

// Whether B is the next member of the struct whose member A is, and both are stored.
static bool are_neighbours(const struct aw_simd_member *a, const struct aw_simd_member *b)
{
	int64_t distance = b->offset - a->offset;
	return is_store(a) && is_store(b) && aw_simd_members_along(a, b) && (distance == a->size || -distance == a->size);
}

// Whether a load through another pointer stands between neighbours that are stored.
static bool pays(const struct piece *piece)
{
	const struct aw_simd_member *accesses = piece->accesses.items;
	for (size_t i = 0; i < piece->accesses.count; i++) {
		bool loads = false;
		for (size_t k = i + 1; k < piece->accesses.count; k++) {
			loads |= !is_store(&accesses[k]) && accesses[k].array != accesses[i].array;
			if (loads && are_neighbours(&accesses[i], &accesses[k]))
				return true;
		}
	}
	return false;
}

// --- what is compared ---

static bool add_pair(struct piece *piece, LLVMValueRef a, LLVMValueRef b)
{
	for (unsigned i = 0; i < piece->pair_count; i++)
		if ((piece->pairs[i].a == a && piece->pairs[i].b == b) || (piece->pairs[i].a == b && piece->pairs[i].b == a))
			return true;
	if (piece->pair_count == MOST_PAIRS)
		return false;
	piece->pairs[piece->pair_count++] = (struct pair){ a, b };
	return true;
}

// Whether all places are those of one index, so that pointers tell what overlaps.
static bool find_pairs(struct piece *piece)
{
	const struct aw_simd_member *accesses = piece->accesses.items;
	int64_t low = accesses->offset, high = accesses->offset;
	piece->pair_count = 0;
	for (size_t i = 0; i < piece->accesses.count; i++) {
		low = accesses[i].offset < low ? accesses[i].offset : low;
		high = accesses[i].offset > high ? accesses[i].offset : high;
		if (!aw_simd_members_parallel(&accesses[i], accesses))
			return false;
		for (size_t k = 0; k < i; k++)
			if (accesses[i].array != accesses[k].array && (is_store(&accesses[i]) || is_store(&accesses[k])) &&
			    !add_pair(piece, accesses[i].array, accesses[k].array))
				return false;
	}
	piece->reach = (uint64_t)(high - low) + accesses->size;
	return piece->pair_count > 0;
}

// --- two versions ---

// POINTER, a parameter or loaded from one, before INSTRUCTION, perhaps loaded once more.
static LLVMValueRef pointer_before(struct piece *piece, LLVMValueRef pointer, LLVMValueRef instruction)
{
	LLVMBuilderRef builder = piece->unit->builder;
	bool here = LLVMIsAInstruction(pointer) && LLVMGetInstructionParent(pointer) == LLVMGetInstructionParent(instruction);
	if (!here)
		return pointer;
	LLVMValueRef copy = LLVMInstructionClone(pointer);
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(pointer); i++)
		LLVMSetOperand(copy, i, pointer_before(piece, LLVMGetOperand(pointer, i), instruction));
	aw_llvm_at(builder, instruction);
	LLVMInsertIntoBuilder(builder, copy);
	return copy;
}

static LLVMValueRef are_far(struct piece *piece, LLVMValueRef first)
{
	LLVMBuilderRef builder = piece->unit->builder;
	LLVMTypeRef word = LLVMInt64TypeInContext(piece->unit->context);
	LLVMValueRef all = NULL;
	for (unsigned i = 0; i < piece->pair_count; i++) {
		LLVMValueRef a = pointer_before(piece, piece->pairs[i].a, first), b = pointer_before(piece, piece->pairs[i].b, first);
		aw_llvm_at(builder, first);
		LLVMValueRef distance = LLVMBuildSub(builder, LLVMBuildPtrToInt(builder, a, word, ""), LLVMBuildPtrToInt(builder, b, word, ""), "");
		LLVMValueRef sum = LLVMBuildAdd(builder, distance, LLVMConstInt(word, piece->reach - 1, false), "");
		LLVMValueRef far = LLVMBuildICmp(builder, LLVMIntUGT, sum, LLVMConstInt(word, 2 * piece->reach - 2, false), "");
		all = all ? LLVMBuildAnd(builder, all, far, "") : far;
	}
	return all;
}

static const char mark[] = "aw.apart";

bool aw_simd_told_apart(LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef of_a = aw_llvm_noted(a, mark);
	return of_a && of_a == aw_llvm_noted(b, mark) && aw_simd_member_base(a) != aw_simd_member_base(b);
}

static void say_apart(const struct piece *piece, LLVMBasicBlockRef block)
{
	LLVMValueRef number = LLVMConstInt(LLVMInt32TypeInContext(piece->unit->context), piece->made, false);
	AW_FOR_INSTRUCTIONS(instruction, block)
		if (LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction))
			aw_llvm_note(instruction, mark, number);
}

static unsigned size_of(const struct piece *piece)
{
	unsigned count = 1;
	LLVMValueRef last = piece->accesses.items[piece->accesses.count - 1].instruction;
	for (LLVMValueRef i = piece->accesses.items[0].instruction; i != last; i = LLVMGetNextInstruction(i))
		count++;
	return count;
}

static void make_versions(struct piece *piece)
{
	LLVMBuilderRef builder = piece->unit->builder;
	LLVMValueRef first = piece->accesses.items[0].instruction, last = piece->accesses.items[piece->accesses.count - 1].instruction;
	LLVMValueRef far = are_far(piece, first);
	LLVMBasicBlockRef before = LLVMGetInstructionParent(first), slow = aw_llvm_split_before(first), fast;
	LLVMBasicBlockRef behind = aw_llvm_split_before(LLVMGetNextInstruction(last));
	aw_llvm_copy_blocks(&slow, 1, &fast);
	LLVMBasicBlockRef versions[] = { slow, fast };
	AW_FOR_INSTRUCTIONS(value, slow)
		aw_llvm_join_versions(builder, value, slow, aw_llvm_find_copied(&slow, &fast, 1, value), fast, behind, versions, 2);
	LLVMValueRef end = LLVMGetBasicBlockTerminator(before);
	aw_llvm_at(builder, end);
	LLVMBuildCondBr(builder, far, fast, slow);
	aw_llvm_erase(end);
	piece->made++;
	say_apart(piece, fast);
}

// --- finding ---

static bool end_piece(struct piece *piece)
{
	bool good = piece->accesses.count > 1 && pays(piece) && find_pairs(piece) && piece->made < MOST_PIECES && size_of(piece) <= MOST_COPIED;
	if (good)
		make_versions(piece);
	piece->accesses.count = 0;
	return good;
}

// An access by the index of an array that is a parameter.
static bool read_access(const struct piece *piece, LLVMValueRef instruction, struct aw_simd_member *access)
{
	return aw_simd_read_member(piece->unit, instruction, true, access) && access->array &&
	       access->array == aw_simd_member_base(instruction);
}

// Splits the first piece of BLOCK that pays, from FROM on; returns where to go on, NULL at the block's end.
static LLVMValueRef split_next(struct piece *piece, LLVMValueRef from)
{
	for (LLVMValueRef instruction = from; instruction; instruction = LLVMGetNextInstruction(instruction)) {
		bool loads = LLVMIsALoadInst(instruction) != NULL, stores = LLVMIsAStoreInst(instruction) != NULL;
		struct aw_simd_member access;
		if ((loads || stores) && read_access(piece, instruction, &access)) {
			if (piece->accesses.count && !aw_simd_members_parallel(&access, piece->accesses.items) && end_piece(piece))
				return instruction;
			aw_need(aw_vec_push(&piece->accesses, access));
		} else if ((loads && !(aw_llvm_is_plain(instruction) && aw_llvm_is_invariant(instruction))) || stores ||
		           (!loads && !aw_simd_is_silent(instruction))) {
			if (end_piece(piece))
				return instruction;
		}
	}
	end_piece(piece);
	return NULL;
}

void aw_simd_check_aliases(struct aw_unit *unit, LLVMValueRef function)
{
	struct piece piece = { .unit = unit };
	AW_VEC(LLVMBasicBlockRef) blocks = { 0 }; // without those that are made
	AW_FOR_BLOCKS(block, function)
		aw_need(aw_vec_push(&blocks, block));
	for (size_t i = 0; i < blocks.count; i++)
		for (LLVMValueRef at = LLVMGetFirstInstruction(blocks.items[i]); at;)
			at = split_next(&piece, at);
	aw_vec_finish(&blocks);
	aw_vec_finish(&piece.accesses);
}
