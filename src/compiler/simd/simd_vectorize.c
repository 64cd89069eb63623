// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns each form of a kernel from the code of one thread into the code of one gang, in the same function.
//
// simd_instruction.c says what values and instructions become, simd_flow.c blocks; here are the passes before and behind
// that.
//
// Requires the normal form of analysis/uniformity.h.  A form that can't be done is dropped with the reason told,
// before anything is changed; its kernel has the fiber strategy.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simd_called.h"
#include "simd_eligible.h"
#include "simd_later.h"
#include "simd_past.h"
#include "simd_place.h"
#include "simd_serial.h"
#include "simd_vectorizer.h"
#include "simd_whole.h"
#include "simd_windows.h"

static const char clean_up[] = "mem2reg,early-cse,instcombine<no-verify-fixpoint>,simplifycfg,early-cse,adce";

// Cleans up behind the slots, so that what lives across barriers is what must.  EXCHANGES: lanes exchange values by
// shared memory, so its addresses should be the same where they are equal.  WINDOWS: gangs have pieces of it for themselves.
static void tidy(struct aw_simd *simd, bool exchanges, bool windows)
{
	struct aw_unit *unit = simd->unit;
	LLVMValueRef function = simd->function;
	static const char again[] = "instcombine<no-verify-fixpoint>,early-cse,adce";
	static const char behind_asked[] = "sccp,instcombine<no-verify-fixpoint>,simplifycfg";
	if (!aw_simd_inline_serial(simd) || !aw_llvm_run_function_passes(function, clean_up, NULL) ||
	    (aw_simd_know_asked(unit->builder, function) && !aw_llvm_run_function_passes(function, behind_asked, NULL)) ||
	    ((exchanges || windows) && !aw_llvm_run_function_passes(function, again, NULL)) ||
	    (aw_simd_forward_shared(unit, function) && !aw_llvm_run_function_passes(function, again, NULL)) ||
	    (windows && aw_simd_fold_shuffles(unit, function) && !aw_llvm_run_function_passes(function, again, NULL)) ||
	    (aw_simd_fold_reductions(unit, function) && !aw_llvm_run_function_passes(function, again, NULL)) ||
	    (aw_simd_fold_butterflies(unit, function) && !aw_llvm_run_function_passes(function, again, NULL)) ||
	    !aw_simd_split_whole(unit, function) ||
	    (aw_simd_straighten_rows(simd, function) && !aw_llvm_run_function_passes(function, again, NULL)))
		aw_unit_error(unit, function, "internal error: the passes behind vectorization failed");
	aw_simd_refine_reciprocals(unit, function);
	bool strips = aw_simd_has_masked(simd, 4) && aw_simd_strip_pieces(unit, function), words = aw_simd_gather_words(simd, function);
	if ((strips || words) && !aw_llvm_run_function_passes(function, "early-cse,instcombine<no-verify-fixpoint>,simplifycfg", NULL))
		aw_unit_error(unit, function, "internal error: the passes behind strips failed");
}

// Whether FORM may be for blocks that are a row alone, in which a gang's threads are told by x.
static bool is_for_windows(const struct aw_unit_kernel *kernel, const struct aw_unit_form *form)
{
	return kernel->in_rows && form->geometry == AW_CPU_GEOMETRY_FULL && !form->across && !form->turned;
}

// False: the form is given up.
static bool vectorize_form(struct aw_unit *unit, struct aw_unit_kernel *kernel, struct aw_unit_form *form, bool compact)
{
	struct aw_vectorizer v = {
		.simd = { unit, unit->builder, form->function, { form->width, form->geometry }, .compact = compact },
	};
	assert(!aw_simd_abnormal(form->function) && !LLVMGetFirstUse(form->function));
	bool asks = unit->asks.count || kernel->polls; // then barriers stand where threads may wait for others alone (simd_phases.c)
	if ((!asks && !aw_simd_agree(unit, form->function, v.simd.gang, &form->agreed)) ||
	    !aw_simd_keep_leavers(unit, form->function, v.simd.gang)) {
		aw_unit_refuse(kernel, NULL, "flow without a form for gangs");
		return false;
	}
	unsigned threads = aw_simd_row_threads(kernel->max_threads, form->width);
	bool own = !asks && is_for_windows(kernel, form) && aw_simd_relax_barriers(unit, form->function, v.simd.gang, threads);
	form->in_row |= own;
	aw_simd_unsink(unit, form->function, v.simd.gang);
	aw_simd_part_signs(unit, form->function, v.simd.gang);
	aw_simd_part_bases(unit, form->function, v.simd.gang);
	aw_simd_even_bounds(unit, form->function, v.simd.gang);
	aw_simd_narrow_ends(unit, form->function, v.simd.gang);
	aw_simd_split_quotients(unit, form->function, v.simd.gang);
	aw_simd_make_sums(unit, form->function);
	aw_simd_open_clamps(unit, form->function);
	aw_simd_split_inside(unit, form->function, v.simd.gang);
	aw_simd_load_between(unit, form->function, v.simd.gang);
	aw_simd_split_clamps(unit, form->function, v.simd.gang);
	aw_simd_widen(unit, form->function, v.simd.gang);
	aw_simd_check_strides(unit, form->function, v.simd.gang);
	v.streams = aw_simd_count_turns(unit, form->function);
	aw_uniformity_init(&v.u, unit, form->function, v.simd.gang);
	while (aw_simd_take_serial(&v.simd, &v.u)) {
		aw_uniformity_finish(&v.u);
		aw_uniformity_init(&v.u, unit, form->function, v.simd.gang);
	}
	aw_uniformity_dump(&v.u);
	LLVMValueRef against;
	const char *reason;
	bool fits = aw_simd_eligible(unit, &v.u, &v.awaiting, &against, &reason);
	if (fits) {
		bool exchanges = aw_simd_relax_shared(form->function);
		struct aw_map later = { 0 };
		if (!form->waits)
			aw_simd_find_later(&v.u, &later);
		v.simd.later = &later;
		if (own)
			aw_simd_find_windows(unit, form->function, v.simd.gang, threads, &v.windows);
		aw_vectorizer_run(&v);
		aw_map_finish(&later);
		tidy(&v.simd, exchanges, v.windows.list.count > 0);
	} else {
		aw_unit_refuse(kernel, against, reason);
	}
	aw_windows_finish(&v.windows);
	aw_map_finish(&v.awaiting);
	aw_uniformity_finish(&v.u);
	return fits;
}

bool aw_simd_vectorize_called(struct aw_unit *unit, LLVMValueRef scalar, LLVMValueRef function, uint32_t width,
                              char **refusal)
{
	struct aw_vectorizer v = { .simd = { unit, unit->builder, scalar, { width, AW_GEOMETRY_CALLED }, NULL }, .called = function };
	LLVMValueRef against;
	const char *reason;
	aw_simd_widen(unit, scalar, v.simd.gang);
	aw_uniformity_init(&v.u, unit, scalar, v.simd.gang);
	aw_uniformity_dump(&v.u);
	bool fits = aw_simd_eligible(unit, &v.u, &v.awaiting, &against, &reason);
	if (fits) {
		aw_vectorizer_run(&v);
		aw_simd_gather_words(&v.simd, function);
		if (!aw_llvm_run_function_passes(function, clean_up, NULL))
			aw_unit_error(unit, function, "internal error: the passes behind vectorization failed");
		aw_simd_straighten_rows(&v.simd, function);
		aw_simd_refine_reciprocals(unit, function);
	} else {
		aw_unit_note_refusal(refusal, against, reason);
	}
	aw_map_finish(&v.awaiting);
	aw_uniformity_finish(&v.u);
	return fits;
}

// How much code FORM is, about.
static size_t size_of(const struct aw_unit_form *form, bool *matrices)
{
	size_t size = 0;
	AW_FOR_BLOCKS(block, form->function) {
		AW_FOR_INSTRUCTIONS(instruction, block) {
			const char *callee = LLVMIsACallInst(instruction) ? aw_llvm_callee_name(instruction) : "";
			bool apart = aw_starts_with(callee, "llvm.masked.gather") || aw_starts_with(callee, "llvm.masked.scatter");
			size += apart ? form->width / 2 : 1; // much of it becomes an instruction a lane
			*matrices |= !strcmp(callee, "aw_cpu_gang_joined");
		}
	}
	return size;
}

// Whether FORM is more code than MOST, or than twice that where it multiplies matrices.
static bool is_larger(const struct aw_unit_form *form, size_t most)
{
	bool matrices = false;
	size_t size = size_of(form, &matrices);
	return size > (matrices ? 2 * most : most);
}

static LLVMValueRef spare_of(const struct aw_unit_form *form)
{
	enum { LARGE = 500 };
	return aw_llvm_count_instructions(form->function) > LARGE ? aw_llvm_copy_function(form->function, "") : NULL;
}

// Of what becomes too large, another copy is made with little code for what lanes do one by one.
static bool vectorize_small(struct aw_unit *unit, struct aw_unit_kernel *kernel, struct aw_unit_form *form)
{
	enum { MUCH = 6000 };
	LLVMValueRef spare = spare_of(form);
	bool good = vectorize_form(unit, kernel, form, false);
	if (good && spare && is_larger(form, MUCH)) {
		char *name = aw_format("%s", aw_llvm_name(form->function));
		aw_need(name != NULL);
		LLVMDeleteFunction(form->function);
		LLVMSetValueName2(spare, name, strlen(name));
		free(name);
		form->function = spare;
		return vectorize_form(unit, kernel, form, true);
	}
	if (spare)
		LLVMDeleteFunction(spare);
	return good;
}

// LLVM takes minutes for functions of ten thousands of vector instructions.  Kernels that multiply matrices load them by rows, and their
// fibers meet for each product.
//
// Where gangs end in the middle of rows, rows of memory are reached lane by lane that otherwise are vectors, so the form for such blocks
// may be ten times the code of that for blocks of whole gangs.  It isn't worth much of it to a kernel whose blocks are a row, which
// is whole warps nearly always.
//
// WHOLE: there is that form.
static bool is_small_enough(struct aw_unit_kernel *kernel, const struct aw_unit_form *form, bool whole)
{
	enum { TOO_MUCH = 12000, ENDS_OF_ROWS = 2000 };
	bool ends = form->geometry != AW_CPU_GEOMETRY_FULL;
	size_t size = size_of(form, &(bool){ false });
	if (is_larger(form, TOO_MUCH)) {
		aw_unit_refuse(kernel, NULL, "so much code for gangs that compiling it would take too long");
		return false;
	}
	bool spared = whole && ends && size > ENDS_OF_ROWS && kernel->in_rows;
	kernel->one_size |= spared;
	return !spared;
}

bool aw_pass_simd_vectorize(struct aw_unit *unit)
{
	bool changed = false;
	for (size_t k = 0; k < unit->kernels.count; k++) {
		struct aw_unit_kernel *kernel = &unit->kernels.items[k];
		size_t kept = 0;
		for (size_t i = 0; i < kernel->forms.count; i++) {
			changed = true;
			struct aw_unit_form *form = &kernel->forms.items[i];
			if (vectorize_small(unit, kernel, form) && is_small_enough(kernel, form, kept > 0))
				kernel->forms.items[kept++] = *form;
			else
				LLVMDeleteFunction(form->function);
		}
		kernel->forms.count = kept;
	}
	aw_simd_build_called(unit);
	aw_simd_drop_serial(unit);
	return changed;
}
