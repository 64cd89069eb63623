// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gang's loads and stores: every type, distance between lanes, kind of mask, width and level against a loop
// over the lanes.  What active lanes access lies right before and right behind pages without access.  Every type is tried with
// gangs of 16 for x86-64-v4, the common ones else; ANYWARP_TEST_SIZE=all tries every type and gangs of 32 for x86-64-v3, too.
//
// LINK: compiler
#include "simd_jit.h"

enum { PAGE = 4096, PAGES = 2, BYTES = PAGE * PAGES, VARYING = 1000, ROW = 1001, MAX_BYTES = 16 };

static const struct kind {
	const char *name;
	unsigned size; // from lane to lane
	unsigned stored; // bytes that are written
	bool everywhere; // tried at every level
} kinds[] = {
	{ "i8", 1, 1, true },    { "i16", 2, 2, true },   { "i32", 4, 4, true },        { "i64", 8, 8, true },
	{ "half", 2, 2, false }, { "float", 4, 4, true }, { "double", 8, 8, false },    { "ptr", 8, 8, false },
	{ "i1", 1, 1, false },   { "i24", 4, 3, false },  { "i128", 16, 16, false },    { "struct", 16, 16, false },
	{ "array", 6, 6, false }, { "bfloat", 2, 2, false },
	{ "2 float", 8, 8, true }, { "3 float", 12, 12, true }, { "4 float", 16, 16, true }, { "2 double", 16, 16, false },
	{ "4 i8", 4, 4, true },    { "3 i8", 3, 3, false },     { "2 ptr", 16, 16, false },  { "6 i16", 12, 12, false },
};
enum { KINDS = sizeof(kinds) / sizeof(*kinds) };

// In elements; VARYING: addresses at random; ROW: one after the other, which isn't known before.  0: all lanes at one
// address.
static const int strides[] = { 0, 1, -1, 2, 3, 4, -2, 5, 8, 9, -9, VARYING, ROW };
enum { STRIDES = sizeof(strides) / sizeof(*strides) };

struct test {
	const struct kind *kind;
	int stride;
	bool masked, is_volatile, store;
};

static LLVMTypeRef type_of(LLVMContextRef context, const char *name)
{
	LLVMTypeRef members[] = {
		LLVMFloatTypeInContext(context), LLVMInt32TypeInContext(context), LLVMDoubleTypeInContext(context),
	};
	if (name[0] >= '2' && name[0] <= '9')
		return LLVMArrayType2(type_of(context, name + 2), (unsigned)(name[0] - '0'));
	if (name[0] == 'i')
		return LLVMIntTypeInContext(context, (unsigned)atoi(name + 1));
	switch (name[0]) {
	case 'h':
		return LLVMHalfTypeInContext(context);
	case 'b':
		return LLVMBFloatTypeInContext(context);
	case 'f':
		return members[0];
	case 'd':
		return members[2];
	case 'p':
		return LLVMPointerTypeInContext(context, 0);
	case 'a':
		return LLVMArrayType2(LLVMInt16TypeInContext(context), 3);
	default:
		return LLVMStructTypeInContext(context, members, 3, false);
	}
}

static LLVMValueRef offset_pointer(struct jit *jit, LLVMValueRef pointer, uint64_t bytes)
{
	LLVMValueRef index = aw_simd_number(&jit->simd, 64, bytes);
	return LLVMBuildGEP2(jit->simd.builder, aw_simd_integer(&jit->simd, 8), pointer, &index, 1, "");
}

// a + the offsets in c, or lane 0's address a with its stride.
static struct aw_simd_value address_of(struct jit *jit, const struct test *test)
{
	struct aw_shape shape = { .kind = AW_SHAPE_STRIDED, .stride = (int64_t)test->stride * test->kind->size };
	if (test->stride == 0)
		shape = (struct aw_shape){ .kind = AW_SHAPE_GANG };
	if (test->stride < VARYING)
		return (struct aw_simd_value){ jit->a, shape };
	LLVMTypeRef offsets = aw_simd_type(&jit->simd, aw_simd_integer(&jit->simd, 64));
	LLVMValueRef loaded = LLVMBuildLoad2(jit->simd.builder, offsets, jit->c, "");
	LLVMSetAlignment(loaded, 8);
	LLVMValueRef value = LLVMBuildGEP2(jit->simd.builder, aw_simd_integer(&jit->simd, 8), jit->a, &loaded, 1, "");
	return (struct aw_simd_value){ value, { .kind = AW_SHAPE_VARYING } };
}

static void make_load(struct jit *jit, const struct test *test, LLVMTypeRef type)
{
	struct aw_simd *simd = &jit->simd;
	jit_at_origins(jit);
	LLVMValueRef origin = LLVMBuildLoad2(simd->builder, type, LLVMGetParam(jit->origins, 0), "");
	LLVMSetVolatile(origin, test->is_volatile);
	LLVMSetAlignment(origin, test->kind->size & -test->kind->size);
	jit_function_begin(jit);
	LLVMValueRef mask = test->masked ? aw_simd_of_bits(simd, jit->bits) : NULL;
	struct aw_simd_access access = { type, address_of(jit, test), mask, origin };
	LLVMValueRef value = aw_simd_load(simd, &access);
	if (test->stride == 0)
		value = aw_simd_splat(simd, value);
	value = aw_simd_select(simd, mask, value, LLVMConstNull(aw_simd_type(simd, type)));
	for (unsigned i = 0; i < simd->gang.width; i++) {
		LLVMValueRef lane = aw_simd_lane(simd, value, aw_simd_number(simd, 32, i));
		LLVMSetAlignment(LLVMBuildStore(simd->builder, lane, offset_pointer(jit, jit->b, i * MAX_BYTES)), 1);
	}
	jit_function_end(jit);
}

static void make_store(struct jit *jit, const struct test *test, LLVMTypeRef type)
{
	struct aw_simd *simd = &jit->simd;
	jit_at_origins(jit);
	LLVMValueRef origin = LLVMBuildStore(simd->builder, LLVMGetPoison(type), LLVMGetParam(jit->origins, 0));
	LLVMSetVolatile(origin, test->is_volatile);
	LLVMSetAlignment(origin, test->kind->size & -test->kind->size);
	jit_function_begin(jit);
	LLVMValueRef mask = test->masked ? aw_simd_of_bits(simd, jit->bits) : NULL;
	LLVMValueRef value = LLVMGetPoison(aw_simd_type(simd, type));
	for (unsigned i = 0; i < simd->gang.width; i++) {
		LLVMValueRef lane = LLVMBuildLoad2(simd->builder, type, offset_pointer(jit, jit->b, i * MAX_BYTES), "");
		LLVMSetAlignment(lane, 1);
		value = aw_simd_set_lane(simd, value, lane, aw_simd_number(simd, 32, i));
	}
	struct aw_simd_access access = { type, address_of(jit, test), mask, origin };
	aw_simd_store(simd, &access, (struct aw_simd_value){ value, { .kind = AW_SHAPE_VARYING } });
	jit_function_end(jit);
}

static void fill(const struct test *test, unsigned char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		bytes[i] = (unsigned char)jit_random() & (!strcmp(test->kind->name, "i1") ? 1 : 255);
}

enum where { BEGINNING, MIDDLE, END, PLACES };

// Where lane 0 is, and each lane from there, so that all of BITS lie at the beginning or the end of MEMORY, or about the middle, where
// one page ends.
static unsigned char *place_lanes(const struct test *test, uint32_t width, uint32_t bits, enum where where, unsigned char *memory,
                                  int64_t offsets[32])
{
	int64_t low = INT64_MAX, high = INT64_MIN;
	for (uint32_t i = 0; i < width; i++) {
		int64_t stride = test->stride == ROW ? 1 : test->stride;
		offsets[i] = (test->stride == VARYING ? (int64_t)(jit_random() % 37) : i * stride) * test->kind->size;
		if (test->masked && !(bits >> i & 1))
			continue;
		low = offsets[i] < low ? offsets[i] : low;
		high = offsets[i] > high ? offsets[i] : high;
	}
	int64_t steps = (high - low) / test->kind->size + 1;
	if (where == MIDDLE && high - low < PAGE) {
		return memory + BYTES / 2 - low - (int64_t)(jit_random() % (uint64_t)steps) * test->kind->size;
	}
	return where == END ? memory + BYTES - high - test->kind->stored : memory - low;
}

static void check_load(const struct test *test, jit_function run, uint32_t width, uint32_t bits, enum where where,
                       unsigned char *memory)
{
	unsigned char out[32 * MAX_BYTES] = { 0 }, expected[32 * MAX_BYTES] = { 0 };
	int64_t offsets[32];
	unsigned char *first = place_lanes(test, width, bits, where, memory, offsets);
	for (uint32_t i = 0; i < width; i++)
		if (!test->masked || (bits >> i & 1))
			memcpy(expected + i * MAX_BYTES, first + offsets[i], test->kind->stored);
	run(first, out, offsets, bits);
	if (memcmp(out, expected, sizeof(out)))
		fprintf(stderr, "load %s %d masked %d bits %x width %u\n", test->kind->name, test->stride, test->masked, bits, width);
	CHECK(!memcmp(out, expected, sizeof(out)));
}

static void check_store(const struct test *test, jit_function run, uint32_t width, uint32_t bits, enum where where,
                        unsigned char *memory)
{
	static unsigned char expected[BYTES];
	unsigned char values[32 * MAX_BYTES];
	int64_t offsets[32];
	unsigned char *first = place_lanes(test, width, bits, where, memory, offsets);
	fill(test, values, sizeof(values));
	memcpy(expected, memory, BYTES);
	for (uint32_t i = 0; i < width; i++)
		if (!test->masked || (bits >> i & 1))
			memcpy(expected + (first - memory) + offsets[i], values + i * MAX_BYTES, test->kind->stored);
	run(first, values, offsets, bits);
	if (memcmp(memory, expected, BYTES))
		fprintf(stderr, "store %s %d masked %d bits %x width %u\n", test->kind->name, test->stride, test->masked, bits, width);
	CHECK(!memcmp(memory, expected, BYTES));
}

static void check_one(const struct test *test, jit_function run, uint32_t width, unsigned char *memory)
{
	uint32_t full = UINT32_MAX >> (32 - width);
	uint32_t masks[] = { full, 1, 1u << (width - 1), (uint32_t)jit_random() & full, 0x55555555u & full };
	unsigned count = test->masked ? sizeof(masks) / sizeof(*masks) : 1;
	for (unsigned i = 0; i < count * PLACES; i++) {
		uint32_t bits = masks[i / PLACES] ? masks[i / PLACES] : 2;
		fill(test, memory, BYTES);
		(test->store ? check_store : check_load)(test, run, width, bits, i % PLACES, memory);
	}
}

static unsigned list_tests(bool everything, struct test *tests)
{
	unsigned count = 0;
	for (unsigned k = 0; k < KINDS; k++)
		for (unsigned s = 0; s < STRIDES; s++)
			for (unsigned variant = 0; variant < 8; variant++) {
				bool is_volatile = variant & 2;
				if ((!everything && !kinds[k].everywhere) || (is_volatile && strcmp(kinds[k].name, "i32")))
					continue;
				tests[count++] = (struct test){ &kinds[k], strides[s], variant & 1, is_volatile, variant & 4 };
			}
	return count;
}

static void check_level(const char *level, uint32_t width, unsigned char *memory)
{
	static struct test tests[KINDS * STRIDES * 8];
	bool whole = getenv("ANYWARP_TEST_SIZE"), newest = !strcmp(level, "x86-64-v4");
	unsigned count = list_tests(newest && (width == 16 || (width == 32 && whole)), tests);
	struct jit jit;
	if (!has_level(level) || (width == 32 && !newest && !whole))
		return;
	jit_begin(&jit, level, width);
	for (unsigned i = 0; i < count; i++)
		(tests[i].store ? make_store : make_load)(&jit, &tests[i], type_of(jit.unit.context, tests[i].kind->name));
	jit_compile(&jit);
	for (unsigned i = 0; i < count; i++)
		check_one(&tests[i], jit_find(&jit, i), width, memory);
	jit_end(&jit);
}

int main(void)
{
	unsigned char *map = mmap(NULL, BYTES + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (map == MAP_FAILED || mprotect(map + PAGE, BYTES, PROT_READ | PROT_WRITE))
		return 2;
	for (uint32_t width = 8; width <= 32; width *= 2) {
		check_level("x86-64-v4", width, map + PAGE);
		check_level("x86-64-v3", width, map + PAGE);
	}
	check_level("x86-64", 8, map + PAGE);
	return unit_finish();
}
