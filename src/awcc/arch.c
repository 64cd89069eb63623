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
#include "../fatbin/arches.def"
#undef AW_ARCH
};
static const size_t known_count = sizeof(known) / sizeof(known[0]);

struct selection {
	bool chosen[sizeof(known) / sizeof(known[0])];
	char feature[sizeof(known) / sizeof(known[0])];
	bool forward[sizeof(known) / sizeof(known[0])]; // newer GPUs may run it too: code=compute_XX
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

static bool choose(struct selection *selection, const char *name, bool forward)
{
	size_t row;
	char feature;
	if (!parse_name(name, &row, &feature)) {
		aw_fatal("Unsupported gpu architecture '%s'", name);
		return false;
	}
	selection->chosen[row] = true;
	selection->feature[row] = feature;
	selection->forward[row] |= forward;
	return true;
}

// -arch: one name, or one of the words for several.  FORWARD: without -code, which would say what is kept.
static bool choose_arch(struct selection *selection, const char *name, bool forward)
{
	bool native = !strcmp(name, "native"), all = !strcmp(name, "all"), major = !strcmp(name, "all-major");
	if (!native && !all && !major)
		return choose(selection, name, forward);
	for (size_t k = 0; k < known_count; k++) {
		int number = known[k].number;
		if (number <= NATIVE && (native ? number == NATIVE : number >= OLDEST_OF_ALL && (all || known[k].major)))
			selection->chosen[k] = true;
		selection->forward[k] = number == NATIVE && !native;
	}
	return true;
}

// arch= tells the language level; code= whether the code may run on newer GPUs (compute_XX) or stands for
// machine code (sm_XX).
static bool read_codes(struct selection *selection, const char *list)
{
	while (*(list += strspn(list, "[],\"'"))) {
		size_t length = strcspn(list, "[],\"'"), row;
		const char *name = aw_text("%.*s", (int)length, list);
		char feature;
		if (!parse_name(name, &row, &feature)) {
			aw_fatal("Unsupported gpu architecture '%s'", name);
			return false;
		}
		selection->forward[row] |= strncmp(name, "sm_", 3) != 0;
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
	return choose(selection, arch, false) && read_codes(selection, code);
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
	if (arch && !choose_arch(selection, arch, !codes->count))
		return false;
	for (size_t i = 0; i < codes->count; i++)
		if (!read_codes(selection, codes->items[i]))
			return false;
	for (size_t i = 0; i < specs->count; i++)
		if (!choose_gencode(selection, specs->items[i]))
			return false;
	return arch || specs->count || choose(selection, aw_text("sm_%d", DEFAULT), true);
}

static const char *target_of(const struct selection *selection, size_t row, bool forward)
{
	return aw_text("%s_%d%.1s", forward ? "compute" : "sm", known[row].number, &selection->feature[row]);
}

// Of several architectures PTX is made for the lowest and the highest: the GPUs between them run that of the lowest.
static void list_targets(const struct selection *selection, struct aw_words *targets)
{
	size_t lowest = known_count, highest = 0;
	for (size_t k = 0; k < known_count; k++) {
		if (!selection->chosen[k])
			continue;
		lowest = lowest < k ? lowest : k;
		highest = k;
	}
	aw_words_add(targets, target_of(selection, highest, selection->forward[highest]));
	if (lowest != highest && !selection->feature[lowest])
		aw_words_add(targets, target_of(selection, lowest, true));
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
	list_targets(&selection, &arch->ptx_targets);
	return true;
}

void aw_arch_finish(struct aw_arch *arch)
{
	aw_words_finish(&arch->macros);
	aw_words_finish(&arch->ptx_targets);
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

void aw_arch_add_names(struct aw_str *out)
{
	static const char *const prefixes[] = { "compute_", "lto_", "sm_" };
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		for (size_t k = 0; k < known_count; k++)
			if (known[k].number >= OLDEST_OF_ALL && known[k].number <= NATIVE)
				aw_str_format(out, "'%s%d', ", prefixes[i], known[k].number);
		aw_str_format(out, "'%s%da'%s", prefixes[i], NATIVE, i + 1 < sizeof(prefixes) / sizeof(prefixes[0]) ? ", " : "");
	}
}
