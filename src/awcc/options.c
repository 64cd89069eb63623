// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How nvcc reads its command line: a word that begins with '-' is looked up by its whole text, then
// by the part before '=', then, for options of one letter, by that letter.  Anything else is a file.
#include "options.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/os.h"

const struct aw_option_row aw_option_rows[AW_OPTION_COUNT] = {
#define AW_SECTION(title)
#define AW_OPTION(id, kind, name, alias, argument, allowed, help) \
	{ AW_KIND_##kind, name, alias, argument, allowed, help },
#include "options.def"
#undef AW_OPTION
#undef AW_SECTION
};

// The words still to be read; option files put theirs in place of their names.
struct reader {
	struct aw_options *options;
	const struct aw_words *words;
	size_t at;
	int depth; // of option files within option files
};

static bool read_words(struct aw_options *options, const struct aw_words *words, int depth);

// --- values ---

static bool is_allowed(const struct aw_option_row *row, const char *value)
{
	size_t length = strlen(value);
	if (!*row->allowed)
		return true;
	for (const char *at = row->allowed; *at; at += strspn(at, " ")) {
		size_t word = strcspn(at, " ");
		if (word == length && !memcmp(at, value, length))
			return true;
		at += word;
	}
	return false;
}

static bool check_value(const struct aw_option_row *row, const char *value)
{
	if (row->kind == AW_KIND_BOOL && strcmp(value, "true") && strcmp(value, "false")) {
		aw_fatal("'%s': expected true or false", value);
		return false;
	}
	if (row->kind == AW_KIND_NUMBER && (!*value || value[strspn(value, "0123456789")])) {
		aw_fatal("'%s': expected a number", value);
		return false;
	}
	if (!is_allowed(row, value)) {
		aw_fatal("Value '%s' is not defined for option '%s'", value, row->name);
		return false;
	}
	return true;
}

// Splits TEXT as a shell would: at blanks, with quotes and backslashes.
static void split_line(const char *text, struct aw_words *words)
{
	struct aw_str word = { 0 };
	bool inside = false;
	char quote = 0;
	for (;; text++) {
		if (!*text || (!quote && isspace((unsigned char)*text))) {
			if (inside)
				aw_words_add(words, aw_text("%s", word.text ? word.text : ""));
			aw_str_cut(&word, 0);
			inside = false;
			if (!*text)
				break;
			continue;
		}
		inside = true;
		if (quote ? *text == quote : *text == '"' || *text == '\'') {
			quote = quote ? 0 : *text;
			continue;
		}
		if (*text == '\\' && quote != '\'' && text[1])
			text++;
		aw_str_add_bytes(&word, text, 1);
	}
	aw_str_finish(&word);
}

// Adds the values of a list: split at commas outside double quotes and brackets; a backslash takes
// the meaning from the comma after it.
static bool add_list(struct aw_words *values, const struct aw_option_row *row, const char *text)
{
	struct aw_str value = { 0 };
	bool quoted = false, good = true;
	for (const char *at = text; good; at++) {
		if (*at == '\\' && at[1] == ',') {
			aw_str_add_bytes(&value, ++at, 1);
			continue;
		}
		if (*at && (quoted || *at != ',')) {
			quoted ^= *at == '"';
			aw_str_add_bytes(&value, at, 1);
			continue;
		}
		if (value.length) {
			good = check_value(row, value.text);
			if (row->kind == AW_KIND_ARGS)
				split_line(value.text, values);
			else
				aw_words_add(values, aw_text("%s", value.text));
			aw_str_cut(&value, 0);
		}
		if (!*at)
			break;
	}
	aw_str_finish(&value);
	return good;
}

static bool read_options_file(struct aw_options *options, const char *path, int depth)
{
	if (depth > 16) {
		aw_fatal("Options files include one another without end: '%s'", path);
		return false;
	}
	if (!aw_os_is_file(path)) {
		aw_fatal("Could not open input file '%s'", path);
		return false;
	}
	char *text;
	size_t size;
	if (aw_os_read_file(path, &text, &size) != AW_OK)
		return false;
	struct aw_words words = { 0 };
	split_line(text, &words);
	free(text);
	bool good = read_words(options, &words, depth + 1);
	aw_words_finish(&words);
	return good;
}

static bool add_value(struct reader *reader, enum aw_option_id id, const char *value)
{
	const struct aw_option_row *row = &aw_option_rows[id];
	struct aw_words *values = &reader->options->values[id];
	if (row->kind != AW_KIND_LIST && row->kind != AW_KIND_ARGS) {
		if (!check_value(row, value))
			return false;
		aw_words_add(values, value);
		return true;
	}
	size_t first = values->count;
	if (!add_list(values, row, value))
		return false;
	for (size_t i = first; id == AW_OPTION_OPTIONS_FILE && i < values->count; i++)
		if (!read_options_file(reader->options, values->items[i], reader->depth))
			return false;
	return true;
}

// --- names ---

// The option that WORD's first LENGTH bytes name, or AW_OPTION_COUNT.
static enum aw_option_id find(const char *word, size_t length)
{
	bool is_long = length > 2 && word[1] == '-';
	const char *name = word + (is_long ? 2 : 1);
	length -= is_long ? 2 : 1;
	for (int id = 0; id < AW_OPTION_COUNT; id++) {
		const char *wanted = is_long ? aw_option_rows[id].name : aw_option_rows[id].alias;
		if (length && strlen(wanted) == length && !memcmp(wanted, name, length))
			return (enum aw_option_id)id;
	}
	return AW_OPTION_COUNT;
}

// -Idir, -O2: options of one letter that take a list or a number.
static enum aw_option_id find_joined(const char *word)
{
	enum aw_option_id id = find(word, 2);
	if (id == AW_OPTION_COUNT || !word[2])
		return AW_OPTION_COUNT;
	enum aw_option_kind kind = aw_option_rows[id].kind;
	return kind == AW_KIND_LIST || kind == AW_KIND_NUMBER ? id : AW_OPTION_COUNT;
}

static bool unknown_option(struct reader *reader, const char *word)
{
	aw_words_add(&reader->options->unknown, word);
	return true;
}

static bool read_option(struct reader *reader, const char *word)
{
	enum aw_option_id id = find(word, strlen(word));
	if (id != AW_OPTION_COUNT) {
		if (aw_option_rows[id].kind == AW_KIND_FLAG)
			return add_value(reader, id, "");
		if (reader->at < reader->words->count)
			return add_value(reader, id, reader->words->items[reader->at++]);
		aw_fatal("argument expected after '%s'", word);
		return false;
	}
	size_t length = strcspn(word, "=");
	id = word[length] ? find(word, length) : AW_OPTION_COUNT;
	if (id != AW_OPTION_COUNT && aw_option_rows[id].kind == AW_KIND_FLAG) {
		aw_fatal("no argument expected after '%.*s'", (int)length, word);
		return false;
	}
	if (id != AW_OPTION_COUNT)
		return add_value(reader, id, word + length + 1);
	id = word[1] == '-' ? AW_OPTION_COUNT : find_joined(word);
	return id == AW_OPTION_COUNT ? unknown_option(reader, word) : add_value(reader, id, word + 2);
}

static bool read_words(struct aw_options *options, const struct aw_words *words, int depth)
{
	struct reader reader = { options, words, 0, depth };
	while (reader.at < words->count) {
		const char *word = words->items[reader.at++];
		bool good = true;
		if (word[0] == '-' && word[1])
			good = read_option(&reader, word);
		else if (word[0] == '@' && word[1])
			good = read_options_file(options, word + 1, depth);
		else
			aw_words_add(&options->inputs, word);
		if (!good)
			return false;
	}
	return true;
}

// Options we don't know go to the host tools when the user says so, and are an error otherwise.
static bool place_unknown(struct aw_options *options)
{
	bool both = aw_option_given(options, AW_OPTION_FORWARD_BOTH);
	bool compiler = both || aw_option_given(options, AW_OPTION_FORWARD_COMPILER);
	bool linker = both || aw_option_given(options, AW_OPTION_FORWARD_LINKER);
	if (options->unknown.count && !compiler && !linker) {
		aw_fatal("Unknown option '%s'", options->unknown.items[0]);
		return false;
	}
	if (compiler)
		aw_words_add_all(&options->values[AW_OPTION_XCOMPILER], &options->unknown);
	return true;
}

bool aw_options_parse(struct aw_options *options, int count, char *const words[])
{
	struct aw_words all = { 0 };
	const char *before = getenv("NVCC_PREPEND_FLAGS"), *after = getenv("NVCC_APPEND_FLAGS");
	if (before)
		split_line(before, &all);
	for (int i = 0; i < count; i++)
		aw_words_add(&all, words[i]);
	if (after)
		split_line(after, &all);
	bool good = read_words(options, &all, 0) && place_unknown(options);
	aw_words_finish(&all);
	return good;
}

void aw_options_finish(struct aw_options *options)
{
	for (int id = 0; id < AW_OPTION_COUNT; id++)
		aw_words_finish(&options->values[id]);
	aw_words_finish(&options->inputs);
	aw_words_finish(&options->unknown);
}

bool aw_option_given(const struct aw_options *options, enum aw_option_id id)
{
	return options->values[id].count > 0;
}

const char *aw_option_value(const struct aw_options *options, enum aw_option_id id, const char *fallback)
{
	const struct aw_words *values = &options->values[id];
	return values->count ? values->items[values->count - 1] : fallback;
}

bool aw_option_bool(const struct aw_options *options, enum aw_option_id id, bool fallback)
{
	return !strcmp(aw_option_value(options, id, fallback ? "true" : "false"), "true");
}

int aw_option_number(const struct aw_options *options, enum aw_option_id id, int fallback)
{
	const char *text = aw_option_value(options, id, NULL);
	return text ? atoi(text) : fallback;
}

const struct aw_words *aw_option_list(const struct aw_options *options, enum aw_option_id id)
{
	return &options->values[id];
}
