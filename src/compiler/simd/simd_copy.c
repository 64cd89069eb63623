// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assignments of structs and initialisers of arrays are memcpy and memset of constant size.  In a form of
// a kernel they become loads and stores of pieces, which the vectorizer knows how to do for all lanes at once, and
// many of them a loop.  A piece has the size of what else is read and written in a local variable at either end, so
// that the variable can still be interleaved (simd_local.c); else what the alignment allows, or 8 bytes where
// that would be many pieces.  A memmove reads all before it writes.  What is larger or of varying size stays a
// call, which is made lane by lane.
#include "simd.h"

#include <assert.h>
#include <string.h>

// More pieces than the first are a loop, or a call; a copy of more than FEW is better done by large pieces.
enum { MAX_PIECES = 16, MAX_PIECES_LOOPED = 4096, MAX_PIECES_MOVED = 32, FEW_PIECES = 4, MAX_PIECE = 8 };

struct copy {
	struct aw_unit *unit;
	LLVMValueRef call, target;
	LLVMValueRef source; // a pointer; for memset the byte
	uint64_t size, piece;
	bool is_set, is_volatile;
	unsigned target_alignment, source_alignment;
};

static LLVMTypeRef integer(const struct copy *copy, uint64_t bytes)
{
	return LLVMIntTypeInContext(copy->unit->context, (unsigned)bytes * 8);
}

// --- the size of a piece ---

// What is known of the accesses through a pointer.
struct uses {
	uint64_t largest; // bytes of a load or store
	bool escapes;     // there are others than loads, stores and copies of constant size
};

static bool is_constant_copy(LLVMValueRef user)
{
	const char *name = aw_llvm_callee_name(user);
	bool copies = aw_starts_with(name, "llvm.memcpy.") || aw_starts_with(name, "llvm.memmove.") ||
	              aw_starts_with(name, "llvm.memset.");
	return aw_starts_with(name, "llvm.lifetime.") || (copies && LLVMIsAConstantInt(LLVMGetOperand(user, 2)));
}

static void look_at_uses(LLVMTargetDataRef layout, LLVMValueRef pointer, struct uses *uses)
{
	AW_FOR_USES(use, pointer) {
		LLVMValueRef user = LLVMGetUser(use);
		uint64_t size = 0;
		if (LLVMIsALoadInst(user))
			size = LLVMABISizeOfType(layout, LLVMTypeOf(user));
		else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer)
			size = LLVMABISizeOfType(layout, LLVMTypeOf(LLVMGetOperand(user, 0)));
		else if (LLVMIsAGetElementPtrInst(user) || LLVMIsAAddrSpaceCastInst(user))
			look_at_uses(layout, user, uses);
		else
			uses->escapes |= !is_constant_copy(user) && !LLVMIsAPHINode(user) && !LLVMIsASelectInst(user) &&
			                 !LLVMIsAICmpInst(user);
		uses->largest = size > uses->largest ? size : uses->largest;
	}
}

// The size that pieces at POINTER must have, or 0 when that is all the same.
static uint64_t demanded_piece(const struct copy *copy, LLVMValueRef pointer)
{
	LLVMValueRef root = aw_llvm_object(pointer);
	struct uses uses = { 0 };
	if (!LLVMIsAAllocaInst(root))
		return 0;
	look_at_uses(LLVMGetModuleDataLayout(copy->unit->module), root, &uses);
	bool usual = uses.largest && (uses.largest & (uses.largest - 1)) == 0 && uses.largest <= MAX_PIECE;
	return usual && !uses.escapes ? uses.largest : 0;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t choose_piece(const struct copy *copy)
{
	uint64_t one = demanded_piece(copy, copy->target), two = copy->is_set ? 0 : demanded_piece(copy, copy->source);
	if (one || two)
		return smaller(one ? one : two, two ? two : one);
	uint64_t aligned = copy->is_set ? MAX_PIECE : copy->source_alignment;
	aligned = smaller(smaller(aligned, copy->target_alignment), MAX_PIECE);
	return copy->size > aligned * FEW_PIECES ? MAX_PIECE : aligned;
}

// --- building ---

static LLVMValueRef at_offset(const struct copy *copy, LLVMValueRef pointer, uint64_t offset)
{
	LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(copy->unit->context), offset, false);
	return offset ? LLVMBuildGEP2(copy->unit->builder, integer(copy, 1), pointer, &index, 1, "") : pointer;
}

static unsigned alignment_at(unsigned alignment, uint64_t offset)
{
	while (offset % alignment)
		alignment /= 2;
	return alignment;
}

static LLVMValueRef load_piece(const struct copy *copy, uint64_t offset, uint64_t bytes)
{
	LLVMBuilderRef builder = copy->unit->builder;
	if (copy->is_set) {
		LLVMTypeRef type = integer(copy, bytes);
		LLVMValueRef ones = LLVMConstInt(type, 0x0101010101010101u, false);
		return LLVMBuildMul(builder, LLVMBuildZExt(builder, copy->source, type, ""), ones, "");
	}
	LLVMValueRef load = LLVMBuildLoad2(builder, integer(copy, bytes), at_offset(copy, copy->source, offset), "");
	LLVMSetAlignment(load, alignment_at(copy->source_alignment, offset));
	LLVMSetVolatile(load, copy->is_volatile);
	return load;
}

static void store_piece(const struct copy *copy, LLVMValueRef value, uint64_t offset)
{
	LLVMValueRef store = LLVMBuildStore(copy->unit->builder, value, at_offset(copy, copy->target, offset));
	LLVMSetAlignment(store, alignment_at(copy->target_alignment, offset));
	LLVMSetVolatile(store, copy->is_volatile);
}

// How many bytes the piece at OFFSET has: the last ones may be smaller.
static uint64_t bytes_at(const struct copy *copy, uint64_t offset)
{
	uint64_t bytes = copy->piece;
	while (bytes > copy->size - offset)
		bytes /= 2;
	return bytes;
}

// The pieces from OFFSET on, one after the other.
static void copy_pieces(const struct copy *copy, uint64_t offset, bool read_first)
{
	LLVMValueRef values[MAX_PIECES_MOVED + 3];
	unsigned count = 0;
	for (uint64_t at = offset; read_first && at < copy->size; at += bytes_at(copy, at))
		values[count++] = load_piece(copy, at, bytes_at(copy, at));
	assert(count <= sizeof(values) / sizeof(*values));
	count = 0;
	for (uint64_t at = offset; at < copy->size; at += bytes_at(copy, at))
		store_piece(copy, read_first ? values[count++] : load_piece(copy, at, bytes_at(copy, at)), at);
}

// COPY at INDEX pieces from its start.
static struct copy moved_by(const struct copy *copy, LLVMValueRef index)
{
	struct copy moved = *copy;
	LLVMTypeRef step = LLVMArrayType2(integer(copy, 1), copy->piece);
	moved.target = LLVMBuildGEP2(copy->unit->builder, step, copy->target, &index, 1, "");
	if (!copy->is_set)
		moved.source = LLVMBuildGEP2(copy->unit->builder, step, copy->source, &index, 1, "");
	moved.target_alignment = (unsigned)smaller(copy->target_alignment, copy->piece);
	moved.source_alignment = (unsigned)smaller(copy->source_alignment, copy->piece);
	return moved;
}

// A loop over all whole pieces before the call; leaves the builder before the call.
static void copy_in_loop(const struct copy *copy)
{
	LLVMBuilderRef builder = copy->unit->builder;
	LLVMContextRef context = copy->unit->context;
	LLVMTypeRef number = LLVMInt64TypeInContext(context);
	LLVMBasicBlockRef before = LLVMGetInstructionParent(copy->call), after = aw_llvm_split_before(copy->call);
	LLVMBasicBlockRef body = LLVMInsertBasicBlockInContext(context, after, "copy");
	LLVMSetSuccessor(LLVMGetBasicBlockTerminator(before), 0, body);
	LLVMPositionBuilderAtEnd(builder, body);
	LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(copy->call));
	LLVMValueRef index = LLVMBuildPhi(builder, number, ""), zero = LLVMConstInt(number, 0, false);
	struct copy moved = moved_by(copy, index);
	store_piece(&moved, load_piece(&moved, 0, copy->piece), 0);
	LLVMValueRef next = LLVMBuildNUWAdd(builder, index, LLVMConstInt(number, 1, false), "");
	LLVMValueRef count = LLVMConstInt(number, copy->size / copy->piece, false);
	LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULT, next, count, ""), body, after);
	LLVMAddIncoming(index, (LLVMValueRef[]){ zero, next }, (LLVMBasicBlockRef[]){ before, body }, 2);
	aw_llvm_at(builder, copy->call);
}

static void expand(const struct copy *copy, bool read_first)
{
	bool loop = copy->size / copy->piece > MAX_PIECES && !read_first;
	aw_llvm_at(copy->unit->builder, copy->call);
	if (loop)
		copy_in_loop(copy);
	copy_pieces(copy, loop ? copy->size / copy->piece * copy->piece : 0, read_first);
	aw_llvm_erase(copy->call);
}

static unsigned operand_alignment(LLVMValueRef call, unsigned operand)
{
	unsigned kind = aw_llvm_attribute_kind("align");
	LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, operand + 1, kind);
	uint64_t alignment = attribute ? LLVMGetEnumAttributeValue(attribute) : 1;
	return alignment < 1 ? 1 : alignment > 64 ? 64 : (unsigned)alignment;
}

static void expand_call(struct aw_unit *unit, LLVMValueRef call, const char *name)
{
	bool is_set = aw_starts_with(name, "llvm.memset."), is_move = aw_starts_with(name, "llvm.memmove.");
	int64_t size;
	if (!is_set && !is_move && !aw_starts_with(name, "llvm.memcpy."))
		return;
	if (!aw_llvm_constant(LLVMGetOperand(call, 2), &size))
		return;
	struct copy copy = {
		.unit = unit,
		.call = call,
		.target = LLVMGetOperand(call, 0),
		.source = LLVMGetOperand(call, 1),
		.size = (uint64_t)size,
		.is_set = is_set,
		.is_volatile = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 3)),
		.target_alignment = operand_alignment(call, 0),
		.source_alignment = is_set ? 1 : operand_alignment(call, 1),
	};
	copy.piece = choose_piece(&copy);
	bool few = copy.size <= copy.piece * FEW_PIECES; // both ends of one struct's assignment stay together
	if (copy.size <= copy.piece * (is_move ? MAX_PIECES_MOVED : MAX_PIECES_LOOPED))
		expand(&copy, is_move || few);
}

void aw_simd_expand_copies(struct aw_unit *unit, LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block) {
			LLVMValueRef callee = aw_llvm_callee(instruction);
			if (callee && LLVMIsDeclaration(callee))
				expand_call(unit, instruction, aw_llvm_name(callee));
		}
}
