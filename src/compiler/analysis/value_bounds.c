// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds of integers from the operations that make them: a mask, a shift, a remainder, the index of a
// thread in its block.  It looks a few operations deep and knows nothing of branches.  What it says holds for the
// bits that an operation gives in any lane, also one that doesn't take part; flags (nuw, nsw) are not used.
#include <assert.h>
#include <string.h>

#include "shape_rules.h"

// How many operations deep it looks; a phi has several operands at each.
enum { DEPTH = 6 };

static unsigned width_of(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 64;
}

static uint64_t all_ones(unsigned bits)
{
	return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

// What CUDA bounds by its limits (CUDA C++ Programming Guide, "Compute Capabilities").
static const struct {
	const char *support;
	uint64_t highest;
} limits[] = {
	{ "aw_cpu_tid_x", 1023 },
	{ "aw_cpu_tid_y", 1023 },
	{ "aw_cpu_tid_z", 1023 },
	{ "aw_cpu_ntid_x", 1024 },
	{ "aw_cpu_ntid_y", 1024 },
	{ "aw_cpu_ntid_z", 1024 },
	{ "aw_cpu_ctaid_y", 65534 },
	{ "aw_cpu_ctaid_z", 65534 },
	{ "aw_cpu_nctaid_y", 65535 },
	{ "aw_cpu_nctaid_z", 65535 },
	{ "aw_cpu_laneid", 31 },
	{ "aw_cpu_lane_index", 31 },
	{ "aw_cpu_warpid", 31 },
	{ "aw_cpu_nwarpid", 32 },
	{ "aw_cpu_warpsize", 32 },
};

static uint64_t highest(LLVMValueRef value, unsigned depth);

static uint64_t highest_of_call(LLVMValueRef call, uint64_t most, unsigned depth)
{
	const struct aw_intrinsic *row = aw_intrinsic_of(call);
	for (size_t i = 0; row && i < sizeof(limits) / sizeof(*limits); i++)
		if (!strcmp(limits[i].support, row->support))
			return limits[i].highest;
	LLVMValueRef callee = aw_llvm_callee(call);
	if (callee && aw_starts_with(aw_llvm_name(callee), "llvm.umin.")) {
		uint64_t a = highest(LLVMGetOperand(call, 0), depth), b = highest(LLVMGetOperand(call, 1), depth);
		return a < b ? a : b;
	}
	return most;
}

static uint64_t highest_of_phi(LLVMValueRef phi, uint64_t most, unsigned depth)
{
	uint64_t result = 0;
	for (unsigned i = 0; i < LLVMCountIncoming(phi) && result < most; i++) {
		uint64_t one = highest(LLVMGetIncomingValue(phi, i), depth);
		result = one > result ? one : result;
	}
	return result;
}

static bool reads(LLVMValueRef value, const char *support)
{
	const struct aw_intrinsic *row = LLVMIsAInstruction(value) ? aw_intrinsic_of(value) : NULL;
	return row && !strcmp(row->support, support);
}

static bool is_product_of(LLVMValueRef value, const char *a, const char *b)
{
	if (!aw_llvm_is_op(value, LLVMMul) || !LLVMIsAInstruction(value))
		return false;
	LLVMValueRef left = LLVMGetOperand(value, 0), right = LLVMGetOperand(value, 1);
	return (reads(left, a) && reads(right, b)) || (reads(left, b) && reads(right, a));
}

// Whether VALUE is blockIdx * blockDim + threadIdx, the first two alone, or blockDim * gridDim, in one dimension.  A
// grid that runs in gangs has fewer than 2^31 threads in each (AW_CPU_MOST_THREADS), so none of them overflows.
static bool is_global_index(LLVMValueRef value)
{
	static const struct {
		const char *block, *size, *grid, *thread;
	} dimensions[] = {
		{ "aw_cpu_ctaid_x", "aw_cpu_ntid_x", "aw_cpu_nctaid_x", "aw_cpu_tid_x" },
		{ "aw_cpu_ctaid_y", "aw_cpu_ntid_y", "aw_cpu_nctaid_y", "aw_cpu_tid_y" },
		{ "aw_cpu_ctaid_z", "aw_cpu_ntid_z", "aw_cpu_nctaid_z", "aw_cpu_tid_z" },
	};
	bool sum = LLVMIsAInstruction(value) && aw_llvm_is_op(value, LLVMAdd);
	for (size_t d = 0; d < 3; d++) {
		const char *block = dimensions[d].block, *size = dimensions[d].size;
		if (is_product_of(value, block, size) || is_product_of(value, size, dimensions[d].grid))
			return true;
		for (unsigned i = 0; sum && i < 2; i++)
			if (is_product_of(LLVMGetOperand(value, i), block, size) &&
			    reads(LLVMGetOperand(value, 1 - i), dimensions[d].thread))
				return true;
	}
	return false;
}

// Of an operation on two integers.
static uint64_t highest_of_two(LLVMValueRef value, uint64_t most, unsigned depth)
{
	uint64_t a = highest(LLVMGetOperand(value, 0), depth), b = highest(LLVMGetOperand(value, 1), depth), sum;
	int64_t number = 0;
	bool constant = aw_llvm_constant(LLVMGetOperand(value, 1), &number);
	bool shift = constant && number >= 0 && number < 64;
	if (most > INT32_MAX && is_global_index(value))
		return AW_CPU_MOST_THREADS + AW_CPU_WARP_SIZE;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAdd:
		return __builtin_add_overflow(a, b, &sum) || sum > most ? most : sum;
	case LLVMSub:
		// From a constant that is never less than what is taken away.
		return LLVMIsAConstantInt(LLVMGetOperand(value, 0)) && b <= a ? a : most;
	case LLVMMul:
		return __builtin_mul_overflow(a, b, &sum) || sum > most ? most : sum;
	case LLVMShl:
		return shift && a <= most >> number ? a << number : most;
	case LLVMLShr:
		return shift ? a >> number : a;
	case LLVMAShr: // the same of a number that is never negative
		return shift && a <= most >> 1 ? a >> number : most;
	case LLVMAnd:
		return a < b ? a : b;
	case LLVMOr:
	case LLVMXor:
		return a | b ? UINT64_MAX >> __builtin_clzll(a | b) : 0;
	case LLVMUDiv:
		return constant && number > 0 ? a / (uint64_t)number : a;
	case LLVMSDiv:
		return constant && number > 0 && a <= most >> 1 ? a / (uint64_t)number : most;
	case LLVMURem:
		return constant && number > 0 && a >= (uint64_t)number ? (uint64_t)number - 1 : a;
	default:
		return most;
	}
}

static uint64_t highest(LLVMValueRef value, unsigned depth)
{
	unsigned bits = width_of(value);
	uint64_t most = all_ones(bits), result;
	if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind || bits > 64)
		return UINT64_MAX;
	if (LLVMIsAConstantInt(value))
		return LLVMConstIntGetZExtValue(value);
	if (!depth || !LLVMIsAInstruction(value))
		return most;
	depth--;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMCall:
		return highest_of_call(value, most, depth);
	case LLVMPHI:
		return highest_of_phi(value, most, depth);
	case LLVMZExt:
		return highest(LLVMGetOperand(value, 0), depth);
	case LLVMSExt:
		result = highest(LLVMGetOperand(value, 0), depth);
		return result <= all_ones(width_of(LLVMGetOperand(value, 0)) - 1) ? result : most;
	case LLVMTrunc:
		result = highest(LLVMGetOperand(value, 0), depth);
		return result < most ? result : most;
	case LLVMFreeze:
		return highest(LLVMGetOperand(value, 0), depth);
	case LLVMSelect:
		result = highest(LLVMGetOperand(value, 1), depth);
		most = highest(LLVMGetOperand(value, 2), depth);
		return result > most ? result : most;
	default:
		return LLVMIsABinaryOperator(value) ? highest_of_two(value, most, depth) : most;
	}
}

uint64_t aw_bounds_highest(LLVMValueRef value)
{
	return highest(value, DEPTH);
}

static void signed_interval(LLVMValueRef value, unsigned depth, int64_t *low, int64_t *high)
{
	unsigned bits = width_of(value);
	int64_t most = (int64_t)all_ones(bits - 1), a_low, a_high, b_low, b_high;
	uint64_t top = highest(value, depth);
	assert(bits >= 1 && bits <= 64);
	*low = top <= (uint64_t)most ? 0 : -most - 1;
	*high = top <= (uint64_t)most ? (int64_t)top : most;
	if (aw_llvm_constant(value, low))
		*high = *low;
	if (*low >= 0 || !depth || !LLVMIsAInstruction(value))
		return;
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	if (opcode == LLVMSExt)
		signed_interval(LLVMGetOperand(value, 0), depth - 1, low, high);
	if (opcode != LLVMAdd && opcode != LLVMSub)
		return;
	signed_interval(LLVMGetOperand(value, 0), depth - 1, &a_low, &a_high);
	signed_interval(LLVMGetOperand(value, 1), depth - 1, &b_low, &b_high);
	bool minus = opcode == LLVMSub, over = false;
	int64_t sum_low, sum_high;
	over |= minus ? __builtin_sub_overflow(a_low, b_high, &sum_low) : __builtin_add_overflow(a_low, b_low, &sum_low);
	over |= minus ? __builtin_sub_overflow(a_high, b_low, &sum_high) : __builtin_add_overflow(a_high, b_high, &sum_high);
	if (over || sum_low < -most - 1 || sum_high > most)
		return;
	*low = sum_low;
	*high = sum_high;
}

void aw_bounds_signed(LLVMValueRef value, int64_t *low, int64_t *high)
{
	signed_interval(value, DEPTH, low, high);
}
