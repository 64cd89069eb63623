// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls lane by lane: who is called notes its arguments and the thread index that it sees.
//
// LINK: compiler
#include "simd_jit.h"

enum { WIDTH = 16 };

// The callee adds a record to the list at @log and returns a number, a flag and both.
static const char callees[] =
	"@log = global ptr null\n@thread = global i32 0\n"
	"define i32 @aw.gang.x() {\n ret i32 100 }\ndefine i32 @aw.gang.y() {\n ret i32 7 }\n"
	"define i32 @aw.gang.z() {\n ret i32 3 }\ndefine i32 @aw.gang.index() {\n ret i32 5 }\n"
	"define void @aw.lane(i32 %x, i32 %y, i32 %z) {\n %t = add i32 %x, 0\n %u = mul i32 %y, 1000\n"
	"  %v = mul i32 %z, 10000\n %w = add i32 %t, %u\n %r = add i32 %w, %v\n store i32 %r, ptr @thread\n ret void }\n"
	"define void @aw.lane.packed(i32 %l) {\n store i32 %l, ptr @thread\n ret void }\n"
	"define { i32, i1 } @callee(i32 %a, ptr %p, i8 %b) {\n %log = load ptr, ptr @log\n"
	"  %thread = load i32, ptr @thread\n store i32 %thread, ptr %log\n"
	"  %l1 = getelementptr i32, ptr %log, i32 1\n store i32 %a, ptr %l1\n"
	"  %l2 = getelementptr i32, ptr %log, i32 2\n %v = load i32, ptr %p\n store i32 %v, ptr %l2\n"
	"  %l3 = getelementptr i32, ptr %log, i32 3\n %w = zext i8 %b to i32\n store i32 %w, ptr %l3\n"
	"  %next = getelementptr i32, ptr %log, i32 4\n store ptr %next, ptr @log\n"
	"  %s = add i32 %a, %v\n %bit = trunc i32 %a to i1\n %r = insertvalue { i32, i1 } poison, i32 %s, 0\n"
	"  %q = insertvalue { i32, i1 } %r, i1 %bit, 1\n ret { i32, i1 } %q }\n"
	"define i1 @flag(i32 %a, ptr %p, i8 %b) {\n %q = call { i32, i1 } @callee(i32 %a, ptr %p, i8 %b)\n"
	"  %r = extractvalue { i32, i1 } %q, 1\n ret i1 %r }\n";

// A call of NAME with a varying number (in b), a strided pointer (a, 8 bytes apart) and a uniform byte.
static void make(struct jit *jit, const char *name, bool used)
{
	struct aw_simd *simd = &jit->simd;
	LLVMValueRef callee = LLVMGetNamedFunction(jit->unit.module, name);
	LLVMTypeRef type = LLVMGlobalGetValueType(callee), number = aw_simd_integer(simd, 32);
	LLVMValueRef scalars[] = { aw_simd_number(simd, 32, 0), LLVMGetParam(jit->origins, 0), aw_simd_number(simd, 8, 0) };
	jit_at_origins(jit);
	LLVMValueRef origin = LLVMBuildCall2(simd->builder, type, callee, scalars, 3, "");
	if (used)
		LLVMBuildFreeze(simd->builder, origin, "");
	jit_function_begin(jit);
	LLVMValueRef vector = LLVMBuildLoad2(simd->builder, aw_simd_type(simd, number), jit->b, "");
	LLVMSetAlignment(vector, 4);
	struct aw_simd_value arguments[] = {
		{ vector, { .kind = AW_SHAPE_VARYING } },
		{ jit->a, { .kind = AW_SHAPE_STRIDED, .stride = 8 } },
		{ aw_simd_number(simd, 8, 33), { .kind = AW_SHAPE_CONSTANT } },
	};
	LLVMValueRef result = aw_simd_call_lanes(simd, origin, arguments, aw_simd_of_bits(simd, jit->bits));
	for (unsigned i = 0; used && i < WIDTH; i++) {
		LLVMValueRef lane = aw_simd_lane(simd, result, aw_simd_number(simd, 32, i)), index = aw_simd_number(simd, 64, i);
		LLVMTypeRef bit = aw_simd_integer(simd, 1);
		LLVMValueRef sum = LLVMTypeOf(lane) == bit ? aw_simd_number(simd, 32, 0) : LLVMBuildExtractValue(simd->builder, lane, 0, "");
		LLVMValueRef flag = LLVMTypeOf(lane) == bit ? lane : LLVMBuildExtractValue(simd->builder, lane, 1, "");
		flag = LLVMBuildShl(simd->builder, LLVMBuildZExt(simd->builder, flag, number, ""), aw_simd_number(simd, 32, 31), "");
		LLVMValueRef place = LLVMBuildGEP2(simd->builder, number, jit->c, &index, 1, "");
		LLVMBuildStore(simd->builder, LLVMBuildOr(simd->builder, sum, flag, ""), place);
	}
	jit_function_end(jit);
}

static void check(struct jit *jit, unsigned number, uint32_t bits, bool used, bool packed)
{
	uint32_t pointed[2 * WIDTH], numbers[WIDTH], results[WIDTH] = { 0 }, log[4 * WIDTH], *note = log;
	for (unsigned i = 0; i < WIDTH; i++) {
		pointed[2 * i] = (uint32_t)jit_random() & 0xffffff;
		numbers[i] = (uint32_t)jit_random() & 0xffffff;
	}
	*(uint32_t **)LLVMGetGlobalValueAddress(jit->engine, "log") = log;
	jit_find(jit, number)(pointed, numbers, results, bits);
	for (unsigned i = 0; i < WIDTH; i++) {
		if (!(bits >> i & 1))
			continue;
		CHECK_EQUAL(note[0], packed ? 5 * WIDTH + i : 37100 + i);
		CHECK_EQUAL(note[1], numbers[i]);
		CHECK_EQUAL(note[2], pointed[2 * i]);
		CHECK_EQUAL(note[3], 33);
		note += 4;
		if (used)
			CHECK_EQUAL(results[i], (number == 2 ? 0 : numbers[i] + pointed[2 * i]) | numbers[i] << 31);
	}
	CHECK(*(uint32_t **)LLVMGetGlobalValueAddress(jit->engine, "log") == note);
}

int main(void)
{
	struct jit jit;
	jit_begin(&jit, "x86-64", WIDTH);
	link_text(jit.unit.module, callees);
	jit.simd.gang.geometry = AW_CPU_GEOMETRY_FULL;
	make(&jit, "callee", true);
	make(&jit, "callee", false);
	make(&jit, "flag", true);
	jit.simd.gang.geometry = AW_CPU_GEOMETRY_PACKED;
	make(&jit, "callee", true);
	jit_compile(&jit);
	for (unsigned i = 0; i < 4; i++)
		for (unsigned turn = 0; turn < 8; turn++)
			check(&jit, i, turn == 0 ? 0xffff : turn == 1 ? 1 : (uint32_t)jit_random() & 0xffff, i != 1, i == 3);
	jit_end(&jit);
	return unit_finish();
}
