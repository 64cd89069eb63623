// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warp operations and barriers as gangs do them (simd_shuffle.c, simd_warp.c), with random operands and masks, beside
// plain C that does the same lane by lane.  Each row of a table is one call of the device language with what its
// arguments look like: k a constant, u the same for all lanes, s going up from lane to lane, v different; for masks
// t a tile of the warp for each lane.
//
// LINK: compiler
#include "unit/compiler/gang.h"

enum { TRIALS = 40 };

// --- calls of the device language ---

// CALLEE's signature as LLVM writes it, around its name.
struct row {
	const char *result, *name, *types; // "i32", "shfl.sync.up.i32", "i32,i32,i32,i32"
	const char *shapes;                // one letter an argument
	uint32_t constants[ARGUMENTS];     // of k
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
	bool there = !inside || (in->active >> from & 1);
	return (struct answer){ there ? in->arguments[sync][inside ? from : own] : 0, inside };
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
	{ "i32", "shfl.sync." op ".i32", "i32,i32,i32,i32", "kvkk", { S_ALL, 0, 1, clamp } }, \
	{ "i32", "shfl.sync." op ".i32", "i32,i32,i32,i32", "kvkk", { S_ALL, 0, 16, clamp } }, \
	{ "i32", "shfl.sync." op ".i32", "i32,i32,i32,i32", "kvkk", { S_ALL, 0, 3, 0x1800 | (clamp) } }, \
	{ "float", "shfl.sync." op ".f32", "i32,float,i32,i32", "kvuk", { S_ALL, 0, 0, clamp } }, \
	{ "{ i32, i1 }", "shfl.sync." op ".i32p", "i32,i32,i32,i32", "kvkk", { S_ALL, 0, 5, 0x1000 | (clamp) } }, \
	{ "{ i32, i1 }", "shfl.sync." op ".i32p", "i32,i32,i32,i32", "uvvv", { 0 } }, \
	{ "{ float, i1 }", "shfl.sync." op ".f32p", "i32,float,i32,i32", "kvvk", { S_ALL, 0, 0, clamp } }, \
	{ "i32", "shfl." op ".i32", "i32,i32,i32", "vvk", { 0, 0, clamp } }, \
	{ "i32", "shfl." op ".i32", "i32,i32,i32", "skk", { 0, 2, clamp } }, \
	{ "{ i32, i1 }", "shfl." op ".i32p", "i32,i32,i32", "uvv", { 0 } }, \
	{ "float", "shfl." op ".f32", "float,i32,i32", "vuu", { 0 } },
	SHUFFLES("up", 0) SHUFFLES("down", 31) SHUFFLES("bfly", 31) SHUFFLES("idx", 31)
#define VOTES(op, type) \
	{ type, "vote." op ".sync", "i32,i1", "kv", { S_ALL } }, \
	{ type, "vote." op ".sync", "i32,i1", "tv", { 0 } }, \
	{ type, "vote." op ".sync", "i32,i1", "uu", { 0 } }, \
	{ type, "vote." op, "i1", "v", { 0 } },
	VOTES("all", "i1") VOTES("any", "i1") VOTES("uni", "i1") VOTES("ballot", "i32")
#define MATCHES(shapes) \
	{ "i32", "match.any.sync.i32", "i32,i32", shapes, { S_ALL } }, \
	{ "i32", "match.any.sync.i64", "i32,i64", shapes, { S_ALL } }, \
	{ "{ i32, i1 }", "match.all.sync.i32p", "i32,i32", shapes, { S_ALL } }, \
	{ "{ i32, i1 }", "match.all.sync.i64p", "i32,i64", shapes, { S_ALL } },
	MATCHES("kv") MATCHES("ku") MATCHES("tv") MATCHES("us")
#define REDUCTION(op) \
	{ "i32", "redux.sync." op, "i32,i32", "vk", { 0, S_ALL } }, \
	{ "i32", "redux.sync." op, "i32,i32", "vt", { 0 } }, \
	{ "i32", "redux.sync." op, "i32,i32", "su", { 0 } },
	REDUCTION("add") REDUCTION("umin") REDUCTION("umax") REDUCTION("min")
	REDUCTION("max") REDUCTION("and") REDUCTION("or") REDUCTION("xor")
	{ "i32", "activemask", "", "", { 0 } },
	{ "i32", "barrier0.popc", "i32", "v", { 0 } },
	{ "i32", "barrier0.and", "i32", "v", { 0 } },
	{ "i32", "barrier0.or", "i32", "v", { 0 } },
	{ "i32", "barrier0.and", "i32", "u", { 0 } },
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
	LLVMModuleRef module = parse_text(program->context, text.text);
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

// One function for each row, with a mask and without.
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

// Random operands, alike often enough for votes and matches to have something to find.
static void fill_argument(const struct row *row, unsigned i, struct lanes *in)
{
	static const uint32_t tiles[] = { 4, 8, 16 };
	char shape = row->shapes[i];
	uint32_t tile = tiles[chance() % 3], range = chance() % 3 ? UINT32_MAX : 1 + chance() % 3, odd = chance() % LANES;
	bool bits = strstr(row->types, "i1") && i == strlen(row->shapes) - 1, alike = chance() % 4 == 0;
	uint64_t limit = bits ? 1 : i == 1 && strstr(row->types, "i64") ? UINT64_MAX : UINT32_MAX, first = chance();
	bool named = strstr(row->name, ".sync") && i == (strncmp(row->name, "redux", 5) ? 0u : 1u);
	for (unsigned lane = 0; lane < LANES; lane++) {
		uint64_t value = range == UINT32_MAX ? (uint64_t)chance() << 33 ^ (uint64_t)chance() << 11 : chance() % (range + 1);
		value &= limit;
		if (shape == 'k')
			value = row->constants[i];
		else if (named && shape == 'u')
			value = in->active;
		else if (shape == 't')
			value = ((1u << tile) - 1) << lane / tile * tile;
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
	for (size_t i = 0; i < LEVEL_COUNT; i++)
		if (take_target(levels[i]))
			test_calls();
	return unit_finish();
}
