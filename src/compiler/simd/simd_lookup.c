// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A vector of elements of another vector, whose numbers are computed: shuffles of a warp, and loads from small tables
// (simd_table.c).  LLVM has no operation for it, so it is made of the processor's permutations, of as many lanes as
// a register has; a level without one goes through memory.
#include <assert.h>
#include <string.h>

#include "simd.h"

enum { MOST_WORDS = 32 };

static unsigned length_of(LLVMValueRef vector)
{
	return LLVMGetVectorSize(LLVMTypeOf(vector));
}

// COUNT lanes of VECTOR from FIRST on; what lies behind its end is open.
static LLVMValueRef part(struct aw_simd *simd, LLVMValueRef vector, unsigned first, unsigned count)
{
	LLVMValueRef lanes[MOST_WORDS];
	assert(count <= MOST_WORDS);
	if (first == 0 && count == length_of(vector))
		return vector;
	for (unsigned i = 0; i < count; i++)
		lanes[i] = first + i < length_of(vector) ? aw_simd_number(simd, 32, first + i) : LLVMGetPoison(aw_simd_integer(simd, 32));
	LLVMValueRef chosen = LLVMConstVector(lanes, count);
	return LLVMBuildShuffleVector(simd->builder, vector, LLVMGetPoison(LLVMTypeOf(vector)), chosen, "");
}

static LLVMValueRef repeated(struct aw_simd *simd, uint32_t number, unsigned count)
{
	LLVMValueRef lanes[MOST_WORDS];
	assert(count <= MOST_WORDS);
	for (unsigned i = 0; i < count; i++)
		lanes[i] = aw_simd_number(simd, 32, number);
	return LLVMConstVector(lanes, count);
}

// The processor's instruction NAME; all its operands have the type of the first, which the result has, too.
static LLVMValueRef call_permutation(struct aw_simd *simd, const char *name, LLVMValueRef *arguments, unsigned count)
{
	return aw_llvm_call(simd->builder, simd->unit->module, name, LLVMTypeOf(arguments[0]), arguments, count);
}

// --- one register of elements each; FROM, their numbers, is a register long ---

// AVX-512: one instruction takes 16 lanes from one register or two.
static LLVMValueRef take_avx512(struct aw_simd *simd, LLVMValueRef words, LLVMValueRef from)
{
	enum { REGISTER = 16 };
	LLVMValueRef low = part(simd, words, 0, REGISTER);
	if (length_of(words) <= REGISTER) {
		LLVMValueRef one[] = { low, from };
		return call_permutation(simd, "llvm.x86.avx512.permvar.si.512", one, 2);
	}
	LLVMValueRef two[] = { low, from, part(simd, words, REGISTER, REGISTER) };
	return call_permutation(simd, "llvm.x86.avx512.vpermi2var.d.512", two, 3);
}

// IF_SET in the lanes whose BIT of SOURCE is set.
static LLVMValueRef choose_by_bit(struct aw_simd *simd, LLVMValueRef source, unsigned bit, LLVMValueRef if_set,
                                  LLVMValueRef otherwise)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMValueRef sign = LLVMBuildShl(builder, source, repeated(simd, 31 - bit, length_of(source)), "");
	LLVMValueRef set = LLVMBuildICmp(builder, LLVMIntSLT, sign, LLVMConstNull(LLVMTypeOf(source)), "");
	return LLVMBuildSelect(builder, set, if_set, otherwise, "");
}

// AVX2: one instruction takes 8 lanes from a register and looks at the low three bits of their numbers; the others choose
// among the registers.
static LLVMValueRef take_avx2(struct aw_simd *simd, LLVMValueRef words, LLVMValueRef from)
{
	enum { REGISTER = 8, BITS = 3 };
	LLVMValueRef taken[MOST_WORDS / REGISTER];
	unsigned count = (length_of(words) + REGISTER - 1) / REGISTER;
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef arguments[] = { part(simd, words, i * REGISTER, REGISTER), from };
		taken[i] = call_permutation(simd, "llvm.x86.avx2.permd", arguments, 2);
	}
	for (unsigned bit = BITS; count > 1; count /= 2, bit++)
		for (unsigned i = 0; i < count / 2; i++)
			taken[i] = choose_by_bit(simd, from, bit, taken[2 * i + 1], taken[2 * i]);
	return taken[0];
}

// NEON: an instruction takes bytes from four registers by their number there, and gives 0 (tbl) or leaves what was
// (tbx) where the number is beyond; so two make a register of lanes from anywhere in eight.
static LLVMValueRef take_neon(struct aw_simd *simd, LLVMValueRef words, LLVMValueRef from)
{
	enum { REGISTER = 4, TABLE = 4, BYTES = 16 };
	LLVMBuilderRef builder = simd->builder;
	LLVMTypeRef bytes = LLVMVectorType(aw_simd_integer(simd, 8), BYTES), result = LLVMTypeOf(from);
	LLVMValueRef beyond = LLVMBuildBitCast(builder, repeated(simd, TABLE * BYTES * 0x01010101u, REGISTER), bytes, "");
	LLVMValueRef parts[MOST_WORDS / REGISTER];
	for (unsigned i = 0; i < MOST_WORDS / REGISTER; i++)
		parts[i] = LLVMBuildBitCast(builder, part(simd, words, i * REGISTER, REGISTER), bytes, "");
	from = LLVMBuildMul(builder, from, repeated(simd, 0x04040404, REGISTER), "");
	from = LLVMBuildAdd(builder, from, repeated(simd, 0x03020100, REGISTER), "");
	from = LLVMBuildBitCast(builder, from, bytes, "");
	LLVMValueRef low[] = { parts[0], parts[1], parts[2], parts[3], from };
	LLVMValueRef taken = call_permutation(simd, "llvm.aarch64.neon.tbl4.v16i8", low, 5);
	if (length_of(words) > TABLE * REGISTER) {
		LLVMValueRef high[] = { taken, parts[4], parts[5], parts[6], parts[7], LLVMBuildSub(builder, from, beyond, "") };
		taken = call_permutation(simd, "llvm.aarch64.neon.tbx4.v16i8", high, 6);
	}
	return LLVMBuildBitCast(builder, taken, result, "");
}

// --- any number of them ---

static const struct way {
	const char *target;
	unsigned lanes; // of a register
	LLVMValueRef (*take)(struct aw_simd *, LLVMValueRef, LLVMValueRef);
} ways[] = {
	{ "x86-64-v4", 16, take_avx512 },
	{ "x86-64-v3", 8, take_avx2 },
	{ "aarch64", 4, take_neon },
};

static const struct way *find_way(const struct aw_simd *simd)
{
	for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++)
		if (!strcmp(simd->unit->target, ways[i].target))
			return &ways[i];
	return NULL;
}

bool aw_simd_has_lookup(const struct aw_simd *simd)
{
	return find_way(simd);
}

static LLVMValueRef take_all(struct aw_simd *simd, const struct way *way, LLVMValueRef words, LLVMValueRef numbers)
{
	LLVMValueRef results[MOST_WORDS];
	unsigned total = length_of(numbers), count = (total + way->lanes - 1) / way->lanes;
	for (unsigned i = 0; i < count; i++)
		results[i] = way->take(simd, words, part(simd, numbers, i * way->lanes, way->lanes));
	return part(simd, aw_llvm_join(simd->builder, results, count), 0, total);
}

// Through memory.
static LLVMValueRef take_from_memory(struct aw_simd *simd, LLVMValueRef table, LLVMValueRef numbers)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMTypeRef item = LLVMGetElementType(LLVMTypeOf(table)), type = LLVMVectorType(item, length_of(numbers));
	LLVMValueRef slot = aw_simd_alloca(simd, LLVMTypeOf(table), "shuffled");
	LLVMSetAlignment(slot, 64);
	LLVMBuildStore(builder, table, slot);
	LLVMValueRef addresses = LLVMBuildGEP2(builder, item, slot, &numbers, 1, "");
	LLVMTypeRef overloads[] = { type, LLVMTypeOf(addresses) };
	LLVMValueRef arguments[] = { addresses, aw_simd_number(simd, 32, 4), aw_simd_full(simd), LLVMGetPoison(type) };
	return aw_simd_intrinsic(simd, "llvm.masked.gather", overloads, 2, arguments, 4);
}

LLVMValueRef aw_simd_lookup(struct aw_simd *simd, LLVMValueRef table, LLVMValueRef numbers)
{
	const struct way *way = find_way(simd);
	LLVMTypeRef item = LLVMGetElementType(LLVMTypeOf(table)), word = aw_simd_integer(simd, 32);
	assert(length_of(table) <= MOST_WORDS && length_of(numbers) <= MOST_WORDS);
	if (!way)
		return take_from_memory(simd, table, numbers);
	LLVMValueRef words = LLVMBuildBitCast(simd->builder, table, LLVMVectorType(word, length_of(table)), "");
	LLVMValueRef taken = take_all(simd, way, words, numbers);
	return LLVMBuildBitCast(simd->builder, taken, LLVMVectorType(item, length_of(numbers)), "");
}
