// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that load and store little for a thread have a second entry that runs several neighbouring blocks of a row as one
// (src/compiler/target/join_blocks.c says why).  A launch takes it when what is left of the grid still fills the GPU twice.
// The form has the kernel's arguments and then gridDim.x as the program knows it; how many they are only newer drivers tell (CUDA 12.4).
#include <string.h>

#include "nvidia_device.h"

// Where more registers are needed, fewer threads are resident, and they hide less of what each waits for.  GAIN: picoseconds that a
// thread of the launch takes less, measured where memory is the limit.
enum { MOST_PARAMETERS = 32, MOST_REGISTERS = 64, WAVES = 2, GAIN = 1 };

static bool take(struct nvidia_entry *entry, const struct nvidia_function *kernel)
{
	struct nvidia_joined *joined = (struct nvidia_joined *)entry;
	unsigned parameters = aw_nvidia_count_parameters(entry->function);
	(void)kernel;
	if (parameters < 2 || parameters > MOST_PARAMETERS + 1 ||
	    aw_nvidia_function_attribute(entry->function, CU_FUNC_ATTRIBUTE_NUM_REGS) > MOST_REGISTERS)
		return false;
	joined->parameters = parameters - 1;
	joined->most = aw_nvidia_function_attribute(entry->function, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
	return true;
}

void aw_nvidia_join_init(struct nvidia_joined *joined)
{
	*joined = (struct nvidia_joined){ .entry = { .suffix = AW_PTX_JOINED_SUFFIX, .take = take } };
}

static bool is_large(const struct nvidia_function *function, const struct aw_launch *work)
{
	uint64_t many = aw_nvidia_device(function->base.module->device)->threads * AW_PTX_JOINED_BLOCKS * WAVES;
	uint64_t threads = (uint64_t)work->block[0] * work->block[1] * work->block[2];
	uint64_t blocks = (uint64_t)work->grid[0] * work->grid[1] * work->grid[2];
	return work->arguments && !work->dynamic_shared && work->grid[0] >= AW_PTX_JOINED_BLOCKS && threads && blocks >= many / threads;
}

bool aw_nvidia_join_launch(struct nvidia_function *function, const struct aw_launch *work, CUstream stream)
{
	struct nvidia_joined *joined = &function->joined;
	void *arguments[MOST_PARAMETERS + 1];
	unsigned blocks = work->grid[0], count = blocks / AW_PTX_JOINED_BLOCKS + (blocks % AW_PTX_JOINED_BLOCKS != 0);
	if (!is_large(function, work) || !aw_nvidia_entry_ready(&joined->entry, function, GAIN * aw_nvidia_launch_threads(work)) ||
	    (uint64_t)work->block[0] * work->block[1] * work->block[2] > joined->most)
		return false;
	memcpy(arguments, work->arguments, joined->parameters * sizeof(*arguments));
	arguments[joined->parameters] = &blocks;
	return aw_nvidia.launch(joined->entry.function, count, work->grid[1], work->grid[2], work->block[0], work->block[1],
	                        work->block[2], 0, stream, arguments, NULL) == CUDA_SUCCESS;
}
