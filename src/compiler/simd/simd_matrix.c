// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices of a warp (src/fatbin/mma_kind.h) where the warp is the gang: the vectors of a matrix's words are the matrix
// in the order of its rows.  So rows come from memory, and go there, as they are; products are the support library's, and so are
// the moves of PTX's ldmatrix.
#include "simd_warp.h"

#include <assert.h>
#include <string.h>

#include "../../fatbin/mma_words.h"

// Memory for at least COUNT values of TYPE, once made for the most that was asked for.
static LLVMValueRef memory_for(struct aw_simd *simd, struct aw_simd_memory *memory, LLVMTypeRef type, unsigned count)
{
	if (memory->count < count) {
		memory->place = aw_simd_alloca(simd, LLVMArrayType2(type, count), "matrices");
		memory->count = count;
	}
	return memory->place;
}

// How many words of a lane CALL takes behind the first argument.
static unsigned words_of(LLVMValueRef call, bool single)
{
	int64_t kind = 0;
	unsigned count = LLVMGetNumArgOperands(call) - 1, used = count;
	if (single && aw_llvm_constant(LLVMGetOperand(call, 0), &kind))
		used = aw_mma_factor_words((unsigned)kind) + aw_mma_addend_words((unsigned)kind);
	assert(used <= count);
	return used;
}

// A product, several, or ldmatrix and its like: the words of all lanes go through memory, one vector after the other, which is the
// order of the matrices' words.
static LLVMValueRef call_with_words(struct aw_simd *simd, LLVMValueRef call, const struct aw_simd_value *arguments, const char *support)
{
	LLVMBuilderRef builder = simd->builder;
	unsigned count = words_of(call, !strcmp(support, "aw_cpu_gang_mma"));
	LLVMTypeRef bits = aw_simd_integer(simd, 32), vector = aw_simd_type(simd, bits);
	LLVMTypeRef results = aw_simd_type(simd, LLVMTypeOf(call));
	unsigned given = LLVMGetArrayLength2(LLVMStructGetTypeAtIndex(LLVMTypeOf(call), 0));
	LLVMValueRef words = memory_for(simd, &simd->words, vector, count), result = memory_for(simd, &simd->product, vector, given);
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef index = aw_simd_number(simd, 32, i);
		LLVMBuildStore(builder, aw_simd_vector(simd, arguments[i + 1]), LLVMBuildGEP2(builder, vector, words, &index, 1, ""));
	}
	LLVMTypeRef types[] = { LLVMTypeOf(arguments[0].value), LLVMTypeOf(words), LLVMTypeOf(words) };
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(simd->unit->context), types, 3, false);
	LLVMValueRef values[] = { arguments[0].value, words, result };
	assert(aw_shape_is_uniform(arguments[0].shape));
	LLVMBuildCall2(builder, type, aw_llvm_declare(simd->unit->module, support, type), values, 3, "");
	return LLVMBuildLoad2(builder, results, result, "");
}

// Rows of a matrix in memory: the vector of the words is one row after the other.
struct rows {
	LLVMValueRef first, bytes; // the first row's address; from one to the next
	unsigned words, count;
	LLVMTypeRef type;
};

// All lanes name the same rows (the manual demands it), also where the analysis can't tell.
static struct rows find_rows(struct aw_simd *simd, LLVMValueRef call, const struct aw_simd_value *arguments, LLVMValueRef mask)
{
	LLVMValueRef lane = aw_simd_first(simd, aw_simd_mask(simd, mask));
	int64_t words = 0;
	bool known = aw_llvm_constant(LLVMGetOperand(call, 2), &words);
	assert(known && words > 0 && AW_SIMD_WARP_LANES % words == 0);
	(void)known;
	return (struct rows){
		.first = aw_simd_extract(simd, arguments[0], lane), .bytes = aw_simd_extract(simd, arguments[1], lane),
		.words = (unsigned)words, .count = AW_SIMD_WARP_LANES / (unsigned)words,
		.type = LLVMVectorType(aw_simd_integer(simd, 32), (unsigned)words),
	};
}

static LLVMValueRef row_address(struct aw_simd *simd, const struct rows *rows, unsigned row)
{
	LLVMValueRef number = LLVMConstInt(LLVMTypeOf(rows->bytes), row, false);
	LLVMValueRef offset = LLVMBuildMul(simd->builder, rows->bytes, number, "");
	return LLVMBuildGEP2(simd->builder, aw_simd_integer(simd, 8), rows->first, &offset, 1, "");
}

// Two parts of equal size, each half of the rows, become one.
static LLVMValueRef load_rows(struct aw_simd *simd, const struct rows *rows)
{
	LLVMValueRef parts[AW_SIMD_WARP_LANES];
	for (unsigned i = 0; i < rows->count; i++) {
		parts[i] = LLVMBuildLoad2(simd->builder, rows->type, row_address(simd, rows, i), "");
		LLVMSetAlignment(parts[i], sizeof(uint32_t));
	}
	return aw_llvm_join(simd->builder, parts, rows->count);
}

static void store_rows(struct aw_simd *simd, const struct rows *rows, LLVMValueRef words)
{
	for (unsigned i = 0; i < rows->count; i++) {
		LLVMValueRef row = aw_llvm_elements(simd->builder, words, i * rows->words, rows->words);
		LLVMSetAlignment(LLVMBuildStore(simd->builder, row, row_address(simd, rows, i)), sizeof(uint32_t));
	}
}

LLVMValueRef aw_simd_matrix(struct aw_simd *simd, LLVMValueRef call, const struct aw_simd_value *arguments, LLVMValueRef mask)
{
	const char *name = aw_llvm_callee_name(call);
	if (!strcmp(name, "__aw_warp_mma"))
		return call_with_words(simd, call, arguments, "aw_cpu_gang_mma");
	if (aw_starts_with(name, "__aw_warp_joined."))
		return call_with_words(simd, call, arguments, "aw_cpu_gang_joined");
	if (!strcmp(name, "__aw_warp_move"))
		return call_with_words(simd, call, arguments, "aw_cpu_gang_move");
	struct rows rows = find_rows(simd, call, arguments, mask);
	if (!strcmp(name, "__aw_warp_load_rows"))
		return load_rows(simd, &rows);
	assert(!strcmp(name, "__aw_warp_store_rows"));
	store_rows(simd, &rows, aw_simd_vector(simd, arguments[3]));
	return NULL;
}
