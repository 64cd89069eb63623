// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers in shared memory and the copies that they wait for (PTX ISA, "mbarrier", "cp.async.bulk",
// "cp.async.mbarrier.arrive"): calls of the marks aw.mbarrier.* of intrinsics.def.
#include <string.h>

#include "ptx_emit.h"

static LLVMValueRef number(struct aw_ptx_emit *emit, uint64_t value)
{
	return LLVMConstInt(aw_ptx_int(emit, 32), value, false);
}

// Operand INDEX, or 1.
static LLVMValueRef count_of(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index)
{
	return op->source->operand_count > index ? aw_ptx_read(emit, op, index, AW_PTX_u32) : number(emit, 1);
}

static void arrive(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	LLVMTypeRef wide = aw_ptx_int(emit, 64);
	bool drop = aw_ptx_has(op, "arrive_drop");
	LLVMValueRef token, count = count_of(emit, op, 2);
	LLVMValueRef arguments[4] = { aw_ptx_address(emit, op, 1), count };
	if (aw_ptx_has(op, "expect_tx")) {
		arguments[2] = number(emit, 1);
		arguments[3] = number(emit, drop);
		token = aw_ptx_call(emit, "aw.mbarrier.arrive.expect", wide, arguments, 4);
	} else {
		token = aw_ptx_call(emit, drop ? "aw.mbarrier.arrive.drop" : "aw.mbarrier.arrive", wide, arguments, 2);
	}
	if (op->source->operands[0].kind != AW_PTX_SINGLE || aw_ptx_atom(&emit->parser, &op->source->operands[0], 0)->kind != AW_PTX_NOTHING)
		aw_ptx_write(emit, op, 0, AW_PTX_b64, token);
}

static void test_wait(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	bool parity = aw_ptx_has(op, "parity");
	LLVMValueRef arguments[] = { aw_ptx_address(emit, op, 1), aw_ptx_read(emit, op, 2, parity ? AW_PTX_u32 : AW_PTX_b64) };
	const char *name = parity ? "aw.mbarrier.test.parity" : "aw.mbarrier.test.wait";
	aw_ptx_write(emit, op, 0, AW_PTX_pred, aw_ptx_call(emit, name, aw_ptx_int(emit, 1), arguments, 2));
}

void aw_ptx_emit_mbarrier(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	LLVMTypeRef nothing = LLVMVoidTypeInContext(emit->context);
	unsigned operands = op->source->operand_count;
	bool waits = aw_ptx_has(op, "test_wait") || aw_ptx_has(op, "try_wait");
	bool arrives = aw_ptx_has(op, "arrive") || aw_ptx_has(op, "arrive_drop");
	unsigned least = waits ? 3 : aw_ptx_has(op, "inval") ? 1 : 2;
	if (operands < least) {
		aw_ptx_error(emit, op, "has %u operands", operands);
	} else if (aw_ptx_has(op, "pending_count")) {
		LLVMValueRef token = aw_ptx_read(emit, op, 1, AW_PTX_b64);
		aw_ptx_write(emit, op, 0, AW_PTX_u32, aw_ptx_call(emit, "aw.mbarrier.pending", aw_ptx_int(emit, 32), &token, 1));
	} else if (waits) {
		test_wait(emit, op);
	} else if (arrives) {
		arrive(emit, op);
	} else {
		LLVMValueRef arguments[] = { aw_ptx_address(emit, op, 0), operands > 1 ? aw_ptx_read(emit, op, 1, AW_PTX_u32) : NULL };
		bool init = aw_ptx_has(op, "init"), done = aw_ptx_has(op, "complete_tx");
		if (done)
			arguments[1] = LLVMBuildNeg(emit->builder, arguments[1], "");
		aw_ptx_call(emit, operands == 1 ? "aw.mbarrier.inval" : init ? "aw.mbarrier.init" : "aw.mbarrier.expect", nothing,
		            arguments, operands > 1 ? 2 : 1);
	}
}

static LLVMValueRef address_in(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index, const char *name)
{
	const struct aw_ptx_instruction *source = op->source;
	struct aw_ptx_instruction space = { .opcode = source->opcode, .line = source->line, .operand_count = source->operand_count };
	space.modifiers[space.modifier_count++] = name;
	memcpy(space.operands, source->operands, sizeof(space.operands));
	return aw_ptx_address(emit, &(struct aw_ptx_op){ .source = &space }, index);
}

LLVMValueRef aw_ptx_bulk_address(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index)
{
	const struct aw_ptx_instruction *source = op->source;
	bool shared = false;
	unsigned seen = 0;
	for (unsigned i = 0; i < source->modifier_count; i++) {
		const char *word = source->modifiers[i];
		bool is_shared = !strncmp(word, "shared", 6);
		if ((is_shared || !strcmp(word, "global")) && seen++ == index)
			shared = is_shared;
	}
	return address_in(emit, op, index, shared ? "shared" : "global");
}

static void copy_bulk(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	bool told = aw_ptx_has(op, "mbarrier::complete_tx::bytes"), many = aw_ptx_has(op, "multicast::cluster");
	if (op->source->operand_count < 3 + (unsigned)told + (unsigned)many) {
		aw_ptx_error(emit, op, "is not supported with these operands");
		return;
	}
	LLVMValueRef arguments[5] = {
		aw_ptx_bulk_address(emit, op, 0),
		aw_ptx_bulk_address(emit, op, 1),
		aw_ptx_read(emit, op, 2, AW_PTX_u32),
		told ? aw_ptx_address(emit, op, 3) : LLVMConstNull(LLVMPointerTypeInContext(emit->context, 0)),
	};
	if (many)
		arguments[4] = LLVMBuildZExt(emit->builder, aw_ptx_read(emit, op, 4, AW_PTX_u16), aw_ptx_int(emit, 32), "");
	aw_ptx_call(emit, many ? "aw.bulk.multicast" : "aw.bulk.copy", LLVMVoidTypeInContext(emit->context), arguments, 4 + many);
}

void aw_ptx_tell_barrier(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	unsigned elements = aw_ptx_has(op, "v2") ? 2 : aw_ptx_has(op, "v4") ? 4 : 1;
	if (op->source->operand_count != 3 || !aw_ptx_has(op, "mbarrier::complete_tx::bytes")) {
		aw_ptx_error(emit, op, "takes an address, a value and a barrier");
		return;
	}
	uint64_t bytes = elements * aw_ptx_types[aw_ptx_type(op, 0)].bits / 8;
	LLVMValueRef arguments[] = { aw_ptx_address(emit, op, 2), number(emit, -bytes) };
	aw_ptx_call(emit, "aw.mbarrier.expect", LLVMVoidTypeInContext(emit->context), arguments, 2);
}

// cp.async.bulk and cp.async.mbarrier.arrive.
void aw_ptx_emit_cp_told(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	if (aw_ptx_has(op, "commit_group") || aw_ptx_has(op, "wait_group") || aw_ptx_has(op, "prefetch"))
		return; // copies are done at once
	if (!aw_ptx_has(op, "arrive")) {
		if (aw_ptx_has(op, "tensor"))
			aw_ptx_emit_bulk_tensor(emit, op);
		else if (aw_ptx_has(op, "reduce"))
			aw_ptx_emit_bulk_reduce(emit, op);
		else
			copy_bulk(emit, op);
		return;
	}
	LLVMValueRef address = address_in(emit, op, 0, "shared"); // also where no space is named
	aw_ptx_call(emit, aw_ptx_has(op, "noinc") ? "aw.mbarrier.copied.noinc" : "aw.mbarrier.copied",
	            LLVMVoidTypeInContext(emit->context), &address, 1);
}
