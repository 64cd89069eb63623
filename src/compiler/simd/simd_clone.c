// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the copies of each kernel that become its forms of the simd strategy.  The first is made with care:
// all calls inlined, LLVM's scalar optimisations that keep to the SIMT rules (calls marked convergent
// stay under the conditions that they stand under), the normal form of simd_normal.c; the others are copies of it.
//
// The passes are those of LLVM's own pipeline for scalar code but for what makes flow less structured (jump
// threading), what vectorizes, and what is only for one machine; the vectors' code goes through LLVM's whole
// pipeline later.  Loops are rotated, so that a turn ends with the test, and small ones unrolled, so that
// arrays indexed by their counters become values, and larger ones of few turns around barriers (llvm_extra.cpp).
//
// The functions that gangs call (simd_called.c) begin as copies that are made in the same way; recursion that comes last in
// them is a loop.
//
// Forms: one for blocks of whole gangs, one for all others.  Threads of two and three dimensions often come in squares and cubes of 8, of
// which gangs of 16 would be half empty: a kernel that knows of them, unless it is large, has a form for whole gangs half as wide, too.
//
// A kernel whose parameters are strides that nearly always are 1 has a form for that (simd_strides.c).
//
// Blocks of one thread in x have a form of their own unless the kernel is large (simd_across.c).  Where a kernel that has to do with warps
// counts the threads of blocks of several dimensions, the second form is for those alone (simd_linear.c).
//
// A kernel whose threads have nothing to do with one another may have forms for other ways to run them (simd_alone.c).
//
// A large kernel that was made for blocks of one size does without the form for all others (simd_one_size.c): its other launches, if there
// are any, run as fibers.  So does one of which simd_vectorize makes very much code.
#include "simd.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../analysis/call_graph.h"
#include "../lower/fuse_products.h"
#include "../lower/join_products.h"
#include "../lower/kernel_entry.h"
#include "../lower/waiting.h"
#include "block_waits.h"
#include "simd_across.h"
#include "simd_alone.h"
#include "simd_asserts.h"
#include "simd_turned.h"
#include "simd_aliases.h"
#include "simd_calls.h"
#include "simd_clone.h"
#include "simd_disjoint.h"
#include "simd_linear.h"
#include "simd_one_size.h"
#include "simd_rolling.h"
#include "simd_strides.h"
#include "simd_tails.h"
#include "simd_width.h"
#include "store_back.h"

enum {
	MANY_INSTRUCTIONS = 10000, // a copy with more is simplified after each round of inlining
	MOST_INSTRUCTIONS = 40000,
	FEW_CALLS = 32, // of what is inlined where a kernel has few calls of it
	MOST_FOR_HALVES = 1000, // instructions of a kernel with a form for gangs half as wide
	MOST_ACROSS = 500, // and of one with a form for blocks of one thread in x
	MOST_TURNED = 1000, // and of one with a form for lanes along y
	MOST_FOR_STRIDES = 500, // and of one with a form for strides of 1
	MOST_DISJOINT = 300, // and of one with a form for arrays that are allocations of their own
	WARP = AW_CPU_WARP_SIZE,
};

static const char optimisation[] =
	"sroa<modify-cfg>,early-cse<memssa>,"
	"simplifycfg<hoist-common-insts;sink-common-insts>,instcombine<no-verify-fixpoint>,"
	"correlated-propagation,simplifycfg,instcombine<no-verify-fixpoint>,"
	"loop-mssa(loop-rotate,licm),simplifycfg,instcombine<no-verify-fixpoint>,"
	"unroll-stages,loop(indvars,loop-deletion,loop-unroll-full),"
	"sroa<modify-cfg>,gvn,sccp,bdce,instcombine<no-verify-fixpoint>,correlated-propagation,"
	"dse,loop-mssa(licm),adce,"
	"simplifycfg<hoist-common-insts;sink-common-insts>,instcombine<no-verify-fixpoint>";

// --- eligibility ---

static const char meets[] = "a function that can't be inlined and waits for others, prints or exits";

// What can be said before anything is copied.  *MEETING: what KERNEL's copy can't do unless it is inlined.
static bool is_eligible(const struct aw_call_graph *calls, struct aw_unit_kernel *kernel, LLVMValueRef *meeting)
{
	bool inlined;
	*meeting = aw_simd_find_meeting(calls, kernel->function, &inlined);
	if (*meeting && !inlined)
		aw_unit_refuse(kernel, *meeting, meets);
	return !*meeting || inlined;
}

// Whether COPY, all of whose calls are inlined that can be, still calls functions of the program.
static bool calls_functions(const struct aw_call_graph *calls, LLVMValueRef copy)
{
	AW_FOR_BLOCKS(block, copy)
		AW_FOR_INSTRUCTIONS(instruction, block) {
			LLVMValueRef callee = aw_llvm_callee(instruction);
			if (callee && (aw_simd_is_pointer_call(callee) || aw_simd_stays_function(calls, callee)))
				return true;
		}
	return false;
}

// Why the kernel's copy can't go on because of INSTRUCTION; NULL: it can.
static const char *find_obstacle(struct aw_unit *unit, LLVMValueRef instruction)
{
	const char *reason = NULL;
	if (!LLVMIsACallInst(instruction))
		return NULL;
	if (LLVMIsAInlineAsm(LLVMGetCalledValue(instruction)))
		return "inline assembly";
	if (!aw_llvm_callee(instruction))
		return "a call through a pointer";
	return aw_simd_call_form(unit, instruction, &reason) == AW_SIMD_NONE ? reason : NULL;
}

static bool has_no_obstacle(struct aw_unit *unit, LLVMValueRef copy, char **refusal)
{
	AW_FOR_BLOCKS(block, copy) {
		AW_FOR_INSTRUCTIONS(instruction, block) {
			const char *obstacle = find_obstacle(unit, instruction);
			if (!obstacle)
				continue;
			aw_unit_note_refusal(refusal, instruction, obstacle);
			return false;
		}
	}
	return true;
}

static bool refuse_spin(LLVMValueRef spin, char **refusal)
{
	bool time = aw_waits_for_time(spin);
	aw_unit_note_refusal(refusal, spin, time ? "a loop that waits for time to pass" : "a loop that waits for another thread");
	return false;
}

static bool never_spins(LLVMValueRef copy, char **refusal)
{
	LLVMValueRef spin = aw_simd_find_spin(copy);
	return !spin || refuse_spin(spin, refusal);
}

// Whether COPY, whose gangs are warps and whose loops wait, waits for other blocks alone.
static bool waits_for_blocks(struct aw_unit *unit, struct aw_unit_kernel *kernel, LLVMValueRef copy, bool *in_row)
{
	struct aw_spins spins;
	aw_simd_find_spins(copy, &spins);
	LLVMValueRef other = spins.list.count ? aw_block_waits(unit, kernel, copy, &spins, in_row) : NULL;
	aw_spins_finish(&spins);
	return !other || refuse_spin(other, &kernel->refusal);
}

// --- width and geometry ---

// Whether INSTRUCTION has to do with the 32 threads of a warp, or with the order in which they go on.
static bool knows_warps(LLVMValueRef instruction)
{
	const char *name = aw_intrinsic_register(instruction);
	const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
	if (aw_waits_for_step(instruction))
		return true;
	if (row && (row->flags & (AW_INTRINSIC_WARP | AW_INTRINSIC_STEP)))
		return true;
	return !strcmp(name, "laneid") || !strcmp(name, "warpid") || aw_starts_with(name, "lanemask.");
}

// --- copies ---

static bool is_inlined(const struct aw_call_graph *calls, LLVMValueRef instruction)
{
	LLVMValueRef callee = aw_llvm_callee(instruction);
	return callee && aw_llvm_is_defined(callee) && !aw_simd_stays_function(calls, callee) && !aw_simd_wants_few(callee);
}

static LLVMValueRef find_call(const struct aw_call_graph *calls, LLVMValueRef function, size_t *size)
{
	LLVMValueRef found = NULL;
	*size = 0;
	AW_FOR_BLOCKS(block, function) {
		AW_FOR_INSTRUCTIONS(instruction, block) {
			++*size;
			if (!found && is_inlined(calls, instruction))
				found = instruction;
		}
	}
	return found;
}

// One round: inlines the calls that COPY has now; what they bring along is for the next.
static bool inline_round(const struct aw_call_graph *calls, LLVMValueRef copy)
{
	bool changed = false;
	AW_VEC(LLVMValueRef) list = { 0 };
	AW_FOR_BLOCKS(block, copy) {
		AW_FOR_INSTRUCTIONS(instruction, block) {
			if (is_inlined(calls, instruction))
				aw_need(aw_vec_push(&list, instruction));
		}
	}
	for (size_t i = 0; i < list.count; i++)
		changed |= aw_llvm_inline_call(list.items[i]);
	aw_vec_finish(&list);
	return changed;
}

// What COPY calls few of is inlined when nothing else brings more calls.  What it calls many of stays a function: so much code in a
// kernel would be more than gangs are made of.
static void inline_few(LLVMValueRef copy)
{
	AW_VEC(LLVMValueRef) list = { 0 };
	AW_FOR_BLOCKS(block, copy) {
		AW_FOR_INSTRUCTIONS(instruction, block) {
			LLVMValueRef callee = aw_llvm_callee(instruction);
			if (callee && aw_simd_wants_few(callee))
				aw_need(aw_vec_push(&list, instruction));
		}
	}
	for (size_t i = 0; i < list.count && list.count <= FEW_CALLS; i++)
		aw_llvm_inline_call(list.items[i]);
	aw_vec_finish(&list);
}

// What many small functions brought is little when it is simplified, which a large copy is after each round.
static bool inline_all(const struct aw_call_graph *calls, LLVMValueRef copy, char **refusal)
{
	size_t size;
	for (LLVMValueRef call; (call = find_call(calls, copy, &size));) {
		if (size > MANY_INSTRUCTIONS && aw_llvm_run_function_passes(copy, "sroa,early-cse", NULL))
			call = find_call(calls, copy, &size);
		if (!call)
			break;
		if (size > MOST_INSTRUCTIONS || !inline_round(calls, copy)) {
			aw_unit_note_refusal(refusal, call, "a function that can't be inlined");
			return false;
		}
	}
	inline_few(copy);
	return true;
}

static char *name_of(const struct aw_unit_kernel *kernel, uint32_t width, const char *geometry)
{
	char *name = aw_format("%s.simd%u.%s", kernel->name, width, geometry);
	aw_need(name != NULL);
	return name;
}

// What is known of a copy beside its code.
struct nature {
	uint32_t width;
	bool warps;         // it knows of warps
	bool waits, in_row; // as in struct aw_unit_form
};

// The form that it adds stays where it is until the next is added.
static struct aw_unit_form *add_form(struct aw_unit_kernel *kernel, LLVMValueRef function, const struct nature *nature, uint32_t geometry)
{
	uint32_t width = nature->width;
	static const char *const names[] = { "any", "full", "rows", "row", "packed" };
	assert(geometry < sizeof(names) / sizeof(*names));
	assert(width >= 2 && width <= AW_SIMD_MAX_WIDTH && !(width & (width - 1)));
	char *name = name_of(kernel, width, names[geometry]);
	LLVMSetValueName2(function, name, strlen(name));
	free(name);
	struct aw_unit_form form = {
		.function = function, .width = width, .geometry = geometry, .waits = nature->waits, .in_row = nature->in_row,
	};
	aw_need(aw_vec_push(&kernel->forms, form));
	return &kernel->forms.items[kernel->forms.count - 1];
}

static void describe_copy(LLVMValueRef copy)
{
	static const char *const attributes[] = { "noinline", "optnone" };
	for (size_t i = 0; i < sizeof(attributes) / sizeof(*attributes); i++)
		LLVMRemoveEnumAttributeAtIndex(copy, LLVMAttributeFunctionIndex, aw_llvm_attribute_kind(attributes[i]));
	LLVMSetFunctionCallConv(copy, LLVMCCallConv);
}

// The copying comes behind all variables: it may become a loop, and they stand in the first block.
static void copy_struct(struct aw_unit *unit, LLVMValueRef parameter, LLVMTypeRef type)
{
	LLVMTargetDataRef data = LLVMGetModuleDataLayout(unit->module);
	unsigned alignment = LLVMABIAlignmentOfType(data, type);
	LLVMValueRef function = LLVMGetParamParent(parameter);
	aw_llvm_at(unit->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
	LLVMValueRef variable = LLVMBuildAlloca(unit->builder, type, aw_llvm_name(parameter));
	LLVMSetAlignment(variable, alignment);
	LLVMReplaceAllUsesWith(parameter, variable);
	aw_llvm_at(unit->builder, aw_llvm_behind_locals(function));
	LLVMBuildMemCpy(unit->builder, variable, alignment, parameter, alignment,
	                LLVMConstInt(LLVMInt64TypeInContext(unit->context), LLVMABISizeOfType(data, type), false));
}

// Struct parameters that the kernel changes become local variables: each thread has its own.  With ALL, also those
// that it only reads: a function's may change while it runs.
static void copy_structs(struct aw_unit *unit, LLVMValueRef copy, bool all)
{
	for (unsigned i = 0; i < LLVMCountParams(copy); i++) {
		LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex(copy, i + 1, aw_llvm_attribute_kind("byval"));
		LLVMValueRef parameter = LLVMGetParam(copy, i);
		if (byval && (all || !aw_kernel_stays_in_place(parameter)))
			copy_struct(unit, parameter, LLVMGetTypeAttributeValue(byval));
	}
}

// Says of the struct parameters that are left that nobody writes them: not of copies, which LLVM takes apart first.
static void mark_structs(LLVMValueRef copy)
{
	for (unsigned i = 0; i < LLVMCountParams(copy); i++)
		aw_kernel_mark_reads(copy, i);
}

static bool run(struct aw_unit *unit, LLVMValueRef copy, const char *passes)
{
	if (aw_llvm_run_function_passes(copy, passes, NULL))
		return true;
	aw_unit_error(unit, copy, "internal error: LLVM doesn't know a pass of simd_clone");
	return false;
}

// Makes COPY scalar code without calls, as good as it can be, with loops as ROLLING says (aw_simd_roll); false when that can't be for
// gangs.
static bool prepare(struct aw_unit *unit, const struct aw_call_graph *calls, LLVMValueRef copy, enum aw_simd_rolling *rolling,
                    char **refusal)
{
	describe_copy(copy);
	if (!inline_all(calls, copy, refusal))
		return false;
	if (aw_simd_has_too_many_loops(copy)) {
		aw_unit_note_refusal(refusal, NULL, "very many loops in very much code");
		return false;
	}
	*rolling = aw_simd_roll(unit, copy, *rolling);
	aw_simd_inline_support(unit, copy);
	aw_simd_read_registers_first(unit, copy);
	copy_structs(unit, copy, false);
	mark_structs(copy);
	aw_simd_mark_returns(unit, copy);
	if (!run(unit, copy, optimisation))
		return false;
	mark_structs(copy);
	if (aw_simd_settle_spaces(unit, copy) && !run(unit, copy, optimisation))
		return false;
	aw_simd_unmark_returns(copy);
	if (aw_simd_straighten_asserts(unit, copy) && !run(unit, copy, optimisation))
		return false;
	if (aw_simd_carry_loads(unit, copy) && !run(unit, copy, "adce"))
		return false;
	if (aw_simd_narrow_counters(unit, copy) && !run(unit, copy, "instcombine<no-verify-fixpoint>,adce"))
		return false;
	if (aw_simd_join_bytes(unit, copy) && !run(unit, copy, "adce"))
		return false;
	if (aw_simd_count_bytes(unit, copy) && !run(unit, copy, "adce"))
		return false;
	if (aw_simd_shrink_growing(unit, copy) && !run(unit, copy, "adce"))
		return false;
	if (aw_simd_shrink_numbers(unit, copy) && !run(unit, copy, "adce"))
		return false;
	aw_fuse_products(unit, copy);
	aw_join_products(unit, copy);
	if (aw_simd_sink_stores(unit, copy) && !run(unit, copy, "adce"))
		return false;
	if (!inline_all(calls, copy, refusal)) // what was called through a pointer that is known now
		return false;
	unit->polls |= aw_simd_meet_at_phases(unit, copy);
	aw_simd_wrap_pointer_calls(unit, copy);
	aw_simd_expand_copies(unit, copy);
	return has_no_obstacle(unit, copy, refusal);
}

// Gives COPY the normal form with its local variables laid out for WIDTH lanes.
static bool finish(struct aw_unit *unit, LLVMValueRef copy, uint32_t width, char **refusal)
{
	const char *problem = aw_simd_spread_locals(unit, copy, width);
	if (!problem) {
		aw_simd_check_aliases(unit, copy);
		aw_simd_group_accesses(unit, copy);
	}
	if (!problem && !aw_simd_normalize(unit, copy))
		problem = aw_simd_abnormal(copy);
	if (problem) {
		aw_unit_note_refusal(refusal, NULL, problem);
	} else {
		aw_simd_divide_first(unit, copy);
		aw_simd_widen_narrow(unit, copy);
	}
	return !problem;
}

bool aw_simd_prepare_called(struct aw_unit *unit, const struct aw_call_graph *calls, LLVMValueRef copy, uint32_t width,
                            char **refusal)
{
	static const char loops_of_calls[] = "sroa<modify-cfg>,early-cse,simplifycfg,tailcallelim";
	describe_copy(copy);
	if (!inline_all(calls, copy, refusal))
		return false;
	aw_simd_inline_support(unit, copy);
	aw_simd_read_registers_first(unit, copy);
	copy_structs(unit, copy, true);
	if (!run(unit, copy, loops_of_calls) || !run(unit, copy, optimisation) || !inline_all(calls, copy, refusal))
		return false;
	aw_fuse_products(unit, copy);
	aw_simd_wrap_pointer_calls(unit, copy);
	aw_simd_expand_copies(unit, copy);
	return has_no_obstacle(unit, copy, refusal) && never_spins(copy, refusal) && finish(unit, copy, width, refusal);
}

// Whether COPY, finished for gangs of WIDTH and without a word of warps, relies on warps going in step.
static bool relies_on_steps(struct aw_unit *unit, struct aw_unit_kernel *kernel, LLVMValueRef copy, uint32_t width)
{
	struct aw_gang gang = { width, AW_CPU_GEOMETRY_FULL };
	LLVMValueRef step = aw_simd_has_shared_exchange(copy) ? aw_simd_find_step(unit, copy, gang) : NULL;
	if (step)
		aw_unit_note_refusal(&kernel->stepping, step, "lanes may exchange shared memory without a barrier");
	return step != NULL;
}

static bool wants_halves(LLVMValueRef copy, const struct nature *nature)
{
	return nature->width >= WARP / 2 && !nature->warps && aw_llvm_count_instructions(copy) <= MOST_FOR_HALVES &&
	       !getenv("ANYWARP_SIMD_WIDTH") && aw_simd_asks_for_row(copy);
}

// Launches that bound their blocks have more threads than one in x.
static bool wants_across(const struct aw_unit *unit, const struct aw_unit_kernel *kernel, LLVMValueRef copy, const struct nature *nature)
{
	return !nature->warps && !nature->waits && !kernel->max_threads && aw_llvm_count_instructions(copy) <= MOST_ACROSS &&
	       aw_simd_fits_across(unit, copy);
}

static bool wants_turned(const struct aw_unit *unit, LLVMValueRef copy, const struct nature *nature)
{
	return !nature->warps && !nature->waits && aw_llvm_count_instructions(copy) <= MOST_TURNED && aw_simd_wants_turned(unit, copy);
}

static uint32_t find_strides(LLVMValueRef copy, const struct nature *nature)
{
	return nature->warps || nature->waits || aw_llvm_count_instructions(copy) > MOST_FOR_STRIDES ? 0 : aw_simd_find_strides(copy);
}

static bool wants_disjoint(LLVMValueRef copy, const struct nature *nature, struct aw_simd_arrays *arrays)
{
	return !nature->warps && !nature->waits && aw_llvm_count_instructions(copy) <= MOST_DISJOINT && aw_simd_find_disjoint(copy, arrays);
}

static void drop(LLVMValueRef *copy)
{
	if (*copy)
		LLVMDeleteFunction(*copy);
	*copy = NULL;
}

// Copies of which further forms are made, each before it is finished, or NULL.
struct others {
	LLVMValueRef halves; // for gangs half as wide
	LLVMValueRef across; // for blocks of one thread in x
	LLVMValueRef turned; // for lanes along y
	struct aw_simd_ways ways;
	LLVMValueRef units;  // for STRIDES, parameters, of 1
	uint32_t strides;
	LLVMValueRef disjoint; // for ARRAYS, parameters, that are allocations of their own
	struct aw_simd_arrays arrays;
	LLVMValueRef linear; // for blocks as COUNT says, whose threads count themselves
	struct aw_simd_count count;
};

static void copy_linear(LLVMValueRef copy, struct others *others)
{
	if (aw_simd_counts_threads(copy, &others->count))
		others->linear = aw_llvm_copy_function(copy, "");
}

static bool is_too_unrolled(const struct aw_unit *unit, LLVMValueRef copy)
{
	return aw_simd_is_too_unrolled(unit, copy, aw_simd_choose_width(unit, copy, aw_llvm_find_instruction(copy, knows_warps)));
}

// Prepares a copy of KERNEL with as many loops as it takes, which *ROLLING then tells.
static bool prepare_rolled(struct aw_unit *unit, const struct aw_call_graph *calls, struct aw_unit_kernel *kernel, LLVMValueRef *copy,
                           enum aw_simd_rolling *rolling)
{
	*copy = aw_llvm_copy_function(kernel->function, "");
	*rolling = AW_SIMD_UNROLLED;
	bool good = prepare(unit, calls, *copy, rolling, &kernel->refusal), better = true;
	while (good && better && *rolling != AW_SIMD_ROLLED && is_too_unrolled(unit, *copy)) {
		enum aw_simd_rolling more = *rolling == AW_SIMD_UNROLLED ? AW_SIMD_NESTS_ROLLED : AW_SIMD_ROLLED;
		LLVMValueRef rolled = aw_llvm_copy_function(kernel->function, "");
		good = prepare(unit, calls, rolled, &more, &kernel->refusal);
		better = good && aw_simd_rolls_well(*copy, rolled);
		LLVMDeleteFunction(better ? *copy : rolled);
		*copy = better ? rolled : *copy;
		*rolling = better ? more : *rolling;
	}
	return good;
}

// The copy of KERNEL from which its forms are made, NULL when there can't be one.  MEETING is is_eligible's.
static LLVMValueRef make_copy(struct aw_unit *unit, const struct aw_call_graph *calls, struct aw_unit_kernel *kernel,
                              LLVMValueRef meeting, struct nature *nature, struct others *others)
{
	LLVMValueRef copy;
	enum aw_simd_rolling rolling;
	bool good = prepare_rolled(unit, calls, kernel, &copy, &rolling);
	if (good && meeting && calls_functions(calls, copy)) {
		aw_unit_refuse(kernel, meeting, meets);
		good = false;
	}
	LLVMValueRef spin = good ? aw_simd_find_spin(copy) : NULL; // not asked again where accesses are said to go in step: no loop waits by them
	nature->waits = spin || aw_llvm_find_instruction(copy, aw_waits_for_grid);
	nature->warps = spin || aw_llvm_find_instruction(copy, knows_warps);
	nature->width = aw_simd_choose_width(unit, copy, nature->warps);
	copy = good && !nature->warps && !spin ? aw_simd_part_tails(unit, kernel, copy, nature->width, optimisation) : copy;
	if (spin && aw_waits_for_time(spin))
		good = refuse_spin(spin, &kernel->refusal);
	if (good && !spin)
		aw_store_back(unit, copy);
	others->halves = good && wants_halves(copy, nature) ? aw_llvm_copy_function(copy, "") : NULL;
	others->across = good && wants_across(unit, kernel, copy, nature) ? aw_llvm_copy_function(copy, "") : NULL;
	others->turned = good && wants_turned(unit, copy, nature) ? aw_llvm_copy_function(copy, "") : NULL;
	if (good && !nature->warps && !nature->waits)
		aw_simd_find_ways(unit, copy, nature->width, &others->ways);
	others->strides = good ? find_strides(copy, nature) : 0;
	others->units = others->strides ? aw_llvm_copy_function(copy, "") : NULL;
	others->disjoint = good && wants_disjoint(copy, nature, &others->arrays) ? aw_llvm_copy_function(copy, "") : NULL;
	if (good && nature->warps && !spin)
		copy_linear(copy, others);
	good = good && finish(unit, copy, nature->width, &kernel->refusal);
	good = good && (!spin || waits_for_blocks(unit, kernel, copy, &nature->in_row));
	if (good && !nature->warps && relies_on_steps(unit, kernel, copy, nature->width)) {
		LLVMDeleteFunction(copy);
		good = inline_all(calls, kernel->function, &kernel->refusal);
		aw_simd_say_steps(kernel->function); // for the fibers, too; what is stored must stay
		copy = aw_llvm_copy_function(kernel->function, "");
		nature->warps = true;
		nature->width = WARP;
		good = good && prepare(unit, calls, copy, &rolling, &kernel->refusal);
		if (good)
			copy_linear(copy, others);
		good = good && finish(unit, copy, WARP, &kernel->refusal);
	} else if (good && nature->warps && !spin && relies_on_steps(unit, kernel, copy, nature->width)) {
		if (inline_all(calls, kernel->function, &kernel->refusal)) // gangs of a warp are in step as they are
			aw_simd_add_steps(unit, kernel->function);
	}
	if (!good || nature->warps) {
		drop(&others->halves);
		drop(&others->across);
		drop(&others->turned);
		drop(&others->ways.refilled);
		drop(&others->ways.single);
		drop(&others->units);
		drop(&others->disjoint);
	}
	if (!good) {
		drop(&others->linear);
		drop(&copy);
	}
	return copy;
}

// Adds the form that begins as COPY, once PASSES (NULL: none) have simplified it and it is finished; NULL: there can't be one, and COPY
// is gone.
static struct aw_unit_form *add_other(struct aw_unit *unit, struct aw_unit_kernel *kernel, LLVMValueRef copy, const struct nature *nature,
                                      uint32_t geometry, const char *passes)
{
	char *refusal = NULL;
	bool good = (!passes || run(unit, copy, passes)) && finish(unit, copy, nature->width, &refusal);
	free(refusal);
	if (good)
		return add_form(kernel, copy, nature, geometry);
	LLVMDeleteFunction(copy);
	return NULL;
}

// The form of gangs half as wide as NATURE's, which begins as COPY.
static void add_halves(struct aw_unit *unit, struct aw_unit_kernel *kernel, LLVMValueRef copy, struct nature nature)
{
	nature.width /= 2;
	add_other(unit, kernel, copy, &nature, AW_CPU_GEOMETRY_FULL, NULL);
}

// The form of gangs across blocks, which begins as COPY.
static void add_across(struct aw_unit *unit, struct aw_unit_kernel *kernel, LLVMValueRef copy, const struct nature *nature)
{
	static const char passes[] = "instcombine<no-verify-fixpoint>,simplifycfg,gvn,adce";
	aw_simd_lay_across(unit, copy);
	struct aw_unit_form *form = add_other(unit, kernel, copy, nature, AW_CPU_GEOMETRY_FULL, passes);
	if (form)
		form->across = true;
}

static void add_turned_form(struct aw_unit *unit, struct aw_unit_kernel *kernel, LLVMValueRef copy, const struct nature *nature)
{
	struct aw_unit_form *form = add_other(unit, kernel, copy, nature, AW_CPU_GEOMETRY_FULL, NULL);
	if (form)
		form->turned = true;
}

// The form of one gang that runs all threads of a span of blocks.
static void add_refilled(struct aw_unit *unit, struct aw_unit_kernel *kernel, struct nature nature, const struct others *others)
{
	nature.width = others->ways.width;
	struct aw_unit_form *form = add_other(unit, kernel, others->ways.refilled, &nature, AW_CPU_GEOMETRY_FULL, NULL);
	if (!form)
		return;
	form->refilled = form->span = true;
}

// The forms of gangs along y, of NATURE's width and half of it, which begin as COPY.
static void add_turned(struct aw_unit *unit, struct aw_unit_kernel *kernel, LLVMValueRef copy, struct nature nature)
{
	aw_simd_turn(unit, copy);
	LLVMValueRef other = wants_halves(copy, &nature) ? aw_llvm_copy_function(copy, "") : NULL;
	add_turned_form(unit, kernel, copy, &nature);
	nature.width /= 2;
	if (other)
		add_turned_form(unit, kernel, other, &nature);
}

// The form for STRIDES of 1, which begins as COPY.
static void add_units(struct aw_unit *unit, struct aw_unit_kernel *kernel, LLVMValueRef copy, const struct nature *nature, uint32_t strides)
{
	static const char passes[] = "instcombine<no-verify-fixpoint>,simplifycfg,gvn,loop-mssa(licm),adce";
	aw_simd_use_unit_strides(copy, strides);
	struct aw_unit_form *form = add_other(unit, kernel, copy, nature, AW_CPU_GEOMETRY_FULL, passes);
	if (form)
		form->ones = strides;
}

// The form for ARRAYS that are allocations of their own, which begins as COPY.
static void add_disjoint(struct aw_unit *unit, struct aw_unit_kernel *kernel, LLVMValueRef copy, const struct nature *nature,
                         const struct aw_simd_arrays *arrays)
{
	static const char passes[] = "loop-mssa(licm),early-cse<memssa>,gvn,dse,adce";
	aw_simd_use_disjoint(copy, arrays);
	struct aw_unit_form *form = add_other(unit, kernel, copy, nature, AW_CPU_GEOMETRY_FULL, passes);
	if (!form)
		return;
	form->read = arrays->read;
	form->written = arrays->written;
}

// KERNEL's copy for a form that few launches take, before it is finished; NULL: it is to be as COPY, that of blocks of whole gangs.  It
// does without stages, which are as much code again each: the same is made once more with those loops as they are.
static LLVMValueRef copy_rolled(struct aw_unit *unit, const struct aw_call_graph *calls, const struct aw_unit_kernel *kernel,
                                LLVMValueRef copy, const struct nature *nature)
{
	char *refusal = NULL;
	if (nature->waits || !aw_llvm_has_stages(copy))
		return NULL;
	LLVMValueRef rolled = aw_llvm_copy_function(kernel->function, "");
	enum aw_simd_rolling rolling = AW_SIMD_STAGES_ROLLED;
	if (prepare(unit, calls, rolled, &rolling, &refusal))
		aw_store_back(unit, rolled);
	else
		drop(&rolled);
	free(refusal);
	return rolled;
}

// Where the form for all other blocks begins, whose is COPY, or ROLLED if there is that.
static LLVMValueRef second_copy(struct aw_unit *unit, LLVMValueRef copy, LLVMValueRef rolled, const struct nature *nature)
{
	char *refusal = NULL;
	if (rolled && !finish(unit, rolled, nature->width, &refusal))
		drop(&rolled);
	free(refusal);
	return rolled ? rolled : aw_llvm_copy_function(copy, "");
}

// The form of warps whose threads count themselves, which begins as COPY.
static void add_linear(struct aw_unit *unit, struct aw_unit_kernel *kernel, LLVMValueRef copy, const struct nature *nature,
                       const struct aw_simd_count *count)
{
	static const char passes[] = "early-cse,instcombine<no-verify-fixpoint>,correlated-propagation,gvn,simplifycfg,adce";
	aw_simd_use_linear(unit, copy, count);
	struct aw_unit_form *form = add_other(unit, kernel, copy, nature, AW_CPU_GEOMETRY_PACKED, passes);
	if (!form)
		return;
	form->plane = count->plane;
	form->block_x = count->row;
}

// How the form deals with blocks that aren't of whole gangs.  Of warps that aren't rows little is known, so all memory is reached lane by
// lane, in ten times the code; it isn't worth that to a kernel that never asks for y or z, whose blocks are a row.
static uint32_t for_ends(const struct aw_unit_kernel *kernel, const struct nature *nature)
{
	return !nature->warps ? AW_CPU_GEOMETRY_ROWS : kernel->in_rows ? AW_CPU_GEOMETRY_ROW : AW_CPU_GEOMETRY_PACKED;
}

static void name_single(struct aw_unit_kernel *kernel)
{
	char *name = aw_format("%s.single", kernel->name);
	aw_need(name != NULL);
	LLVMSetValueName2(kernel->single, name, strlen(name));
	free(name);
}

static void add_forms(struct aw_unit *unit, const struct aw_call_graph *calls, struct aw_unit_kernel *kernel, LLVMValueRef meeting)
{
	assert(kernel->forms.count == 0 && kernel->variants.count == 0);
	struct nature nature = { 0 };
	struct others others = { 0 };
	LLVMValueRef copy = make_copy(unit, calls, kernel, meeting, &nature, &others);
	if (!copy)
		return;
	kernel->in_rows = !aw_simd_asks_for_row(copy);
	kernel->one_size = aw_simd_has_one_size(kernel, copy);
	// A kernel that has the x of its blocks as a number mostly runs in the form for these.
	bool few = others.linear ? !others.count.row : !kernel->one_size;
	LLVMValueRef rolled = few ? copy_rolled(unit, calls, kernel, copy, &nature) : NULL, second = NULL;
	if (rolled && others.linear) {
		LLVMDeleteFunction(others.linear);
		others.linear = rolled;
	} else if (few && !others.linear) {
		second = second_copy(unit, copy, rolled, &nature);
	}
	kernel->single = others.ways.single;
	if (kernel->single)
		name_single(kernel);
	if (others.ways.refilled)
		add_refilled(unit, kernel, nature, &others);
	if (others.turned)
		add_turned(unit, kernel, others.turned, nature);
	if (others.units)
		add_units(unit, kernel, others.units, &nature, others.strides);
	if (others.disjoint)
		add_disjoint(unit, kernel, others.disjoint, &nature, &others.arrays);
	add_form(kernel, copy, &nature, AW_CPU_GEOMETRY_FULL);
	if (others.halves)
		add_halves(unit, kernel, others.halves, nature);
	if (others.across)
		add_across(unit, kernel, others.across, &nature);
	if (others.linear)
		add_linear(unit, kernel, others.linear, &nature, &others.count);
	if (second)
		add_form(kernel, second, &nature, for_ends(kernel, &nature));
}

// Joins the products of matrices that KERNEL's fibers make.  What can't be made simple enough for it stays as it is.
static void join_for_fibers(struct aw_unit *unit, const struct aw_call_graph *calls, struct aw_unit_kernel *kernel)
{
	char *refusal = NULL;
	if (aw_has_products(kernel->function) && inline_all(calls, kernel->function, &refusal) &&
	    run(unit, kernel->function, optimisation))
		aw_join_products(unit, kernel->function);
	free(refusal);
}

// Has the questions of KERNEL looked at that gangs aren't made for.
static void look_at_asks(struct aw_unit *unit, const struct aw_call_graph *calls, struct aw_unit_kernel *kernel)
{
	enum aw_simd_rolling rolling = AW_SIMD_UNROLLED;
	char *refusal = NULL;
	if (!aw_simd_has_asks(kernel->function))
		return;
	LLVMValueRef copy = aw_llvm_copy_function(kernel->function, "");
	prepare(unit, calls, copy, &rolling, &refusal);
	LLVMDeleteFunction(copy);
	free(refusal);
}

// Has KERNEL's fibers wait where they asked.  What they did between questions, as to look at a clock, is no more when all is simplified.
static void wait_as_fibers(struct aw_unit *unit, const struct aw_call_graph *calls, struct aw_unit_kernel *kernel)
{
	char *refusal = NULL;
	LLVMValueRef function = kernel->function;
	bool waits = aw_simd_settle_asks(unit, function) || kernel->polls;
	if (!waits || !aw_unit_opt_level(unit) || unit->request->debug)
		return;
	if (inline_all(calls, function, &refusal) && run(unit, function, optimisation) &&
	    (!aw_simd_settle_spaces(unit, function) || run(unit, function, optimisation)) &&
	    (!aw_simd_await_polls(unit, function) || run(unit, function, "simplifycfg,adce")))
		aw_simd_drop_times(function);
	free(refusal);
}

// --- the pass ---

// Marks what depends on which threads come by together, so that LLVM leaves it where it stands.
static void mark_convergent(struct aw_unit *unit)
{
	const unsigned kinds = AW_INTRINSIC_BLOCK | AW_INTRINSIC_WARP | AW_INTRINSIC_GRID | AW_INTRINSIC_STEP;
	AW_FOR_FUNCTIONS(function, unit->module) {
		const struct aw_intrinsic *row = aw_intrinsic_find(function);
		if (row && (row->flags & (kinds | AW_INTRINSIC_SITE)))
			aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, "convergent");
	}
}

bool aw_pass_simd_clone(struct aw_unit *unit)
{
	aw_simd_number_asks(unit);
	bool plain = !aw_unit_opt_level(unit) || unit->request->debug || unit->watched;
	if (plain && !unit->asks.count)
		return false;
	struct aw_call_graph calls;
	aw_call_graph_init(&calls, unit->module);
	mark_convergent(unit);
	bool linked = aw_simd_link_support(unit);
	LLVMValueRef meeting;
	for (size_t i = 0; i < unit->kernels.count && unit->status == AW_OK; i++) {
		struct aw_unit_kernel *kernel = &unit->kernels.items[i];
		unit->polls = false;
		if (!plain && is_eligible(&calls, kernel, &meeting))
			add_forms(unit, &calls, kernel, meeting);
		else
			look_at_asks(unit, &calls, kernel);
		kernel->polls = unit->polls;
	}
	for (size_t i = 0; i < unit->kernels.count && unit->status == AW_OK && !plain; i++)
		join_for_fibers(unit, &calls, &unit->kernels.items[i]);
	for (size_t i = 0; i < unit->kernels.count && unit->status == AW_OK; i++)
		wait_as_fibers(unit, &calls, &unit->kernels.items[i]);
	if (linked)
		aw_simd_drop_support(unit);
	aw_call_graph_finish(&calls);
	return true;
}
