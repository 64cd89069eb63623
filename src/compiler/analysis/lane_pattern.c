// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that differ from lane to lane by constants, though not by one stride: `t & 3`, `t / 4 * 16 + t % 4`, as the
// butterflies of transforms and the tiles of matrices have them.  A gang begins at a multiple of its width, so the low
// bits of a thread's index are the lane's.  While it is found, a pattern is a value that all lanes share, a multiple of a power of two,
// and what each lane adds.  Where all of that is less than the power, adding is setting bits: then masks and shifts go through.
//
// An index is widened only where no lane's value reaches half the range, or the offsets only set bits, or it is a sum of such that is
// promised not to wrap.
#include "lane_pattern.h"

#include <assert.h>

#include "shape_rules.h"

enum { DEPTH = 10, ZERO = 64 };

struct finder {
	const struct aw_uniformity *uniformity;
	uint32_t width;
};

static unsigned bits_of(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 64;
}

static unsigned zeros_of(int64_t number)
{
	return number ? (unsigned)__builtin_ctzll((uint64_t)number) : ZERO;
}

static unsigned lower(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

// Offsets are kept as signed numbers of BITS bits.
static int64_t wrapped(int64_t number, unsigned bits)
{
	return aw_llvm_sign_extended((uint64_t)number, bits);
}

// Whether the offsets are bits that the value shared by all lanes doesn't have.
static bool only_sets_bits(const struct finder *f, const struct aw_lane_pattern *p)
{
	for (uint32_t i = 0; i < f->width; i++)
		if (p->offsets[i] < 0 || (p->aligned < 63 && p->offsets[i] >> p->aligned))
			return false;
	return true;
}

static bool find(const struct finder *f, LLVMValueRef value, unsigned depth, struct aw_lane_pattern *p);

static void add(const struct finder *f, struct aw_lane_pattern *p, const struct aw_lane_pattern *more, int64_t factor,
                unsigned bits)
{
	for (uint32_t i = 0; i < f->width; i++) {
		uint64_t sum = (uint64_t)p->offsets[i] + (uint64_t)more->offsets[i] * (uint64_t)factor;
		p->offsets[i] = wrapped((int64_t)sum, bits);
	}
	unsigned aligned = more->aligned == ZERO ? ZERO : lower(more->aligned + zeros_of(factor), ZERO - 1);
	p->aligned = lower(p->aligned, aligned);
}

static bool find_sum(const struct finder *f, LLVMValueRef value, unsigned depth, int64_t sign, struct aw_lane_pattern *p)
{
	struct aw_lane_pattern other;
	if (!find(f, LLVMGetOperand(value, 0), depth, p) || !find(f, LLVMGetOperand(value, 1), depth, &other))
		return false;
	add(f, p, &other, sign, bits_of(value));
	return true;
}

static bool find_multiple(const struct finder *f, LLVMValueRef value, unsigned depth, int64_t factor,
                          struct aw_lane_pattern *p)
{
	struct aw_lane_pattern one;
	if (!find(f, LLVMGetOperand(value, 0), depth, &one))
		return false;
	*p = (struct aw_lane_pattern){ .aligned = ZERO };
	add(f, p, &one, factor, bits_of(value));
	return true;
}

// VALUE is an operation on bits with the constant NUMBER.
static bool find_bits(const struct finder *f, LLVMValueRef value, unsigned depth, int64_t number, struct aw_lane_pattern *p)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	if (!find(f, LLVMGetOperand(value, 0), depth, p) || !only_sets_bits(f, p))
		return false;
	bool known = p->aligned == ZERO;
	int64_t low = p->aligned < 63 ? ((int64_t)1 << p->aligned) - 1 : known ? -1 : INT64_MAX; // bits of the offsets
	for (uint32_t i = 0; i < f->width; i++)
		p->offsets[i] = opcode == LLVMAnd  ? p->offsets[i] & number
		                : opcode == LLVMOr ? p->offsets[i] | (number & low)
		                                   : p->offsets[i] >> number;
	if (opcode == LLVMAnd)
		p->aligned = number >= 0 && !(number & ~low) ? ZERO : p->aligned;
	else if (opcode == LLVMLShr)
		p->aligned = known ? ZERO : p->aligned > (unsigned)number ? p->aligned - (unsigned)number : 0;
	return true;
}

// NARROW, widened to BITS.  All lanes run, so a sum of which is promised that it doesn't wrap is that of its operands, widened.
static bool find_widened(const struct finder *f, LLVMValueRef narrow, bool is_signed, unsigned bits, unsigned depth,
                         struct aw_lane_pattern *p)
{
	unsigned own = bits_of(narrow);
	bool low = own < 64 && aw_bounds_highest(narrow) < (uint64_t)1 << (own - 1);
	if (find(f, narrow, depth, p) && (low || only_sets_bits(f, p))) {
		for (uint32_t i = 1; i < f->width; i++)
			p->offsets[i] = p->offsets[0] + wrapped((int64_t)((uint64_t)p->offsets[i] - (uint64_t)p->offsets[0]), own);
		return true;
	}
	bool subtracts = aw_llvm_is_op(narrow, LLVMSub), sums = subtracts || aw_llvm_is_op(narrow, LLVMAdd);
	struct aw_lane_pattern other;
	if (!depth || !sums || !LLVMIsAInstruction(narrow) || !aw_llvm_never_wraps(narrow, is_signed) ||
	    !find_widened(f, LLVMGetOperand(narrow, 0), is_signed, bits, depth - 1, p) ||
	    !find_widened(f, LLVMGetOperand(narrow, 1), is_signed, bits, depth - 1, &other))
		return false;
	add(f, p, &other, subtracts ? -1 : 1, bits);
	return true;
}

// Adds the step that operand NUMBER of the address VALUE is, to an element or a member of INSIDE.
static bool add_step(const struct finder *f, LLVMValueRef value, unsigned number, LLVMTypeRef inside, unsigned depth,
                     struct aw_lane_pattern *p)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(aw_llvm_function_of(value)));
	LLVMValueRef index = LLVMGetOperand(value, number);
	LLVMTypeRef counted = aw_llvm_counted_type(value, number);
	struct aw_lane_pattern one = { .aligned = ZERO };
	if (!counted) {
		int64_t offset = (int64_t)LLVMOffsetOfElement(layout, inside, (unsigned)LLVMConstIntGetZExtValue(index));
		for (uint32_t i = 0; i < f->width; i++)
			one.offsets[i] = offset;
		add(f, p, &one, 1, 64);
		return true;
	}
	bool uniform = aw_shape_is_uniform(aw_uniformity_shape(f->uniformity, index)), wide = bits_of(index) == 64;
	if (uniform && !wide)
		one.aligned = 0;
	else if (!wide || !find(f, index, depth, &one))
		return false;
	add(f, p, &one, (int64_t)LLVMABISizeOfType(layout, counted), 64);
	return true;
}

static bool find_address(const struct finder *f, LLVMValueRef value, unsigned depth, struct aw_lane_pattern *p)
{
	LLVMTypeRef inside = LLVMGetGEPSourceElementType(value);
	if (!find(f, LLVMGetOperand(value, 0), depth, p))
		return false;
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(value); i++) {
		if (!add_step(f, value, i, inside, depth, p))
			return false;
		LLVMTypeRef counted = aw_llvm_counted_type(value, i);
		inside = counted ? counted : LLVMStructGetTypeAtIndex(inside, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(value, i)));
	}
	return true;
}

static bool find_instruction(const struct finder *f, LLVMValueRef value, unsigned depth, struct aw_lane_pattern *p)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	int64_t number = 0;
	bool constant = LLVMIsABinaryOperator(value) && aw_llvm_constant(LLVMGetOperand(value, 1), &number);
	bool shift = constant && number >= 0 && number < (int64_t)bits_of(value);
	switch (opcode) {
	case LLVMAdd: return find_sum(f, value, depth, 1, p);
	case LLVMSub: return find_sum(f, value, depth, -1, p);
	case LLVMMul: return constant && find_multiple(f, value, depth, number, p);
	case LLVMShl: return shift && number < 63 && find_multiple(f, value, depth, (int64_t)1 << number, p);
	case LLVMAnd: return constant && find_bits(f, value, depth, number, p);
	case LLVMLShr: return shift && find_bits(f, value, depth, number, p);
	case LLVMOr:
		// All lanes run, so what is promised of their values holds.
		if (LLVMGetIsDisjoint(value))
			return find_sum(f, value, depth, 1, p);
		return constant && find_bits(f, value, depth, number, p);
	case LLVMZExt: case LLVMSExt:
		return find_widened(f, LLVMGetOperand(value, 0), opcode == LLVMSExt, bits_of(value), depth, p);
	case LLVMTrunc:
		return find_multiple(f, value, depth, 1, p);
	case LLVMGetElementPtr:
		return find_address(f, value, depth, p);
	default:
		return false;
	}
}

static bool find(const struct finder *f, LLVMValueRef value, unsigned depth, struct aw_lane_pattern *p)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
	struct aw_shape shape = aw_uniformity_shape(f->uniformity, value);
	if ((kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind) || bits_of(value) > 64)
		return false;
	if (shape.kind != AW_SHAPE_VARYING) {
		int64_t stride = shape.kind == AW_SHAPE_STRIDED ? shape.stride : 0, number = 0;
		bool known = kind == LLVMIntegerTypeKind && aw_llvm_constant(value, &number);
		for (uint32_t i = 0; i < f->width; i++)
			p->offsets[i] = wrapped((int64_t)((uint64_t)stride * i + (uint64_t)number), bits_of(value));
		bool begins = kind == LLVMPointerTypeKind && aw_shape_is_uniform(shape);
		p->aligned = known ? ZERO : lower(begins ? ZERO : shape.aligned, ZERO - 1);
		return true;
	}
	return depth && LLVMIsAInstruction(value) && find_instruction(f, value, depth - 1, p);
}

bool aw_lane_pattern_find(const struct aw_uniformity *uniformity, LLVMValueRef value, struct aw_lane_pattern *pattern)
{
	struct finder finder = { uniformity, uniformity->gang.width };
	assert(finder.width <= AW_CPU_WARP_SIZE);
	if (!find(&finder, value, DEPTH, pattern))
		return false;
	pattern->rest = pattern->offsets[0];
	for (uint32_t i = 0; i < finder.width; i++)
		pattern->offsets[i] = wrapped((int64_t)((uint64_t)pattern->offsets[i] - (uint64_t)pattern->rest), bits_of(value));
	return true;
}
