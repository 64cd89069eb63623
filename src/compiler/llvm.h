// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one door to LLVM: what passes include instead of llvm-c headers.  Walks over modules, answers
// that LLVM-C gives only in several steps, and a few operations that LLVM-C lacks (llvm_extra.cpp).
#ifndef AW_COMPILER_LLVM_H
#define AW_COMPILER_LLVM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- walks; the current item may be removed in the _SAFE forms ---

#define AW_FOR_FUNCTIONS(f, module) \
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
#define AW_FOR_FUNCTIONS_SAFE(f, module) \
	for (LLVMValueRef f = LLVMGetFirstFunction(module), f##_next; \
	     f && (f##_next = LLVMGetNextFunction(f), true); f = f##_next)
#define AW_FOR_GLOBALS(g, module) \
	for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
#define AW_FOR_GLOBALS_SAFE(g, module) \
	for (LLVMValueRef g = LLVMGetFirstGlobal(module), g##_next; \
	     g && (g##_next = LLVMGetNextGlobal(g), true); g = g##_next)
#define AW_FOR_BLOCKS(b, function) \
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
#define AW_FOR_BLOCKS_SAFE(b, function) \
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function), b##_next; \
	     b && (b##_next = LLVMGetNextBasicBlock(b), true); b = b##_next)
#define AW_FOR_INSTRUCTIONS(i, block) \
	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
#define AW_FOR_INSTRUCTIONS_SAFE(i, block) \
	for (LLVMValueRef i = LLVMGetFirstInstruction(block), i##_next; \
	     i && (i##_next = LLVMGetNextInstruction(i), true); i = i##_next)
#define AW_FOR_USES(u, value) for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u))

// --- questions ---

// The name of a global, function, block or argument; "" when it has none.
const char *aw_llvm_name(LLVMValueRef value);

// Whether VALUE is a function with a body.
bool aw_llvm_is_defined(LLVMValueRef function);

// The function that a call instruction calls directly; NULL for anything else.
LLVMValueRef aw_llvm_callee(LLVMValueRef instruction);

// Its name; "" where aw_llvm_callee gives none.
const char *aw_llvm_callee_name(LLVMValueRef instruction);

// The value that PHI has for control from block FROM; NULL when FROM doesn't lead to it.
LLVMValueRef aw_llvm_incoming(LLVMValueRef phi, LLVMBasicBlockRef from);

// INSTRUCTION, or for a phi the first instruction behind it that is none.
LLVMValueRef aw_llvm_skip_phis(LLVMValueRef instruction);
// The first instruction of FUNCTION behind the local variables that it begins with.
LLVMValueRef aw_llvm_behind_locals(LLVMValueRef function);

// The first instruction of BLOCK that is no phi.
LLVMValueRef aw_llvm_first_after_phis(LLVMBasicBlockRef block);

// The function that an instruction belongs to.
LLVMValueRef aw_llvm_function_of(LLVMValueRef instruction);

// The first instruction of FUNCTION for which IS holds; NULL: there is none.
LLVMValueRef aw_llvm_find_instruction(LLVMValueRef function, bool (*is)(LLVMValueRef instruction));
size_t aw_llvm_count_instructions(LLVMValueRef function);

bool aw_llvm_is_vector(LLVMValueRef value);
// The type of a vector's elements, or TYPE itself.
LLVMTypeRef aw_llvm_element_of(LLVMTypeRef type);
// The integers that hold the bits of TYPE, a floating-point type or a vector of such.
LLVMTypeRef aw_llvm_bits_type(LLVMTypeRef type);
// How many bits VALUE, an integer, has; 0 for all else.
unsigned aw_llvm_integer_bits(LLVMValueRef value);
// Whether TYPE is float or double.
bool aw_llvm_is_float(LLVMTypeRef type);

// Says, or asks, that nobody writes what LOAD reads while it can run.
void aw_llvm_mark_invariant(LLVMValueRef load);
bool aw_llvm_is_invariant(LLVMValueRef load);

// Whether VALUE is a call of llvm.fma.
bool aw_llvm_is_fma(LLVMValueRef value);

// The address of a load or store; NULL of other instructions.
LLVMValueRef aw_llvm_address(LLVMValueRef access);
// Whether ACCESS, a load or store, is neither volatile nor atomic.
bool aw_llvm_is_plain(LLVMValueRef access);

// The value of a constant integer of at most 64 bits, sign extended; false when VALUE is none.
bool aw_llvm_constant(LLVMValueRef value, int64_t *number);

// The number that the lower BITS of NUMBER, 1 to 64 of them, are with a sign.
int64_t aw_llvm_sign_extended(uint64_t number, unsigned bits);

// Whether VALUE is an instruction or constant expression of OPCODE.
bool aw_llvm_is_op(LLVMValueRef value, LLVMOpcode opcode);

// Whether VALUE is its first operand times a constant, as a product or shifted by less than 32 bits; then *FACTOR is that.
bool aw_llvm_is_multiple(LLVMValueRef value, int64_t *factor);

// Whether sum, product, shift or truncation VALUE is promised to be exact for numbers with a sign (nsw) or without one (nuw).
bool aw_llvm_never_wraps(LLVMValueRef value, bool is_signed);

// What POINTER leads into, as far as steps inside an object and casts between address spaces tell.
LLVMValueRef aw_llvm_object(LLVMValueRef pointer);

// Calls visit(user, operands, count) for each node of MODULE's metadata that has NAME; nodes that are added meanwhile aren't visited.
void aw_llvm_visit_metadata(LLVMModuleRef module, const char *name,
                            void (*visit)(void *user, LLVMValueRef *operands, unsigned count), void *user);

// Which of its function's arguments ARGUMENT is, from 0 on.
unsigned aw_llvm_argument_number(LLVMValueRef argument);

// Its attribute NAME, one of LLVM's own; NULL without.
LLVMAttributeRef aw_llvm_argument_attribute(LLVMValueRef argument, const char *name);

// Whether A and B are different arguments, of one of which the program says that nothing else leads to its memory (`__restrict__`).
bool aw_llvm_are_restricted(LLVMValueRef a, LLVMValueRef b);

// Whether POINTER is an argument that leads to the caller's copy of what it passes by value.
bool aw_llvm_is_by_value(LLVMValueRef pointer);

// Whether VECTOR is a shuffle that puts the first lane of its operand into all lanes.
bool aw_llvm_is_splat(LLVMValueRef vector);

// The scalar that is inserted there and so is in all lanes; NULL where VECTOR is nothing such.
LLVMValueRef aw_llvm_splat_scalar(LLVMValueRef vector);
// A vector of TYPE with SCALAR in all lanes, where BUILDER stands.
LLVMValueRef aw_llvm_build_splat(LLVMBuilderRef builder, LLVMTypeRef type, LLVMValueRef scalar);
// What aw_llvm_splat_scalar gives, or what all elements of a constant VECTOR are.
LLVMValueRef aw_llvm_same_scalar(LLVMValueRef vector);

// The value below address space casts and geps with constant-zero offsets.
LLVMValueRef aw_llvm_strip_casts(LLVMValueRef pointer);

// The text of the constant string that POINTER, an annotation's, leads to; "" when it is none.
const char *aw_llvm_constant_text(LLVMValueRef pointer);

// Where an instruction comes from.  FILE is "" and LINE 0 without line information; FUNCTION is the
// name in the source of the function it stood in before inlining.  What was inlined from a header of the
// toolkit counts as the line that called it.
struct aw_place {
	const char *file;
	const char *function;
	unsigned line;
};
struct aw_place aw_llvm_place(LLVMValueRef instruction);
// The same for a function or a global variable: where it is defined.
struct aw_place aw_llvm_definition_place(LLVMValueRef global);

// Enum attributes by LLVM's name ("convergent", "noreturn").
unsigned aw_llvm_attribute_kind(const char *name);
bool aw_llvm_has_attribute(LLVMValueRef function, const char *name);
// The type that operand INDEX of ADDRESS, a getelementptr, counts elements of; NULL: it is the number of a struct's member.
LLVMTypeRef aw_llvm_counted_type(LLVMValueRef address, unsigned index);

// Whether FUNCTION is declared to touch no memory: LLVM's memory(none).
bool aw_llvm_has_no_memory(LLVMValueRef function);
void aw_llvm_add_attribute(LLVMValueRef function, LLVMAttributeIndex index, const char *name);
// Says that FUNCTION returns, and neither reads nor writes memory.
void aw_llvm_promise_no_effect(LLVMValueRef function);
// Gives TO, a function or a call of one, what is said of FUNCTION's result and parameters.
void aw_llvm_copy_value_attributes(LLVMValueRef to, LLVMValueRef function);
// Gives INSTRUCTION metadata NAME that is one value, which copies of it keep; NULL: none.
void aw_llvm_note(LLVMValueRef instruction, const char *name, LLVMValueRef value);
// That value; NULL: it has none.
LLVMValueRef aw_llvm_noted(LLVMValueRef instruction, const char *name);
// Marks of our own on functions ("aw.called"), which copies of them keep.
void aw_llvm_mark(LLVMValueRef function, const char *mark);
bool aw_llvm_is_marked(LLVMValueRef function, const char *mark);
// The same on arguments.
void aw_llvm_mark_argument(LLVMValueRef argument, const char *mark);
bool aw_llvm_is_marked_argument(LLVMValueRef argument, const char *mark);
// Makes ARGUMENT, a pointer, one that leads to the caller's copy of what has TYPE and is passed by value.
void aw_llvm_pass_by_value(LLVMValueRef argument, LLVMTypeRef type, unsigned alignment);

// --- making things ---

// A private constant array of bytes with the text and its NUL.  Equal texts give the same global.
LLVMValueRef aw_llvm_string(LLVMModuleRef module, const char *text);

// A local variable of TYPE, which FUNCTION makes when it begins.
LLVMValueRef aw_llvm_local(LLVMValueRef function, LLVMTypeRef type, const char *name);

// Says of INSTRUCTION, which loads or calls, that what it gives is at least LOW and below ABOVE.
void aw_llvm_set_range(LLVMValueRef instruction, uint64_t low, uint64_t above);

// The declaration or definition of NAME, made with TYPE when the module lacks it.
LLVMValueRef aw_llvm_declare(LLVMModuleRef module, const char *name, LLVMTypeRef type);

// Makes a defined GLOBAL the module's own, so that it goes when nothing uses it.
void aw_llvm_internalize(LLVMValueRef global);

// The declaration of LLVM's intrinsic NAME, whose COUNT overloaded types are TYPES.
LLVMValueRef aw_llvm_intrinsic(LLVMModuleRef module, const char *name, LLVMTypeRef *types, size_t count);

// The operand of INSTRUCTION, which has two, beside OPERAND.
LLVMValueRef aw_llvm_other_operand(LLVMValueRef instruction, LLVMValueRef operand);

// COUNT elements of VECTOR from number FIRST on.
LLVMValueRef aw_llvm_elements(LLVMBuilderRef builder, LLVMValueRef vector, unsigned first, unsigned count);
// The elements of the COUNT vectors of PARTS, a power of two of them, in one, the first part's first.  Changes PARTS.
LLVMValueRef aw_llvm_join(LLVMBuilderRef builder, LLVMValueRef *parts, unsigned count);

// Says of access TO what LLVM knows of FROM with regard to what else lies there (tbaa, alias.scope, noalias).
void aw_llvm_copy_aliasing(LLVMValueRef to, LLVMValueRef from);
// Takes that from ACCESS.
void aw_llvm_forget_aliasing(LLVMValueRef access);

// The constant NUMBER of TYPE, an integer or a vector of integers, which all have it then.
LLVMValueRef aw_llvm_number(LLVMTypeRef type, uint64_t number);

// Removes INSTRUCTION, which has no uses, or BLOCK, whose values have none elsewhere.  Nothing else does, because many tables
// are keyed by values: what is removed stays in memory, without its operands, until aw_llvm_free_erased, so that no
// value that is made in between gets its address and is taken for it.
void aw_llvm_erase(LLVMValueRef instruction);
void aw_llvm_erase_block(LLVMBasicBlockRef block);
// Frees what was removed in this thread: behind each pass, where no table is left (pipeline.c).
void aw_llvm_free_erased(void);

// Removes VALUE, if nothing uses it and it does nothing else, and what it alone was made of.
void aw_llvm_erase_unused(LLVMValueRef value);

// Replaces all uses of an instruction and removes it.  VALUE may be NULL when there are no uses.
void aw_llvm_replace(LLVMValueRef instruction, LLVMValueRef value);

// Lets INSTRUCTION have WITH for each operand that is VALUE.
void aw_llvm_replace_operand(LLVMValueRef instruction, LLVMValueRef value, LLVMValueRef with);

// Predicate P' of which `b P' a` is `a PREDICATE b`.
LLVMIntPredicate aw_llvm_turned(LLVMIntPredicate predicate);
// PREDICATE for numbers without a sign.
LLVMIntPredicate aw_llvm_unsigned(LLVMIntPredicate predicate);
// Predicate P' of which `a P' b` is true where `a PREDICATE b` is not.
LLVMIntPredicate aw_llvm_opposite(LLVMIntPredicate predicate);

// Whether INSTRUCTION is OTHER, or stands before it in the same block.  NULL does not.
bool aw_llvm_comes_up_to(LLVMValueRef instruction, LLVMValueRef other);

// The one instruction that uses VALUE; NULL: there are none, or several uses.
LLVMValueRef aw_llvm_only_user(LLVMValueRef value);
// Whether VALUE extends another one by zeros or by its sign.
bool aw_llvm_is_extension(LLVMValueRef value);
// What VALUE extends so, or itself.
LLVMValueRef aw_llvm_without_extension(LLVMValueRef value);
// Whether B, an operation or a call without effects, is the same as A is, but for its operands.
bool aw_llvm_is_alike(LLVMValueRef a, LLVMValueRef b);
// Whether instruction A has as many operands as B, the same ones.
bool aw_llvm_has_operands_of(LLVMValueRef a, LLVMValueRef b);

// Lets block FROM, where it leads to block OLD, lead to TO; phis stay as they are.
void aw_llvm_lead_to(LLVMBasicBlockRef from, LLVMBasicBlockRef old, LLVMBasicBlockRef to);

// Lets BLOCK end by going to THEN where TEST holds, else to OTHERWISE; without a TEST, to THEN; phis stay as they are.
void aw_llvm_end_anew(LLVMBuilderRef builder, LLVMBasicBlockRef block, LLVMValueRef test, LLVMBasicBlockRef then,
                      LLVMBasicBlockRef otherwise);

// Whether control may go from the end of block FROM to block TO.
bool aw_llvm_leads_to(LLVMBasicBlockRef from, LLVMBasicBlockRef to);

// The block from whose end alone control comes to BLOCK, by one way; NULL: none, or there are several.
LLVMBasicBlockRef aw_llvm_only_way_to(LLVMBasicBlockRef block);

// Calls LLVM's intrinsic NAME, which takes nothing, where BUILDER stands.
LLVMValueRef aw_llvm_ask(LLVMBuilderRef builder, LLVMModuleRef module, const char *name);
// A call of function NAME, which gives RESULT, with COUNT arguments, where the builder stands; it is declared by their types.
LLVMValueRef aw_llvm_call(LLVMBuilderRef builder, LLVMModuleRef module, const char *name, LLVMTypeRef result, LLVMValueRef *arguments,
                          unsigned count);
// The same for any function that gives a number of 32 bits: a register of the hardware, or one of intrinsics.def.
LLVMValueRef aw_llvm_ask_number(LLVMBuilderRef builder, LLVMModuleRef module, const char *name);

// VALUE behind an empty piece of assembly, of which LLVM knows nothing then.  CONSTRAINTS name the kind of register that it is in, twice
// ("=r,0"); STAYS: nor is it moved.
LLVMValueRef aw_llvm_through_assembly(LLVMBuilderRef builder, LLVMValueRef value, const char *constraints, bool stays);

// Places BUILDER before INSTRUCTION with that instruction's line.
void aw_llvm_at(LLVMBuilderRef builder, LLVMValueRef instruction);

// Splits the block of INSTRUCTION before it; the new block begins with INSTRUCTION, and the old one
// ends with a branch to it.
LLVMBasicBlockRef aw_llvm_split_before(LLVMValueRef instruction);

// Puts a new block on the edges from block FROM to block TO (a switch may have several) and returns it;
// it holds only its branch.
LLVMBasicBlockRef aw_llvm_split_edges(LLVMBasicBlockRef from, LLVMBasicBlockRef to);

// Puts a new block on the edges to BLOCK from the COUNT different blocks of FROM and returns it; phis of BLOCK
// whose values differ among these edges get a phi in it.
LLVMBasicBlockRef aw_llvm_split_predecessors(LLVMBasicBlockRef block, LLVMBasicBlockRef *from, unsigned count,
                                             const char *name);

// Whether BLOCK is one of the COUNT of BLOCKS.
bool aw_llvm_is_among(const LLVMBasicBlockRef *blocks, size_t count, LLVMBasicBlockRef block);

// Copies COUNT blocks of a function; what the copies have of the blocks and their values are the copies' own.  Puts
// them in COPIES.
void aw_llvm_copy_blocks(const LLVMBasicBlockRef *blocks, unsigned count, LLVMBasicBlockRef *copies);

// What the copies of COUNT blocks, as they were made, have in the place of VALUE: VALUE itself where it is none of the blocks'.
LLVMValueRef aw_llvm_find_copied(const LLVMBasicBlockRef *blocks, const LLVMBasicBlockRef *copies, unsigned count, LLVMValueRef value);

// Whether VALUE is used outside of the COUNT blocks of WITHIN; lets what does so have WITH.
bool aw_llvm_is_used_beyond(LLVMValueRef value, const LLVMBasicBlockRef *within, size_t count);
void aw_llvm_replace_beyond(LLVMValueRef value, const LLVMBasicBlockRef *within, size_t count, LLVMValueRef with);

// Lets what uses VALUE outside of the COUNT blocks of WITHIN, which are versions of some code, take in block BEHIND, to which both lead,
// VALUE where that is from block SLOW and COPY where it is from block FAST.
void aw_llvm_join_versions(LLVMBuilderRef builder, LLVMValueRef value, LLVMBasicBlockRef slow, LLVMValueRef copy, LLVMBasicBlockRef fast,
                           LLVMBasicBlockRef behind, const LLVMBasicBlockRef *within, size_t count);

// Adds FROM and the blocks that can be reached from it to REACHED, each as its own value.
struct aw_map;
void aw_llvm_reach(LLVMBasicBlockRef from, struct aw_map *reached);

// Removes the blocks of FUNCTION that can't be reached.
void aw_llvm_remove_unreachable(LLVMValueRef function);

// Sets what is the same for all of LLVM in this process; may be called often.
void aw_llvm_configure(void);

// Runs LLVM passes in opt's notation ("globaldce") over the module; false when LLVM refuses.  MACHINE
// may be NULL.
bool aw_llvm_run_passes(LLVMModuleRef module, const char *passes, LLVMTargetMachineRef machine);

// The same with loops unrolled or not where PASSES has one of LLVM's whole pipelines ("default<O2>").
bool aw_llvm_run_pipeline(LLVMModuleRef module, const char *passes, LLVMTargetMachineRef machine, bool unroll);

// --- what LLVM-C lacks (llvm_extra.cpp) ---

// Reads bitcode; functions stay unread until used when LAZY.  DATA must live as long as the module
// then.  NULL on damage, with *ERROR a message to free with LLVMDisposeMessage.
LLVMModuleRef aw_llvm_read_bitcode(LLVMContextRef context, const void *data, size_t size, const char *name,
                                   bool lazy, char **error);

// Keeps of the module's list of metadata NAME those nodes that KEEP says; whether any went.
bool aw_llvm_filter_metadata(LLVMModuleRef module, const char *name, bool (*keep)(LLVMValueRef node));

// Reads the body of FUNCTION of a module that was read lazily; false when it is damaged.
bool aw_llvm_materialize(LLVMValueRef function);

// Lets the phis of BLOCK have from TO what they had from FROM.
void aw_llvm_rename_incoming(LLVMBasicBlockRef block, LLVMBasicBlockRef from, LLVMBasicBlockRef to);

// Moves all of SOURCE into TARGET, or with ONLY_NEEDED what TARGET has undefined.  SOURCE is gone
// afterwards.  False when symbols clash; the context's diagnostic handler has been told.
bool aw_llvm_link(LLVMModuleRef target, LLVMModuleRef source, bool only_needed);

// Makes TARGET (a declaration) the owner of SOURCE's blocks, debug information, linkage, section,
// alignment and function attributes.  SOURCE's arguments i become TARGET's argument i + SHIFT with
// their attributes and names; SOURCE's name goes to TARGET.  Types differ at most of arguments that nothing uses.
void aw_llvm_move_body(LLVMValueRef target, LLVMValueRef source, unsigned shift);

// Gives TARGET (a declaration) SOURCE's blocks and debug information, and nothing else.
void aw_llvm_move_blocks(LLVMValueRef target, LLVMValueRef source);

// Copies the attributes of a call to another; argument i's go to argument i + SHIFT.
void aw_llvm_copy_call_attributes(LLVMValueRef target, LLVMValueRef source, unsigned shift);

// Takes from OPERATION the leave to be fused with another (contract): LLVMSetFastMathFlags only gives.
void aw_llvm_forbid_contraction(LLVMValueRef operation);

// Turns constant expressions (and constant vectors, structs and arrays) that lead to VALUE into
// instructions where instructions use them.
void aw_llvm_expand_constant_users(LLVMValueRef value);

// Replaces a direct call of a defined function by its body, whatever attributes say; false when LLVM can't.
bool aw_llvm_inline_call(LLVMValueRef call);

// What POINTER is a constant number of bytes (added to *OFFSET) away from, through geps and casts.
LLVMValueRef aw_llvm_strip_offset(LLVMModuleRef module, LLVMValueRef pointer, int64_t *offset);

// Takes from INSTRUCTION what makes its result poison (nsw, inbounds) or a call of it undefined for some operands.
void aw_llvm_drop_promises(LLVMValueRef instruction);

// Whether an instruction may read memory, or write it.
bool aw_llvm_may_read(LLVMValueRef instruction);
bool aw_llvm_may_write(LLVMValueRef instruction);

// The name of the subprogram that an instruction's line belongs to, or of a function; NULL: unknown.
const char *aw_llvm_subprogram_name(LLVMValueRef value);
// The same for a debug location.
const char *aw_llvm_location_function(LLVMMetadataRef location);

// Gives WRAPPER, which only calls WRAPPED, an artificial subprogram at the same place, without which inlining
// would lose all lines.  Returns the location for the call; NULL when WRAPPED has no subprogram.
LLVMMetadataRef aw_llvm_describe_wrapper(LLVMValueRef wrapper, LLVMValueRef wrapped);

// An internal copy of FUNCTION in the same module, with a subprogram of its own.
LLVMValueRef aw_llvm_copy_function(LLVMValueRef function, const char *name);

// Has the pass unroll-stages leave the loops of FUNCTION as they are; whether it found one to unroll.
void aw_llvm_keep_stages(LLVMValueRef function);
bool aw_llvm_has_stages(LLVMValueRef function);

// LLVM's pipeline for -O2 over a module for GPUs, where a local array that isn't registers is a trip to memory: loops of few turns
// that choose its elements are unrolled fully.
void aw_llvm_run_gpu_pipeline(LLVMModuleRef module, LLVMTargetMachineRef machine);

// As aw_llvm_run_passes, over FUNCTION only; PASSES are function passes without "function(...)" around them,
// or "scalarize-all": no operations on vectors, loads and stores included.
bool aw_llvm_run_function_passes(LLVMValueRef function, const char *passes, LLVMTargetMachineRef machine);

// Splits MODULE, whose local functions and variables become hidden ones, in COUNT parts of about the same size, as bitcode.  False: LLVM
// can't, and nothing has changed.
bool aw_llvm_split_module(LLVMModuleRef module, unsigned count, LLVMMemoryBufferRef *parts);

#ifdef __cplusplus
}
#endif

#endif
