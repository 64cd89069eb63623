// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of contents of the compiler: which passes make which target, in order, and the loop that
// runs them.  ANYWARP_DUMP=pass,pass (or "all") prints the module after those passes, and names of
// analyses (dump_analyses.c) what they find;
// ANYWARP_SKIP=pass,pass leaves passes out, to find the guilty one.  In debug builds the module is
// verified after each pass, and the failure names the pass (the habit of Mesa's NIR_PASS).
#include "pipeline.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/debug.h"
#include "../base/log.h"
#include "../base/os.h"

// The CPU.
const enum aw_pass_id aw_pipeline_cpu[] = {
	AW_RUN_index_variables,
	AW_RUN_lower_launches,
	AW_RUN_lower_inline_ptx,
	AW_RUN_name_extremes,
	AW_RUN_link_library,
	AW_RUN_scaling,
	AW_RUN_lower_texture_references,
	AW_RUN_collect_program,
	AW_RUN_grid_constants,
	AW_RUN_returned_locals,
	AW_RUN_lower_undefined,
	AW_RUN_name_children,
	AW_RUN_check_undefined,
	AW_RUN_lower_provided,
	AW_RUN_lower_semantics,
	AW_RUN_inline_waiting,
	AW_RUN_lower_exits,
	AW_RUN_promote_memory,
	AW_RUN_watch_accesses,
	AW_RUN_simd_clone,
	AW_RUN_count_tables,
	AW_RUN_deal_turns,
	AW_RUN_simd_vectorize,
	AW_RUN_flat_loops,
	AW_RUN_lock_loops,
	AW_RUN_whole_loops,
	AW_RUN_gang_loops,
	AW_RUN_whole_guards,
	AW_RUN_simd_settle,
	AW_RUN_dump_analyses,
	AW_RUN_lower_bypass,
	AW_RUN_lower_spins,
	AW_RUN_lower_sites,
	AW_RUN_classify_kernels,
	AW_RUN_lower_shared,
	AW_RUN_lower_variables,
	AW_RUN_thread_argument,
	AW_RUN_lower_intrinsics,
	AW_RUN_simd_entries,
	AW_RUN_fiber_entries,
	AW_RUN_image_table,
	AW_RUN_retarget,
	AW_RUN_lower_scaling,
	AW_RUN_keep_libcalls,
	AW_RUN_link_support,
	AW_RUN_optimise,
	AW_RUN_lower_extremes,
	AW_RUN_pair_products,
	AW_RUN_fuse_products,
	AW_RUN_split_sums,
	AW_RUN_lower_popcounts,
	AW_RUN_gather_indices,
	AW_RUN_ascending_stores,
	AW_RUN_plain_gathers,
	AW_RUN_lane_accesses,
	AW_RUN_lane_updates,
	AW_RUN_row_addresses,
	AW_RUN_masked_stores,
	AW_RUN_look_first,
	AW_RUN_small_truths,
	AW_RUN_opposite_masks,
	AW_RUN_wide_masks,
	AW_RUN_loose_alignment,
	AW_RUN_frozen_stores,
	AW_RUN_held_sums,
	AW_RUN_split_blocks,
	AW_PASS_COUNT,
};

const enum aw_pass_id aw_pipeline_ptx[] = {
	AW_RUN_index_variables,
	AW_RUN_lower_launches,
	AW_RUN_native_math,
	AW_RUN_link_library,
	AW_RUN_scaling,
	AW_RUN_lower_texture_references,
	AW_RUN_collect_program,
	AW_RUN_grid_constants,
	AW_RUN_returned_locals,
	AW_RUN_lower_undefined,
	AW_RUN_check_undefined,
	AW_RUN_lower_division,
	AW_RUN_managed_pointers,
	AW_RUN_lower_legacy_warp,
	AW_RUN_loose_trees,
	AW_RUN_choose_architecture,
	AW_RUN_tile_counters,
	AW_RUN_prepare_ptx,
	AW_RUN_optimise,
	AW_RUN_fuse_products,
	AW_RUN_launch_divisors,
	AW_RUN_host_pointers,
	AW_RUN_step_pointers,
	AW_RUN_unroll_strided,
	AW_RUN_load_ahead,
	AW_RUN_prefetch_ahead,
	AW_RUN_join_blocks,
	AW_RUN_plain_divisions,
	AW_RUN_local_pointers,
	AW_RUN_early_sizes,
	AW_PASS_COUNT,
};

static const struct pass_row {
	const char *name;
	aw_pass run;
	unsigned requires, gives, breaks;
} rows[] = {
#define AW_PASS(name, requires, gives, breaks) { #name, aw_pass_##name, requires, gives, breaks },
#include "passes.def"
#undef AW_PASS
	{ NULL, NULL, 0, 0, 0 },
};

enum aw_pass_id aw_pipeline_find(const char *name)
{
	for (int id = 0; id < AW_PASS_COUNT; id++)
		if (!strcmp(rows[id].name, name))
			return (enum aw_pass_id)id;
	return AW_PASS_COUNT;
}

bool aw_pipeline_lists(const char *list, const char *name)
{
	size_t length = strlen(name);
	while (list && *list) {
		size_t item = strcspn(list, ",");
		if ((item == length && !memcmp(list, name, length)) || (item == 3 && !memcmp(list, "all", 3)))
			return true;
		list += item + (list[item] == ',');
	}
	return false;
}

static void dump(const struct aw_unit *unit, const char *pass)
{
	char *text = LLVMPrintModuleToString(unit->module);
	fprintf(stderr, "; ---- after %s (%s) ----\n%s\n", pass, unit->target, text);
	LLVMDisposeMessage(text);
}

static void verify(struct aw_unit *unit, const char *pass)
{
	char *text = NULL;
	if (LLVMVerifyModule(unit->module, LLVMReturnStatusAction, &text))
		aw_unit_error(unit, NULL, "internal error: pass %s left an invalid module:\n%s", pass, text);
	LLVMDisposeMessage(text);
}

void aw_unit_tell_time(const struct aw_unit *unit, const char *step, uint64_t start, bool changed)
{
	aw_debug("compiler", "%-10s %-20s %7.2f ms%s", unit->target, step, (double)(aw_os_thread_time() - start) / 1e6,
	         changed ? "" : ", no change");
}

static void run_one(struct aw_unit *unit, const struct pass_row *row)
{
	if ((unit->properties & row->requires) != row->requires) {
		aw_unit_error(unit, NULL, "internal error: pass %s lacks properties %#x", row->name,
		              row->requires & ~unit->properties);
		return;
	}
	uint64_t start = aw_os_thread_time();
	bool changed = row->run(unit);
	aw_llvm_free_erased();
	aw_unit_tell_time(unit, row->name, start, changed);
	unit->properties = (unit->properties & ~row->breaks) | row->gives;
	if (unit->status == AW_OK && changed && AW_DEBUG)
		verify(unit, row->name);
}

aw_status aw_pipeline_run(struct aw_unit *unit, const enum aw_pass_id *list)
{
	const char *dumped = getenv("ANYWARP_DUMP"), *skipped = getenv("ANYWARP_SKIP");
	for (; *list != AW_PASS_COUNT && unit->status == AW_OK; list++) {
		const struct pass_row *row = &rows[*list];
		if (aw_pipeline_lists(skipped, row->name)) {
			unit->properties = (unit->properties & ~row->breaks) | row->gives;
			continue;
		}
		run_one(unit, row);
		if (aw_pipeline_lists(dumped, row->name))
			dump(unit, row->name);
	}
	return unit->status;
}

unsigned aw_unit_opt_level(const struct aw_unit *unit)
{
	int level = unit->request->debug ? 0 : unit->request->opt_level;
	return level < 0 ? 0 : level > 3 ? 3 : (unsigned)level;
}

static void message(struct aw_unit *unit, int severity, LLVMValueRef at, const char *text)
{
	struct aw_place place = { .file = "" };
	if (at)
		place = LLVMIsAInstruction(at) ? aw_llvm_place(at) : aw_llvm_definition_place(at);
	if (unit->request->message)
		unit->request->message(unit->request->message_user, severity, *place.file ? place.file : NULL,
		                       place.line, text);
	else
		aw_log(severity == 2 ? AW_LOG_ERROR : AW_LOG_WARN, "compiler", "%s:%u: %s", place.file,
		       place.line, text);
}

static void format_message(struct aw_unit *unit, int severity, LLVMValueRef at, const char *format, va_list list)
{
	struct aw_str text = { 0 };
	aw_str_vformat(&text, format, list);
	message(unit, severity, at, text.failed ? "out of memory" : text.text);
	aw_str_finish(&text);
}

void aw_unit_error(struct aw_unit *unit, LLVMValueRef instruction, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	format_message(unit, 2, instruction, format, list);
	va_end(list);
	if (unit->status == AW_OK)
		unit->status = AW_INVALID_SOURCE;
}

void aw_unit_warning(struct aw_unit *unit, LLVMValueRef instruction, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	format_message(unit, 1, instruction, format, list);
	va_end(list);
}

void aw_unit_note_refusal(char **refusal, LLVMValueRef instruction, const char *reason)
{
	if (*refusal)
		return;
	struct aw_place place = { .file = "" };
	if (instruction)
		place = aw_llvm_place(instruction);
	*refusal = *place.file ? aw_format("%s (%s:%u)", reason, place.file, place.line) : aw_format("%s", reason);
}

void aw_unit_refuse(struct aw_unit_kernel *kernel, LLVMValueRef instruction, const char *reason)
{
	aw_unit_note_refusal(&kernel->refusal, instruction, reason);
}

struct aw_unit_kernel *aw_unit_kernel_of(const struct aw_unit *unit, LLVMValueRef function)
{
	for (size_t i = 0; i < unit->kernels.count; i++)
		if (unit->kernels.items[i].function == function)
			return &unit->kernels.items[i];
	return NULL;
}

bool aw_unit_is_kernel(const struct aw_unit *unit, LLVMValueRef function)
{
	return aw_unit_kernel_of(unit, function) != NULL;
}

bool aw_unit_is_bounded(const struct aw_unit_kernel *kernel)
{
	return kernel->bounds[0] || kernel->bounds[1] || kernel->bounds[2] || kernel->min_blocks;
}

static const char called_mark[] = "aw.called";

bool aw_unit_is_called(LLVMValueRef function)
{
	return aw_llvm_is_marked(function, called_mark);
}

void aw_unit_mark_called(LLVMValueRef function)
{
	aw_llvm_mark(function, called_mark);
}

bool aw_unit_is_form(const struct aw_unit *unit, LLVMValueRef function)
{
	if (aw_unit_is_called(function))
		return true;
	for (size_t i = 0; i < unit->kernels.count; i++) {
		const struct aw_unit_kernel *kernel = &unit->kernels.items[i];
		if (kernel->single == function)
			return true;
		for (size_t j = 0; j < kernel->forms.count; j++)
			if (kernel->forms.items[j].function == function)
				return true;
	}
	return false;
}

static const char site_note[] = "aw.site";

void aw_unit_set_site(LLVMValueRef call, LLVMValueRef site)
{
	aw_llvm_note(call, site_note, site);
}

LLVMValueRef aw_unit_site(LLVMValueRef call)
{
	return aw_llvm_noted(call, site_note);
}

LLVMValueRef aw_unit_marker(struct aw_unit *unit, const char *name)
{
	LLVMTypeRef number = LLVMInt32TypeInContext(unit->context);
	bool address = aw_ends_with(name, "shared");
	LLVMTypeRef result = address ? LLVMPointerTypeInContext(unit->context, 0) : LLVMVoidTypeInContext(unit->context);
	LLVMTypeRef type = LLVMFunctionType(result, &number, !strcmp(name, "aw.bypass"), false);
	return aw_llvm_declare(unit->module, name, type);
}

LLVMValueRef aw_unit_mark(struct aw_unit *unit, const char *name)
{
	LLVMValueRef marker = aw_unit_marker(unit, name);
	return LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(marker), marker, NULL, 0, "");
}
