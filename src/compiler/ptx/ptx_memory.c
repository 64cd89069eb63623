// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory (PTX ISA, "Data Movement and Conversion Instructions", "Parallel Synchronization and Communication
// Instructions: atom, red, membar, fence").  All state spaces lie in one address space on the CPU, so
// addresses are generic; what a cache should do is left to it.
#include <string.h>

#include "ptx_emit.h"

static LLVMAtomicOrdering order_of(const struct aw_ptx_op *op)
{
	if (aw_ptx_has(op, "acquire"))
		return LLVMAtomicOrderingAcquire;
	if (aw_ptx_has(op, "release"))
		return LLVMAtomicOrderingRelease;
	if (aw_ptx_has(op, "acq_rel"))
		return LLVMAtomicOrderingAcquireRelease;
	return LLVMAtomicOrderingMonotonic;
}

static bool is_strong(const struct aw_ptx_op *op)
{
	return aw_ptx_has(op, "relaxed") || aw_ptx_has(op, "acquire") || aw_ptx_has(op, "release") || aw_ptx_has(op, "mmio");
}

// The alignment of each access is that of its type; so those of 128 bits are one access too, which LLVM makes of what
// the processor has for it.
static void set_order(const struct aw_ptx_op *op, unsigned bytes, LLVMValueRef access)
{
	LLVMSetAlignment(access, bytes);
	LLVMSetVolatile(access, aw_ptx_has(op, "volatile"));
	if (is_strong(op))
		LLVMSetOrdering(access, order_of(op));
}

static LLVMValueRef element_address(struct aw_ptx_emit *emit, LLVMValueRef base, enum aw_ptx_type type, unsigned index)
{
	if (index == 0)
		return base;
	LLVMValueRef offset = LLVMConstInt(aw_ptx_int(emit, 64), index * (aw_ptx_types[type].bits / 8), false);
	return LLVMBuildGEP2(emit->builder, aw_ptx_int(emit, 8), base, &offset, 1, "");
}

enum { MOST_ELEMENTS = 8 };

static bool check_elements(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, const struct aw_ptx_operand *value)
{
	unsigned wanted = aw_ptx_has(op, "v2") ? 2 : aw_ptx_has(op, "v4") ? 4 : aw_ptx_has(op, "v8") ? MOST_ELEMENTS : 1;
	bool good = value->count == wanted && (wanted == 1 || value->kind == AW_PTX_VECTOR);
	if (!good)
		aw_ptx_error(emit, op, "has %u registers for %u elements", value->count, wanted);
	return good;
}

// A load can't release, nor a store acquire.
static bool check_order(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, const char *wrong)
{
	if (aw_ptx_has(op, wrong) || aw_ptx_has(op, "acq_rel"))
		aw_ptx_error(emit, op, "can't have this order");
	return !emit->failed;
}

// Whether COUNT elements are read or written as one: those that other threads may write or read meanwhile.  PTX promises no more than
// that of each element, but GPUs do no less, and who hands on a value with its state in 16 bytes, as CUB does, relies on it.
static bool is_whole(const struct aw_ptx_op *op, enum aw_ptx_type type, unsigned count)
{
	bool between = is_strong(op) || aw_ptx_has(op, "volatile") || aw_ptx_has(op, "cg") || aw_ptx_has(op, "cv");
	return between && count > 1 && aw_ptx_types[type].bits * count <= 128;
}

// Makes ACCESS, to all of an operand's BITS, one that can't be seen half done.
static void set_whole(const struct aw_ptx_op *op, unsigned bits, LLVMValueRef access)
{
	set_order(op, bits / 8, access);
	if (!is_strong(op))
		LLVMSetOrdering(access, LLVMAtomicOrderingMonotonic);
}

static void load_whole(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_type type, LLVMValueRef base,
                       LLVMValueRef *values)
{
	unsigned bits = aw_ptx_types[type].bits, count = op->source->operands[0].count;
	LLVMTypeRef all = aw_ptx_int(emit, bits * count);
	LLVMValueRef loaded = LLVMBuildLoad2(emit->builder, all, base, "");
	set_whole(op, bits * count, loaded);
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef part = LLVMBuildLShr(emit->builder, loaded, LLVMConstInt(all, i * bits, false), "");
		values[i] = LLVMBuildTrunc(emit->builder, part, aw_ptx_int(emit, bits), "");
	}
}

static void store_whole(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_type type, LLVMValueRef base,
                        LLVMValueRef *values)
{
	unsigned bits = aw_ptx_types[type].bits, count = op->source->operands[1].count;
	LLVMTypeRef all = aw_ptx_int(emit, bits * count);
	LLVMValueRef stored = LLVMConstNull(all);
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef part = LLVMBuildZExt(emit->builder, values[i], all, "");
		part = LLVMBuildShl(emit->builder, part, LLVMConstInt(all, i * bits, false), "");
		stored = LLVMBuildOr(emit->builder, stored, part, "");
	}
	set_whole(op, bits * count, LLVMBuildStore(emit->builder, stored, base));
}

void aw_ptx_emit_ld(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	const struct aw_ptx_operand *target = &op->source->operands[0];
	if (!check_elements(emit, op, target) || !check_order(emit, op, "release"))
		return;
	LLVMValueRef base = aw_ptx_address(emit, op, 1), values[4];
	LLVMTypeRef bits = aw_ptx_int(emit, aw_ptx_types[type].bits);
	// All are read before the first register is set: the address may be one of them.
	bool whole = is_whole(op, type, target->count);
	if (whole)
		load_whole(emit, op, type, base, values);
	for (unsigned i = 0; i < target->count && !whole; i++) {
		values[i] = LLVMBuildLoad2(emit->builder, bits, element_address(emit, base, type, i), "");
		set_order(op, aw_ptx_types[type].bits / 8, values[i]);
	}
	for (unsigned i = 0; i < target->count; i++) {
		LLVMValueRef value = aw_ptx_from_bits(emit, type, values[i]);
		aw_ptx_write_atom(emit, op, aw_ptx_atom(&emit->parser, target, i), type, value);
	}
}

void aw_ptx_emit_st(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	const struct aw_ptx_operand *source = &op->source->operands[1];
	if (!check_elements(emit, op, source) || !check_order(emit, op, "acquire"))
		return;
	LLVMValueRef base = aw_ptx_address(emit, op, 0), values[4];
	for (unsigned i = 0; i < source->count; i++) {
		LLVMValueRef value = aw_ptx_read_atom(emit, op, aw_ptx_atom(&emit->parser, source, i), type);
		values[i] = aw_ptx_to_bits(emit, type, value);
	}
	bool whole = is_whole(op, type, source->count);
	if (whole)
		store_whole(emit, op, type, base, values);
	for (unsigned i = 0; i < source->count && !whole; i++)
		set_order(op, aw_ptx_types[type].bits / 8,
		          LLVMBuildStore(emit->builder, values[i], element_address(emit, base, type, i)));
	if (aw_ptx_has(op, "async"))
		aw_ptx_tell_barrier(emit, op);
}

// --- atomics ---

static const struct operation {
	const char *name;
	LLVMAtomicRMWBinOp integer, is_signed, real;
} operations[] = {
	{ "and", LLVMAtomicRMWBinOpAnd, LLVMAtomicRMWBinOpAnd, -1 },
	{ "or", LLVMAtomicRMWBinOpOr, LLVMAtomicRMWBinOpOr, -1 },
	{ "xor", LLVMAtomicRMWBinOpXor, LLVMAtomicRMWBinOpXor, -1 },
	{ "exch", LLVMAtomicRMWBinOpXchg, LLVMAtomicRMWBinOpXchg, -1 },
	{ "add", LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpFAdd },
	{ "inc", LLVMAtomicRMWBinOpUIncWrap, -1, -1 },
	{ "dec", LLVMAtomicRMWBinOpUDecWrap, -1, -1 },
	{ "min", LLVMAtomicRMWBinOpUMin, LLVMAtomicRMWBinOpMin, LLVMAtomicRMWBinOpFMin },
	{ "max", LLVMAtomicRMWBinOpUMax, LLVMAtomicRMWBinOpMax, LLVMAtomicRMWBinOpFMax },
};

static LLVMValueRef build_exchange(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, LLVMValueRef address,
                                   enum aw_ptx_type type, unsigned first)
{
	LLVMAtomicOrdering order = order_of(op);
	bool releases = order == LLVMAtomicOrderingRelease || order == LLVMAtomicOrderingAcquireRelease;
	LLVMAtomicOrdering failure = order == LLVMAtomicOrderingAcquireRelease ? LLVMAtomicOrderingAcquire
	                             : releases ? LLVMAtomicOrderingMonotonic : order;
	LLVMValueRef expected = aw_ptx_read(emit, op, first, type), wanted = aw_ptx_read(emit, op, first + 1, type);
	LLVMValueRef pair = LLVMBuildAtomicCmpXchg(emit->builder, address, expected, wanted, order, failure, false);
	return LLVMBuildExtractValue(emit->builder, pair, 0, "");
}

// Numbers of bf16 are added by the device library, which orders nothing.
static LLVMValueRef add_brain(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, LLVMValueRef address, enum aw_ptx_type type,
                              const struct aw_ptx_atom *atom)
{
	LLVMTypeRef bits = aw_ptx_int(emit, aw_ptx_types[type].bits);
	LLVMAtomicOrdering order = order_of(op);
	LLVMValueRef arguments[] = { address, aw_ptx_to_bits(emit, type, aw_ptx_read_atom(emit, op, atom, type)) };
	if (order != LLVMAtomicOrderingMonotonic)
		LLVMBuildFence(emit->builder, order, false, "");
	LLVMValueRef old = aw_ptx_call(emit, type == AW_PTX_bf16 ? "__aw_atomic_add_bf16" : "__aw_atomic_add_bf16x2", bits, arguments, 2);
	if (order != LLVMAtomicOrderingMonotonic)
		LLVMBuildFence(emit->builder, order, false, "");
	return aw_ptx_from_bits(emit, type, old);
}

static LLVMValueRef build_rmw(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, LLVMValueRef address,
                              enum aw_ptx_type type, const struct aw_ptx_atom *atom)
{
	int binary = -1;
	for (size_t i = 0; i < sizeof(operations) / sizeof(*operations); i++)
		if (aw_ptx_has(op, operations[i].name))
			binary = (int)(aw_ptx_is_float(type)    ? operations[i].real
			               : aw_ptx_is_signed(type) ? operations[i].is_signed
			                                        : operations[i].integer);
	bool brain = aw_ptx_types[type].class == AW_PTX_CLASS_BRAIN;
	if (brain && binary == (int)LLVMAtomicRMWBinOpFAdd)
		return add_brain(emit, op, address, type, atom);
	if (binary < 0 || brain) {
		aw_ptx_error(emit, op, "is not supported on the CPU for this type");
		return LLVMGetPoison(aw_ptx_llvm_type(emit, type));
	}
	LLVMValueRef value = aw_ptx_read_atom(emit, op, atom, type);
	return LLVMBuildAtomicRMW(emit->builder, (LLVMAtomicRMWBinOp)binary, address, value, order_of(op), false);
}

// Each element by itself, which is all that PTX promises of several.
static void update_elements(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_type type, unsigned first)
{
	const struct aw_ptx_operand *operands = op->source->operands, *source = &operands[first + 1];
	if (!check_elements(emit, op, source) || (first && !check_elements(emit, op, &operands[0])))
		return;
	LLVMValueRef address = aw_ptx_address(emit, op, first), old[MOST_ELEMENTS];
	for (unsigned i = 0; i < source->count; i++)
		old[i] = build_rmw(emit, op, element_address(emit, address, type, i), type, aw_ptx_atom(&emit->parser, source, i));
	for (unsigned i = 0; i < source->count && first; i++)
		aw_ptx_write_atom(emit, op, aw_ptx_atom(&emit->parser, &operands[0], i), type, old[i]);
}

// atom and red; red has no result.
void aw_ptx_emit_atom(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	unsigned first = !strcmp(op->source->opcode, "atom");
	bool exchanges = aw_ptx_has(op, "cas");
	if (op->source->operand_count < first + 2 + exchanges) {
		aw_ptx_error(emit, op, "has too few operands");
		return;
	}
	if (exchanges && aw_ptx_is_float(type)) {
		aw_ptx_error(emit, op, "compares bits: .b16, .b32 or .b64");
		return;
	}
	if (exchanges)
		aw_ptx_write(emit, op, 0, type, build_exchange(emit, op, aw_ptx_address(emit, op, first), type, first + 1));
	else
		update_elements(emit, op, type, first);
	if (!first && aw_ptx_has(op, "async"))
		aw_ptx_tell_barrier(emit, op);
}

// A multicast object has the memory of several devices behind one address.  Those of one CPU share theirs, so the address is
// that of the memory, and a sum over all devices is what lies there.
void aw_ptx_emit_multimem(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	if (aw_ptx_has(op, "ld_reduce"))
		aw_ptx_emit_ld(emit, op);
	else if (aw_ptx_has(op, "st"))
		aw_ptx_emit_st(emit, op);
	else
		aw_ptx_emit_atom(emit, op);
}

// --- fences, address spaces, copies ---

void aw_ptx_emit_fence(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	LLVMAtomicOrdering order = aw_ptx_has(op, "acq_rel")   ? LLVMAtomicOrderingAcquireRelease
	                           : aw_ptx_has(op, "acquire") ? LLVMAtomicOrderingAcquire
	                           : aw_ptx_has(op, "release") ? LLVMAtomicOrderingRelease
	                                                       : LLVMAtomicOrderingSequentiallyConsistent;
	LLVMBuildFence(emit->builder, order, false, "");
}

// Addresses of a space are generic ones; one of 32 bits is the lower half, which may have been widened with zeros.
void aw_ptx_emit_cvta(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMValueRef address = aw_ptx_read(emit, op, 1, type);
	bool is_shared = aw_ptx_has(op, "shared") || aw_ptx_has(op, "shared::cta");
	if (is_shared && !aw_ptx_has(op, "to") && type == AW_PTX_u64)
		address = aw_ptx_widen_shared(emit, LLVMBuildTrunc(emit->builder, address, aw_ptx_int(emit, 32), ""));
	aw_ptx_write(emit, op, 0, type, address);
}

static LLVMTypeRef pointer_type(struct aw_ptx_emit *emit)
{
	return LLVMPointerTypeInContext(emit->context, 0);
}

void aw_ptx_emit_isspacep(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	const char *name = aw_ptx_has(op, "global")  ? "llvm.nvvm.isspacep.global"
	                   : aw_ptx_has(op, "const") ? "llvm.nvvm.isspacep.const"
	                   : aw_ptx_has(op, "local") ? "llvm.nvvm.isspacep.local"
	                   : aw_ptx_has(op, "shared::cluster") ? "llvm.nvvm.isspacep.shared.cluster"
	                                             : "llvm.nvvm.isspacep.shared";
	LLVMValueRef address = aw_ptx_read(emit, op, 1, AW_PTX_u64);
	address = LLVMBuildIntToPtr(emit->builder, address, pointer_type(emit), "");
	bool of_kernel = aw_ptx_has(op, "param") || aw_ptx_has(op, "param::entry");
	if (aw_ptx_has(op, "param::func")) {
		aw_ptx_error(emit, op, "asks for no parameter of a function");
		return;
	}
	LLVMValueRef result = of_kernel ? aw_ptx_call(emit, "llvm.nvvm.isspacep.param", aw_ptx_int(emit, 1), &address, 1)
	                                : aw_ptx_intrinsic(emit, name, NULL, &address, 1);
	aw_ptx_write(emit, op, 0, AW_PTX_pred, result);
}

// The bytes of [source] that are copied: an operand, or all.
static void copy_async(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	if (op->source->operand_count < 3) {
		aw_ptx_error(emit, op, "takes two addresses and a size");
		return;
	}
	int64_t size = aw_ptx_constant(emit, op, 2);
	if (size != 4 && size != 8 && size != 16) {
		aw_ptx_error(emit, op, "copies 4, 8 or 16 bytes");
		return;
	}
	LLVMBuilderRef b = emit->builder;
	LLVMTypeRef shared = LLVMPointerTypeInContext(emit->context, 3), global = LLVMPointerTypeInContext(emit->context, 1);
	LLVMTypeRef wide = aw_ptx_int(emit, 64);
	// .shared in the modifiers is the target's; the source's addresses have 64 bits.
	LLVMValueRef target = LLVMBuildPtrToInt(b, aw_ptx_address(emit, op, 0), wide, "");
	LLVMValueRef source = LLVMBuildPtrToInt(b, aw_ptx_address(emit, op, 1), wide, "");
	LLVMValueRef arguments[3] = { LLVMBuildIntToPtr(b, target, shared, ""), LLVMBuildIntToPtr(b, source, global, "") };
	bool partial = op->source->operand_count > 3 && op->source->operands[3].kind == AW_PTX_SINGLE &&
	               !aw_ptx_has(op, "L2::cache_hint");
	if (partial)
		arguments[2] = aw_ptx_read(emit, op, 3, AW_PTX_b32);
	char *name = aw_format("llvm.nvvm.cp.async.ca.shared.global.%d%s", (int)size, partial ? ".s" : "");
	aw_ptx_intrinsic(emit, name, NULL, arguments, partial ? 3 : 2);
	free(name);
}

void aw_ptx_emit_cp_async(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	if (aw_ptx_has(op, "bulk") || aw_ptx_has(op, "mbarrier")) {
		aw_ptx_emit_cp_told(emit, op);
	} else if (aw_ptx_has(op, "commit_group")) {
		aw_ptx_intrinsic(emit, "llvm.nvvm.cp.async.commit.group", NULL, NULL, 0);
	} else if (aw_ptx_has(op, "wait_all")) {
		aw_ptx_intrinsic(emit, "llvm.nvvm.cp.async.wait.all", NULL, NULL, 0);
	} else if (aw_ptx_has(op, "wait_group") && op->source->operand_count == 1) {
		LLVMValueRef count = LLVMConstInt(aw_ptx_int(emit, 32), (uint64_t)aw_ptx_constant(emit, op, 0), false);
		aw_ptx_intrinsic(emit, "llvm.nvvm.cp.async.wait.group", NULL, &count, 1);
	} else {
		copy_async(emit, op);
	}
}

// What caches are told with an access (.L2::cache_hint), which is nothing.
void aw_ptx_emit_create_policy(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	aw_ptx_write(emit, op, 0, AW_PTX_b64, LLVMConstNull(aw_ptx_int(emit, 64)));
}

// Instructions that only tell the hardware what may be good for it.
void aw_ptx_emit_nothing(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	(void)emit, (void)op;
}

// --- the stack ---

// alloca.type address, size{, alignment}
void aw_ptx_emit_alloca(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	int64_t alignment = op->source->operand_count > 2 ? aw_ptx_constant(emit, op, 2) : 8;
	if (alignment < 1 || alignment > 1 << 16 || (alignment & (alignment - 1))) {
		aw_ptx_error(emit, op, "has an alignment that is no power of two");
		return;
	}
	LLVMValueRef size = aw_ptx_read(emit, op, 1, type), memory = LLVMBuildArrayAlloca(emit->builder, aw_ptx_int(emit, 8), size, "");
	LLVMSetAlignment(memory, (unsigned)alignment);
	aw_ptx_write(emit, op, 0, type, LLVMBuildPtrToInt(emit->builder, memory, aw_ptx_int(emit, 64), ""));
}

void aw_ptx_emit_stacksave(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMValueRef place = aw_ptx_intrinsic(emit, "llvm.stacksave", pointer_type(emit), NULL, 0);
	aw_ptx_write(emit, op, 0, type, LLVMBuildPtrToInt(emit->builder, place, aw_ptx_int(emit, 64), ""));
}

void aw_ptx_emit_stackrestore(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	LLVMValueRef place = LLVMBuildIntToPtr(emit->builder, aw_ptx_read(emit, op, 0, aw_ptx_type(op, 0)), pointer_type(emit), "");
	aw_ptx_intrinsic(emit, "llvm.stackrestore", pointer_type(emit), &place, 1);
}
