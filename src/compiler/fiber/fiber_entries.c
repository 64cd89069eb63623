// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the entry of every kernel in the fiber strategy (aw_cpu_fiber_entry), which runs one thread: aw.fiber.NAME.
#include <stdlib.h>

#include "../analysis/need.h"
#include "../lower/kernel_entry.h"

static void make_entry(struct aw_unit *unit, struct aw_unit_kernel *kernel)
{
	char *name = aw_format("aw.fiber.%s", kernel->name);
	aw_need(name != NULL);
	aw_kernel_note_parameters(kernel);
	LLVMValueRef entry = aw_kernel_entry(unit, kernel->function, name);
	free(name);
	struct aw_unit_variant variant = { .strategy = AW_CPU_FIBER, .width = 1, .entry = entry };
	aw_need(aw_vec_push(&kernel->variants, variant));
}

bool aw_pass_fiber_entries(struct aw_unit *unit)
{
	for (size_t i = 0; i < unit->kernels.count; i++)
		make_entry(unit, &unit->kernels.items[i]);
	return unit->kernels.count > 0;
}
