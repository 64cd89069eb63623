// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that load and store little for a thread have a second entry that runs several neighbouring blocks of a row as one
// (src/compiler/target/join_blocks.c says why).  A launch takes it when what is left of the grid still fills the GPU twice.
// The form has the kernel's arguments and then gridDim.x as the program knows it; how many they are only newer drivers tell (CUDA 12.4).
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../../../base/str.h"
#include "nvidia_device.h"

// Where more registers are needed, fewer threads are resident, and they hide less of what each waits for.
enum { MOST_PARAMETERS = 32, MOST_REGISTERS = 64, WAVES = 2 };

static void find(struct nvidia_function *kernel)
{
	CUfunction form;
	struct nvidia_joined *joined = &kernel->joined;
	char *name = aw_nvidia.function_parameter ? aw_format("%s" AW_PTX_JOINED_SUFFIX, kernel->name) : NULL;
	bool found = name && aw_nvidia.module_function(&form, aw_nvidia_module(kernel->base.module), name) == CUDA_SUCCESS;
	free(name);
	unsigned parameters = found ? aw_nvidia_count_parameters(form) : 0;
	if (parameters < 2 || parameters > MOST_PARAMETERS + 1 ||
	    aw_nvidia_function_attribute(form, CU_FUNC_ATTRIBUTE_NUM_REGS) > MOST_REGISTERS)
		return;
	joined->function = form;
	joined->parameters = parameters - 1;
	joined->most = aw_nvidia_function_attribute(form, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
}

// The form is looked for when a grid is large enough for it, since the driver loads what it is asked for.
static const struct nvidia_joined *joined_of(struct nvidia_function *kernel)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	struct nvidia_joined *joined = &kernel->joined;
	if (!atomic_load_explicit(&joined->sought, memory_order_acquire)) {
		pthread_mutex_lock(&lock);
		if (!atomic_load_explicit(&joined->sought, memory_order_relaxed))
			find(kernel);
		atomic_store_explicit(&joined->sought, true, memory_order_release);
		pthread_mutex_unlock(&lock);
	}
	return joined;
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
	void *arguments[MOST_PARAMETERS + 1];
	unsigned blocks = work->grid[0], count = blocks / AW_PTX_JOINED_BLOCKS + (blocks % AW_PTX_JOINED_BLOCKS != 0);
	const struct nvidia_joined *joined = is_large(function, work) ? joined_of(function) : NULL;
	if (!joined || !joined->function || (uint64_t)work->block[0] * work->block[1] * work->block[2] > joined->most)
		return false;
	memcpy(arguments, work->arguments, joined->parameters * sizeof(*arguments));
	arguments[joined->parameters] = &blocks;
	return aw_nvidia.launch(joined->function, count, work->grid[1], work->grid[2], work->block[0], work->block[1],
	                        work->block[2], 0, stream, arguments, NULL) == CUDA_SUCCESS;
}
