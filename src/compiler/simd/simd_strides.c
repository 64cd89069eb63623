// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strides that are parameters, as those of BLAS and of convolutions are:
//
//     if (i < n) y[i * incy] += a * x[i * incx];
//
// The lanes of a gang gather and scatter then, and nearly every launch passes 1, where they would load and store rows.  So such a kernel
// has a form more, for the launches in which all its strides are 1: the runtime looks at the arguments as it looks at the block
// (struct aw_cpu_variant, `ones`).  It is the versioning of loops for symbolic strides, as in LLVM's LoopAccessAnalysis, with the
// test once a launch.
//
// A stride is an integer that is only added and multiplied: what is compared with something is a size, as the n in a[i * n + k], of
// which no launch passes 1.  It is multiplied by what goes up with threadIdx.x, and accesses are at what comes of that.
#include "simd_strides.h"

#include <assert.h>
#include <string.h>

#include "simd.h"

enum { DEEP = 10 }; // operations from threadIdx.x to the product, and from there to the address

// Whether VALUE is that of the thread before and one more, at least where no row of a matrix ends between them.
static bool goes_up_with_x(LLVMValueRef value, unsigned depth)
{
	if (depth > DEEP || !LLVMIsAInstruction(value))
		return false;
	if (!strcmp(aw_intrinsic_register(value), "tid.x"))
		return true;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAdd:
	case LLVMOr:
		return goes_up_with_x(LLVMGetOperand(value, 0), depth + 1) || goes_up_with_x(LLVMGetOperand(value, 1), depth + 1);
	case LLVMSub:
	case LLVMAnd:
	case LLVMURem:
	case LLVMSRem:
	case LLVMSExt:
	case LLVMZExt:
	case LLVMTrunc:
	case LLVMFreeze:
		return goes_up_with_x(LLVMGetOperand(value, 0), depth + 1);
	case LLVMSelect: // a remainder by what may be 0 (lower_semantics.c)
		return goes_up_with_x(LLVMGetOperand(value, 1), depth + 1) || goes_up_with_x(LLVMGetOperand(value, 2), depth + 1);
	case LLVMPHI: // the counter of a loop with a grid's stride
		for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
			if (goes_up_with_x(LLVMGetIncomingValue(value, i), depth + DEEP / 2))
				return true;
		return false;
	default:
		return false;
	}
}

// Whether an access is at a place that is VALUE, or VALUE and something more.
static bool is_place(LLVMValueRef value, unsigned depth)
{
	if (depth > DEEP)
		return false;
	AW_FOR_USES(use, value) {
		LLVMValueRef user = LLVMGetUser(use);
		switch (LLVMGetInstructionOpcode(user)) {
		case LLVMLoad:
			return true;
		case LLVMStore:
			if (LLVMGetOperand(user, 1) == value)
				return true;
			break;
		case LLVMAdd:
		case LLVMSub:
		case LLVMSExt:
		case LLVMZExt:
		case LLVMGetElementPtr:
		case LLVMPHI:
			if (is_place(user, depth + 1))
				return true;
			break;
		default:
			break;
		}
	}
	return false;
}

// Whether VALUE, a parameter or one that is widened, is nothing but added and multiplied.  *FOUND: it is a stride somewhere.
static bool is_stride(LLVMValueRef value, bool *found)
{
	AW_FOR_USES(use, value) {
		LLVMValueRef user = LLVMGetUser(use);
		switch (LLVMGetInstructionOpcode(user)) {
		case LLVMSExt:
		case LLVMZExt:
			if (!is_stride(user, found))
				return false;
			break;
		case LLVMMul:
			*found |= goes_up_with_x(aw_llvm_other_operand(user, value), 0) && is_place(user, 0);
			break;
		case LLVMAdd:
		case LLVMSub:
		case LLVMShl:
		case LLVMGetElementPtr:
			break;
		default:
			return false;
		}
	}
	return true;
}

uint32_t aw_simd_find_strides(LLVMValueRef function)
{
	uint32_t strides = 0;
	for (unsigned i = 0; i < LLVMCountParams(function) && i < AW_CPU_VARIANT_PARAMETERS; i++) {
		LLVMValueRef parameter = LLVMGetParam(function, i);
		bool integer = LLVMGetTypeKind(LLVMTypeOf(parameter)) == LLVMIntegerTypeKind, found = false;
		if (integer && is_stride(parameter, &found) && found)
			strides |= 1u << i;
	}
	return strides;
}

void aw_simd_use_unit_strides(LLVMValueRef function, uint32_t strides)
{
	assert(strides && (LLVMCountParams(function) >= AW_CPU_VARIANT_PARAMETERS || !(strides >> LLVMCountParams(function))));
	for (unsigned i = 0; i < AW_CPU_VARIANT_PARAMETERS; i++)
		if (strides >> i & 1)
			LLVMReplaceAllUsesWith(LLVMGetParam(function, i), LLVMConstInt(LLVMTypeOf(LLVMGetParam(function, i)), 1, false));
}
