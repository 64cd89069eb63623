// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What of a clone's calls becomes ordinary code (simd_support.c): arithmetic from the support library, instructions
// in disguise; what looks at its thread, waits, or changes the rounding mode stays a call.
//
// LINK: compiler
#include <stdlib.h>
#include <string.h>

#include "compiler/simd/simd.h"
#include "unit/llvm_test.h"
#include "unit/unit.h"

// Each is called once; GONE: no call is left, and what it is now has TEXT.
static const struct {
	const char *result, *name, *arguments;
	bool gone;
	const char *text;
} rows[] = {
	{ "float", "llvm.nvvm.fma.rn.f", "float %f, float %f, float %f", true, "@llvm.fma.f32" },
	{ "float", "llvm.nvvm.add.rz.f", "float %f, float %f", false, "" },
	{ "float", "llvm.nvvm.saturate.f", "float %f", true, "fcmp ogt float" },
	{ "i32", "llvm.nvvm.mulhi.ui", "i32 %i, i32 %i", true, "lshr i64" },
	{ "i32", "llvm.nvvm.prmt", "i32 %i, i32 %i, i32 %i", true, "zext i32 %i to i64" },
	{ "i32", "llvm.nvvm.f2i.rz", "float %f", true, "fptosi float" },
	{ "double", "llvm.nvvm.lohi.i2d", "i32 %i, i32 %i", true, "bitcast i64" },
	{ "i32", "llvm.nvvm.read.ptx.sreg.tid.x", "", false, "" },
	{ "i32", "llvm.nvvm.read.ptx.sreg.cluster.ctarank", "", false, "" },
	{ "void", "llvm.nvvm.barrier0", "", false, "" },
	{ "void", "llvm.nvvm.membar.gl", "", false, "" },
	{ "void", "llvm.nvvm.cp.async.ca.shared.global.4", "ptr addrspace(3) %s, ptr addrspace(1) %g", true, "load i32, ptr %" },
	{ "i32", "llvm.nvvm.ldg.global.i.i32.p1", "ptr addrspace(1) %g, i32 4", true, "!invariant.load" },
	{ "i32", "llvm.nvvm.shfl.sync.up.i32", "i32 -1, i32 %i, i32 1, i32 0", false, "" },
	{ "i32", "vprintf", "ptr %p, ptr %p", false, "" },
	{ "i64", "strlen", "ptr %p", false, "" },
};
enum { ROW_COUNT = sizeof(rows) / sizeof(*rows) };

static LLVMModuleRef parse(LLVMContextRef context, unsigned which)
{
	struct aw_str types = { 0 };
	char *arguments = strdup(rows[which].arguments), *rest = NULL;
	for (char *one = strtok_r(arguments, ",", &rest); one; one = strtok_r(NULL, ",", &rest)) {
		one[strrchr(one, ' ') - one] = '\0';
		aw_str_format(&types, "%s%s", types.length ? "," : "", one);
	}
	const char *result = rows[which].result, *name = rows[which].name;
	char *text = aw_format("target triple = \"nvptx64-nvidia-cuda\"\ndeclare %s @%s(%s)\n"
	                       "define void @f(float %%f, i32 %%i, ptr %%p, ptr addrspace(3) %%s, ptr addrspace(1) %%g) {\n"
	                       "  %s call %s @%s(%s)\n  ret void\n}\n", result, name, types.text ? types.text : "",
	                       strcmp(result, "void") ? "%r =" : "", result, name, rows[which].arguments);
	LLVMModuleRef module = parse_text(context, text);
	aw_str_finish(&types);
	free(arguments);
	free(text);
	return module;
}

static void try_row(const char *library, unsigned which)
{
	LLVMContextRef context = LLVMContextCreate();
	LLVMModuleRef module = parse(context, which);
	static const struct aw_compiler_request request = { .opt_level = 3 };
	struct aw_unit unit = {
		.context = context, .module = module, .builder = LLVMCreateBuilderInContext(context), .request = &request,
		.library_path = library, .target = "x86-64-v3",
	};
	LLVMValueRef function = LLVMGetNamedFunction(module, "f");
	aw_simd_link_support(&unit);
	bool changed = aw_simd_inline_support(&unit, function);
	aw_simd_drop_support(&unit);
	char *text = LLVMPrintValueToString(function), *whole = LLVMPrintModuleToString(module);
	char *call = aw_format("@%s(", rows[which].name);
	bool good = changed == rows[which].gone && (strstr(text, call) == NULL) == rows[which].gone &&
	            strstr(text, rows[which].text) && !strstr(whole, "aw_cpu_") && strstr(whole, "nvptx64-nvidia-cuda") &&
	            unit.status == AW_OK && !LLVMVerifyModule(module, LLVMPrintMessageAction, &(char *){ NULL });
	if (!good)
		fprintf(stderr, "%s\n%s\n", rows[which].name, whole);
	CHECK(good);
	free(call);
	LLVMDisposeMessage(text);
	LLVMDisposeMessage(whole);
	LLVMDisposeBuilder(unit.builder);
	LLVMDisposeModule(module);
	LLVMContextDispose(context);
}

int main(void)
{
	const char *build = getenv("BUILD");
	char *library = aw_format("%s/lib/anywarp", build ? build : "build");
	for (unsigned i = 0; i < ROW_COUNT; i++)
		try_row(library, i);
	free(library);
	return unit_finish();
}
