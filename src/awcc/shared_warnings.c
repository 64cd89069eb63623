// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shared_warnings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/map.h"
#include "diagnostics.h"
#include "numbered.h"

static const char warning[] = "#" AW_NUMBERED_SHARED "-D: dynamic initialization is not supported for a function-scope static __shared__ "
                              "variable within a __device__/__global__ function";
static const char *const refusals[] = {
	"initialization is not supported for __shared__ variables",
	"no matching constructor for initialization of '",
};

static const char *refusal_in(const char *text)
{
	for (size_t i = 0; i < sizeof(refusals) / sizeof(*refusals); i++) {
		const char *found = strstr(text, refusals[i]);
		if (found)
			return found;
	}
	return NULL;
}

void aw_shared_warnings_keep(const char *messages, struct aw_str *kept)
{
	struct aw_message message;
	while (aw_diagnostics_next_message(&messages, &message))
		if (message.head && refusal_in(message.head))
			aw_str_add_bytes(kept, message.begin, (size_t)(message.end - message.begin));
}

// "file:12:", of a message's first line; "" where it has no place.
static const char *line_of(const char *head)
{
	static const char *const kinds[] = { ": warning: ", ": error: ", ": note: " };
	const char *end = NULL;
	for (size_t i = 0; !end && i < sizeof(kinds) / sizeof(*kinds); i++)
		end = strstr(head, kinds[i]);
	while (end && end > head && end[-1] != ':')
		end--;
	return end ? aw_text("%.*s", (int)(end - head), head) : "";
}

// Adds MESSAGE of a refusal with the warning's text, without notes of constructors that would have been good, which are its last.
static void add_reworded(const struct aw_message *message, enum aw_severity severity, struct aw_str *out)
{
	const char *text = aw_text("%.*s", (int)(message->end - message->begin), message->begin);
	char *softer = severity == AW_SEVERITY_WARNING ? aw_diagnostics_soften(text) : strdup(text);
	const char *found = softer ? refusal_in(softer) : NULL;
	if (found) {
		aw_str_add_bytes(out, softer, (size_t)(found - softer));
		aw_str_add(out, warning);
		const char *rest = found + strcspn(found, "\033\n"), *line;
		for (const char *next = rest; (line = aw_diagnostics_next_line(&next)) && !strstr(line, ": note: candidate ");) {
			aw_str_add_bytes(out, rest, (size_t)(next - rest));
			rest = next;
		}
	}
	free(softer);
}

// Adds the refusals that are KEPT of the line PLACE; how many there are.
static unsigned add_kept(const char *kept, const char *place, enum aw_severity severity, struct aw_str *out)
{
	struct aw_message message;
	unsigned count = 0;
	while (*place && aw_diagnostics_next_message(&kept, &message)) {
		if (message.head && !strcmp(line_of(message.head), place)) {
			add_reworded(&message, severity, out);
			count++;
		}
	}
	return count;
}

// What is to become of MESSAGE, at PLACE, or where the template is instantiated that it is in.
static enum aw_severity severity_of(const struct aw_options *options, const struct aw_message *message, const char *place)
{
	unsigned line_number = 0;
	const char *rest = aw_text("%.*s", (int)(message->end - message->begin), message->begin), *number;
	for (const char *line; (line = aw_diagnostics_next_line(&rest));)
		if (strstr(line, ": note: in instantiation of "))
			place = line_of(line);
	for (number = *place ? place + strlen(place) - 1 : place; number > place && number[-1] != ':';)
		number--;
	sscanf(number, "%u", &line_number);
	const char *file = aw_text("%.*s", number > place ? (int)(number - 1 - place) : 0, place);
	return aw_numbered_severity(options, AW_NUMBERED_SHARED, file, line_number);
}

unsigned aw_shared_warnings_tell(const struct aw_options *options, const char *kept, struct aw_str *messages)
{
	struct aw_map told = AW_MAP_OF_STRINGS;
	struct aw_str out = { 0 };
	struct aw_message message;
	unsigned errors = 0;
	for (const char *rest = messages->text ? messages->text : ""; aw_diagnostics_next_message(&rest, &message);) {
		if (!message.head || !strstr(message.head, warning)) {
			aw_str_add_bytes(&out, message.begin, (size_t)(message.end - message.begin));
			continue;
		}
		const char *place = line_of(message.head);
		enum aw_severity severity = severity_of(options, &message, place);
		if (severity == AW_SEVERITY_NONE || aw_map_get(&told, place))
			continue;
		unsigned count = add_kept(kept, place, severity, &out);
		aw_map_put(&told, place, &told);
		if (!count)
			aw_str_add_bytes(&out, message.begin, (size_t)(message.end - message.begin));
		errors += severity == AW_SEVERITY_ERROR ? count : 0;
	}
	aw_map_finish(&told);
	aw_str_finish(messages);
	*messages = out;
	return errors;
}
