// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scanner knows enough of C++ to skip comments and literals.  An opening bracket is `<<` and `<`, a
// closing one `>>` and `>` before a parenthesis or at a line's end (in a macro), at the same depth of
// parentheses as the opening one; `>> >` alone is no sign, since templates end so too.
#include "spaced_launch.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/map.h"
#include "../base/os.h"

// --- the scanner ---

struct scan {
	const char *text;
	size_t size;
};

static bool is_at(const struct scan *scan, size_t at, const char *word)
{
	size_t length = strlen(word);
	return at + length <= scan->size && !memcmp(scan->text + at, word, length);
}

static bool is_name(const struct scan *scan, size_t at)
{
	return at < scan->size && (isalnum((unsigned char)scan->text[at]) || scan->text[at] == '_');
}

static size_t skip_blanks(const struct scan *scan, size_t at)
{
	while (at < scan->size && isspace((unsigned char)scan->text[at]))
		at++;
	return at;
}

// The place behind END, or the end of the text.
static size_t behind(const struct scan *scan, size_t at, const char *end)
{
	while (at < scan->size && !is_at(scan, at, end))
		at++;
	return at < scan->size ? at + strlen(end) : at;
}

static size_t skip_raw_string(const struct scan *scan, size_t at) // at R"
{
	char end[20] = ")";
	size_t length = 1;
	for (at += 2; at < scan->size && scan->text[at] != '(' && length < sizeof(end) - 2; at++)
		end[length++] = scan->text[at];
	end[length] = '"';
	return behind(scan, at, end);
}

static size_t skip_quoted(const struct scan *scan, size_t at)
{
	char quote = scan->text[at++];
	while (at < scan->size && scan->text[at] != quote && scan->text[at] != '\n')
		at += scan->text[at] == '\\' ? 2 : 1;
	return at < scan->size ? at + 1 : scan->size;
}

// The place behind a comment or literal that begins at AT; AT itself when none does.
static size_t skip_opaque(const struct scan *scan, size_t at)
{
	bool in_name = at > 0 && is_name(scan, at - 1);
	if (is_at(scan, at, "//"))
		return behind(scan, at, "\n");
	if (is_at(scan, at, "/*"))
		return behind(scan, at + 2, "*/");
	if (is_at(scan, at, "R\"") && !in_name)
		return skip_raw_string(scan, at);
	if (scan->text[at] == '"' || (scan->text[at] == '\'' && !in_name)) // 1'000 is a number
		return skip_quoted(scan, at);
	return at;
}

// Whether three brackets BRACKET stand at AT, with or without blanks; *END is the place behind them and
// *SPACED whether there are blanks.
static bool is_triple(const struct scan *scan, size_t at, char bracket, size_t *end, bool *spaced)
{
	size_t place = at;
	for (int i = 0; i < 3; i++) {
		place = i ? skip_blanks(scan, place) : place;
		if (place >= scan->size || scan->text[place] != bracket)
			return false;
		place++;
	}
	*end = place;
	*spaced = place != at + 3;
	return true;
}

static bool is_before_arguments(const struct scan *scan, size_t at)
{
	size_t next = skip_blanks(scan, at);
	return next >= scan->size || scan->text[next] == '(' || memchr(scan->text + at, '\n', next - at);
}

// The closing brackets that belong to a launch opened before AT; false when there are none.
static bool find_close(const struct scan *scan, size_t at, size_t *close, size_t *end, bool *spaced)
{
	int depth = 0;
	while (at < scan->size && depth >= 0 && scan->text[at] != ';') {
		size_t next = skip_opaque(scan, at);
		if (next != at) {
			at = next;
			continue;
		}
		if (depth == 0 && is_triple(scan, at, '>', end, spaced) && is_before_arguments(scan, *end)) {
			*close = at;
			return true;
		}
		depth += strchr("([{", scan->text[at]) != NULL;
		depth -= strchr(")]}", scan->text[at]) != NULL;
		at++;
	}
	return false;
}

// Adds three brackets in one piece and then the blanks that stood in them from AT to END.
static void add_triple(const struct scan *scan, size_t at, size_t end, struct aw_str *out)
{
	char bracket = scan->text[at];
	aw_str_add_bytes(out, (char[]){ bracket, bracket, bracket }, 3);
	for (; at < end; at++)
		if (scan->text[at] != bracket)
			aw_str_add_bytes(out, scan->text + at, 1);
}

bool aw_spaced_launch_repair(const char *text, size_t size, struct aw_str *out)
{
	struct scan scan = { text, size };
	struct aw_str result = { 0 };
	size_t done = 0, at = 0;
	while (at < size) {
		size_t open_end, close, close_end, next = skip_opaque(&scan, at);
		bool open_spaced, close_spaced;
		if (next != at) {
			at = next;
		} else if (text[at] != '<' || !is_triple(&scan, at, '<', &open_end, &open_spaced) ||
		           !find_close(&scan, open_end, &close, &close_end, &close_spaced) ||
		           !(open_spaced || close_spaced)) {
			at++;
		} else {
			aw_str_add_bytes(&result, text + done, at - done);
			add_triple(&scan, at, open_end, &result);
			aw_str_add_bytes(&result, text + open_end, close - open_end);
			add_triple(&scan, close, close_end, &result);
			at = done = close_end;
		}
	}
	if (done) {
		aw_str_add_bytes(&result, text + done, size - done);
		aw_str_add_bytes(out, result.text, result.length);
	}
	aw_str_finish(&result);
	return done != 0;
}

// --- files ---

// What is done with each file that has to be repaired.  False ends the walk.
typedef bool (*visitor)(void *user, const char *path, const struct aw_str *repaired);

struct walk {
	struct aw_map seen; // paths
	visitor visit;
	void *user;
	bool going;
};

static void visit_file(struct walk *walk, const char *path);

// Visits the files that TEXT of the file PATH includes by "...", as far as they lie beside it.
static void visit_includes(struct walk *walk, const char *path, const char *text)
{
	char *folder = aw_os_dirname(path);
	for (const char *at = text; folder && walk->going && (at = strstr(at, "include")); at++) {
		const char *open = at + 7 + strspn(at + 7, " \t"), *back = at;
		while (back > text && (back[-1] == ' ' || back[-1] == '\t'))
			back--;
		if (*open != '"' || back == text || back[-1] != '#')
			continue;
		visit_file(walk, aw_text("%s/%.*s", folder, (int)strcspn(open + 1, "\"\n"), open + 1));
	}
	free(folder);
}

static void visit_file(struct walk *walk, const char *path)
{
	char *text;
	size_t size;
	struct stat info;
	struct aw_str repaired = { 0 };
	if (!walk->going || aw_map_get(&walk->seen, path) || stat(path, &info) || !S_ISREG(info.st_mode))
		return;
	if (!aw_map_put(&walk->seen, path, walk) || aw_os_read_file(path, &text, &size) != AW_OK)
		return;
	if (aw_spaced_launch_repair(text, size, &repaired))
		walk->going = walk->visit(walk->user, path, &repaired);
	visit_includes(walk, path, text);
	aw_str_finish(&repaired);
	free(text);
}

static void walk_files(const char *source, visitor visit, void *user)
{
	struct walk walk = { .seen = AW_MAP_OF_STRINGS, .visit = visit, .user = user, .going = true };
	visit_file(&walk, source);
	aw_map_finish(&walk.seen);
}

static bool note(void *user, const char *path, const struct aw_str *repaired)
{
	(void)path, (void)repaired;
	*(bool *)user = true;
	return false;
}

bool aw_spaced_launch_found(const char *source)
{
	bool found = false;
	walk_files(source, note, &found);
	return found;
}

struct overlay {
	const char *path;
	struct aw_str text;
	size_t count;
	aw_status status;
};

static void add_json(struct aw_str *text, const char *value)
{
	aw_str_add(text, "\"");
	for (; *value; value++)
		aw_str_format(text, *value == '"' || *value == '\\' ? "\\%c" : "%c", *value);
	aw_str_add(text, "\"");
}

static void add_name(struct overlay *overlay, const char *name, const char *copy)
{
	aw_str_add(&overlay->text, overlay->text.text[overlay->text.length - 1] == '}' ? ", " : "");
	aw_str_add(&overlay->text, "{ \"type\": \"file\", \"name\": ");
	add_json(&overlay->text, name);
	aw_str_add(&overlay->text, ", \"external-contents\": ");
	add_json(&overlay->text, copy);
	aw_str_add(&overlay->text, " }");
}

// clang asks for a file under the name that the working directory has for the shell, which may lead
// over links, or under its real one.
static bool add_copy(void *user, const char *path, const struct aw_str *repaired)
{
	struct overlay *overlay = user;
	const char *copy = aw_text("%s.%zu", overlay->path, overlay->count++);
	const char *folder = getenv("PWD");
	const char *logical = *path == '/' || !folder ? path : aw_text("%s/%s", folder, path);
	char *real = realpath(path, NULL);
	if (*logical == '/')
		add_name(overlay, logical, copy);
	if (real && strcmp(real, logical))
		add_name(overlay, real, copy);
	free(real);
	overlay->status = aw_os_write_file(copy, repaired->text, repaired->length);
	return overlay->status == AW_OK;
}

aw_status aw_spaced_launch_write(const char *source, const char *overlay_path)
{
	struct overlay overlay = { .path = overlay_path, .status = AW_OK };
	aw_str_add(&overlay.text, "{ \"version\": 0, \"use-external-names\": false, \"roots\": [ ");
	walk_files(source, add_copy, &overlay);
	aw_str_add(&overlay.text, " ] }\n");
	if (overlay.status == AW_OK && overlay.text.failed)
		overlay.status = AW_NO_MEMORY;
	if (overlay.status == AW_OK)
		overlay.status = aw_os_write_file(overlay_path, overlay.text.text, overlay.text.length);
	aw_str_finish(&overlay.text);
	return overlay.status;
}
