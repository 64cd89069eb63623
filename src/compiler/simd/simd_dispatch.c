// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls through pointers, of functions and of virtual functions, as gangs make them: for all lanes that name the same
// function at once.
//
//     while (a lane is left)
//         target = that of the first lane that is left
//         group = the lanes that are left and have the same
//         if (the first argument is the same for the group, and target says where the function is that gangs call then)
//             results of the group = that function(group, first argument, arguments)
//         else if (target says where the function is that gangs call)
//             results of the group = that function(group, arguments)
//         else for (each lane of the group)
//             its result = target(its arguments)
//
// A pointer is the address of the scalar function, which is what programs compare and keep.  Where the function is that
// gangs call stands in front of it (simd_called.h): so it is found whatever part of the program, or another one, the
// pointer comes from.  A pointer that leads to no function faults there or when it is called.
//
// The first argument is the object that a virtual function is called on, which lanes that walk through the same list have in common: what
// it holds is the same for all then, and so is what is called on that.  Where all lanes are known to have the pointer and the object in
// common, a shorter function looks no further than at the words before the target, if they say enough.
#include <assert.h>
#include <stdlib.h>

#include "simd_called.h"
#include "simd_calls.h"

struct dispatch {
	struct aw_simd simd;
	LLVMValueRef scalar; // takes the pointer, then the arguments
	LLVMTypeRef type;    // of the functions that are called
	unsigned count;      // of their arguments
	struct aw_simd_value targets, firsts; // FIRSTS, what they are called on, without a value: that isn't asked
	struct aw_simd_stash stashed_targets, stashed_firsts;
	LLVMValueRef pending, result; // slots; no result: NULL
	// In a turn:
	LLVMValueRef target, first, group, mask;
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
		uint64_t none = 0, one = AW_CALLED_ON_ONE;
		if (!calls->nodes[i].address_taken || !aw_llvm_is_defined(function) || aw_unit_is_kernel(unit, function) ||
		    LLVMGlobalGetValueType(function) != type || !aw_simd_can_call(function))
			continue;
		aw_simd_called(unit, function, width, &none);
		LLVMValueRef first = aw_simd_can_be_on_one(type) ? LLVMGetParam(function, 0) : NULL;
		if (first && !aw_llvm_argument_attribute(first, "sret") && !aw_llvm_argument_attribute(first, "byval"))
			aw_simd_called(unit, function, width, &one);
	}
}

static LLVMValueRef parameter(const struct dispatch *dispatch, unsigned index)
{
	return LLVMGetParam(dispatch->simd.function, index);
}

// Finds the next group.
static void begin_turn(struct dispatch *d)
{
	struct aw_simd *simd = &d->simd;
	LLVMBuilderRef b = simd->builder;
	LLVMTypeRef number = aw_simd_integer(simd, 32);
	LLVMValueRef pending = LLVMBuildLoad2(b, number, d->pending, "");
	LLVMValueRef zeros[] = { pending, aw_simd_number(simd, 1, true) };
	LLVMValueRef lane = aw_simd_intrinsic(simd, "llvm.cttz", &number, 1, zeros, 2);
	d->target = aw_simd_stashed(simd, &d->stashed_targets, lane);
	if (d->firsts.value)
		d->first = aw_simd_stashed(simd, &d->stashed_firsts, lane);
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

// Whether word WORD before the target says that there is something, and then *FUNCTION.
static LLVMValueRef look_at(struct dispatch *d, int word, LLVMValueRef *function)
{
	LLVMBuilderRef b = d->simd.builder;
	LLVMValueRef distance = word_before(d, word);
	LLVMValueRef offset = LLVMBuildSExt(b, distance, aw_simd_integer(&d->simd, 64), "");
	*function = LLVMBuildGEP2(b, aw_simd_integer(&d->simd, 8), d->target, &offset, 1, "");
	return LLVMBuildICmp(b, LLVMIntNE, distance, aw_simd_number(&d->simd, 32, 0), "");
}

// Whether the lanes of the group have the first lane's first argument.
static LLVMValueRef is_on_one(struct dispatch *d)
{
	struct aw_simd *simd = &d->simd;
	LLVMBuilderRef b = simd->builder;
	LLVMValueRef other = LLVMBuildICmp(b, LLVMIntNE, d->firsts.value, aw_simd_splat(simd, d->first), "");
	LLVMValueRef others = LLVMBuildAnd(b, aw_simd_bits(simd, other), d->group, "");
	return LLVMBuildICmp(b, LLVMIntEQ, others, aw_simd_number(simd, 32, 0), "");
}

// Where a turn goes on.
struct ways {
	LLVMBasicBlockRef on_one, gang, single;
	LLVMValueRef on_one_function, gang_function;
};

// Goes on where words for callers of this level stand before the target, else to OTHERWISE.
static void find_words(struct dispatch *d, LLVMBasicBlockRef otherwise)
{
	struct aw_simd *simd = &d->simd;
	LLVMBuilderRef b = simd->builder;
	LLVMBasicBlockRef somewhere = aw_simd_block(simd, "somewhere"), marked = aw_simd_block(simd, "marked");
	LLVMBuildCondBr(b, LLVMBuildIsNull(b, d->target, ""), otherwise, somewhere); // what is before 0 would be another fault
	LLVMPositionBuilderAtEnd(b, somewhere);
	LLVMValueRef mark = aw_simd_number(simd, 32, aw_simd_called_mark(simd->unit));
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, word_before(d, 0), mark, ""), marked, otherwise);
	LLVMPositionBuilderAtEnd(b, marked);
}

// Goes to one of WAYS, of which ON_ONE may be NULL.
static void look_up(struct dispatch *d, struct ways *ways)
{
	struct aw_simd *simd = &d->simd;
	LLVMBuilderRef b = simd->builder;
	int word = aw_simd_called_word(simd->gang.width, 0);
	assert(word >= 0);
	find_words(d, ways->single);
	if (ways->on_one) {
		LLVMBasicBlockRef several = aw_simd_block(simd, "several");
		LLVMValueRef there = look_at(d, aw_simd_called_word(simd->gang.width, AW_CALLED_ON_ONE), &ways->on_one_function);
		LLVMBuildCondBr(b, LLVMBuildAnd(b, there, is_on_one(d), ""), ways->on_one, several);
		LLVMPositionBuilderAtEnd(b, several);
	}
	LLVMBuildCondBr(b, look_at(d, word, &ways->gang_function), ways->gang, ways->single);
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

// Calls FUNCTION, for lanes that have the arguments of UNIFORM in common, with the group.
static LLVMValueRef call_behind(struct dispatch *d, LLVMValueRef function, uint64_t uniform)
{
	LLVMTypeRef type = aw_simd_called_type(&d->simd, d->type, uniform);
	LLVMValueRef *values = AW_NEED_ARRAY(LLVMValueRef, d->count + 1);
	values[0] = d->group;
	for (unsigned i = 0; i < d->count; i++)
		values[i + 1] = i == 0 && uniform ? d->first : parameter(d, i + 2);
	LLVMValueRef result = LLVMBuildCall2(d->simd.builder, type, function, values, d->count + 1, "");
	free(values);
	return result;
}

// Ends the function with RESULT, a call's.
static void end_by(struct dispatch *d, LLVMValueRef result)
{
	if (LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(d->simd.builder);
	else
		LLVMBuildRet(d->simd.builder, result);
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

static void build_turn(struct dispatch *d, LLVMBasicBlockRef turn)
{
	struct aw_simd *simd = &d->simd;
	LLVMBuilderRef b = simd->builder;
	begin_turn(d);
	LLVMBasicBlockRef done = aw_simd_block(simd, "done"), next = aw_simd_block(simd, "next");
	struct ways ways = {
		.on_one = d->firsts.value ? aw_simd_block(simd, "one") : NULL,
		.gang = aw_simd_block(simd, "gang"), .single = aw_simd_block(simd, "single"),
	};
	look_up(d, &ways);
	if (ways.on_one) {
		LLVMPositionBuilderAtEnd(b, ways.on_one);
		put(d, call_behind(d, ways.on_one_function, AW_CALLED_ON_ONE));
		LLVMBuildBr(b, next);
	}
	LLVMPositionBuilderAtEnd(b, ways.gang);
	put(d, call_behind(d, ways.gang_function, 0));
	LLVMBuildBr(b, next);
	LLVMPositionBuilderAtEnd(b, ways.single);
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
	d.stashed_targets = aw_simd_stash(&d.simd, d.targets);
	if (aw_simd_can_be_on_one(d.type)) {
		d.firsts = (struct aw_simd_value){ LLVMGetParam(function, 2), { .kind = AW_SHAPE_VARYING } };
		d.stashed_firsts = aw_simd_stash(&d.simd, d.firsts);
	}
	LLVMBasicBlockRef turn = aw_simd_block(&d.simd, "turn");
	LLVMBuildBr(b, turn);
	LLVMPositionBuilderAtEnd(b, turn);
	build_turn(&d, turn);
	if (d.result)
		LLVMBuildRet(b, LLVMBuildLoad2(b, result, d.result, ""));
	else
		LLVMBuildRetVoid(b);
	if (!aw_llvm_run_function_passes(function, "mem2reg", NULL))
		aw_unit_error(unit, function, "internal error: LLVM doesn't know mem2reg");
}

void aw_simd_build_dispatch_on_one(struct aw_unit *unit, LLVMValueRef function, LLVMValueRef scalar, uint32_t width)
{
	LLVMBuilderRef b = unit->builder;
	struct dispatch d = {
		.simd = { .unit = unit, .builder = b, .function = function, .gang = { width, AW_GEOMETRY_CALLED } },
		.scalar = scalar, .type = type_behind(scalar), .count = LLVMCountParams(scalar) - 1,
		.group = LLVMGetParam(function, 0), .target = LLVMGetParam(function, 1), .first = LLVMGetParam(function, 2),
	};
	struct aw_simd *simd = &d.simd;
	uint64_t none = 0;
	LLVMValueRef general = aw_simd_called(unit, scalar, width, &none), made;
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(unit->context, function, "entry"));
	LLVMSetCurrentDebugLocation2(b, NULL);
	LLVMBasicBlockRef one = aw_simd_block(simd, "one"), other = aw_simd_block(simd, "other");
	find_words(&d, other);
	LLVMValueRef there = look_at(&d, aw_simd_called_word(width, AW_CALLED_ON_ONE), &made);
	LLVMBuildCondBr(b, there, one, other);
	LLVMPositionBuilderAtEnd(b, one);
	end_by(&d, call_behind(&d, made, AW_CALLED_ON_ONE));
	LLVMPositionBuilderAtEnd(b, other);
	LLVMValueRef *values = AW_NEED_ARRAY(LLVMValueRef, d.count + 2);
	values[0] = d.group;
	values[1] = aw_simd_splat(simd, d.target);
	values[2] = aw_simd_splat(simd, d.first);
	for (unsigned i = 1; i < d.count; i++)
		values[i + 2] = parameter(&d, i + 2);
	end_by(&d, LLVMBuildCall2(b, LLVMGlobalGetValueType(general), general, values, d.count + 2, ""));
	free(values);
}
