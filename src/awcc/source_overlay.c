// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A source and the files that it includes are read, and mended copies of them laid over the originals.  Headers that directories of
// the command line have may be a large library's, so only what is found in them at a glance is mended there.
#include "source_overlay.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/map.h"
#include "../base/os.h"
#include "asm_commas.h"
#include "deduction_guides.h"
#include "device_launch.h"
#include "early_instantiations.h"
#include "host_lambdas.h"
#include "launch_braces.h"
#include "launch_macros.h"
#include "literal_suffixes.h"
#include "pragma_macros.h"
#include "register_names.h"
#include "shared_objects.h"
#include "spaced_launch.h"
#include "../base/vec.h"
#include "text.h"

struct text {
	const char *path;
	char *text;
	size_t size;
	bool own; // the source, or a file beside it
	bool is_source;
};

// The source and the files that it includes, and what must be known of all of them before one is mended.
struct sources {
	const struct aw_options *options;
	struct aw_refusals *refusals;
	struct aw_map seen; // paths
	struct {
		struct text *items;
		size_t count, capacity;
	} texts;
	struct aw_launch_macros macros;
	bool asks_for_lambdas;
	struct aw_str host_lambdas; // their places, if any file asks for them
};

// Replaces MENDED by NEXT when this is CHANGED.
static void take(struct aw_str *mended, struct aw_str *next, bool changed)
{
	if (!changed)
		return;
	aw_str_finish(mended);
	*mended = *next;
}

// All that is to be mended in TEXT, one thing after the other.  False: nothing.
static bool mend(const struct sources *sources, const struct text *text, struct aw_str *mended)
{
	enum { FOR_ALL = 3 }; // are for all files, the others for the program's own
	static const struct {
		bool (*mend)(const char *text, size_t size, struct aw_str *out);
		bool (*mend_launches)(const char *text, size_t size, const struct aw_launch_macros *macros, struct aw_str *out);
	} menders[] = {
		{ aw_pragma_macros_turn, NULL },    { aw_register_names_escape, NULL }, { aw_spaced_launch_repair_at_glance, NULL },
		{ aw_spaced_launch_repair, NULL },  { NULL, aw_device_launch_rewrite }, { NULL, aw_device_launch_values },
		{ aw_asm_commas_add, NULL },        { aw_shared_objects_mark, NULL },   { aw_literal_suffixes_part, NULL },
		{ aw_deduction_guides_mark, NULL }, { aw_launch_braces_name, NULL },    { aw_early_instantiations_move, NULL },
	};
	size_t count = text->own ? sizeof(menders) / sizeof(*menders) : FOR_ALL;
	for (size_t i = 0; i < count + sources->refusals->rounds; i++) {
		struct aw_str next = { 0 };
		const char *from = mended->length ? mended->text : text->text;
		size_t size = mended->length ? mended->length : text->size;
		bool changed;
		if (i >= count)
			changed = aw_refusals_mend(sources->refusals, (unsigned)(i - count), text->path, from, size, &next);
		else
			changed = menders[i].mend ? menders[i].mend(from, size, &next)
			                          : menders[i].mend_launches(from, size, &sources->macros, &next);
		take(mended, &next, changed);
	}
	if (sources->host_lambdas.length && text->is_source) {
		struct aw_str next = { 0 };
		aw_host_lambdas_tell(mended->length ? mended->text : text->text, mended->length ? mended->length : text->size,
		                     &sources->host_lambdas, &next);
		take(mended, &next, true);
	}
	return mended->length > 0;
}

// Where the last folder of the LENGTH bytes of PATH begins, which end with a slash; LENGTH where there is none but "..".
static size_t last_folder(const char *path, size_t length)
{
	size_t begin = length ? length - 1 : 0;
	while (begin && path[begin - 1] != '/')
		begin--;
	return begin + 1 >= length || !strncmp(path + begin, "../", 3) ? length : begin;
}

// PATH, whose file INFO tells of, without "." and folders that ".." leaves again, or as it is where a link makes that another file.
// Headers that include each other by "./name" or "../folder/name" would have names without end.
static const char *without_detours(const char *path, const struct stat *info)
{
	struct stat other;
	char *plain = aw_format("%s", path);
	size_t length = 0;
	for (const char *at = path, *next; plain && *at; at = next) {
		size_t piece = strcspn(at, "/");
		next = at + piece + (at[piece] == '/');
		if (length && piece == 1 && *at == '.')
			continue;
		size_t shorter = piece == 2 && !memcmp(at, "..", 2) ? last_folder(plain, length) : length;
		if (shorter == length)
			memcpy(plain + length, at, (size_t)(next - at));
		length = shorter < length ? shorter : length + (size_t)(next - at);
	}
	if (!plain)
		return path;
	plain[length] = '\0';
	bool same = !stat(plain, &other) && other.st_dev == info->st_dev && other.st_ino == info->st_ino;
	const char *result = same ? aw_text("%s", plain) : path;
	free(plain);
	return result;
}

static bool read_file(struct sources *sources, const char *path, bool own);

// Reads the file NAME that the directories of the command line have, or else those of installed libraries.
static void read_found(struct sources *sources, const char *name)
{
	static const enum aw_option_id options[] = { AW_OPTION_INCLUDE_PATH, AW_OPTION_SYSTEM_INCLUDE };
	static const char *const installed[] = { "/usr/local/include", "/usr/include" };
	bool found = false;
	for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++) {
		const struct aw_words *folders = aw_option_list(sources->options, options[i]);
		for (size_t k = 0; k < folders->count && !found; k++)
			found = read_file(sources, aw_text("%s/%s", folders->items[k], name), false);
	}
	for (size_t i = 0; i < sizeof(installed) / sizeof(*installed) && !found; i++)
		found = read_file(sources, aw_text("%s/%s", installed[i], name), false);
}

// Reads the files that TEXT of the file PATH includes, as far as they lie beside it, for "...", or directories of the command line
// have them.
static void read_includes(struct sources *sources, const char *path, const struct text *text)
{
	char *folder = aw_os_dirname(path);
	for (const char *at = text->text; folder && (at = strstr(at, "include")); at++) {
		const char *open = at + 7 + strspn(at + 7, " \t"), *back = at;
		while (back > text->text && (back[-1] == ' ' || back[-1] == '\t'))
			back--;
		if ((*open != '"' && *open != '<') || back == text->text || back[-1] != '#')
			continue;
		const char *name = aw_text("%.*s", (int)strcspn(open + 1, "\">\n"), open + 1);
		if (*open == '<' || !read_file(sources, aw_text("%s/%s", folder, name), text->own))
			read_found(sources, name);
	}
	free(folder);
}

// Keeps TEXT when it may have something to be mended.
static void keep(struct sources *sources, struct text *text)
{
	struct aw_str mended = { 0 };
	if (!text->own && !mend(sources, text, &mended))
		free(text->text);
	else if (!aw_vec_push(&sources->texts, *text))
		aw_text_no_memory();
	aw_str_finish(&mended);
}

// False: there is no such file.
static bool read_file(struct sources *sources, const char *path, bool own)
{
	struct text text = { .own = own };
	struct stat info;
	if (aw_map_get(&sources->seen, path))
		return true;
	if (stat(path, &info) || !S_ISREG(info.st_mode))
		return false;
	text.path = path = without_detours(path, &info);
	if (aw_map_get(&sources->seen, path))
		return true;
	if (!aw_map_put(&sources->seen, path, sources) || aw_os_read_file(path, &text.text, &text.size) != AW_OK)
		return true;
	if (own)
		aw_launch_macros_add(&sources->macros, &(struct aw_scan){ text.text, text.size });
	sources->asks_for_lambdas |= aw_host_lambdas_are_asked_for(text.text, text.size);
	text.is_source = sources->seen.count == 1;
	read_includes(sources, path, &text);
	keep(sources, &text);
	return true;
}

static bool is_kept(const struct sources *sources, const char *path)
{
	for (size_t i = 0; i < sources->texts.count; i++)
		if (!strcmp(aw_text_real_path(sources->texts.items[i].path), path))
			return true;
	return false;
}

// Reads the other files in which clang refused something, such as those of the C++ library.
static void read_refused(struct sources *sources)
{
	for (size_t i = 0; i < sources->refusals->count; i++) {
		const struct aw_refusal *place = &sources->refusals->items[i];
		if (!is_kept(sources, place->file))
			read_file(sources, place->named, false);
	}
}

static void find_host_lambdas(struct sources *sources)
{
	struct aw_map_slot *slot = NULL;
	while (sources->asks_for_lambdas && (slot = aw_map_next(&sources->seen, slot))) {
		struct text text = { .path = slot->key };
		if (aw_os_read_file(text.path, &text.text, &text.size) == AW_OK)
			aw_host_lambdas_find(text.path, text.text, text.size, &sources->host_lambdas);
		free(text.text);
	}
}

static void read_sources(const struct aw_options *options, const char *source, struct aw_refusals *refusals, struct sources *sources)
{
	*sources = (struct sources){ .options = options, .refusals = refusals, .seen = AW_MAP_OF_STRINGS,
		                     .macros = { .by_name = AW_MAP_OF_STRINGS, .kernels = AW_MAP_OF_STRINGS } };
	read_file(sources, source, true);
	read_refused(sources);
	find_host_lambdas(sources);
	aw_launch_macros_settle(&sources->macros);
	for (size_t i = 0; i < sources->texts.count; i++) {
		const struct text *text = &sources->texts.items[i];
		if (!text->own)
			continue;
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
	aw_str_finish(&sources->host_lambdas);
}

bool aw_source_overlay_needed(const struct aw_options *options, const char *source)
{
	struct aw_refusals none = AW_REFUSALS(source);
	struct sources sources;
	bool found = false;
	read_sources(options, source, &none, &sources);
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
	struct aw_map *copies;
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
	if (!aw_map_put(overlay->copies, aw_text_real_path(path), (void *)copy))
		aw_text_no_memory();
	overlay->status = aw_os_write_file(copy, mended->text, mended->length);
}

aw_status aw_source_overlay_write(const struct aw_options *options, const char *source, struct aw_refusals *refusals,
                                  const char *overlay_path)
{
	struct overlay overlay = { .path = overlay_path, .copies = &refusals->copies, .status = AW_OK };
	struct sources sources;
	aw_map_finish(&refusals->copies);
	read_sources(options, source, refusals, &sources);
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
