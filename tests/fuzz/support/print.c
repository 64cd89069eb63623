// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Printing of expressions, statements and functions, in CUDA or in C.  They differ in little: variables of
// a thread are elements of arrays in C, references are pointers, a return inside a kernel marks the thread.
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "print.h"

enum { MAX_IDS = 1 << 16, KEEP = 0, DROP = 1, REPLACE = 2 };
static unsigned char fate[MAX_IDS]; // KEEP, DROP or REPLACE + the child

void print_drop(int id, int child)
{
	if (id > 0 && id < MAX_IDS)
		fate[id] = (unsigned char)(child < 0 ? DROP : REPLACE + child);
}

bool print_is_strict;

void print_strict(void)
{
	print_is_strict = true;
}

bool print_is_dropped(int id)
{
	return id < MAX_IDS && fate[id] == DROP;
}

void print_line(struct printer *printer, const char *format, ...)
{
	va_list arguments;
	for (int i = 0; i < printer->indent; i++)
		fputc('\t', printer->file);
	va_start(arguments, format);
	vfprintf(printer->file, format, arguments);
	va_end(arguments);
	fputc('\n', printer->file);
}

// --- expressions ---

const char *print_var(const struct printer *printer, const struct var *var)
{
	if (!printer->host)
		return var->name;
	switch (var->place) {
	case PLACE_THREAD: return fuzz_format("%s[t]", var->name);
	case PLACE_WARP: return var->name[0] == 'c' ? var->name : fuzz_format("%s[w]", var->name);
	case PLACE_REFERENCE: return fuzz_format("(*%s)", var->name);
	default: return var->name;
	}
}

const char *print_text(const struct printer *printer, const struct expr *expr)
{
	char *text;
	size_t size;
	int how = expr->id < MAX_IDS ? fate[expr->id] : KEEP;
	if (how == DROP)
		return expr->type == BOOL ? "1" : fuzz_format("(%s)3", types[expr->type].name);
	if (how >= REPLACE && expr->child[how - REPLACE])
		return print_text(printer, expr->child[how - REPLACE]);
	FILE *out = open_memstream(&text, &size);
	if (!out)
		abort();
	if (expr->var)
		fputs(print_var(printer, expr->var), out);
	for (const char *from = expr->text; *from; from++)
		if (from[0] == '$' && from[1] >= 'a' && from[1] <= 'c')
			fputs(print_text(printer, expr->child[*++from - 'a']), out);
		else
			fputc(*from, out);
	fclose(out);
	return text;
}

// --- statements ---

static void nested(struct printer *printer, const struct list *list)
{
	printer->indent++;
	print_statements(printer, list);
	printer->indent--;
}

static void print_call(struct printer *printer, const struct stmt *stmt)
{
	const struct function *function = stmt->function;
	const char *arguments = "in0";
	print_line(printer, "{");
	printer->indent++;
	for (int i = 0; i < function->parameters; i++) {
		const struct var *parameter = &function->parameter[i];
		const char *argument = fuzz_format("q%d", i);
		if (stmt->argument[i]) {
			argument = print_text(printer, stmt->argument[i]);
		} else if (stmt->reference[i]) {
			argument = print_var(printer, stmt->reference[i]);
		} else if (parameter->record) {
			print_line(printer, "struct r%d_%d q%d = { 1, 2 };", printer->program->number, parameter->record->number, i);
		} else {
			print_line(printer, "%s q%d = 3;", types[parameter->type].name, i);
		}
		const char *address = printer->host && parameter->place == PLACE_REFERENCE ? "&" : "";
		arguments = fuzz_format("%s, %s%s", arguments, address, argument);
	}
	const char *target = stmt->target ? fuzz_format("%s = ", print_var(printer, stmt->target)) : "";
	print_line(printer, "%sf%d_%d(%s);", target, printer->program->number, function->number, arguments);
	printer->indent--;
	print_line(printer, "}");
}

static void print_switch(struct printer *printer, const struct stmt *stmt)
{
	print_line(printer, "switch (%s) {", print_text(printer, stmt->a));
	for (int i = 0; i < stmt->bodies; i++) {
		if (i == stmt->bodies - 1 && stmt->through & 32)
			print_line(printer, "default:");
		else
			print_line(printer, "case %d:", i * stmt->form);
		nested(printer, &stmt->body[i]);
		if (i == stmt->bodies - 1 || !(stmt->through >> i & 1))
			print_line(printer, "\tbreak;");
	}
	print_line(printer, "}");
}

static void print_for(struct printer *printer, const struct stmt *stmt)
{
	static const char *const heads[] = {
		"for (i32 %1$s = 0; %1$s < %2$s; %1$s++) {",
		"for (i32 %1$s = %2$s; %1$s > 0; %1$s--) {",
		"for (u32 %1$s = 0; (i32)%1$s < %2$s; %1$s += 2) {",
		"for (i64 %1$s = 0; %1$s < %2$s; ++%1$s) {",
		"for (u8 %1$s = 0; %1$s < %2$s; %1$s++) {",
	};
	print_line(printer, heads[stmt->form], stmt->counter->name, print_text(printer, stmt->a));
	nested(printer, &stmt->body[0]);
	print_line(printer, "}");
}

static void print_loop(struct printer *printer, const struct stmt *stmt)
{
	const char *condition = print_text(printer, stmt->a);
	int id = stmt->id;
	print_line(printer, "{");
	printer->indent++;
	print_line(printer, "int turns%d = %d;", id, stmt->form);
	if (stmt->kind == STMT_DO) {
		print_line(printer, "do {");
		nested(printer, &stmt->body[0]);
		print_line(printer, "} while (%s && --turns%d > 0);", condition, id);
	} else if (stmt->kind == STMT_WHILE) {
		print_line(printer, "while (%s && turns%d-- > 0) {", condition, id);
		nested(printer, &stmt->body[0]);
		print_line(printer, "}");
	} else {
		if (stmt->kind == STMT_TANGLE)
			print_line(printer, "if (%s) goto middle%d;", condition, id);
		print_line(printer, "again%d: ;", id);
		nested(printer, &stmt->body[0]);
		if (stmt->kind == STMT_TANGLE) {
			print_line(printer, "middle%d: ;", id);
			nested(printer, &stmt->body[1]);
			condition = print_text(printer, stmt->b);
		}
		print_line(printer, "if (%s && --turns%d > 0) goto again%d;", condition, id, id);
	}
	printer->indent--;
	print_line(printer, "}");
}

static void print_return(struct printer *printer, const struct stmt *stmt)
{
	const char *condition = print_text(printer, stmt->a);
	if (printer->function && printer->function->record)
		print_line(printer, "if (%s) return l0;", condition);
	else if (printer->function)
		print_line(printer, "if (%s) return %s;", condition, print_text(printer, stmt->b));
	else if (printer->host)
		print_line(printer, "if (%s) { gone[t] = 1; goto end%d; }", condition, printer->phase);
	else
		print_line(printer, "if (%s) return;", condition);
}

static void print_stride(struct printer *printer, const struct stmt *stmt)
{
	const char *i = stmt->counter->name, *type = types[stmt->counter->type].name;
	const char *bound = stmt->form ? fuzz_format("%d * n + %d", OUT_EACH, stmt->form) : fuzz_format("%d * n", OUT_EACH);
	print_line(printer, "for (%s %s = gid; %s < (%s)(%s); %s += n) {", type, i, i, type, bound, i);
	print_line(printer, "\t%s = %s;", print_text(printer, stmt->a), print_text(printer, stmt->b));
	nested(printer, &stmt->body[0]);
	print_line(printer, "}");
}

static void print_turns(struct printer *printer, const struct stmt *stmt)
{
	static const char *const heads[] = {
		"for (%1$s %2$s = %3$s; %2$s < m; %2$s += %4$s) {",
		"for (%1$s %2$s = %3$s; %2$s < m;) {",
		"for (%1$s %2$s = %3$s; m > %2$s; %2$s = %2$s + (%1$s)(%4$s)) {",
		"for (%1$s %2$s = %3$s, step = %4$s; %2$s < m; %2$s += step) {",
		"for (%1$s %2$s = %3$s;; %2$s += %4$s) {",
		"for (%1$s %2$s = %3$s; %2$s <= m - 1 && m > 0; %2$s += %4$s) {",
	};
	const struct turns *turns = &printer->program->turns;
	const char *i = stmt->counter->name;
	print_line(printer, heads[stmt->form], types[stmt->counter->type].name, i, turns->start, turns->step);
	if (stmt->form == 4)
		print_line(printer, "\tif (%s >= m) break;", i);
	nested(printer, &stmt->body[0]);
	if (stmt->form == 1)
		print_line(printer, "\t%s += %s;", i, turns->step);
	print_line(printer, "}");
}

static void print_if(struct printer *printer, const struct stmt *stmt)
{
	print_line(printer, "if (%s) {", print_text(printer, stmt->a));
	nested(printer, &stmt->body[0]);
	if (stmt->bodies > 1) {
		print_line(printer, "} else {");
		nested(printer, &stmt->body[1]);
	}
	print_line(printer, "}");
}

// Now and then what was assigned to a variable is asserted on a device.
static void print_assignment(struct printer *printer, const struct stmt *stmt)
{
	const char *to = print_text(printer, stmt->a);
	print_line(printer, "%s = %s;", to, print_text(printer, stmt->b));
	bool number = types[stmt->a->type].kind != 'f' && !strchr(to, '[');
	if (!printer->host && number && printer->program->number % 3 == 0 && stmt->id % 2)
		print_line(printer, "claim((u32)(%s));", to);
}

static void print_statement(struct printer *printer, const struct stmt *stmt)
{
	switch (stmt->kind) {
	case STMT_ASSIGN: print_assignment(printer, stmt); break;
	case STMT_RUN: print_line(printer, "%s;", print_text(printer, stmt->a)); break;
	case STMT_CALL: print_call(printer, stmt); break;
	case STMT_IF: print_if(printer, stmt); break;
	case STMT_SWITCH: print_switch(printer, stmt); break;
	case STMT_FOR: print_for(printer, stmt); break;
	case STMT_BREAK: print_line(printer, "if (%s) break;", print_text(printer, stmt->a)); break;
	case STMT_CONTINUE: print_line(printer, "if (%s) continue;", print_text(printer, stmt->a)); break;
	case STMT_RETURN: print_return(printer, stmt); break;
	case STMT_GOTO: print_line(printer, "if (%s) goto behind%d;", print_text(printer, stmt->a), stmt->label); break;
	case STMT_STRIDE: print_stride(printer, stmt); break;
	case STMT_TURNS: print_turns(printer, stmt); break;
	case STMT_LOCAL:
		print_line(printer, "%s %s = %s;", types[stmt->counter->type].name, stmt->counter->name, print_text(printer, stmt->b));
		break;
	case STMT_BLOCK:
		print_line(printer, "{");
		nested(printer, &stmt->body[0]);
		print_line(printer, "}");
		print_line(printer, "behind%d: ;", stmt->id);
		break;
	default: print_loop(printer, stmt);
	}
}

void print_statements(struct printer *printer, const struct list *list)
{
	for (const struct stmt *stmt = list->first; stmt; stmt = stmt->next) {
		int how = stmt->id < MAX_IDS ? fate[stmt->id] : KEEP;
		if (how == KEEP)
			print_statement(printer, stmt);
		else if (how >= REPLACE)
			print_statements(printer, &stmt->body[how - REPLACE]);
		if (how != KEEP && stmt->kind == STMT_BLOCK)
			print_line(printer, "behind%d: ;", stmt->id);
	}
}

const struct steps *print_replacement(const struct step *step)
{
	int how = step->id < MAX_IDS ? fate[step->id] : KEEP;
	return how >= REPLACE ? &step->body[(how - REPLACE) & 1] : NULL;
}

// --- functions ---

void print_records(struct printer *printer)
{
	for (int i = 0; i < printer->program->records; i++) {
		const struct record *record = &printer->program->record[i];
		print_line(printer, "struct r%d_%d {", printer->program->number, i);
		for (int k = 0; k < record->count; k++)
			print_line(printer, "\t%s f%d;", types[record->field[k]].name, k);
		print_line(printer, "};");
	}
}

static const char *declaration(const struct printer *printer, const struct var *var)
{
	const char *type = var->record ? fuzz_format("struct r%d_%d", printer->program->number, var->record->number) :
	                                 types[var->type].name;
	if (var->place == PLACE_REFERENCE)
		return fuzz_format("%s %s%s", type, printer->host ? "*" : "&", var->name);
	return var->length ? fuzz_format("%s %s[%d]", type, var->name, var->length) : fuzz_format("%s %s", type, var->name);
}

static const char *head(const struct printer *printer, const struct function *function)
{
	const struct program *program = printer->program;
	const char *result = function->record ? fuzz_format("struct r%d_%d", program->number, function->record->number) :
	                                        types[function->result].name;
	const char *text = fuzz_format("%s %s f%d_%d(const %s *in0",
	                               function->is_separate ? "SEPARATE" : "FUNCTION", result, program->number, function->number,
	                               types[program->in[0]].name);
	for (int i = 0; i < function->parameters; i++)
		text = fuzz_format("%s, %s", text, declaration(printer, &function->parameter[i]));
	return fuzz_format("%s)", text);
}

static void print_inner_call(struct printer *printer, const struct function *function, const char *condition, int less)
{
	const char *arguments = fuzz_format("in0, p0 - %d", less);
	for (int i = 1; i < function->parameters; i++)
		arguments = fuzz_format("%s, %s", arguments, function->parameter[i].name);
	print_line(printer, "if (%s)", condition);
	print_line(printer, "\tvalue = value %s f%d_%d(%s);", types[function->result].kind == 'f' ? "+" : "^",
	           printer->program->number, function->number, arguments);
}

static void print_recursion(struct printer *printer, const struct function *function)
{
	print_line(printer, "%s value = %s;", types[function->result].name, print_text(printer, function->value));
	print_inner_call(printer, function, function->recursive == SOMETIMES ? "p0 > 0 && value > 0" : "p0 > 0", 1);
	if (function->recursive != ONCE)
		print_inner_call(printer, function, "p0 > 1", 2);
	print_line(printer, "return value;");
}

void print_functions(struct printer *printer)
{
	for (int i = 0; i < printer->program->functions; i++) {
		const struct function *function = &printer->program->function[i];
		printer->function = function;
		print_line(printer, "%s", head(printer, function));
		print_line(printer, "{");
		printer->indent++;
		for (int k = 0; k < function->locals; k++)
			print_line(printer, "%s = %s;", declaration(printer, &function->local[k]),
			           function->local[k].length || function->local[k].record ? "{ 5, 6 }" : fuzz_format("%d", k + 2));
		print_statements(printer, &function->body);
		if (function->recursive)
			print_recursion(printer, function);
		else
			print_line(printer, "return %s;", function->record ? "l0" : print_text(printer, function->value));
		printer->indent--;
		print_line(printer, "}");
		print_line(printer, "%s", "");
	}
	printer->function = NULL;
}

// --- arrays ---

const char *print_mask(const struct printer *printer, int mask)
{
	if (mask == 0)
		return printer->host ? "m0[w]" : "m0";
	return mask > 0 ? fuzz_format("m%d", mask) : fuzz_format("e%d", -mask - 1);
}

const char *print_own(const struct program *program, int x)
{
	switch (program->exchange[x].form) {
	case SHARED_TILE: return fuzz_format("x%d[tid >> 5][tid & 31]", x);
	case GLOBAL_FLAT: return fuzz_format("x%d[bid * bn + tid]", x);
	default: return fuzz_format("x%d[tid]", x);
	}
}

void print_sum(struct printer *printer)
{
	if (printer->program->turns.of)
		return; // what its threads make is in the outputs
	print_line(printer, "u64 h = 17;");
	for (int i = 0; i < printer->program->var_count; i++) {
		const struct var *var = &printer->program->vars[i];
		const char *name = print_var(printer, var);
		if (print_is_dropped(var->id))
			continue;
		for (int k = 0; k < (var->length ? var->length : var->record ? var->record->count : 1); k++) {
			enum type type = var->record ? var->record->field[k] : var->type;
			const char *part = var->record ? fuzz_format(".f%d", k) : var->length ? fuzz_format("[%d]", k) : "";
			const char *bits = types[type].kind == 'f' ? fuzz_format("bits_%s", types[type].name) : "(u64)";
			print_line(printer, "h = h * 31 + %s(%s%s);", bits, name, part);
		}
	}
	print_line(printer, "sum[gid] = h;");
}

void print_programs(FILE *file, const struct program *const *programs, int count)
{
	fprintf(file, "static const struct fuzz_program programs[] = {\n");
	for (int i = 0; i < count; i++) {
		const struct program *program = programs[i];
		fprintf(file, "\t{ %d, run_%d, %d, {\n", program->number, program->number, program->launches);
		for (int k = 0; k < program->launches; k++) {
			const struct launch *l = &program->launch[k];
			fprintf(file, "\t\t{ { %d, %d, %d }, { %d, %d, %d } },\n", l->grid[0], l->grid[1], l->grid[2], l->block[0],
			        l->block[1], l->block[2]);
		}
		fprintf(file, "\t} },\n");
	}
	fprintf(file, "};\n\nint main(int argc, char **argv)\n{\n\treturn fuzz_main(programs, %d, argc, argv);\n}\n", count);
}

const char *print_arrays(const struct program *program, bool with_types)
{
	const char *text = "";
	unsigned is_restricted = program->turns.of ? program->turns.restricted : program->restricted ? ~0u : 0;
#define ARRAY(before, type, ...) do { \
		const char *name = fuzz_format(__VA_ARGS__), *restricted = is_restricted & 1 ? "__restrict__ " : ""; \
		is_restricted = is_restricted >> 1 | (is_restricted & 1u << 31); \
		text = with_types ? fuzz_format("%s%s%s *%s%s, ", text, before, types[type].name, restricted, name) : \
		                    fuzz_format("%s%s, ", text, name); \
	} while (0)
	for (int i = 0; i < MAX_IN; i++)
		ARRAY("const ", program->in[i], "in%d", i);
	for (int i = 0; i < MAX_OUT; i++)
		ARRAY("", program->out[i], "out%d", i);
	for (int i = 0; i < MAX_ATOMIC; i++)
		ARRAY("", program->atomic[i], "at%d", i);
	for (int i = 0; i < program->exchanges; i++)
		if (program->exchange[i].form == GLOBAL_FLAT)
			ARRAY("", program->exchange[i].type, "x%d", i);
	ARRAY("const ", I32, "perm");
	ARRAY("", U64, "sum");
#undef ARRAY
	if (program->turns.of)
		text = with_types ? fuzz_format("%s%s m, i32 pitch, ", text, types[program->turns.counter].name) : fuzz_format("%sm, pitch, ", text);
	enum type type = I32;
	for (int i = 0; i < program->var_count; i++)
		if (!strcmp(program->vars[i].name, "a0"))
			type = program->vars[i].type;
	return with_types ? fuzz_format("%s%s a0, i32 a1", text, types[type].name) : fuzz_format("%sa0, a1", text);
}

static const char *const type_constants[] = {
#define TYPE(constant, ...) #constant,
	FUZZ_TYPES(TYPE)
#undef TYPE
};

static void print_allocation(struct printer *printer, const char *call, enum type type, const char *name, const char *count)
{
	print_line(printer, "%s *%s = (%s *)%s(%s, %s);", types[type].name, name, types[type].name, call, type_constants[type], count);
}

static void print_rows(struct printer *printer)
{
	const struct program *program = printer->program;
	const struct turns *turns = &program->turns;
	const char *type = types[turns->counter].name;
	print_line(printer, "const int each = launch->block[0]%s, rows = total / each;",
	           turns->of == TURNS_OF_GRID ? " * launch->grid[0]" : "");
	print_line(printer, "%s m = (%s)fuzz_bound(each, %d);", type, type, types[turns->counter].kind == 'i');
	print_line(printer, "i32 pitch = (i32)(m > 0 ? m : 0) + %d * each + 8, size = rows * pitch;", turns->slack);
	for (int i = 0; i < MAX_OUT; i++) {
		const char *name = fuzz_format("out%d", i);
		if (i == 0 || i >= turns->together)
			print_allocation(printer, "fuzz_output", program->out[i], name, fuzz_format("%d * size", turns->size[i] + turns->together));
		else
			print_line(printer, "%s *%s = out0 + fuzz_distance(each, size);", types[program->out[i]].name, name);
	}
	for (int i = 0; i < MAX_IN; i++)
		if (i < MAX_IN - 1 || !turns->input_too)
			print_allocation(printer, "fuzz_input", program->in[i], fuzz_format("in%d", i), "2 * size + 4 * pitch + total + 64");
		else
			print_line(printer, "const %s *in%d = out0 + fuzz_distance(each, size);", types[program->in[i]].name, i);
}

static void print_own_arrays(struct printer *printer)
{
	const struct program *program = printer->program;
	for (int i = 0; i < MAX_IN; i++)
		print_allocation(printer, "fuzz_input", program->in[i], fuzz_format("in%d", i), "4 * total + 64");
	for (int i = 0; i < MAX_OUT; i++)
		print_allocation(printer, "fuzz_output", program->out[i], fuzz_format("out%d", i), fuzz_format("%d * total", OUT_EACH));
}

void print_allocations(struct printer *printer)
{
	const struct program *program = printer->program;
	if (program->turns.of)
		print_rows(printer);
	else
		print_own_arrays(printer);
	for (int i = 0; i < MAX_ATOMIC; i++)
		print_allocation(printer, "fuzz_output", program->atomic[i], fuzz_format("at%d", i), "32");
	for (int i = 0; i < program->exchanges; i++)
		if (program->exchange[i].form == GLOBAL_FLAT)
			print_allocation(printer, "fuzz_output", program->exchange[i].type, fuzz_format("x%d", i), "total");
	print_line(printer, "i32 *perm = (i32 *)fuzz_permutation(total);");
	print_allocation(printer, "fuzz_output", U64, "sum", "total");
	for (int i = 0; i < program->var_count; i++) {
		const struct var *var = &program->vars[i];
		if (var->name[0] == 'a')
			print_line(printer, "%s %s; fuzz_scalar(%s, &%s);", types[var->type].name, var->name,
			           type_constants[var->type], var->name);
	}
}

// --- the numbers of all parts ---

static void nodes_of_expr(FILE *file, const struct expr *expr)
{
	if (!expr)
		return;
	if (expr->child[0] || expr->child[1] || expr->child[2] || expr->var || expr->text[0] != '(')
		fprintf(file, "e %d %d%d%d\n", expr->id, expr->child[0] && expr->child[0]->type == expr->type,
		        expr->child[1] && expr->child[1]->type == expr->type, expr->child[2] && expr->child[2]->type == expr->type);
	for (int i = 0; i < 3; i++)
		nodes_of_expr(file, expr->child[i]);
}

static void nodes_of_list(FILE *file, const struct list *list)
{
	for (const struct stmt *stmt = list->first; stmt; stmt = stmt->next) {
		fprintf(file, "s %d %d\n", stmt->id, stmt->bodies);
		nodes_of_expr(file, stmt->a);
		nodes_of_expr(file, stmt->b);
		for (int i = 0; i < 6; i++)
			nodes_of_expr(file, stmt->argument[i]);
		for (int i = 0; i < stmt->bodies; i++)
			nodes_of_list(file, &stmt->body[i]);
	}
}

static void nodes_of_steps(FILE *file, const struct steps *steps)
{
	for (const struct step *step = steps->first; step; step = step->next) {
		// Without a barrier there might be data races.
		bool is_barrier = step->kind == STEP_BARRIER || step->kind == STEP_COUNT ||
		                  (step->kind >= STEP_ROTATE && step->kind <= STEP_SCAN);
		if (!is_barrier)
			fprintf(file, "s %d %d\n", step->id, step->body[1].first ? 2 : step->body[0].first ? 1 : 0);
		nodes_of_expr(file, step->a);
		nodes_of_expr(file, step->b);
		nodes_of_list(file, &step->statements);
		nodes_of_steps(file, &step->body[0]);
		nodes_of_steps(file, &step->body[1]);
	}
}

void print_nodes(FILE *file, const struct program *program)
{
	nodes_of_steps(file, &program->body);
	for (int i = 0; i < program->var_count; i++)
		nodes_of_expr(file, program->start[i]);
	for (int i = 0; i < program->var_count; i++)
		fprintf(file, "s %d 0\n", program->vars[i].id);
	for (int i = 0; i < program->functions; i++) {
		nodes_of_list(file, &program->function[i].body);
		nodes_of_expr(file, program->function[i].value);
	}
}
