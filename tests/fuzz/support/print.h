// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the two printers share: expressions and statements of one thread.
#ifndef AW_FUZZ_PRINT_H
#define AW_FUZZ_PRINT_H

#include "tree.h"

struct printer {
	FILE *file;
	const struct program *program;
	const struct function *function;
	bool host; // C
	int phase; // id of the step around, for returns in C
	int indent;
};

void print_line(struct printer *printer, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The text of an expression; lives as long as the process.
const char *print_text(const struct printer *printer, const struct expr *expr);
const char *print_var(const struct printer *printer, const struct var *var);
void print_statements(struct printer *printer, const struct list *list);
void print_functions(struct printer *printer);
void print_records(struct printer *printer);
extern bool print_is_strict;
bool print_is_dropped(int id);
// The body that takes the step's place: NULL for none.
const struct steps *print_replacement(const struct step *step);
// "name, name, ...": the arrays of the program; WITH_TYPES: as parameters.
const char *print_arrays(const struct program *program, bool with_types);
// The lines that make the arrays, the same in both languages.
void print_allocations(struct printer *printer);
const char *print_mask(const struct printer *printer, int mask);
const char *print_own(const struct program *program, int x); // the thread's own element of exchange array X
// A thread's last lines: all variables go into one sum.
void print_sum(struct printer *printer);

#endif
