// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a value of a kernel differs among the lanes of a gang, and which branches send them different ways.
// The lattice, from the most to the least that is known:
//
//     constant < grid-uniform < block-uniform < gang-uniform < strided < varying
//
// A strided value of lane i is that of lane 0 plus i * stride; a pointer's stride counts bytes.  An
// integer's sum wraps as the type does; whoever widens it must prove that no lane wraps (aw_shape below
// is strided after a zext or sext only when that was proved).
#ifndef AW_COMPILER_ANALYSIS_UNIFORMITY_H
#define AW_COMPILER_ANALYSIS_UNIFORMITY_H

#include "../pipeline.h"
#include "control_dependence.h"
#include "dominators.h"
#include "loops.h"

enum aw_shape_kind {
	AW_SHAPE_UNSEEN, // not reached, or undefined: as uniform as one likes
	AW_SHAPE_CONSTANT,
	AW_SHAPE_GRID,
	AW_SHAPE_BLOCK,
	AW_SHAPE_GANG,
	AW_SHAPE_STRIDED,
	AW_SHAPE_VARYING,
};

// The lanes of a gang run a strided or uniform instruction as one, also where lane 0 (or any lane) is not active.
// So nothing may be concluded for lane 0 from nuw, nsw, nneg, exact, inbounds or disjoint, and code for a
// strided value must be made without them.
struct aw_shape {
	uint8_t kind;    // enum aw_shape_kind
	uint8_t aligned; // lane 0's value is a multiple of 2^aligned (integers and addresses)
	int64_t stride;  // of STRIDED, never 0; 0 for the uniform kinds
};

static inline bool aw_shape_is_uniform(struct aw_shape shape)
{
	return shape.kind <= AW_SHAPE_GANG;
}

// What is known of the gangs that the function is made for.
struct aw_gang {
	uint32_t width;    // lanes, a power of two up to 32
	uint32_t geometry; // AW_CPU_GEOMETRY_*, or:
};
// The lanes are threads of consecutive linear index, of which the first may be any: what gangs of all geometries call.
enum { AW_GEOMETRY_CALLED = 16 };
// The mark of a function's parameters that are the same for all lanes of the gang that calls it.
#define AW_GANG_UNIFORM "aw.uniform"
// The mark of the others of such a function: not of a kernel's, which are the same for all threads anyway.
#define AW_GANG_VARYING "aw.varying"

// `i32 aw.votes(i1)`, where all lanes of a gang come by, whatever its width: a bit for each lane that brings true.
#define AW_VOTES "aw.votes"

// `void aw.some()`, which says that never a gang comes by of which no lane is to.
#define AW_SOME "aw.some"

// The CFG of a function with what the analysis and its users need of it, and the shapes of its values.
// The function has one return block at most, natural loops in LLVM's simplified form (one latch, own exit
// blocks), closed SSA form (LCSSA), no switches and no critical edges.
struct aw_uniformity {
	struct aw_gang gang;
	struct aw_cfg cfg;
	struct aw_dominators dominators, post_dominators;
	struct aw_loops loops;
	struct aw_control_dependence dependence;
	struct aw_map shapes; // instruction or argument -> index of a shape + 1
	AW_VEC(struct aw_shape) items;
	bool *divergent_branch; // by block: its terminator sends active lanes different ways
	bool *divergent_join;   // by block: lanes come to it by different ways; its phis are varying
	bool *partial;          // by block: may run with fewer lanes than the function was entered with
	uint8_t *decided;       // by block: the kind of the least uniform branch that has a say in whether, and how
	                        // often, the block runs; UNSEEN where none has
	bool *divergent_loop;   // by loop: lanes may leave it in different turns or by different exits
};

void aw_uniformity_init(struct aw_uniformity *uniformity, struct aw_unit *unit, LLVMValueRef function,
                        struct aw_gang gang);
void aw_uniformity_finish(struct aw_uniformity *uniformity);

// The shape of an instruction, argument, constant or global.
struct aw_shape aw_uniformity_shape(const struct aw_uniformity *uniformity, LLVMValueRef value);

// Whether the lanes of VALUE, an integer taken with a sign or without, go up (or down) by the stride without
// wrapping around its type's end, so that it can be widened; true when it is uniform.
bool aw_uniformity_never_wraps(const struct aw_uniformity *uniformity, LLVMValueRef value, bool is_signed);

// Whether control comes to instruction A before it comes to B, another one, whichever way it goes to B.
bool aw_uniformity_comes_before(const struct aw_uniformity *uniformity, LLVMValueRef a, LLVMValueRef b);

// One line a value, one a block: "  %i: strided 1, aligned 4", "then: decided varying partial".
void aw_uniformity_print(const struct aw_uniformity *uniformity, struct aw_str *text);
// Prints it to stderr where ANYWARP_DUMP names "uniformity".
void aw_uniformity_dump(const struct aw_uniformity *uniformity);

#endif
