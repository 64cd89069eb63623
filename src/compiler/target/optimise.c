// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hands the module to LLVM's own optimiser.  Line tables are dropped first unless asked for: sites
// already hold what messages need, and without them everything is faster.
//
// Most code of a program that has many small kernels is what gangs run, and LLVM's whole pipeline takes long for it.  So
// its parts are optimised apart, each by what it needs, and stand aside with optnone while others are:
//
//   - what gangs run was optimised as scalar code before it became vectors (simd_clone) and is one function a form.  Of
//     LLVM's pipeline it gets those passes without which code of bench/kernels becomes slower, each as often as it helps.
//     The forms for blocks whose rows end in the middle of a gang aren't unrolled;
//   - a kernel that always runs as gangs is code for fibers only to be compared with, and for grids beyond 2^31 threads:
//     it and what only it calls gets little more than registers, and instructions are chosen for it one by one (it keeps optnone);
//   - all else gets the whole pipeline, also what runs a span's threads one after the other (simd_single.c).
#include <stdlib.h>
#include <string.h>

#include "../analysis/call_graph.h"
#include "../pipeline.h"
#include "../simd/early_loads.h"
#include "../simd/gang_columns.h"
#include "../simd/gang_runs.h"

#define COMBINE "instcombine<max-iterations=1;no-verify-fixpoint>"
#define CLEAN COMBINE ","
#define FLOW "simplifycfg<switch-range-to-icmp>,"

#define BEFORE_UNROLLING \
	"sroa<modify-cfg>,early-cse<memssa>,jump-threading,correlated-propagation," FLOW "reassociate," \
	"loop-mssa(loop-instsimplify,loop-simplifycfg,licm<no-allowspeculation>,loop-rotate<header-duplication>,licm,simple-loop-unswitch)," \
	FLOW CLEAN "loop(loop-idiom,indvars,simple-loop-unswitch,loop-deletion,loop-unroll-full)," \
	"gvn,sccp,bdce," CLEAN "adce,memcpyopt,dse,loop-mssa(licm),"

// Of functions that gangs run: before and after runs of gangs become loops, and what gangs load early is taken out of loops; last, when
// runs took sums of columns from one another, after RUNS.
struct form_passes {
	const char *first, *then, *last;
};

static const char runs[] = "loop-mssa(simple-loop-unswitch<nontrivial;trivial>)," FLOW "early-cse";

#define WHOLE_GANGS_THEN(slp) \
	"loop-mssa(licm),loop(loop-rotate<header-duplication>,loop-deletion)," slp "vector-combine," COMBINE

#define WHOLE_GANGS_LAST \
	"loop-unroll<O2>,sroa<preserve-cfg>,infer-alignment," CLEAN "early-cse<memssa>,loop-mssa(licm)," \
	"alignment-from-assumptions,loop-sink,instsimplify,div-rem-pairs,simplifycfg"

#define WHOLE_GANGS_FIRST BEFORE_UNROLLING "loop-mssa(simple-loop-unswitch<nontrivial;trivial>)"

static const struct form_passes whole_gangs = {
	.first = WHOLE_GANGS_FIRST,
	.then = WHOLE_GANGS_THEN("slp-vectorizer,"),
	.last = WHOLE_GANGS_LAST,
};

static const struct form_passes large_whole_gangs = {
	.first = WHOLE_GANGS_FIRST,
	.then = WHOLE_GANGS_THEN(""),
	.last = WHOLE_GANGS_LAST,
};

static const struct form_passes ends_of_rows = {
	.first = BEFORE_UNROLLING "infer-alignment",
	.then = CLEAN "alignment-from-assumptions",
	.last = FLOW "instsimplify",
};

static const char scalar_loops[] = "loop-vectorize," COMBINE;

static const char for_comparison[] = "cgscc(inline,function<eager-inv>(sroa<modify-cfg>,early-cse," FLOW CLEAN FLOW "adce))";

// --- functions that stand aside ---
//
// Why they do is a mark of theirs; what LLVM deletes meanwhile needs none.

static const char form_mark[] = "aw.aside.form", needed_mark[] = "aw.aside.needed", compared_mark[] = "aw.aside.compared";
static const char own[] = "noinline"; // the value of the mark of a function that isn't inlined anyway

static void put_aside(LLVMValueRef function, const char *mark)
{
	if (aw_llvm_has_attribute(function, "optnone"))
		return;
	const char *value = aw_llvm_has_attribute(function, own) ? own : "";
	LLVMAttributeRef attribute = LLVMCreateStringAttribute(LLVMGetTypeContext(LLVMTypeOf(function)), mark, (unsigned)strlen(mark),
	                                                       value, (unsigned)strlen(value));
	LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
	LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, aw_llvm_attribute_kind("alwaysinline"));
	aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, "optnone");
	aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, own);
}

static void take_back(LLVMModuleRef module, const char *mark)
{
	unsigned length = (unsigned)strlen(mark), size = 0;
	AW_FOR_FUNCTIONS(function, module) {
		LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, mark, length);
		if (!attribute)
			continue;
		LLVMGetStringAttributeValue(attribute, &size);
		LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, aw_llvm_attribute_kind("optnone"));
		if (size == 0)
			LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, aw_llvm_attribute_kind(own));
		LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, mark, length);
	}
}

// Those marked MARK stay as they are, code generation included.
static void leave_aside(LLVMModuleRef module, const char *mark)
{
	AW_FOR_FUNCTIONS(function, module)
		LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, mark, (unsigned)strlen(mark));
}

// --- what gangs run ---

// Has LLVM inline what the support library does in a few instructions, first of all.
static void inline_support(struct aw_unit *unit)
{
	enum { FEW = 24 };
	AW_FOR_FUNCTIONS(function, unit->module) {
		if (!aw_llvm_is_defined(function) || !aw_starts_with(aw_llvm_name(function), "aw_cpu_") ||
		    aw_llvm_has_attribute(function, "noinline"))
			continue;
		unsigned size = 0;
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS(instruction, block) {
				bool calls = LLVMIsACallInst(instruction) && !aw_starts_with(aw_llvm_callee_name(instruction), "llvm.");
				size += calls ? FEW : 1;
			}
		if (size < FEW)
			aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, "alwaysinline");
	}
}

// Whether gangs run KERNEL whatever its blocks are, of those that it was made for.
static bool always_gangs(const struct aw_unit_kernel *kernel)
{
	for (size_t i = 0; i < kernel->variants.count; i++)
		if (kernel->variants.items[i].geometry == AW_CPU_GEOMETRY_ROWS ||
		    kernel->variants.items[i].geometry == AW_CPU_GEOMETRY_PACKED ||
		    kernel->variants.items[i].geometry == AW_CPU_GEOMETRY_ROW ||
		    (kernel->one_size && kernel->variants.items[i].geometry == AW_CPU_GEOMETRY_FULL))
			return true;
	return false;
}

// Whether FUNCTION has so long a block that the search for scalars that could be vectors, which is quadratic, would take the most time
// of all.
static bool has_long_block(LLVMValueRef function)
{
	enum { LONG = 2000 };
	AW_FOR_BLOCKS(block, function) {
		size_t size = 0;
		AW_FOR_INSTRUCTIONS(instruction, block)
			size++;
		if (size > LONG)
			return true;
	}
	return false;
}

// Whether BLOCK is a loop that goes through memory of the kernel's and has no vectors: what all lanes of a gang have in common, or one of
// them does alone.
static bool is_scalar_loop(LLVMBasicBlockRef block)
{
	bool reads = false;
	if (!aw_llvm_leads_to(block, block))
		return false;
	AW_FOR_INSTRUCTIONS(instruction, block) {
		if (LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMVectorTypeKind)
			return false;
		reads |= LLVMIsALoadInst(instruction) && !LLVMIsAAllocaInst(aw_llvm_object(LLVMGetOperand(instruction, 0)));
	}
	return reads;
}

static bool has_scalar_loop(LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function)
		if (is_scalar_loop(block))
			return true;
	return false;
}

static bool optimise_forms(struct aw_unit *unit)
{
	bool good = true;
	for (size_t k = 0; k < unit->kernels.count; k++) {
		const struct aw_unit_kernel *kernel = &unit->kernels.items[k];
		for (size_t i = 0; i < kernel->variants.count; i++) {
			const struct aw_unit_variant *variant = &kernel->variants.items[i];
			if (variant->strategy != AW_CPU_SIMD || variant->width == 1)
				continue;
			bool whole = variant->geometry == AW_CPU_GEOMETRY_FULL || variant->flags & AW_CPU_VARIANT_TRIED;
			const struct form_passes *passes = whole ? &whole_gangs : &ends_of_rows;
			good = good && aw_llvm_run_function_passes(variant->entry, passes->first, unit->machine);
			if (passes == &whole_gangs && has_long_block(variant->entry))
				passes = &large_whole_gangs;
			bool any = aw_gang_runs_make(unit, variant->entry);
			aw_early_loads_hoist(unit, variant->entry);
			good = good && aw_llvm_run_function_passes(variant->entry, passes->then, unit->machine);
			if (any && good && passes != &ends_of_rows) {
				good = aw_llvm_run_function_passes(variant->entry, runs, unit->machine);
				aw_gang_columns_make(unit, variant->entry);
			}
			if (has_scalar_loop(variant->entry))
				good = good && aw_llvm_run_function_passes(variant->entry, scalar_loops, unit->machine);
			good = good && aw_llvm_run_function_passes(variant->entry, passes->last, unit->machine);
			put_aside(variant->entry, form_mark);
		}
	}
	return good;
}

// --- the rest ---

// Marks in REACHED what is more than a kernel's code for comparison.  Entries stand in the image's table, where the runtime calls
// them: no call through a pointer does.
static void find_needed(const struct aw_unit *unit, struct aw_call_graph *calls, bool *reached)
{
	for (size_t k = 0; k < unit->kernels.count; k++)
		for (size_t i = 0; i < unit->kernels.items[k].variants.count; i++)
			calls->nodes[aw_call_graph_number(calls, unit->kernels.items[k].variants.items[i].entry)].address_taken = false;
	for (size_t k = 0; k < unit->kernels.count; k++) {
		const struct aw_unit_kernel *kernel = &unit->kernels.items[k];
		bool gangs = always_gangs(kernel);
		for (size_t i = 0; i < kernel->variants.count; i++)
			if (!gangs || kernel->variants.items[i].strategy == AW_CPU_SIMD)
				aw_call_graph_reach(calls, kernel->variants.items[i].entry, reached);
	}
}

// Puts aside what is needed; returns whether there is anything but forms.
static bool put_needed_aside(struct aw_unit *unit)
{
	struct aw_call_graph calls;
	aw_call_graph_init(&calls, unit->module);
	bool *reached = AW_NEED_ARRAY(bool, calls.count), any = false;
	find_needed(unit, &calls, reached);
	for (uint32_t i = 0; i < calls.count; i++) {
		LLVMValueRef function = calls.nodes[i].function;
		if (!reached[i] || !aw_llvm_is_defined(function))
			continue;
		any |= !aw_llvm_has_attribute(function, "optnone");
		put_aside(function, needed_mark);
	}
	free(reached);
	aw_call_graph_finish(&calls);
	return any;
}

static bool optimise_rest(struct aw_unit *unit, const char *pipeline)
{
	bool needed = put_needed_aside(unit), good = aw_llvm_run_passes(unit->module, for_comparison, unit->machine);
	AW_FOR_FUNCTIONS(function, unit->module)
		if (aw_llvm_is_defined(function))
			put_aside(function, compared_mark); // what isn't aside yet
	take_back(unit->module, needed_mark);
	good = good && aw_llvm_run_passes(unit->module, needed ? pipeline : "globaldce,constmerge", unit->machine);
	leave_aside(unit->module, compared_mark);
	return good;
}

static bool has_forms(const struct aw_unit *unit)
{
	for (size_t k = 0; k < unit->kernels.count; k++)
		if (unit->kernels.items[k].variants.count > 1)
			return true;
	return false;
}

static bool optimise_apart(struct aw_unit *unit, const char *pipeline)
{
	inline_support(unit);
	bool good = aw_llvm_run_passes(unit->module, "always-inline", unit->machine) && optimise_forms(unit) &&
	            optimise_rest(unit, pipeline);
	take_back(unit->module, form_mark);
	return good;
}

bool aw_pass_optimise(struct aw_unit *unit)
{
	static const char *const pipelines[] = {
		"always-inline,globaldce", "default<O1>", "default<O2>", "default<O2>",
	};
	unsigned level = aw_unit_opt_level(unit);
	if (!unit->request->debug && !unit->request->line_info)
		LLVMStripModuleDebugInfo(unit->module);
	bool unroll = !unit->request->breakpoints, apart = level >= 2 && unroll && has_forms(unit);
	if (level >= 2 && unroll && *unit->architecture) {
		aw_llvm_run_gpu_pipeline(unit->module, unit->machine);
		return true;
	}
	bool good = apart ? optimise_apart(unit, pipelines[level])
	                  : aw_llvm_run_pipeline(unit->module, pipelines[level], unit->machine, unroll);
	if (!good)
		unit->status = AW_UNKNOWN;
	return true;
}
