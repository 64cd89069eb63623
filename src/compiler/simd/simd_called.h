// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the makers of functions that gangs call share (simd_called.c, simd_dispatch.c).
#ifndef AW_COMPILER_SIMD_CALLED_H
#define AW_COMPILER_SIMD_CALLED_H

#include "../analysis/call_graph.h"
#include "simd.h"

// What stands in front of each function whose address is taken: 32-bit words, the first of which says that the others
// are there, for callers of this level and version.  Word aw_simd_called_word(W, uniform) is how far the function is from it that gangs
// of W lanes call when their arguments of UNIFORM are the same; 0: there is none.
enum { AW_CALLED_WIDTHS = 3, AW_CALLED_WORDS = 1 + 2 * AW_CALLED_WIDTHS };
uint32_t aw_simd_called_mark(const struct aw_unit *unit);
// UNIFORM is 0 or AW_CALLED_ON_ONE; negative: there is no such word.
int aw_simd_called_word(uint32_t width, uint64_t uniform);

// What a function called through a pointer is called on: its first argument, a method's object, is the same for all lanes.
#define AW_CALLED_ON_ONE UINT64_C(1)
// So are the pointer and the object that a function of simd_calls.c takes before the other arguments.
#define AW_DISPATCH_ON_ONE UINT64_C(3)
// Whether there may be functions for that of those with TYPE.
bool aw_simd_can_be_on_one(LLVMTypeRef type);

// The type of what gangs call for a function of type SCALAR: the mask's bits, then the arguments, as vectors but for
// those of UNIFORM.
LLVMTypeRef aw_simd_called_type(struct aw_simd *simd, LLVMTypeRef scalar, uint64_t uniform);

// What gangs of WIDTH lanes call for SCALAR when the arguments of *UNIFORM are the same for all lanes; may drop some of
// these.  Its body is made later.
LLVMValueRef aw_simd_called(struct aw_unit *unit, LLVMValueRef scalar, uint32_t width, uint64_t *uniform);

// Gives FUNCTION, which gangs of WIDTH lanes call, the body that makes the call through a pointer of SCALAR, a function
// of simd_calls.c.
void aw_simd_build_dispatch(struct aw_unit *unit, const struct aw_call_graph *calls, LLVMValueRef function,
                            LLVMValueRef scalar, uint32_t width);

// The same for lanes that have the pointer and what is called on in common.
void aw_simd_build_dispatch_on_one(struct aw_unit *unit, LLVMValueRef function, LLVMValueRef scalar, uint32_t width);

// A call of SCALAR that stands nowhere, for aw_simd_call_each; to be erased.
LLVMValueRef aw_simd_call_template(struct aw_unit *unit, LLVMValueRef scalar);

// simd_vectorize.c: gives FUNCTION the code of SCALAR, a copy in its normal form that is left empty.  False, and nothing
// changed, when that can't be, with the reason noted in *REFUSAL.
bool aw_simd_vectorize_called(struct aw_unit *unit, LLVMValueRef scalar, LLVMValueRef function, uint32_t width,
                              char **refusal);

#endif
