// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks whose rows are no whole warps, in kernels that have to do with warps: the gang is a warp, its lanes go along the linear index
// (AW_CPU_GEOMETRY_PACKED), and x, y and z are whatever division makes of that, of which nothing is known.  But many such kernels count
// their threads and go on with that number alone:
//
//     (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x     thread_rank() of cooperative groups
//     threadIdx.y * blockDim.x + threadIdx.x                                  of a block whose z is 1
//     threadIdx.y * 8 + threadIdx.x                                           of one whose x is 8, too
//
// which is the linear index: that of the gang's first lane, which is the same for all, and the lane's number.  What lies there lies side by
// side, a 32nd of it is the warp's, and branches on that part no lanes.  Where the kernel has the x of its blocks as a number, x and y
// are low and high bits of the linear index, which LLVM puts together again wherever it is counted.  A kernel that asks for the x of its
// blocks doesn't: it is made for more than one.
//
// The form is for such blocks alone.
#include "simd_linear.h"

#include <assert.h>
#include <string.h>


enum { WARP = AW_CPU_WARP_SIZE, WARP_BITS = 5 };

static LLVMValueRef narrow(LLVMValueRef value)
{
	return LLVMIsAZExtInst(value) || LLVMIsASExtInst(value) ? LLVMGetOperand(value, 0) : value;
}

static bool is_register(LLVMValueRef value, const char *name)
{
	return !strcmp(aw_intrinsic_register(narrow(value)), name);
}

// Whether VALUE is the register SIZE times something, *COUNT, and the register REST.
static bool is_count(LLVMValueRef value, const char *rest, const char *size, LLVMValueRef *count)
{
	if (!aw_llvm_is_op(value, LLVMAdd))
		return false;
	for (unsigned i = 0; i < 2; i++) {
		LLVMValueRef product = narrow(LLVMGetOperand(value, !i));
		if (!is_register(LLVMGetOperand(value, i), rest) || !aw_llvm_is_op(product, LLVMMul))
			continue;
		bool first = is_register(LLVMGetOperand(product, 0), size);
		*count = narrow(LLVMGetOperand(product, first));
		return first || is_register(LLVMGetOperand(product, 1), size);
	}
	return false;
}

// Whether VALUE is a thread's linear index; *PLANE: in blocks whose z is 1.
static bool is_linear(LLVMValueRef value, bool *plane)
{
	LLVMValueRef row, z;
	if (!is_count(value, "tid.x", "ntid.x", &row))
		return false;
	*plane = is_register(row, "tid.y");
	return *plane || (is_count(row, "tid.y", "ntid.y", &z) && is_register(z, "tid.z"));
}

int64_t aw_simd_times_y(LLVMValueRef product)
{
	int64_t factor;
	return aw_llvm_is_multiple(product, &factor) && is_register(LLVMGetOperand(product, 0), "tid.y") ? factor : 0;
}

// The power of two below a warp by which VALUE multiplies y before it adds x; 0: it doesn't.
static uint32_t row_in(LLVMValueRef value)
{
	if (!aw_llvm_is_op(value, LLVMAdd) && !aw_llvm_is_op(value, LLVMOr))
		return 0;
	for (unsigned i = 0; i < 2; i++) {
		int64_t factor = aw_simd_times_y(narrow(LLVMGetOperand(value, !i)));
		if (is_register(LLVMGetOperand(value, i), "tid.x") && factor > 1 && factor < WARP && !(factor & (factor - 1)))
			return (uint32_t)factor;
	}
	return 0;
}

bool aw_simd_counts_threads(LLVMValueRef function, struct aw_simd_count *count)
{
	bool counts = false, plane, several = false;
	*count = (struct aw_simd_count){ 0 };
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block) {
			uint32_t row = row_in(instruction);
			if (is_linear(instruction, &plane)) {
				counts = true;
				count->plane |= plane;
			}
			several |= is_register(instruction, "ntid.x") || (row && count->row && row != count->row);
			count->row = row ? row : count->row;
		}
	count->row = several ? 0 : count->row;
	count->plane |= count->row != 0;
	return counts || count->row;
}

// --- the form ---

// The linear index at the beginning of FUNCTION.
static LLVMValueRef make_linear(struct aw_unit *unit, LLVMValueRef function)
{
	LLVMTypeRef type = LLVMInt32TypeInContext(unit->context);
	aw_llvm_at(unit->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
	LLVMValueRef warp = aw_llvm_ask(unit->builder, unit->module, "llvm.nvvm.read.ptx.sreg.warpid");
	LLVMValueRef lane = aw_llvm_ask(unit->builder, unit->module, "llvm.nvvm.read.ptx.sreg.laneid");
	aw_llvm_set_range(lane, 0, WARP);
	aw_llvm_set_range(warp, 0, AW_CPU_MAX_THREADS / WARP);
	LLVMValueRef first = LLVMBuildShl(unit->builder, warp, LLVMConstInt(type, WARP_BITS, false), "");
	return LLVMBuildAdd(unit->builder, first, lane, "");
}

// Puts VALUE, of 32 bits, in the place of what FUNCTION reads in the register NAME.
static void replace_register(LLVMValueRef function, const char *name, LLVMValueRef value)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
			if (!strcmp(aw_intrinsic_register(instruction), name))
				aw_llvm_replace(instruction, value);
}

static void replace_sums(struct aw_unit *unit, LLVMValueRef function, LLVMValueRef linear)
{
	bool plane;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block) {
			if (!is_linear(instruction, &plane))
				continue;
			aw_llvm_at(unit->builder, instruction);
			aw_llvm_replace(instruction, LLVMBuildIntCast2(unit->builder, linear, LLVMTypeOf(instruction), false, ""));
		}
}

void aw_simd_use_linear(struct aw_unit *unit, LLVMValueRef function, const struct aw_simd_count *count)
{
	LLVMTypeRef type = LLVMInt32TypeInContext(unit->context);
	LLVMValueRef linear = make_linear(unit, function);
	assert(count->row < WARP && !(count->row & (count->row - 1)) && (count->plane || !count->row));
	replace_sums(unit, function, linear);
	if (count->plane) {
		replace_register(function, "tid.z", LLVMConstNull(type));
		replace_register(function, "ntid.z", LLVMConstInt(type, 1, false));
	}
	if (!count->row)
		return;
	LLVMValueRef bits = LLVMConstInt(type, (unsigned)__builtin_ctz(count->row), false);
	LLVMValueRef low = LLVMConstInt(type, count->row - 1, false);
	aw_llvm_at(unit->builder, LLVMGetNextInstruction(linear));
	LLVMValueRef x = LLVMBuildAnd(unit->builder, linear, low, ""), y = LLVMBuildLShr(unit->builder, linear, bits, "");
	replace_register(function, "tid.x", x);
	replace_register(function, "tid.y", y);
}
