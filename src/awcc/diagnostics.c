// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A message begins at a line "file:line:column: kind: text" whose kind is an error or a warning, or
// at the lines "In file included from" before it, and runs to the next one; its notes and source
// lines belong to it.  Colours are escape sequences in the line, which are skipped in comparing.
#include "diagnostics.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "text.h"

static const char *next_line(const char *line)
{
	const char *end = strchr(line, '\n');
	return end ? end + 1 : line + strlen(line);
}

// The line from BEGIN to END without colours.
static const char *plain(const char *begin, const char *end)
{
	struct aw_str text = { 0 };
	for (const char *at = begin; at < end; at++) {
		if (*at == '\033') {
			while (at < end && *at != 'm')
				at++;
		} else if (*at != '\n') {
			aw_str_add_bytes(&text, at, 1);
		}
	}
	const char *kept = aw_text("%s", text.text ? text.text : "");
	aw_str_finish(&text);
	return kept;
}

const char *aw_diagnostics_next_line(const char **text)
{
	const char *line = *text;
	*text = next_line(line);
	return *line ? plain(line, *text) : NULL;
}

// "2 errors and 1 warning generated when compiling for host."
static bool is_count(const char *line)
{
	return isdigit((unsigned char)*line) && strstr(line, " generated") &&
	       (strstr(line, " error") || strstr(line, " warning"));
}

static bool is_error(const char *line)
{
	return strstr(line, ": error: ") || strstr(line, ": fatal error: ") || aw_starts_with(line, "error: ") ||
	       aw_starts_with(line, "fatal error: ");
}

// Messages of the tools themselves, such as "clang: error: ...", are no errors in the source.
static bool has_place(const char *line)
{
	return !aw_starts_with(line, "error: ") && !aw_starts_with(line, "fatal error: ") &&
	       !aw_starts_with(line, "clang: ");
}

static bool begins_message(const char *line)
{
	return is_error(line) || strstr(line, ": warning: ") || strstr(line, ": remark: ") ||
	       aw_starts_with(line, "warning: ");
}

static bool begins_context(const char *line)
{
	return aw_starts_with(line, "In file included from ") || aw_starts_with(line, "In module ");
}

// Where a header comes from that HEAD doesn't find, when it is of a library that CUDA's toolkit has and nvcc finds by itself.
static void add_source(const char *head, struct aw_str *output)
{
	static const char libcuxx[] = "install libcu++ (on Debian: apt-get install libcu++-dev), or name the folder of CCCL's headers with -I";
	static const struct {
		const char *header, *source;
	} libraries[] = {
		{ "'cuda/", libcuxx },
		{ "'nv/target", libcuxx },
		{ "'thrust/", "install Thrust (on Debian: apt-get install libthrust-dev), or name the folder of another copy with -I" },
		{ "'cub/", "install CUB (on Debian: apt-get install libcub-dev), or name the folder of another copy with -I" },
	};
	for (size_t i = 0; strstr(head, "' file not found") && i < sizeof(libraries) / sizeof(*libraries); i++)
		if (strstr(head, libraries[i].header))
			aw_str_format(output, "note: %s\n", libraries[i].source);
}

// Shows the message from BEGIN to END, whose first line proper is HEAD, unless an earlier pass gave it.
static void show(struct aw_diagnostics *diagnostics, const char *begin, const char *end, const char *head,
                 struct aw_str *output)
{
	void *pass = (void *)(uintptr_t)diagnostics->passes, *first = head ? aw_map_get(&diagnostics->seen, head) : NULL;
	if (first && first != pass)
		return;
	if (head) {
		aw_map_put(&diagnostics->seen, head, pass);
		diagnostics->errors += is_error(head) && has_place(head);
	}
	aw_str_add_bytes(output, begin, (size_t)(end - begin));
	if (head && is_error(head))
		add_source(head, output);
}

bool aw_diagnostics_next_message(const char **text, struct aw_message *message)
{
	const char *line = *text;
	bool in_context = false; // lines of context were read whose message is to come
	while (*line && is_count(plain(line, next_line(line))))
		line = next_line(line);
	*message = (struct aw_message){ .begin = line };
	for (*text = line; *line; line = next_line(line)) {
		const char *line_text = plain(line, next_line(line));
		if (aw_starts_with(line_text, "PLEASE submit a bug report") && message->head && strstr(message->head, "IO failure")) {
			message->end = line;
			*text = line + strlen(line); // a full disk is no fault of clang's: its stack says nothing
			return true;
		}
		bool context = begins_context(line_text), begins = begins_message(line_text);
		if (line != message->begin && (is_count(line_text) || ((context || begins) && !in_context)))
			break;
		if (begins)
			message->head = line_text;
		in_context = context;
	}
	message->end = *text = line;
	return message->end != message->begin;
}

void aw_diagnostics_add(struct aw_diagnostics *diagnostics, const char *text, struct aw_str *output)
{
	struct aw_message message;
	diagnostics->passes++;
	while (aw_diagnostics_next_message(&text, &message))
		show(diagnostics, message.begin, message.end, message.head, output);
}

// The name that LINE says is undeclared, clang having found no other like it, or NULL.
static const char *undeclared_name(const char *line)
{
	static const char words[] = ": error: use of undeclared identifier '";
	const char *found = strstr(line, words), *name = found ? found + strlen(words) : NULL;
	size_t length = name ? strcspn(name, "'") : 0;
	return length && !strcmp(name + length, "'") ? aw_text("%.*s", (int)length, name) : NULL;
}

bool aw_diagnostics_are_of(const char *source, const char *text, bool (*headers_name)(const void *user, const char *name),
                           const void *user)
{
	static const char *const guesses[] = {
		"undeclared", "unknown type name", " named ", "did you mean", "candidate", "ambiguous", "no matching", "no viable", "overload",
	};
	size_t length = strlen(source), errors = 0;
	for (const char *line; text && (line = aw_diagnostics_next_line(&text));) {
		bool message = begins_message(line) || strstr(line, ": note: ");
		if (begins_context(line) || (message && (strncmp(line, source, length) != 0 || line[length] != ':')))
			return false;
		const char *name = message ? undeclared_name(line) : NULL;
		if (name && headers_name(user, name))
			return false;
		for (size_t i = 0; message && !name && i < sizeof(guesses) / sizeof(*guesses); i++)
			if (strstr(line, guesses[i]))
				return false;
		errors += is_error(line);
	}
	return errors > 0;
}

bool aw_diagnostics_are_host_calls(const char *text, bool relaxed)
{
	size_t calls = 0;
	for (const char *line_text; (line_text = aw_diagnostics_next_line(&text));) {
		bool named = strstr(line_text, ": error: reference to __host__ function '") ||
		             (relaxed && strstr(line_text, ": error: reference to __host__ variable '"));
		bool call = named && strstr(line_text, "' in __host__ __device__ function");
		if (is_error(line_text) && !call)
			return false;
		calls += call;
	}
	return calls > 0;
}

static bool is_in_device_function(const char *text)
{
	bool both = text && strstr(text, "__host__ __device__ function");
	return text && !both && (strstr(text, "__device__ function") || strstr(text, "__global__ function"));
}

bool aw_diagnostics_is_device_call(const char *error, const char *rest)
{
	static const char note[] = " not viable: call to __host__ function from ";
	if (strstr(error, ": error: reference to __host__ ") && !strstr(error, " function '~"))
		return is_in_device_function(strstr(error, " in __"));
	bool guide = strstr(error, " or deduction guide"); // these are for either side
	bool overload = !guide && (strstr(error, ": error: no matching ") || strstr(error, ": error: no viable "));
	for (const char *line; overload && (line = aw_diagnostics_next_line(&rest)) && !is_error(line) && !strstr(line, ": warning: ");)
		if (strstr(line, note) && is_in_device_function(strstr(line, note) + sizeof note - 1))
			return true;
	return false;
}

char *aw_diagnostics_soften(const char *text)
{
	static const char word[] = "error: ";
	struct aw_str softer = { 0 };
	for (const char *line = text, *end; *line; line = end) {
		end = next_line(line);
		const char *found = is_error(plain(line, end)) ? strstr(line, word) : NULL;
		aw_str_add_bytes(&softer, line, (size_t)((found ? found : line) - line));
		aw_str_add(&softer, found ? "warning: " : "");
		line = found ? found + strlen(word) : line;
		aw_str_add_bytes(&softer, line, (size_t)(end - line));
	}
	return aw_str_take(&softer);
}

void aw_diagnostics_finish(struct aw_diagnostics *diagnostics, const char *name, struct aw_str *output)
{
	if (diagnostics->errors)
		aw_str_format(output, "%u error%s detected in the compilation of \"%s\".\n", diagnostics->errors,
		              diagnostics->errors == 1 ? "" : "s", name);
	aw_map_finish(&diagnostics->seen);
}
