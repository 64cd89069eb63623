// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program of NVRTC is here: texts, and what awcc made of them.
#ifndef AW_NVRTC_RTC_H
#define AW_NVRTC_RTC_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "../common/shim.h"
#include "../common/shim_text.h"
#pragma GCC visibility push(default)
#include "../../../include/nvrtc.h"
#pragma GCC visibility pop

// A text with a name: a header, or an expression with the name that it became.
typedef struct aw_rtc_named {
	char *name, *text;
} aw_rtc_named;

struct _nvrtcProgram {
	char *source, *name;
	aw_rtc_named *headers, *expressions;
	int header_count, expression_count;
	bool compiled;
	int (*flow)(void *payload, void *reserved);
	void *payload;
	// Of the last options.
	aw_shim_words options;   // awcc's
	aw_shim_words folders;   // of headers
	aw_shim_words stand_ins; // names of standard headers that it gives, at the last compilation
	bool real;               // for sm_XX
	bool all_device;         // functions without annotation are the device's
	bool no_source_folder;
	bool lto;                // a module for nvJitLink is made, and nothing else
	bool own_std;            // it defines names of std itself: those of the system's headers are hidden from it
	bool late_templates;     // bodies of templates are read when they are needed
	aw_shim_text ptx, cubin, ltoir, log;
};

// Translates options to awcc's.  NVRTC_ERROR_INVALID_OPTION: the log names the first that isn't one.
nvrtcResult aw_rtc_options_read(nvrtcProgram program, int count, const char *const *options);
// Runs awcc: "ptx" or "fatbin" to OUT, messages to the log.
nvrtcResult aw_rtc_compile(nvrtcProgram program, const char *what, aw_shim_text *out);
// The text that is compiled, what is read before it and all other files of a program that defines names of std, and the lowered
// names, from PTX.
bool aw_rtc_source_print(nvrtcProgram program, aw_shim_text *text);
bool aw_rtc_own_std_print(nvrtcProgram program, aw_shim_text *text);
nvrtcResult aw_rtc_names_find(nvrtcProgram program);

// A word with a value of its own for awcc.
bool aw_rtc_words_add_value(aw_shim_words *words, const char *name, const char *value);

// Whether the header NAME is one of C's or C++'s.
bool aw_rtc_is_standard(const char *name);
// Takes down that the program gives a standard header.
bool aw_rtc_stand_in_note(nvrtcProgram program, const char *name, const char *text);
// What is looked into for the folder of this number, perhaps PATH, made below WORK.
const char *aw_rtc_folder_prepare(nvrtcProgram program, const char *work, int number, char path[PATH_MAX]);

// The array of PTX that has the addresses of what the name expressions name.
#define AW_RTC_NAMES "aw_nvrtc_names"
// What a program's own std is called beside the system's.
#define AW_RTC_STD "aw_rtc_std"

extern const int aw_rtc_archs[];
extern const int aw_rtc_arch_count;

#endif
