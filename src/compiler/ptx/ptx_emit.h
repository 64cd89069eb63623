// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From PTX statements to LLVM instructions: registers, operands, and the table of opcodes.  A register is a
// variable on the stack of the function (LLVM's SROA makes values of them); values are integers of the
// register's width and are looked at as an instruction's types say.
#ifndef AW_COMPILER_PTX_PTX_EMIT_H
#define AW_COMPILER_PTX_PTX_EMIT_H

#include "../pipeline.h"
#include "ptx_parser.h"

enum aw_ptx_class {
	AW_PTX_CLASS_PREDICATE,
	AW_PTX_CLASS_BITS,
	AW_PTX_CLASS_UNSIGNED,
	AW_PTX_CLASS_SIGNED,
	AW_PTX_CLASS_FLOAT,
	AW_PTX_CLASS_BRAIN, // bf16: kept as float between instructions' reads and writes
};

enum aw_ptx_type {
#define AW_PTX_TYPE(name, bits, class, lanes) AW_PTX_##name,
#include "ptx_types.def"
#undef AW_PTX_TYPE
	AW_PTX_NO_TYPE,
};

struct aw_ptx_type_row {
	const char *name;
	unsigned bits;
	enum aw_ptx_class class;
	unsigned lanes;
};
extern const struct aw_ptx_type_row aw_ptx_types[];

static inline bool aw_ptx_is_signed(enum aw_ptx_type type) { return aw_ptx_types[type].class == AW_PTX_CLASS_SIGNED; }
static inline bool aw_ptx_is_float(enum aw_ptx_type type) { return aw_ptx_types[type].class >= AW_PTX_CLASS_FLOAT; }

struct aw_ptx_register {
	unsigned bits;
	LLVMValueRef slot;  // its variable; NULL for a value that can only be read
	LLVMValueRef value;
};

struct aw_ptx_scope {
	struct aw_map registers; // name -> struct aw_ptx_register *
};

struct aw_ptx_label {
	LLVMBasicBlockRef block;
	bool defined;
};

// What brx.idx jumps by.
struct aw_ptx_targets {
	const char *name;
	const char **labels;
	unsigned count;
};

struct aw_ptx_emit {
	struct aw_unit *unit;
	LLVMValueRef at; // instructions go before this one, an inline asm call; messages have its line
	LLVMBuilderRef builder;
	LLVMModuleRef module;
	LLVMContextRef context;
	struct aw_ptx_parser parser;
	AW_VEC(struct aw_ptx_scope) scopes;
	AW_VEC(struct aw_ptx_register *) registers; // all, to free
	struct aw_map labels;                       // name -> struct aw_ptx_label *
	struct aw_map prototypes;                   // name -> LLVMTypeRef of a function
	AW_VEC(struct aw_ptx_targets) targets;      // lists of labels
	const char *label;                          // the last one
	unsigned first_line;                        // where TEXT begins in a module of PTX, from 1; 0: it is inline
	LLVMValueRef carry;                         // the variable of CC.CF, made when needed
	bool sets_carry;                            // an instruction wrote it
	bool failed;
};

// An instruction with its types: those of its modifiers that are types, in order.
struct aw_ptx_op {
	const struct aw_ptx_instruction *source;
	enum aw_ptx_type types[4];
	unsigned type_count;
};

// Emits all statements of TEXT before AT.  REGISTERS are the names known from outside, with the slots
// and values; false after an error, which has been told.
void aw_ptx_emit_init(struct aw_ptx_emit *emit, struct aw_unit *unit, LLVMValueRef at, const char *text);
bool aw_ptx_emit_all(struct aw_ptx_emit *emit);
void aw_ptx_emit_finish(struct aw_ptx_emit *emit);

// The type of that name, or AW_PTX_NO_TYPE.
enum aw_ptx_type aw_ptx_find_type(const char *name);

// Makes NAME (which must live as long as EMIT) stand for POINTER's bits in the innermost scope.
void aw_ptx_name_pointer(struct aw_ptx_emit *emit, const char *name, LLVMValueRef pointer);
// What NAME stands for as a pointer: a variable on the stack or of the module; NULL: it is none.
LLVMValueRef aw_ptx_variable(const struct aw_ptx_emit *emit, const char *name);

// Declares NAME (which must live as long as EMIT) in the innermost scope, with a variable of its own.
struct aw_ptx_register *aw_ptx_declare(struct aw_ptx_emit *emit, const char *name, unsigned bits);

// Leaves the carry to the statements behind this one (lower/share_carry.h).
void aw_ptx_leave_carry(struct aw_ptx_emit *emit);

// --- for the functions of ptx_ops.def ---

void aw_ptx_error(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

// The instruction as it was written, without operands: "ld.global.u32".  To be freed.
char *aw_ptx_spelling(const struct aw_ptx_instruction *instruction);

bool aw_ptx_has(const struct aw_ptx_op *op, const char *modifier);
static inline enum aw_ptx_type aw_ptx_type(const struct aw_ptx_op *op, unsigned index)
{
	return index < op->type_count ? op->types[index] : AW_PTX_b32;
}

LLVMTypeRef aw_ptx_int(const struct aw_ptx_emit *emit, unsigned bits);
// The type of values between read and write: an integer, float, vector of them; float for bf16.
LLVMTypeRef aw_ptx_llvm_type(const struct aw_ptx_emit *emit, enum aw_ptx_type type);

// Operand INDEX of OP as a value of TYPE.
LLVMValueRef aw_ptx_read(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index, enum aw_ptx_type type);
LLVMValueRef aw_ptx_read_atom(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, const struct aw_ptx_atom *atom,
                              enum aw_ptx_type type);
// Sets operand INDEX to VALUE; a wider register is filled up as TYPE's sign says.
void aw_ptx_write(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index, enum aw_ptx_type type,
                  LLVMValueRef value);
void aw_ptx_write_atom(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, const struct aw_ptx_atom *atom,
                       enum aw_ptx_type type, LLVMValueRef value);

// The operand as a constant; an error and 0 when it is none.
int64_t aw_ptx_constant(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index);
bool aw_ptx_is_constant(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index);

// The address in operand INDEX as a generic pointer, by the state space among OP's modifiers.
LLVMValueRef aw_ptx_address(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index);

// The pointer to shared memory whose lower half ADDRESS is.
LLVMValueRef aw_ptx_widen_shared(struct aw_ptx_emit *emit, LLVMValueRef address);

// Calls an intrinsic of LLVM (of type OVERLOAD where it is overloaded, else NULL).
LLVMValueRef aw_ptx_intrinsic(struct aw_ptx_emit *emit, const char *name, LLVMTypeRef overload,
                              LLVMValueRef *arguments, unsigned count);
// Calls a function by name, declared by the types of its arguments.
LLVMValueRef aw_ptx_call(struct aw_ptx_emit *emit, const char *name, LLVMTypeRef result, LLVMValueRef *arguments,
                         unsigned count);

// Registers that are no value yet and the bits of one: between TYPE's value and an integer.
LLVMValueRef aw_ptx_to_bits(struct aw_ptx_emit *emit, enum aw_ptx_type type, LLVMValueRef value);
LLVMValueRef aw_ptx_from_bits(struct aw_ptx_emit *emit, enum aw_ptx_type type, LLVMValueRef bits);

// The bits of a number as a float of 32 bits.
uint32_t aw_ptx_single_bits(double number);

// A constant of VALUE's type, in all lanes of a vector.
LLVMValueRef aw_ptx_splat_int(LLVMTypeRef type, uint64_t number);
LLVMValueRef aw_ptx_splat_real(LLVMTypeRef type, double number);

// --- the table ---

typedef void aw_ptx_handler(struct aw_ptx_emit *emit, const struct aw_ptx_op *op);
#define AW_PTX_OP(opcode, handler, least, most, types, modifiers) aw_ptx_handler aw_ptx_emit_##handler;
#include "ptx_ops.def"
#undef AW_PTX_OP
// barrier.cluster (ptx_cluster.c), and the barrier in operand 2 of st.async and red.async, which is told of the bytes.
aw_ptx_handler aw_ptx_emit_cluster_barrier;
void aw_ptx_tell_barrier(struct aw_ptx_emit *emit, const struct aw_ptx_op *op);
// Forms of cp.async that barriers in shared memory or groups of bulk copies are told of (ptx_mbarrier.c).
aw_ptx_handler aw_ptx_emit_cp_told;
// Those of them that copy boxes of tensors, and that reduce (ptx_tensor.c).
aw_ptx_handler aw_ptx_emit_bulk_tensor, aw_ptx_emit_bulk_reduce;
// The address in operand INDEX of a bulk copy, whose modifiers name the spaces of the target and of the source, in this order.
LLVMValueRef aw_ptx_bulk_address(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index);
// Makes NAME, a label, stand for the type that PROTOTYPE says, which is finished (ptx_call.c).
void aw_ptx_define_prototype(struct aw_ptx_emit *emit, const char *name, struct aw_ptx_prototype *prototype);

#endif
