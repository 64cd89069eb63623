// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts of bits of 32-bit lanes on levels that have no instruction for them (AVX-512's VPOPCNTDQ is in none of the x86-64 levels).
// All ways count the bits of each byte by a table of 16 in a register (Mula, Kurz, Lemire: Faster Population Counts Using AVX2
// Instructions, 2018) and then add four bytes up.  LLVM 19 adds them by five shuffles' worth of instructions, which all wait for one
// port of the processor; two multiplications by ones add neighbours as well: bytes to 16 bits, those to 32.
#include <string.h>

#include "native.h"

enum { LANE_BITS = 32, BYTE_BITS = 8, MOST_REGISTERS = 8 };

static const struct way {
	const char *target;
	unsigned lanes; // of a register
	const char *add_bytes, *add_halves;
} ways[] = {
	{ "x86-64-v4", 16, "llvm.x86.avx512.pmaddubs.w.512", "llvm.x86.avx512.pmaddw.d.512" },
	{ "x86-64-v3", 8, "llvm.x86.avx2.pmadd.ub.sw", "llvm.x86.avx2.pmadd.wd" },
};

static const struct way *find_way(const struct aw_unit *unit)
{
	for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++)
		if (!strcmp(ways[i].target, unit->target))
			return &ways[i];
	return NULL;
}

static LLVMTypeRef vector_of(const struct aw_unit *unit, unsigned bits, unsigned lanes)
{
	return LLVMVectorType(LLVMIntTypeInContext(unit->context, bits), lanes);
}

// VALUE, whose lanes have BITS, with neighbours added to lanes of twice as many, by the processor's instruction NAME.
static LLVMValueRef add_neighbours(struct aw_unit *unit, const char *name, LLVMValueRef value, unsigned bits)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMValueRef one = LLVMConstInt(LLVMGetElementType(type), 1, false), ones[LANE_BITS / BYTE_BITS * 16];
	unsigned lanes = LLVMGetVectorSize(type);
	for (unsigned i = 0; i < lanes; i++)
		ones[i] = one;
	LLVMTypeRef types[] = { type, type }, function = LLVMFunctionType(vector_of(unit, 2 * bits, lanes / 2), types, 2, false);
	LLVMValueRef arguments[] = { value, LLVMConstVector(ones, lanes) };
	return LLVMBuildCall2(unit->builder, function, aw_llvm_declare(unit->module, name, function), arguments, 2, "");
}

// The bits of each lane of WORDS, which is a register.
static LLVMValueRef count_register(struct aw_unit *unit, const struct way *way, LLVMValueRef words)
{
	LLVMTypeRef bytes = vector_of(unit, BYTE_BITS, LANE_BITS / BYTE_BITS * way->lanes);
	LLVMValueRef of_bytes = aw_llvm_intrinsic(unit->module, "llvm.ctpop", &bytes, 1);
	LLVMValueRef value = LLVMBuildBitCast(unit->builder, words, bytes, "");
	value = LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(of_bytes), of_bytes, &value, 1, "");
	value = add_neighbours(unit, way->add_bytes, value, BYTE_BITS);
	return add_neighbours(unit, way->add_halves, value, 2 * BYTE_BITS);
}

static LLVMValueRef count_all(struct aw_unit *unit, const struct way *way, LLVMValueRef words)
{
	LLVMValueRef parts[MOST_REGISTERS];
	unsigned count = LLVMGetVectorSize(LLVMTypeOf(words)) / way->lanes;
	for (unsigned i = 0; i < count; i++)
		parts[i] = count_register(unit, way, aw_llvm_elements(unit->builder, words, i * way->lanes, way->lanes));
	return aw_llvm_join(unit->builder, parts, count);
}

// Whether CALL counts bits of whole registers of words, a power of two of them.
static bool is_count(const struct way *way, LLVMValueRef call)
{
	if (!aw_starts_with(aw_llvm_callee_name(call), "llvm.ctpop.") || !aw_llvm_is_vector(call) ||
	    LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(call))) != LANE_BITS)
		return false;
	unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(call)), registers = lanes / way->lanes;
	return lanes % way->lanes == 0 && registers <= MOST_REGISTERS && (registers & (registers - 1)) == 0;
}

bool aw_pass_lower_popcounts(struct aw_unit *unit)
{
	const struct way *way = find_way(unit);
	bool changed = false;
	if (!way)
		return false;
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS_SAFE(call, block) {
				if (!is_count(way, call))
					continue;
				aw_llvm_at(unit->builder, call);
				aw_llvm_replace(call, count_all(unit, way, LLVMGetOperand(call, 0)));
				changed = true;
			}
	return changed;
}
