// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images for compute-sanitizer: before each access to memory that other threads or the host can see comes a call of aw.watch
// with the address, the number of bytes, what kind of access it is and, for a store of a scalar, the value; before what
// orders accesses without being one (fences, operations of mbarriers) one without an address.  The device draws its
// conclusions (src/runtime/device/cpu/cpu_watch.c).  Such programs run by the fiber strategy alone, where each thread makes
// its own calls in the order of the source.
//
// Left out are a thread's own variables, parameters and constants, as far as that can be seen here, and what the device
// library (__nv_...: textures and the like) and support functions access, but for copies.
#include <stdlib.h>
#include <string.h>

#include "../analysis/need.h"
#include "../pipeline.h"
#include "../target/nvptx.h"

struct watch {
	struct aw_unit *unit;
	LLVMTargetDataRef layout;
	LLVMValueRef function; // aw.watch
	LLVMTypeRef pointer, word, wide;
	bool changed;
};

struct access {
	LLVMValueRef address; // NULL: none
	LLVMValueRef size;    // of type `wide`
	LLVMValueRef stored;  // NULL: not known
	unsigned kind;
};

static bool is_own(LLVMValueRef address)
{
	unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(address));
	if (space == AW_NVPTX_CONSTANT || space == AW_NVPTX_LOCAL)
		return true;
	LLVMValueRef object = aw_llvm_object(address);
	if (LLVMIsAAllocaInst(object))
		return true;
	if (LLVMIsAGlobalVariable(object))
		return LLVMIsGlobalConstant(object) || LLVMGetPointerAddressSpace(LLVMTypeOf(object)) == AW_NVPTX_CONSTANT;
	return aw_llvm_is_by_value(object);
}

static LLVMValueRef size_of(const struct watch *watch, LLVMTypeRef type)
{
	return LLVMConstInt(watch->wide, LLVMStoreSizeOfType(watch->layout, type), false);
}

// The bits of VALUE as a 64-bit number; NULL when it has more, or parts.
static LLVMValueRef bits_of(const struct watch *watch, LLVMValueRef value)
{
	LLVMBuilderRef builder = watch->unit->builder;
	LLVMTypeRef type = LLVMTypeOf(value);
	unsigned long long bits = LLVMSizeOfTypeInBits(watch->layout, type);
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	if (bits > 64 || kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind)
		return NULL;
	if (kind == LLVMPointerTypeKind)
		return LLVMBuildPtrToInt(builder, value, watch->wide, "");
	LLVMTypeRef number = LLVMIntTypeInContext(watch->unit->context, (unsigned)bits);
	return LLVMBuildZExt(builder, LLVMBuildBitCast(builder, value, number, ""), watch->wide, "");
}

static void tell(struct watch *watch, const struct access *access)
{
	LLVMBuilderRef builder = watch->unit->builder;
	LLVMValueRef address = access->address, value = access->stored ? bits_of(watch, access->stored) : NULL;
	if (address && LLVMGetPointerAddressSpace(LLVMTypeOf(address)) != 0)
		address = LLVMBuildAddrSpaceCast(builder, address, watch->pointer, "");
	unsigned kind = access->kind | (value ? AW_CPU_WATCH_VALUE : 0);
	LLVMValueRef arguments[] = {
		address ? address : LLVMConstNull(watch->pointer),
		access->size ? access->size : LLVMConstNull(watch->wide),
		LLVMConstInt(watch->word, kind, false),
		value ? value : LLVMConstNull(watch->wide),
	};
	LLVMBuildCall2(builder, LLVMGlobalGetValueType(watch->function), watch->function, arguments,
	               sizeof(arguments) / sizeof(*arguments), "");
	watch->changed = true;
}

static unsigned volatility(LLVMValueRef instruction)
{
	return LLVMGetVolatile(instruction) ? AW_CPU_WATCH_VOLATILE : 0;
}

// What a load, store or atomic operation accesses; false for other instructions.
static bool find_plain(const struct watch *watch, LLVMValueRef instruction, struct access *access)
{
	const unsigned both = AW_CPU_WATCH_READ | AW_CPU_WATCH_WRITE | AW_CPU_WATCH_ATOMIC;
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMLoad:
		access->address = LLVMGetOperand(instruction, 0);
		access->size = size_of(watch, LLVMTypeOf(instruction));
		access->kind = AW_CPU_WATCH_READ | volatility(instruction);
		break;
	case LLVMStore:
		access->stored = LLVMGetOperand(instruction, 0);
		access->address = LLVMGetOperand(instruction, 1);
		access->size = size_of(watch, LLVMTypeOf(access->stored));
		access->kind = AW_CPU_WATCH_WRITE | volatility(instruction);
		break;
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		access->address = LLVMGetOperand(instruction, 0);
		access->size = size_of(watch, LLVMTypeOf(LLVMGetOperand(instruction, 1)));
		access->kind = both;
		return true;
	default:
		return false;
	}
	if (LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic)
		access->kind |= AW_CPU_WATCH_ATOMIC;
	return true;
}

// Whether the object that COPY copies has padding, or isn't known: !tbaa.struct lists offsets, sizes and types of its members.
static bool may_be_padded(LLVMValueRef copy)
{
	unsigned count = 0, kind = LLVMGetMDKindID("tbaa.struct", strlen("tbaa.struct"));
	LLVMValueRef node = LLVMGetMetadata(copy, kind), size = LLVMGetOperand(copy, 2);
	if (!node || !LLVMIsAConstantInt(size) || !(count = LLVMGetMDNodeNumOperands(node)))
		return true;
	LLVMValueRef *operands = AW_NEED_ARRAY(LLVMValueRef, count);
	LLVMGetMDNodeOperands(node, operands);
	uint64_t sum = 0;
	for (unsigned i = 1; i < count; i += 3)
		sum += LLVMConstIntGetZExtValue(operands[i]);
	free(operands);
	return sum < LLVMConstIntGetZExtValue(size);
}

// llvm.memcpy and the like; *SOURCE is what it reads.
static bool find_block(const struct watch *watch, LLVMValueRef instruction, struct access *target, struct access *source)
{
	const char *name = aw_llvm_callee_name(instruction);
	bool copies = aw_starts_with(name, "llvm.memcpy.") || aw_starts_with(name, "llvm.memmove.");
	if (!copies && !aw_starts_with(name, "llvm.memset."))
		return false;
	LLVMValueRef size = LLVMBuildZExt(watch->unit->builder, LLVMGetOperand(instruction, 2), watch->wide, "");
	*target = (struct access){ LLVMGetOperand(instruction, 0), size, NULL, AW_CPU_WATCH_WRITE };
	unsigned whole = copies && may_be_padded(instruction) ? AW_CPU_WATCH_WHOLE : 0;
	if (copies)
		*source = (struct access){ LLVMGetOperand(instruction, 1), size, NULL, AW_CPU_WATCH_READ | whole };
	return true;
}

// What support functions write at their first argument, and read at their second.
static const struct {
	const char *support;
	unsigned size; // 0: the third argument
	bool reads;
} transfers[] = {
	{ "aw_cpu_cp_async_4", 4, true },   { "aw_cpu_cp_async_8", 8, true }, { "aw_cpu_cp_async_16", 16, true },
	{ "aw_cpu_bulk_copy", 0, true },    { "aw_cpu_memcpy", 0, true },     { "aw_cpu_memmove", 0, true },
	{ "aw_cpu_memset", 0, false },
};

static bool find_transfer(const struct watch *watch, LLVMValueRef instruction, struct access *target, struct access *source)
{
	const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
	for (size_t i = 0; row && i < sizeof(transfers) / sizeof(*transfers); i++) {
		if (strcmp(row->support, transfers[i].support) != 0)
			continue;
		LLVMValueRef size = LLVMConstInt(watch->wide, transfers[i].size, false);
		if (!transfers[i].size)
			size = LLVMBuildZExt(watch->unit->builder, LLVMGetOperand(instruction, 2), watch->wide, "");
		*target = (struct access){ LLVMGetOperand(instruction, 0), size, NULL, AW_CPU_WATCH_WRITE };
		if (transfers[i].reads)
			*source = (struct access){ LLVMGetOperand(instruction, 1), size, NULL, AW_CPU_WATCH_READ | AW_CPU_WATCH_WHOLE };
		return true;
	}
	return false;
}

static bool orders(LLVMValueRef instruction)
{
	if (LLVMIsAFenceInst(instruction))
		return true;
	const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
	return row && (!strcmp(row->support, "aw_cpu_fence") || aw_starts_with(row->support, "aw_cpu_mbarrier_"));
}

static void visit(struct watch *watch, LLVMValueRef instruction)
{
	struct access first = { 0 }, second = { 0 };
	aw_llvm_at(watch->unit->builder, instruction);
	if (orders(instruction))
		first.kind = AW_CPU_WATCH_ORDER;
	else if (!find_plain(watch, instruction, &first) && !find_block(watch, instruction, &first, &second))
		find_transfer(watch, instruction, &first, &second);
	if (second.kind && !is_own(second.address))
		tell(watch, &second);
	if (first.kind && (!first.address || !is_own(first.address)))
		tell(watch, &first);
}

bool aw_pass_watch_accesses(struct aw_unit *unit)
{
	if (!unit->watched)
		return false;
	struct watch watch = {
		.unit = unit,
		.layout = LLVMGetModuleDataLayout(unit->module),
		.pointer = LLVMPointerTypeInContext(unit->context, 0),
		.word = LLVMInt32TypeInContext(unit->context),
		.wide = LLVMInt64TypeInContext(unit->context),
	};
	LLVMTypeRef parameters[] = { watch.pointer, watch.wide, watch.word, watch.wide };
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(unit->context), parameters, 4, false);
	watch.function = aw_llvm_declare(unit->module, "aw.watch", type);
	AW_FOR_FUNCTIONS(function, unit->module)
		if (aw_llvm_is_defined(function) && !aw_starts_with(aw_llvm_name(function), "__nv_"))
			AW_FOR_BLOCKS(block, function)
				AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
					visit(&watch, instruction);
	if (!watch.changed)
		LLVMDeleteFunction(watch.function);
	return watch.changed;
}
