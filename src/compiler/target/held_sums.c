// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of gangs side by side (gang_jam.c) stay where they are made.  Behind them each gang goes on by itself, to store its own, and LLVM
// takes what makes a sum there, the whole chain of it, since nobody else asks for it (MachineSink): then one gang's sum is made behind the
// other's store, each waits for its own latency again, and the rows that gangs have in common are kept in memory until then.  So the sums
// of a long block that ends with a question go through an empty piece of assembly at its end, a register's worth at a time, which LLVM
// can't move.
//
// Comes behind all that looks at operations.
#include <stdlib.h>

#include "../analysis/need.h"
#include "native.h"

enum {
	LEAST = 32, // operations on vectors, with less there is little to wait for
	GANGS = 2,  // sums
};

typedef AW_VEC(LLVMValueRef) values;

static bool is_operation(LLVMValueRef instruction)
{
	return aw_llvm_is_vector(instruction) &&
	       (LLVMIsABinaryOperator(instruction) || LLVMIsAUnaryOperator(instruction) || aw_llvm_is_fma(instruction));
}

static bool is_used_in(LLVMValueRef value, LLVMBasicBlockRef block)
{
	AW_FOR_USES(use, value)
		if (LLVMGetInstructionParent(LLVMGetUser(use)) == block)
			return true;
	return false;
}

static uint64_t size_of(const struct aw_unit *unit, LLVMTypeRef type)
{
	return LLVMABISizeOfType(LLVMGetModuleDataLayout(unit->module), type);
}

// Whether the sum is some of the processor's registers.
static bool fills_registers(const struct aw_unit *unit, LLVMValueRef sum)
{
	uint64_t size = size_of(unit, LLVMTypeOf(sum)), each = aw_native_register_bytes(unit->target);
	return size % each == 0 && LLVMGetVectorSize(LLVMTypeOf(sum)) % (size / each) == 0;
}

static void find_sums(const struct aw_unit *unit, LLVMBasicBlockRef block, values *sums)
{
	unsigned operations = 0;
	AW_FOR_INSTRUCTIONS(instruction, block) {
		if (!is_operation(instruction))
			continue;
		operations++;
		if (LLVMGetFirstUse(instruction) && !is_used_in(instruction, block) && fills_registers(unit, instruction))
			aw_need(aw_vec_push(sums, instruction));
	}
	if (operations < LEAST || sums->count < GANGS)
		sums->count = 0;
}

// PART, as many lanes as a register has, behind the assembly.
static LLVMValueRef held(struct aw_unit *unit, LLVMValueRef part)
{
	const char *constraints = aw_native_machine(unit->target) == AW_MACHINE_X86_64 ? "=v,0" : "=w,0";
	return aw_llvm_through_assembly(unit->builder, part, constraints, true);
}

static void hold(struct aw_unit *unit, LLVMValueRef sum, LLVMValueRef end)
{
	LLVMTypeRef type = LLVMTypeOf(sum);
	unsigned parts = aw_native_registers_of(unit->target, size_of(unit, type)), lanes = LLVMGetVectorSize(type) / parts;
	LLVMValueRef *part = AW_NEED_ARRAY(LLVMValueRef, parts);
	values users = { 0 };
	AW_FOR_USES(use, sum)
		aw_need(aw_vec_push(&users, LLVMGetUser(use)));
	aw_llvm_at(unit->builder, end);
	for (unsigned i = 0; i < parts; i++)
		part[i] = held(unit, parts == 1 ? sum : aw_llvm_elements(unit->builder, sum, i * lanes, lanes));
	LLVMValueRef all = parts == 1 ? part[0] : aw_llvm_join(unit->builder, part, parts);
	for (size_t i = 0; i < users.count; i++)
		aw_llvm_replace_operand(users.items[i], sum, all);
	aw_vec_finish(&users);
	free(part);
}

bool aw_pass_held_sums(struct aw_unit *unit)
{
	bool changed = false;
	values sums = { 0 };
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function) {
			LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
			sums.count = 0;
			if (LLVMGetNumSuccessors(end) > 1)
				find_sums(unit, block, &sums);
			for (size_t i = 0; i < sums.count; i++)
				hold(unit, sums.items[i], end);
			changed |= sums.count > 0;
		}
	aw_vec_finish(&sums);
	return changed;
}
