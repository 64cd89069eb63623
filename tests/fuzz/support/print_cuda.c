// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program as a CUDA kernel and the function that launches it.
#include <stdlib.h>
#include <string.h>

#include "print.h"

static void print_steps(struct printer *printer, const struct steps *steps);

static void nested(struct printer *printer, const struct steps *steps)
{
	printer->indent++;
	print_steps(printer, steps);
	printer->indent--;
}

static void print_split(struct printer *printer, const struct step *step)
{
	const char *mask = print_mask(printer, step->mask), *condition = print_text(printer, step->a);
	int id = step->id;
	print_line(printer, "{");
	printer->indent++;
	print_line(printer, "const bool s%d = %s;", id, condition);
	print_line(printer, "const u32 m%d = __ballot_sync(%s, s%d), e%d = %s & ~m%d;", id, mask, id, id, mask, id);
	print_line(printer, "if (s%d) {", id);
	nested(printer, &step->body[0]);
	if (step->body[1].first) {
		print_line(printer, "} else {");
		nested(printer, &step->body[1]);
	}
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
	print_line(printer, "\tconst bool s%d = turns%d < %d && %s;", id, id, step->form, print_text(printer, step->a));
	print_line(printer, "\tm%d = __ballot_sync(m%d, s%d);", id, id, id);
	print_line(printer, "\tif (!s%d) break;", id);
	nested(printer, &step->body[0]);
	print_line(printer, "}");
	printer->indent--;
	print_line(printer, "}");
}

static void print_shuffle(struct printer *printer, const struct step *step)
{
	static const char *const kinds[] = { "", "_up", "_down", "_xor" };
	const char *mask = print_mask(printer, step->mask), *target = print_var(printer, step->target);
	const char *type = types[step->target->type].name, *by = print_text(printer, step->b);
	print_line(printer, "{");
	print_line(printer, "\tconst int by = %s;", by);
	if (step->way == BY_SHUFFLE) {
		print_line(printer, "\tconst %s got = __shfl%s_sync(%s, %s, by, %d);", type, kinds[step->form], mask,
		           print_text(printer, step->a), step->width);
	} else {
		bool synchronous = step->way == BY_SHARED || print_is_strict;
		const char *wait = synchronous ? fuzz_format(" __syncwarp(%s);", mask) : "";
		print_line(printer, "\tvolatile %s *const cell = (%s *)(swap + warp * 32);", type, type);
		print_line(printer, "\tcell[lane] = %s;%s", print_text(printer, step->a), wait);
		print_line(printer, "\tconst %s got = cell[shuffle_source(%d, lane, by, %d)];%s", type, step->form, step->width, wait);
	}
	print_line(printer, "\tif (%s >> shuffle_source(%d, lane, by, %d) & 1) %s = got;", mask, step->form, step->width, target);
	print_line(printer, "}");
}

static void print_warp_operation(struct printer *printer, const struct step *step)
{
	static const char *const votes[] = { "any", "ballot", "all", "all" };
	static const char *const sums[] = { "add", "min", "max", "and", "or", "xor" };
	const char *mask = print_mask(printer, step->mask), *target = print_var(printer, step->target);
	const char *value = print_text(printer, step->a);
	if (step->kind == STEP_VOTE)
		print_line(printer, "%s = __%s_sync(%s, %s)%s;", target, votes[step->form], mask, value, step->form == 1 ? "" : " != 0");
	else if (step->kind == STEP_MATCH)
		print_line(printer, "%s = __match_any_sync(%s, %s);", target, mask, value);
	else
		print_line(printer, "%s = __reduce_%s_sync(%s, %s);", target, sums[step->form], mask, value);
}

static void print_idiom(struct printer *printer, const struct step *step)
{
	static const char *const names[] = { "rotate", "tree", "scan", "warp_sum" };
	const char *target = print_var(printer, step->target), *type = types[step->target->type].name;
	const char *name = names[step->kind - STEP_ROTATE];
	print_line(printer, "%s = %s<%s>(scratch, %s, %d, tid, bn);", target, name, type, print_text(printer, step->a), step->form);
}

static void print_loop(struct printer *printer, const struct step *step)
{
	if (step->kind == STEP_FOR) {
		const char *name = step->counter->name;
		print_line(printer, "for (i32 %s = 0; %s < %s; %s++) {", name, name, print_text(printer, step->a), name);
		nested(printer, &step->body[0]);
		print_line(printer, "}");
		return;
	}
	print_line(printer, "{");
	printer->indent++;
	print_line(printer, "int turns%d = %d;", step->id, step->form);
	print_line(printer, "do {");
	nested(printer, &step->body[0]);
	print_line(printer, "\t%s = __syncthreads_or(%s) != 0;", step->target->name, print_text(printer, step->b));
	print_line(printer, "} while (%s && --turns%d > 0);", step->target->name, step->id);
	printer->indent--;
	print_line(printer, "}");
}

static void print_exit(struct printer *printer, const struct step *step)
{
	if (!printer->program->warp_operations) {
		print_line(printer, "if (%s) return;", print_text(printer, step->a));
		return;
	}
	print_line(printer, "{");
	print_line(printer, "\tconst bool leaves = %s;", print_text(printer, step->a));
	print_line(printer, "\tm0 = __ballot_sync(m0, !leaves);");
	print_line(printer, "\tif (leaves) return;");
	print_line(printer, "}");
}

static void print_step(struct printer *printer, const struct step *step)
{
	static const char *const counts[] = { "count", "and", "or" };
	switch (step->kind) {
	case STEP_PHASE: print_statements(printer, &step->statements); break;
	case STEP_BARRIER: print_line(printer, "__syncthreads();"); break;
	case STEP_COUNT:
		print_line(printer, "%s = __syncthreads_%s(%s)%s;", step->target->name, counts[step->form], print_text(printer, step->a),
		           step->form ? " != 0" : "");
		break;
	case STEP_SET: print_line(printer, "%s = %s;", step->target->name, print_text(printer, step->a)); break;
	case STEP_IF:
		print_line(printer, "if (%s) {", print_text(printer, step->a));
		nested(printer, &step->body[0]);
		if (step->body[1].first) {
			print_line(printer, "} else {");
			nested(printer, &step->body[1]);
		}
		print_line(printer, "}");
		break;
	case STEP_FOR: case STEP_DO: print_loop(printer, step); break;
	case STEP_BREAK: print_line(printer, "if (%s) break;", print_text(printer, step->a)); break;
	case STEP_CONTINUE: print_line(printer, "if (%s) continue;", print_text(printer, step->a)); break;
	case STEP_LEAVE: print_line(printer, "if (%s) return;", print_text(printer, step->a)); break;
	case STEP_EXIT: print_exit(printer, step); break;
	case STEP_WARP: print_steps(printer, &step->body[0]); break;
	case STEP_SPLIT: print_split(printer, step); break;
	case STEP_TURN: print_turn(printer, step); break;
	case STEP_SHUFFLE: print_shuffle(printer, step); break;
	case STEP_VOTE: case STEP_MATCH: case STEP_REDUCE: print_warp_operation(printer, step); break;
	case STEP_SYNCWARP: print_line(printer, "__syncwarp(%s);", print_mask(printer, step->mask)); break;
	default: print_idiom(printer, step);
	}
}

static void print_steps(struct printer *printer, const struct steps *steps)
{
	for (const struct step *step = steps->first; step; step = step->next)
		if (print_replacement(step))
			print_steps(printer, print_replacement(step));
		else if (!print_is_dropped(step->id))
			print_step(printer, step);
}

static void print_shared(struct printer *printer)
{
	const struct program *program = printer->program;
	for (int i = 0; i < program->exchanges; i++) {
		const char *type = types[program->exchange[i].type].name;
		switch (program->exchange[i].form) {
		case SHARED_FLAT: print_line(printer, "__shared__ %s x%d[1024];", type, i); break;
		case SHARED_TILE: print_line(printer, "__shared__ %s x%d[32][33];", type, i); break;
		case SHARED_DYNAMIC:
			print_line(printer, "extern __shared__ u64 dynamic[];");
			print_line(printer, "%s *const x%d = (%s *)dynamic;", type, i, type);
			break;
		default: break;
		}
	}
	if (program->swaps)
		print_line(printer, "__shared__ u64 swap[1024];");
	if (program->idioms)
		print_line(printer, "__shared__ u64 scratch[1024];");
}

static void print_start(struct printer *printer)
{
	const struct program *program = printer->program;
	if (program->warp_operations)
		print_line(printer, "u32 m0 = first_mask(warp, bn);");
	for (int i = 0; i < program->var_count; i++) {
		const struct var *var = &program->vars[i];
		if (var->record)
			print_line(printer, "struct r%d_%d %s = { 1, 2 };", program->number, var->record->number, var->name);
		else if (var->length)
			print_line(printer, "%s %s[%d] = { %s };", types[var->type].name, var->name, var->length,
			           print_text(printer, program->start[i]));
		else if (!var->read_only)
			print_line(printer, "%s %s = %s;", types[var->type].name, var->name, print_text(printer, program->start[i]));
	}
	for (int i = 0; i < program->exchanges; i++)
		print_line(printer, "%s = (%s)(gid * 3 + %d);", print_own(program, i), types[program->exchange[i].type].name, i);
	if (program->exchanges)
		print_line(printer, "__syncthreads();");
}

// The most threads of a block that the program launches: what a kernel must say whose threads take many registers, or a GPU can't
// run as many.
static int most_threads(const struct program *program)
{
	int most = 1;
	for (int i = 0; i < program->launches; i++) {
		const int *block = program->launch[i].block;
		int volume = block[0] * block[1] * block[2];
		most = volume > most ? volume : most;
	}
	return most;
}

// How a kernel says so; nothing where so few threads fit whatever each takes.
static const char *print_bounds(const struct program *program)
{
	enum { ALWAYS_FIT = 256 };
	int most = most_threads(program);
	return most > ALWAYS_FIT ? fuzz_format("__launch_bounds__(%d) ", most) : "";
}

// The kernel's head, with its arguments one by one or in a struct.
static void print_head(struct printer *printer)
{
	const struct program *program = printer->program;
	const char *start = fuzz_format("__global__ void %sk%d", print_bounds(program), program->number);
	char *members = strdup(print_arrays(program, true));
	if (program->turns.packed == APART) {
		print_line(printer, "%s(%s)\n{", start, members);
		return;
	}
	for (char *comma; (comma = strchr(members, ',')) != NULL;)
		*comma = ';';
	print_line(printer, "struct arguments_%d { %s; };", program->number, members);
	print_line(printer, "%s(const arguments_%d arguments)\n{", start, program->number);
	print_line(printer, "\tconst auto %s[%s] = arguments;", program->turns.packed == IN_PLACE ? "&" : "", print_arrays(program, false));
}

static void print_launcher(struct printer *printer)
{
	const struct program *program = printer->program;
	const char *bytes = "0";
	for (int i = 0; i < program->exchanges; i++)
		if (program->exchange[i].form == SHARED_DYNAMIC)
			bytes = fuzz_format("volume * sizeof(%s)", types[program->exchange[i].type].name);
	print_line(printer, "static void run_%d(const struct fuzz_launch *launch)", program->number);
	print_line(printer, "{");
	printer->indent++;
	print_line(printer, "const int volume = fuzz_volume(launch->block), total = volume * fuzz_volume(launch->grid);");
	print_allocations(printer);
	const char *arguments = print_arrays(program, false);
	if (program->turns.packed != APART)
		arguments = fuzz_format("arguments_%d{ %s }", program->number, arguments);
	print_line(printer, "k%d<<<fuzz_dim(launch->grid), fuzz_dim(launch->block), %s>>>(%s);", program->number, bytes, arguments);
	printer->indent--;
	print_line(printer, "}\n");
}

void print_cuda(FILE *file, const struct program *program)
{
	static const char *const indices[] = { "FUZZ_INDEX_1D", "FUZZ_INDEX_LINEAR", "FUZZ_INDEX_2D" };
	struct printer printer[1] = { { .file = file, .program = program } };
	print_records(printer);
	print_functions(printer);
	print_head(printer);
	printer->indent++;
	print_line(printer, "%s", indices[program->index]);
	if (program->turns.of)
		print_line(printer, "const int row = %s;", program->turns.row);
	print_shared(printer);
	print_start(printer);
	print_steps(printer, &program->body);
	print_sum(printer);
	printer->indent--;
	print_line(printer, "}\n");
	print_launcher(printer);
}
