// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The random programs as trees.  A program is one kernel with its functions.  What its threads do between
// two places where they meet is made of statements (struct stmt); how they meet is made of steps (struct
// step): barriers, warp operations and control flow that the block or the lanes of a mask take together.
// So host C can run a kernel without threads: a step runs for all threads, one after another, before the
// next begins.
//
// Each tree is printed twice, as CUDA and as C.  Expressions are templates: $a, $b, $c stand for the
// children; both languages share the text, and headers give the names a meaning (device.h, host.h).
#ifndef AW_FUZZ_TREE_H
#define AW_FUZZ_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

//      name  bits  kind
#define FUZZ_TYPES(X) \
	X(BOOL, b8, 1, 'b') \
	X(I8, i8, 8, 'i') \
	X(U8, u8, 8, 'u') \
	X(I16, i16, 16, 'i') \
	X(U16, u16, 16, 'u') \
	X(I32, i32, 32, 'i') \
	X(U32, u32, 32, 'u') \
	X(I64, i64, 64, 'i') \
	X(U64, u64, 64, 'u') \
	X(F32, f32, 32, 'f') \
	X(F64, f64, 64, 'f')

enum type {
#define TYPE(constant, ...) constant,
	FUZZ_TYPES(TYPE)
#undef TYPE
	TYPE_COUNT,
};

struct type_info {
	const char *name;
	int bits;
	char kind;
};
extern const struct type_info types[TYPE_COUNT];

enum place {
	PLACE_THREAD,    // of the kernel, one for each thread: an array in C
	PLACE_WARP,      // the same in all lanes of a warp
	PLACE_BLOCK,     // the same in all threads of a block; also kernel arguments
	PLACE_LOCAL,     // of a function or an inner scope
	PLACE_REFERENCE, // a parameter of type T &, in C T *
};

struct record { // struct rP_N, with fields f0, f1, …
	int number, count;
	enum type field[4];
};

struct var {
	int id; // of the program's own
	char name[20];
	enum type type;
	enum place place;
	bool read_only;
	int length; // > 0: an array, a power of two
	const struct record *record;
};

struct expr {
	int id;
	enum type type;
	const char *text; // after VAR's name, if there is one
	const struct var *var;
	struct expr *child[3];
};

enum stmt_kind {
	STMT_ASSIGN,   // a = b
	STMT_RUN,      // a;
	STMT_CALL,     // target = function(arguments)
	STMT_IF,       // a: body[0], body[1]
	STMT_SWITCH,   // a: bodies are cases, bit i of `through` says that case i has no break
	STMT_FOR,      // counter from 0 below a, in the way of `form`
	STMT_WHILE,    // a and `form` turns left
	STMT_DO,
	STMT_BREAK,    // if a
	STMT_CONTINUE, // if a
	STMT_RETURN,   // if a; b is a function's value
	STMT_BLOCK,    // body[0], then a label
	STMT_GOTO,     // if a: to the label of statement `label`
	STMT_GOTO_LOOP, // a loop made of gotos: body[0], again if a and turns are left
	STMT_TANGLE,   // a loop with two entries: a chooses, b repeats
	STMT_STRIDE,   // for i = gid, gid + n, … below OUT_EACH * n + form: a = b, body[0]
	STMT_TURNS,    // for i = the thread's number, … below m, in the way of `form`: body[0]
	STMT_LOCAL,    // the variable `counter` with the value b
};

struct list { // of statements
	struct stmt *first, *last;
};

struct stmt {
	int id;
	enum stmt_kind kind;
	struct stmt *next;
	struct expr *a, *b;
	struct list body[6];
	int bodies, through, form, label;
	struct var *counter;
	const struct function *function; // STMT_CALL
	const struct var *target;        // NULL: the result is dropped
	struct expr *argument[6];
	const struct var *reference[6];  // in the place of an argument
};

enum step_kind {
	STEP_PHASE,    // statements of each thread
	STEP_BARRIER,
	STEP_COUNT,    // target (of the block) = __syncthreads_count, and, or (form) of a
	STEP_SET,      // target (of the block or the warp) = a
	STEP_IF,       // a is the same for all: body[0], body[1]
	STEP_FOR,      // counter (of the block or the warp) from 0 below a
	STEP_DO,       // repeat while target = __syncthreads_or(b), `form` turns at most
	STEP_BREAK,    // if a
	STEP_CONTINUE, // if a
	STEP_LEAVE,    // the block returns if a
	STEP_EXIT,     // threads with a return
	STEP_WARP,     // body[0] runs warp by warp
	STEP_SPLIT,    // lanes with a: body[0], the others body[1], each with its exact mask
	STEP_TURN,     // lanes loop while a, `form` turns at most; the mask follows
	STEP_SHUFFLE,  // target = a of the lane that b says; form is the kind, width the segment
	STEP_VOTE,     // target = any, all, ballot, uni (form) of a
	STEP_MATCH,    // target = the lanes with the same a
	STEP_REDUCE,   // target = the sum, … (form) of a
	STEP_ROTATE,   // target = a of the thread that is form places on, by a function with barriers
	STEP_TREE,     // target (of the block) = sum of a, by a tree in shared memory
	STEP_SCAN,     // target = running sum of a through shared memory
	STEP_WARP_SUM, // target = sum of a over whole warps by shuffles
	STEP_SYNCWARP,
};

struct steps {
	struct step *first, *last;
};

struct step {
	int id;
	enum step_kind kind;
	struct step *next;
	struct expr *a, *b;
	struct list statements;
	struct steps body[2];
	enum { BY_SHUFFLE, BY_SHARED, BY_VOLATILE } way; // of a shuffle: by registers, shared memory with __syncwarp or without
	int form, width, mask; // mask: id of the step whose mask the lanes have; 0 is the warp's, -1: the block
	int interval;          // which stretch between barriers this is in
	const struct var *target;
	struct var *counter;
};

struct function {
	int number;
	struct var parameter[6];
	int parameters;
	struct var local[8];
	int locals;
	enum type result;
	const struct record *record; // the result's, or NULL
	struct list body;
	struct expr *value;
	bool is_separate; // __noinline__
	enum { ONCE = 1, TWICE, SOMETIMES } recursive; // how often it calls itself; parameter 0 counts down
	bool by_pointer; // is called through a table of functions
};

enum { MAX_IN = 4, MAX_OUT = 3, MAX_ATOMIC = 2, MAX_EXCHANGE = 4, MAX_FUNCTIONS = 4, MAX_VARS = 40, MAX_LAUNCHES = 8 };

struct exchange { // an array by which the threads of a block tell each other
	enum type type;
	enum { SHARED_FLAT, SHARED_TILE, SHARED_DYNAMIC, GLOBAL_FLAT } form;
	bool is_volatile;
};

struct launch {
	int grid[3], block[3];
};

// What a program has in place of all else that is made of loops over rows of numbers, which threads share by turns (grow_turns.c).
struct turns {
	enum { NO_TURNS, TURNS_OF_GRID, TURNS_OF_BLOCK } of; // whose threads share a row
	enum type counter;                                   // also the type of m, the bound
	const char *start, *step, *row;
	int together;             // outputs that lie in the first's memory
	bool input_too;           // as does the last input
	bool is_short;            // turns do little
	bool reaches;             // turns touch elements of the thread's later ones too
	int slack;                // by how many turns rows are longer than m
	int size[MAX_OUT];        // elements of a number
	enum { APART, COPIED, IN_PLACE } packed; // whether the arguments are a struct's, and how the kernel takes them from it
	unsigned restricted;      // bit i: input i, bit MAX_IN + i: output i
};

struct program {
	int number;
	enum { INDEX_1D, INDEX_LINEAR, INDEX_2D } index; // how gid is made
	enum type in[MAX_IN], out[MAX_OUT], atomic[MAX_ATOMIC];
	const char *out_place[MAX_OUT]; // where a thread's own elements are; $a is which of its OUT_EACH
	int atomic_operation[MAX_ATOMIC];
	struct record record[2];
	int records;
	struct exchange exchange[MAX_EXCHANGE];
	int exchanges;
	struct function function[MAX_FUNCTIONS];
	int functions;
	struct var vars[MAX_VARS];
	struct expr *start[MAX_VARS]; // initial values
	int var_count;
	struct steps body;
	struct launch launch[MAX_LAUNCHES];
	int launches;
	bool warp_operations, idioms, exits;
	bool table;      // has recursion and functions called by pointers
	bool swaps;      // lanes exchange values through memory
	bool restricted; // its pointers are __restrict__
	struct turns turns;
	int ids; // given to nodes so far
};

enum { OUT_EACH = 4 }; // elements of each output that belong to a thread
extern const char *const atomic_names[];

// --- random.c ---

struct random {
	uint64_t state;
};
uint64_t random_bits(struct random *random);
int random_below(struct random *random, int bound);
int random_range(struct random *random, int low, int high); // both included
bool random_chance(struct random *random, int percent);
void *fuzz_allocate(size_t size); // zeroed, freed with the process
const char *fuzz_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

// --- grow.c, grow_flow.c, grow_turns.c, grow_steps.c ---

enum { EVERY_TURNS = 4 }; // of so many programs one is made of turns
void program_grow(struct program *program, int number, bool only_turns);

// --- print.c, print_cuda.c, print_host.c ---

// Parts that are left out: ID is dropped (a statement vanishes, an expression becomes a constant); ID with
// a letter is replaced by its child or body a, b or c.
void print_strict(void); // lanes of a warp are never taken to run in step
void print_drop(int id, int child);
void print_cuda(FILE *file, const struct program *program);
void print_host(FILE *file, const struct program *program);
// The table of programs and main.
void print_programs(FILE *file, const struct program *const *programs, int count);
// The numbers of all nodes, for the reducer: one a line, outer before inner.
void print_nodes(FILE *file, const struct program *program);

#endif
