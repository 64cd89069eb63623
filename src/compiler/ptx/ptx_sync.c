// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers, warp operations and ends (PTX ISA, "Parallel Synchronization and Communication Instructions",
// "Control Flow Instructions", "Miscellaneous Instructions"): calls of the NVVM intrinsic that clang would
// make for them, or of a mark of intrinsics.def where there is none, so that the passes after this one see
// nothing special in inline PTX.
#include <string.h>

#include "ptx_emit.h"

static LLVMValueRef number(struct aw_ptx_emit *emit, uint64_t value)
{
	return LLVMConstInt(aw_ptx_int(emit, 32), value, false);
}

// --- barriers ---

static void reduce_at_barrier(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	unsigned last = op->source->operand_count - 1;
	if (last < 2) {
		aw_ptx_error(emit, op, "has too few operands");
		return;
	}
	const char *name = aw_ptx_has(op, "popc") ? "aw.barrier.popc" : aw_ptx_has(op, "and") ? "aw.barrier.and" : "aw.barrier.or";
	LLVMTypeRef type = aw_ptx_int(emit, 32);
	LLVMValueRef arguments[] = {
		aw_ptx_read(emit, op, 1, AW_PTX_u32),
		last == 3 ? aw_ptx_read(emit, op, 2, AW_PTX_u32) : number(emit, 0),
		LLVMBuildZExt(emit->builder, aw_ptx_read(emit, op, last, AW_PTX_pred), type, ""),
	};
	LLVMValueRef result = aw_ptx_call(emit, name, type, arguments, 3);
	if (aw_ptx_has(op, "popc"))
		aw_ptx_write(emit, op, 0, AW_PTX_u32, result);
	else
		aw_ptx_write(emit, op, 0, AW_PTX_pred, LLVMBuildICmp(emit->builder, LLVMIntNE, result, number(emit, 0), ""));
}

void aw_ptx_emit_bar(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	if (aw_ptx_has(op, "red")) {
		reduce_at_barrier(emit, op);
		return;
	}
	if (aw_ptx_has(op, "cluster")) {
		aw_ptx_emit_cluster_barrier(emit, op);
		return;
	}
	if (op->source->operand_count == 0) {
		aw_ptx_error(emit, op, "has no operands");
		return;
	}
	bool counts = op->source->operand_count == 2;
	LLVMValueRef arguments[2] = { aw_ptx_read(emit, op, 0, AW_PTX_u32) };
	if (counts)
		arguments[1] = aw_ptx_read(emit, op, 1, AW_PTX_u32);
	if (aw_ptx_has(op, "warp"))
		aw_ptx_intrinsic(emit, "llvm.nvvm.bar.warp.sync", NULL, arguments, 1);
	else if (aw_ptx_has(op, "arrive") && counts)
		aw_ptx_call(emit, "aw.barrier.arrive", LLVMVoidTypeInContext(emit->context), arguments, 2);
	else if (aw_ptx_has(op, "arrive") || op->source->operand_count > 2)
		aw_ptx_error(emit, op, "has %u operands", op->source->operand_count);
	else
		aw_ptx_intrinsic(emit, counts ? "llvm.nvvm.barrier.sync.cnt" : "llvm.nvvm.barrier.sync", NULL, arguments,
		                 1 + counts);
}

// --- warp operations ---

// Sets the predicate behind "|" of the first operand, if there is one.
static void write_second(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, LLVMValueRef predicate)
{
	const struct aw_ptx_operand *target = &op->source->operands[0];
	if (target->kind == AW_PTX_PAIR)
		aw_ptx_write_atom(emit, op, aw_ptx_atom(&emit->parser, target, 1), AW_PTX_pred, predicate);
}

void aw_ptx_emit_shfl(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	bool sync = aw_ptx_has(op, "sync");
	if (op->source->operand_count != 4 + (unsigned)sync) {
		aw_ptx_error(emit, op, "has %u operands", op->source->operand_count);
		return;
	}
	const char *mode = aw_ptx_has(op, "up") ? "up" : aw_ptx_has(op, "down") ? "down" : aw_ptx_has(op, "bfly") ? "bfly" : "idx";
	LLVMValueRef arguments[4];
	unsigned count = 0;
	if (sync)
		arguments[count++] = aw_ptx_read(emit, op, 4, AW_PTX_b32);
	for (unsigned i = 1; i < 4; i++)
		arguments[count++] = aw_ptx_read(emit, op, i, AW_PTX_b32);
	char *name = aw_format("llvm.nvvm.shfl.%s%s.i32p", sync ? "sync." : "", mode);
	LLVMValueRef pair = aw_ptx_intrinsic(emit, name, NULL, arguments, count);
	free(name);
	aw_ptx_write(emit, op, 0, AW_PTX_b32, LLVMBuildExtractValue(emit->builder, pair, 0, ""));
	write_second(emit, op, LLVMBuildExtractValue(emit->builder, pair, 1, ""));
}

void aw_ptx_emit_vote(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	bool sync = aw_ptx_has(op, "sync"), ballot = aw_ptx_has(op, "ballot");
	if (op->source->operand_count != 2 + (unsigned)sync) {
		aw_ptx_error(emit, op, "has %u operands", op->source->operand_count);
		return;
	}
	const char *mode = ballot ? "ballot" : aw_ptx_has(op, "all") ? "all" : aw_ptx_has(op, "any") ? "any" : "uni";
	LLVMValueRef predicate = aw_ptx_read(emit, op, 1, AW_PTX_pred);
	LLVMValueRef with_mask[] = { sync ? aw_ptx_read(emit, op, 2, AW_PTX_b32) : NULL, predicate };
	char *name = aw_format("llvm.nvvm.vote.%s%s", mode, sync ? ".sync" : "");
	LLVMValueRef result = aw_ptx_intrinsic(emit, name, NULL, sync ? with_mask : &predicate, 1 + sync);
	free(name);
	aw_ptx_write(emit, op, 0, ballot ? AW_PTX_b32 : AW_PTX_pred, result);
}

void aw_ptx_emit_match(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	bool all = aw_ptx_has(op, "all");
	LLVMValueRef arguments[] = { aw_ptx_read(emit, op, 2, AW_PTX_b32), aw_ptx_read(emit, op, 1, type) };
	char *name = aw_format("llvm.nvvm.match.%s.sync.i%u%s", all ? "all" : "any", aw_ptx_types[type].bits, all ? "p" : "");
	LLVMValueRef result = aw_ptx_intrinsic(emit, name, NULL, arguments, 2);
	free(name);
	if (all)
		write_second(emit, op, LLVMBuildExtractValue(emit->builder, result, 1, ""));
	aw_ptx_write(emit, op, 0, AW_PTX_b32, all ? LLVMBuildExtractValue(emit->builder, result, 0, "") : result);
}

void aw_ptx_emit_redux(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	static const char *const plain[] = { "add", "and", "or", "xor" };
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	char *name = aw_format("llvm.nvvm.redux.sync.%s%s", aw_ptx_is_signed(type) ? "" : "u", aw_ptx_has(op, "min") ? "min" : "max");
	for (size_t i = 0; i < sizeof(plain) / sizeof(*plain); i++)
		if (aw_ptx_has(op, plain[i])) {
			free(name);
			name = aw_format("llvm.nvvm.redux.sync.%s", plain[i]);
		}
	LLVMValueRef arguments[] = { aw_ptx_read(emit, op, 1, type), aw_ptx_read(emit, op, 2, AW_PTX_b32) };
	aw_ptx_write(emit, op, 0, type, aw_ptx_intrinsic(emit, name, NULL, arguments, 2));
	free(name);
}

void aw_ptx_emit_activemask(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	aw_ptx_write(emit, op, 0, AW_PTX_b32, aw_ptx_intrinsic(emit, "llvm.nvvm.activemask", NULL, NULL, 0));
}

// The lowest lane of the mask is elected.
void aw_ptx_emit_elect(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	LLVMValueRef mask = aw_ptx_read(emit, op, 1, AW_PTX_b32);
	aw_ptx_intrinsic(emit, "llvm.nvvm.bar.warp.sync", NULL, &mask, 1);
	LLVMValueRef arguments[] = { mask, LLVMConstInt(aw_ptx_int(emit, 1), 0, false) };
	LLVMValueRef leader = aw_ptx_intrinsic(emit, "llvm.cttz", aw_ptx_int(emit, 32), arguments, 2);
	LLVMValueRef lane = aw_ptx_intrinsic(emit, "llvm.nvvm.read.ptx.sreg.laneid", NULL, NULL, 0);
	aw_ptx_write(emit, op, 0, AW_PTX_b32, leader);
	write_second(emit, op, LLVMBuildICmp(emit->builder, LLVMIntEQ, leader, lane, ""));
}

// --- time and ends ---

void aw_ptx_emit_nanosleep(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	LLVMValueRef duration = aw_ptx_read(emit, op, 0, AW_PTX_u32);
	aw_ptx_intrinsic(emit, "llvm.nvvm.nanosleep", NULL, &duration, 1);
}

void aw_ptx_emit_trap(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	(void)op;
	aw_ptx_intrinsic(emit, "llvm.trap", NULL, NULL, 0);
}

void aw_ptx_emit_brkpt(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	(void)op;
	aw_ptx_intrinsic(emit, "llvm.debugtrap", NULL, NULL, 0);
}

void aw_ptx_emit_exit(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	(void)op;
	aw_ptx_intrinsic(emit, "llvm.nvvm.exit", NULL, NULL, 0);
}
