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
#include "launch_macros.h"
#include "literal_suffixes.h"
#include "register_names.h"
#include "shared_objects.h"
#include "spaced_launch.h"
#include "../base/vec.h"
#include "text.h"

struct text {
	const char *path;
	char *text;
	size_t size;
};

// The source and the files that it includes, and what must be known of all of them before one is mended.
struct sources {
	struct aw_map seen; // paths
	struct {
		struct text *items;
		size_t count, capacity;
	} texts;
	struct aw_launch_macros macros;
};

static void read_file(struct sources *sources, const char *path);

// Reads the files that TEXT of the file PATH includes by "...", as far as they lie beside it.
static void read_includes(struct sources *sources, const char *path, const char *text)
{
	char *folder = aw_os_dirname(path);
	for (const char *at = text; folder && (at = strstr(at, "include")); at++) {
		const char *open = at + 7 + strspn(at + 7, " \t"), *back = at;
		while (back > text && (back[-1] == ' ' || back[-1] == '\t'))
			back--;
		if (*open != '"' || back == text || back[-1] != '#')
			continue;
		read_file(sources, aw_text("%s/%.*s", folder, (int)strcspn(open + 1, "\"\n"), open + 1));
	}
	free(folder);
}

static void read_file(struct sources *sources, const char *path)
{
	struct text text = { .path = path };
	struct stat info;
	if (aw_map_get(&sources->seen, path) || stat(path, &info) || !S_ISREG(info.st_mode))
		return;
	if (!aw_map_put(&sources->seen, path, sources) || aw_os_read_file(path, &text.text, &text.size) != AW_OK)
		return;
	if (!aw_vec_push(&sources->texts, text))
		aw_text_no_memory();
	aw_launch_macros_add(&sources->macros, &(struct aw_scan){ text.text, text.size });
	read_includes(sources, path, text.text);
}

static void read_sources(const char *source, struct sources *sources)
{
	*sources = (struct sources){ .seen = AW_MAP_OF_STRINGS, .macros = { .by_name = AW_MAP_OF_STRINGS, .kernels = AW_MAP_OF_STRINGS } };
	read_file(sources, source);
	aw_launch_macros_settle(&sources->macros);
	for (size_t i = 0; i < sources->texts.count; i++) {
		const struct text *text = &sources->texts.items[i];
		aw_launch_macros_drop_variables(&sources->macros, &(struct aw_scan){ text->text, text->size });
		sources->macros.device_launch |= aw_device_launch_by_macro(text->text, text->size, &sources->macros);
	}
}

static void finish_sources(struct sources *sources)
{
	for (size_t i = 0; i < sources->texts.count; i++)
		free(sources->texts.items[i].text);
	aw_vec_finish(&sources->texts);
	aw_map_finish(&sources->seen);
	aw_launch_macros_finish(&sources->macros);
}

// All that is to be mended in TEXT, one thing after the other.  False: nothing.
static bool mend(const struct sources *sources, const struct text *text, struct aw_str *mended)
{
	static const struct {
		bool (*mend)(const char *text, size_t size, struct aw_str *out);
		bool (*mend_launches)(const char *text, size_t size, const struct aw_launch_macros *macros, struct aw_str *out);
	} menders[] = {
		{ aw_spaced_launch_repair, NULL },  { NULL, aw_device_launch_rewrite }, { NULL, aw_device_launch_values },
		{ aw_register_names_escape, NULL }, { aw_asm_commas_add, NULL },        { aw_shared_objects_mark, NULL },
		{ aw_literal_suffixes_part, NULL },
	};
	for (size_t i = 0; i < sizeof(menders) / sizeof(*menders); i++) {
		struct aw_str next = { 0 };
		const char *from = mended->length ? mended->text : text->text;
		size_t size = mended->length ? mended->length : text->size;
		if (menders[i].mend ? menders[i].mend(from, size, &next) : menders[i].mend_launches(from, size, &sources->macros, &next)) {
			aw_str_finish(mended);
			*mended = next;
		}
	}
	return mended->length > 0;
}

bool aw_source_overlay_needed(const char *source)
{
	struct sources sources;
	bool found = false;
	read_sources(source, &sources);
	for (size_t i = 0; i < sources.texts.count && !found; i++) {
		struct aw_str mended = { 0 };
		found = mend(&sources, &sources.texts.items[i], &mended);
		aw_str_finish(&mended);
	}
	finish_sources(&sources);
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
static void add_copy(struct overlay *overlay, const char *path, const struct aw_str *mended)
{
	const char *copy = aw_text("%s.%zu", overlay->path, overlay->count++);
	const char *folder = getenv("PWD");
	const char *logical = *path == '/' || !folder ? path : aw_text("%s/%s", folder, path);
	char *real = realpath(path, NULL);
	if (*logical == '/')
		add_name(overlay, logical, copy);
	if (real && strcmp(real, logical))
		add_name(overlay, real, copy);
	free(real);
	overlay->status = aw_os_write_file(copy, mended->text, mended->length);
}

aw_status aw_source_overlay_write(const char *source, const char *overlay_path)
{
	struct overlay overlay = { .path = overlay_path, .status = AW_OK };
	struct sources sources;
	read_sources(source, &sources);
	aw_str_add(&overlay.text, "{ \"version\": 0, \"use-external-names\": false, \"roots\": [ ");
	for (size_t i = 0; i < sources.texts.count && overlay.status == AW_OK; i++) {
		struct aw_str mended = { 0 };
		if (mend(&sources, &sources.texts.items[i], &mended))
			add_copy(&overlay, sources.texts.items[i].path, &mended);
		aw_str_finish(&mended);
	}
	finish_sources(&sources);
	aw_str_add(&overlay.text, " ] }\n");
	if (overlay.status == AW_OK && overlay.text.failed)
		overlay.status = AW_NO_MEMORY;
	if (overlay.status == AW_OK)
		overlay.status = aw_os_write_file(overlay_path, overlay.text.text, overlay.text.length);
	aw_str_finish(&overlay.text);
	return overlay.status;
}
