// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that load and store little for a thread have a second entry that runs several neighbouring blocks of a row as one
// (src/compiler/target/join_blocks.c says why).  A launch takes it when what is left of the grid still fills the GPU twice.
// The form has the kernel's arguments and then gridDim.x as the program knows it; how many they are only newer drivers tell (CUDA 12.4).
#include <stdlib.h>
#include <string.h>

#include "../../../base/str.h"
#include "nvidia_device.h"

// Where more registers are needed, fewer threads are resident, and they hide less of what each waits for.
enum { MOST_PARAMETERS = 32, MOST_REGISTERS = 64, WAVES = 2 };

void aw_nvidia_join_find(struct nvidia_function *function, CUmodule module, const char *name)
{
	char *joined = aw_nvidia.function_parameter ? aw_format("%s" AW_PTX_JOINED_SUFFIX, name) : NULL;
	bool found = joined && aw_nvidia.module_function(&function->joined, module, joined) == CUDA_SUCCESS;
	free(joined);
	unsigned parameters = found ? aw_nvidia_count_parameters(function->joined) : 0;
	if (parameters < 2 || parameters > MOST_PARAMETERS + 1 ||
	    aw_nvidia_function_attribute(function->joined, CU_FUNC_ATTRIBUTE_NUM_REGS) > MOST_REGISTERS) {
		function->joined = NULL;
		return;
	}
	function->parameters = parameters - 1;
	function->most = aw_nvidia_function_attribute(function->joined, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
}

static bool is_worth_it(const struct nvidia_function *function, const struct aw_launch *work)
{
	uint64_t many = aw_nvidia_device(function->base.module->device)->threads * AW_PTX_JOINED_BLOCKS * WAVES;
	uint64_t threads = (uint64_t)work->block[0] * work->block[1] * work->block[2];
	uint64_t blocks = (uint64_t)work->grid[0] * work->grid[1] * work->grid[2];
	return work->arguments && !work->dynamic_shared && work->grid[0] >= AW_PTX_JOINED_BLOCKS && threads &&
	       threads <= function->most && blocks >= many / threads;
}

bool aw_nvidia_join_launch(const struct nvidia_function *function, const struct aw_launch *work, CUstream stream)
{
	void *arguments[MOST_PARAMETERS + 1];
	unsigned blocks = work->grid[0], joined = blocks / AW_PTX_JOINED_BLOCKS + (blocks % AW_PTX_JOINED_BLOCKS != 0);
	if (!function->joined || !is_worth_it(function, work))
		return false;
	memcpy(arguments, work->arguments, function->parameters * sizeof(*arguments));
	arguments[function->parameters] = &blocks;
	return aw_nvidia.launch(function->joined, joined, work->grid[1], work->grid[2], work->block[0], work->block[1],
	                        work->block[2], 0, stream, arguments, NULL) == CUDA_SUCCESS;
}
