// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tool_line.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/os.h"
#include "../base/str.h"

// Rows that each tool has, behind its own.
static const struct aw_tool_row common[] = {
	{ "help", "h", AW_TOOL_FLAG, "", "", "Print this." },
	{ "options-file", "optf", AW_TOOL_LIST, "file", "", "Read further options from the file." },
	{ "version", "V", AW_TOOL_FLAG, "", "", "Print the version." },
};
enum { HELP, OPTIONS_FILE, VERSION, COMMON_COUNT };

void aw_tool_line_fail(const struct aw_tool_syntax *syntax, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fprintf(stderr, "%s fatal   : ", syntax->name);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
	exit(syntax->error);
}

void *aw_tool_line_need(const struct aw_tool_syntax *syntax, void *pointer)
{
	if (!pointer)
		aw_tool_line_fail(syntax, "out of memory");
	return pointer;
}

static const struct aw_tool_row *row_at(const struct aw_tool_syntax *syntax, size_t row)
{
	return row < syntax->count ? &syntax->rows[row] : &common[row - syntax->count];
}

// --- help ---

static void print_help(const struct aw_tool_syntax *syntax)
{
	printf("\nUsage  : %s %s\n\nOptions\n=======\n\n", syntax->name, syntax->usage);
	for (size_t i = 0; i < syntax->count + COMMON_COUNT; i++) {
		const struct aw_tool_row *row = row_at(syntax, i);
		char left[80], right[40] = "";
		snprintf(left, sizeof(left), "--%s%s%s%s%s", row->name, *row->argument ? " <" : "", row->argument, *row->argument ? ">" : "",
		         row->kind == AW_TOOL_LIST ? ",..." : "");
		if (*row->letter)
			snprintf(right, sizeof(right), "(-%s)", row->letter);
		printf("%-50s %s\n        %s\n", left, right, *row->help ? row->help : "Read, and without effect here.");
		if (*row->values)
			printf("        Allowed values:%s\n", row->values);
		putchar('\n');
	}
}

// --- reading ---

static bool is_among(const char *value, const char *values)
{
	size_t length = strlen(value);
	for (const char *at = values; length && (at = strstr(at, value)); at++)
		if (at > values && at[-1] == ' ' && at[length] == ' ')
			return true;
	return false;
}

static void check_value(const struct aw_tool_syntax *syntax, const struct aw_tool_row *row, const char *value)
{
	char *end;
	if (row->kind == AW_TOOL_BOOL && strcmp(value, "true") && strcmp(value, "false"))
		aw_tool_line_fail(syntax, "'%s': expected true or false", value);
	if (row->kind == AW_TOOL_NUMBER && (strtoul(value, &end, 10), !*value || *end || *value == '-'))
		aw_tool_line_fail(syntax, "Invalid value '%s' for option '%s'", value, row->name);
	if (*row->values && !is_among(value, row->values))
		aw_tool_line_fail(syntax, "Value '%s' is not defined for option '%s'", value, row->name);
}

static void add(struct aw_tool_line *line, size_t row, const char *value)
{
	const struct aw_tool_syntax *syntax = line->syntax;
	const struct aw_tool_row *option = row_at(syntax, row);
	const char *before = aw_tool_line_value(line, row);
	bool single = option->kind == AW_TOOL_VALUE || option->kind == AW_TOOL_BOOL || option->kind == AW_TOOL_NUMBER;
	if (value)
		check_value(syntax, option, value);
	if (single && before && strcmp(before, value))
		fprintf(stderr, "%s warning : incompatible redefinition for option '%s', the last value of this option was used\n", syntax->name,
		        option->name);
	if (!aw_vec_push(&line->given, (struct aw_tool_given){ row, value }))
		aw_tool_line_need(syntax, NULL);
}

static void add_list(struct aw_tool_line *line, size_t row, const char *values)
{
	char *copy = aw_tool_line_need(line->syntax, aw_format("%s", values));
	for (char *next; copy; copy = next) {
		next = strchr(copy, ',');
		if (next)
			*next++ = '\0';
		if (*copy)
			add(line, row, copy);
	}
}

// The row that NAME of LENGTH characters is; SIZE_MAX when there is none.
static size_t find_row(const struct aw_tool_syntax *syntax, const char *name, size_t length)
{
	for (size_t i = 0; i < syntax->count + COMMON_COUNT; i++) {
		const struct aw_tool_row *row = row_at(syntax, i);
		if ((strlen(row->name) == length && !strncmp(row->name, name, length)) ||
		    (strlen(row->letter) == length && length && !strncmp(row->letter, name, length)))
			return i;
	}
	return SIZE_MAX;
}

// The row whose short name of one letter WORD begins with, when that takes a value: "-L/lib".
static size_t find_joined(const struct aw_tool_syntax *syntax, const char *word)
{
	size_t row = find_row(syntax, word, 1);
	return row != SIZE_MAX && row_at(syntax, row)->kind != AW_TOOL_FLAG ? row : SIZE_MAX;
}

static void read_words(struct aw_tool_line *line, char **words);

static void read_file(struct aw_tool_line *line, const char *path)
{
	char *text, *rest = NULL;
	size_t size;
	AW_VEC(char *) words = { 0 };
	if (!aw_os_is_file(path) || aw_os_read_file(path, &text, &size) != AW_OK)
		aw_tool_line_fail(line->syntax, "Could not open input file '%s'", path);
	for (char *word = strtok_r(text, " \t\r\n", &rest); word; word = strtok_r(NULL, " \t\r\n", &rest))
		if (!aw_vec_push(&words, word))
			aw_tool_line_need(line->syntax, NULL);
	if (!aw_vec_push(&words, NULL))
		aw_tool_line_need(line->syntax, NULL);
	read_words(line, words.items);
	aw_vec_finish(&words);
}

static void read_common(struct aw_tool_line *line, size_t row, const char *value)
{
	const struct aw_tool_syntax *syntax = line->syntax;
	if (row == syntax->count + OPTIONS_FILE) {
		read_file(line, value);
		return;
	}
	if (row == syntax->count + HELP)
		print_help(syntax);
	else
		printf("%s: %s\nCuda compilation tools, release 12.6, V12.6.85\n", syntax->name, syntax->title);
	exit(0);
}

static void take(struct aw_tool_line *line, size_t row, const char *value)
{
	if (row >= line->syntax->count)
		read_common(line, row, value);
	else if (row_at(line->syntax, row)->kind == AW_TOOL_LIST)
		add_list(line, row, value);
	else
		add(line, row, value);
}

// One option; gives the last word that belongs to it.
static char **read_option(struct aw_tool_line *line, char **words)
{
	const struct aw_tool_syntax *syntax = line->syntax;
	const char *word = *words, *name = word + 1 + (word[1] == '-');
	size_t length = strcspn(name, "="), row = find_row(syntax, name, length);
	const char *value = name[length] ? name + length + 1 : NULL;
	if (row == SIZE_MAX && word[1] != '-' && (row = find_joined(syntax, name)) != SIZE_MAX)
		value = name + 1;
	if (row == SIZE_MAX)
		aw_tool_line_fail(syntax, "Unknown option '-%.*s'", (int)length, name);
	const struct aw_tool_row *option = row_at(syntax, row);
	if (option->kind == AW_TOOL_FLAG && value)
		aw_tool_line_fail(syntax, "no argument expected after '%.*s'", (int)(length + (size_t)(name - word)), word);
	if (!value && option->kind != AW_TOOL_FLAG && !(value = *++words))
		aw_tool_line_fail(syntax, "argument expected after '%s'", word);
	take(line, row, value);
	return words;
}

static void read_words(struct aw_tool_line *line, char **words)
{
	for (; *words; words++)
		if (**words == '-' && (*words)[1])
			words = read_option(line, words);
		else if (!aw_vec_push(&line->inputs, *words))
			aw_tool_line_need(line->syntax, NULL);
}

void aw_tool_line_read(struct aw_tool_line *line, const struct aw_tool_syntax *syntax, char **words)
{
	*line = (struct aw_tool_line){ .syntax = syntax };
	if (!*words)
		read_common(line, syntax->count + HELP, NULL);
	read_words(line, words);
}

const char *aw_tool_line_value(const struct aw_tool_line *line, size_t row)
{
	for (size_t i = line->given.count; i > 0; i--)
		if (line->given.items[i - 1].row == row)
			return line->given.items[i - 1].value;
	return NULL;
}

bool aw_tool_line_has(const struct aw_tool_line *line, size_t row)
{
	for (size_t i = 0; i < line->given.count; i++)
		if (line->given.items[i].row == row)
			return true;
	return false;
}

bool aw_tool_line_bool(const struct aw_tool_line *line, size_t row, bool fallback)
{
	const char *value = aw_tool_line_value(line, row);
	return value ? !strcmp(value, "true") : fallback;
}
