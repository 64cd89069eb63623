// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls through pointers, of functions and of virtual functions, as gangs make them: for all lanes that name the same
// function at once.
//
//     while (a lane is left)
//         target = that of the first lane that is left
//         group = the lanes that are left and have the same
//         if (target says where the function is that gangs call)
//             results of the group = that function(group, arguments)
//         else for (each lane of the group)
//             its result = target(its arguments)
//
// A pointer is the address of the scalar function, which is what programs compare and keep.  Where the function is that
// gangs call stands in front of it (simd_called.h): so it is found whatever part of the program, or another one, the
// pointer comes from.  A pointer that leads to no function faults there or when it is called.
#include <assert.h>
#include <stdlib.h>

#include "simd_called.h"
#include "simd_calls.h"

struct dispatch {
	struct aw_simd simd;
	LLVMValueRef scalar; // takes the pointer, then the arguments
	LLVMTypeRef type;    // of the functions that are called
	unsigned count;      // of their arguments
	struct aw_simd_value targets;
	LLVMValueRef pending, result; // slots; no result: NULL
	// In a turn:
	LLVMValueRef target, group, mask;
};

// The type of what the pointers of SCALAR lead to.
static LLVMTypeRef type_behind(LLVMValueRef scalar)
{
	LLVMTypeRef whole = LLVMGlobalGetValueType(scalar);
	unsigned count = LLVMCountParamTypes(whole);
	LLVMTypeRef *types = AW_NEED_ARRAY(LLVMTypeRef, count);
	assert(count > 0);
	LLVMGetParamTypes(whole, types);
	LLVMTypeRef type = LLVMFunctionType(LLVMGetReturnType(whole), types + 1, count - 1, false);
	free(types);
	return type;
}

// Has functions for gangs made of all that may be called.
static void demand(struct aw_unit *unit, const struct aw_call_graph *calls, LLVMTypeRef type, uint32_t width)
{
	for (uint32_t i = 0; i < calls->count; i++) {
		LLVMValueRef function = calls->nodes[i].function;
		uint64_t uniform = 0;
		if (calls->nodes[i].address_taken && aw_llvm_is_defined(function) && !aw_unit_is_kernel(unit, function) &&
		    LLVMGlobalGetValueType(function) == type && aw_simd_can_call(function))
			aw_simd_called(unit, function, width, &uniform);
	}
}

static LLVMValueRef parameter(const struct dispatch *dispatch, unsigned index)
{
	return LLVMGetParam(dispatch->simd.function, index);
}

// Finds the next group.
static void begin_turn(struct dispatch *d, const struct aw_simd_stash *targets)
{
	struct aw_simd *simd = &d->simd;
	LLVMBuilderRef b = simd->builder;
	LLVMTypeRef number = aw_simd_integer(simd, 32);
	LLVMValueRef pending = LLVMBuildLoad2(b, number, d->pending, "");
	LLVMValueRef zeros[] = { pending, aw_simd_number(simd, 1, true) };
	LLVMValueRef lane = aw_simd_intrinsic(simd, "llvm.cttz", &number, 1, zeros, 2);
	d->target = aw_simd_stashed(simd, targets, lane);
	LLVMValueRef same = LLVMBuildICmp(b, LLVMIntEQ, d->targets.value, aw_simd_splat(simd, d->target), "");
	d->group = LLVMBuildAnd(b, aw_simd_bits(simd, same), pending, "");
	d->mask = aw_simd_of_bits(simd, d->group);
}

static LLVMValueRef word_before(struct dispatch *d, int word)
{
	LLVMBuilderRef b = d->simd.builder;
	LLVMValueRef offset = LLVMConstInt(aw_simd_integer(&d->simd, 64), (uint64_t)(int64_t)(4 * (word - AW_CALLED_WORDS)), true);
	LLVMValueRef place = LLVMBuildGEP2(b, aw_simd_integer(&d->simd, 8), d->target, &offset, 1, "");
	LLVMValueRef load = LLVMBuildLoad2(b, aw_simd_integer(&d->simd, 32), place, "");
	LLVMSetAlignment(load, 1);
	return load;
}

// Goes to GANG with *FUNCTION what gangs call, or to SINGLE when the target doesn't say.
static void look_up(struct dispatch *d, LLVMBasicBlockRef gang, LLVMBasicBlockRef single, LLVMValueRef *function)
{
	struct aw_simd *simd = &d->simd;
	LLVMBuilderRef b = simd->builder;
	int place = __builtin_ctz(simd->gang.width) - 3;
	LLVMBasicBlockRef somewhere = aw_simd_block(simd, "somewhere");
	assert(place >= 0 && place < AW_CALLED_WIDTHS);
	LLVMBuildCondBr(b, LLVMBuildIsNull(b, d->target, ""), single, somewhere); // what is before 0 would be another fault
	LLVMPositionBuilderAtEnd(b, somewhere);
	LLVMValueRef mark = word_before(d, 0), distance = word_before(d, place + 1);
	LLVMValueRef marked = LLVMBuildICmp(b, LLVMIntEQ, mark, aw_simd_number(simd, 32, aw_simd_called_mark(simd->unit)), "");
	LLVMValueRef there = LLVMBuildICmp(b, LLVMIntNE, distance, aw_simd_number(simd, 32, 0), "");
	LLVMValueRef offset = LLVMBuildSExt(b, distance, aw_simd_integer(simd, 64), "");
	*function = LLVMBuildGEP2(b, aw_simd_integer(simd, 8), d->target, &offset, 1, "");
	LLVMBuildCondBr(b, LLVMBuildAnd(b, marked, there, ""), gang, single);
}

// Notes the group's results.
static void put(struct dispatch *d, LLVMValueRef result)
{
	if (!d->result)
		return;
	LLVMBuilderRef b = d->simd.builder;
	LLVMValueRef before = LLVMBuildLoad2(b, LLVMTypeOf(result), d->result, "");
	LLVMBuildStore(b, aw_simd_select(&d->simd, d->mask, result, before), d->result);
}

static void call_gang(struct dispatch *d, LLVMValueRef function)
{
	LLVMTypeRef type = aw_simd_called_type(&d->simd, d->type, 0);
	LLVMValueRef *values = AW_NEED_ARRAY(LLVMValueRef, d->count + 1);
	values[0] = d->group;
	for (unsigned i = 0; i < d->count; i++)
		values[i + 1] = parameter(d, i + 2);
	put(d, LLVMBuildCall2(d->simd.builder, type, function, values, d->count + 1, ""));
	free(values);
}

static void call_lanes(struct dispatch *d)
{
	const struct aw_shape uniform = { .kind = AW_SHAPE_GANG }, varying = { .kind = AW_SHAPE_VARYING };
	struct aw_simd_value *arguments = AW_NEED_ARRAY(struct aw_simd_value, d->count + 1);
	LLVMValueRef template = aw_simd_call_template(d->simd.unit, d->scalar);
	arguments[0] = (struct aw_simd_value){ d->target, uniform };
	for (unsigned i = 0; i < d->count; i++)
		arguments[i + 1] = (struct aw_simd_value){ parameter(d, i + 2), varying };
	put(d, aw_simd_call_each(&d->simd, template, arguments, d->mask, true));
	aw_llvm_erase(template);
	free(arguments);
}

static void build_turn(struct dispatch *d, const struct aw_simd_stash *targets, LLVMBasicBlockRef turn)
{
	struct aw_simd *simd = &d->simd;
	LLVMBuilderRef b = simd->builder;
	begin_turn(d, targets);
	LLVMBasicBlockRef done = aw_simd_block(simd, "done"), next = aw_simd_block(simd, "next");
	LLVMBasicBlockRef single = aw_simd_block(simd, "single"), gang = aw_simd_block(simd, "gang");
	LLVMValueRef function;
	look_up(d, gang, single, &function);
	LLVMPositionBuilderAtEnd(b, gang);
	call_gang(d, function);
	LLVMBuildBr(b, next);
	LLVMPositionBuilderAtEnd(b, single);
	call_lanes(d);
	LLVMBuildBr(b, next);
	LLVMPositionBuilderAtEnd(b, next);
	LLVMValueRef pending = LLVMBuildLoad2(b, aw_simd_integer(simd, 32), d->pending, "");
	LLVMValueRef left = LLVMBuildAnd(b, pending, LLVMBuildNot(b, d->group, ""), "");
	LLVMBuildStore(b, left, d->pending);
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, left, aw_simd_number(simd, 32, 0), ""), turn, done);
	LLVMPositionBuilderAtEnd(b, done);
}

void aw_simd_build_dispatch(struct aw_unit *unit, const struct aw_call_graph *calls, LLVMValueRef function,
                            LLVMValueRef scalar, uint32_t width)
{
	LLVMBuilderRef b = unit->builder;
	LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
	struct dispatch d = {
		.simd = { .unit = unit, .builder = b, .function = function, .gang = { width, AW_GEOMETRY_CALLED } },
		.scalar = scalar, .type = type_behind(scalar), .count = LLVMCountParams(scalar) - 1,
		.targets = { LLVMGetParam(function, 1), { .kind = AW_SHAPE_VARYING } },
	};
	demand(unit, calls, d.type, width);
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(unit->context, function, "entry"));
	LLVMSetCurrentDebugLocation2(b, NULL);
	d.pending = LLVMBuildAlloca(b, aw_simd_integer(&d.simd, 32), "pending");
	LLVMBuildStore(b, LLVMGetParam(function, 0), d.pending);
	if (LLVMGetTypeKind(result) != LLVMVoidTypeKind)
		d.result = LLVMBuildAlloca(b, result, "result");
	struct aw_simd_stash targets = aw_simd_stash(&d.simd, d.targets);
	LLVMBasicBlockRef turn = aw_simd_block(&d.simd, "turn");
	LLVMBuildBr(b, turn);
	LLVMPositionBuilderAtEnd(b, turn);
	build_turn(&d, &targets, turn);
	if (d.result)
		LLVMBuildRet(b, LLVMBuildLoad2(b, result, d.result, ""));
	else
		LLVMBuildRetVoid(b);
	if (!aw_llvm_run_function_passes(function, "mem2reg", NULL))
		aw_unit_error(unit, function, "internal error: LLVM doesn't know mem2reg");
}
