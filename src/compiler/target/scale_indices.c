// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For PTX: an index of 32 bits that is widened in one block and used in others,
//
//     %w = zext i32 %index to i64                  in the kernel's first block
//     %p = getelementptr i32, ptr %a, i64 %w       under a condition, or in a loop
// becomes an offset in bytes where it is widened:
//     %b = shl i64 %w, 2                           beside %w
//     %p = getelementptr i8, ptr %a, i64 %b
// The back end makes one multiplication of extension and scaling (mul.wide) where it sees both in one block, and ptxas makes one
// instruction of that and the addition of the base.  Where they are apart, ptxas gets shifts of 64 bits, which for an index
// that is the block's it does with uniform registers, and moves the addresses to others in each turn of a loop.
//
// It runs behind all passes that look at addresses.
#include "../analysis/need.h"
#include "../pipeline.h"

enum { MOST_SCALES = 4 }; // of one index: each stays in two registers

struct scaled {
	uint64_t size;
	LLVMValueRef value;
};

struct scaling {
	struct aw_unit *unit;
	LLVMTargetDataRef layout;
	LLVMValueRef index; // widened
	LLVMValueRef part;  // what of it isn't constant, widened
	int64_t constant;   // the rest
	struct scaled scaled[MOST_SCALES];
	size_t count;
};

static bool is_widened_index(LLVMValueRef value)
{
	if (!LLVMIsAZExtInst(value) && !LLVMIsASExtInst(value))
		return false;
	LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(value, 0)), to = LLVMTypeOf(value);
	return LLVMGetTypeKind(from) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(from) == 32 && LLVMGetIntTypeWidth(to) == 64;
}

// Splits the extension of i + 1 where the sum doesn't overflow: a[i] and a[i + 1] are to share an address.
static void split(struct scaling *s)
{
	LLVMValueRef narrow = LLVMGetOperand(s->index, 0);
	bool is_sum = LLVMIsAInstruction(narrow) && LLVMGetInstructionOpcode(narrow) == LLVMAdd;
	s->part = s->index;
	s->constant = 0;
	if (!is_sum || !(LLVMIsASExtInst(s->index) ? LLVMGetNSW(narrow) : LLVMGetNUW(narrow)) ||
	    !aw_llvm_constant(LLVMGetOperand(narrow, 1), &s->constant))
		return;
	if (LLVMIsAZExtInst(s->index))
		s->constant = (uint32_t)s->constant;
	aw_llvm_at(s->unit->builder, LLVMGetNextInstruction(s->index));
	s->part = LLVMBuildCast(s->unit->builder, LLVMGetInstructionOpcode(s->index), LLVMGetOperand(narrow, 0),
	                        LLVMTypeOf(s->index), "");
}

// Bytes by which ADDRESS goes with INDEX, where that is the index of an element of an array; 0: it is more than that.
static uint64_t scale_of(const struct scaling *s, LLVMValueRef address, LLVMValueRef index)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
	int last = LLVMGetNumOperands(address) - 1;
	bool in_array = last == 2 && LLVMGetTypeKind(type) == LLVMArrayTypeKind && LLVMIsNull(LLVMGetOperand(address, 1));
	if ((last != 1 && !in_array) || LLVMGetOperand(address, (unsigned)last) != index ||
	    LLVMGetTypeKind(LLVMTypeOf(address)) != LLVMPointerTypeKind)
		return 0;
	return LLVMABISizeOfType(s->layout, in_array ? LLVMGetElementType(type) : type);
}

// The index's part times SIZE beside it; NULL when there are too many such already.
static LLVMValueRef scale(struct scaling *s, uint64_t size)
{
	if (!s->part)
		split(s);
	for (size_t i = 0; i < s->count; i++)
		if (s->scaled[i].size == size)
			return s->scaled[i].value;
	if (s->count == MOST_SCALES)
		return NULL;
	LLVMTypeRef type = LLVMTypeOf(s->index);
	aw_llvm_at(s->unit->builder, LLVMGetNextInstruction(s->part));
	LLVMValueRef value = LLVMBuildMul(s->unit->builder, s->part, LLVMConstInt(type, size, false), "");
	LLVMSetNSW(value, true);
	s->scaled[s->count++] = (struct scaled){ size, value };
	return value;
}

static bool replace_address(struct scaling *s, LLVMValueRef address)
{
	uint64_t size = scale_of(s, address, s->index);
	LLVMValueRef offset = size > 1 && size <= INT32_MAX ? scale(s, size) : NULL;
	if (!offset)
		return false;
	aw_llvm_at(s->unit->builder, address);
	LLVMTypeRef byte = LLVMInt8TypeInContext(s->unit->context);
	LLVMValueRef base = LLVMGetOperand(address, 0), made = LLVMBuildGEP2(s->unit->builder, byte, base, &offset, 1, "");
	LLVMValueRef rest = LLVMConstInt(LLVMTypeOf(offset), (uint64_t)s->constant * size, true);
	made = s->constant ? LLVMBuildGEP2(s->unit->builder, byte, made, &rest, 1, "") : made;
	LLVMSetIsInBounds(made, !s->constant && LLVMIsInBounds(address));
	aw_llvm_replace(address, made);
	return true;
}

// The addresses in other blocks that go by INDEX.
static bool scale_index(struct scaling *s, LLVMValueRef index)
{
	AW_VEC(LLVMValueRef) addresses = { 0 };
	bool changed = false;
	AW_FOR_USES(use, index) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAGetElementPtrInst(user) && LLVMGetInstructionParent(user) != LLVMGetInstructionParent(index))
			aw_need(aw_vec_push(&addresses, user));
	}
	s->index = index;
	s->part = NULL;
	s->count = 0;
	for (size_t i = 0; i < addresses.count; i++)
		changed |= replace_address(s, addresses.items[i]);
	aw_vec_finish(&addresses);
	return changed;
}

bool aw_pass_scale_indices(struct aw_unit *unit)
{
	struct scaling s = { .unit = unit, .layout = LLVMGetModuleDataLayout(unit->module) };
	bool changed = false;
	if (aw_unit_opt_level(unit) < 2)
		return false;
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
				if (is_widened_index(instruction))
					changed |= scale_index(&s, instruction);
	return changed;
}
