// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of what is no device function: which of them a gang can make and how, and those that have a vector
// form.  LLVM's own functions are overloaded for vectors; simd_llvm.def says which, and for which types.  The
// rest is told by intrinsics.def: what is the same for the gang is called once, thread indices are computed
// (simd_index.c), what waits for lanes or threads is simd_shuffle.c's.  Functions of the program that aren't inlined
// are simd_called.c's.  Whatever is left is called lane by lane.
#include "simd.h"

#include <assert.h>
#include <string.h>

#include "../../base/str.h"
#include "../analysis/float_bounds.h"
#include "../lower/waiting.h"
#include "simd_index.h"
#include "simd_serial.h"

enum { MAX_ARGUMENTS = 4, MAX_TYPES = 2 };

// A function of LLVM that takes vectors.  TYPES: what it is overloaded for, r its result and a digit that
// argument's type.  ARGUMENTS: v a vector, s a scalar.
struct llvm_row {
	const char *name, *types, *arguments;
};

static const struct llvm_row vector_rows[] = {
#define AW_SIMD_LLVM(name, types, arguments) { "llvm." name, types, arguments },
#define AW_SIMD_IGNORED(name)
#include "simd_llvm.def"
#undef AW_SIMD_LLVM
#undef AW_SIMD_IGNORED
};

// Prefixes of what says something to the optimiser or the debugger only.
static const char *const ignored[] = {
#define AW_SIMD_LLVM(name, types, arguments)
#define AW_SIMD_IGNORED(name) "llvm." name,
#include "simd_llvm.def"
#undef AW_SIMD_LLVM
#undef AW_SIMD_IGNORED
};

// "llvm.fma" is the function of "llvm.fma.f32".
static bool is_overload(const char *name, const char *function)
{
	size_t length = strlen(function);
	return !strncmp(name, function, length) && (name[length] == '.' || !name[length]);
}

static const struct llvm_row *find_row(const char *name)
{
	for (size_t i = 0; i < sizeof(vector_rows) / sizeof(*vector_rows); i++)
		if (is_overload(name, vector_rows[i].name))
			return &vector_rows[i];
	return NULL;
}

static bool is_ignored(const char *name)
{
	for (size_t i = 0; i < sizeof(ignored) / sizeof(*ignored); i++)
		if (is_overload(name, ignored[i]))
			return true;
	return false;
}

// --- what is there for a call ---

static enum aw_simd_form refuse(const char **reason, const char *words)
{
	*reason = words;
	return AW_SIMD_NONE;
}

static bool has_vectors(LLVMValueRef call)
{
	bool found = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVectorTypeKind;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		found |= LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMVectorTypeKind;
	return found;
}

// A barrier for all threads of the block, whatever its number, can be barrier 0: all come by together.
static bool is_whole_block(LLVMValueRef call)
{
	return aw_waits_for_block(call) || LLVMGetNumArgOperands(call) == 1;
}

static enum aw_simd_form waiting_form(LLVMValueRef call, unsigned flags, const char **reason)
{
	if (flags & AW_INTRINSIC_WARP)
		return AW_SIMD_WARP;
	if (flags & AW_INTRINSIC_GRID)
		return AW_SIMD_BLOCK;
	if (flags & AW_INTRINSIC_BLOCK)
		return is_whole_block(call) ? AW_SIMD_BLOCK : refuse(reason, "a barrier for some threads of the block");
	return AW_SIMD_PLAIN;
}

// Rows whose flags don't tell all.
static const struct {
	const char *support;
	enum aw_simd_form form;
	const char *reason;
} special[] = {
	{ "barrier_arrive", AW_SIMD_NONE, "a barrier that threads don't wait at" },
	{ "device_launch", AW_SIMD_NONE, "a launch of a kernel" },
	{ "device_graph", AW_SIMD_NONE, "a launch of a graph" },
	{ "device_error", AW_SIMD_NONE, "a question for the error of a launch" },
	{ "exit", AW_SIMD_NONE, "a thread that exits inside a function" },
	{ "nanosleep", AW_SIMD_PLAIN, NULL }, // may take no time
	{ "spin", AW_SIMD_PLAIN, NULL },
	{ "bypass", AW_SIMD_PLAIN, NULL },
	{ "step", AW_SIMD_PLAIN, NULL },
	{ "fence", AW_SIMD_PLAIN, NULL },
	{ "clock", AW_SIMD_PLAIN, NULL },
	{ "clock64", AW_SIMD_PLAIN, NULL },
	{ "globaltimer", AW_SIMD_PLAIN, NULL },
	{ "cluster_arrive", AW_SIMD_PLAIN, NULL }, // of a block that is a cluster
	{ "breakpoint", AW_SIMD_PLAIN, NULL },
};

static enum aw_simd_form row_form(LLVMValueRef call, const struct aw_intrinsic *row, const char **reason)
{
	const unsigned waits = AW_INTRINSIC_BLOCK | AW_INTRINSIC_WARP | AW_INTRINSIC_GRID;
	for (size_t i = 0; i < sizeof(special) / sizeof(*special); i++) {
		if (!strcmp(row->support + strlen("aw_cpu_"), special[i].support)) {
			*reason = special[i].reason;
			return special[i].form;
		}
	}
	if (row->flags & waits)
		return waiting_form(call, row->flags, reason);
	return row->flags & AW_INTRINSIC_CONTEXT ? AW_SIMD_PLAIN : AW_SIMD_LANES;
}

enum aw_simd_form aw_simd_call_form(const struct aw_unit *unit, LLVMValueRef call, const char **reason)
{
	(void)unit;
	LLVMValueRef callee = aw_llvm_callee(call);
	assert(LLVMIsACallInst(call) || LLVMIsAInvokeInst(call));
	if (!callee)
		return refuse(reason, LLVMIsAInlineAsm(LLVMGetCalledValue(call)) ? "inline assembly" : "an indirect call");
	const char *name = aw_llvm_name(callee);
	if (is_ignored(name))
		return AW_SIMD_PLAIN;
	if (has_vectors(call))
		return refuse(reason, "a call with vectors");
	const struct aw_intrinsic *row = aw_intrinsic_find(callee);
	if (row)
		return row_form(call, row, reason);
	if (aw_starts_with(name, "llvm.stack") || aw_starts_with(name, "llvm.va_"))
		return refuse(reason, "a stack of changing size");
	if (find_row(name) || !strcmp(name, AW_VOTES) || !strcmp(name, AW_SOME))
		return AW_SIMD_PLAIN;
	if (aw_simd_is_serial(callee))
		return AW_SIMD_LANES;
	return aw_llvm_is_defined(callee) && aw_simd_can_call(callee) ? AW_SIMD_CALL : AW_SIMD_LANES;
}

bool aw_simd_is_barrier(const struct aw_unit *unit, LLVMValueRef instruction)
{
	const char *reason;
	return LLVMIsACallInst(instruction) && aw_simd_call_form(unit, instruction, &reason) == AW_SIMD_BLOCK;
}

// --- conversions that saturate ---

static LLVMValueRef splat_power(struct aw_simd *simd, LLVMTypeRef type, double number)
{
	return aw_simd_splat(simd, LLVMConstReal(LLVMGetElementType(type), number));
}

static LLVMValueRef splat_integer(struct aw_simd *simd, LLVMTypeRef type, uint64_t number)
{
	return aw_simd_splat(simd, LLVMConstInt(LLVMGetElementType(type), number, false));
}

// llvm.fptosi.sat or llvm.fptoui.sat of a vector of float or double, which LLVM has only lane by lane for x86: the plain
// conversion, and selects for what it isn't defined for, as far as NUMBER, what a lane converts, may be that.  Its limits are powers of
// two, so floats have them.  Numbers that one with a sign has, too, are converted to that, as all levels can.
static LLVMValueRef convert_saturating(struct aw_simd *simd, LLVMValueRef number, LLVMValueRef value, LLVMTypeRef to, bool is_signed)
{
	LLVMBuilderRef b = simd->builder;
	LLVMTypeRef from = LLVMTypeOf(value);
	unsigned bits = LLVMGetIntTypeWidth(LLVMGetElementType(to)) - is_signed;
	assert(bits > 0 && bits <= 64);
	uint64_t most = UINT64_MAX >> (64 - bits), least = is_signed ? most + 1 : 0;
	double end = 2.0 * (double)(1ull << (bits - 1));
	struct aw_float_bounds bounds = aw_float_bounds(number);
	bool with_sign = is_signed || bounds.high < end / 2;
	LLVMValueRef result = with_sign ? LLVMBuildFPToSI(b, value, to, "") : LLVMBuildFPToUI(b, value, to, "");
	if (bounds.high >= end) {
		LLVMValueRef above = LLVMBuildFCmp(b, LLVMRealOGE, value, splat_power(simd, from, end), "");
		result = LLVMBuildSelect(b, above, splat_integer(simd, to, most), result, "");
	}
	if (is_signed ? bounds.low < -end : bounds.low <= -1) {
		LLVMValueRef below = LLVMBuildFCmp(b, LLVMRealULT, value, splat_power(simd, from, is_signed ? -end : 0), "");
		result = LLVMBuildSelect(b, below, splat_integer(simd, to, least), result, "");
	}
	if (!bounds.nan || (!is_signed && bounds.low <= -1))
		return result;
	LLVMValueRef is_nan = LLVMBuildFCmp(b, LLVMRealUNO, value, value, "");
	return LLVMBuildSelect(b, is_nan, LLVMConstNull(to), result, "");
}

static bool is_saturating(LLVMValueRef call, LLVMValueRef value)
{
	return aw_starts_with(aw_llvm_callee_name(call), "llvm.fpto") && LLVMGetIntTypeWidth(LLVMTypeOf(call)) <= 64 &&
	       aw_llvm_is_float(LLVMGetElementType(LLVMTypeOf(value)));
}

// --- calls of LLVM's functions ---

static LLVMValueRef vector_call(struct aw_simd *simd, LLVMValueRef call, const struct llvm_row *row,
                                const struct aw_simd_value *arguments)
{
	unsigned count = LLVMGetNumArgOperands(call), type_count = 0;
	LLVMValueRef values[MAX_ARGUMENTS];
	LLVMTypeRef types[MAX_TYPES];
	assert(count == strlen(row->arguments) && count <= MAX_ARGUMENTS);
	for (unsigned i = 0; i < count; i++) {
		bool vector = row->arguments[i] == 'v';
		assert(vector || aw_shape_is_uniform(arguments[i].shape));
		values[i] = vector ? aw_simd_vector(simd, arguments[i]) : arguments[i].value;
	}
	if (aw_starts_with(row->name, "llvm.fpto") && is_saturating(call, values[0]))
		return convert_saturating(simd, LLVMGetOperand(call, 0), values[0], aw_simd_type(simd, LLVMTypeOf(call)),
		                          is_overload(row->name, "llvm.fptosi.sat"));
	for (const char *type = row->types; *type; type++) {
		assert(type_count < MAX_TYPES);
		LLVMTypeRef scalar = LLVMTypeOf(*type == 'r' ? call : LLVMGetOperand(call, (unsigned)(*type - '0')));
		types[type_count++] = aw_simd_type(simd, scalar);
	}
	LLVMValueRef result = aw_simd_intrinsic(simd, row->name, types, type_count, values, count);
	if (LLVMCanValueUseFastMathFlags(call))
		LLVMSetFastMathFlags(result, LLVMGetFastMathFlags(call));
	return result;
}

// The call as it is, with the values that lane 0 has.
static LLVMValueRef scalar_call(struct aw_simd *simd, LLVMValueRef call, const struct aw_simd_value *arguments)
{
	unsigned count = LLVMGetNumArgOperands(call);
	LLVMValueRef values[MAX_ARGUMENTS];
	assert(count <= MAX_ARGUMENTS);
	for (unsigned i = 0; i < count; i++) {
		assert(arguments[i].shape.kind != AW_SHAPE_VARYING);
		values[i] = arguments[i].value;
	}
	LLVMValueRef result = LLVMBuildCall2(simd->builder, LLVMGetCalledFunctionType(call), aw_llvm_callee(call), values,
	                                     count, "");
	aw_llvm_copy_call_attributes(result, call, 0);
	return result;
}

// VALUE as SHAPE asks for it.
static LLVMValueRef shaped(struct aw_simd *simd, LLVMValueRef scalar, struct aw_shape shape)
{
	return shape.kind == AW_SHAPE_VARYING ? aw_simd_splat(simd, scalar) : scalar;
}

static LLVMValueRef llvm_call(struct aw_simd *simd, LLVMValueRef call, const struct aw_simd_value *arguments,
                              struct aw_shape shape)
{
	const struct llvm_row *row = find_row(aw_llvm_name(aw_llvm_callee(call)));
	assert(row);
	if (!strcmp(row->name, "llvm.expect"))
		return shape.kind == AW_SHAPE_VARYING ? aw_simd_vector(simd, arguments[0]) : arguments[0].value;
	if (shape.kind == AW_SHAPE_VARYING)
		return vector_call(simd, call, row, arguments);
	return scalar_call(simd, call, arguments);
}

LLVMValueRef aw_simd_intrinsic_call(struct aw_simd *simd, LLVMValueRef call, const struct aw_simd_value *arguments,
                                    LLVMValueRef mask, struct aw_shape shape)
{
	(void)mask; // none of these has an effect on its lane alone
	LLVMValueRef callee = aw_llvm_callee(call);
	const char *name = aw_llvm_name(callee);
	const struct aw_intrinsic *row = aw_intrinsic_find(callee);
	assert(aw_simd_call_form(simd->unit, call, &(const char *){ NULL }) == AW_SIMD_PLAIN);
	bool sleeps = row && !strcmp(row->support, "aw_cpu_nanosleep");
	if (is_ignored(name) || sleeps || aw_starts_with(name, "aw.bypass") || aw_starts_with(name, "aw.step"))
		return NULL;
	if (!strcmp(name, AW_SOME))
		return NULL;
	if (!strcmp(name, AW_VOTES))
		return aw_simd_bits(simd, aw_simd_vector(simd, arguments[0]));
	if (!row)
		return llvm_call(simd, call, arguments, shape);
	if (aw_simd_is_index(row))
		return aw_simd_index(simd, row, shape);
	LLVMValueRef result = scalar_call(simd, call, arguments);
	return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind ? NULL : shaped(simd, result, shape);
}
