// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For PTX: a kernel that loads and stores a little for each thread, as adding vectors does, leaves a GPU's memory idle: a full
// multiprocessor of threads with two loads of four bytes each has less under way than the memory can deliver in the time that one
// takes (on an H200 it stops at 0.69 of the rate that copies reach).  Blocks of a grid know no order, so four neighbours of
// a row may be run by one, instruction by instruction beside one another (block coarsening: Magni, Dubach, O'Boyle,
// "A Large-Scale Cross-Architecture Evaluation of Thread-Coarsening", SC 2013), and each thread has four times as much under way.
//
//     kernel$joined(arguments, blocks):           blocks: what gridDim.x is for the program
//         first = blockIdx.x * 4
//         if (first + 3 < blocks) {               all four are there
//             the index, four times
//             if (all four guards) { the guarded part, four times; return }
//         }
//         for (b = first; b < first + 4 && b < blocks; b++)  block b alone
//
// The kernel itself stays, and the runtime takes the joined form for plain launches of grids that keep the GPU busy all the same
// (nvidia_join.c).  Which kernels: those of straight code, or with one guard that holds for ranges of indices, that know of no
// other thread (no shared memory, atomics, barriers, clocks), don't load much and store rows: with four blocks at a time what is
// scattered meets in the caches later (a matrix turned by rows took 1.03 of the time).  Long ones gain, too, since four chains of results
// are under way; where that takes too many registers, the runtime doesn't take the form.
#include <stdlib.h>
#include <string.h>

#include "../../base/map.h"
#include "../../base/str.h"
#include "../../fatbin/fatbin.h"
#include "../analysis/linear_form.h"
#include "../analysis/need.h"
#include "../pipeline.h"
#include "nvptx.h"

enum { TOGETHER = AW_PTX_JOINED_BLOCKS, MOST_INSTRUCTIONS = 240, MOST_LOADS = 4, MOST_BYTES = 8, MOST_CONDITIONS = 6 };

// A kernel of straight code: FIRST, then GUARDED if a condition is as WANTED, then the end.
struct straight {
	LLVMValueRef function;
	LLVMBasicBlockRef first, guarded; // GUARDED: NULL without a guard
	bool wanted;
};

struct joining {
	struct aw_unit *unit;
	const struct straight *kernel;
	LLVMValueRef made, blocks;            // the joined form, and its last argument
	struct aw_map values[TOGETHER];       // what the kernel's values are for each block
	LLVMValueRef index[TOGETHER];         // blockIdx.x of each
	LLVMBasicBlockRef four, guarded, start, alone, alone_guarded, next, end;
};

// --- which kernels ---

static bool is_end(LLVMBasicBlockRef block)
{
	return LLVMIsAReturnInst(LLVMGetFirstInstruction(block));
}

// Whether BLOCK, whose last instruction it is, goes straight to the kernel's end.
static bool ends(LLVMBasicBlockRef block)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
	return LLVMIsAReturnInst(last) || (LLVMIsABranchInst(last) && !LLVMIsConditional(last) && is_end(LLVMGetSuccessor(last, 0)));
}

static bool find_straight(LLVMValueRef function, struct straight *kernel)
{
	LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(function);
	LLVMValueRef last = LLVMGetBasicBlockTerminator(first);
	*kernel = (struct straight){ .function = function, .first = first };
	if (LLVMCountBasicBlocks(function) == 1)
		return LLVMIsAReturnInst(last);
	if (LLVMCountBasicBlocks(function) > 3 || !LLVMIsABranchInst(last) || !LLVMIsConditional(last))
		return false;
	LLVMBasicBlockRef then = LLVMGetSuccessor(last, 0), otherwise = LLVMGetSuccessor(last, 1);
	kernel->wanted = is_end(otherwise);
	kernel->guarded = kernel->wanted ? then : otherwise;
	return then != otherwise && is_end(kernel->wanted ? otherwise : then) && ends(kernel->guarded);
}

// What a thread may ask of its place in the grid.
static bool is_index(LLVMValueRef call)
{
	const char *name = aw_intrinsic_register(call);
	return aw_starts_with(name, "tid.") || aw_starts_with(name, "ntid.") || aw_starts_with(name, "ctaid.") ||
	       aw_starts_with(name, "nctaid.");
}

static bool is_note(LLVMValueRef call)
{
	return aw_starts_with(aw_llvm_callee_name(call), "llvm.dbg.") || !strcmp(aw_llvm_callee_name(call), "llvm.assume");
}

static bool is_pure(LLVMValueRef call)
{
	LLVMValueRef callee = aw_llvm_callee(call);
	return callee && aw_starts_with(aw_llvm_name(callee), "llvm.") && aw_llvm_has_no_memory(callee) &&
	       !aw_llvm_has_attribute(callee, "convergent") && !*aw_intrinsic_register(call);
}

static bool is_plain_access(LLVMValueRef access, LLVMValueRef address, LLVMTypeRef type)
{
	unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(address));
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(aw_llvm_function_of(access)));
	return aw_llvm_is_plain(access) &&
	       LLVMABISizeOfType(layout, type) <= MOST_BYTES &&
	       (space == AW_NVPTX_GENERIC || space == AW_NVPTX_GLOBAL || space == AW_NVPTX_CONSTANT);
}

// Of memory that a launch shares; arguments and constants are near.
static bool is_far(LLVMValueRef address)
{
	LLVMValueRef object = aw_llvm_object(address);
	bool constant = LLVMGetPointerAddressSpace(LLVMTypeOf(object)) == AW_NVPTX_CONSTANT;
	if (constant || !LLVMIsAArgument(object))
		return !constant;
	unsigned kind = aw_llvm_attribute_kind("byval");
	LLVMValueRef function = LLVMGetParamParent(object);
	for (unsigned i = 0; i < LLVMCountParams(function); i++)
		if (LLVMGetParam(function, i) == object)
			return !LLVMGetEnumAttributeAtIndex(function, i + 1, kind);
	return true;
}

// What a kernel does, as far as it matters here.
struct summary {
	unsigned instructions, loads, stores, early_accesses; // EARLY: in front of the guard
	bool indexed;   // it asks for blockIdx.x
	bool scattered; // neighbouring threads store apart
};

// Whether neighbouring threads store side by side.
static bool is_in_row(LLVMValueRef store)
{
	enum { NEAR = 16 };
	struct aw_linear_form form;
	aw_linear_form_of(LLVMGetGlobalParent(aw_llvm_function_of(store)), LLVMGetOperand(store, 1), &form);
	for (unsigned i = 0; form.known && i < form.count; i++)
		if (!strcmp(aw_intrinsic_register(form.terms[i].value), "tid.x"))
			return form.terms[i].factor > 0 && form.terms[i].factor <= NEAR;
	return false;
}

static bool look_at(LLVMValueRef instruction, struct summary *summary, bool early)
{
	summary->instructions++;
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMLoad: {
		bool far = is_far(LLVMGetOperand(instruction, 0));
		summary->loads += far;
		summary->early_accesses += far && early;
		return is_plain_access(instruction, LLVMGetOperand(instruction, 0), LLVMTypeOf(instruction));
	}
	case LLVMStore:
		summary->stores++;
		summary->early_accesses += early;
		summary->scattered |= !is_in_row(instruction);
		return is_plain_access(instruction, LLVMGetOperand(instruction, 1), LLVMTypeOf(LLVMGetOperand(instruction, 0)));
	case LLVMCall:
		summary->indexed |= !strcmp(aw_intrinsic_register(instruction), "ctaid.x");
		return is_index(instruction) || is_note(instruction) || is_pure(instruction);
	case LLVMPHI: case LLVMAlloca: case LLVMFence: case LLVMAtomicRMW: case LLVMAtomicCmpXchg: case LLVMInvoke: case LLVMCallBr:
	case LLVMVAArg: case LLVMUnreachable: case LLVMSwitch: case LLVMIndirectBr:
		return false;
	default:
		return true;
	}
}

// Whether GUARD holds for ranges of indices, so that it is mostly the same for neighbours.
static bool is_range(LLVMValueRef guard, unsigned depth)
{
	if (LLVMIsAICmpInst(guard))
		return LLVMGetICmpPredicate(guard) != LLVMIntEQ && LLVMGetICmpPredicate(guard) != LLVMIntNE;
	bool logic = aw_llvm_is_op(guard, LLVMAnd) || aw_llvm_is_op(guard, LLVMOr) || aw_llvm_is_op(guard, LLVMXor) ||
	             aw_llvm_is_op(guard, LLVMSelect);
	if (!logic || !depth)
		return LLVMIsAConstant(guard);
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(guard); i++)
		if (!is_range(LLVMGetOperand(guard, i), depth - 1))
			return false;
	return true;
}

static bool is_worth_it(const struct straight *kernel)
{
	struct summary summary = { 0 };
	if (kernel->guarded && !is_range(LLVMGetCondition(LLVMGetBasicBlockTerminator(kernel->first)), MOST_CONDITIONS))
		return false;
	AW_FOR_INSTRUCTIONS(instruction, kernel->first)
		if (!look_at(instruction, &summary, kernel->guarded))
			return false;
	for (LLVMValueRef i = kernel->guarded ? LLVMGetFirstInstruction(kernel->guarded) : NULL; i; i = LLVMGetNextInstruction(i))
		if (!look_at(i, &summary, false))
			return false;
	return summary.indexed && !summary.scattered && summary.loads && summary.loads <= MOST_LOADS && summary.stores &&
	       !summary.early_accesses && summary.instructions <= MOST_INSTRUCTIONS;
}

// --- the joined form ---

static LLVMValueRef number(const struct joining *joining, unsigned value)
{
	return LLVMConstInt(LLVMInt32TypeInContext(joining->unit->context), value, false);
}

// A declaration with the kernel's arguments, what is said of them, and one more.
static LLVMValueRef declare(struct aw_unit *unit, LLVMValueRef kernel, const char *name)
{
	unsigned count = LLVMCountParams(kernel);
	LLVMTypeRef *types = AW_NEED_ARRAY(LLVMTypeRef, count + 1);
	for (unsigned i = 0; i < count; i++)
		types[i] = LLVMTypeOf(LLVMGetParam(kernel, i));
	types[count] = LLVMInt32TypeInContext(unit->context);
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(unit->context), types, count + 1, false);
	LLVMValueRef made = LLVMAddFunction(unit->module, name, type);
	free(types);
	aw_llvm_copy_value_attributes(made, kernel);
	LLVMSetFunctionCallConv(made, AW_NVPTX_KERNEL);
	LLVMSetLinkage(made, LLVMGetLinkage(kernel));
	aw_need(aw_vec_push(&unit->entries, made));
	return made;
}

static LLVMValueRef value_of(const struct joining *joining, LLVMValueRef value, unsigned block)
{
	LLVMValueRef made = aw_map_get(&joining->values[block], value);
	return made ? made : value;
}

// INSTRUCTION as block BLOCK of the four does it, where the builder stands.
static void copy(struct joining *joining, LLVMValueRef instruction, unsigned block)
{
	const char *name = aw_intrinsic_register(instruction);
	LLVMValueRef made;
	if (is_note(instruction))
		return;
	if (!strcmp(name, "ctaid.x")) {
		made = joining->index[block];
	} else if (!strcmp(name, "nctaid.x")) {
		made = joining->blocks;
	} else {
		made = LLVMInstructionClone(instruction);
		for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(made); i++)
			LLVMSetOperand(made, i, value_of(joining, LLVMGetOperand(made, i), block));
		LLVMInstructionSetDebugLoc(made, NULL);
		LLVMInsertIntoBuilder(joining->unit->builder, made);
	}
	aw_need(aw_map_put(&joining->values[block], instruction, made));
}

// All of BLOCK of the kernel but its end, COUNT times.
static void copy_all(struct joining *joining, LLVMBasicBlockRef block, unsigned count)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != LLVMGetBasicBlockTerminator(block); i = LLVMGetNextInstruction(i))
		for (unsigned k = 0; k < count; k++)
			copy(joining, i, k);
}

static LLVMValueRef guard_of(const struct joining *joining, unsigned block)
{
	LLVMValueRef guard = value_of(joining, LLVMGetCondition(LLVMGetBasicBlockTerminator(joining->kernel->first)), block);
	return joining->kernel->wanted ? guard : LLVMBuildNot(joining->unit->builder, guard, "");
}

static void begin_values(struct joining *joining, unsigned count)
{
	for (unsigned k = 0; k < count; k++) {
		aw_map_finish(&joining->values[k]);
		for (unsigned i = 0; i < LLVMCountParams(joining->kernel->function); i++)
			aw_need(aw_map_put(&joining->values[k], LLVMGetParam(joining->kernel->function, i), LLVMGetParam(joining->made, i)));
	}
}

static LLVMValueRef build_first(const struct joining *joining)
{
	LLVMBuilderRef builder = joining->unit->builder;
	LLVMValueRef index = aw_llvm_ask_number(builder, joining->unit->module, "llvm.nvvm.read.ptx.sreg.ctaid.x");
	return LLVMBuildNSWMul(builder, index, number(joining, TOGETHER), "first");
}

static void build_four(struct joining *joining, LLVMValueRef first)
{
	LLVMBuilderRef builder = joining->unit->builder;
	LLVMPositionBuilderAtEnd(builder, joining->four);
	for (unsigned k = 0; k < TOGETHER; k++)
		joining->index[k] = LLVMBuildNSWAdd(builder, first, number(joining, k), "");
	begin_values(joining, TOGETHER);
	copy_all(joining, joining->kernel->first, TOGETHER);
	if (joining->kernel->guarded) {
		LLVMValueRef all = guard_of(joining, 0);
		for (unsigned k = 1; k < TOGETHER; k++)
			all = LLVMBuildAnd(builder, all, guard_of(joining, k), "");
		LLVMBuildCondBr(builder, all, joining->guarded, joining->start);
		LLVMPositionBuilderAtEnd(builder, joining->guarded);
		copy_all(joining, joining->kernel->guarded, TOGETHER);
	}
	LLVMBuildBr(builder, joining->end);
}

static void build_alone(struct joining *joining, LLVMValueRef first)
{
	LLVMBuilderRef builder = joining->unit->builder;
	LLVMPositionBuilderAtEnd(builder, joining->start);
	LLVMValueRef past = LLVMBuildNSWAdd(builder, first, number(joining, TOGETHER), "");
	LLVMValueRef limit = LLVMBuildSelect(builder, LLVMBuildICmp(builder, LLVMIntULT, past, joining->blocks, ""), past, joining->blocks, "");
	LLVMBuildBr(builder, joining->alone);
	LLVMPositionBuilderAtEnd(builder, joining->alone);
	LLVMValueRef index = joining->index[0] = LLVMBuildPhi(builder, LLVMTypeOf(first), "block");
	begin_values(joining, 1);
	copy_all(joining, joining->kernel->first, 1);
	if (joining->kernel->guarded) {
		LLVMBuildCondBr(builder, guard_of(joining, 0), joining->alone_guarded, joining->next);
		LLVMPositionBuilderAtEnd(builder, joining->alone_guarded);
		copy_all(joining, joining->kernel->guarded, 1);
	}
	LLVMBuildBr(builder, joining->next);
	LLVMPositionBuilderAtEnd(builder, joining->next);
	LLVMValueRef later = LLVMBuildNSWAdd(builder, index, number(joining, 1), "");
	LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntULT, later, limit, ""), joining->alone, joining->end);
	LLVMAddIncoming(index, (LLVMValueRef[]){ first, later }, (LLVMBasicBlockRef[]){ joining->start, joining->next }, 2);
}

static LLVMBasicBlockRef add_block(const struct joining *joining, const char *name)
{
	return LLVMAppendBasicBlockInContext(joining->unit->context, joining->made, name);
}

static void join(struct aw_unit *unit, const struct straight *kernel, const char *name)
{
	struct joining joining = { .unit = unit, .kernel = kernel, .made = declare(unit, kernel->function, name) };
	joining.blocks = LLVMGetLastParam(joining.made);
	LLVMBasicBlockRef entry = add_block(&joining, "entry");
	joining.four = add_block(&joining, "four");
	joining.guarded = kernel->guarded ? add_block(&joining, "four.guarded") : NULL;
	joining.start = add_block(&joining, "start");
	joining.alone = add_block(&joining, "alone");
	joining.alone_guarded = kernel->guarded ? add_block(&joining, "alone.guarded") : NULL;
	joining.next = add_block(&joining, "next");
	joining.end = add_block(&joining, "end");
	LLVMPositionBuilderAtEnd(unit->builder, entry);
	LLVMSetCurrentDebugLocation2(unit->builder, NULL);
	LLVMValueRef first = build_first(&joining);
	LLVMValueRef last = LLVMBuildNSWAdd(unit->builder, first, number(&joining, TOGETHER - 1), "");
	LLVMBuildCondBr(unit->builder, LLVMBuildICmp(unit->builder, LLVMIntULT, last, joining.blocks, ""), joining.four, joining.start);
	build_four(&joining, first);
	build_alone(&joining, first);
	LLVMPositionBuilderAtEnd(unit->builder, joining.end);
	LLVMBuildRetVoid(unit->builder);
	for (unsigned k = 0; k < TOGETHER; k++)
		aw_map_finish(&joining.values[k]);
	aw_llvm_run_function_passes(joining.made, "early-cse,dce", unit->machine);
}

bool aw_pass_join_blocks(struct aw_unit *unit)
{
	bool changed = false;
	if (aw_unit_opt_level(unit) < 2 || unit->request->breakpoints || unit->request->max_registers || unit->request->relocatable)
		return false;
	for (size_t i = 0; i < unit->kernels.count; i++) {
		const struct aw_unit_kernel *row = &unit->kernels.items[i];
		struct straight kernel;
		bool other = row->cluster[0] || row->max_cluster || row->most_registers || row->divided; // whose entry is joined
		if (other || !aw_llvm_is_defined(row->function) || !find_straight(row->function, &kernel) || !is_worth_it(&kernel))
			continue;
		char *name = aw_format("%s" AW_PTX_JOINED_SUFFIX, row->name);
		aw_need(name);
		join(unit, &kernel, name);
		free(name);
		changed = true;
	}
	return changed;
}
