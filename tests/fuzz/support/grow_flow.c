// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random statements of one thread: control flow of every kind, assignments, stores to own places, atomics
// whose order can't be seen, calls.  Loops end because each counts its turns; the product of the turns of
// nested loops is bounded.
#include <string.h>

#include "grow.h"

enum { MAX_DEPTH = 5, MAX_TRIPS = 96 };

const char *const atomic_names[] = { "Add", "Min", "Max", "And", "Or", "Xor" };

struct stmt *grow_stmt(struct grow *grow, struct list *list, enum stmt_kind kind)
{
	struct stmt *stmt = fuzz_allocate(sizeof(*stmt));
	stmt->id = ++grow->program->ids;
	stmt->kind = kind;
	if (list->last)
		list->last->next = stmt;
	else
		list->first = stmt;
	list->last = stmt;
	grow->budget--;
	return stmt;
}

// --- simple statements ---

static void add_assign(struct grow *grow, struct list *list)
{
	const struct var *var = grow_target(grow, TYPE_COUNT, false);
	if (!var)
		return;
	struct stmt *stmt = grow_stmt(grow, list, STMT_ASSIGN);
	stmt->a = grow_var(grow, var);
	if (var->length && chance(80)) {
		stmt->a->text = fuzz_format("[$a & %d]", var->length - 1);
		stmt->a->child[0] = grow_expr(grow, I32, 1);
	}
	stmt->b = grow_expr(grow, stmt->a->type, range(1, 4));
}

static void add_store(struct grow *grow, struct list *list)
{
	int which = below(MAX_OUT);
	if (grow->function || (grow->program->turns.of && !grow->turn))
		return add_assign(grow, list);
	if (grow->turn)
		return grow_turn_store(grow, list);
	struct stmt *stmt = grow_stmt(grow, list, STMT_ASSIGN);
	const char *index = grow->program->out_place[which];
	struct expr *each = chance(60) ? grow_text(grow, I32, fuzz_format("%d", below(OUT_EACH)), NULL, NULL) :
	                                 grow_text(grow, I32, fuzz_format("(i32)($a & %d)", OUT_EACH - 1), grow_leaf(grow, U32), NULL);
	stmt->a = grow_text(grow, grow->program->out[which], fuzz_format("out%d[%s]", which, index), each, NULL);
	stmt->b = grow_expr(grow, stmt->a->type, range(1, 3));
	if (types[stmt->a->type].kind == 'f' || !chance(25))
		return;
	stmt->b = grow_text(grow, stmt->a->type, fuzz_format("(%s)($a ^ $b)", types[stmt->a->type].name),
	                    grow_text(grow, stmt->a->type, stmt->a->text, each, NULL), stmt->b);
}

// An own element may be changed by an atomic operation whose result is used.
static void add_own_atomic(struct grow *grow, struct list *list)
{
	static const char *const forms[] = { "atomicAdd(&%s, $b)", "atomicExch(&%s, $b)", "atomicMax(&%s, $b)",
		                                   "atomicXor(&%s, $b)", "atomicCAS(&%s, $c, $b)" };
	int which = below(MAX_OUT);
	enum type type = grow->program->out[which];
	const struct var *var = grow_target(grow, type, true);
	if (grow->function || grow->program->turns.of || !var || (type != I32 && type != U32 && type != U64))
		return add_store(grow, list);
	struct stmt *stmt = grow_stmt(grow, list, STMT_ASSIGN);
	const char *place = fuzz_format("out%d[%s]", which, grow->program->out_place[which]);
	stmt->a = grow_var(grow, var);
	stmt->b = grow_text(grow, type, fuzz_format(forms[below(5)], place),
	                    grow_text(grow, I32, fuzz_format("%d", below(OUT_EACH)), NULL, NULL), grow_expr(grow, type, 1));
	stmt->b->child[2] = grow_leaf(grow, type);
}

static void add_atomic(struct grow *grow, struct list *list)
{
	if (grow->turn && chance(90))
		return add_store(grow, list);
	int which = below(MAX_ATOMIC);
	enum type type = grow->program->atomic[which];
	struct stmt *stmt = grow_stmt(grow, list, STMT_RUN);
	struct expr *index = chance(40) ? grow_text(grow, I32, fuzz_format("%d", below(32)), NULL, NULL) : grow_bounded(grow, 0, 5);
	int operation = grow->program->atomic_operation[which];
	const char *call = operation < 6 ? fuzz_format("atomic%s(&at%d[$a], $b)", atomic_names[operation], which) :
	                                   fuzz_format("cas_multiply(&at%d[$a], $b)", which);
	stmt->a = grow_text(grow, type, call, index, grow_expr(grow, type, 2));
}

static void add_exchange(struct grow *grow, struct list *list)
{
	if (!grow->program->exchanges || grow->function || grow->interval < 0)
		return add_store(grow, list);
	int x = below(grow->program->exchanges);
	enum type type = grow->program->exchange[x].type;
	enum mode mode = grow_mode(grow, x);
	if (mode == MODE_READ)
		return add_assign(grow, list);
	struct stmt *stmt = grow_stmt(grow, list, mode == MODE_ATOMIC ? STMT_RUN : STMT_ASSIGN);
	if (mode == MODE_ATOMIC) {
		struct expr *place = grow_element(grow, x, "(i32)($a % (u32)bn)", grow_expr(grow, U32, 1));
		stmt->a = grow_text(grow, type, "atomicAdd(&$a, $b)", place, grow_expr(grow, type, 2));
		return;
	}
	stmt->a = grow_element(grow, x, mode == MODE_OWN ? "tid" : "bn - 1 - tid", NULL);
	stmt->b = grow_expr(grow, type, range(1, 3));
}

// Of the program's first two functions, whose parameters are the same, by a pointer.
static void add_pointer_call(struct grow *grow, struct list *list)
{
	const struct var *target = grow_target(grow, U32, true);
	if (!target)
		return add_assign(grow, list);
	struct stmt *stmt = grow_stmt(grow, list, STMT_ASSIGN);
	int number = grow->program->number;
	stmt->a = grow_var(grow, target);
	stmt->b = grow_text(grow, U32, fuzz_format("($c ? f%d_0 : f%d_1)(in0, $a, $b)", number, number), grow_expr(grow, U32, 1),
	                    grow_expr(grow, U32, 1));
	stmt->b->child[2] = grow_condition(grow, 1);
}

static void add_call(struct grow *grow, struct list *list)
{
	bool pointed = !grow->function || grow->function->recursive;
	if (grow->program->table && grow->program->functions > 1 && pointed && chance(50))
		return add_pointer_call(grow, list);
	int limit = grow->function ? (int)(grow->function - grow->program->function) : grow->program->functions;
	if (!limit || (grow->function && grow->function->recursive))
		return add_assign(grow, list);
	const struct function *function = &grow->program->function[below(limit)];
	struct stmt *stmt = grow_stmt(grow, list, STMT_CALL);
	stmt->function = function;
	if (function->record) {
		for (int i = 0; i < grow->scope_count; i++)
			if (grow->scope[i]->record == function->record && !grow->scope[i]->read_only)
				stmt->target = grow->scope[i];
	} else {
		stmt->target = grow_target(grow, function->result, true);
	}
	for (int i = 0; i < function->parameters; i++) {
		const struct var *parameter = &function->parameter[i];
		if (parameter->place == PLACE_REFERENCE) {
			stmt->reference[i] = grow_target(grow, parameter->type, true);
			for (int k = 0; k < i; k++)
				if (stmt->reference[k] == stmt->reference[i])
					stmt->reference[i] = NULL;
			if (stmt->reference[i] == stmt->target)
				stmt->target = NULL;
		} else if (parameter->record) {
			for (int k = 0; k < grow->scope_count; k++)
				if (grow->scope[k]->record == parameter->record)
					stmt->reference[i] = grow->scope[k];
		} else {
			stmt->argument[i] = function->recursive && i == 0 ? grow_bounded(grow, 0, 3) : grow_expr(grow, parameter->type, 2);
		}
	}
}

static void add_jump(struct grow *grow, struct list *list)
{
	int kind = below(4);
	if (kind == 3 && grow->label_count) {
		struct stmt *stmt = grow_stmt(grow, list, STMT_GOTO);
		stmt->a = grow_condition(grow, 1);
		stmt->label = grow->labels[below(grow->label_count)];
	} else if (kind == 2 && grow->may_return && chance(50)) {
		struct stmt *stmt = grow_stmt(grow, list, STMT_RETURN);
		stmt->a = grow_condition(grow, 2);
		if (grow->function)
			stmt->b = grow_expr(grow, grow->function->result, 1);
	} else if (grow->loops) {
		struct stmt *stmt = grow_stmt(grow, list, kind ? STMT_BREAK : STMT_CONTINUE);
		stmt->a = grow_condition(grow, 1);
	} else {
		add_assign(grow, list);
	}
}

// --- compound statements ---

static struct expr *varying_or_not(struct grow *grow, int depth)
{
	enum level level = grow->level;
	if (chance(15))
		grow->level = LEVEL_BLOCK;
	struct expr *expr = grow_condition(grow, depth);
	grow->level = level;
	return expr;
}

static void add_if(struct grow *grow, struct list *list)
{
	struct stmt *stmt = grow_stmt(grow, list, STMT_IF);
	stmt->a = varying_or_not(grow, range(1, 3));
	stmt->bodies = chance(45) ? 2 : 1;
	for (int i = 0; i < stmt->bodies; i++)
		grow_statements(grow, &stmt->body[i], range(1, 3));
}

static void add_switch(struct grow *grow, struct list *list)
{
	struct stmt *stmt = grow_stmt(grow, list, STMT_SWITCH);
	stmt->bodies = range(2, 6);
	stmt->through = below(64);
	stmt->form = range(1, 3); // distance of the cases
	stmt->a = grow_bounded(grow, 0, range(2, 4));
	for (int i = 0; i < stmt->bodies; i++)
		grow_statements(grow, &stmt->body[i], range(1, 2));
}

struct var *grow_counter(struct grow *grow, enum type type)
{
	struct var *counter = fuzz_allocate(sizeof(*counter));
	snprintf(counter->name, sizeof(counter->name), "j%d", ++grow->program->ids);
	counter->type = type;
	counter->place = PLACE_LOCAL;
	counter->read_only = true;
	return counter;
}

static struct expr *loop_bound(struct grow *grow, int bits)
{
	enum level level = grow->level;
	int kind = below(10);
	if (kind < 3)
		return grow_text(grow, I32, fuzz_format("%d", range(1, (1 << bits) - 1)), NULL, NULL);
	if (kind < 5)
		grow->level = LEVEL_BLOCK;
	struct expr *bound = grow_bounded(grow, below(2), bits);
	grow->level = level;
	return bound;
}

static void add_loop(struct grow *grow, struct list *list, enum stmt_kind kind)
{
	int bits = range(1, 3), turns = 1 << bits, scope = grow->scope_count, loops = grow->loops;
	if (grow->trips * turns > MAX_TRIPS)
		return add_assign(grow, list);
	struct stmt *stmt = grow_stmt(grow, list, kind);
	stmt->form = kind == STMT_FOR ? below(5) : range(1, turns);
	if (kind == STMT_FOR) {
		static const enum type of_counter[] = { I32, I32, U32, I64, U8 };
		stmt->a = loop_bound(grow, bits);
		stmt->counter = grow_counter(grow, of_counter[stmt->form]);
	} else {
		stmt->a = varying_or_not(grow, 2);
	}
	if (stmt->counter && grow->scope_count < MAX_SCOPE)
		grow->scope[grow->scope_count++] = stmt->counter;
	grow->trips *= turns;
	if (kind != STMT_GOTO_LOOP && kind != STMT_TANGLE)
		grow->loops++;
	stmt->bodies = 1;
	grow_statements(grow, &stmt->body[0], range(1, 4));
	if (kind == STMT_TANGLE) {
		stmt->bodies = 2;
		stmt->b = grow_condition(grow, 1);
		grow_statements(grow, &stmt->body[1], range(1, 2));
	}
	grow->loops = loops;
	grow->trips /= turns;
	grow->scope_count = scope;
}

// The gotos of these make their bodies no bodies of a loop, so breaks inside belong to one around.
static void add_goto_loop(struct grow *grow, struct list *list, enum stmt_kind kind)
{
	int loops = grow->loops;
	grow->loops = 0;
	add_loop(grow, list, kind);
	grow->loops = loops;
}

static void add_block(struct grow *grow, struct list *list)
{
	if (grow->label_count == 8)
		return add_if(grow, list);
	struct stmt *stmt = grow_stmt(grow, list, STMT_BLOCK);
	grow->labels[grow->label_count++] = stmt->id;
	stmt->bodies = 1;
	grow_statements(grow, &stmt->body[0], range(2, 4));
	grow->label_count--;
}

// A grid-stride loop, over own elements of an output or over an input into a variable.
static void add_stride(struct grow *grow, struct list *list)
{
	static const enum type of_counter[] = { I32, I32, U32, I64, U64 };
	int which = below(MAX_OUT), in = below(MAX_IN), scope = grow->scope_count;
	const struct var *sum = chance(50) ? grow_target(grow, chance(50) ? U32 : F32, true) : NULL;
	bool in_order = !strcmp(grow->program->out_place[which], OUT_IN_ORDER);
	if ((!in_order && !sum) || grow->function || grow->program->turns.of || grow->trips > 8 || grow->scope_count == MAX_SCOPE)
		return add_if(grow, list);
	struct stmt *stmt = grow_stmt(grow, list, STMT_STRIDE);
	stmt->counter = grow_counter(grow, of_counter[below(5)]);
	grow->scope[grow->scope_count++] = stmt->counter;
	stmt->a = sum ? grow_var(grow, sum) :
	                grow_text(grow, grow->program->out[which], fuzz_format("out%d[$a]", which), grow_var(grow, stmt->counter), NULL);
	stmt->form = sum ? below(60) : 0; // how far it goes past 4 n
	enum type type = stmt->a->type;
	struct expr *load = grow_cast(grow, type, grow_text(grow, grow->program->in[in], fuzz_format("in%d[$a]", in),
	                                                    grow_var(grow, stmt->counter), NULL));
	const char *text = types[type].kind == 'f' ? "($a + $b)" : fuzz_format("(%s)($a ^ $b)", types[type].name);
	if (type == U32 && chance(60))
		text = "($a + $b)";
	stmt->b = grow_text(grow, type, text, sum ? grow_var(grow, sum) : grow_expr(grow, type, 2), load);
	stmt->bodies = 1;
	grow->trips *= 6;
	grow->loops++;
	if (chance(40))
		grow_statements(grow, &stmt->body[0], range(1, 2));
	grow->loops--;
	grow->trips /= 6;
	grow->scope_count = scope;
}

static void add_compound(struct grow *grow, struct list *list)
{
	grow->depth++;
	switch (grow->turn && chance(85) ? below(6) : below(16)) {
	case 0: case 1: case 2: case 3: add_if(grow, list); break;
	case 4: case 5: add_switch(grow, list); break;
	case 6: case 7: case 8: add_loop(grow, list, STMT_FOR); break;
	case 9: case 10: add_loop(grow, list, STMT_WHILE); break;
	case 11: add_loop(grow, list, STMT_DO); break;
	case 12: add_goto_loop(grow, list, chance(70) ? STMT_GOTO_LOOP : STMT_TANGLE); break;
	case 13: case 14: add_stride(grow, list); break;
	default: add_block(grow, list);
	}
	grow->depth--;
}

static void add_fence(struct grow *grow, struct list *list)
{
	struct stmt *stmt = grow_stmt(grow, list, STMT_RUN);
	stmt->a = grow_text(grow, I32, chance(50) ? "__threadfence()" : "__threadfence_block()", NULL, NULL);
}

// All elements of a thread at once.
static void add_vector_store(struct grow *grow, struct list *list)
{
	for (int i = 0; i < MAX_OUT && !grow->function && !grow->program->turns.of; i++) {
		enum type type = grow->program->out[i];
		if (strcmp(grow->program->out_place[i], OUT_TOGETHER))
			continue;
		if (!grow_has_vectors(type) || chance(50)) {
			for (int k = 0; k < OUT_EACH; k++) {
				struct stmt *part = grow_stmt(grow, list, STMT_ASSIGN);
				part->a = grow_text(grow, type, fuzz_format("out%d[gid * %d + %d]", i, OUT_EACH, k), NULL, NULL);
				part->b = grow_expr(grow, type, 1);
			}
			return;
		}
		struct stmt *stmt = grow_stmt(grow, list, STMT_RUN);
		const char *name = types[type].name;
		const char *text = fuzz_format("((%sx4 *)out%d)[gid] = make_%sx4($a, $b, $c, $a)", name, i, name);
		stmt->a = grow_text(grow, type, text, grow_expr(grow, type, 2), grow_leaf(grow, type));
		stmt->a->child[2] = grow_leaf(grow, type);
		return;
	}
	add_store(grow, list);
}

static void add_simple(struct grow *grow, struct list *list)
{
	int kind = below(100);
	if (chance(grow->turn ? 1 : 2))
		return add_fence(grow, list);
	if (chance(4))
		return add_vector_store(grow, list);
	if (kind < 45)
		add_assign(grow, list);
	else if (kind < 55)
		add_store(grow, list);
	else if (kind < 60)
		add_own_atomic(grow, list);
	else if (kind < 66 && !grow->function)
		add_atomic(grow, list);
	else if (kind < 76)
		add_exchange(grow, list);
	else if (kind < 88 && (!grow->turn || chance(20)))
		add_jump(grow, list);
	else
		add_call(grow, list);
}

void grow_statements(struct grow *grow, struct list *list, int count)
{
	for (int i = 0; i < count; i++)
		if (grow->depth < MAX_DEPTH && grow->budget > 0 && chance(50))
			add_compound(grow, list);
		else
			add_simple(grow, list);
}

// --- functions ---

static void add_parameters(struct grow *grow, struct function *function)
{
	function->parameters = function->by_pointer ? 2 : range(1, 4);
	for (int i = 0; i < function->parameters; i++) {
		struct var *parameter = &function->parameter[i];
		snprintf(parameter->name, sizeof(parameter->name), "p%d", i);
		parameter->type = grow_type(grow);
		parameter->place = chance(25) ? PLACE_REFERENCE : PLACE_LOCAL;
		if (chance(15) && grow->program->records) {
			parameter->record = &grow->program->record[below(grow->program->records)];
			parameter->place = PLACE_LOCAL;
		}
		if (function->by_pointer) {
			parameter->type = U32, parameter->record = NULL;
			parameter->place = PLACE_LOCAL;
		}
		if (function->recursive && i == 0)
			*parameter = (struct var){ .name = "p0", .type = I32, .place = PLACE_LOCAL, .read_only = true };
		grow->scope[grow->scope_count++] = parameter;
	}
}

void grow_function(struct grow *grow, struct function *function)
{
	grow->function = function;
	function->number = (int)(function - grow->program->function);
	grow->scope_count = 0;
	grow->may_return = true;
	grow->budget = range(1, 6);
	function->by_pointer = grow->program->table && function->number < 2;
	function->recursive = grow->program->table && !function->by_pointer ? range(ONCE, SOMETIMES) : 0;
	function->is_separate = chance(25);
	grow->trips = function->recursive ? MAX_TRIPS : MAX_TRIPS / 4;
	function->result = function->by_pointer ? U32 : grow_type(grow);
	if (chance(20) && grow->program->records && !grow->program->table)
		function->record = &grow->program->record[below(grow->program->records)];
	add_parameters(grow, function);
	function->locals = range(1, 3);
	for (int i = 0; i < function->locals; i++) {
		struct var *local = &function->local[i];
		snprintf(local->name, sizeof(local->name), "l%d", i);
		local->type = grow_type(grow);
		local->place = PLACE_LOCAL;
		local->length = chance(20) ? 4 : 0;
		if (function->record && i == 0)
			*local = (struct var){ .name = "l0", .place = PLACE_LOCAL, .record = function->record };
		grow->scope[grow->scope_count++] = local;
	}
	grow_statements(grow, &function->body, range(1, 3));
	function->value = grow_expr(grow, function->result, 3);
	grow->trips = 1;
	grow->function = NULL;
	grow->may_return = false;
	grow->scope_count = 0;
}
