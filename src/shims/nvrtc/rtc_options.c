// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options of NVRTC to options of awcc.
#include <stdlib.h>
#include <string.h>

#include "rtc.h"

typedef enum kind {
	ARCH, STD, ALL_DEVICE, LTO, NO_SOURCE_FOLDER, FOLDER, JOINED, VALUE, BOOL, FLAG, IGNORE, IGNORE_VALUE, IGNORE_BOOL, REFUSE
} kind;

static const struct option {
	kind kind;
	const char *name, *alias;
} table[] = {
#define RTC_OPTION(kind, name, alias) { kind, name, alias },
#include "rtc_options.def"
#undef RTC_OPTION
};

const int aw_rtc_archs[] = { 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 100, 101, 103, 120, 121 };
const int aw_rtc_arch_count = sizeof(aw_rtc_archs) / sizeof(aw_rtc_archs[0]);

static bool takes_value(kind k)
{
	return k == ARCH || k == STD || k == FOLDER || k == JOINED || k == VALUE || k == BOOL || k == IGNORE_VALUE || k == IGNORE_BOOL;
}

// Whether WORD is an option under NAME; its value, or NULL, follows in *value.
static bool is_named(const struct option *option, const char *name, const char *word, const char **value)
{
	size_t length = strlen(name);
	if (strncmp(word, name, length) != 0)
		return false;
	*value = NULL;
	if (word[length] == 0)
		return true;
	bool joined = (option->kind == JOINED || option->kind == FOLDER) && length == 2; // -DX, -Ifolder
	*value = word + length + (word[length] == '=');
	return word[length] == '=' ? takes_value(option->kind) || option->kind == REFUSE : joined;
}

static const struct option *find(const char *word, const char **value)
{
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (is_named(&table[i], table[i].name, word, value) || is_named(&table[i], table[i].alias, word, value))
			return &table[i];
	return NULL;
}

// "sm_90", "compute_90a".
static bool read_arch(nvrtcProgram program, const char *value)
{
	bool real = strncmp(value, "sm_", 3) == 0;
	if (!real && strncmp(value, "compute_", 8) != 0)
		return false;
	char *end;
	long number = strtol(strchr(value, '_') + 1, &end, 10);
	if (*end && strcmp(end, "a") != 0 && strcmp(end, "f") != 0)
		return false;
	program->real = real;
	for (int i = 0; i < aw_rtc_arch_count; i++)
		if (aw_rtc_archs[i] == number)
			return true;
	return false;
}

static bool is_dialect(const char *value)
{
	static const char *const dialects[] = { "c++03", "c++11", "c++14", "c++17", "c++20" };
	for (size_t i = 0; i < sizeof(dialects) / sizeof(dialects[0]); i++)
		if (strcmp(value, dialects[i]) == 0)
			return true;
	return false;
}

static bool is_bool(const char *value)
{
	return strcmp(value, "true") == 0 || strcmp(value, "false") == 0;
}

// A word with its value, in which awcc would take a comma for the end of one value of several.
bool aw_rtc_words_add_value(aw_shim_words *words, const char *name, const char *value)
{
	aw_shim_text text = { 0 };
	bool good = aw_shim_text_print(&text, "%s=", name);
	for (; good && *value; value++)
		good = aw_shim_text_print(&text, *value == ',' ? "\\%c" : "%c", *value);
	good = good && aw_shim_words_add(words, "%s", text.bytes);
	aw_shim_text_free(&text);
	return good;
}

// Takes one option over.  false: it has no such value, or no memory is left.
static bool take(nvrtcProgram program, const struct option *option, const char *value)
{
	aw_shim_words *words = &program->options;
	switch (option->kind) {
	case ARCH: return read_arch(program, value) && aw_shim_words_add(words, "-arch=%s", value);
	case STD: return is_dialect(value) && aw_shim_words_add(words, "-std=%s", value);
	case ALL_DEVICE: program->all_device = true; return true;
	case LTO: program->lto = true; return true;
	case NO_SOURCE_FOLDER: program->no_source_folder = true; return true;
	case FOLDER: return aw_shim_words_add(&program->folders, "%s", value);
	case JOINED: return aw_rtc_words_add_value(words, option->name, value);
	case BOOL: return is_bool(value) && aw_shim_words_add(words, "%s=%s", option->name, value);
	case VALUE: return aw_rtc_words_add_value(words, option->name, value);
	case FLAG: return aw_shim_words_add(words, "%s", option->name);
	case IGNORE_BOOL: return is_bool(value);
	default: return option->kind != REFUSE;
	}
}

static nvrtcResult refuse(nvrtcProgram program, const char *why, const char *word)
{
	aw_shim_text_print(&program->log, "nvrtc: error: %s: %s\n", why, word);
	return NVRTC_ERROR_INVALID_OPTION;
}

nvrtcResult aw_rtc_options_read(nvrtcProgram program, int count, const char *const *options)
{
	aw_shim_words_free(&program->options);
	aw_shim_words_free(&program->folders);
	program->lto = program->real = program->all_device = program->no_source_folder = false;
	program->own_std = program->late_templates = false;
	if (!aw_shim_words_add(&program->options, "-D__CUDACC_RTC__=1"))
		return NVRTC_ERROR_OUT_OF_MEMORY;
	for (int i = 0; i < count; i++) {
		const char *word = options[i] + strspn(options[i], " "), *value;
		if (*word == 0)
			continue;
		const struct option *option = find(word, &value);
		if (!option)
			return refuse(program, "there is no such option", word);
		if (option->kind == REFUSE)
			return refuse(program, "the option is not supported", word);
		if (takes_value(option->kind) && !value && ++i < count)
			value = options[i];
		if (takes_value(option->kind) && !value)
			return refuse(program, "the option wants a value", word);
		if (!take(program, option, value))
			return refuse(program, "the option has no such value", word);
	}
	return NVRTC_SUCCESS;
}
