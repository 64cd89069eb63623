// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes from shapes, after the affine rules of R. Karrenberg and S. Hack, "Improving Performance of OpenCL
// on CPUs" (2012): sums, products with constants and casts of strided values are strided, all else that has a
// strided operand is varying, and what has uniform operands only is uniform.
//
// Beyond these there are the rules of low bits.  When lane 0's value is a multiple of 2^a and (W-1) * stride is
// less than 2^e, e <= a, then the bits from e on are the same in all lanes and the bits below are i * stride.  Thus
// x / 32, x & ~31 and x < 64 are uniform and x & 31 is strided, and no lane wraps.  Thread indices begin at
// multiples of W in a gang, so warp-level code depends on it.
#include "shape_rules.h"

#include <assert.h>
#include <string.h>

#include "../../base/vec.h"

static const struct aw_shape varying = { .kind = AW_SHAPE_VARYING };

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static unsigned zeros_below(uint64_t number)
{
	return number ? (unsigned)__builtin_ctzll(number) : AW_SHAPE_ZERO;
}

static uint64_t low_bits(unsigned count)
{
	return count >= 64 ? UINT64_MAX : ((uint64_t)1 << count) - 1;
}

// The bits of an integer or pointer that can be strided, else 0.
static unsigned width_of(LLVMTypeRef type)
{
	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
		return 64;
	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64)
		return 0;
	return LLVMGetIntTypeWidth(type);
}

static struct aw_shape uniform(unsigned kind, unsigned aligned)
{
	return (struct aw_shape){ .kind = (uint8_t)kind, .aligned = (uint8_t)least(aligned, AW_SHAPE_ZERO) };
}

// Strided in a type of BITS bits: the stride is as good as any that is the same modulo 2^BITS.  An i1 has
// nothing from being strided, nor a consumer that knows it.
static struct aw_shape strided(uint64_t stride, unsigned aligned, unsigned bits)
{
	struct aw_shape shape = uniform(AW_SHAPE_STRIDED, aligned);
	shape.stride = aw_llvm_sign_extended(stride, bits);
	if (!shape.stride)
		return uniform(AW_SHAPE_GANG, aligned);
	return bits > 1 ? shape : varying;
}

// The shape of a linear function of A and B, whose stride would be STRIDE.
static struct aw_shape linear(struct aw_shape a, struct aw_shape b, uint64_t stride, unsigned aligned, unsigned bits)
{
	if (a.kind == AW_SHAPE_UNSEEN || b.kind == AW_SHAPE_UNSEEN)
		return (struct aw_shape){ 0 };
	if (a.kind == AW_SHAPE_VARYING || b.kind == AW_SHAPE_VARYING)
		return varying;
	if (a.kind == AW_SHAPE_STRIDED || b.kind == AW_SHAPE_STRIDED)
		return strided(stride, aligned, bits);
	return uniform(a.kind > b.kind ? a.kind : b.kind, aligned);
}

struct aw_shape aw_shape_join(struct aw_shape a, struct aw_shape b)
{
	if (a.kind == AW_SHAPE_UNSEEN || b.kind == AW_SHAPE_UNSEEN)
		return a.kind == AW_SHAPE_UNSEEN ? b : a;
	if (a.stride != b.stride)
		return varying;
	struct aw_shape shape = a.kind > b.kind ? a : b;
	shape.aligned = (uint8_t)least(a.aligned, b.aligned);
	return shape;
}

// An operand's shape.  What is undefined is the same for all lanes here: the other operands might not be.
static struct aw_shape operand(const struct aw_uniformity *uniformity, LLVMValueRef value, unsigned index)
{
	LLVMValueRef of = LLVMGetOperand(value, index);
	if (LLVMIsUndef(of))
		return uniform(AW_SHAPE_CONSTANT, 0);
	return aw_uniformity_shape(uniformity, of);
}

// As uniform as the operands FIRST to END - 1; none of them can be strided usefully.
static struct aw_shape from_inputs(const struct aw_uniformity *uniformity, LLVMValueRef value, unsigned first, unsigned end)
{
	struct aw_shape result = uniform(AW_SHAPE_CONSTANT, 0);
	bool unseen = false;
	for (unsigned i = first; i < end; i++) {
		struct aw_shape shape = operand(uniformity, value, i);
		unseen |= shape.kind == AW_SHAPE_UNSEEN;
		if (!aw_shape_is_uniform(shape))
			return varying;
		result.kind = shape.kind > result.kind ? shape.kind : result.kind;
	}
	return unseen ? (struct aw_shape){ 0 } : result;
}

static struct aw_shape from_all(const struct aw_uniformity *uniformity, LLVMValueRef value)
{
	return from_inputs(uniformity, value, 0, (unsigned)LLVMGetNumOperands(value));
}

// --- low bits ---

// The number of low bits in which the lanes of a strided value differ, or more than 64 when there is no
// such number: lane 0's bits below it are 0, and no carry leaves them.
static unsigned differing_bits(const struct aw_uniformity *uniformity, struct aw_shape shape)
{
	enum { NO = 65 };
	uint64_t reach;
	if (shape.kind != AW_SHAPE_STRIDED || shape.stride < 0 ||
	    __builtin_mul_overflow((uint64_t)shape.stride, uniformity->gang.width - 1, &reach))
		return NO;
	unsigned bits = reach ? 64 - (unsigned)__builtin_clzll(reach) : 0;
	return bits <= shape.aligned ? bits : NO;
}

// Applies and, or or xor to the lanes' low bits.
static uint64_t apply(LLVMOpcode opcode, uint64_t a, uint64_t b)
{
	return opcode == LLVMAnd ? a & b : opcode == LLVMOr ? a | b : a ^ b;
}

// A strided value and, or, xor a constant: the result is linear when it is so in the bits that differ.
static struct aw_shape bits_with_constant(const struct aw_uniformity *uniformity, LLVMOpcode opcode, struct aw_shape shape,
                                          uint64_t constant, unsigned bits)
{
	unsigned differing = differing_bits(uniformity, shape);
	unsigned aligned = least(shape.aligned, zeros_below(constant));
	if (opcode == LLVMAnd)
		aligned = zeros_below(constant) > shape.aligned ? zeros_below(constant) : shape.aligned;
	if (opcode == LLVMXor && aw_llvm_sign_extended(constant, bits) == -1)
		return strided(-(uint64_t)shape.stride, aligned, bits);
	if (differing > bits)
		return varying;
	constant &= low_bits(differing);
	uint64_t first = apply(opcode, 0, constant), step = apply(opcode, (uint64_t)shape.stride, constant) - first;
	for (uint64_t lane = 2; lane < uniformity->gang.width; lane++)
		if (apply(opcode, lane * (uint64_t)shape.stride, constant) != first + lane * step)
			return varying;
	return strided(step, aligned, bits);
}

// Whether all lanes' bits of the or's operands A and B are disjoint: one has zeros where the other, which
// is small, has its bits.
static bool is_disjoint(LLVMValueRef small, struct aw_shape a)
{
	unsigned zeros = least(a.aligned, a.stride ? zeros_below((uint64_t)a.stride) : AW_SHAPE_ZERO);
	return LLVMGetTypeKind(LLVMTypeOf(small)) == LLVMIntegerTypeKind && aw_bounds_highest(small) <= low_bits(zeros);
}

static struct aw_shape bitwise(const struct aw_uniformity *uniformity, LLVMValueRef value, unsigned bits)
{
	struct aw_shape a = operand(uniformity, value, 0), b = operand(uniformity, value, 1);
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	LLVMValueRef left = LLVMGetOperand(value, 0), right = LLVMGetOperand(value, 1);
	if (a.kind == AW_SHAPE_STRIDED && LLVMIsAConstantInt(right))
		return bits_with_constant(uniformity, opcode, a, LLVMConstIntGetZExtValue(right), bits);
	bool one_strided = a.kind == AW_SHAPE_STRIDED || b.kind == AW_SHAPE_STRIDED;
	unsigned aligned = least(a.aligned, b.aligned);
	if (opcode == LLVMAnd)
		aligned = a.aligned > b.aligned ? a.aligned : b.aligned;
	if (one_strided && a.kind != AW_SHAPE_UNSEEN && b.kind != AW_SHAPE_UNSEEN &&
	    (opcode == LLVMAnd || (!is_disjoint(right, a) && !is_disjoint(left, b))))
		return varying;
	return linear(a, b, (uint64_t)a.stride + (uint64_t)b.stride, aligned, bits);
}

bool aw_uniformity_never_wraps(const struct aw_uniformity *uniformity, LLVMValueRef value, bool is_signed)
{
	struct aw_shape shape = aw_uniformity_shape(uniformity, value);
	unsigned bits = width_of(LLVMTypeOf(value));
	assert(bits > 0);
	if (shape.kind != AW_SHAPE_STRIDED)
		return true;
	// No carry leaves the low bits; the sign is not among them.
	if (differing_bits(uniformity, shape) < bits)
		return true;
	// An alike sum with a constant that goes on from such bits: x + 3 where x is a multiple of 64.
	int64_t offset = 0;
	if (aw_llvm_is_op(value, LLVMAdd) && aw_llvm_constant(LLVMGetOperand(value, 1), &offset) && offset > 0 &&
	    shape.stride > 0 && offset < INT32_MAX && shape.stride < INT32_MAX) {
		struct aw_shape rest = operand(uniformity, value, 0);
		uint64_t reach = (uint64_t)offset + (uint64_t)shape.stride * (uniformity->gang.width - 1);
		if (reach <= low_bits(least(rest.aligned, bits - 1)))
			return true;
	}
	// Neighbours that wrapped would be further from one another than the bounds are.
	uint64_t step = shape.stride < 0 ? -(uint64_t)shape.stride : (uint64_t)shape.stride, range = aw_bounds_highest(value);
	if (is_signed) {
		int64_t low, high;
		aw_bounds_signed(value, &low, &high);
		range = (uint64_t)high - (uint64_t)low;
	}
	return step <= low_bits(bits) - range && range <= low_bits(bits);
}

// --- arithmetic ---

static struct aw_shape product(struct aw_shape a, struct aw_shape b, LLVMValueRef factor, unsigned bits)
{
	unsigned aligned = (unsigned)a.aligned + b.aligned;
	int64_t number = 0;
	bool one_strided = a.kind == AW_SHAPE_STRIDED || b.kind == AW_SHAPE_STRIDED;
	if (one_strided && !aw_llvm_constant(factor, &number))
		return b.kind == AW_SHAPE_UNSEEN ? b : varying;
	return linear(a, b, (uint64_t)a.stride * (uint64_t)number, aligned, bits);
}

// VALUE's operand 0 shifted right by COUNT, or divided by 2^COUNT.
static struct aw_shape shifted_right(const struct aw_uniformity *uniformity, LLVMValueRef value, unsigned count, bool is_signed,
                                     unsigned bits)
{
	struct aw_shape shape = operand(uniformity, value, 0);
	unsigned aligned = shape.aligned == AW_SHAPE_ZERO ? AW_SHAPE_ZERO : shape.aligned > count ? shape.aligned - count : 0;
	if (shape.kind != AW_SHAPE_STRIDED) {
		shape.aligned = (uint8_t)aligned;
		return shape;
	}
	if (differing_bits(uniformity, shape) <= count)
		return uniform(AW_SHAPE_GANG, aligned);
	if (!(shape.stride & (int64_t)low_bits(count)) &&
	    aw_uniformity_never_wraps(uniformity, LLVMGetOperand(value, 0), is_signed))
		return strided((uint64_t)(shape.stride >> count), aligned, bits);
	return varying;
}

// A shift to the right by a constant, or a division or remainder that is one or a mask.
static struct aw_shape right(const struct aw_uniformity *uniformity, LLVMValueRef value, unsigned bits)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	LLVMValueRef left = LLVMGetOperand(value, 0);
	int64_t number = 0;
	if (!aw_llvm_constant(LLVMGetOperand(value, 1), &number) || number < 0)
		return from_all(uniformity, value);
	if (opcode == LLVMLShr || opcode == LLVMAShr)
		return number < bits ? shifted_right(uniformity, value, (unsigned)number, opcode == LLVMAShr, bits)
		                     : from_all(uniformity, value);
	// Of a number that is never negative these are the same with a sign and without.
	bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem;
	if (number == 0 || (number & (number - 1)) || (is_signed && aw_bounds_highest(left) > low_bits(bits - 1)))
		return from_all(uniformity, value);
	struct aw_shape shape = operand(uniformity, value, 0);
	if (opcode == LLVMUDiv || opcode == LLVMSDiv)
		return shifted_right(uniformity, value, zeros_below((uint64_t)number), false, bits);
	if (shape.kind == AW_SHAPE_STRIDED)
		return bits_with_constant(uniformity, LLVMAnd, shape, (uint64_t)number - 1, bits);
	return shape; // as aligned as it was
}

static struct aw_shape binary(const struct aw_uniformity *uniformity, LLVMValueRef value, unsigned bits)
{
	struct aw_shape a = operand(uniformity, value, 0), b = operand(uniformity, value, 1);
	unsigned aligned = least(a.aligned, b.aligned);
	int64_t number = 0;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAdd:
		return linear(a, b, (uint64_t)a.stride + (uint64_t)b.stride, aligned, bits);
	case LLVMSub:
		return linear(a, b, (uint64_t)a.stride - (uint64_t)b.stride, aligned, bits);
	case LLVMMul:
		if (LLVMIsAConstantInt(LLVMGetOperand(value, 0)))
			return product(b, a, LLVMGetOperand(value, 0), bits);
		return product(a, b, LLVMGetOperand(value, 1), bits);
	case LLVMShl:
		if (aw_llvm_constant(LLVMGetOperand(value, 1), &number) && number >= 0 && number < bits)
			return linear(a, a, (uint64_t)a.stride << number, a.aligned + (unsigned)number, bits);
		a = from_all(uniformity, value);
		a.aligned = operand(uniformity, value, 0).aligned;
		return a;
	case LLVMAnd:
	case LLVMOr:
	case LLVMXor:
		return bitwise(uniformity, value, bits);
	case LLVMLShr:
	case LLVMAShr:
	case LLVMUDiv:
	case LLVMSDiv:
	case LLVMURem:
	case LLVMSRem:
		return right(uniformity, value, bits);
	default:
		return from_all(uniformity, value);
	}
}

// --- comparisons ---

// Whether U is a multiple of 2^BITS, or with a predicate that counts U itself, one less than it.
static bool splits_evenly(LLVMIntPredicate predicate, LLVMValueRef bound, struct aw_shape shape, unsigned bits)
{
	int64_t number;
	switch (predicate) {
	case LLVMIntULT:
	case LLVMIntUGE:
	case LLVMIntSLT:
	case LLVMIntSGE:
		return shape.aligned >= bits;
	case LLVMIntULE:
	case LLVMIntUGT:
	case LLVMIntSLE:
	case LLVMIntSGT:
		return aw_llvm_constant(bound, &number) && ((uint64_t)number & low_bits(bits)) == low_bits(bits);
	default:
		return false;
	}
}

// Comparisons of strided values are varying, but for two: whether values of the same stride are equal,
// and those with a uniform bound on one side of which all lanes are, as they differ in low bits only.
static struct aw_shape comparison(const struct aw_uniformity *uniformity, LLVMValueRef value)
{
	struct aw_shape a = operand(uniformity, value, 0), b = operand(uniformity, value, 1);
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(value);
	LLVMValueRef bound = LLVMGetOperand(value, 1);
	unsigned bits = width_of(LLVMTypeOf(bound));
	if (!bits || (aw_shape_is_uniform(a) && aw_shape_is_uniform(b)) || a.kind == AW_SHAPE_UNSEEN || b.kind == AW_SHAPE_UNSEEN)
		return from_all(uniformity, value);
	if (a.kind == AW_SHAPE_STRIDED && b.kind == AW_SHAPE_STRIDED && a.stride == b.stride && predicate <= LLVMIntNE)
		return uniform(AW_SHAPE_GANG, 0);
	if (b.kind == AW_SHAPE_STRIDED) {
		struct aw_shape other = a;
		a = b;
		b = other;
		bound = LLVMGetOperand(value, 0);
		predicate = aw_llvm_turned(predicate);
	}
	unsigned differing = differing_bits(uniformity, a);
	if (aw_shape_is_uniform(b) && differing < bits && splits_evenly(predicate, bound, b, differing))
		return uniform(AW_SHAPE_GANG, 0);
	return varying;
}

// --- casts, choices and addresses ---

static struct aw_shape cast(const struct aw_uniformity *uniformity, LLVMValueRef value)
{
	LLVMValueRef from = LLVMGetOperand(value, 0);
	struct aw_shape shape = operand(uniformity, value, 0);
	unsigned before = width_of(LLVMTypeOf(from)), bits = width_of(LLVMTypeOf(value));
	if (!before || !bits)
		return from_all(uniformity, value);
	if (shape.kind != AW_SHAPE_STRIDED)
		return shape;
	if (bits > before && !aw_uniformity_never_wraps(uniformity, from, aw_llvm_is_op(value, LLVMSExt)))
		return varying;
	return strided((uint64_t)shape.stride, shape.aligned, bits);
}

static struct aw_shape choice(const struct aw_uniformity *uniformity, LLVMValueRef value)
{
	struct aw_shape condition = operand(uniformity, value, 0);
	struct aw_shape a = operand(uniformity, value, 1), b = operand(uniformity, value, 2);
	if (condition.kind == AW_SHAPE_UNSEEN)
		return condition;
	if (!aw_shape_is_uniform(condition))
		return varying;
	struct aw_shape shape = aw_shape_join(a, b);
	if (shape.kind != AW_SHAPE_UNSEEN && condition.kind > shape.kind)
		shape.kind = condition.kind;
	return shape;
}

// One step of a gep: *AT is its type before, and after.  An index that is narrower than the address is sign
// extended.
static struct aw_shape step(const struct aw_uniformity *uniformity, LLVMValueRef gep, unsigned index, LLVMTypeRef *at)
{
	LLVMTargetDataRef data = LLVMGetModuleDataLayout(LLVMGetGlobalParent(uniformity->cfg.function));
	LLVMValueRef number = LLVMGetOperand(gep, index);
	struct aw_shape shape = operand(uniformity, gep, index);
	if (index > 1 && LLVMGetTypeKind(*at) == LLVMStructTypeKind) {
		unsigned member = (unsigned)LLVMConstIntGetZExtValue(number);
		uint64_t offset = LLVMOffsetOfElement(data, *at, member);
		*at = LLVMStructGetTypeAtIndex(*at, member);
		return uniform(AW_SHAPE_CONSTANT, zeros_below(offset));
	}
	if (index > 1)
		*at = LLVMGetElementType(*at);
	uint64_t size = LLVMABISizeOfType(data, *at);
	unsigned bits = width_of(LLVMTypeOf(number));
	if (!bits || (shape.kind == AW_SHAPE_STRIDED && bits < 64 && !aw_uniformity_never_wraps(uniformity, number, true)))
		return varying;
	return linear(shape, shape, (uint64_t)shape.stride * size, shape.aligned + zeros_below(size), 64);
}

static struct aw_shape address(const struct aw_uniformity *uniformity, LLVMValueRef gep)
{
	struct aw_shape shape = operand(uniformity, gep, 0);
	LLVMTypeRef at = LLVMGetGEPSourceElementType(gep);
	if (LLVMGetTypeKind(LLVMTypeOf(gep)) != LLVMPointerTypeKind)
		return from_all(uniformity, gep);
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
		struct aw_shape offset = step(uniformity, gep, i, &at);
		shape = linear(shape, offset, (uint64_t)shape.stride + (uint64_t)offset.stride, least(shape.aligned, offset.aligned), 64);
	}
	return shape;
}

// --- memory ---

// Each lane has a copy, one behind the other, unless it is memory of the gang (simd_local.c).
static struct aw_shape local(const struct aw_uniformity *uniformity, LLVMValueRef alloca)
{
	LLVMTargetDataRef data = LLVMGetModuleDataLayout(LLVMGetGlobalParent(uniformity->cfg.function));
	LLVMValueRef count = LLVMGetOperand(alloca, 0);
	if (!LLVMIsAConstantInt(count))
		return varying;
	uint64_t alignment = LLVMGetAlignment(alloca);
	static const char memory[] = "aw.gang.memory";
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(alloca));
	if (LLVMGetMetadata(alloca, LLVMGetMDKindIDInContext(context, memory, sizeof(memory) - 1)))
		return uniform(AW_SHAPE_GANG, zeros_below(alignment));
	uint64_t size = LLVMABISizeOfType(data, LLVMGetAllocatedType(alloca)) * LLVMConstIntGetZExtValue(count);
	size = (size + alignment - 1) / alignment * alignment;
	return strided(size ? size : alignment, zeros_below(alignment), 64);
}

// Whether POINTER leads to what no thread writes while the grid runs: __constant__ variables, constants, and
// parameters (a struct parameter that the kernel writes is copied before, to an alloca).
static bool is_constant_memory(LLVMValueRef pointer)
{
	enum { CONSTANT_SPACE = 4, PARAMETER_SPACE = 101, FAR = 16 };
	for (int i = 0; i < FAR; i++) {
		unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
		if (space == CONSTANT_SPACE || space == PARAMETER_SPACE)
			return true;
		if (LLVMIsAGlobalVariable(pointer))
			return LLVMIsGlobalConstant(pointer);
		if (LLVMIsAArgument(pointer))
			return aw_llvm_is_by_value(pointer);
		if (!aw_llvm_is_op(pointer, LLVMGetElementPtr) && !aw_llvm_is_op(pointer, LLVMAddrSpaceCast))
			return false;
		pointer = LLVMGetOperand(pointer, 0);
	}
	return false;
}

// A gang reads a uniform address once, so the value is the gang's in any case, be it volatile or atomic.
// What the block reads at one address without a barrier in between is one value for all of it unless the
// program has a race.  Other blocks may change memory by atomics as they like, so the grid reads one value
// only where nobody writes.
static struct aw_shape load(const struct aw_uniformity *uniformity, LLVMValueRef value)
{
	LLVMValueRef pointer = LLVMGetOperand(value, 0);
	struct aw_shape shape = operand(uniformity, value, 0);
	if (shape.kind == AW_SHAPE_UNSEEN)
		return shape;
	if (!aw_shape_is_uniform(shape))
		return varying;
	unsigned kind = is_constant_memory(pointer) || aw_llvm_is_invariant(value) ? AW_SHAPE_GRID : AW_SHAPE_BLOCK;
	if (!aw_llvm_is_plain(value))
		kind = AW_SHAPE_GANG;
	return uniform(shape.kind > kind ? shape.kind : kind, 0);
}

// --- calls ---

static bool is_one_of(const char *support, const char *const *names)
{
	for (; *names; names++)
		if (aw_starts_with(support, *names))
			return true;
	return false;
}

// Where the lanes are in the block.
static bool position(const struct aw_gang *gang, const char *support, struct aw_shape *shape)
{
	bool called = gang->geometry == AW_GEOMETRY_CALLED;
	bool rows = gang->geometry != AW_CPU_GEOMETRY_PACKED && !called; // x goes up in a gang, y and z stay
	bool whole = gang->geometry != AW_CPU_GEOMETRY_ROWS && !called;  // lanes are consecutive in the warp
	bool single = gang->geometry == AW_CPU_GEOMETRY_ROW;
	unsigned width = zeros_below(gang->width);
	if (!strcmp(support, "aw_cpu_tid_x"))
		*shape = rows ? strided(1, width, 32) : varying;
	else if (!strcmp(support, "aw_cpu_tid_y") || !strcmp(support, "aw_cpu_tid_z"))
		*shape = single ? uniform(AW_SHAPE_GRID, AW_SHAPE_ZERO) : rows ? uniform(AW_SHAPE_GANG, 0) : varying;
	else if (!strcmp(support, "aw_cpu_lane_index"))
		*shape = strided(1, AW_SHAPE_ZERO, 64);
	else if (!strcmp(support, "aw_cpu_ntid_x"))
		*shape = uniform(AW_SHAPE_GRID, gang->geometry == AW_CPU_GEOMETRY_FULL ? width : 0);
	else if (!strcmp(support, "aw_cpu_laneid"))
		*shape = whole ? strided(1, gang->width == AW_CPU_WARP_SIZE ? AW_SHAPE_ZERO : width, 32) : varying;
	else if (!strcmp(support, "aw_cpu_warpid"))
		*shape = whole ? uniform(AW_SHAPE_GANG, 0) : varying;
	else
		return false;
	return true;
}

// A shuffle gives all lanes the same where all read one lane (PTX ISA, "shfl": a segment mask of 0 makes the warp one
// segment, and clamp 31 no lane out of range).  Where all bring the same, those whose source takes no part still get 0.
static struct aw_shape shuffle(const struct aw_uniformity *uniformity, LLVMValueRef call, bool is_sync)
{
	unsigned first = is_sync ? 1 : 0;
	const struct aw_intrinsic *row = aw_intrinsic_of(call);
	struct aw_shape value = operand(uniformity, call, first), lane = operand(uniformity, call, first + 1);
	int64_t control = 0;
	bool whole = strstr(row->support, "_idx_") && aw_llvm_constant(LLVMGetOperand(call, first + 2), &control) && control == 31;
	if (value.kind == AW_SHAPE_UNSEEN || lane.kind == AW_SHAPE_UNSEEN)
		return (struct aw_shape){ 0 };
	return aw_shape_is_uniform(lane) && whole ? uniform(AW_SHAPE_GANG, 0) : varying;
}

// What lanes of a warp find out together is the same for all active lanes of the gang, provided that it is the warp
// and that they speak of the same lanes.
static struct aw_shape warp_operation(const struct aw_uniformity *uniformity, LLVMValueRef call, const char *support)
{
	static const char *const alike[] = { "aw_cpu_vote_", "aw_cpu_match_all_", "aw_cpu_redux_", NULL };
	bool is_sync = strstr(support, "_sync");
	if (uniformity->gang.width != AW_CPU_WARP_SIZE || uniformity->gang.geometry == AW_CPU_GEOMETRY_ROWS ||
	    uniformity->gang.geometry == AW_GEOMETRY_CALLED)
		return varying;
	if (!strcmp(support, "aw_cpu_activemask"))
		return uniform(AW_SHAPE_GANG, 0);
	unsigned place = aw_starts_with(support, "aw_cpu_redux_"); // which has the value before the mask
	struct aw_shape mask = is_sync ? operand(uniformity, call, place) : uniform(AW_SHAPE_CONSTANT, 0);
	if (mask.kind == AW_SHAPE_UNSEEN)
		return mask;
	if (!aw_shape_is_uniform(mask))
		return varying;
	if (is_one_of(support, alike))
		return uniform(AW_SHAPE_GANG, 0);
	return aw_starts_with(support, "aw_cpu_shfl_") ? shuffle(uniformity, call, is_sync) : varying;
}

static struct aw_shape from_row(const struct aw_uniformity *uniformity, LLVMValueRef call, const struct aw_intrinsic *row)
{
	static const char *const clocks[] = { "aw_cpu_clock", "aw_cpu_globaltimer", NULL };
	struct aw_shape shape;
	unsigned arguments = LLVMGetNumArgOperands(call);
	if (position(&uniformity->gang, row->support, &shape))
		return shape;
	if (row->flags & AW_INTRINSIC_WARP)
		return warp_operation(uniformity, call, row->support);
	if (is_one_of(row->support, clocks))
		return uniform(AW_SHAPE_GANG, 0); // a gang looks at the clock once
	if (aw_starts_with(row->name, "llvm.nvvm.ldg.") || aw_starts_with(row->name, "llvm.nvvm.ldu."))
		return from_inputs(uniformity, call, 0, arguments); // memory that nobody writes
	switch (row->uniformity) {
	case AW_UNIFORM_GRID:
		return uniform(AW_SHAPE_GRID, 0);
	case AW_UNIFORM_BLOCK:
		return uniform(AW_SHAPE_BLOCK, 0);
	case AW_UNIFORM_INPUTS:
		return from_inputs(uniformity, call, 0, arguments);
	default:
		return varying;
	}
}

// Functions that only hand on their first argument.
static bool hands_on(const char *name)
{
	static const char *const names[] = { "llvm.expect.", "llvm.launder.invariant.group.", "llvm.strip.invariant.group.",
	                                     "llvm.ssa.copy.", "llvm.nvvm.ptr.", NULL };
	return is_one_of(name, names);
}

// Whether a function that has no body computes its result from its arguments alone.  A declaration that
// reads a register of the thread (llvm.nvvm.read.*) has a row of intrinsics.def, or is one that nobody knows.
static bool is_pure(LLVMValueRef function)
{
	return LLVMIsDeclaration(function) && aw_llvm_has_no_memory(function) &&
	       !aw_llvm_has_attribute(function, "convergent") && !aw_starts_with(aw_llvm_name(function), "llvm.nvvm.read.");
}

static struct aw_shape call(const struct aw_uniformity *uniformity, LLVMValueRef value)
{
	LLVMValueRef callee = aw_llvm_callee(value);
	if (!callee)
		return varying;
	if (hands_on(aw_llvm_name(callee)))
		return operand(uniformity, value, 0);
	if (!strcmp(aw_llvm_name(callee), AW_VOTES))
		return uniform(AW_SHAPE_GANG, 0);
	const struct aw_intrinsic *row = aw_intrinsic_of(value);
	if (row)
		return from_row(uniformity, value, row);
	return is_pure(callee) ? from_inputs(uniformity, value, 0, LLVMGetNumArgOperands(value)) : varying;
}

// --- values ---

struct aw_shape aw_shape_of_argument(const struct aw_uniformity *uniformity, LLVMValueRef argument, bool is_kernel)
{
	assert(LLVMIsAArgument(argument) && LLVMGetParamParent(argument) == uniformity->cfg.function);
	LLVMAttributeRef align = aw_llvm_argument_attribute(argument, "align");
	unsigned aligned = align ? zeros_below(LLVMGetEnumAttributeValue(align)) : 0;
	if (aw_llvm_is_marked_argument(argument, AW_GANG_UNIFORM))
		return uniform(AW_SHAPE_GANG, aligned);
	return is_kernel ? uniform(AW_SHAPE_GRID, aligned) : varying;
}

static struct aw_shape global(LLVMValueRef value)
{
	enum { SHARED_SPACE = 3, LOCAL_SPACE = 5 };
	unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(value));
	if (space == LOCAL_SPACE)
		return varying;
	unsigned alignment = LLVMIsAGlobalVariable(value) ? LLVMGetAlignment(value) : 0;
	return uniform(space == SHARED_SPACE ? AW_SHAPE_BLOCK : AW_SHAPE_GRID, alignment ? zeros_below(alignment) : 0);
}

struct aw_shape aw_shape_of_constant(const struct aw_uniformity *uniformity, LLVMValueRef constant)
{
	if (LLVMIsUndef(constant))
		return (struct aw_shape){ 0 };
	if (LLVMIsAGlobalValue(constant))
		return global(constant);
	if (LLVMIsAConstantInt(constant) && LLVMGetIntTypeWidth(LLVMTypeOf(constant)) <= 64)
		return uniform(AW_SHAPE_CONSTANT, zeros_below(LLVMConstIntGetZExtValue(constant)));
	if (LLVMIsAConstantPointerNull(constant))
		return uniform(AW_SHAPE_CONSTANT, AW_SHAPE_ZERO);
	if (aw_llvm_is_op(constant, LLVMGetElementPtr))
		return address(uniformity, constant);
	if (aw_llvm_is_op(constant, LLVMAddrSpaceCast) || aw_llvm_is_op(constant, LLVMPtrToInt))
		return cast(uniformity, constant);
	bool composed = LLVMIsAConstantExpr(constant) || LLVMIsAConstantStruct(constant) || LLVMIsAConstantArray(constant);
	return composed ? from_all(uniformity, constant) : uniform(AW_SHAPE_CONSTANT, 0);
}

struct aw_shape aw_shape_of_instruction(const struct aw_uniformity *uniformity, LLVMValueRef instruction)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
	unsigned bits = width_of(LLVMTypeOf(instruction));
	assert(opcode != LLVMPHI);
	if (LLVMIsABinaryOperator(instruction))
		return bits ? binary(uniformity, instruction, bits) : from_all(uniformity, instruction);
	if (LLVMIsACastInst(instruction))
		return cast(uniformity, instruction);
	switch (opcode) {
	case LLVMICmp:
		return comparison(uniformity, instruction);
	case LLVMSelect:
		return choice(uniformity, instruction);
	case LLVMGetElementPtr:
		return address(uniformity, instruction);
	case LLVMFreeze:
		return operand(uniformity, instruction, 0);
	case LLVMAlloca:
		return local(uniformity, instruction);
	case LLVMLoad:
		return load(uniformity, instruction);
	case LLVMCall:
		return call(uniformity, instruction);
	case LLVMFCmp:
	case LLVMFNeg:
	case LLVMExtractValue:
	case LLVMInsertValue:
	case LLVMExtractElement:
	case LLVMInsertElement:
	case LLVMShuffleVector:
		return from_all(uniformity, instruction);
	default:
		return varying; // atomic operations and what isn't known
	}
}
