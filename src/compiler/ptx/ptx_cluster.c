// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clusters of blocks (PTX ISA, "barrier.cluster", "mapa", "getctarank").  The shared memory of a cluster's blocks lies
// within 2 GiB, so addresses of 32 bits are the lower halves of pointers here, too.
#include "ptx_emit.h"

void aw_ptx_emit_cluster_barrier(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	if (op->source->operand_count != 0 || aw_ptx_has(op, "arrive") == aw_ptx_has(op, "wait"))
		aw_ptx_error(emit, op, "arrives or waits, without operands");
	else
		aw_ptx_intrinsic(emit, aw_ptx_has(op, "wait") ? "llvm.nvvm.barrier.cluster.wait" : "llvm.nvvm.barrier.cluster.arrive",
		                 NULL, NULL, 0);
}

// The address in operand INDEX as a pointer.
static LLVMValueRef pointer_of(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMValueRef address = aw_ptx_read(emit, op, index, type);
	if (type == AW_PTX_u32 && !aw_ptx_has(op, "shared::cluster"))
		aw_ptx_error(emit, op, "addresses of 32 bits are those of shared memory only");
	if (type == AW_PTX_u32)
		address = aw_ptx_widen_shared(emit, address);
	return LLVMBuildIntToPtr(emit->builder, address, LLVMPointerTypeInContext(emit->context, 0), "");
}

void aw_ptx_emit_mapa(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMValueRef arguments[] = { pointer_of(emit, op, 1), aw_ptx_read(emit, op, 2, AW_PTX_u32) };
	LLVMValueRef there = aw_ptx_intrinsic(emit, "llvm.nvvm.mapa", NULL, arguments, 2);
	aw_ptx_write(emit, op, 0, type, LLVMBuildPtrToInt(emit->builder, there, aw_ptx_llvm_type(emit, type), ""));
}

void aw_ptx_emit_getctarank(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	LLVMValueRef address = pointer_of(emit, op, 1);
	aw_ptx_write(emit, op, 0, AW_PTX_u32, aw_ptx_intrinsic(emit, "llvm.nvvm.getctarank", NULL, &address, 1));
}
