// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores past the caches from low addresses to high ones.  A value wider than a register, or than its address is aligned to, is stored
// in pieces, and LLVM's are in no order.  But of lines that rows fill piece by piece a processor keeps only so many open: who begins
// the next line before the one at hand is full may see that written in parts, each of which memory takes as slowly as a whole one
// (five times the time on an Ice Lake with halves of lines).  Volatile stores keep their order.
#include <assert.h>

#include "../pipeline.h"
#include "../simd/simd_past.h"
#include "native.h"

// Into how many pieces STORE must be cut; 1: it is one instruction or none of those.
static unsigned pieces_of(struct aw_unit *unit, LLVMValueRef store)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind || !aw_simd_is_past(store))
		return 1;
	unsigned bytes = (unsigned)LLVMStoreSizeOfType(LLVMGetModuleDataLayout(unit->module), type);
	unsigned piece = aw_native_register_bytes(unit->target), count = LLVMGetVectorSize(type);
	if (LLVMGetAlignment(store) < piece)
		piece = LLVMGetAlignment(store);
	return bytes % piece == 0 && bytes / piece <= count && count % (bytes / piece) == 0 ? bytes / piece : 1;
}

static void cut(struct aw_unit *unit, LLVMValueRef store, unsigned pieces)
{
	LLVMValueRef value = LLVMGetOperand(store, 0), address = LLVMGetOperand(store, 1);
	LLVMTypeRef type = LLVMTypeOf(value), element = LLVMGetElementType(type);
	unsigned lanes = LLVMGetVectorSize(type) / pieces;
	unsigned bytes = (unsigned)LLVMStoreSizeOfType(LLVMGetModuleDataLayout(unit->module), type) / pieces;
	aw_llvm_at(unit->builder, store);
	for (unsigned i = 0; i < pieces; i++) {
		LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(unit->context), i * lanes, false);
		LLVMValueRef part = aw_llvm_elements(unit->builder, value, i * lanes, lanes);
		LLVMValueRef piece = LLVMInstructionClone(store);
		LLVMSetOperand(piece, 0, part);
		LLVMSetOperand(piece, 1, LLVMBuildGEP2(unit->builder, element, address, &offset, 1, ""));
		LLVMSetAlignment(piece, bytes);
		LLVMSetVolatile(piece, true);
		LLVMInsertIntoBuilder(unit->builder, piece);
	}
	aw_llvm_erase(store);
}

bool aw_pass_ascending_stores(struct aw_unit *unit)
{
	bool changed = false;
	if (aw_native_machine(unit->target) != AW_MACHINE_X86_64)
		return false;
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS_SAFE(instruction, block) {
				unsigned pieces = aw_llvm_is_op(instruction, LLVMStore) ? pieces_of(unit, instruction) : 1;
				if (pieces > 1)
					cut(unit, instruction, pieces);
				changed |= pieces > 1;
			}
	return changed;
}
