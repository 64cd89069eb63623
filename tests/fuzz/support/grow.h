// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts of the generator share while a program grows.
#ifndef AW_FUZZ_GROW_H
#define AW_FUZZ_GROW_H

#include "tree.h"

enum level { LEVEL_THREAD, LEVEL_WARP, LEVEL_BLOCK }; // among whom a value must be the same

enum mode { MODE_OWN, MODE_OWN_REVERSED, MODE_READ, MODE_ATOMIC, MODE_COUNT };
enum { MAX_INTERVALS = 256, MAX_SCOPE = 96 };

struct grow {
	struct random random;
	struct program *program;
	const struct var *scope[MAX_SCOPE];
	int scope_count;
	enum level level;
	int budget;  // statements that may still grow
	int depth;   // of statements within statements
	int loops;   // around here
	int trips;   // product of their turns
	int labels[8], label_count;
	bool may_return;
	const struct function *function;
	const struct var *turn; // the counter of the loop over a row around here
	unsigned writes, reads; // bit i: own elements of output i are written here; all elements of its row are read
	// Stretches between barriers: stretches with one root are one; each array has one mode in each.
	int interval, intervals;
	int root[MAX_INTERVALS];
	unsigned char mode[MAX_INTERVALS][MAX_EXCHANGE];
};

#define chance(percent) random_chance(&grow->random, percent)
#define below(bound) random_below(&grow->random, bound)
#define range(low, high) random_range(&grow->random, low, high)

#define OUT_TOGETHER "gid * 4 + $a"
#define OUT_IN_ORDER "$a * n + gid" // the place of own elements over which a grid-stride loop goes

// --- grow.c: expressions ---

struct expr *grow_text(struct grow *grow, enum type type, const char *text, struct expr *a, struct expr *b);
struct expr *grow_var(struct grow *grow, const struct var *var);
struct expr *grow_constant(struct grow *grow, enum type type);
struct expr *grow_leaf(struct grow *grow, enum type type);
struct expr *grow_expr(struct grow *grow, enum type type, int depth);
struct expr *grow_condition(struct grow *grow, int depth);
struct expr *grow_cast(struct grow *grow, enum type type, struct expr *from);
// An i32 from LOW to LOW + 2^BITS - 1.
struct expr *grow_bounded(struct grow *grow, int low, int bits);
bool grow_has_vectors(enum type type); // of three and four elements
enum type grow_type(struct grow *grow); // one with values: not BOOL
// A variable of the scope that can be written; TYPE_COUNT: of any type.  NULL if there is none.
const struct var *grow_target(struct grow *grow, enum type type, bool scalar);
// An element of exchange array X at the text INDEX, in which $a may stand.
struct expr *grow_element(struct grow *grow, int x, const char *index, struct expr *a);
enum mode grow_mode(struct grow *grow, int x);

// --- grow_flow.c: statements ---

void grow_statements(struct grow *grow, struct list *list, int count);
void grow_function(struct grow *grow, struct function *function);

struct var *grow_counter(struct grow *grow, enum type type);
struct stmt *grow_stmt(struct grow *grow, struct list *list, enum stmt_kind kind);

// --- grow_turns.c: programs of loops over rows ---

void grow_turns_begin(struct grow *grow); // before functions grow
void grow_turns(struct grow *grow);
// An element of an output or of a row, or of an input, that a turn may read; of any type.  NULL: there is none here.
struct expr *grow_turn_load(struct grow *grow);
struct expr *grow_turn_index(struct grow *grow);
void grow_turn_store(struct grow *grow, struct list *list);

// --- grow_steps.c ---

struct step *grow_step(struct grow *grow, struct steps *steps, enum step_kind kind);

void grow_body(struct grow *grow);

#endif
