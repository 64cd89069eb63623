// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that consist of grid-stride loops, or loops over a row by the threads of a block, and of little else: those whose turns a
// compiler may give to other threads, and those that are almost such.
//
// The threads that share a row each have every S-th number of it, where S is how many they are.  Of each output a turn touches
// elements that lie whole multiples of S from its own number, so they are the thread's alone, and there is no race.  Outputs may lie
// in one memory, again so many apart, or side by side: then a turn reads what an earlier turn of the same thread wrote.
#include <string.h>

#include "grow.h"

#define ROW_OF_GRID \
	"(i32)((blockIdx.z * blockDim.z + threadIdx.z) * (gridDim.y * blockDim.y) + blockIdx.y * blockDim.y + threadIdx.y)"
#define ROW_OF_BLOCK ROW_OF_GRID " * (i32)gridDim.x + (i32)blockIdx.x"

static const struct var bound_of[] = {
	[I32] = { .name = "m", .type = I32, .place = PLACE_BLOCK, .read_only = true },
	[U32] = { .name = "m", .type = U32, .place = PLACE_BLOCK, .read_only = true },
	[I64] = { .name = "m", .type = I64, .place = PLACE_BLOCK, .read_only = true },
	[U64] = { .name = "m", .type = U64, .place = PLACE_BLOCK, .read_only = true },
};

// --- what a turn reads and writes ---

// Its own element of output WHICH, at TEXT of the output's place, where $a is a thread's number of the row.
static struct expr *element(struct grow *grow, int which, const char *text)
{
	enum type type = grow->program->out[which];
	return grow_text(grow, type, text, grow_var(grow, grow->turn), NULL);
}

static struct expr *own_element(struct grow *grow, int which)
{
	const struct turns *turns = &grow->program->turns;
	const char *text = grow->program->out_place[which];
	if (turns->reaches && turns->size[which] == 1 && chance(25))
		text = fuzz_format("out%d[row * pitch + (i32)$a + %d * %s]", which, range(1, 2),
		                   turns->of == TURNS_OF_GRID ? "(i32)(gridDim.x * blockDim.x)" : "(i32)blockDim.x");
	if (strchr(text, '@')) {
		char *copy = fuzz_allocate(strlen(text) + 1);
		strcpy(copy, text);
		*strchr(copy, '@') = turns->size[which] == 4 && strstr(text, "x4 ") ? "xyzw"[below(4)] : (char)('0' + below(4));
		text = copy;
	}
	return element(grow, which, text);
}

// An element of one of the arrays that lie in one memory.
static struct expr *near_element(struct grow *grow)
{
	const struct program *program = grow->program;
	int which = below(program->turns.together + program->turns.input_too);
	if (which < program->turns.together)
		return own_element(grow, which);
	return grow_text(grow, program->in[MAX_IN - 1], fuzz_format("in%d[row * pitch + (i32)$a]", MAX_IN - 1), grow_var(grow, grow->turn),
	                 NULL);
}

struct expr *grow_turn_load(struct grow *grow)
{
	const struct program *program = grow->program;
	int which = below(MAX_OUT);
	if (grow->reads >> which & 1)
		return element(grow, which, fuzz_format("out%d[row * pitch + (i32)(m - 1 - $a)]", which));
	if (program->turns.together && chance(40))
		return near_element(grow);
	return grow->writes >> which & 1 ? own_element(grow, which) : NULL;
}

struct expr *grow_turn_index(struct grow *grow)
{
	static const char *const forms[] = { "$a", "$a", "$a", "row * pitch + $a", "row * pitch + $a", "(i64)row * pitch + $a", "$a * 2" };
	if (!grow->turn)
		return grow_text(grow, I32, "gid", NULL, NULL);
	if (chance(15))
		return grow_bounded(grow, 0, 6);
	if (chance(10))
		return grow_text(grow, I32, chance(50) ? "m - 1 - $a" : "($a > 0 ? $a - 1 : 0)", grow_var(grow, grow->turn), NULL);
	const char *plus = chance(25) ? fuzz_format(" + %d", range(1, 7)) : "";
	return grow_text(grow, I64, fuzz_format("%s%s", forms[below(7)], plus), grow_var(grow, grow->turn), NULL);
}

void grow_turn_store(struct grow *grow, struct list *list)
{
	bool is_near = grow->program->turns.together && chance(60);
	int which = below(is_near ? grow->program->turns.together : MAX_OUT);
	while (!(grow->writes >> which & 1))
		which = (which + 1) % MAX_OUT;
	struct stmt *stmt = grow_stmt(grow, list, STMT_ASSIGN);
	enum type type = grow->program->out[which];
	stmt->a = own_element(grow, which);
	stmt->b = grow_expr(grow, type, range(1, 3));
	if (is_near || chance(30))
		stmt->b = grow_text(grow, type, types[type].kind == 'f' ? "($a + $b)" : fuzz_format("(%s)($a ^ $b)", types[type].name),
		                    is_near ? near_element(grow) : grow_text(grow, type, stmt->a->text, stmt->a->child[0], NULL), stmt->b);
}

// --- loops ---

static const struct var *add_local(struct grow *grow, struct list *list, enum type type)
{
	if (grow->scope_count == MAX_SCOPE)
		return NULL;
	struct stmt *stmt = grow_stmt(grow, list, STMT_LOCAL);
	stmt->counter = grow_counter(grow, type);
	stmt->counter->read_only = false;
	stmt->b = grow_expr(grow, type, range(1, 2));
	return grow->scope[grow->scope_count++] = stmt->counter;
}

static void add_loop(struct grow *grow, struct list *list)
{
	int scope = grow->scope_count;
	struct stmt *stmt = grow_stmt(grow, list, STMT_TURNS);
	stmt->counter = grow_counter(grow, grow->program->turns.counter);
	stmt->form = below(6);
	stmt->bodies = 1;
	grow->turn = grow->scope[grow->scope_count++] = stmt->counter;
	grow->loops = stmt->form == 1 ? 0 : 1; // a continue of the second form would forget to count
	grow->may_return = chance(5);
	grow->trips = 16;
	grow->budget = range(1, 6);
	for (int count = grow->program->turns.is_short ? 0 : below(3); count > 0; count--)
		add_local(grow, &stmt->body[0], grow_type(grow));
	for (int count = chance(70) ? 1 : 2; count > 0; count--)
		grow_turn_store(grow, &stmt->body[0]);
	if (chance(grow->program->turns.is_short ? 20 : 75))
		grow_statements(grow, &stmt->body[0], range(1, 3));
	grow->turn = NULL;
	grow->may_return = false;
	grow->loops = 0;
	grow->trips = 1;
	grow->scope_count = scope;
}

// A loop whose turns hand on a value, which the thread writes afterwards.
static void add_carrying(struct grow *grow, struct list *list)
{
	const struct var *sum = add_local(grow, list, chance(50) ? U32 : grow_type(grow));
	add_loop(grow, list);
	struct stmt *stmt = grow_stmt(grow, list, STMT_ASSIGN);
	stmt->a = grow_text(grow, U64, "sum[gid]", NULL, NULL);
	stmt->b = grow_cast(grow, U64, grow_var(grow, sum));
}

// Where not all threads come to the loop, or it is gone through several times.
static struct list *add_way_in(struct grow *grow, struct list *list)
{
	const struct turns *turns = &grow->program->turns;
	struct stmt *stmt;
	switch (below(18)) {
	case 0: case 1:
		stmt = grow_stmt(grow, list, STMT_RETURN);
		stmt->a = grow_text(grow, BOOL, fuzz_format("((%s)(%s) >= m)", types[turns->counter].name, turns->start), NULL, NULL);
		return list;
	case 2: case 3:
		stmt = grow_stmt(grow, list, STMT_IF);
		grow->level = LEVEL_BLOCK;
		stmt->a = grow_condition(grow, 2);
		grow->level = LEVEL_THREAD;
		break;
	case 4: case 5:
		stmt = grow_stmt(grow, list, STMT_IF);
		stmt->a = chance(70) ? grow_text(grow, BOOL, fuzz_format("((threadIdx.x + blockIdx.x) %% %d != 0)", range(2, 9)), NULL, NULL) :
		                       grow_condition(grow, 2);
		break;
	case 6:
		stmt = grow_stmt(grow, list, STMT_FOR);
		stmt->a = grow_text(grow, I32, fuzz_format("%d", range(1, 3)), NULL, NULL);
		stmt->counter = grow_counter(grow, I32);
		break;
	default:
		return list;
	}
	stmt->bodies = 1;
	return &stmt->body[0];
}

static void add_phase(struct grow *grow)
{
	struct step *step = grow_step(grow, &grow->program->body, STEP_PHASE);
	struct list *list = &step->statements;
	int scope = grow->scope_count;
	grow->level = LEVEL_THREAD;
	grow->budget = 2;
	if (chance(5))
		grow_statements(grow, list, 1);
	for (int count = chance(88) ? 1 : range(2, 3); count > 0; count--)
		if (chance(12))
			add_carrying(grow, list);
		else
			add_loop(grow, add_way_in(grow, list));
	grow->scope_count = scope;
}

// --- the program ---

static void add_argument(struct grow *grow, enum type type, const char *name)
{
	struct program *program = grow->program;
	struct var *var = &program->vars[program->var_count++];
	*var = (struct var){ .id = ++program->ids, .type = type, .place = PLACE_BLOCK, .read_only = true };
	strcpy(var->name, name);
	grow->scope[grow->scope_count++] = var;
}

// Which outputs lie in one memory.  Pointers with __restrict__ must not.
static void choose_memory(struct grow *grow, bool apart)
{
	struct program *program = grow->program;
	struct turns *turns = &program->turns;
	turns->restricted = chance(30) ? ~0u : chance(40) ? 0 : (unsigned)random_bits(&grow->random);
	if (apart || !chance(35))
		return;
	turns->together = range(1, MAX_OUT);
	turns->input_too = turns->together == 1 || chance(40);
	turns->slack = 8;
	for (int i = 0; i < turns->together; i++)
		program->out[i] = program->out[0];
	if (turns->input_too)
		program->in[MAX_IN - 1] = program->out[0];
	turns->restricted &= ~(((1u << turns->together) - 1) << MAX_IN | (unsigned)turns->input_too << (MAX_IN - 1));
}

// Where the elements of a turn are: @ stands for which of several.
static void choose_places(struct grow *grow)
{
	static const char *const plain[] = { "out%d[row * pitch + $a]", "out%d[row * pitch + $a]", "(out%d + row * pitch)[$a]",
		                                   "(out%d + row * pitch)[$a]", "out%d[row * pitch + (i32)$a]", "out%d[(i64)row * pitch + $a]" };
	struct program *program = grow->program;
	struct turns *turns = &program->turns;
	const char *row = program->index == INDEX_1D && turns->of == TURNS_OF_GRID && chance(70) ? "0" : "row";
	turns->reaches = chance(20);
	turns->is_short = chance(60);
	turns->packed = chance(80) ? APART : chance(50) ? COPIED : IN_PLACE;
	if (turns->reaches)
		turns->slack = 8;
	for (int i = 0; i < MAX_OUT; i++) {
		int form = i < turns->together ? 0 : below(100);
		const char *name = types[program->out[i]].name, *text = plain[below(6)];
		turns->size[i] = form < 75 ? 1 : 4;
		if (form >= 95)
			text = "out%d[(row * pitch + $a) * 4 + @]";
		else if (form >= 75 && grow_has_vectors(program->out[i]))
			text = fuzz_format("((%sx4 *)out%%d)[row * pitch + $a].@", name);
		else if (form >= 75)
			turns->size[i] = 1;
		if (!strcmp(row, "0") && !strncmp(text, "out%d[row * pitch + $a]", 23))
			text = "out%d[$a]";
		program->out_place[i] = fuzz_format(text, i);
	}
}

static void choose_numbers(struct grow *grow)
{
	static const enum type counters[] = { I32, I32, I32, I32, U32, U32, I64, U64 };
	static const char *const of_grid[] = { "blockIdx.x * blockDim.x + threadIdx.x", "threadIdx.x + blockDim.x * blockIdx.x",
		                                     "blockDim.x * (u64)blockIdx.x + threadIdx.x", "blockIdx.x * blockDim.x + threadIdx.x + 3" };
	static const char *const steps[] = { "gridDim.x * blockDim.x", "blockDim.x * gridDim.x", "(u64)gridDim.x * blockDim.x" };
	struct turns *turns = &grow->program->turns;
	turns->of = chance(65) ? TURNS_OF_GRID : TURNS_OF_BLOCK;
	turns->counter = counters[below(8)];
	turns->start = turns->of == TURNS_OF_GRID ? of_grid[chance(90) ? below(3) : 3] : chance(95) ? "threadIdx.x" : "threadIdx.x + 5";
	turns->row = turns->of == TURNS_OF_GRID ? ROW_OF_GRID : ROW_OF_BLOCK;
	turns->step = turns->of == TURNS_OF_GRID ? steps[below(3)] : "blockDim.x";
}

static void choose_blocks(struct grow *grow)
{
	for (int i = 0; i < grow->program->launches; i++) {
		struct launch *launch = &grow->program->launch[i];
		if (launch->block[1] * launch->block[2] == 1 && chance(60))
			launch->block[0] = 32 << below(4);
		if (launch->block[0] * launch->block[1] * launch->block[2] > 256)
			launch->grid[0] = launch->grid[0] % 3 + 1;
	}
}

void grow_turns(struct grow *grow)
{
	struct program *program = grow->program;
	bool barriers = chance(10);
	choose_blocks(grow);
	choose_memory(grow, barriers);
	choose_places(grow);
	add_argument(grow, grow_type(grow), "a0");
	add_argument(grow, I32, "a1");
	grow->scope[grow->scope_count++] = &bound_of[program->turns.counter];
	grow->writes = barriers ? 3 : 7;
	add_phase(grow);
	if (!barriers)
		return;
	// Behind the barrier a block's threads read all of the rows that they share.
	grow_step(grow, &program->body, STEP_BARRIER);
	bool in_row = program->turns.of == TURNS_OF_BLOCK && program->turns.size[0] == 1 && program->turns.size[1] == 1;
	grow->writes = in_row ? 4 : 7;
	grow->reads = in_row ? 3 : 0;
	add_phase(grow);
}

void grow_turns_begin(struct grow *grow)
{
	grow->program->table = false;
	choose_numbers(grow);
}
