// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ends the making of simd forms: what isn't the code of a whole block by now is dropped, and the kernel
// stays with fibers.  The passes that refuse say why through aw_unit_refuse; `-Xanywarp --report` tells.
#include "simd_asserts.h"

#include <assert.h>

// Removes the forms that aren't finished, and returns whether there were any.
static bool settle(struct aw_unit *unit, struct aw_unit_kernel *kernel)
{
	size_t kept = 0, before = kernel->forms.count;
	for (size_t i = 0; i < before; i++) {
		struct aw_unit_form form = kernel->forms.items[i];
		assert(aw_llvm_is_defined(form.function) && !LLVMGetFirstUse(form.function));
		if (form.finished) {
			aw_simd_expand_asserts(unit, form.function);
			kernel->forms.items[kept++] = form;
			continue;
		}
		aw_unit_refuse(kernel, NULL, "not vectorized");
		LLVMDeleteFunction(form.function);
	}
	kernel->forms.count = kept;
	return kept < before;
}

bool aw_pass_simd_settle(struct aw_unit *unit)
{
	bool changed = false;
	for (size_t i = 0; i < unit->kernels.count; i++)
		changed |= settle(unit, &unit->kernels.items[i]);
	return changed;
}
