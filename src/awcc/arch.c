// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "arch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What the cpu device reports as its capability; -arch=native means it, and 12.6 has none above.
enum { NATIVE = 90, OLDEST_OF_ALL = 50, DEFAULT = 52 };

static const struct {
	int number;
	bool major;
} known[] = {
#define AW_ARCH(number, major) { number, major },
#include "arches.def"
#undef AW_ARCH
};
static const size_t known_count = sizeof(known) / sizeof(known[0]);

struct selection {
	bool chosen[sizeof(known) / sizeof(known[0])];
	char feature[sizeof(known) / sizeof(known[0])];
};

// "sm_90a", "compute_52", "lto_80" -> the row in `known`; false when there is no such name.
static bool parse_name(const char *name, size_t *row, char *feature)
{
	static const char *const prefixes[] = { "sm_", "compute_", "lto_" };
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		size_t length = strlen(prefixes[i]);
		if (strncmp(name, prefixes[i], length))
			continue;
		char *end;
		long number = strtol(name + length, &end, 10);
		*feature = *end;
		bool good = end > name + length && (!*end || ((*end == 'a' || *end == 'f') && !end[1] && number >= 90));
		for (size_t k = 0; good && k < known_count; k++)
			if (known[k].number == number) {
				*row = k;
				return true;
			}
	}
	return false;
}

static bool choose(struct selection *selection, const char *name)
{
	size_t row;
	char feature;
	if (!parse_name(name, &row, &feature)) {
		aw_fatal("Unsupported gpu architecture '%s'", name);
		return false;
	}
	selection->chosen[row] = true;
	selection->feature[row] = feature;
	return true;
}

// -arch: one name, or one of the words for several.
static bool choose_arch(struct selection *selection, const char *name)
{
	bool native = !strcmp(name, "native"), all = !strcmp(name, "all"), major = !strcmp(name, "all-major");
	if (!native && !all && !major)
		return choose(selection, name);
	for (size_t k = 0; k < known_count; k++) {
		int number = known[k].number;
		if (number <= NATIVE && (native ? number == NATIVE : number >= OLDEST_OF_ALL && (all || known[k].major)))
			selection->chosen[k] = true;
	}
	return true;
}

// code= names must be real ones, but which they are changes nothing: arch= tells the language level.
static bool check_codes(const char *list)
{
	while (*(list += strspn(list, "[],\"'"))) {
		size_t length = strcspn(list, "[],\"'"), row;
		const char *name = aw_text("%.*s", (int)length, list);
		char feature;
		if (!parse_name(name, &row, &feature)) {
			aw_fatal("Unsupported gpu architecture '%s'", name);
			return false;
		}
		list += length;
	}
	return true;
}

// "arch=compute_60,code=[sm_60,compute_60]".
static bool choose_gencode(struct selection *selection, const char *spec)
{
	const char *arch = NULL, *code = NULL;
	for (const char *at = spec; *at; at += strspn(at, ", ")) {
		size_t key = strcspn(at, "=");
		size_t length = key + strcspn(at + key, ",");
		if (!at[key]) {
			aw_fatal("'%s' is not in 'keyword=value' format", spec);
			return false;
		}
		bool is_arch = key == 4 && !memcmp(at, "arch", 4), is_code = key == 4 && !memcmp(at, "code", 4);
		if (is_code) // runs to the end or to "arch="
			length = strstr(at, ",arch=") ? (size_t)(strstr(at, ",arch=") - at) : strlen(at);
		if (!is_arch && !is_code) {
			aw_fatal("Keyword '%.*s' is not defined for option 'generate-code'", (int)key, at);
			return false;
		}
		const char *value = aw_text("%.*s", (int)(length - key - 1), at + key + 1);
		*(is_arch ? &arch : &code) = value;
		at += length;
	}
	if (!arch || !code) {
		aw_fatal("Option '--generate-code %s', missing %s", spec, arch ? "code" : "arch");
		return false;
	}
	return choose(selection, arch) && check_codes(code);
}

static bool read_options(const struct aw_options *options, struct selection *selection)
{
	const char *arch = aw_option_value(options, AW_OPTION_ARCH, NULL);
	const struct aw_words *codes = aw_option_list(options, AW_OPTION_CODE);
	const struct aw_words *specs = aw_option_list(options, AW_OPTION_GENCODE);
	if (codes->count && !arch) {
		aw_fatal("-arch option not specified");
		return false;
	}
	if (arch && !choose_arch(selection, arch))
		return false;
	for (size_t i = 0; i < codes->count; i++)
		if (!check_codes(codes->items[i]))
			return false;
	for (size_t i = 0; i < specs->count; i++)
		if (!choose_gencode(selection, specs->items[i]))
			return false;
	return arch || specs->count || choose(selection, aw_text("sm_%d", DEFAULT));
}

bool aw_arch_read(const struct aw_options *options, struct aw_arch *arch)
{
	struct selection selection = { 0 };
	if (!read_options(options, &selection))
		return false;
	*arch = (struct aw_arch){ 0 };
	struct aw_str list = { 0 };
	for (size_t k = 0; k < known_count; k++) {
		if (!selection.chosen[k])
			continue;
		arch->number = known[k].number * 10;
		arch->feature = selection.feature[k];
		aw_str_format(&list, "%s%d", list.length ? "," : "", arch->number);
	}
	aw_words_addf(&arch->macros, "-D__CUDA_ARCH_LIST__=%s", list.text);
	aw_str_finish(&list);
	if (arch->feature == 'a')
		aw_words_addf(&arch->macros, "-D__CUDA_ARCH_FEAT_SM%d_ALL", arch->number / 10);
	arch->ptx_target = aw_text("sm_%d%.1s", arch->number / 10, &arch->feature);
	return true;
}

void aw_arch_finish(struct aw_arch *arch)
{
	aw_words_finish(&arch->macros);
}

void aw_arch_print_list(bool codes, bool arches)
{
	for (size_t k = 0; k < known_count; k++) {
		int number = known[k].number;
		if (codes && arches)
			printf("arch=compute_%d,code=sm_%d\n", number, number);
		else
			printf("%s_%d\n", codes ? "sm" : "compute", number);
	}
}
