// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A source and the files that it includes by "..." are read, and mended copies of them laid over the originals.
#include "source_overlay.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/map.h"
#include "../base/os.h"
#include "asm_commas.h"
#include "device_launch.h"
#include "register_names.h"
#include "shared_objects.h"
#include "spaced_launch.h"
#include "text.h"

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

// All that is to be mended in TEXT, one thing after the other.  False: nothing.
static bool mend(const char *text, size_t size, struct aw_str *mended)
{
	static bool (*const menders[])(const char *text, size_t size, struct aw_str *out) = {
		aw_spaced_launch_repair, aw_device_launch_rewrite, aw_register_names_escape, aw_asm_commas_add, aw_shared_objects_mark,
	};
	for (size_t i = 0; i < sizeof(menders) / sizeof(*menders); i++) {
		struct aw_str next = { 0 };
		bool changed = mended->length ? menders[i](mended->text, mended->length, &next) : menders[i](text, size, &next);
		if (changed) {
			aw_str_finish(mended);
			*mended = next;
		}
	}
	return mended->length > 0;
}

static void visit_file(struct walk *walk, const char *path)
{
	char *text;
	size_t size;
	struct stat info;
	struct aw_str mended = { 0 };
	if (!walk->going || aw_map_get(&walk->seen, path) || stat(path, &info) || !S_ISREG(info.st_mode))
		return;
	if (!aw_map_put(&walk->seen, path, walk) || aw_os_read_file(path, &text, &size) != AW_OK)
		return;
	if (mend(text, size, &mended))
		walk->going = walk->visit(walk->user, path, &mended);
	visit_includes(walk, path, text);
	aw_str_finish(&mended);
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

bool aw_source_overlay_needed(const char *source)
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

aw_status aw_source_overlay_write(const char *source, const char *overlay_path)
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
