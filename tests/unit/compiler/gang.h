// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the tests of the simd strategy's builders: functions of a gang that read their operands from one record
// and write their results there, translated for a level of this machine and run.
#ifndef AW_TESTS_GANG_H
#define AW_TESTS_GANG_H

#include "compiler/simd/simd.h"
#include "unit/llvm_test.h"
#include "unit/unit.h"

enum { LANES = 32, ARGUMENTS = 4 };

// What a gang's function reads and writes.
struct gang_data {
	uint64_t arguments[ARGUMENTS][LANES];
	uint64_t results[2][LANES];
	uint32_t mask;
	uint32_t index, x, y, z, size[3];
};

static struct gang_data data; // generated code has its address
static const char *target;
static uint64_t state = 20260101;

static inline uint32_t chance(void)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(state >> 33);
}

// --- the gang's function ---

struct program {
	LLVMContextRef context;
	struct aw_unit unit;
	struct aw_simd simd;
	LLVMModuleRef machine_module;
	LLVMExecutionEngineRef engine;
};

static inline void begin(struct program *program, uint32_t width, uint32_t geometry)
{
	memset(program, 0, sizeof(*program));
	program->context = LLVMContextCreate();
	struct aw_unit *unit = &program->unit;
	unit->context = program->context;
	unit->module = LLVMModuleCreateWithNameInContext("test", program->context);
	unit->builder = LLVMCreateBuilderInContext(program->context);
	unit->target = target;
	program->simd = (struct aw_simd){ .unit = unit, .builder = unit->builder, .gang = { width, geometry } };
}

static inline LLVMTypeRef number(struct program *program, unsigned bits)
{
	return LLVMIntTypeInContext(program->context, bits);
}

static inline LLVMValueRef address_of(struct program *program, const void *place)
{
	LLVMValueRef bits = LLVMConstInt(number(program, 64), (uint64_t)(uintptr_t)place, false);
	return LLVMConstIntToPtr(bits, LLVMPointerTypeInContext(program->context, 0));
}

static inline void begin_function(struct program *program, const char *name)
{
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(program->context), NULL, 0, false);
	program->simd.function = LLVMAddFunction(program->unit.module, name, type);
	LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(program->context, program->simd.function, "entry");
	LLVMPositionBuilderAtEnd(program->unit.builder, entry);
}

static inline LLVMValueRef load_number(struct program *program, const uint32_t *place)
{
	return LLVMBuildLoad2(program->unit.builder, number(program, 32), address_of(program, place), "");
}

// The lanes' 64-bit slots at PLACE as a vector of TYPE.
static inline LLVMValueRef load_lanes(struct program *program, const uint64_t *place, LLVMTypeRef type)
{
	LLVMBuilderRef builder = program->unit.builder;
	LLVMValueRef slots = LLVMBuildLoad2(builder, aw_simd_type(&program->simd, number(program, 64)),
	                                    address_of(program, place), "");
	LLVMSetAlignment(slots, 8);
	bool single = LLVMGetTypeKind(type) == LLVMFloatTypeKind;
	LLVMTypeRef integer = single ? number(program, 32) : type;
	LLVMTypeRef vector = aw_simd_type(&program->simd, integer);
	if (LLVMGetIntTypeWidth(integer) < 64)
		slots = LLVMBuildTrunc(builder, slots, vector, "");
	return single ? LLVMBuildBitCast(builder, slots, aw_simd_type(&program->simd, type), "") : slots;
}

static inline void store_lanes(struct program *program, LLVMValueRef value, uint64_t *place)
{
	LLVMBuilderRef builder = program->unit.builder;
	if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMVectorTypeKind)
		value = aw_simd_splat(&program->simd, value);
	LLVMTypeRef type = LLVMTypeOf(value), wide = aw_simd_type(&program->simd, number(program, 64));
	if (LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMFloatTypeKind)
		value = LLVMBuildBitCast(builder, value, aw_simd_type(&program->simd, number(program, 32)), "");
	if (LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(value))) < 64)
		value = LLVMBuildZExt(builder, value, wide, "");
	LLVMSetAlignment(LLVMBuildStore(builder, value, address_of(program, place)), 8);
}

// What the markers stand for, from the data.
static inline void define_markers(struct program *program)
{
	static const struct {
		const char *name;
		const uint32_t *place;
	} rows[] = {
		{ "aw.gang.index", &data.index }, { "aw.gang.x", &data.x }, { "aw.gang.y", &data.y }, { "aw.gang.z", &data.z },
		{ "llvm.nvvm.read.ptx.sreg.ntid.x", &data.size[0] }, { "llvm.nvvm.read.ptx.sreg.ntid.y", &data.size[1] },
		{ "llvm.nvvm.read.ptx.sreg.ntid.z", &data.size[2] },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		LLVMValueRef function = LLVMGetNamedFunction(program->unit.module, rows[i].name);
		LLVMUseRef use;
		while (function && (use = LLVMGetFirstUse(function))) {
			LLVMValueRef call = LLVMGetUser(use);
			LLVMPositionBuilderBefore(program->unit.builder, call);
			aw_llvm_replace(call, load_number(program, rows[i].place));
		}
	}
}

// The barriers of a block of one gang.
static inline uint32_t same(uint32_t value)
{
	return value;
}

static inline void define_barriers(struct program *program)
{
	static const char *const names[] = { "aw.block.add", "aw.block.or", "aw.block.and" };
	for (size_t i = 0; i < 3; i++) {
		LLVMValueRef function = LLVMGetNamedFunction(program->unit.module, names[i]);
		if (function)
			LLVMAddGlobalMapping(program->engine, function, (void *)(uintptr_t)same);
	}
}

// Optimises, translates.
static inline void translate(struct program *program)
{
	char *error = NULL;
	define_markers(program);
	if (LLVMVerifyModule(program->unit.module, LLVMPrintMessageAction, &error))
		exit(2);
	LLVMDisposeMessage(error);
	AW_FOR_FUNCTIONS(function, program->unit.module)
		if (aw_llvm_is_defined(function))
			set_level(function, target);
	aw_llvm_run_passes(program->unit.module, "default<O2>", NULL);
	program->engine = start_engine(program->unit.module, 2);
	define_barriers(program);
}

typedef void (*gang_function)(void);

static inline gang_function find_function(struct program *program, const char *name)
{
	return (gang_function)(uintptr_t)LLVMGetFunctionAddress(program->engine, name);
}

static inline void end(struct program *program)
{
	LLVMDisposeBuilder(program->unit.builder);
	LLVMDisposeExecutionEngine(program->engine);
	LLVMContextDispose(program->context);
}

// Whether the processor has LEVEL; made the target then.
static inline bool take_target(const char *level)
{
	target = level;
	return has_level(level);
}

static const char *const levels[] = { "x86-64-v2", "x86-64-v3", "x86-64-v4" };
enum { LEVEL_COUNT = sizeof(levels) / sizeof(*levels) };

#endif
