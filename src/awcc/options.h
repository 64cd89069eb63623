// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line, read by the table options.def.
#ifndef AW_AWCC_OPTIONS_H
#define AW_AWCC_OPTIONS_H

#include <stdbool.h>

#include "text.h"

enum aw_option_id {
#define AW_SECTION(title)
#define AW_OPTION(id, kind, name, alias, argument, allowed, help) AW_OPTION_##id,
#include "options.def"
#undef AW_OPTION
#undef AW_SECTION
	AW_OPTION_COUNT
};

enum aw_option_kind {
	AW_KIND_FLAG, AW_KIND_TEXT, AW_KIND_WORD, AW_KIND_LIST, AW_KIND_ARGS, AW_KIND_BOOL, AW_KIND_NUMBER,
};

struct aw_option_row {
	enum aw_option_kind kind;
	const char *name, *alias, *argument, *allowed, *help;
};
extern const struct aw_option_row aw_option_rows[AW_OPTION_COUNT];

struct aw_options {
	struct aw_words values[AW_OPTION_COUNT]; // a flag that was given has one value, ""
	struct aw_words inputs;                  // files, in order
	struct aw_words unknown;                 // options to be forwarded to the host tools
};

// Reads the COUNT words of a command line, and those of NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS.
// False when it is wrong; the user has been told.
bool aw_options_parse(struct aw_options *options, int count, char *const words[]);
void aw_options_finish(struct aw_options *options);

bool aw_option_given(const struct aw_options *options, enum aw_option_id id);
// The last value, or FALLBACK when there is none.
const char *aw_option_value(const struct aw_options *options, enum aw_option_id id, const char *fallback);
bool aw_option_bool(const struct aw_options *options, enum aw_option_id id, bool fallback);
int aw_option_number(const struct aw_options *options, enum aw_option_id id, int fallback);
const struct aw_words *aw_option_list(const struct aw_options *options, enum aw_option_id id);

// --help and --version.
void aw_help_print(void);
void aw_version_print(void);

#endif
