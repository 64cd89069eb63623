// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that divide by what a launch decides have a second entry that multiplies instead (src/compiler/target/launch_divisors.c).
// A launch computes the factors from its arguments, which takes some nanoseconds a divisor, and hands them over behind these.  The
// kernel itself is launched where a divisor is 0 or negative, and where the form takes so many more registers that fewer threads
// would be resident.
#include <stdlib.h>
#include <string.h>

#include "../../../fatbin/launch_divisor.h"
#include "nvidia_device.h"

// With FREE_REGISTERS a multiprocessor has all the threads that it can have.  GAIN: picoseconds that a thread of the launch takes less;
// from 5 for four quotients up to 80 for loops around them were measured.
enum { MOST_PARAMETERS = 32, FREE_REGISTERS = 32, GAIN = 8 };

struct nvidia_divided {
	struct nvidia_entry entry;
	struct nvidia_function form; // the entry as a kernel: it may have a joined form of its own
	struct aw_divided divisors;
	char name[]; // of the form
};

// What the kernel was told so far, its entry is told, too.
static void copy_attributes(CUfunction form, CUfunction kernel)
{
	static const CUfunction_attribute attributes[] = { CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
		                                           CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT };
	for (size_t i = 0; i < sizeof(attributes) / sizeof(*attributes); i++) {
		int value;
		if (aw_nvidia.function_get(&value, attributes[i], kernel) == CUDA_SUCCESS)
			aw_nvidia.function_set(form, attributes[i], value);
	}
}

static bool take(struct nvidia_entry *entry, const struct nvidia_function *kernel)
{
	struct nvidia_divided *divided = (struct nvidia_divided *)entry;
	unsigned registers = aw_nvidia_function_attribute(entry->function, CU_FUNC_ATTRIBUTE_NUM_REGS);
	divided->form.function = entry->function;
	copy_attributes(entry->function, kernel->function);
	return registers <= FREE_REGISTERS || registers <= aw_nvidia_function_attribute(kernel->function, CU_FUNC_ATTRIBUTE_NUM_REGS);
}

void aw_nvidia_divide_init(struct nvidia_function *function)
{
	const struct nvidia_entries *entries = aw_nvidia_entries(function->base.module);
	size_t length = strlen(function->name);
	struct aw_divided divisors;
	bool found = (entries->apart && aw_divided_read(entries->apart, function->name, &divisors)) ||
	             aw_divided_read(entries->beside, function->name, &divisors);
	if (!found || divisors.parameters > MOST_PARAMETERS)
		return;
	struct nvidia_divided *divided = calloc(1, sizeof(*divided) + length + sizeof(AW_DIVIDED_SUFFIX));
	if (!divided)
		return; // the kernel divides as ever
	memcpy(divided->name, function->name, length);
	memcpy(divided->name + length, AW_DIVIDED_SUFFIX, sizeof(AW_DIVIDED_SUFFIX));
	divided->entry = (struct nvidia_entry){ .suffix = AW_DIVIDED_SUFFIX, .take = take };
	divided->form = (struct nvidia_function){ .base = function->base, .name = divided->name };
	aw_nvidia_join_init(&divided->form.joined);
	divided->divisors = divisors;
	function->divided = divided;
}

void aw_nvidia_divide_set(const struct nvidia_function *function, CUfunction_attribute attribute, int value)
{
	if (function->divided && function->divided->form.function)
		aw_nvidia.function_set(function->divided->form.function, attribute, value);
}

bool aw_nvidia_divide_launch(const struct nvidia_function *function, const struct aw_launch *work, CUstream stream)
{
	struct nvidia_divided *divided = function->divided;
	struct aw_multiplier multipliers[AW_DIVIDED_MOST];
	void *arguments[MOST_PARAMETERS + 3 * AW_DIVIDED_MOST];
	if (!divided || !work->arguments)
		return false;
	unsigned count = divided->divisors.parameters;
	for (unsigned i = 0; i < count; i++)
		arguments[i] = work->arguments[i];
	for (unsigned i = 0; i < divided->divisors.count; i++) {
		const struct aw_launch_divisor *divisor = &divided->divisors.divisors[i];
		uint64_t value = aw_divisor_value(divisor, work->arguments, work->grid, work->block);
		if (!aw_divisor_multiplier(divisor, value, &multipliers[i]))
			return false;
		arguments[count++] = &multipliers[i].factor;
		if (divisor->is_signed)
			arguments[count++] = &multipliers[i].shift;
		if (divisor->bits == 64)
			arguments[count++] = &multipliers[i].narrow;
	}
	if (!aw_nvidia_entry_ready(&divided->entry, function, GAIN * aw_nvidia_launch_threads(work)))
		return false;
	struct aw_launch changed = *work;
	changed.arguments = arguments;
	return aw_nvidia_join_launch(&divided->form, &changed, stream) ||
	       aw_nvidia.launch(divided->form.function, work->grid[0], work->grid[1], work->grid[2], work->block[0], work->block[1],
	                        work->block[2], (unsigned)work->dynamic_shared, stream, arguments, NULL) == CUDA_SUCCESS;
}
