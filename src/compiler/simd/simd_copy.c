// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assignments of structs and initialisers of arrays are memcpy and memset of small constant size.  In a form of
// a kernel they become loads and stores of pieces, which the vectorizer knows how to do for all lanes at once.  A
// piece has the size of what else is read and written in a local variable at either end, so that the
// variable can still be interleaved (simd_local.c); else what the alignment allows.  A memmove reads all before
// it writes.  What is larger stays a call, which is made lane by lane.
#include "simd.h"

#include <assert.h>
#include <string.h>

enum { MAX_PIECES = 128, MAX_PIECES_MOVED = 32, MAX_PIECE = 8 };

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

static LLVMValueRef root_of(LLVMValueRef pointer)
{
	while (aw_llvm_is_op(pointer, LLVMGetElementPtr) || aw_llvm_is_op(pointer, LLVMAddrSpaceCast))
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

// The size of the largest load or store through POINTER, or 0.
static uint64_t largest_access(LLVMTargetDataRef layout, LLVMValueRef pointer)
{
	uint64_t largest = 0;
	AW_FOR_USES(use, pointer) {
		LLVMValueRef user = LLVMGetUser(use);
		uint64_t size = 0;
		if (LLVMIsALoadInst(user))
			size = LLVMABISizeOfType(layout, LLVMTypeOf(user));
		else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer)
			size = LLVMABISizeOfType(layout, LLVMTypeOf(LLVMGetOperand(user, 0)));
		else if (LLVMIsAGetElementPtrInst(user) || LLVMIsAAddrSpaceCastInst(user))
			size = largest_access(layout, user);
		largest = size > largest ? size : largest;
	}
	return largest;
}

static uint64_t local_piece(const struct copy *copy, LLVMValueRef pointer)
{
	LLVMValueRef root = root_of(pointer);
	if (!LLVMIsAAllocaInst(root))
		return MAX_PIECE;
	uint64_t size = largest_access(LLVMGetModuleDataLayout(copy->unit->module), root);
	if (size == 0 || (size & (size - 1)))
		size = LLVMGetAlignment(root);
	return size < MAX_PIECE ? size : MAX_PIECE;
}

static uint64_t choose_piece(const struct copy *copy)
{
	uint64_t piece = local_piece(copy, copy->target), other;
	if (copy->target_alignment < piece)
		piece = copy->target_alignment;
	if (copy->is_set)
		return piece;
	other = local_piece(copy, copy->source);
	if (copy->source_alignment < other)
		other = copy->source_alignment;
	return piece < other ? piece : other;
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

static void expand(const struct copy *copy, bool read_first)
{
	LLVMValueRef values[MAX_PIECES + 3];
	unsigned count = 0;
	aw_llvm_at(copy->unit->builder, copy->call);
	for (uint64_t offset = 0; read_first && offset < copy->size; offset += bytes_at(copy, offset))
		values[count++] = load_piece(copy, offset, bytes_at(copy, offset));
	assert(count < sizeof(values) / sizeof(*values));
	count = 0;
	for (uint64_t offset = 0; offset < copy->size; offset += bytes_at(copy, offset)) {
		LLVMValueRef value = read_first ? values[count++] : load_piece(copy, offset, bytes_at(copy, offset));
		store_piece(copy, value, offset);
	}
	LLVMInstructionEraseFromParent(copy->call);
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
	if (copy.size <= copy.piece * (is_move ? MAX_PIECES_MOVED : MAX_PIECES))
		expand(&copy, is_move);
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
