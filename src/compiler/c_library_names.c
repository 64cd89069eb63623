// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "c_library_names.h"

#include <stdio.h>
#include <string.h>

#include "analysis/need.h"
#include "pipeline.h"

// C's names of functions on double, each with one on float that ends in f, and the device library's where they differ: a long has
// 64 bits.  Those with .fast have an approximation on float that --use_fast_math takes.  Intrinsics that are an instruction or a
// few on every target stay.
static const struct name {
	const char *c, *device;
	bool fast;
} names[] = {
	{ "acos" }, { "acosh" }, { "asin" }, { "asinh" }, { "atan" }, { "atan2" }, { "atanh" }, { "cbrt" }, { "cos", .fast = true },
	{ "cosh" }, { "erf" }, { "erfc" }, { "exp", .fast = true }, { "exp10", .fast = true }, { "exp2" }, { "expm1" }, { "fdim" },
	{ "hypot" }, { "ilogb" }, { "lgamma" }, { "llrint" }, { "llround" }, { "log", .fast = true }, { "log10", .fast = true },
	{ "log1p" }, { "log2", .fast = true }, { "logb" }, { "lrint", "llrint" }, { "lround", "llround" }, { "modf" }, { "nextafter" },
	{ "pow", .fast = true }, { "powi" }, { "remainder" }, { "remquo" }, { "scalbln" }, { "scalbn" }, { "sin", .fast = true },
	{ "sinh" }, { "tan", .fast = true }, { "tanh" }, { "tgamma" },
};

static const struct name *find(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strlen(names[i].c) == length && !memcmp(names[i].c, name, length))
			return &names[i];
	return NULL;
}

// The row of FUNCTION, a declaration; NULL: it is none of these.
static const struct name *row_of(LLVMValueRef function, bool on_float)
{
	const char *name = aw_llvm_name(function);
	if (aw_starts_with(name, "llvm."))
		return find(name + 5, strcspn(name + 5, "."));
	size_t length = strlen(name);
	if (on_float && (length == 0 || name[length - 1] != 'f'))
		return NULL;
	return find(name, length - on_float);
}

static void replace(LLVMModuleRef module, LLVMValueRef function, bool fast_math)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(function);
	if (LLVMCountParams(function) == 0)
		return;
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, 0)));
	bool on_float = kind == LLVMFloatTypeKind;
	const struct name *row = on_float || kind == LLVMDoubleTypeKind ? row_of(function, on_float) : NULL;
	if (!row)
		return;
	char name[32];
	const char *prefix = fast_math && on_float && row->fast ? "__nv_fast_" : "__nv_";
	snprintf(name, sizeof name, "%s%s%s", prefix, row->device ? row->device : row->c, on_float ? "f" : "");
	LLVMValueRef device = LLVMGetNamedFunction(module, name);
	LLVMReplaceAllUsesWith(function, device ? device : LLVMAddFunction(module, name, type));
	LLVMDeleteFunction(function);
}

void aw_c_library_names_replace(LLVMModuleRef module, bool fast_math)
{
	AW_FOR_FUNCTIONS_SAFE(function, module)
		if (LLVMIsDeclaration(function) && LLVMGetFirstUse(function))
			replace(module, function, fast_math);
}
