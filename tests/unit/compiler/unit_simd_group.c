// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores of a struct's members put together: each function below does the same before and after, and
// has as many loads and stores of structs as it says.
//
// LINK: compiler
#include "simd_jit.h"

// a: 64 bytes to read; b: 64 bytes to write; %p and %q point into them.
static const struct test {
	int loads, stores;
	const char *code;
} tests[] = {
	{ 1, 1, // float4, members out of order
	  "%p1 = getelementptr i8, ptr %p, i64 4\n %p2 = getelementptr i8, ptr %p, i64 8\n %p3 = getelementptr i8, ptr %p, i64 12\n"
	  "%y = load float, ptr %p1, align 4\n %x = load float, ptr %p, align 16\n %w = load float, ptr %p3\n"
	  "%z = load i32, ptr %p2\n %s = fadd float %x, %w\n"
	  "%q1 = getelementptr i8, ptr %q, i64 4\n %q2 = getelementptr i8, ptr %q1, i64 4\n"
	  "store float %s, ptr %q1\n store i32 %z, ptr %q2\n store float %y, ptr %q, align 4\n ret void\n" },
	{ 0, 0, // a write between the loads, a read between the stores
	  "%p1 = getelementptr i8, ptr %p, i64 4\n %x = load i32, ptr %p\n store i32 %x, ptr %q\n %y = load i32, ptr %p1\n"
	  "%q1 = getelementptr i8, ptr %q, i64 4\n %z = load i32, ptr %q\n %s = add i32 %y, %z\n store i32 %s, ptr %q1\n"
	  "ret void\n" },
	{ 0, 0, // gaps, volatile
	  "%p1 = getelementptr i8, ptr %p, i64 8\n %p2 = getelementptr i8, ptr %p, i64 12\n"
	  "%x = load i32, ptr %p\n %y = load i32, ptr %p1\n %z = load volatile i32, ptr %p2\n"
	  "%s = add i32 %x, %y\n %t = add i32 %s, %z\n store i32 %t, ptr %q\n ret void\n" },
	{ 2, 1, // a pointer that is a member itself
	  "%c0 = getelementptr i8, ptr %c, i64 %n\n %c1 = getelementptr i8, ptr %c0, i64 8\n store ptr %p, ptr %c0\n"
	  "store ptr %q, ptr %c1\n %f = load ptr, ptr %c0\n %t = load ptr, ptr %c1\n %f1 = getelementptr i8, ptr %f, i64 2\n"
	  "%x = load i16, ptr %f\n %y = load i16, ptr %f1\n %s = add i16 %x, %y\n store i16 %s, ptr %t\n ret void\n" },
	{ 0, 1, // the same place written twice
	  "%q1 = getelementptr i8, ptr %q, i64 4\n store i32 1, ptr %q\n store i32 2, ptr %q\n store i32 3, ptr %q1\n ret void\n" },
};
enum { TESTS = sizeof(tests) / sizeof(*tests) };

static void parse(struct jit *jit)
{
	struct aw_str text = { 0 };
	for (unsigned i = 0; i < 2 * TESTS; i++)
		aw_str_format(&text, "define void @t%u(ptr %%a, ptr %%b, ptr %%c, i32 %%bits) {\n %%n = zext i32 %%bits to i64\n"
		                     "%%p = getelementptr i8, ptr %%a, i64 %%n\n %%q = getelementptr i8, ptr %%b, i64 %%n\n%s}\n",
		              i, tests[i / 2].code);
	LLVMDisposeModule(jit->unit.module);
	jit->unit.module = parse_text(jit->unit.context, text.text);
	aw_str_finish(&text);
}

static bool is_struct(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMStructTypeKind;
}

static void check_counts(LLVMValueRef function, const struct test *test)
{
	int loads = 0, stores = 0;
	AW_FOR_INSTRUCTIONS(instruction, LLVMGetEntryBasicBlock(function)) {
		loads += LLVMIsALoadInst(instruction) && is_struct(LLVMTypeOf(instruction));
		stores += LLVMIsAStoreInst(instruction) && is_struct(LLVMTypeOf(LLVMGetOperand(instruction, 0)));
	}
	CHECK_EQUAL(loads, test->loads);
	CHECK_EQUAL(stores, test->stores);
}

static void check_results(struct jit *jit, unsigned number)
{
	_Alignas(16) unsigned char in[64], out[2][64] = { { 0 } }, pointers[2][64] = { { 0 } };
	for (unsigned i = 0; i < sizeof(in); i++)
		in[i] = (unsigned char)jit_random();
	for (unsigned i = 0; i < 2; i++)
		jit_find(jit, 2 * number + i)(in, out[i], pointers[i], 16);
	CHECK(!memcmp(out[0], out[1], sizeof(out[0])));
}

int main(void)
{
	struct jit jit;
	jit_begin(&jit, "x86-64", 16);
	parse(&jit);
	for (unsigned i = 0; i < TESTS; i++) {
		char name[32];
		snprintf(name, sizeof(name), "t%u", 2 * i + 1);
		LLVMValueRef function = LLVMGetNamedFunction(jit.unit.module, name);
		bool changed = aw_simd_group_accesses(&jit.unit, function);
		CHECK(changed == (tests[i].loads + tests[i].stores > 0));
		check_counts(function, &tests[i]);
	}
	jit_compile(&jit);
	for (unsigned i = 0; i < TESTS; i++)
		check_results(&jit, i);
	jit_end(&jit);
	return unit_finish();
}
