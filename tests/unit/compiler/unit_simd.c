// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plain builders of the simd strategy at every width: vectors of shapes, masks, loops over lanes, aggregates
// (simd_type.c, simd_mask.c), thread indices in every geometry (simd_index.c), LLVM's functions (simd_intrinsic.c).
//
// LINK: compiler
#include "compiler/simd/simd_index.h"
#include "unit/compiler/gang.h"

static struct program program;
static LLVMBuilderRef b;

static uint32_t lanes_of(uint32_t bits)
{
	return bits & (UINT32_MAX >> (32 - program.simd.gang.width));
}

static void start(uint32_t width, uint32_t geometry, const char *name)
{
	begin(&program, width, geometry);
	b = program.unit.builder;
	begin_function(&program, name);
}

static gang_function finish(const char *name)
{
	LLVMBuildRetVoid(b);
	translate(&program);
	return find_function(&program, name);
}

static const struct aw_shape varying = { .kind = AW_SHAPE_VARYING };

// --- masks ---

// Results 0: of each question about the mask; results 1: what a loop over its lanes did.
static void build_masks(void)
{
	struct aw_simd *simd = &program.simd;
	LLVMTypeRef type = number(&program, 32);
	LLVMValueRef mask = aw_simd_of_bits(simd, load_number(&program, &data.mask)), bits = aw_simd_bits(simd, mask);
	LLVMValueRef answers = LLVMConstNull(aw_simd_type(simd, type));
	LLVMValueRef list[] = {
		bits, LLVMBuildZExt(b, aw_simd_any(simd, mask), type, ""), LLVMBuildZExt(b, aw_simd_all(simd, mask), type, ""),
		aw_simd_first(simd, mask), aw_simd_last(simd, mask), aw_simd_bits(simd, NULL),
	};
	for (unsigned i = 0; i < 6; i++)
		answers = aw_simd_set_lane(simd, answers, list[i], aw_simd_number(simd, 32, i));
	store_lanes(&program, answers, data.results[0]);
	LLVMValueRef slot = aw_simd_alloca(simd, aw_simd_type(simd, type), "slot");
	LLVMBuildStore(b, aw_simd_splat(simd, aw_simd_number(simd, 32, 77)), slot);
	struct aw_simd_lanes loop;
	aw_simd_lanes_begin(simd, mask, &loop);
	LLVMValueRef before = LLVMBuildLoad2(b, aw_simd_type(simd, type), slot, "");
	LLVMValueRef square = LLVMBuildMul(b, loop.lane, loop.lane, "");
	LLVMBuildStore(b, aw_simd_set_lane(simd, before, square, loop.lane), slot);
	aw_simd_lanes_end(simd, &loop);
	store_lanes(&program, LLVMBuildLoad2(b, aw_simd_type(simd, type), slot, ""), data.results[1]);
}

static void check_mask(gang_function run, uint32_t mask)
{
	mask = data.mask = lanes_of(mask);
	run();
	uint64_t *answers = data.results[0];
	CHECK_EQUAL(answers[0], mask);
	CHECK_EQUAL(answers[1], mask != 0);
	CHECK_EQUAL(answers[2], mask == lanes_of(UINT32_MAX));
	CHECK(mask ? (int)answers[3] == __builtin_ctz(mask) : answers[3] < program.simd.gang.width);
	CHECK(mask ? (int)answers[4] == 31 - __builtin_clz(mask) : answers[4] < program.simd.gang.width);
	CHECK_EQUAL(answers[5], lanes_of(UINT32_MAX));
	for (unsigned lane = 0; lane < program.simd.gang.width; lane++)
		CHECK_EQUAL(data.results[1][lane], mask >> lane & 1 ? lane * lane : 77);
}

static void test_masks(uint32_t width)
{
	start(width, AW_CPU_GEOMETRY_FULL, "masks");
	build_masks();
	gang_function run = finish("masks");
	check_mask(run, 0);
	check_mask(run, UINT32_MAX);
	for (unsigned lane = 0; lane < width; lane++)
		check_mask(run, 1u << lane);
	for (int i = 0; i < 100; i++)
		check_mask(run, chance() << 1 ^ chance());
	end(&program);
}

// --- values ---

static void test_shapes(uint32_t width)
{
	start(width, AW_CPU_GEOMETRY_FULL, "shapes");
	struct aw_simd *simd = &program.simd;
	LLVMTypeRef type = number(&program, 32), wide = number(&program, 64);
	LLVMValueRef base = load_number(&program, &data.x), pointer = address_of(&program, &data);
	struct aw_shape strided = { .kind = AW_SHAPE_STRIDED, .stride = -7 };
	LLVMValueRef numbers = aw_simd_vector(simd, (struct aw_simd_value){ base, strided });
	LLVMValueRef addresses = aw_simd_vector(simd, (struct aw_simd_value){ pointer, strided });
	store_lanes(&program, numbers, data.results[0]);
	store_lanes(&program, LLVMBuildPtrToInt(b, addresses, aw_simd_type(simd, wide), ""), data.results[1]);
	gang_function run = finish("shapes");
	data.x = 3;
	run();
	for (unsigned lane = 0; lane < width; lane++) {
		CHECK_EQUAL(data.results[0][lane], 3u - 7u * lane);
		CHECK_EQUAL(data.results[1][lane], (uint64_t)(uintptr_t)&data - 7 * lane);
	}
	CHECK(aw_simd_type(simd, type) == LLVMVectorType(type, width));
	end(&program);
}

// { i32, [2 x i64] }: splat, select, set and get a lane.
static void test_aggregates(uint32_t width)
{
	start(width, AW_CPU_GEOMETRY_FULL, "aggregates");
	struct aw_simd *simd = &program.simd;
	LLVMTypeRef wide = number(&program, 64);
	LLVMTypeRef members[] = { number(&program, 32), LLVMArrayType2(wide, 2) };
	LLVMTypeRef type = LLVMStructTypeInContext(program.context, members, 2, false);
	LLVMValueRef x = load_number(&program, &data.x), y = LLVMBuildZExt(b, load_number(&program, &data.y), wide, "");
	LLVMValueRef pair = LLVMBuildInsertValue(b, LLVMConstNull(members[1]), y, 1, "");
	LLVMValueRef one = LLVMBuildInsertValue(b, LLVMBuildInsertValue(b, LLVMConstNull(type), x, 0, ""), pair, 1, "");
	LLVMValueRef all = aw_simd_splat(simd, one), none = aw_simd_splat(simd, LLVMConstNull(type));
	CHECK(LLVMTypeOf(all) == aw_simd_type(simd, type));
	LLVMValueRef mask = aw_simd_of_bits(simd, load_number(&program, &data.mask));
	LLVMValueRef chosen = aw_simd_select(simd, mask, all, none);
	LLVMValueRef other = aw_simd_lane(simd, chosen, aw_simd_number(simd, 32, 1));
	chosen = aw_simd_set_lane(simd, chosen, other, aw_simd_number(simd, 32, 0));
	store_lanes(&program, LLVMBuildExtractValue(b, chosen, 0, ""), data.results[0]);
	store_lanes(&program, LLVMBuildExtractValue(b, LLVMBuildExtractValue(b, chosen, 1, ""), 1, ""), data.results[1]);
	gang_function run = finish("aggregates");
	data.x = 11, data.y = 22, data.mask = 0xaaaaaaaa;
	run();
	for (unsigned lane = 0; lane < width; lane++) {
		bool set = lane == 0 || (lane & 1);
		CHECK_EQUAL(data.results[0][lane], set ? 11 : 0);
		CHECK_EQUAL(data.results[1][lane], set ? 22 : 0);
	}
	end(&program);
}

// --- thread indices ---

static const char *const registers[] = {
	"tid.x", "tid.y", "tid.z", "laneid", "warpid", "lanemask.eq", "lanemask.ge", "lanemask.gt", "lanemask.le", "lanemask.lt",
};
enum { REGISTER_COUNT = sizeof(registers) / sizeof(*registers) };

static LLVMValueRef read_register(const char *name)
{
	char *full = aw_format("llvm.nvvm.read.ptx.sreg.%s", name);
	LLVMTypeRef type = LLVMFunctionType(number(&program, 32), NULL, 0, false);
	LLVMValueRef call = LLVMBuildCall2(b, type, aw_llvm_declare(program.unit.module, full, type), NULL, 0, "");
	LLVMValueRef value = aw_simd_intrinsic_call(&program.simd, call, NULL, NULL, varying);
	free(full);
	aw_llvm_erase(call);
	return value;
}

// One function for each register, and the entry mask.
static void build_registers(uint32_t width, uint32_t geometry)
{
	begin(&program, width, geometry);
	b = program.unit.builder;
	for (int i = 0; i < REGISTER_COUNT; i++) {
		begin_function(&program, registers[i]);
		store_lanes(&program, read_register(registers[i]), data.results[0]);
		LLVMBuildRetVoid(b);
	}
	begin_function(&program, "entry");
	LLVMValueRef mask = aw_simd_mask(&program.simd, aw_simd_entry_mask(&program.simd));
	store_lanes(&program, mask, data.results[0]);
	LLVMBuildRetVoid(b);
	translate(&program);
}

static uint32_t register_of(int which, uint32_t linear)
{
	uint32_t lane = linear % 32, plane = linear / data.size[0];
	const uint32_t values[] = {
		linear % data.size[0], plane % data.size[1], plane / data.size[1], lane, linear / 32,
		1u << lane, UINT32_MAX << lane, UINT32_MAX << lane << 1, ~(UINT32_MAX << lane << 1), ~(UINT32_MAX << lane),
	};
	return values[which];
}

// The linear index of gang GANG's lane 0 and how many of its lanes are threads.
static uint32_t place_gang(uint32_t gang, uint32_t width, uint32_t geometry, uint32_t *threads)
{
	uint32_t total = data.size[0] * data.size[1] * data.size[2], first = gang * width;
	*threads = first + width > total ? total - first : width;
	if (geometry == AW_CPU_GEOMETRY_ROWS) {
		uint32_t row_gangs = (data.size[0] + width - 1) / width, row = gang / row_gangs, x = gang % row_gangs * width;
		first = row * data.size[0] + x;
		*threads = x + width > data.size[0] ? data.size[0] - x : width;
	}
	return first;
}

static void check_block(uint32_t width, uint32_t geometry)
{
	uint32_t total = data.size[0] * data.size[1] * data.size[2], seen = 0;
	gang_function entry = find_function(&program, "entry"), run[REGISTER_COUNT];
	for (int i = 0; i < REGISTER_COUNT; i++)
		run[i] = find_function(&program, registers[i]);
	for (data.index = 0; seen < total; data.index++) {
		uint32_t threads, first = place_gang(data.index, width, geometry, &threads), wrong = 0;
		data.x = register_of(0, first), data.y = register_of(1, first), data.z = register_of(2, first);
		seen += threads;
		entry();
		for (uint32_t lane = 0; lane < width; lane++)
			wrong += data.results[0][lane] != (lane < threads);
		for (int i = 0; i < REGISTER_COUNT; i++) {
			run[i]();
			for (uint32_t lane = 0; lane < threads; lane++)
				wrong += data.results[0][lane] != register_of(i, first + lane);
		}
		CHECK_EQUAL(wrong, 0);
	}
}

static void test_indices(uint32_t width, uint32_t geometry)
{
	static const uint32_t blocks[][3] = {
		{ 32, 1, 1 }, { 1024, 1, 1 }, { 64, 4, 2 }, { 32, 3, 5 }, // for every geometry
		{ 1, 1, 1 }, { 1000, 1, 1 }, { 45, 1, 1 },               // one row
		{ 16, 16, 1 }, { 8, 8, 8 }, { 5, 7, 11 }, { 1, 1024, 1 }, { 3, 1, 64 }, { 33, 31, 1 },
	};
	build_registers(width, geometry);
	for (size_t i = 0; i < sizeof(blocks) / sizeof(*blocks); i++) {
		memcpy(data.size, blocks[i], sizeof(data.size));
		bool fits = geometry == AW_CPU_GEOMETRY_FULL ? data.size[0] % width == 0 :
		            geometry == AW_CPU_GEOMETRY_ROW  ? data.size[1] * data.size[2] == 1 : true;
		if (fits)
			check_block(width, geometry);
	}
	end(&program);
}

// All quotients that packed gangs can ask for.
static void test_division(void)
{
	start(LANES, AW_CPU_GEOMETRY_PACKED, "divide");
	LLVMValueRef n = load_lanes(&program, data.arguments[0], number(&program, 32));
	store_lanes(&program, aw_simd_small_divide(&program.simd, n, load_number(&program, &data.x)), data.results[0]);
	gang_function run = finish("divide");
	unsigned wrong = 0;
	for (data.x = 1; data.x <= 1024; data.x++) {
		for (uint32_t first = 0; first < 1024 + LANES; first += LANES) {
			for (uint32_t i = 0; i < LANES; i++)
				data.arguments[0][i] = first + i;
			run();
			for (uint32_t i = 0; i < LANES; i++)
				wrong += data.results[0][i] != (first + i) / data.x;
		}
	}
	CHECK_EQUAL(wrong, 0);
	end(&program);
}

// --- LLVM's functions ---

// Each with its arguments; results are compared with the scalar function's, lane by lane.
static const struct {
	const char *result, *name, *types;
	int64_t constants[3]; // of arguments that are scalars; -1: a vector
} functions[] = {
	{ "float", "llvm.fma.f32", "float,float,float", { -1, -1, -1 } },
	{ "float", "llvm.sqrt.f32", "float", { -1 } },
	{ "float", "llvm.rint.f32", "float", { -1 } },
	{ "float", "llvm.minnum.f32", "float,float", { -1, -1 } },
	{ "float", "llvm.copysign.f32", "float,float", { -1, -1 } },
	{ "i1", "llvm.is.fpclass.f32", "float,i32", { -1, 3 } },
	{ "i32", "llvm.fptosi.sat.i32.f32", "float", { -1 } },
	{ "i64", "llvm.fptoui.sat.i64.f32", "float", { -1 } },
	{ "i32", "llvm.ctpop.i32", "i32", { -1 } },
	{ "i32", "llvm.ctlz.i32", "i32,i1", { -1, 0 } },
	{ "i64", "llvm.cttz.i64", "i64,i1", { -1, 0 } },
	{ "i32", "llvm.bitreverse.i32", "i32", { -1 } },
	{ "i32", "llvm.fshl.i32", "i32,i32,i32", { -1, -1, -1 } },
	{ "i32", "llvm.abs.i32", "i32,i1", { -1, 0 } },
	{ "i16", "llvm.smin.i16", "i16,i16", { -1, -1 } },
	{ "i32", "llvm.sadd.sat.i32", "i32,i32", { -1, -1 } },
	{ "{ i32, i1 }", "llvm.umul.with.overflow.i32", "i32,i32", { -1, -1 } },
	{ "i32", "llvm.expect.i32", "i32,i32", { -1, -1 } },
};
enum { FUNCTION_COUNT = sizeof(functions) / sizeof(*functions) };

// "define RESULT @NAME.scalar(…)", which calls the function; returns the call.
static LLVMValueRef add_scalar(int which)
{
	struct aw_str text = { 0 }, list = { 0 };
	char *types = strdup(functions[which].types), *rest = NULL;
	const char *result = functions[which].result, *name = functions[which].name;
	int i = 0;
	for (char *type = strtok_r(types, ",", &rest); type; type = strtok_r(NULL, ",", &rest), i++) {
		aw_str_format(&list, "%s%s ", i ? ", " : "", type);
		if (functions[which].constants[i] < 0)
			aw_str_format(&list, "%%a%d", i);
		else
			aw_str_format(&list, "%s", strcmp(type, "i1") ? "3" : "0");
	}
	aw_str_format(&text, "declare %s @%s(%s)\ndefine %s @scalar(", result, name, functions[which].types, result);
	strcpy(types, functions[which].types);
	i = 0;
	for (char *type = strtok_r(types, ",", &rest); type; type = strtok_r(NULL, ",", &rest), i++)
		aw_str_format(&text, "%s%s %%a%d", i ? ", " : "", type, i);
	aw_str_format(&text, ") {\n  %%r = call %s @%s(%s)\n  ret %s %%r\n}\n", result, name, list.text, result);
	link_text(program.unit.module, text.text);
	free(types);
	aw_str_finish(&text);
	aw_str_finish(&list);
	LLVMValueRef function = LLVMGetNamedFunction(program.unit.module, "scalar");
	return LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
}

// Result 0 is the vector form's, result 1 the scalar function's for each lane; pairs count as their sum.
static LLVMValueRef one_number(LLVMValueRef value)
{
	if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMStructTypeKind)
		return value;
	LLVMValueRef first = LLVMBuildExtractValue(b, value, 0, ""), second = LLVMBuildExtractValue(b, value, 1, "");
	return LLVMBuildAdd(b, first, LLVMBuildZExt(b, second, LLVMTypeOf(first), ""), "");
}

static void build_function(int which)
{
	struct aw_simd *simd = &program.simd;
	LLVMValueRef call = add_scalar(which), scalar = aw_llvm_function_of(call), values[3], results = NULL;
	struct aw_simd_value arguments[3];
	unsigned count = LLVMCountParams(scalar);
	const char *reason;
	CHECK_EQUAL(aw_simd_call_form(&program.unit, call, &reason), AW_SIMD_PLAIN);
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef operand = LLVMGetOperand(call, i);
		bool constant = LLVMIsConstant(operand);
		struct aw_shape shape = { .kind = constant ? AW_SHAPE_CONSTANT : AW_SHAPE_VARYING };
		arguments[i].shape = shape;
		arguments[i].value = constant ? operand : load_lanes(&program, data.arguments[i], LLVMTypeOf(operand));
	}
	LLVMValueRef vector = one_number(aw_simd_intrinsic_call(simd, call, arguments, NULL, varying));
	store_lanes(&program, vector, data.results[0]);
	results = LLVMGetPoison(LLVMTypeOf(vector));
	for (unsigned lane = 0; lane < simd->gang.width; lane++) {
		LLVMValueRef at = aw_simd_number(simd, 32, lane);
		for (unsigned i = 0; i < count; i++)
			values[i] = arguments[i].shape.kind == AW_SHAPE_VARYING ? aw_simd_lane(simd, arguments[i].value, at) :
			                                                          arguments[i].value;
		LLVMValueRef result = LLVMBuildCall2(b, LLVMGlobalGetValueType(scalar), scalar, values, count, "");
		results = aw_simd_set_lane(simd, results, one_number(result), at);
	}
	store_lanes(&program, results, data.results[1]);
}

static void test_function(int which, uint32_t width)
{
	start(width, AW_CPU_GEOMETRY_FULL, "call");
	build_function(which);
	gang_function run = finish("call");
	unsigned wrong = 0;
	for (int trial = 0; trial < 30; trial++) {
		for (unsigned i = 0; i < 3; i++)
			for (unsigned lane = 0; lane < width; lane++)
				data.arguments[i][lane] = trial % 3 ? (uint64_t)chance() << 32 ^ (uint64_t)chance() << 1 : 0x3f000000 + chance() % 0x2000000;
		run();
		for (unsigned lane = 0; lane < width; lane++)
			wrong += data.results[0][lane] != data.results[1][lane];
	}
	if (wrong)
		fprintf(stderr, "%s at %u\n", functions[which].name, width);
	CHECK_EQUAL(wrong, 0);
	end(&program);
}

int main(void)
{
	for (size_t i = 0; i < LEVEL_COUNT; i++) {
		if (!take_target(levels[i]))
			continue;
		for (uint32_t width = 8; width <= LANES; width *= 2) {
			test_masks(width);
			test_shapes(width);
			test_aggregates(width);
			for (uint32_t geometry = AW_CPU_GEOMETRY_FULL; geometry <= AW_CPU_GEOMETRY_PACKED; geometry++)
				test_indices(width, geometry);
		}
		test_division();
		for (int which = 0; which < FUNCTION_COUNT; which++)
			test_function(which, 16);
	}
	return unit_finish();
}
