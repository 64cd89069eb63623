// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fatbinary [options]: images of device code as one fat binary of CUDA's format, or as a C file with one, by the options of the CUDA
// toolkit's program of this name.  What stands for a cubin is what awcc, NVRTC and nvJitLink write (src/fatbin/nvfat.h).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/os.h"
#include "../fatbin/fatbin.h"
#include "../fatbin/nvfat.h"
#include "tool_line.h"

enum {
#define AW_TOOL_ROW(id, ...) id,
#include "fatbinary.def"
#undef AW_TOOL_ROW
	ROW_COUNT
};

static const struct aw_tool_row rows[] = {
#define AW_TOOL_ROW(id, name, letter, kind, ...) { name, letter, AW_TOOL_##kind, __VA_ARGS__ },
#include "fatbinary.def"
#undef AW_TOOL_ROW
};

static const struct aw_tool_syntax syntax = { "fatbinary", "[options]", "makes fat binaries", rows, ROW_COUNT, 1 };

#define fail(...) aw_tool_line_fail(&syntax, __VA_ARGS__)

// The toolkit's program does its work by nvFatbin, too.
static _Noreturn void fail_nvfatbin(enum aw_nvfat_error error)
{
	fprintf(stderr, "\nnvFatbin error: %s\n", aw_nvfat_error_text(error));
	exit(syntax.error);
}

// --- images ---

enum { KIND, SM, FILE_NAME, PROFILE, KEYWORD_COUNT };
static const char *const keywords[] = { "kind", "sm", "file", "profile" };

struct image {
	const char *value[KEYWORD_COUNT];
};

static void read_keyword(const char *option, const char *allowed, char *word, struct image *image)
{
	char *equals = strchr(word, '=');
	if (!equals)
		fail("'%s' is not in 'keyword=value' format", word);
	*equals = '\0';
	int found = 0;
	while (found < KEYWORD_COUNT && strcmp(keywords[found], word))
		found++;
	if (found == KEYWORD_COUNT || !strchr(allowed, '0' + found))
		fail("Keyword '%s' is not defined for option '%s'", word, option);
	if (image->value[found])
		fail("redefinition of keyword '%s' ", word);
	image->value[found] = equals + 1;
}

// The image of "kind=ptx,sm=80,file=a.ptx"; ALLOWED has the digits of keywords that it may have.
static struct image read_image(const char *option, const char *allowed, const char *spec)
{
	struct image image = { 0 };
	char *copy = aw_tool_line_need(&syntax, aw_format("%s", spec)), *rest = NULL;
	for (char *word = strtok_r(copy, ",", &rest); word; word = strtok_r(NULL, ",", &rest))
		read_keyword(option, allowed, word, &image);
	return image;
}

// What CUDA 12 writes: profile=compute_80 is PTX, profile=sm_80 machine code, and of sm_80@compute_80 the first counts.
static void read_profile(struct image *image)
{
	const char *profile = image->value[PROFILE] ? image->value[PROFILE] : "", *mark = strchr(profile, '_');
	image->value[KIND] = aw_starts_with(profile, "compute_") ? "ptx" : aw_starts_with(profile, "lto_") ? "nvvm" : "elf";
	if (!mark)
		fail("Missing or unknown profile in image");
	char *sm = aw_tool_line_need(&syntax, aw_format("%s", mark + 1));
	sm[strcspn(sm, "@")] = '\0';
	image->value[SM] = sm;
}

static void check_image(const struct image *image)
{
	static const char *const known[] = { "ptx", "elf", "nvvm", "index" };
	size_t i = 0;
	while (i < 4 && image->value[KIND] && strcmp(known[i], image->value[KIND]))
		i++;
	if (i == 4 || !image->value[KIND])
		fail("Missing or unknown kind in image3");
	if (!image->value[SM])
		fail("Missing sm in image3");
}

static void add_image(struct aw_str *body, const struct image *image, const struct aw_nvfat_input *model)
{
	const char *kind = image->value[KIND], *path = image->value[FILE_NAME];
	struct aw_nvfat_input input = *model;
	enum aw_nvfat_error error;
	char *data;
	size_t size;
	if (!path)
		fail("Missing file in image");
	if (!aw_os_is_file(path) || aw_os_read_file(path, &data, &size) != AW_OK)
		fail("Could not open input file '%s'", path);
	input.arch = image->value[SM];
	if (!strcmp(kind, "ptx"))
		error = aw_nvfat_add_ptx(body, &input, data, size);
	else if (!strcmp(kind, "elf"))
		error = aw_nvfat_add_elf(body, &input, data, size);
	else if (!strcmp(kind, "nvvm"))
		error = aw_nvfat_add_nvvm(body, &input, data, size);
	else if (!strcmp(kind, "reloc"))
		error = aw_nvfat_add_object(body, data, size);
	else
		error = AW_NVFAT_ERROR_INVALID_INDEX;
	free(data);
	if (error != AW_NVFAT_SUCCESS)
		fail_nvfatbin(error);
}

static void add_images(struct aw_str *body, const struct aw_tool_line *line)
{
	struct aw_nvfat_input model = { .name = aw_tool_line_value(line, IDENT), .options = aw_tool_line_value(line, CMDLINE) };
	model.flags = AW_NVFAT_LINUX | (aw_tool_line_has(line, BITS_32) ? 0 : AW_NVFAT_64BIT);
	model.flags |= aw_tool_line_has(line, DEBUG) ? AW_NVFAT_DEBUG : 0;
	for (size_t i = 0; i < line->given.count; i++) {
		const struct aw_tool_given *given = &line->given.items[i];
		struct image image;
		if (given->row == IMAGE) {
			image = read_image("image", "23", given->value);
			read_profile(&image);
		} else if (given->row == IMAGE2) {
			image = read_image("image2", "02", given->value);
			if (!image.value[KIND] || strcmp(image.value[KIND], "reloc"))
				fail("Missing or unknown kind in image3");
		} else if (given->row == IMAGE3) {
			image = read_image("image3", "012", given->value);
			check_image(&image);
		} else {
			continue;
		}
		add_image(body, &image, &model);
	}
}

// --- the C file ---

static unsigned long long word_at(const struct aw_str *fatbin, size_t at)
{
	unsigned long long word = 0;
	memcpy(&word, fatbin->text + at, sizeof(word)); // a fat binary's size is a multiple of 8
	return word;
}

static void write_assembly(const struct aw_str *fatbin, const char *section, struct aw_str *text)
{
	aw_str_format(text, "__asm__(\".section %s, \\\"a\\\"\\n\"\n        \".balign 8\\n\"\n        \"fatbinData:\\n\"\n", section);
	for (size_t at = 0; at < fatbin->length; at += 8)
		aw_str_format(text, "%s%#llx%s", at % 32 ? "," : "        \".quad ", word_at(fatbin, at),
		              at % 32 == 24 || at + 8 >= fatbin->length ? "\\n\"\n" : "");
	aw_str_format(text, "        \".text\\n\");\nextern const unsigned long long fatbinData[%zu];\n", fatbin->length / 8);
}

static void write_array(const struct aw_str *fatbin, const char *section, struct aw_str *text)
{
	aw_str_format(text, "static const unsigned long long fatbinData[%zu] __attribute__((section(\"%s\"))) = {", fatbin->length / 8, section);
	for (size_t at = 0; at < fatbin->length; at += 8)
		aw_str_format(text, "%s%#llxull,", at % 32 ? " " : "\n        ", word_at(fatbin, at));
	aw_str_add(text, "\n};\n");
}

// The descriptor is what __cudaRegisterFatBinary takes; that of relocatable code has a name of its module.
static void write_c(const struct aw_tool_line *line, const struct aw_str *fatbin, struct aw_str *text)
{
	bool relocatable = aw_tool_line_has(line, DEVICE_C), linked = aw_tool_line_has(line, LINK);
	const char *section = relocatable ? AW_FATBIN_RELOCATABLE_SECTION : ".nv_fatbin";
	aw_str_add(text, "#ifndef __SKIP_INTERNAL_FATBINARY_HEADERS\n#include \"fatbinary_section.h\"\n#endif\n"
	                 "#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
	if (aw_tool_line_has(line, NO_ASM))
		write_array(fatbin, section, text);
	else
		write_assembly(fatbin, section, text);
	if (relocatable)
		aw_str_add(text, "#define __FATIDNAME_CORE(x) __fatbinwrap##x\n#define __FATIDNAME(x) __FATIDNAME_CORE(x)\n"
		                 "extern const __fatBinC_Wrapper_t __FATIDNAME(__NV_MODULE_ID);\n"
		                 "const __fatBinC_Wrapper_t __FATIDNAME(__NV_MODULE_ID)");
	else
		aw_str_add(text, "static const __fatBinC_Wrapper_t __fatDeviceText");
	aw_str_format(text, "\n        __attribute__((aligned(8), section(\".nvFatBinSegment\"), used)) = { %#x, %d, fatbinData, %s };\n",
	              AW_FATBIN_WRAPPER_MAGIC, linked ? 2 : 1, linked ? "(void **)__cudaPrelinkedFatbins" : "0");
	aw_str_add(text, "#ifdef __cplusplus\n}\n#endif\n");
}

static void write_file(const char *path, const struct aw_str *text)
{
	if (text->failed)
		aw_tool_line_need(&syntax, NULL);
	FILE *file = fopen(path, "wb");
	bool good = file && fwrite(text->text, 1, text->length, file) == text->length;
	if (!file || (fclose(file) != 0) || !good)
		fail("Could not open output file '%s'", path);
}

int main(int count, char **words)
{
	struct aw_tool_line line;
	struct aw_str body = { 0 }, fatbin = { 0 }, text = { 0 };
	(void)count;
	aw_tool_line_read(&line, &syntax, words + 1);
	const char *create = aw_tool_line_value(&line, CREATE), *embedded = aw_tool_line_value(&line, EMBEDDED);
	if (aw_tool_line_has(&line, BITS_32) && aw_tool_line_has(&line, BITS_64))
		fail_nvfatbin(AW_NVFAT_ERROR_UNRECOGNIZED_OPTION);
	add_images(&body, &line);
	if (!aw_nvfat_close(&body, &fatbin))
		aw_tool_line_need(&syntax, NULL);
	if (create)
		write_file(create, &fatbin);
	if (embedded) {
		write_c(&line, &fatbin, &text);
		write_file(embedded, &text);
	}
	aw_str_finish(&text);
	aw_str_finish(&fatbin);
	aw_str_finish(&body);
	return 0;
}
