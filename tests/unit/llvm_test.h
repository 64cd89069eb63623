// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tests of the compiler do with LLVM: read its assembly, and run the code that it makes for a level of x86-64.
// A test that can't be run for a reason of its own ends with exit code 2.
#ifndef AW_TESTS_LLVM_TEST_H
#define AW_TESTS_LLVM_TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/ExecutionEngine.h>
#include <llvm-c/IRReader.h>

#include "compiler/llvm.h"

static inline LLVMModuleRef parse_text(LLVMContextRef context, const char *text)
{
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test");
	LLVMModuleRef module = NULL;
	char *error = NULL;
	if (LLVMParseIRInContext(context, buffer, &module, &error)) {
		fprintf(stderr, "%s\n%s\n", error, text);
		exit(2);
	}
	return module;
}

// Adds what TEXT has to MODULE.
static inline void link_text(LLVMModuleRef module, const char *text)
{
	LLVMModuleRef more = parse_text(LLVMGetModuleContext(module), text);
	LLVMSetDataLayout(more, LLVMGetDataLayoutStr(module));
	if (!aw_llvm_link(module, more, false))
		exit(2);
}

static inline bool has_level(const char *level)
{
	if (!strcmp(level, "x86-64-v4"))
		return __builtin_cpu_supports("x86-64-v4");
	return strcmp(level, "x86-64-v3") || __builtin_cpu_supports("x86-64-v3");
}

// FUNCTION is to be translated for LEVEL.
static inline void set_level(LLVMValueRef function, const char *level)
{
	LLVMAttributeRef attribute = LLVMCreateStringAttribute(LLVMGetTypeContext(LLVMTypeOf(function)), "target-cpu", 10,
	                                                       level, (unsigned)strlen(level));
	LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
}

// Translates MODULE, which belongs to the engine then.
static inline LLVMExecutionEngineRef start_engine(LLVMModuleRef module, unsigned optimisation)
{
	char *error = NULL;
	if (LLVMVerifyModule(module, LLVMReturnStatusAction, &error)) {
		fprintf(stderr, "%s\n", error);
		exit(2);
	}
	LLVMDisposeMessage(error);
	LLVMLinkInMCJIT();
	LLVMInitializeX86TargetInfo();
	LLVMInitializeX86Target();
	LLVMInitializeX86TargetMC();
	LLVMInitializeX86AsmPrinter();
	struct LLVMMCJITCompilerOptions options;
	LLVMInitializeMCJITCompilerOptions(&options, sizeof(options));
	options.OptLevel = optimisation;
	LLVMExecutionEngineRef engine = NULL;
	if (LLVMCreateMCJITCompilerForModule(&engine, module, &options, sizeof(options), &error)) {
		fprintf(stderr, "%s\n", error);
		exit(2);
	}
	return engine;
}

#endif
