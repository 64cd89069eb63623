// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels without gathers, for processors on which these are slow.  AVX-512's gather of 16 floats costs as much as 16 loads where it is
// quick; on Intel's processors from Skylake to Ice Lake microcode makes it wait for the stores before it ("Gather Data
// Sampling", INTEL-SA-00828): twice the loads' time at best, thirty times it behind a store past the caches.  Which it is, the
// device finds out and says in the image's variable (cpu_abi.h, slow).
//
// Each function with gathers in loops that store gets a copy that loads lane by lane in those, and one is put before them that
// chooses:
//
//     f.choice(...) { return aw.slow ? f.plain(...) : f(...); }
//
// This comes behind the optimiser, so it costs no more than the copy's machine code, and both do the same for all lanes.  Lanes that
// are off load from a zero on the stack.
//
// That is several times the code, though: 48 instructions for a gather of 16 lanes.  Functions of very many gathers have no copy, nor have
// those of many that only run blocks whose rows end within a gang.
#include <stdlib.h>
#include <string.h>

#include "../../base/vec.h"
#include "../analysis/access.h"
#include "../analysis/cfg.h"
#include "../analysis/loops.h"
#include "../analysis/need.h"
#include "../pipeline.h"
#include "lane_accesses.h"

enum { ADDRESSES, ALIGNMENT, MASK, OTHERWISE }; // operands of llvm.masked.gather

struct gather {
	struct aw_unit *unit;
	LLVMValueRef call;
	unsigned lanes;
};

// --- which gathers ---

static bool stores(LLVMValueRef instruction)
{
	if (aw_llvm_is_op(instruction, LLVMCall) && aw_starts_with(aw_llvm_callee_name(instruction), "llvm.prefetch"))
		return false;
	return aw_llvm_may_write(instruction);
}

struct gathers {
	AW_VEC(LLVMValueRef) items;
};

// The innermost loop around BLOCK; AW_NONE also for one that is never run.
static uint32_t loop_of(const struct aw_cfg *cfg, const struct aw_loops *loops, LLVMBasicBlockRef block)
{
	uint32_t number = aw_cfg_number(cfg, block);
	return number == AW_NONE ? AW_NONE : loops->innermost[number];
}

// Appends FUNCTION's gathers in loops that store something, or, outside of loops, in a function that does.
static void find_gathers(LLVMValueRef function, struct gathers *gathers)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	bool *storing = AW_NEED_ARRAY(bool, loops.loops.count), any = false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (stores(instruction)) {
				any = true;
				for (uint32_t loop = loop_of(&cfg, &loops, block); loop != AW_NONE; loop = loops.loops.items[loop].parent)
					storing[loop] = true;
			}
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block) {
			uint32_t loop = loop_of(&cfg, &loops, block);
			if (aw_access_is_gather(instruction) && (loop == AW_NONE ? any : storing[loop]))
				aw_need(aw_vec_push(&gathers->items, instruction));
		}
	free(storing);
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
}

static size_t count_gathers(LLVMValueRef function)
{
	if (!aw_llvm_find_instruction(function, aw_access_is_gather))
		return 0;
	struct gathers gathers = { 0 };
	find_gathers(function, &gathers);
	size_t count = gathers.items.count;
	aw_vec_finish(&gathers.items);
	return count;
}

// Whether ENTRY of KERNEL is for blocks that aren't of whole gangs, while another is for those that are.
static bool is_second(const struct aw_unit_kernel *kernel, LLVMValueRef entry)
{
	bool second = false, first = false;
	for (size_t i = 0; i < kernel->variants.count; i++) {
		const struct aw_unit_variant *variant = &kernel->variants.items[i];
		bool whole = variant->geometry == AW_CPU_GEOMETRY_FULL;
		first |= whole;
		second |= variant->entry == entry && !whole;
	}
	return first && second;
}

// Of FUNCTION; more gathers aren't worth the code without them.
static size_t most_gathers(const struct aw_unit *unit, LLVMValueRef function)
{
	enum { MOST = 60, MOST_OF_SECOND = 12 };
	for (size_t k = 0; k < unit->kernels.count; k++)
		if (is_second(&unit->kernels.items[k], function))
			return MOST_OF_SECOND;
	return MOST;
}

static bool wants_choice(const struct aw_unit *unit, LLVMValueRef function)
{
	size_t count = count_gathers(function);
	return count > 0 && count <= most_gathers(unit, function);
}

// --- one gather ---

static LLVMTypeRef number_type(const struct gather *gather, unsigned bits)
{
	return LLVMIntTypeInContext(gather->unit->context, bits);
}

static LLVMValueRef number(const struct gather *gather, unsigned bits, uint64_t value)
{
	return LLVMConstInt(number_type(gather, bits), value, false);
}

// A variable on the stack, which the function makes when it begins.
static LLVMValueRef make_room(const struct gather *gather, LLVMTypeRef type, unsigned alignment)
{
	LLVMValueRef room = aw_llvm_local(aw_llvm_function_of(gather->call), type, "");
	LLVMSetAlignment(room, alignment);
	return room;
}

// ADDRESSES with those of lanes that are off leading to a zero.
static LLVMValueRef divert(const struct gather *gather, LLVMValueRef addresses, LLVMValueRef mask)
{
	enum { MOST = 8 };
	LLVMBuilderRef builder = gather->unit->builder;
	LLVMValueRef zero = make_room(gather, number_type(gather, 64), MOST), all = LLVMGetPoison(LLVMTypeOf(addresses));
	LLVMSetAlignment(LLVMBuildStore(builder, number(gather, 64, 0), zero), MOST);
	all = LLVMBuildInsertElement(builder, all, zero, number(gather, 32, 0), "");
	LLVMValueRef lanes = LLVMConstNull(LLVMVectorType(number_type(gather, 32), gather->lanes));
	all = LLVMBuildShuffleVector(builder, all, LLVMGetPoison(LLVMTypeOf(all)), lanes, "");
	return LLVMBuildSelect(builder, mask, addresses, all, "");
}

static LLVMValueRef load_lanes(const struct gather *gather, struct aw_lane_stack *stack)
{
	LLVMValueRef mask = LLVMGetOperand(gather->call, MASK), on = LLVMConstAllOnes(LLVMTypeOf(mask)), loaded;
	LLVMValueRef otherwise = LLVMGetOperand(gather->call, OTHERWISE);
	if (mask != on) {
		LLVMSetOperand(gather->call, ADDRESSES, divert(gather, LLVMGetOperand(gather->call, ADDRESSES), mask));
		LLVMSetOperand(gather->call, MASK, on);
	}
	aw_access_lanes(stack, gather->call, &loaded);
	return mask == on || LLVMIsUndef(otherwise) ? loaded : LLVMBuildSelect(gather->unit->builder, mask, loaded, otherwise, "");
}

static void replace_gathers(struct aw_unit *unit, LLVMValueRef function)
{
	struct gathers gathers = { 0 };
	struct aw_lane_stack stack = { .unit = unit };
	find_gathers(function, &gathers);
	for (size_t i = 0; i < gathers.items.count; i++) {
		LLVMValueRef call = gathers.items.items[i];
		struct gather gather = { unit, call, LLVMGetVectorSize(LLVMTypeOf(call)) };
		aw_llvm_at(unit->builder, call);
		aw_llvm_replace(call, load_lanes(&gather, &stack));
	}
	aw_lane_stack_finish(&stack);
	aw_vec_finish(&gathers.items);
}

// --- functions ---

// Ends the block at the builder by calling FUNCTION, which has the parameters of CHOOSER, and returning its result.
static void go_on_in(struct aw_unit *unit, LLVMValueRef chooser, LLVMValueRef function)
{
	unsigned count = LLVMCountParams(chooser);
	LLVMValueRef *arguments = AW_NEED_ARRAY(LLVMValueRef, count + 1);
	LLVMGetParams(chooser, arguments);
	LLVMTypeRef type = LLVMGlobalGetValueType(function);
	LLVMValueRef call = LLVMBuildCall2(unit->builder, type, function, arguments, count, "");
	LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(function));
	aw_llvm_copy_value_attributes(call, function);
	LLVMSetTailCall(call, true);
	if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(unit->builder);
	else
		LLVMBuildRet(unit->builder, call);
	free(arguments);
}

static void choose(struct aw_unit *unit, LLVMValueRef chooser, LLVMValueRef plain, LLVMValueRef gathers)
{
	LLVMTypeRef type = LLVMInt32TypeInContext(unit->context);
	LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(unit->context, chooser, "");
	LLVMBasicBlockRef slow = LLVMAppendBasicBlockInContext(unit->context, chooser, "plain");
	LLVMBasicBlockRef fast = LLVMAppendBasicBlockInContext(unit->context, chooser, "gathers");
	LLVMPositionBuilderAtEnd(unit->builder, entry);
	LLVMSetCurrentDebugLocation2(unit->builder, aw_llvm_describe_wrapper(chooser, gathers));
	LLVMValueRef variable = LLVMGetNamedGlobal(unit->module, AW_UNIT_SLOW);
	LLVMValueRef asked = LLVMBuildLoad2(unit->builder, type, variable, "");
	asked = LLVMBuildICmp(unit->builder, LLVMIntNE, asked, LLVMConstNull(type), "");
	LLVMBuildCondBr(unit->builder, asked, slow, fast);
	LLVMPositionBuilderAtEnd(unit->builder, slow);
	go_on_in(unit, chooser, plain);
	LLVMPositionBuilderAtEnd(unit->builder, fast);
	go_on_in(unit, chooser, gathers);
	LLVMSetCurrentDebugLocation2(unit->builder, NULL);
}

static void add_name(LLVMValueRef function, LLVMValueRef named, const char *end)
{
	struct aw_str name = { 0 };
	aw_str_format(&name, "%s.%s", aw_llvm_name(named), end);
	LLVMSetValueName2(function, name.text, name.length);
	aw_str_finish(&name);
}

// The body gets a function of its own that keeps the name, for debuggers and profilers; tables and callers keep the function.
static void make_choice(struct aw_unit *unit, LLVMValueRef function)
{
	LLVMValueRef gathers = LLVMAddFunction(unit->module, "", LLVMGlobalGetValueType(function));
	aw_llvm_move_body(gathers, function, 0);
	LLVMValueRef plain = aw_llvm_copy_function(gathers, "");
	replace_gathers(unit, plain);
	choose(unit, function, plain, gathers);
	aw_llvm_internalize(gathers);
	aw_llvm_internalize(function);
	add_name(plain, gathers, "plain");
	add_name(function, gathers, "choice");
}

bool aw_pass_plain_gathers(struct aw_unit *unit)
{
	AW_VEC(LLVMValueRef) functions = { 0 };
	LLVMValueRef variable = LLVMGetNamedGlobal(unit->module, AW_UNIT_SLOW);
	if (!variable || strcmp(unit->target, "x86-64-v4"))
		return false;
	AW_FOR_FUNCTIONS(function, unit->module)
		if (wants_choice(unit, function))
			aw_need(aw_vec_push(&functions, function));
	for (size_t i = 0; i < functions.count; i++)
		make_choice(unit, functions.items[i]);
	if (functions.count == 0) // then the device needn't find out
		aw_unit_drop_slow(unit);
	aw_vec_finish(&functions);
	return true;
}
