// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program as plain C: each step runs for all threads of a block, or all lanes of a mask, in turn.
// Threads that have returned are `gone`; m0[w] are the lanes of warp w that are left.
#include <stdlib.h>

#include "print.h"

static void print_steps(struct printer *printer, const struct steps *steps, bool in_warp);

static void nested(struct printer *printer, const struct steps *steps, bool in_warp)
{
	printer->indent++;
	print_steps(printer, steps, in_warp);
	printer->indent--;
}

static void print_phase(struct printer *printer, const struct step *step, bool in_warp)
{
	if (in_warp)
		print_line(printer, "EACH_LANE(%s) {", print_mask(printer, step->mask));
	else
		print_line(printer, "EACH_THREAD {");
	printer->phase = step->id;
	printer->indent++;
	if (printer->program->turns.of)
		print_line(printer, "const int row = %s;", printer->program->turns.row);
	print_statements(printer, &step->statements);
	printer->indent--;
	print_line(printer, "end%d: ;", step->id);
	print_line(printer, "}");
}

static void print_split(struct printer *printer, const struct step *step)
{
	const char *mask = print_mask(printer, step->mask);
	int id = step->id;
	print_line(printer, "{");
	printer->indent++;
	print_line(printer, "u32 m%d = 0, e%d;", id, id);
	print_line(printer, "EACH_LANE(%s) m%d |= (u32)(%s) << lane;", mask, id, print_text(printer, step->a));
	print_line(printer, "e%d = %s & ~m%d;", id, mask, id);
	print_line(printer, "if (m%d) {", id);
	nested(printer, &step->body[0], true);
	print_line(printer, "}");
	print_line(printer, "if (e%d) {", id);
	nested(printer, &step->body[1], true);
	print_line(printer, "}");
	printer->indent--;
	print_line(printer, "}");
}

static void print_turn(struct printer *printer, const struct step *step)
{
	int id = step->id;
	print_line(printer, "{");
	printer->indent++;
	print_line(printer, "u32 m%d = %s;", id, print_mask(printer, step->mask));
	print_line(printer, "for (int turns%d = 0;; turns%d++) {", id, id);
	print_line(printer, "\tu32 next = 0;");
	print_line(printer, "\tEACH_LANE(m%d) next |= (u32)(turns%d < %d && %s) << lane;", id, id, step->form,
	           print_text(printer, step->a));
	print_line(printer, "\tm%d = next;", id);
	print_line(printer, "\tif (!next) break;");
	nested(printer, &step->body[0], true);
	print_line(printer, "}");
	printer->indent--;
	print_line(printer, "}");
}

static void print_shuffle(struct printer *printer, const struct step *step)
{
	const char *mask = print_mask(printer, step->mask);
	print_line(printer, "{");
	printer->indent++;
	print_line(printer, "%s from[32]; int source[32];", types[step->target->type].name);
	print_line(printer, "EACH_LANE(%s) {", mask);
	print_line(printer, "\tfrom[lane] = %s;", print_text(printer, step->a));
	print_line(printer, "\tsource[lane] = shuffle_source(%d, lane, %s, %d);", step->form, print_text(printer, step->b), step->width);
	print_line(printer, "}");
	print_line(printer, "EACH_LANE(%s) if (%s >> source[lane] & 1) %s = from[source[lane]];", mask, mask,
	           print_var(printer, step->target));
	printer->indent--;
	print_line(printer, "}");
}

// RESULT goes to all lanes, or once to the warp.
static void print_result(struct printer *printer, const struct step *step, const char *result)
{
	const char *target = print_var(printer, step->target);
	if (step->target->place == PLACE_WARP)
		print_line(printer, "%s = %s;", target, result);
	else
		print_line(printer, "EACH_LANE(%s) %s = %s;", print_mask(printer, step->mask), target, result);
}

static void print_warp_operation(struct printer *printer, const struct step *step)
{
	static const char *const sums[] = { "add", "min", "max", "and", "or", "xor" };
	const char *mask = print_mask(printer, step->mask), *value = print_text(printer, step->a);
	print_line(printer, "{");
	printer->indent++;
	if (step->kind == STEP_VOTE) {
		print_line(printer, "u32 votes = 0;");
		print_line(printer, "EACH_LANE(%s) votes |= (u32)(%s) << lane;", mask, value);
		print_result(printer, step, step->form == 0 ? "votes != 0" : step->form == 1 ? "votes" : fuzz_format("votes == %s", mask));
	} else {
		const char *type = step->kind == STEP_MATCH ? "i32" : types[step->a->type].name;
		print_line(printer, "%s from[32];", type);
		print_line(printer, "EACH_LANE(%s) from[lane] = %s;", mask, value);
		if (step->kind == STEP_MATCH) {
			print_result(printer, step, fuzz_format("match_lanes(%s, from, lane)", mask));
		} else {
			print_line(printer, "const %s all = reduce_%s_%s(%s, from);", type, sums[step->form], type, mask);
			print_result(printer, step, "all");
		}
	}
	printer->indent--;
	print_line(printer, "}");
}

static void print_idiom(struct printer *printer, const struct step *step)
{
	static const char *const names[] = { "rotate", "tree", "scan", "warp_sum" };
	const char *target = print_var(printer, step->target), *type = types[step->target->type].name;
	print_line(printer, "{");
	printer->indent++;
	print_line(printer, "%s from[1024];", type);
	print_line(printer, "EACH_THREAD from[t] = %s;", print_text(printer, step->a));
	print_line(printer, "%s_%s(from, %d);", names[step->kind - STEP_ROTATE], type, step->form);
	if (step->kind == STEP_TREE)
		print_line(printer, "%s = from[0];", target);
	else
		print_line(printer, "EACH_THREAD %s = from[t];", target);
	printer->indent--;
	print_line(printer, "}");
}

// TARGET = how many threads, whether all, whether any have CONDITION.
static void print_count(struct printer *printer, const struct step *step, const struct expr *condition, int form)
{
	static const char *const results[] = { "yes", "yes == all", "yes != 0" };
	print_line(printer, "{");
	print_line(printer, "\tint yes = 0, all = 0;");
	print_line(printer, "\tEACH_THREAD { yes += (%s) != 0; all++; }", print_text(printer, condition));
	print_line(printer, "\t%s = %s;", step->target->name, results[form]);
	print_line(printer, "}");
}

static void print_loop(struct printer *printer, const struct step *step, bool in_warp)
{
	if (step->kind == STEP_FOR) {
		const char *name = step->counter->name;
		print_line(printer, "for (i32 %s = 0; %s < %s; %s++) {", name, name, print_text(printer, step->a), name);
		nested(printer, &step->body[0], in_warp);
		print_line(printer, "}");
		return;
	}
	print_line(printer, "{");
	printer->indent++;
	print_line(printer, "int turns%d = %d;", step->id, step->form);
	print_line(printer, "do {");
	nested(printer, &step->body[0], false);
	print_count(printer, step, step->b, 2);
	print_line(printer, "} while (%s && --turns%d > 0);", step->target->name, step->id);
	printer->indent--;
	print_line(printer, "}");
}

static void print_step(struct printer *printer, const struct step *step, bool in_warp)
{
	switch (step->kind) {
	case STEP_PHASE: print_phase(printer, step, in_warp); break;
	case STEP_BARRIER: case STEP_SYNCWARP: break;
	case STEP_COUNT: print_count(printer, step, step->a, step->form); break;
	case STEP_SET: print_line(printer, "%s = %s;", step->target->name, print_text(printer, step->a)); break;
	case STEP_IF:
		print_line(printer, "if (%s) {", print_text(printer, step->a));
		nested(printer, &step->body[0], in_warp);
		print_line(printer, "} else {");
		nested(printer, &step->body[1], in_warp);
		print_line(printer, "}");
		break;
	case STEP_FOR: case STEP_DO: print_loop(printer, step, in_warp); break;
	case STEP_BREAK: print_line(printer, "if (%s) break;", print_text(printer, step->a)); break;
	case STEP_CONTINUE: print_line(printer, "if (%s) continue;", print_text(printer, step->a)); break;
	case STEP_LEAVE: print_line(printer, "if (%s) goto left;", print_text(printer, step->a)); break;
	case STEP_EXIT:
		print_line(printer, "EACH_THREAD if (%s) { gone[t] = 1; m0[w] &= ~(1u << lane); }", print_text(printer, step->a));
		break;
	case STEP_WARP:
		print_line(printer, "EACH_WARP {");
		nested(printer, &step->body[0], true);
		print_line(printer, "}");
		break;
	case STEP_SPLIT: print_split(printer, step); break;
	case STEP_TURN: print_turn(printer, step); break;
	case STEP_SHUFFLE: print_shuffle(printer, step); break;
	case STEP_VOTE: case STEP_MATCH: case STEP_REDUCE: print_warp_operation(printer, step); break;
	default: print_idiom(printer, step);
	}
}

static void print_steps(struct printer *printer, const struct steps *steps, bool in_warp)
{
	for (const struct step *step = steps->first; step; step = step->next)
		if (print_replacement(step))
			print_steps(printer, print_replacement(step), in_warp || step->kind == STEP_WARP);
		else if (!print_is_dropped(step->id))
			print_step(printer, step, in_warp);
}

static void print_variables(struct printer *printer)
{
	const struct program *program = printer->program;
	for (int i = 0; i < program->var_count; i++) {
		const struct var *var = &program->vars[i];
		const char *type = types[var->type].name;
		if (var->record)
			print_line(printer, "static struct r%d_%d %s[1024];", program->number, var->record->number, var->name);
		else if (var->length)
			print_line(printer, "static %s %s[1024][%d];", type, var->name, var->length);
		else if (var->place == PLACE_THREAD)
			print_line(printer, "static %s %s[1024];", type, var->name);
		else if (var->place == PLACE_WARP)
			print_line(printer, "%s %s[32];", type, var->name);
		else if (!var->read_only)
			print_line(printer, "%s %s;", type, var->name);
	}
	for (int i = 0; i < program->exchanges; i++) {
		const char *type = types[program->exchange[i].type].name;
		if (program->exchange[i].form != GLOBAL_FLAT)
			print_line(printer, "static %s x%d%s;", type, i, program->exchange[i].form == SHARED_TILE ? "[32][33]" : "[1024]");
	}
}

static void print_start(struct printer *printer)
{
	const struct program *program = printer->program;
	for (int i = 0; i < program->var_count; i++) {
		const struct var *var = &program->vars[i];
		const char *name = print_var(printer, var), *type = types[var->type].name;
		const char *start = program->start[i] ? print_text(printer, program->start[i]) : "";
		if (var->record)
			print_line(printer, "EACH_THREAD %s = (struct r%d_%d){ 1, 2 };", name, program->number, var->record->number);
		else if (var->length)
			print_line(printer, "EACH_THREAD { %s v[%d] = { %s }; memcpy(%s, v, sizeof(v)); }", type, var->length, start, name);
		else if (var->place == PLACE_THREAD)
			print_line(printer, "EACH_THREAD %s = %s;", name, start);
		else if (var->place == PLACE_WARP)
			print_line(printer, "EACH_WARP { %s = %s; }", name, start);
		else if (!var->read_only)
			print_line(printer, "%s = %s;", name, start);
	}
	for (int i = 0; i < program->exchanges; i++)
		print_line(printer, "EACH_THREAD %s = (%s)(gid * 3 + %d);", print_own(program, i), types[program->exchange[i].type].name, i);
}

void print_host(FILE *file, const struct program *program)
{
	static const char *const indices[] = { "FUZZ_INDEX_1D", "FUZZ_INDEX_LINEAR", "FUZZ_INDEX_2D" };
	struct printer printer[1] = { { .file = file, .program = program, .host = true } };
	print_records(printer);
	print_functions(printer);
	print_line(printer, "static void run_%d(const struct fuzz_launch *launch)", program->number);
	print_line(printer, "{");
	printer->indent++;
	print_line(printer, "const int total = fuzz_volume(launch->block) * fuzz_volume(launch->grid);");
	print_allocations(printer);
	print_variables(printer);
	print_line(printer, "for (int block = 0; fuzz_begin_block(launch, block, %s); block++) {", indices[program->index]);
	printer->indent++;
	print_start(printer);
	print_steps(printer, &program->body, false);
	print_line(printer, "EACH_THREAD {");
	printer->indent++;
	print_sum(printer);
	printer->indent--;
	print_line(printer, "}");
	print_line(printer, "left: ;");
	printer->indent--;
	print_line(printer, "}");
	printer->indent--;
	print_line(printer, "}\n");
}
