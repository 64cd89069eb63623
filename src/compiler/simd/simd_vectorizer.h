// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of simd_vectorize.c: the code of one thread becoming that of one gang.
#ifndef AW_COMPILER_SIMD_VECTORIZER_H
#define AW_COMPILER_SIMD_VECTORIZER_H

#include "../analysis/lane_pattern.h"
#include "simd.h"
#include "simd_linearize.h"
#include "simd_windows.h"

// What an old value has become.
struct aw_translation {
	LLVMValueRef value;       // scalar, or the vector of a varying one
	LLVMValueRef vector;      // of a scalar: its vector, made when needed
	LLVMBasicBlockRef made_in; // where that vector may be used again
};

// How lanes that all have made an access in BLOCK lie from one another.
struct aw_distances {
	uint32_t block;
	struct aw_lane_pattern pattern;
};

struct aw_vectorizer {
	struct aw_simd simd;
	struct aw_uniformity u;
	struct aw_linear linear;
	struct aw_map numbers; // old instruction -> index in items + 1
	AW_VEC(struct aw_translation) items;
	struct aw_map slots; // phi -> its slot
	struct aw_map kept;  // phi behind a loop -> the phi in it that it shares a slot with (simd_keep.h), and that one -> itself
	struct aw_map awaiting; // operations that may wait in vain (simd_eligible.h)
	LLVMValueRef called; // the function of the gang that takes the code when it is done; NULL: a form
	LLVMBasicBlockRef entry;
	LLVMBasicBlockRef *heads, *bodies; // by place in the order
	LLVMValueRef *mask_slots, *masks;  // by block
	uint32_t block; // the one being translated
	bool streams;   // stores may go past the caches
	struct aw_map distances; // address -> index in known + 1
	AW_VEC(struct aw_distances) known; // of accesses of all lanes
	struct aw_windows windows;
};

static inline struct aw_shape aw_vectorizer_shape(const struct aw_vectorizer *v, LLVMValueRef old)
{
	return aw_uniformity_shape(&v->u, old);
}

static inline bool aw_vectorizer_varies(const struct aw_vectorizer *v, LLVMValueRef old)
{
	return aw_vectorizer_shape(v, old).kind == AW_SHAPE_VARYING;
}

// --- simd_instruction.c ---

// NEW is what OLD, which had nothing yet, has become.
void aw_vectorizer_translate(struct aw_vectorizer *v, LLVMValueRef old, LLVMValueRef new);
// The scalar or vector that stands for OLD; constants, globals and a form's arguments stand for themselves.
LLVMValueRef aw_vectorizer_value(struct aw_vectorizer *v, LLVMValueRef old);
struct aw_simd_value aw_vectorizer_simd_value(struct aw_vectorizer *v, LLVMValueRef old);
// A vector in any case.
LLVMValueRef aw_vectorizer_vector(struct aw_vectorizer *v, LLVMValueRef old);
// Builds what OLD, which is no phi and ends no block, becomes, where the builder stands.
void aw_vectorizer_build(struct aw_vectorizer *v, LLVMValueRef old);

// --- simd_flow.c ---

// Makes the code of one gang of the function, which can be done.
void aw_vectorizer_run(struct aw_vectorizer *v);

#endif
