// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local variables spread over a gang: each function below is run once as it is and once for each lane after
// aw_simd_spread_locals, with the gang's memory in a buffer.  Results are the same, and no byte of the buffer is
// written by two lanes.
//
// LINK: compiler
#include "simd_jit.h"

enum { BUFFER = 1 << 16, WIDTH = 16, IN = 256 };

// a: bytes to read; b: 64 bytes for results; bits: a number.
static const struct test {
	const char *name;
	int64_t apart; // bytes between the places of two lanes
	const char *code;
} tests[] = {
	{ "array", 4,
	  "%x = alloca [8 x float], align 16\n %i = and i32 %bits, 7\n %j = zext i32 %i to i64\n"
	  "%p = getelementptr inbounds [8 x float], ptr %x, i64 0, i64 %j\n"
	  "%v = load float, ptr %a, align 16\n store float %v, ptr %p, align 4\n"
	  "%q = getelementptr inbounds [8 x float], ptr %x, i64 0, i64 3\n store float 2.0, ptr %q, align 4\n"
	  "%w = load float, ptr %p, align 4\n store float %w, ptr %b\n ret void\n" },
	{ "struct", 8,
	  "%x = alloca [4 x { double, i32, i32 }], align 8\n %i = and i32 %bits, 3\n %j = zext i32 %i to i64\n"
	  "call void @llvm.memcpy.p0.p0.i64(ptr align 8 %x, ptr align 8 %a, i64 64, i1 false)\n"
	  "%p = getelementptr { double, i32, i32 }, ptr %x, i64 %j, i32 2\n %n = load i32, ptr %p\n"
	  "%o = getelementptr { double, i32, i32 }, ptr %x, i64 %j, i32 1\n store i32 %n, ptr %o\n"
	  "%d = load double, ptr %x\n store double %d, ptr %b\n"
	  "%t = getelementptr i8, ptr %b, i64 8\n %e = load i32, ptr %o\n store i32 %e, ptr %t\n ret void\n" },
	{ "walk", 4,
	  "%x = alloca [16 x i32], align 4\n"
	  "call void @llvm.memset.p0.i64(ptr align 4 %x, i8 3, i64 64, i1 false)\n"
	  "%end = getelementptr i32, ptr %x, i64 16\n br label %loop\n"
	  "loop:\n %p = phi ptr [ %x, %0 ], [ %next, %loop ]\n %s = phi i32 [ %bits, %0 ], [ %sum, %loop ]\n"
	  "%v = load i32, ptr %p\n %sum = add i32 %s, %v\n store i32 %sum, ptr %p\n"
	  "%next = getelementptr i32, ptr %p, i64 1\n %more = icmp ne ptr %next, %end\n"
	  "br i1 %more, label %loop, label %done\n"
	  "done:\n %l = getelementptr i8, ptr %end, i64 -4\n %w = load i32, ptr %l\n store i32 %w, ptr %b\n ret void\n" },
	{ "choice", 2,
	  "%x = alloca [2 x i16], align 4\n %y = getelementptr i16, ptr %x, i64 1\n"
	  "store i16 7, ptr %x, align 4\n store i16 9, ptr %y\n %k = trunc i32 %bits to i1\n"
	  "%p = select i1 %k, ptr %x, ptr %y\n %v = load i16, ptr %p\n store i16 %v, ptr %b\n ret void\n" },
	{ "mixed sizes", 64,
	  "%x = alloca [16 x i32], align 4\n %i = and i32 %bits, 31\n %j = zext i32 %i to i64\n"
	  "call void @llvm.memcpy.p0.p0.i64(ptr align 4 %x, ptr align 4 %a, i64 64, i1 false)\n"
	  "%p = getelementptr i8, ptr %x, i64 %j\n store i8 1, ptr %p\n %q = getelementptr i32, ptr %x, i64 %j\n"
	  "%v = load i32, ptr %x\n store i32 %v, ptr %b\n ret void\n" },
	{ "escapes", 16,
	  "%x = alloca [3 x i32], align 8\n %n = ptrtoint ptr %x to i64\n %m = add i64 %n, 4\n"
	  "%p = inttoptr i64 %m to ptr\n store i32 %bits, ptr %p\n %q = getelementptr i32, ptr %x, i64 1\n"
	  "%v = load i32, ptr %q\n store i32 %v, ptr %b\n ret void\n" },
	{ "two variables", 16,
	  "%x = alloca [2 x i64], align 8\n %y = alloca [2 x i64], align 8\n %k = trunc i32 %bits to i1\n"
	  "store i64 7, ptr %x\n store i64 9, ptr %y\n"
	  "%p = select i1 %k, ptr %x, ptr %y\n %v = load i64, ptr %p\n store i64 %v, ptr %b\n ret void\n" },
	{ "move", 4,
	  "%x = alloca [9 x i32], align 4\n %y = getelementptr i8, ptr %x, i64 4\n"
	  "call void @llvm.lifetime.start.p0(i64 36, ptr %x)\n"
	  "call void @llvm.memcpy.p0.p0.i64(ptr align 4 %x, ptr align 4 %a, i64 36, i1 false)\n"
	  "call void @llvm.memmove.p0.p0.i64(ptr align 4 %y, ptr align 4 %x, i64 32, i1 false)\n"
	  "%i = and i32 %bits, 7\n %p = getelementptr i32, ptr %x, i32 %i\n %v = load i32, ptr %p\n store i32 %v, ptr %b\n"
	  "%t = getelementptr i8, ptr %b, i64 8\n"
	  "call void @llvm.memcpy.p0.p0.i64(ptr align 8 %t, ptr align 4 %x, i64 35, i1 false)\n"
	  "call void @llvm.lifetime.end.p0(i64 36, ptr %x)\n ret void\n" },
};
enum { TESTS = sizeof(tests) / sizeof(*tests) };

static const char declarations[] =
	"declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)\n"
	"declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n declare void @llvm.lifetime.start.p0(i64, ptr)\n"
	"declare void @llvm.lifetime.end.p0(i64, ptr)\n @lane = global i64 0\n";

static void parse(struct jit *jit)
{
	struct aw_str text = { 0 };
	aw_str_add(&text, declarations);
	for (unsigned i = 0; i < 2 * TESTS; i++)
		aw_str_format(&text, "define void @t%u(ptr %%a, ptr %%b, ptr %%c, i32 %%bits) {\n%s}\n", i, tests[i / 2].code);
	LLVMDisposeModule(jit->unit.module);
	jit->unit.module = parse_text(jit->unit.context, text.text);
	aw_str_finish(&text);
}

// Gives the gang's memory its place in the buffer c.
static void place_memory(struct jit *jit, LLVMValueRef function)
{
	uint64_t used = 0;
	AW_FOR_INSTRUCTIONS_SAFE(instruction, LLVMGetEntryBasicBlock(function)) {
		if (!LLVMIsAAllocaInst(instruction))
			continue;
		CHECK(aw_simd_is_gang_memory(instruction));
		LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(jit->unit.context), used, false);
		used += LLVMGetArrayLength2(LLVMGetAllocatedType(instruction));
		aw_llvm_at(jit->unit.builder, instruction);
		LLVMTypeRef byte = LLVMInt8TypeInContext(jit->unit.context);
		aw_llvm_replace(instruction, LLVMBuildGEP2(jit->unit.builder, byte, LLVMGetParam(function, 2), &index, 1, ""));
	}
	CHECK(used > 0 && used <= BUFFER);
}

static void define_lane(struct jit *jit)
{
	LLVMValueRef marker = LLVMGetNamedFunction(jit->unit.module, "aw.lane.index");
	LLVMTypeRef type = LLVMInt64TypeInContext(jit->unit.context);
	LLVMPositionBuilderAtEnd(jit->unit.builder, LLVMAppendBasicBlockInContext(jit->unit.context, marker, ""));
	LLVMValueRef lane = LLVMGetNamedGlobal(jit->unit.module, "lane");
	LLVMBuildRet(jit->unit.builder, LLVMBuildLoad2(jit->unit.builder, type, lane, ""));
}

// Notes what a lane wrote; returns the first place, or -1.
static int64_t note_writes(const unsigned char *before, const unsigned char *after, unsigned char *owner, int lane)
{
	int64_t first = -1;
	bool alone = true;
	for (int64_t i = 0; i < BUFFER; i++) {
		if (before[i] == after[i])
			continue;
		first = first < 0 ? i : first;
		alone &= owner[i] == 0;
		owner[i] = (unsigned char)(lane + 1);
	}
	CHECK(alone);
	return first;
}

static void check(struct jit *jit, unsigned number, uint32_t bits)
{
	static unsigned char before[BUFFER], after[BUFFER], owner[BUFFER];
	_Alignas(16) unsigned char in[IN];
	_Alignas(16) unsigned char expected[64] = { 0 }, out[64] = { 0 };
	int64_t first[WIDTH];
	int64_t *lane = (int64_t *)LLVMGetGlobalValueAddress(jit->engine, "lane");
	for (int i = 0; i < IN; i++)
		in[i] = (unsigned char)(jit_random() | 1);
	for (int i = 0; i < BUFFER; i++)
		before[i] = (unsigned char)(jit_random() & 0xe0) | 0x14; // that nothing writes
	memset(owner, 0, BUFFER);
	jit_find(jit, 2 * number)(in, expected, NULL, bits);
	for (*lane = 0; *lane < WIDTH; ++*lane) {
		memcpy(after, before, BUFFER);
		jit_find(jit, 2 * number + 1)(in, out, after, bits);
		first[*lane] = note_writes(before, after, owner, *lane);
		if (memcmp(out, expected, sizeof(out)))
			fprintf(stderr, "%s: lane %d differs\n", tests[number].name, (int)*lane);
		CHECK(!memcmp(out, expected, sizeof(out)));
	}
	if (first[1] - first[0] != tests[number].apart)
		fprintf(stderr, "%s: lanes are %d bytes apart\n", tests[number].name, (int)(first[1] - first[0]));
	CHECK(first[1] - first[0] == tests[number].apart);
}

int main(void)
{
	struct jit jit;
	jit_begin(&jit, "x86-64", WIDTH);
	parse(&jit);
	for (unsigned i = 0; i < TESTS; i++) {
		char name[32];
		snprintf(name, sizeof(name), "t%u", 2 * i + 1);
		LLVMValueRef function = LLVMGetNamedFunction(jit.unit.module, name);
		CHECK(!aw_simd_spread_locals(&jit.unit, function, WIDTH));
		place_memory(&jit, function);
	}
	define_lane(&jit);
	jit_compile(&jit);
	for (unsigned i = 0; i < TESTS; i++)
		for (uint32_t bits = 0; bits < 40; bits++)
			check(&jit, i, bits * 7);
	jit_end(&jit);
	return unit_finish();
}
