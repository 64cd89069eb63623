// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory in registers (simd_shared.c): random straight code with whole, masked and scalar loads and stores that
// overlap, by two bases that may lead to the same place, does the same with and without; and what is found.
//
// LINK: compiler
#include "unit/compiler/gang.h"

enum { WORDS = 160, STEPS = 14, PROGRAMS = 200, WIDTH = 16 };

static void add_mask(struct aw_str *out)
{
	unsigned kind = chance() % 5, bits = chance();
	if (kind == 4) {
		aw_str_add(out, "<16 x i1> %m");
		return;
	}
	aw_str_add(out, "<16 x i1> <");
	for (unsigned i = 0; i < WIDTH; i++)
		aw_str_format(out, "%si1 %d", i ? ", " : "", kind == 0 ? i % 2 == 0 : kind == 1 ? i < 8 : kind == 2 ? 1 : bits >> i & 1);
	aw_str_add(out, ">");
}

// One access; loads are added to the vector %sN, whose next number is returned.
static int add_access(struct aw_str *out, int step, int sums)
{
	unsigned kind = chance() % 6, offset = chance() % 3 ? chance() % 5 * 16 : chance() % 40 * 4;
	const char *base = chance() % 6 ? "p" : "q";
	aw_str_format(out, "  %%a%d = getelementptr i8, ptr %%%s, i64 %u\n", step, base, offset);
	switch (kind) {
	case 0:
		aw_str_format(out, "  %%n%d = add <16 x i32> %%s%d, %%x\n  store <16 x i32> %%n%d, ptr %%a%d, align 4\n", step, sums, step,
		              step);
		return sums;
	case 1:
		aw_str_format(out, "  %%n%d = xor <16 x i32> %%s%d, %%x\n  call void @llvm.masked.store.v16i32.p0(<16 x i32> %%n%d, "
		              "ptr %%a%d, i32 4, ", step, sums, step, step);
		add_mask(out);
		aw_str_add(out, ")\n");
		return sums;
	case 2:
		aw_str_format(out, "  %%n%d = extractelement <16 x i32> %%s%d, i32 %u\n  store i32 %%n%d, ptr %%a%d, align 4\n", step, sums,
		              chance() % WIDTH, step, step);
		return sums;
	case 3: aw_str_format(out, "  %%l%d = load <16 x i32>, ptr %%a%d, align 4\n", step, step); break;
	case 4:
		aw_str_format(out, "  %%l%d = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr %%a%d, i32 4, ", step, step);
		add_mask(out);
		aw_str_add(out, ", <16 x i32> %x)\n");
		break;
	default:
		aw_str_format(out, "  %%e%d = load i32, ptr %%a%d, align 4\n  %%l%d = insertelement <16 x i32> %%x, i32 %%e%d, i32 3\n",
		              step, step, step, step);
	}
	aw_str_format(out, "  %%t%d = mul <16 x i32> %%s%d, splat (i32 5)\n", step, sums);
	aw_str_format(out, "  %%s%d = add <16 x i32> %%t%d, %%l%d\n", sums + 1, step, step);
	return sums + 1;
}

// "splat (i32 N)" as LLVM 19 reads it.
static void spell_splats(struct aw_str *text)
{
	static const char splat[] = "splat (i32 5)";
	struct aw_str out = { 0 };
	const char *at = text->text, *next;
	for (; (next = strstr(at, splat)); at = next + sizeof(splat) - 1) {
		aw_str_add_bytes(&out, at, (size_t)(next - at));
		for (int i = 0; i < WIDTH; i++)
			aw_str_add(&out, i == 0 ? "<i32 5" : i < WIDTH - 1 ? ", i32 5" : ", i32 5>");
	}
	aw_str_add(&out, at);
	aw_str_finish(text);
	*text = out;
}

static void add_program(struct aw_str *text)
{
	struct aw_str body = { 0 };
	int sums = 0;
	for (int step = 0; step < STEPS; step++)
		sums = add_access(&body, step, sums);
	for (int copy = 0; copy < 2; copy++)
		aw_str_format(text, "define <16 x i32> @%s(ptr %%p, i64 %%n, ptr %%in) {\n  %%q = getelementptr i8, ptr %%p, i64 %%n\n"
		              "  %%x = load <16 x i32>, ptr %%in, align 4\n  %%s0 = add <16 x i32> %%x, %%x\n"
		              "  %%m = icmp slt <16 x i32> %%x, splat (i32 5)\n%s  ret <16 x i32> %%s%d\n}\n",
		              copy ? "forwarded" : "plain", body.text, sums);
	aw_str_finish(&body);
	aw_str_add(text, "declare void @llvm.masked.store.v16i32.p0(<16 x i32>, ptr, i32, <16 x i1>)\n"
	                 "declare <16 x i32> @llvm.masked.load.v16i32.p0(ptr, i32, <16 x i1>, <16 x i32>)\n");
	for (int copy = 0; copy < 2; copy++)
		aw_str_format(text, "define void @run_%s(ptr %%p, i64 %%n, ptr %%in, ptr %%out) {\n  %%r = call <16 x i32> "
		              "@%s(ptr %%p, i64 %%n, ptr %%in)\n  store <16 x i32> %%r, ptr %%out, align 4\n  ret void\n}\n",
		              copy ? "forwarded" : "plain", copy ? "forwarded" : "plain");
	spell_splats(text);
}

typedef void (*memory_function)(uint32_t *, int64_t, const uint32_t *, uint32_t *);

static void run(gang_function made, int64_t distance, uint32_t words[2][WORDS])
{
	union {
		gang_function made;
		memory_function called;
	} function = { made };
	uint32_t in[WIDTH];
	for (uint32_t i = 0; i < WORDS; i++)
		words[0][i] = i * 2654435761u;
	for (uint32_t i = 0; i < WIDTH; i++)
		in[i] = i * i + 1;
	function.called(words[0], distance, in, words[1]);
}

static void try_program(void)
{
	struct program program;
	struct aw_str text = { 0 };
	begin(&program, WIDTH, AW_CPU_GEOMETRY_FULL);
	add_program(&text);
	link_text(program.unit.module, text.text);
	aw_simd_forward_shared(&program.unit, LLVMGetNamedFunction(program.unit.module, "forwarded"));
	translate(&program);
	unsigned wrong = 0;
	for (int64_t distance = 0; distance <= 96; distance += 4 + (distance > 16) * 28) {
		static uint32_t plain[2][WORDS], forwarded[2][WORDS];
		run(find_function(&program, "run_plain"), distance, plain);
		run(find_function(&program, "run_forwarded"), distance, forwarded);
		wrong += memcmp(plain, forwarded, sizeof(plain)) != 0;
	}
	if (wrong)
		fprintf(stderr, "%s\n", text.text);
	CHECK_EQUAL(wrong, 0);
	aw_str_finish(&text);
	end(&program);
}

// --- what is found ---

static const struct {
	const char *body, *gone, *kept; // texts that must have gone, and must be left; NULL: none
} examples[] = {
	{ "store <16 x i32> %x, ptr addrspace(3) @a\n %l = load i32, ptr addrspace(3) @a\n store i32 %l, ptr %out\n",
	  "addrspace(3) @a", "store i32" },
	{ "store <16 x i32> %x, ptr addrspace(3) @a\n call void @llvm.nvvm.barrier0()\n %l = load i32, ptr addrspace(3) @a\n"
	  "store i32 %l, ptr %out\n", NULL, "store <16 x i32> %x, ptr addrspace(3) @a" },
	{ "store <16 x i32> %x, ptr addrspace(3) @a\n br label %end\nend:\n store i32 1, ptr %out\n", "addrspace(3) @a", "store i32 1" },
	{ "store <16 x i32> %x, ptr addrspace(3) @a\n br label %end\nend:\n %l = load i32, ptr addrspace(3) @a\n"
	  "store i32 %l, ptr %out\n", NULL, "store <16 x i32> %x, ptr addrspace(3) @a" },
	{ "store i32 1, ptr addrspace(3) @a\n store i32 2, ptr addrspace(3) @b\n %l = load i32, ptr addrspace(3) @a\n"
	  "call void @llvm.nvvm.barrier0()\n store i32 %l, ptr %out\n", "load i32", "store i32 1, ptr %out" },
	{ "store i32 1, ptr addrspace(3) @c\n store i32 2, ptr addrspace(3) @d\n %l = load i32, ptr addrspace(3) @c\n"
	  "store i32 %l, ptr %out\n", NULL, "load i32" }, // names of dynamic shared memory
	{ "store i32 1, ptr %out\n store i32 2, ptr %out\n", "store i32 1", "store i32 2" },
	{ "store i32 1, ptr %out\n %l = load i32, ptr %in\n store i32 2, ptr %out\n store i32 %l, ptr %out\n", "store i32 2", "store i32 1" },
	{ "store volatile i32 1, ptr %out\n %l = load volatile i32, ptr %out\n store i32 %l, ptr %in\n", NULL, "load volatile" },
};

static void try_example(unsigned which)
{
	struct program program;
	struct aw_str text = { 0 };
	begin(&program, WIDTH, AW_CPU_GEOMETRY_FULL);
	aw_str_format(&text, "@a = internal addrspace(3) global [64 x i32] undef\n@b = internal addrspace(3) global i32 undef\n"
	              "@c = external addrspace(3) global [0 x i32]\n@d = external addrspace(3) global [0 x i32]\n"
	              "declare void @llvm.nvvm.barrier0()\ndefine void @f(ptr %%in, ptr %%out, <16 x i32> %%x) {\n%s ret void\n}\n",
	              examples[which].body);
	LLVMModuleRef module = parse_text(program.context, text.text);
	LLVMValueRef function = LLVMGetNamedFunction(module, "f");
	aw_simd_forward_shared(&program.unit, function);
	char *printed = LLVMPrintValueToString(function);
	bool good = (!examples[which].gone || !strstr(printed, examples[which].gone)) && strstr(printed, examples[which].kept);
	if (!good)
		fprintf(stderr, "%s\n", printed);
	CHECK(good);
	LLVMDisposeMessage(printed);
	aw_str_finish(&text);
	LLVMDisposeModule(module);
	LLVMDisposeModule(program.unit.module);
	LLVMDisposeBuilder(program.unit.builder);
	LLVMContextDispose(program.context);
}

int main(void)
{
	take_target(aw_compiler_host_target());
	for (unsigned i = 0; i < sizeof(examples) / sizeof(*examples); i++)
		try_example(i);
	for (int i = 0; i < PROGRAMS; i++)
		try_program();
	return unit_finish();
}
