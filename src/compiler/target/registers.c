// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel without launch bounds may be launched with blocks of 1,024 threads, for which a GPU has 64 registers a thread: so many it
// gets where a pass made it need more, and kernels that may need more by themselves, the long ones, are left alone.
#include "ptx.h"

enum { REGISTERS_OF_WIDEST = 64, LONG_KERNEL = 1000 };

// The kernel that FUNCTION is, when the program doesn't say how large its blocks are.
static struct aw_unit_kernel *unbounded_kernel(const struct aw_unit *unit, LLVMValueRef function)
{
	struct aw_unit_kernel *kernel = aw_unit_kernel_of(unit, function);
	return kernel && !aw_unit_is_bounded(kernel) ? kernel : NULL;
}

bool aw_ptx_has_registers(const struct aw_unit *unit, LLVMValueRef function)
{
	unsigned size = 0;
	if (!unbounded_kernel(unit, function))
		return true;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			size += LLVMIsAInstruction(instruction) != NULL;
	return size <= LONG_KERNEL;
}

void aw_ptx_use_registers(const struct aw_unit *unit, LLVMValueRef function)
{
	struct aw_unit_kernel *kernel = unbounded_kernel(unit, function);
	if (kernel)
		kernel->most_registers = REGISTERS_OF_WIDEST;
}
