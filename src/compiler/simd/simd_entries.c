// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the entries of the simd strategy (aw_cpu_simd_entry), which run one block: aw.simd.NAME.W.GEOMETRY.  They
// come before the kernel's fiber entry in its list of variants, and the runtime takes the first that fits a launch;
// the forms are in that order from simd_clone on.
//
// A form is told to use whole registers: LLVM by itself keeps to 256 bits where some processors of a level lose
// clock with 512, which a gang of 16 floats pays for with twice the instructions.
#include "simd.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lower/kernel_entry.h"

static void set_text(LLVMValueRef function, const char *key, const char *value)
{
	LLVMAttributeRef attribute = LLVMCreateStringAttribute(LLVMGetTypeContext(LLVMTypeOf(function)), key,
	                                                       (unsigned)strlen(key), value, (unsigned)strlen(value));
	LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
}

void aw_simd_use_registers(const struct aw_unit *unit, LLVMValueRef function)
{
	const char *bits = strcmp(unit->target, "x86-64-v4") ? "256" : "512";
	set_text(function, "prefer-vector-width", bits);
	set_text(function, "min-legal-vector-width", bits);
}

void aw_simd_use_stack(LLVMValueRef function)
{
	char bytes[16];
	snprintf(bytes, sizeof(bytes), "%u", AW_CPU_GANG_STEP);
	set_text(function, "stack-probe-size", bytes);
}

static void make_entry(struct aw_unit *unit, struct aw_unit_kernel *kernel, const struct aw_unit_form *form)
{
	assert(form->finished);
	char *name = aw_format("aw.simd.%s", aw_llvm_name(form->function));
	aw_need(name != NULL);
	LLVMValueRef entry = aw_kernel_entry(unit, form->function, name);
	free(name);
	aw_simd_use_registers(unit, form->function);
	aw_simd_use_registers(unit, entry);
	aw_simd_use_stack(form->function);
	aw_simd_use_stack(entry);
	struct aw_unit_variant variant = {
		.strategy = AW_CPU_SIMD, .width = form->width, .geometry = form->refilled ? AW_CPU_GEOMETRY_ANY : form->geometry,
		.flags = (form->span ? AW_CPU_VARIANT_SPAN : 0) | (form->split ? AW_CPU_VARIANT_SPLIT : 0) |
		         (form->waits ? AW_CPU_VARIANT_WAITS : 0) | (form->in_row ? AW_CPU_VARIANT_IN_ROW : 0) |
		         (form->across ? AW_CPU_VARIANT_ACROSS : 0) | (form->agreed ? AW_CPU_VARIANT_AGREED : 0) |
		         (form->plane ? AW_CPU_VARIANT_PLANE : 0) | (form->tall ? AW_CPU_VARIANT_TALL : 0) |
		         (form->turned ? AW_CPU_VARIANT_TURNED : 0) | (form->refilled ? AW_CPU_VARIANT_TRIED : 0),
		.span_gangs = form->span_gangs,
		.block_x = form->block_x,
		.block_y = form->block_y,
		.ones = form->ones,
		.read = form->read,
		.written = form->written,
		.entry = entry,
	};
	aw_need(aw_vec_push(&kernel->variants, variant));
}

// The entry that runs threads one after the other, which no form of KERNEL's is, if there are gangs to compare it with.
static void make_single(struct aw_unit *unit, struct aw_unit_kernel *kernel)
{
	if (kernel->single && kernel->forms.count == 0)
		LLVMDeleteFunction(kernel->single);
	if (!kernel->single || kernel->forms.count == 0)
		return;
	char *name = aw_format("aw.simd.%s", aw_llvm_name(kernel->single));
	aw_need(name != NULL);
	struct aw_unit_variant variant = {
		.strategy = AW_CPU_SIMD, .width = 1, .geometry = AW_CPU_GEOMETRY_ANY, .flags = AW_CPU_VARIANT_SPAN | AW_CPU_VARIANT_TRIED,
		.entry = aw_kernel_entry(unit, kernel->single, name),
	};
	free(name);
	aw_need(aw_vec_push(&kernel->variants, variant));
}

bool aw_pass_simd_entries(struct aw_unit *unit)
{
	bool changed = false;
	for (size_t i = 0; i < unit->kernels.count; i++) {
		struct aw_unit_kernel *kernel = &unit->kernels.items[i];
		assert(kernel->variants.count == 0 && "these come first");
		make_single(unit, kernel);
		for (size_t j = 0; j < kernel->forms.count; j++)
			make_entry(unit, kernel, &kernel->forms.items[j]);
		changed |= kernel->forms.count > 0;
	}
	return changed;
}
