// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ANYWARP_SANITIZE_KERNELS holds a line for each filter: "name", "regex", "name-exclude" or "regex-exclude", a '=', and the tool's value.
// A name is the mangled one, the source's with its parameters, or the bare one.  Launches that pass are counted, whichever
// thread they come from.
#include "check_kernels.h"

#include <pthread.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/demangle.h"
#include "../../base/log.h"
#include "../../base/os.h"
#include "../../base/str.h"

enum { MOST_FILTERS = 16 };

struct filter {
	enum { WHOLE, PART, REGEX } kind;
	bool excludes;
	char *text;
	regex_t regex;
};

static struct {
	pthread_once_t once;
	struct filter filters[MOST_FILTERS];
	unsigned count;
	long skip, most; // launches; 0: all
	_Atomic long seen;
} kernels = { .once = PTHREAD_ONCE_INIT };

// "kns=" and "kne=" in front of *VALUE, or their long forms, say what it is; else it is a whole name.
static int kind_of(const char **value)
{
	static const struct {
		const char *key;
		int kind;
	} keys[] = { { "kne=", WHOLE }, { "kernel_name=", WHOLE }, { "kns=", PART }, { "kernel_substring=", PART } };
	for (unsigned i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (aw_starts_with(*value, keys[i].key)) {
			*value += strlen(keys[i].key);
			return keys[i].kind;
		}
	return WHOLE;
}

static void add(const char *value, size_t length, bool regex, bool excludes)
{
	const char *end = value + length;
	int kind = kind_of(&value);
	char *text = strndup(value, (size_t)(end - value));
	if (!text || kernels.count == MOST_FILTERS) {
		aw_error("check", "no room for a filter of kernels");
		free(text);
		return;
	}
	struct filter *filter = &kernels.filters[kernels.count];
	*filter = (struct filter){ .kind = regex ? REGEX : kind, .excludes = excludes, .text = text };
	if (regex && regcomp(&filter->regex, text, REG_EXTENDED | REG_NOSUB) != 0) {
		aw_error("check", "'%s' is no regular expression: no kernel is filtered by it", text);
		free(text);
		return;
	}
	kernels.count++;
}

// The end of the name that VALUE begins with: a comma that isn't between parameters, or END.
static const char *end_of_name(const char *value, const char *end)
{
	int depth = 0;
	for (; value < end && (*value != ',' || depth > 0); value++)
		depth += (*value == '(' || *value == '<') - (*value == ')' || *value == '>');
	return value;
}

// One line; names may be several, with commas between them.
static void add_line(const char *line, size_t length)
{
	const char *value = memchr(line, '=', length), *end = line + length;
	if (!value++)
		return;
	bool regex = aw_starts_with(line, "regex"), excludes = memmem(line, (size_t)(value - line), "-exclude", 8) != NULL;
	while (value < end) {
		const char *stop = regex ? end : end_of_name(value, end);
		add(value, (size_t)(stop - value), regex, excludes);
		value = stop + 1;
	}
}

static void read_environment(void)
{
	const char *at = getenv("ANYWARP_SANITIZE_KERNELS");
	kernels.skip = aw_os_env_long("ANYWARP_SANITIZE_SKIP", 0);
	kernels.most = aw_os_env_long("ANYWARP_SANITIZE_COUNT", 0);
	for (size_t length; at && *at; at += length + (at[length] == '\n')) {
		length = strcspn(at, "\n");
		add_line(at, length);
	}
}

// The name without parameters, template arguments, the type of the result and namespaces.
static bool is_bare(const char *full, const char *name)
{
	size_t end = strcspn(full, "<("), length = strlen(name);
	return end >= length && !memcmp(full + end - length, name, length) &&
	       (end == length || strchr(" :", full[end - length - 1]) != NULL);
}

static bool matches(const struct filter *filter, const char *mangled, const char *full)
{
	switch (filter->kind) {
	case WHOLE: return !strcmp(mangled, filter->text) || !strcmp(full, filter->text) || is_bare(full, filter->text);
	case PART: return strstr(mangled, filter->text) || strstr(full, filter->text);
	default: return !regexec(&filter->regex, mangled, 0, NULL, 0) || !regexec(&filter->regex, full, 0, NULL, 0);
	}
}

static bool passes(const char *name)
{
	char *full = aw_demangle(name);
	bool wanted = true, taken = false, refused = false;
	for (unsigned i = 0; i < kernels.count && full; i++) {
		const struct filter *filter = &kernels.filters[i];
		bool match = matches(filter, name, full);
		taken |= match && !filter->excludes;
		refused |= match && filter->excludes;
		wanted &= filter->excludes;
	}
	free(full);
	return (wanted || taken) && !refused;
}

bool aw_check_kernels_take(const char *name)
{
	pthread_once(&kernels.once, read_environment);
	if (!passes(name))
		return false;
	long number = __atomic_fetch_add(&kernels.seen, 1, __ATOMIC_RELAXED);
	return number >= kernels.skip && (!kernels.most || number - kernels.skip < kernels.most);
}
