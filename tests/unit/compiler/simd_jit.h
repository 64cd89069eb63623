// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of the simd builders: a module whose functions take (void *a, void *b, void *c, uint32_t bits), filled
// by the test, compiled for a level of x86-64, and called.
#ifndef AW_TESTS_SIMD_JIT_H
#define AW_TESTS_SIMD_JIT_H

#include <sys/mman.h>

#include "compiler/simd/simd.h"
#include "unit/llvm_test.h"
#include "unit/unit.h"

typedef void (*jit_function)(void *a, void *b, void *c, uint32_t bits);

struct jit {
	struct aw_unit unit;
	struct aw_simd simd;
	LLVMExecutionEngineRef engine;
	LLVMTypeRef type; // of every function
	LLVMValueRef a, b, c, bits; // parameters of the function being made
	LLVMValueRef origins; // a scalar function that holds the kernel's instructions
	unsigned number;
};

static inline void jit_begin(struct jit *jit, const char *level, uint32_t width)
{
	*jit = (struct jit){ .number = 0 };
	LLVMContextRef context = LLVMContextCreate();
	LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
	LLVMTypeRef types[] = { pointer, pointer, pointer, LLVMInt32TypeInContext(context) };
	jit->unit = (struct aw_unit){
		.context = context,
		.module = LLVMModuleCreateWithNameInContext("test", context),
		.builder = LLVMCreateBuilderInContext(context),
		.target = level,
	};
	LLVMSetDataLayout(jit->unit.module, "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128");
	jit->type = LLVMFunctionType(LLVMVoidTypeInContext(context), types, 4, false);
	jit->simd = (struct aw_simd){ .unit = &jit->unit, .builder = jit->unit.builder, .gang = { .width = width } };
	jit->origins = LLVMAddFunction(jit->unit.module, "origins", jit->type);
	LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(context, jit->origins, "");
	LLVMPositionBuilderAtEnd(jit->unit.builder, block);
	LLVMBuildRetVoid(jit->unit.builder);
}

// Places the builder where the kernel's scalar instructions are made.
static inline void jit_at_origins(struct jit *jit)
{
	LLVMBasicBlockRef block = LLVMGetEntryBasicBlock(jit->origins);
	LLVMPositionBuilderBefore(jit->unit.builder, LLVMGetBasicBlockTerminator(block));
}

// Begins function "tN", N being the number of functions before it.
static inline void jit_function_begin(struct jit *jit)
{
	char name[32];
	snprintf(name, sizeof(name), "t%u", jit->number++);
	LLVMValueRef function = LLVMAddFunction(jit->unit.module, name, jit->type);
	set_level(function, jit->unit.target);
	jit->simd.function = function;
	jit->a = LLVMGetParam(function, 0);
	jit->b = LLVMGetParam(function, 1);
	jit->c = LLVMGetParam(function, 2);
	jit->bits = LLVMGetParam(function, 3);
	LLVMPositionBuilderAtEnd(jit->unit.builder, LLVMAppendBasicBlockInContext(jit->unit.context, function, ""));
}

static inline void jit_function_end(struct jit *jit)
{
	LLVMBuildRetVoid(jit->unit.builder);
	aw_simd_straighten_rows(&jit->simd, jit->simd.function);
}

static inline void jit_compile(struct jit *jit)
{
	if (getenv("JIT_DUMP"))
		LLVMDumpModule(jit->unit.module);
	jit->engine = start_engine(jit->unit.module, 1);
}

static inline jit_function jit_find(struct jit *jit, unsigned number)
{
	char name[32];
	snprintf(name, sizeof(name), "t%u", number);
	return (jit_function)LLVMGetFunctionAddress(jit->engine, name);
}

static inline void jit_end(struct jit *jit)
{
	LLVMDisposeExecutionEngine(jit->engine);
	LLVMDisposeBuilder(jit->unit.builder);
	LLVMContextDispose(jit->unit.context);
}

static inline uint64_t jit_random(void)
{
	static uint64_t state = 88172645463325252u;
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

#endif
