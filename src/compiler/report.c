// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages in ptxas' form, which build logs and scripts look for, a line of our own a kernel, and the
// files of --keep.
#include "report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/os.h"

static void say(struct aw_unit *unit, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct aw_unit *unit, const char *format, ...)
{
	struct aw_str text = { 0 };
	va_list list;
	va_start(list, format);
	aw_str_vformat(&text, format, list);
	va_end(list);
	if (unit->request->message && !text.failed)
		unit->request->message(unit->request->message_user, 0, NULL, 0, text.text);
	aw_str_finish(&text);
}

// How many registers a GPU gives a kernel, its driver tells when it has the PTX before it (AW_FATBIN_ENTRY_USAGE).
static void say_usage(struct aw_unit *unit, const struct aw_unit_kernel *kernel)
{
	say(unit, "ptxas info    : Compiling entry function '%s' for '%s'", kernel->name, unit->target);
	say(unit, "ptxas info    : Function properties for %s", kernel->name);
	say(unit, "    %u bytes stack frame, 0 bytes spill stores, 0 bytes spill loads", kernel->local_size);
	say(unit, "ptxas info    : Used %u registers, %u bytes smem, %u bytes cmem[0]", AW_UNIT_REGISTERS,
	    kernel->shared_size, kernel->parameter_size);
}

static void say_strategy(struct aw_unit *unit, const struct aw_unit_kernel *kernel)
{
	static const struct {
		uint32_t flag;
		const char *text;
	} words[] = {
		{ AW_CPU_KERNEL_BARRIERS, ", block barriers" },
		{ AW_CPU_KERNEL_WARP, ", warp operations" },
		{ AW_CPU_KERNEL_SPINS, ", spin points" },
		{ AW_CPU_KERNEL_RECURSIVE, ", recursion or calls by pointer" },
		{ AW_CPU_KERNEL_GRID_SYNC, ", grid barriers" },
		{ AW_CPU_KERNEL_LAUNCHES, ", launches" },
		{ AW_CPU_KERNEL_GRAPHS, ", launches of graphs" },
		{ AW_CPU_KERNEL_WINDOW, ", shared addresses from 0 on" },
		{ AW_CPU_KERNEL_CLUSTER, ", other blocks of its cluster (fibers, where clusters have several)" },
	};
	static const char *const geometries[] = {
		"", ", blocks whose x is a multiple of it", ", blocks of any size", ", blocks of one row", ", blocks of any size",
	};
	static const char across[] = ", blocks whose x is 1 as its lanes";
	struct aw_str features = { 0 };
	bool gangs = false;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (kernel->flags & words[i].flag)
			aw_str_add(&features, words[i].text);
	for (size_t i = 0; i < kernel->variants.count; i++) {
		const struct aw_unit_variant *variant = &kernel->variants.items[i];
		bool fibers = variant->strategy == AW_CPU_FIBER;
		gangs |= !fibers;
		char row[32] = "";
		const char *strides = variant->ones ? ", strides of 1" : variant->written ? ", arrays that are allocations of their own" : "";
		if (variant->block_x)
			snprintf(row, sizeof(row), " whose x is %u", variant->block_x);
		say(unit, "%s: %s: %s, width %u%s%s%s%s, %u bytes of shared memory%s", unit->target, kernel->name, fibers ? "fiber" : "simd",
		    variant->width, variant->flags & AW_CPU_VARIANT_ACROSS ? across : geometries[variant->geometry], row,
		    variant->flags & AW_CPU_VARIANT_IN_ROW ? " that are one row" : variant->flags & AW_CPU_VARIANT_PLANE ? " with z = 1" :
		    variant->flags & AW_CPU_VARIANT_TURNED ? ", x and y in each other's place" :
		    !(variant->flags & AW_CPU_VARIANT_TRIED) ? "" :
		    variant->width == 1 ? ", one thread after the other, where that is faster" :
		    ", lanes that take the next thread, where that is faster",
		    strides, kernel->shared_size, features.text ? features.text : "");
	}
	if (kernel->stepping)
		say(unit, "%s: %s: warps in step: %s", unit->target, kernel->name, kernel->stepping);
	if (kernel->refusal)
		say(unit, "%s: %s: no simd%s: %s", unit->target, kernel->name, gangs ? " for other blocks" : "", kernel->refusal);
	aw_str_finish(&features);
}

// What gangs call: once for each width.
static void say_called(struct aw_unit *unit, const struct aw_unit_called *called)
{
	for (const struct aw_unit_called *one = unit->called.items; one < called; one++) {
		bool same = one->name && called->name ? !strcmp(one->name, called->name) : one->name == called->name;
		if (same && one->width == called->width && !one->refusal == !called->refusal)
			return;
	}
	if (!called->name && called->refusal)
		say(unit, "%s: calls through pointers: lane by lane by gangs of %u: %s", unit->target, called->width, called->refusal);
	else if (!called->name)
		say(unit, "%s: calls through pointers: by gangs of %u, for lanes with the same target together", unit->target,
		    called->width);
	else if (called->refusal)
		say(unit, "%s: %s: called lane by lane by gangs of %u: %s", unit->target, called->name, called->width, called->refusal);
	else
		say(unit, "%s: %s: called by gangs of %u as one", unit->target, called->name, called->width);
}

void aw_report_kernels(struct aw_unit *unit)
{
	for (size_t i = 0; i < unit->kernels.count; i++) {
		if (unit->request->resource_usage && unit->properties & AW_SUPPORTED)
			say_usage(unit, &unit->kernels.items[i]);
		if (unit->request->report)
			say_strategy(unit, &unit->kernels.items[i]);
	}
	for (size_t i = 0; i < unit->called.count && unit->request->report; i++)
		say_called(unit, &unit->called.items[i]);
}

static aw_status keep_file(struct aw_unit *unit, const char *suffix, const void *data, size_t size)
{
	char *path = aw_format("%s.%s.%s", unit->request->keep_prefix, unit->target, suffix);
	aw_status status = path ? aw_os_write_file(path, data, size) : AW_NO_MEMORY;
	free(path);
	return status;
}

aw_status aw_report_keep(struct aw_unit *unit, const struct aw_str *code, const struct aw_str *entries, const char *suffix)
{
	if (!unit->request->keep_prefix)
		return AW_OK;
	char *text = LLVMPrintModuleToString(unit->module);
	aw_status status = keep_file(unit, "ll", text, strlen(text));
	LLVMDisposeMessage(text);
	if (status == AW_OK)
		status = keep_file(unit, suffix, code->text, code->length);
	if (status == AW_OK && entries->length)
		status = keep_file(unit, "entries.ptx", entries->text, entries->length);
	return status;
}
