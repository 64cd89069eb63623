// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As measured with nvcc 13.0: --diag-suppress wins over --diag-warn, and that over --diag-error; a pragma wins over options, from its
// line on; nv_diag_default takes back what pragmas said; -Werror makes errors of whatever is a warning then.  Pragmas are read line by
// line, without the preprocessor's conditions, in the file of the message alone.
#include "numbered.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../base/os.h"

// Whether TEXT, numbers with commas or blanks between, has NUMBER.
static bool has_number(const char *text, const char *number)
{
	size_t length = strlen(number);
	for (const char *at = text; (at = strstr(at, number)); at++)
		if ((at == text || !isdigit((unsigned char)at[-1])) && !isdigit((unsigned char)at[length]))
			return true;
	return false;
}

// What the word AT of cudafe++'s says of the severity: "diag_suppress", say, also behind "nv_".
static bool names_severity(const char *at, enum aw_severity usual, enum aw_severity *severity)
{
	static const struct {
		const char *word;
		enum aw_severity severity;
	} words[] = {
		{ "diag_suppress", AW_SEVERITY_NONE },
		{ "diag_warning", AW_SEVERITY_WARNING },
		{ "diag_error", AW_SEVERITY_ERROR },
	};
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (aw_starts_with(at, words[i].word)) {
			*severity = words[i].severity;
			return true;
		}
	}
	*severity = usual;
	return aw_starts_with(at, "diag_default");
}

static bool list_has(const struct aw_options *options, enum aw_option_id id, const char *number)
{
	const struct aw_words *list = aw_option_list(options, id);
	for (size_t i = 0; i < list->count; i++)
		if (has_number(list->items[i], number))
			return true;
	return false;
}

// Whether -Xcudafe has the option NAME with NUMBER, in one word or in two.
static bool cudafe_has(const struct aw_options *options, const char *name, const char *number)
{
	const struct aw_words *list = aw_option_list(options, AW_OPTION_XCUDAFE);
	for (size_t i = 0; i < list->count; i++) {
		const char *found = strstr(list->items[i], name);
		if (found && has_number(found, number))
			return true;
		if (found && !found[strlen(name)] && i + 1 < list->count && has_number(list->items[i + 1], number))
			return true;
	}
	return false;
}

static enum aw_severity severity_by_options(const struct aw_options *options, const char *number)
{
	if (list_has(options, AW_OPTION_DIAG_SUPPRESS, number) || cudafe_has(options, "--diag_suppress", number))
		return AW_SEVERITY_NONE;
	if (list_has(options, AW_OPTION_DIAG_WARN, number) || cudafe_has(options, "--diag_warning", number))
		return AW_SEVERITY_WARNING;
	if (list_has(options, AW_OPTION_DIAG_ERROR, number) || cudafe_has(options, "--diag_error", number))
		return AW_SEVERITY_ERROR;
	return AW_SEVERITY_WARNING;
}

// Whether the line from AT to END is a pragma, a directive or an operator: *PRAGMA is a copy from its first word on.
static bool read_pragma(const char *at, const char *end, const char **pragma)
{
	while (at < end && isspace((unsigned char)*at))
		at++;
	bool directive = at < end && *at == '#';
	for (at += directive; directive && at < end && isspace((unsigned char)*at);)
		at++;
	const char *word = directive ? "pragma" : "_Pragma(\"";
	if ((size_t)(end - at) <= strlen(word) || strncmp(at, word, strlen(word)) != 0)
		return false;
	for (at += strlen(word); at < end && isspace((unsigned char)*at);)
		at++;
	*pragma = aw_text("%.*s", (int)(end - at), at);
	return true;
}

enum { DEEPEST = 64 };

struct state {
	enum aw_severity now, usual, pushed[DEEPEST];
	unsigned depth;
};

static void obey(struct state *state, const char *pragma, const char *number)
{
	enum aw_severity severity;
	if (aw_starts_with(pragma, "nv_diagnostic")) {
		if (strstr(pragma, "push") && state->depth < DEEPEST)
			state->pushed[state->depth++] = state->now;
		else if (strstr(pragma, "pop") && state->depth > 0)
			state->now = state->pushed[--state->depth];
	} else if (aw_starts_with(pragma, "nv_") && has_number(pragma, number) &&
	           names_severity(pragma + strlen("nv_"), state->usual, &severity)) {
		state->now = severity;
	}
}

enum aw_severity aw_numbered_severity(const struct aw_options *options, const char *number, const char *file, size_t line)
{
	struct state state = { .usual = severity_by_options(options, number) };
	char *text;
	const char *pragma;
	size_t size;
	state.now = state.usual;
	if (aw_os_is_file(file) && aw_os_read_file(file, &text, &size) == AW_OK) {
		for (const char *at = text, *end; at < text + size && line-- > 1; at = end + 1) {
			end = memchr(at, '\n', (size_t)(text + size - at));
			end = end ? end : text + size;
			if (read_pragma(at, end, &pragma))
				obey(&state, pragma, number);
		}
		free(text);
	}
	bool strict = aw_words_have(aw_option_list(options, AW_OPTION_WERROR), "all-warnings");
	return state.now == AW_SEVERITY_WARNING && strict ? AW_SEVERITY_ERROR : state.now;
}
