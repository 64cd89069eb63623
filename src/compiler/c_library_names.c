// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "c_library_names.h"

#include <stdio.h>
#include <string.h>

#include "analysis/need.h"
#include "pipeline.h"

// C's names of functions on double, each with one on float that ends in f, and the device library's where they differ: a long has
// 64 bits.  Intrinsics that are an instruction or a few on every target stay.
static const struct name {
	const char *c, *device;
} names[] = {
	{ "acos", NULL },      { "acosh", NULL }, { "asin", NULL },      { "asinh", NULL },     { "atan", NULL },  { "atan2", NULL },
	{ "atanh", NULL },     { "cbrt", NULL },  { "cos", NULL },       { "cosh", NULL },      { "erf", NULL },   { "erfc", NULL },
	{ "exp", NULL },       { "exp10", NULL }, { "exp2", NULL },      { "expm1", NULL },     { "fdim", NULL },  { "hypot", NULL },
	{ "ilogb", NULL },     { "lgamma", NULL }, { "llrint", NULL },   { "llround", NULL },   { "log", NULL },   { "log10", NULL },
	{ "log1p", NULL },     { "log2", NULL },  { "logb", NULL },      { "lrint", "llrint" }, { "lround", "llround" },
	{ "modf", NULL },      { "nextafter", NULL }, { "pow", NULL },   { "powi", NULL },      { "remainder", NULL },
	{ "remquo", NULL },    { "scalbn", NULL }, { "sin", NULL },      { "sinh", NULL },      { "tan", NULL },   { "tanh", NULL },
	{ "tgamma", NULL },
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

static void replace(LLVMModuleRef module, LLVMValueRef function)
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
	snprintf(name, sizeof name, "__nv_%s%s", row->device ? row->device : row->c, on_float ? "f" : "");
	LLVMValueRef device = LLVMGetNamedFunction(module, name);
	LLVMReplaceAllUsesWith(function, device ? device : LLVMAddFunction(module, name, type));
	LLVMDeleteFunction(function);
}

void aw_c_library_names_replace(LLVMModuleRef module)
{
	AW_FOR_FUNCTIONS_SAFE(function, module)
		if (LLVMIsDeclaration(function) && LLVMGetFirstUse(function))
			replace(module, function);
}
