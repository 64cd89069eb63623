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

// With so many registers a multiprocessor has all the threads that it can have.
enum { MOST_PARAMETERS = 32, FREE_REGISTERS = 32 };

struct nvidia_divided {
	struct nvidia_function form; // may have a joined form of its own
	struct aw_divided divisors;
	char name[]; // of the form
};

static bool is_good(const struct nvidia_divided *divided, CUfunction kernel)
{
	unsigned registers = aw_nvidia_function_attribute(divided->form.function, CU_FUNC_ATTRIBUTE_NUM_REGS);
	return registers <= FREE_REGISTERS || registers <= aw_nvidia_function_attribute(kernel, CU_FUNC_ATTRIBUTE_NUM_REGS);
}

void aw_nvidia_divide_find(struct nvidia_function *function, const char *lines)
{
	size_t length = strlen(function->name);
	struct nvidia_divided *divided = lines ? calloc(1, sizeof(*divided) + length + sizeof(AW_DIVIDED_SUFFIX)) : NULL;
	if (!divided)
		return;
	memcpy(divided->name, function->name, length);
	memcpy(divided->name + length, AW_DIVIDED_SUFFIX, sizeof(AW_DIVIDED_SUFFIX));
	divided->form = (struct nvidia_function){ .base = function->base, .name = divided->name };
	if (aw_divided_read(lines, function->name, &divided->divisors) && divided->divisors.parameters <= MOST_PARAMETERS &&
	    aw_nvidia.module_function(&divided->form.function, aw_nvidia_module(function->base.module), divided->name) == CUDA_SUCCESS &&
	    is_good(divided, function->function))
		function->divided = divided;
	else
		free(divided);
}

void aw_nvidia_divide_set(const struct nvidia_function *function, CUfunction_attribute attribute, int value)
{
	if (function->divided)
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
	struct aw_launch changed = *work;
	changed.arguments = arguments;
	return aw_nvidia_join_launch(&divided->form, &changed, stream) ||
	       aw_nvidia.launch(divided->form.function, work->grid[0], work->grid[1], work->grid[2], work->block[0], work->block[1],
	                        work->block[2], (unsigned)work->dynamic_shared, stream, arguments, NULL) == CUDA_SUCCESS;
}
