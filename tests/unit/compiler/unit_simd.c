// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The builders of the simd strategy: small functions are built with them, translated for this machine, and run
// with random operands and masks beside plain C that does the same lane by lane.  Each row of a table is one
// call of the device language with what its arguments look like: k a constant, u the same for all lanes, s going
// up from lane to lane, v different; for masks t a tile of the warp for each lane.
//
// LINK: compiler
#include <stdlib.h>
#include <string.h>

#include <llvm-c/ExecutionEngine.h>
#include <llvm-c/IRReader.h>

#include "compiler/simd/simd.h"
#include "compiler/simd/simd_index.h"
#include "compiler/target/x86_64.h"
#include "unit/unit.h"

enum { LANES = 32, ARGUMENTS = 4, TRIALS = 40 };

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

static uint32_t chance(void)
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

static void begin(struct program *program, uint32_t width, uint32_t geometry)
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

static LLVMTypeRef number(struct program *program, unsigned bits)
{
	return LLVMIntTypeInContext(program->context, bits);
}

static LLVMValueRef address_of(struct program *program, const void *place)
{
	LLVMValueRef bits = LLVMConstInt(number(program, 64), (uint64_t)(uintptr_t)place, false);
	return LLVMConstIntToPtr(bits, LLVMPointerTypeInContext(program->context, 0));
}

static void begin_function(struct program *program, const char *name)
{
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(program->context), NULL, 0, false);
	program->simd.function = LLVMAddFunction(program->unit.module, name, type);
	LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(program->context, program->simd.function, "entry");
	LLVMPositionBuilderAtEnd(program->unit.builder, entry);
}

static LLVMValueRef load_number(struct program *program, const uint32_t *place)
{
	return LLVMBuildLoad2(program->unit.builder, number(program, 32), address_of(program, place), "");
}

// The lanes' 64-bit slots at PLACE as a vector of TYPE.
static LLVMValueRef load_lanes(struct program *program, const uint64_t *place, LLVMTypeRef type)
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

static void store_lanes(struct program *program, LLVMValueRef value, uint64_t *place)
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
static void define_markers(struct program *program)
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
		AW_FOR_BLOCKS(block, program->simd.function)
			AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
				if (function && aw_llvm_callee(instruction) == function) {
					aw_llvm_at(program->unit.builder, instruction);
					aw_llvm_replace(instruction, load_number(program, rows[i].place));
				}
	}
}

// The barriers of a block of one gang.
static uint32_t same(uint32_t value)
{
	return value;
}

static void define_barriers(struct program *program)
{
	static const char *const names[] = { "aw.block.add", "aw.block.or", "aw.block.and" };
	for (size_t i = 0; i < 3; i++) {
		LLVMValueRef function = LLVMGetNamedFunction(program->unit.module, names[i]);
		if (function)
			LLVMAddGlobalMapping(program->engine, function, (void *)(uintptr_t)same);
	}
}

static void set_target(LLVMValueRef function)
{
	LLVMAttributeRef attribute = LLVMCreateStringAttribute(LLVMGetTypeContext(LLVMTypeOf(function)), "target-cpu", 10,
	                                                       target, (unsigned)strlen(target));
	LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
}

// Optimises, translates.
static void translate(struct program *program)
{
	char *error = NULL;
	if (LLVMVerifyModule(program->unit.module, LLVMPrintMessageAction, &error))
		exit(2);
	LLVMDisposeMessage(error);
	AW_FOR_FUNCTIONS(function, program->unit.module)
		if (aw_llvm_is_defined(function))
			set_target(function);
	aw_llvm_run_passes(program->unit.module, "default<O2>", NULL);
	struct LLVMMCJITCompilerOptions options;
	LLVMInitializeMCJITCompilerOptions(&options, sizeof(options));
	options.OptLevel = 2;
	if (LLVMCreateMCJITCompilerForModule(&program->engine, program->unit.module, &options, sizeof(options), &error)) {
		fprintf(stderr, "%s\n", error);
		exit(2);
	}
	define_barriers(program);
}

typedef void (*gang_function)(void);

static gang_function find_function(struct program *program, const char *name)
{
	return (gang_function)(uintptr_t)LLVMGetFunctionAddress(program->engine, name);
}

static void end(struct program *program)
{
	LLVMDisposeBuilder(program->unit.builder);
	LLVMDisposeExecutionEngine(program->engine);
	LLVMContextDispose(program->context);
}

// --- calls of the device language ---

// CALLEE's signature as LLVM writes it, around its name.
struct row {
	const char *result, *name, *types; // "i32", "shfl.sync.up.i32", "i32,i32,i32,i32"
	const char *shapes;                // one letry an argument
	uint32_t constants[ARGUMENTS];     // of k
	const char *expected;              // what the reference computes; the operation for short
};

// As the lanes see it.
struct lanes {
	uint64_t arguments[ARGUMENTS][LANES];
	uint32_t active;
};

struct answer {
	uint64_t value, second;
};

static struct answer shuffle(const struct lanes *in, unsigned lane, char op, bool sync)
{
	int own = (int)lane, b = (int)(in->arguments[sync + 1][lane] & 31);
	uint32_t c = (uint32_t)in->arguments[sync + 2][lane];
	int clamp = (int)(c & 31), segment = (int)(c >> 8 & 31);
	int last = (own & segment) | (clamp & ~segment), from = own;
	bool inside = false;
	if (op == 'u')
		from = own - b, inside = from >= last;
	if (op == 'd')
		from = own + b, inside = from <= last;
	if (op == 'b')
		from = own ^ b, inside = from <= last;
	if (op == 'i')
		from = (own & segment) | (b & ~segment), inside = from <= last;
	bool there = inside && (in->active >> from & 1);
	return (struct answer){ in->arguments[sync][there ? from : own], inside };
}

static struct answer vote(const struct lanes *in, unsigned lane, const char *op, bool sync)
{
	uint32_t ballot = 0, group = in->active;
	if (sync)
		group &= (uint32_t)in->arguments[0][lane];
	for (unsigned i = 0; i < LANES; i++)
		ballot |= (uint32_t)(in->arguments[sync][i] & 1) << i;
	ballot &= group;
	if (!strncmp(op, "all", 3))
		return (struct answer){ ballot == group, 0 };
	if (!strncmp(op, "any", 3))
		return (struct answer){ ballot != 0, 0 };
	if (!strncmp(op, "uni", 3))
		return (struct answer){ ballot == group || ballot == 0, 0 };
	return (struct answer){ ballot, 0 };
}

static struct answer match(const struct lanes *in, unsigned lane, bool all)
{
	uint32_t same_bits = 0, group = in->active & (uint32_t)in->arguments[0][lane];
	for (unsigned i = 0; i < LANES; i++)
		same_bits |= (uint32_t)(in->arguments[1][i] == in->arguments[1][lane]) << i;
	same_bits &= group;
	if (!all)
		return (struct answer){ same_bits, 0 };
	return (struct answer){ same_bits == group ? group : 0, same_bits == group };
}

static struct answer reduce(const struct lanes *in, unsigned lane, const char *op)
{
	uint32_t group = in->active & (uint32_t)in->arguments[1][lane], result = 0;
	bool first = true;
	for (unsigned i = 0; i < LANES; i++) {
		uint32_t v = (uint32_t)in->arguments[0][i];
		if (!(group >> i & 1))
			continue;
		if (first)
			result = v;
		else if (!strcmp(op, "add"))
			result += v;
		else if (!strcmp(op, "and"))
			result &= v;
		else if (!strcmp(op, "or"))
			result |= v;
		else if (!strcmp(op, "xor"))
			result ^= v;
		else if (!strcmp(op, "umin") ? v < result : !strcmp(op, "umax") ? v > result :
		         !strcmp(op, "min")  ? (int32_t)v < (int32_t)result : (int32_t)v > (int32_t)result)
			result = v;
		first = false;
	}
	return (struct answer){ result, 0 };
}

static struct answer barrier(const struct lanes *in, const char *op, unsigned predicate)
{
	uint32_t bits = 0;
	for (unsigned i = 0; i < LANES; i++)
		bits |= (uint32_t)((uint32_t)in->arguments[predicate][i] != 0) << i;
	bits &= in->active;
	uint32_t count = (uint32_t)__builtin_popcount(bits);
	return (struct answer){ !strcmp(op, "popc") ? count : !strcmp(op, "and") ? bits == in->active : bits != 0, 0 };
}

static struct answer expected(const struct row *row, const struct lanes *in, unsigned lane)
{
	const char *name = row->name;
	bool sync = strstr(name, ".sync") != NULL;
	if (!strncmp(name, "shfl.", 5))
		return shuffle(in, lane, name[sync ? 10 : 5], sync);
	if (!strncmp(name, "vote.", 5))
		return vote(in, lane, name + 5, sync);
	if (!strncmp(name, "match.", 6))
		return match(in, lane, name[7] == 'l');
	if (!strncmp(name, "redux.", 6))
		return reduce(in, lane, name + strlen("redux.sync."));
	if (!strncmp(name, "barrier", 7))
		return barrier(in, strrchr(name, '.') + 1, strlen(row->shapes) == 3 ? 2 : 0);
	return (struct answer){ in->active, 0 };
}

#define S_ALL 0xffffffffu
static const struct row rows[] = {
#define SHUFFLES(op, clamp) \
	{ "i32", "shfl.sync." op ".i32", "i32,i32,i32,i32", "kvkk", { S_ALL, 0, 1, clamp }, "" }, \
	{ "i32", "shfl.sync." op ".i32", "i32,i32,i32,i32", "kvkk", { S_ALL, 0, 16, clamp }, "" }, \
	{ "i32", "shfl.sync." op ".i32", "i32,i32,i32,i32", "kvkk", { S_ALL, 0, 3, 0x1800 | (clamp) }, "" }, \
	{ "float", "shfl.sync." op ".f32", "i32,float,i32,i32", "kvuk", { S_ALL, 0, 0, clamp }, "" }, \
	{ "{ i32, i1 }", "shfl.sync." op ".i32p", "i32,i32,i32,i32", "kvkk", { S_ALL, 0, 5, 0x1000 | (clamp) }, "" }, \
	{ "{ i32, i1 }", "shfl.sync." op ".i32p", "i32,i32,i32,i32", "uvvv", { 0 }, "" }, \
	{ "{ float, i1 }", "shfl.sync." op ".f32p", "i32,float,i32,i32", "kvvk", { S_ALL, 0, 0, clamp }, "" }, \
	{ "i32", "shfl." op ".i32", "i32,i32,i32", "vvk", { 0, 0, clamp }, "" }, \
	{ "i32", "shfl." op ".i32", "i32,i32,i32", "skk", { 0, 2, clamp }, "" }, \
	{ "{ i32, i1 }", "shfl." op ".i32p", "i32,i32,i32", "uvv", { 0 }, "" }, \
	{ "float", "shfl." op ".f32", "float,i32,i32", "vuu", { 0 }, "" },
	SHUFFLES("up", 0) SHUFFLES("down", 31) SHUFFLES("bfly", 31) SHUFFLES("idx", 31)
#define VOTES(op, type) \
	{ type, "vote." op ".sync", "i32,i1", "kv", { S_ALL }, "" }, \
	{ type, "vote." op ".sync", "i32,i1", "tv", { 0 }, "" }, \
	{ type, "vote." op ".sync", "i32,i1", "uu", { 0 }, "" }, \
	{ type, "vote." op, "i1", "v", { 0 }, "" },
	VOTES("all", "i1") VOTES("any", "i1") VOTES("uni", "i1") VOTES("ballot", "i32")
#define MATCHES(shapes) \
	{ "i32", "match.any.sync.i32", "i32,i32", shapes, { S_ALL }, "" }, \
	{ "i32", "match.any.sync.i64", "i32,i64", shapes, { S_ALL }, "" }, \
	{ "{ i32, i1 }", "match.all.sync.i32p", "i32,i32", shapes, { S_ALL }, "" }, \
	{ "{ i32, i1 }", "match.all.sync.i64p", "i32,i64", shapes, { S_ALL }, "" },
	MATCHES("kv") MATCHES("ku") MATCHES("tv") MATCHES("us")
#define REDUCTION(op) \
	{ "i32", "redux.sync." op, "i32,i32", "vk", { 0, S_ALL }, "" }, \
	{ "i32", "redux.sync." op, "i32,i32", "vt", { 0 }, "" }, \
	{ "i32", "redux.sync." op, "i32,i32", "su", { 0 }, "" },
	REDUCTION("add") REDUCTION("umin") REDUCTION("umax") REDUCTION("min")
	REDUCTION("max") REDUCTION("and") REDUCTION("or") REDUCTION("xor")
	{ "i32", "activemask", "", "", { 0 }, "" },
	{ "i32", "barrier0.popc", "i32", "v", { 0 }, "" },
	{ "i32", "barrier0.and", "i32", "v", { 0 }, "" },
	{ "i32", "barrier0.or", "i32", "v", { 0 }, "" },
	{ "i32", "barrier0.and", "i32", "u", { 0 }, "" },
};
enum { ROW_COUNT = sizeof(rows) / sizeof(*rows) };

// A call that the builders read: in a function of its own, with its arguments.
static LLVMValueRef parse_call(struct program *program, const struct row *row)
{
	struct aw_str text = { 0 };
	unsigned count = (unsigned)strlen(row->shapes);
	char *types = strdup(row->types), *types_end = NULL;
	aw_str_format(&text, "declare %s @llvm.nvvm.%s(%s)\ndefine %s @scalar(", row->result, row->name, row->types,
	              row->result);
	char *list[ARGUMENTS];
	for (unsigned i = 0; i < count; i++)
		list[i] = strtok_r(i ? NULL : types, ",", &types_end);
	for (unsigned i = 0; i < count; i++)
		aw_str_format(&text, "%s%s %%a%u", i ? ", " : "", list[i], i);
	aw_str_format(&text, ") {\n  %%r = call %s @llvm.nvvm.%s(", row->result, row->name);
	for (unsigned i = 0; i < count; i++)
		aw_str_format(&text, "%s%s %%a%u", i ? ", " : "", list[i], i);
	aw_str_format(&text, ")\n  ret %s %%r\n}\n", row->result);
	free(types);
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text.text, strlen(text.text), "call");
	LLVMModuleRef module = NULL;
	char *error = NULL;
	if (LLVMParseIRInContext(program->context, buffer, &module, &error)) {
		fprintf(stderr, "%s\n%s\n", error, text.text);
		exit(2);
	}
	aw_str_finish(&text);
	return LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetNamedFunction(module, "scalar")));
}

static struct aw_simd_value make_argument(struct program *program, const struct row *row, unsigned i, LLVMTypeRef type)
{
	struct aw_simd_value value = { .shape = { .kind = AW_SHAPE_VARYING } };
	LLVMValueRef vector = load_lanes(program, data.arguments[i], type);
	LLVMValueRef zero = LLVMConstInt(number(program, 32), 0, false);
	value.value = vector;
	if (row->shapes[i] == 'k') {
		value.value = LLVMConstInt(type, row->constants[i], false);
		value.shape.kind = AW_SHAPE_CONSTANT;
	} else if (row->shapes[i] == 'u' || row->shapes[i] == 's') {
		value.value = aw_simd_lane(&program->simd, vector, zero);
		value.shape.kind = row->shapes[i] == 'u' ? AW_SHAPE_GANG : AW_SHAPE_STRIDED;
		value.shape.stride = row->shapes[i] == 's' ? 3 : 0;
	}
	return value;
}

// Whether the analysis may find the result uniform.
static bool can_be_uniform(const struct row *row)
{
	if (!strncmp(row->name, "shfl", 4))
		return false;
	return !strchr(row->shapes, 't') && strncmp(row->name, "match", 5);
}

// One function "rowN" for each row, with a mask and without.
static void build_row(struct program *program, unsigned index, bool masked)
{
	const struct row *row = &rows[index];
	char *name = aw_format("%s%u", masked ? "masked" : "full", index);
	begin_function(program, name);
	LLVMValueRef call = parse_call(program, row), mask = NULL;
	const char *reason = NULL;
	enum aw_simd_form form = aw_simd_call_form(&program->unit, call, &reason);
	struct aw_simd_value arguments[ARGUMENTS];
	for (unsigned i = 0; i < strlen(row->shapes); i++)
		arguments[i] = make_argument(program, row, i, LLVMTypeOf(LLVMGetOperand(call, i)));
	if (masked)
		mask = aw_simd_of_bits(&program->simd, load_number(program, &data.mask));
	struct aw_shape shape = { .kind = can_be_uniform(row) && masked ? AW_SHAPE_GANG : AW_SHAPE_VARYING };
	CHECK(form == (strncmp(row->name, "barrier", 7) ? AW_SIMD_WARP : AW_SIMD_BLOCK));
	LLVMValueRef result = form == AW_SIMD_BLOCK ? aw_simd_barrier(&program->simd, call, arguments, mask) :
	                                              aw_simd_warp(&program->simd, call, arguments, mask, shape);
	bool pair = row->result[0] == '{';
	LLVMBuilderRef builder = program->unit.builder;
	store_lanes(program, pair ? LLVMBuildExtractValue(builder, result, 0, "") : result, data.results[0]);
	if (pair)
		store_lanes(program, LLVMBuildExtractValue(builder, result, 1, ""), data.results[1]);
	LLVMBuildRetVoid(builder);
	LLVMDisposeModule(LLVMGetGlobalParent(aw_llvm_function_of(call)));
	free(name);
}

static uint64_t width_mask(LLVMTypeKind kind, char first, const char *types)
{
	(void)kind;
	return first == '1' ? 1 : strstr(types, "i64") ? UINT64_MAX : UINT32_MAX;
}

// Random operands, alike often enough for votes and matches to have something to find.
static void fill_argument(const struct row *row, unsigned i, struct lanes *in)
{
	static const uint32_t tiles[] = { 4, 8, 16 };
	char shape = row->shapes[i];
	uint32_t tile = tiles[chance() % 3], range = chance() % 3 ? UINT32_MAX : 1 + chance() % 3, odd = chance() % LANES;
	bool bits = strstr(row->types, "i1") && i == strlen(row->shapes) - 1, alike = chance() % 4 == 0;
	uint64_t limit = bits ? 1 : width_mask(LLVMVoidTypeKind, 0, i == 1 ? row->types : ""), first = chance();
	bool named = strstr(row->name, ".sync") && i == (strncmp(row->name, "redux", 5) ? 0u : 1u);
	for (unsigned lane = 0; lane < LANES; lane++) {
		uint64_t value = ((uint64_t)chance() << 33 ^ (uint64_t)chance() << 11 ^ chance()) % ((uint64_t)range + 1) & limit;
		if (shape == 'k')
			value = row->constants[i];
		else if (named && shape == 'u')
			value = in->active;
		else if (shape == 't')
			value = (tile == 32 ? UINT32_MAX : (1u << tile) - 1) << lane / tile * tile;
		else if (shape == 's')
			value = (first + 3ull * lane) & limit;
		else if (lane && (shape == 'u' || (alike && lane != odd)))
			value = in->arguments[i][0];
		in->arguments[i][lane] = value;
	}
}

static void try_row(struct program *program, unsigned index, bool masked)
{
	const struct row *row = &rows[index];
	char *name = aw_format("%s%u", masked ? "masked" : "full", index);
	gang_function run = find_function(program, name);
	unsigned wrong = 0;
	for (unsigned trial = 0; trial < TRIALS; trial++) {
		struct lanes in = { .active = masked ? chance() << 1 ^ chance() : UINT32_MAX };
		in.active |= (in.active == 0) << 7;
		for (unsigned i = 0; i < strlen(row->shapes); i++)
			fill_argument(row, i, &in);
		memcpy(data.arguments, in.arguments, sizeof(in.arguments));
		data.mask = in.active;
		run();
		for (unsigned lane = 0; lane < LANES; lane++) {
			struct answer answer = expected(row, &in, lane);
			if (!(in.active >> lane & 1))
				continue;
			wrong += data.results[0][lane] != answer.value;
			wrong += row->result[0] == '{' && data.results[1][lane] != answer.second;
		}
	}
	if (wrong)
		fprintf(stderr, "%s (%s) %s %s: %u wrong\n", row->name, row->shapes, masked ? "masked" : "full", target, wrong);
	CHECK(wrong == 0);
	free(name);
}

static void test_calls(void)
{
	struct program program;
	begin(&program, LANES, AW_CPU_GEOMETRY_FULL);
	for (unsigned i = 0; i < ROW_COUNT; i++)
		for (int masked = 0; masked < 2; masked++)
			build_row(&program, i, masked);
	translate(&program);
	for (unsigned i = 0; i < ROW_COUNT; i++)
		for (int masked = 0; masked < 2; masked++)
			try_row(&program, i, masked);
	end(&program);
}

int main(void)
{
	LLVMLinkInMCJIT();
	LLVMInitializeX86TargetInfo();
	LLVMInitializeX86Target();
	LLVMInitializeX86TargetMC();
	LLVMInitializeX86AsmPrinter();
	static const char *const levels[] = { "x86-64-v2", "x86-64-v3", "x86-64-v4" };
	const char *best = aw_compiler_host_target();
	for (size_t i = 0; i < sizeof(levels) / sizeof(*levels); i++) {
		if (strcmp(levels[i], best) > 0)
			continue;
		target = levels[i];
		test_calls();
	}
	(void)define_markers;
	return unit_finish();
}
