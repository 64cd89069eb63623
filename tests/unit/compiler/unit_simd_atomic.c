// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gang's atomic operations against the lanes one after the other: every operation, addresses alike and
// different, uniform and varying values, global and shared memory, with the results used and not.
//
// LINK: compiler
#include "simd_jit.h"

enum { CELLS = 8, OPERATIONS = LLVMAtomicRMWBinOpUDecWrap + 1, SWAP = OPERATIONS };

struct test {
	int operation; // LLVMAtomicRMWBinOp or SWAP
	bool is_float;
	unsigned bits;
	bool one_address, uniform_value, masked, used, shared;
};

// --- what one lane does ---

static uint64_t cut(uint64_t value, unsigned bits)
{
	return bits == 64 ? value : value & ((1ull << bits) - 1);
}

static int64_t sign(uint64_t value, unsigned bits)
{
	return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

static uint64_t float_sum(const struct test *test, uint64_t old, uint64_t value)
{
	double factor = test->operation == LLVMAtomicRMWBinOpFSub ? -1 : 1;
	if (test->bits == 32) {
		float a, b;
		memcpy(&a, &old, 4);
		memcpy(&b, &value, 4);
		a += (float)factor * b;
		old = 0;
		memcpy(&old, &a, 4);
		return old;
	}
	double a, b;
	memcpy(&a, &old, 8);
	memcpy(&b, &value, 8);
	a += factor * b;
	memcpy(&old, &a, 8);
	return old;
}

static uint64_t step(const struct test *test, uint64_t old, uint64_t value, uint64_t expected)
{
	switch (test->operation) {
	case LLVMAtomicRMWBinOpXchg: return value;
	case LLVMAtomicRMWBinOpAdd: return old + value;
	case LLVMAtomicRMWBinOpSub: return old - value;
	case LLVMAtomicRMWBinOpAnd: return old & value;
	case LLVMAtomicRMWBinOpNand: return ~(old & value);
	case LLVMAtomicRMWBinOpOr: return old | value;
	case LLVMAtomicRMWBinOpXor: return old ^ value;
	case LLVMAtomicRMWBinOpMax: return sign(old, test->bits) > sign(value, test->bits) ? old : value;
	case LLVMAtomicRMWBinOpMin: return sign(old, test->bits) < sign(value, test->bits) ? old : value;
	case LLVMAtomicRMWBinOpUMax: return old > value ? old : value;
	case LLVMAtomicRMWBinOpUMin: return old < value ? old : value;
	case LLVMAtomicRMWBinOpUIncWrap: return old >= value ? 0 : old + 1;
	case LLVMAtomicRMWBinOpUDecWrap: return old == 0 || old > value ? value : old - 1;
	case SWAP: return old == expected ? value : old;
	default: return float_sum(test, old, value);
	}
}

// --- the gang ---

static LLVMTypeRef type_of(struct jit *jit, const struct test *test)
{
	if (!test->is_float)
		return aw_simd_integer(&jit->simd, test->bits);
	LLVMContextRef context = jit->unit.context;
	return test->bits == 32 ? LLVMFloatTypeInContext(context) : LLVMDoubleTypeInContext(context);
}

static LLVMValueRef make_origin(struct jit *jit, const struct test *test)
{
	LLVMBuilderRef builder = jit->simd.builder;
	LLVMTypeRef type = type_of(jit, test);
	LLVMValueRef pointer = LLVMGetParam(jit->origins, 0), value = LLVMGetUndef(type), origin;
	jit_at_origins(jit);
	if (test->shared)
		pointer = LLVMBuildAddrSpaceCast(builder, pointer, LLVMPointerTypeInContext(jit->unit.context, 3), "");
	if (test->operation == SWAP)
		origin = LLVMBuildAtomicCmpXchg(builder, pointer, value, value, LLVMAtomicOrderingSequentiallyConsistent,
		                                LLVMAtomicOrderingSequentiallyConsistent, false);
	else
		origin = LLVMBuildAtomicRMW(builder, (LLVMAtomicRMWBinOp)test->operation, pointer, value,
		                            LLVMAtomicOrderingMonotonic, false);
	if (test->used)
		LLVMBuildFreeze(builder, origin, "");
	return origin;
}

// Column COLUMN of b: a value a lane, 8 bytes each.
static LLVMValueRef column(struct jit *jit, unsigned number, LLVMTypeRef type)
{
	struct aw_simd *simd = &jit->simd;
	LLVMTypeRef cell = aw_simd_integer(simd, 64);
	LLVMValueRef vector = LLVMGetPoison(aw_simd_type(simd, type));
	for (unsigned i = 0; i < simd->gang.width; i++) {
		LLVMValueRef index = aw_simd_number(simd, 64, number * 32 + i);
		LLVMValueRef place = LLVMBuildGEP2(simd->builder, cell, jit->b, &index, 1, "");
		LLVMValueRef value = LLVMBuildLoad2(simd->builder, type, place, "");
		vector = aw_simd_set_lane(simd, vector, value, aw_simd_number(simd, 32, i));
	}
	return vector;
}

static struct aw_simd_value value_of(struct jit *jit, unsigned number, LLVMTypeRef type, bool uniform)
{
	struct aw_simd_value value = { column(jit, number, type), { .kind = AW_SHAPE_VARYING } };
	if (!uniform)
		return value;
	value.value = aw_simd_lane(&jit->simd, value.value, aw_simd_number(&jit->simd, 32, 0));
	value.shape.kind = AW_SHAPE_GANG;
	return value;
}

static struct aw_simd_value address_of(struct jit *jit, const struct test *test)
{
	struct aw_simd *simd = &jit->simd;
	struct aw_simd_value index = value_of(jit, 2, aw_simd_integer(simd, 64), test->one_address);
	LLVMTypeRef pointer = LLVMPointerTypeInContext(jit->unit.context, test->shared ? 3 : 0);
	LLVMTypeRef cell = aw_simd_integer(simd, 64);
	index.value = LLVMBuildGEP2(simd->builder, cell, jit->a, &index.value, 1, "");
	if (!test->one_address)
		pointer = aw_simd_type(simd, pointer);
	if (test->shared)
		index.value = LLVMBuildAddrSpaceCast(simd->builder, index.value, pointer, "");
	return index;
}

static void make(struct jit *jit, const struct test *test)
{
	struct aw_simd *simd = &jit->simd;
	LLVMValueRef origin = make_origin(jit, test);
	LLVMTypeRef type = type_of(jit, test);
	jit_function_begin(jit);
	struct aw_simd_value operands[3] = { address_of(jit, test), value_of(jit, 0, type, test->uniform_value) };
	if (test->operation == SWAP) {
		operands[2] = operands[1];
		operands[1] = value_of(jit, 1, type, false);
	}
	LLVMValueRef mask = test->masked ? aw_simd_of_bits(simd, jit->bits) : NULL;
	LLVMValueRef result = aw_simd_atomic(simd, origin, operands, mask);
	CHECK(!result == !test->used);
	if (result && test->operation == SWAP)
		result = LLVMBuildExtractValue(simd->builder, result, 0, "");
	for (unsigned i = 0; result && i < simd->gang.width; i++) {
		LLVMValueRef index = aw_simd_number(simd, 64, i);
		LLVMValueRef place = LLVMBuildGEP2(simd->builder, aw_simd_integer(simd, 64), jit->c, &index, 1, "");
		LLVMBuildStore(simd->builder, aw_simd_lane(simd, result, aw_simd_number(simd, 32, i)), place);
	}
	jit_function_end(jit);
}

// --- the comparison ---

static uint64_t random_value(const struct test *test)
{
	uint64_t bits = 0;
	if (!test->is_float)
		return cut(jit_random() % 3 ? jit_random() % 5 : jit_random(), test->bits);
	float number = (float)((double)(int64_t)jit_random() / 1e17);
	double wide = number;
	memcpy(&bits, test->bits == 32 ? (void *)&number : (void *)&wide, test->bits / 8);
	return bits;
}

static void check(const struct test *test, jit_function run, uint32_t width, uint32_t bits)
{
	uint64_t cells[CELLS], expected[CELLS], columns[3][32], results[32], wanted[32];
	for (unsigned i = 0; i < CELLS; i++)
		expected[i] = cells[i] = random_value(test);
	for (unsigned i = 0; i < 32; i++) {
		columns[0][i] = random_value(test);
		columns[1][i] = cells[jit_random() % CELLS];
		columns[2][i] = jit_random() % CELLS;
		wanted[i] = results[i] = 0;
	}
	for (uint32_t i = 0; i < width; i++) {
		if (test->masked && !(bits >> i & 1))
			continue;
		uint64_t *cell = &expected[columns[2][test->one_address ? 0 : i]];
		wanted[i] = *cell;
		*cell = cut(step(test, *cell, columns[0][test->uniform_value ? 0 : i], columns[1][i]), test->bits);
	}
	run(cells, columns, results, bits);
	bool same = !memcmp(cells, expected, sizeof(cells));
	for (uint32_t i = 0; test->used && i < width; i++)
		same &= (test->masked && !(bits >> i & 1)) || cut(results[i], test->bits) == wanted[i];
	if (!same)
		fprintf(stderr, "operation %d float %d bits %u one %d uniform %d masked %d used %d shared %d width %u\n",
		        test->operation, test->is_float, test->bits, test->one_address, test->uniform_value, test->masked,
		        test->used, test->shared, width);
	CHECK(same);
}

static unsigned list_tests(struct test *tests)
{
	unsigned count = 0;
	for (int operation = 0; operation <= SWAP; operation++)
		for (unsigned variant = 0; variant < 64; variant++) {
			bool is_float = operation == LLVMAtomicRMWBinOpFAdd || operation == LLVMAtomicRMWBinOpFSub;
			if (operation == LLVMAtomicRMWBinOpFMax || operation == LLVMAtomicRMWBinOpFMin)
				continue;
			tests[count++] = (struct test){
				operation, is_float, variant & 1 ? 32 : 64, variant & 2, variant & 4, variant & 8, variant & 16, variant & 32,
			};
		}
	return count;
}

static void check_level(const char *level, uint32_t width)
{
	static struct test tests[(OPERATIONS + 1) * 64];
	unsigned count = list_tests(tests);
	uint32_t full = UINT32_MAX >> (32 - width);
	struct jit jit;
	if (!has_level(level))
		return;
	jit_begin(&jit, level, width);
	for (unsigned i = 0; i < count; i++)
		make(&jit, &tests[i]);
	jit_compile(&jit);
	for (unsigned i = 0; i < count; i++) {
		uint32_t some = (uint32_t)jit_random() & full;
		check(&tests[i], jit_find(&jit, i), width, some ? some : 1);
		check(&tests[i], jit_find(&jit, i), width, full);
	}
	jit_end(&jit);
}

int main(void)
{
	check_level("x86-64-v4", 32);
	check_level("x86-64-v4", 16);
	check_level("x86-64-v3", 8);
	return unit_finish();
}
