// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random steps: how the threads of a block meet.
//
// First a skeleton grows: barriers, warp operations and the flow around them.  Stretches of it between
// barriers are numbered, and those that can follow one another without a barrier become one (union-find).
// In each stretch an exchange array has one mode: each thread uses only its own element, or all only
// read, or all add atomically.  So there is no data race, whatever the statements do that fill the
// skeleton afterwards.
#include <string.h>

#include "grow.h"

static int root_of(struct grow *grow, int interval)
{
	while (grow->root[interval] != interval)
		interval = grow->root[interval];
	return interval;
}

static void join(struct grow *grow, int a, int b)
{
	grow->root[root_of(grow, a)] = root_of(grow, b);
}

static void new_interval(struct grow *grow)
{
	if (grow->intervals == MAX_INTERVALS)
		return; // the last goes on: all that follows is one stretch
	grow->root[grow->intervals] = grow->intervals;
	grow->interval = grow->intervals++;
}

struct step *grow_step(struct grow *grow, struct steps *steps, enum step_kind kind)
{
	struct step *step = fuzz_allocate(sizeof(*step));
	step->id = ++grow->program->ids;
	step->kind = kind;
	step->interval = grow->interval;
	if (steps->last)
		steps->last->next = step;
	else
		steps->first = step;
	steps->last = step;
	return step;
}

// --- the skeleton ---

static void block_steps(struct grow *grow, struct steps *steps, int count, int depth, int loop_start);

static void add_barrier(struct grow *grow, struct steps *steps)
{
	grow_step(grow, steps, chance(75) ? STEP_BARRIER : STEP_COUNT);
	new_interval(grow);
}

static void block_if(struct grow *grow, struct steps *steps, int depth, int loop_start)
{
	struct step *step = grow_step(grow, steps, STEP_IF);
	int before = grow->interval;
	block_steps(grow, &step->body[0], range(1, 2), depth + 1, loop_start);
	int after = grow->interval;
	grow->interval = before;
	if (chance(40))
		block_steps(grow, &step->body[1], range(1, 2), depth + 1, loop_start);
	join(grow, after, grow->interval);
}

static void block_loop(struct grow *grow, struct steps *steps, int depth)
{
	struct step *step = grow_step(grow, steps, chance(70) ? STEP_FOR : STEP_DO);
	int before = grow->interval;
	block_steps(grow, &step->body[0], range(1, 3), depth + 1, before);
	if (step->kind == STEP_DO) {
		join(grow, grow->interval, before); // where a continue goes
		new_interval(grow);
	}
	join(grow, grow->interval, before);
	grow->interval = before;
}

static void warp_steps(struct grow *grow, struct steps *steps, int count, int depth, int mask, bool may_break)
{
	for (int i = 0; i < count; i++) {
		int kind = below(100);
		struct step *step;
		if (kind < 30 || (depth > 3 && kind > 76)) {
			step = grow_step(grow, steps, STEP_PHASE);
		} else if (kind < 48) {
			step = grow_step(grow, steps, STEP_SHUFFLE);
		} else if (kind < 60) {
			step = grow_step(grow, steps, STEP_VOTE);
		} else if (kind < 66) {
			step = grow_step(grow, steps, STEP_REDUCE);
		} else if (kind < 69) {
			step = grow_step(grow, steps, STEP_MATCH);
		} else if (kind < 72) {
			step = grow_step(grow, steps, STEP_SYNCWARP);
		} else if (kind < 76) {
			step = grow_step(grow, steps, may_break ? (chance(50) ? STEP_BREAK : STEP_CONTINUE) : STEP_SHUFFLE);
		} else if (kind < 82) {
			step = grow_step(grow, steps, STEP_IF);
			warp_steps(grow, &step->body[0], range(1, 3), depth + 1, mask, may_break);
			if (chance(40))
				warp_steps(grow, &step->body[1], range(1, 2), depth + 1, mask, may_break);
		} else if (kind < 88) {
			step = grow_step(grow, steps, STEP_FOR);
			warp_steps(grow, &step->body[0], range(1, 3), depth + 1, mask, true);
		} else if (kind < 95) {
			step = grow_step(grow, steps, STEP_SPLIT);
			warp_steps(grow, &step->body[0], range(1, 3), depth + 1, step->id, false);
			if (chance(50))
				warp_steps(grow, &step->body[1], range(1, 2), depth + 1, -step->id - 1, false);
		} else {
			step = grow_step(grow, steps, STEP_TURN);
			warp_steps(grow, &step->body[0], range(1, 3), depth + 1, step->id, false);
		}
		step->mask = mask;
	}
}

static void add_idiom(struct grow *grow, struct steps *steps)
{
	static const enum step_kind kinds[] = { STEP_ROTATE, STEP_TREE, STEP_SCAN, STEP_WARP_SUM };
	const struct step *step = grow_step(grow, steps, kinds[below(4)]);
	if (step->kind != STEP_WARP_SUM) // the only one without barriers
		new_interval(grow);
	grow->program->idioms = true;
}

static void block_steps(struct grow *grow, struct steps *steps, int count, int depth, int loop_start)
{
	for (int i = 0; i < count; i++) {
		int kind = below(100);
		if (grow->program->exits && chance(12)) {
			grow_step(grow, steps, STEP_EXIT);
		} else if (kind < 30) {
			grow_step(grow, steps, STEP_PHASE);
		} else if (kind < 50) {
			add_barrier(grow, steps);
		} else if (kind < 57) {
			grow_step(grow, steps, STEP_SET);
		} else if (kind < 65 && grow->program->warp_operations) {
			struct step *step = grow_step(grow, steps, STEP_WARP);
			warp_steps(grow, &step->body[0], range(1, 5), depth, 0, false);
		} else if (kind < 72 && depth < 4) {
			block_if(grow, steps, depth, loop_start);
		} else if (kind < 82 && depth < 3) {
			block_loop(grow, steps, depth);
		} else if (kind < 87 && loop_start >= 0) {
			grow_step(grow, steps, chance(50) ? STEP_BREAK : STEP_CONTINUE);
			join(grow, grow->interval, loop_start);
		} else if (kind < 89 && depth) {
			grow_step(grow, steps, STEP_LEAVE);
		} else if (kind < 96 && !grow->program->exits) {
			add_idiom(grow, steps);
		} else {
			grow_step(grow, steps, STEP_PHASE);
			add_barrier(grow, steps);
		}
	}
}

static void choose_modes(struct grow *grow)
{
	for (int i = 0; i < grow->intervals; i++)
		for (int x = 0; x < grow->program->exchanges; x++) {
			const struct exchange *exchange = &grow->program->exchange[x];
			bool adds = (exchange->type == I32 || exchange->type == U32 || exchange->type == U64) && !exchange->is_volatile;
			grow->mode[i][x] = (unsigned char)(chance(50) ? MODE_READ : below(adds ? MODE_COUNT : MODE_ATOMIC));
		}
}

// --- its parts ---

static void fill_steps(struct grow *grow, struct steps *steps, bool in_warp);

static const struct var *uniform_target(struct grow *grow, enum place place, enum type type)
{
	const struct var *found[MAX_SCOPE];
	int count = 0;
	for (int i = 0; i < grow->scope_count; i++)
		if (grow->scope[i]->place == place && !grow->scope[i]->read_only &&
		    (type == TYPE_COUNT || grow->scope[i]->type == type))
			found[count++] = grow->scope[i];
	return count ? found[below(count)] : NULL;
}

static void fill_loop(struct grow *grow, struct step *step, bool in_warp)
{
	int bits = range(1, 2), turns = 1 << bits, scope = grow->scope_count;
	step->form = range(1, turns);
	if (step->kind == STEP_FOR) {
		step->counter = fuzz_allocate(sizeof(*step->counter));
		*step->counter = (struct var){ .type = I32, .place = in_warp ? PLACE_WARP : PLACE_BLOCK, .read_only = true };
		snprintf(step->counter->name, sizeof(step->counter->name), "c%d", step->id);
		step->a = grow_bounded(grow, below(2), bits);
	}
	if (step->kind == STEP_TURN) {
		grow->level = LEVEL_THREAD;
		step->a = grow_condition(grow, 2);
	}
	if (step->counter && grow->scope_count < MAX_SCOPE)
		grow->scope[grow->scope_count++] = step->counter;
	grow->trips *= turns;
	fill_steps(grow, &step->body[0], in_warp);
	grow->trips /= turns;
	grow->scope_count = scope;
	if (step->kind == STEP_DO) {
		step->target = uniform_target(grow, PLACE_BLOCK, I32);
		grow->level = LEVEL_THREAD;
		step->b = grow_condition(grow, 2);
	}
}

static enum type shuffle_type(struct grow *grow)
{
	static const enum type moved[] = { I32, U32, I64, U64, F32, F64 };
	return moved[below(6)];
}

static void fill_warp_operation(struct grow *grow, struct step *step)
{
	bool whole = step->mask == 0;
	enum type type = chance(50) ? I32 : U32;
	grow->level = LEVEL_THREAD;
	switch (step->kind) {
	case STEP_SHUFFLE:
		step->target = grow_target(grow, shuffle_type(grow), true);
		if (!step->target)
			step->target = grow_target(grow, I32, true);
		step->a = grow_expr(grow, step->target->type, 2);
		step->form = below(4);
		step->way = chance(70) ? BY_SHUFFLE : !whole || chance(60) ? BY_SHARED : BY_VOLATILE;
		grow->program->swaps |= step->way != BY_SHUFFLE;
		step->width = chance(70) ? 32 : 4 << below(3);
		if (step->form == 0 ? chance(60) : chance(15))
			step->b = grow_bounded(grow, 0, 5);
		else
			step->b = grow_text(grow, I32, fuzz_format("%d", step->form == 0 ? below(32) : 1 << below(5)), NULL, NULL);
		break;
	case STEP_VOTE:
		step->form = below(4);
		step->a = grow_condition(grow, 2);
		type = step->form == 1 ? U32 : I32;
		break;
	case STEP_MATCH:
		step->a = grow_text(grow, I32, "(i32)($a & 3)", grow_leaf(grow, U32), NULL);
		type = U32, whole = false;
		break;
	default:
		step->form = below(type == U32 ? 6 : 3);
		step->a = grow_expr(grow, type, 2);
	}
	if (!step->target && whole && chance(50))
		step->target = uniform_target(grow, PLACE_WARP, type);
	if (!step->target)
		step->target = grow_target(grow, type, true);
}

static void fill_idiom(struct grow *grow, struct step *step)
{
	grow->level = LEVEL_THREAD;
	enum type type = chance(50) ? U32 : F32;
	step->target = step->kind == STEP_TREE ? uniform_target(grow, PLACE_BLOCK, type) : grow_target(grow, type, true);
	if (step->kind == STEP_ROTATE)
		step->target = grow_target(grow, shuffle_type(grow), true);
	if (!step->target) // u1 and v1 are of type U32
		step->target = step->kind == STEP_TREE ? uniform_target(grow, PLACE_BLOCK, U32) : grow_target(grow, U32, true);
	step->a = grow_expr(grow, step->target->type, 2);
	step->form = range(1, 40);
}

static void fill_phase(struct grow *grow, struct step *step, bool in_warp)
{
	grow->level = LEVEL_THREAD;
	grow->may_return = !in_warp && grow->program->exits && !grow->program->warp_operations;
	if (grow->budget < 1)
		grow->budget = 1;
	grow_statements(grow, &step->statements, range(1, in_warp ? 2 : 3));
	grow->may_return = false;
}

static void fill_step(struct grow *grow, struct step *step, bool in_warp)
{
	switch (step->kind) {
	case STEP_PHASE: fill_phase(grow, step, in_warp); break;
	case STEP_BARRIER: case STEP_SYNCWARP: break;
	case STEP_COUNT:
		step->form = below(3);
		step->target = uniform_target(grow, PLACE_BLOCK, I32);
		grow->level = LEVEL_THREAD;
		step->a = grow_condition(grow, 2);
		break;
	case STEP_SET:
		step->target = uniform_target(grow, PLACE_BLOCK, TYPE_COUNT);
		step->a = grow_expr(grow, step->target->type, 3);
		break;
	case STEP_IF: case STEP_SPLIT:
		if (step->kind == STEP_SPLIT)
			grow->level = LEVEL_THREAD;
		step->a = grow_condition(grow, 2);
		fill_steps(grow, &step->body[0], in_warp);
		fill_steps(grow, &step->body[1], in_warp);
		break;
	case STEP_FOR: case STEP_DO: case STEP_TURN: fill_loop(grow, step, in_warp); break;
	case STEP_BREAK: case STEP_CONTINUE: case STEP_LEAVE: step->a = grow_condition(grow, 1); break;
	case STEP_EXIT:
		grow->level = LEVEL_THREAD;
		step->a = grow_condition(grow, 2);
		break;
	case STEP_WARP: fill_steps(grow, &step->body[0], true); break;
	case STEP_ROTATE: case STEP_TREE: case STEP_SCAN: case STEP_WARP_SUM: fill_idiom(grow, step); break;
	default: fill_warp_operation(grow, step);
	}
}

static void fill_steps(struct grow *grow, struct steps *steps, bool in_warp)
{
	for (struct step *step = steps->first; step; step = step->next) {
		grow->interval = step->interval;
		grow->level = in_warp ? LEVEL_WARP : LEVEL_BLOCK;
		fill_step(grow, step, in_warp);
	}
}

// --- the program ---

static struct var *add_var(struct grow *grow, enum type type, enum place place, const char *name)
{
	struct program *program = grow->program;
	struct var *var = &program->vars[program->var_count++];
	*var = (struct var){ .id = ++program->ids, .type = type, .place = place };
	snprintf(var->name, sizeof(var->name), "%s", name);
	return var;
}

static void add_vars(struct grow *grow)
{
	static const enum type uniform[] = { I32, U32, I32, F32 };
	struct program *program = grow->program;
	for (int i = 0; i < 4; i++)
		add_var(grow, uniform[i], PLACE_BLOCK, fuzz_format("u%d", i));
	add_var(grow, grow_type(grow), PLACE_BLOCK, "a0")->read_only = true;
	add_var(grow, I32, PLACE_BLOCK, "a1")->read_only = true;
	if (program->warp_operations) {
		add_var(grow, I32, PLACE_WARP, "w0");
		add_var(grow, U32, PLACE_WARP, "w1");
	}
	int count = range(3, 6);
	for (int i = 0; i < count; i++) {
		enum type type = i == 0 ? I32 : i == 1 ? U32 : chance(8) ? BOOL : grow_type(grow);
		struct var *var = add_var(grow, type, PLACE_THREAD, fuzz_format("v%d", i));
		if (i > 1 && chance(12))
			var->length = 2 << below(4);
		else if (i > 1 && chance(15) && program->records)
			var->record = &program->record[below(program->records)];
	}
	for (int i = 0; i < program->var_count; i++) {
		const struct var *var = &program->vars[i];
		grow->level = var->place == PLACE_THREAD ? LEVEL_THREAD : var->place == PLACE_WARP ? LEVEL_WARP : LEVEL_BLOCK;
		if (!var->record && !var->read_only)
			program->start[i] = grow_expr(grow, var->type, 2);
		grow->scope[grow->scope_count++] = var;
	}
}

static void choose_arrays(struct grow *grow)
{
	static const char *const places[] = { OUT_IN_ORDER, OUT_IN_ORDER, OUT_TOGETHER, "(n - 1 - gid) * 4 + $a",
		                                    "$a * n + perm[gid]", "perm[gid] * 4 + $a", "$a * n + n - 1 - gid" };
	static const enum type atomic[] = { I32, U32, U64 };
	struct program *program = grow->program;
	for (int i = 0; i < MAX_IN; i++)
		program->in[i] = grow_type(grow);
	for (int i = 0; i < MAX_OUT; i++) {
		program->out[i] = grow_type(grow);
		program->out_place[i] = places[below(sizeof(places) / sizeof(*places))];
	}
	for (int i = 0; i < MAX_ATOMIC; i++) {
		program->atomic[i] = atomic[below(3)];
		program->atomic_operation[i] = below(6);
		if (program->atomic[i] == U32 && chance(15))
			program->atomic_operation[i] = 6; // by a loop around atomicCAS
	}
	program->records = below(3);
	for (int i = 0; i < program->records; i++) {
		program->record[i] = (struct record){ .number = i, .count = range(2, 4) };
		for (int k = 0; k < 4; k++)
			program->record[i].field[k] = grow_type(grow);
	}
}

static void choose_exchanges(struct grow *grow)
{
	struct program *program = grow->program;
	program->exchanges = range(1, 3);
	for (int i = 0; i < program->exchanges; i++) {
		struct exchange *exchange = &program->exchange[i];
		exchange->type = grow_type(grow);
		exchange->form = below(4);
		for (int k = 0; k < i; k++)
			if (exchange->form == program->exchange[k].form && exchange->form == SHARED_DYNAMIC)
				exchange->form = SHARED_FLAT;
		exchange->is_volatile = exchange->form == SHARED_FLAT && chance(20);
	}
}

static void choose_launches(struct grow *grow)
{
	static const int flat[] = { 1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 64, 96, 100, 128, 160, 255, 256, 500, 512, 1000, 1024 };
	static const int tile[][3] = { { 16, 16, 1 }, { 8, 8, 1 }, { 33, 3, 1 }, { 5, 7, 1 }, { 32, 32, 1 }, { 4, 4, 4 }, { 3, 5, 7 },
		                             { 1, 64, 1 }, { 1, 1, 64 }, { 32, 4, 1 }, { 64, 2, 2 }, { 16, 4, 1 }, { 8, 16, 2 }, { 2, 3, 1 },
		                             { 1, 1, 1 }, { 48, 5, 1 }, { 128, 8, 1 }, { 16, 3, 1 } };
	struct program *program = grow->program;
	program->launches = 5;
	// Blocks of one thread in x, too: lanes may be blocks, of kernels that aren't bound to large ones (print_head).
	bool across = chance(40);
	for (int i = 0; i < program->launches; i++) {
		struct launch *launch = &program->launch[i];
		bool is_flat = program->index == INDEX_1D || chance(40);
		const int *shape = tile[below(sizeof(tile) / sizeof(*tile))];
		for (int k = 0; k < 3; k++) {
			launch->block[k] = is_flat ? 1 : shape[k];
			launch->grid[k] = 1;
		}
		if (is_flat)
			launch->block[0] = i == 0 ? 32 << below(5) : flat[below(sizeof(flat) / sizeof(*flat))];
		if (across && i > 2)
			launch->block[0] = 1;
		if (across && launch->block[0] * launch->block[1] * launch->block[2] > 256)
			launch->block[0] = 256 / (launch->block[1] * launch->block[2]);
		int volume = launch->block[0] * launch->block[1] * launch->block[2];
		bool wide = launch->block[0] == 1 && volume <= 64;
		launch->grid[0] = wide ? range(8, 80) : range(1, volume > 600 ? 2 : volume > 200 ? 6 : 12);
		if (!is_flat && volume < 300)
			launch->grid[1] = range(1, 2);
	}
}

static void grow_steps(struct grow *grow)
{
	struct program *program = grow->program;
	int profile = below(100);
	bool barriers = profile >= 30;
	program->warp_operations = profile >= 65;
	program->exits = chance(40);
	if (barriers && chance(85))
		choose_exchanges(grow);
	grow->intervals = 0;
	new_interval(grow);
	if (barriers && program->exits && chance(50)) // the guard of a kernel that has too many threads
		grow_step(grow, &program->body, STEP_EXIT);
	if (barriers) {
		block_steps(grow, &program->body, range(2, 6), 0, -1);
		if (program->warp_operations) {
			struct step *step = grow_step(grow, &program->body, STEP_WARP);
			warp_steps(grow, &step->body[0], range(2, 4), 1, 0, false);
		}
	} else {
		grow_step(grow, &program->body, STEP_PHASE);
		grow_step(grow, &program->body, STEP_PHASE);
	}
	choose_modes(grow);
	grow->budget = barriers ? range(2, 12) : range(4, 20);
}

void program_grow(struct program *program, int number, bool only_turns)
{
	struct grow grow[1] = { { .random = { (uint64_t)number * 0x2545f4914f6cdd1du + 88172645463325252u }, .trips = 1 } };
	grow->program = program;
	program->number = number;
	program->index = below(3);
	program->table = chance(12);
	program->restricted = chance(30);
	choose_arrays(grow);
	choose_launches(grow);
	bool turns = only_turns || number % EVERY_TURNS == 0;
	if (turns)
		grow_turns_begin(grow);
	int functions = program->table ? 3 : chance(turns ? 70 : 50) ? 0 : range(1, 2);
	grow->interval = -1;
	for (program->functions = 0; program->functions < functions; program->functions++)
		grow_function(grow, &program->function[program->functions]);
	grow->interval = 0;
	if (turns)
		return grow_turns(grow);
	add_vars(grow);
	grow_steps(grow);
	fill_steps(grow, &program->body, false);
}
