// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strings and command lines of the driver.  A driver lives for one command line, so its strings are
// kept in one pool until the end; running out of memory ends the program with a message.
#ifndef AW_AWCC_TEXT_H
#define AW_AWCC_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/str.h"
#include "../base/vec.h"

// A list of strings of the pool, such as a command line.
struct aw_words {
	const char **items;
	size_t count;
	size_t capacity;
};

// A string made by printf, kept until aw_text_finish.  Never NULL.  Thread safe.
const char *aw_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Keeps what malloc MADE; NULL is taken for lack of memory.
const char *aw_text_keep(char *made);
void aw_text_finish(void);
// Ends the program for lack of memory.
_Noreturn void aw_text_no_memory(void);
// CLEAN_UP is called, in whatever thread, before the program ends for lack of memory.
void aw_text_on_failure(void (*clean_up)(void));

// Add words that live as long as the pool or longer.
void aw_words_add(struct aw_words *words, const char *word);
void aw_words_add_all(struct aw_words *words, const struct aw_words *more);
#define aw_words_addf(words, ...) aw_words_add(words, aw_text(__VA_ARGS__))
// Adds several words; the list ends with NULL.
void aw_words_add_list(struct aw_words *words, ...) __attribute__((sentinel));
bool aw_words_have(const struct aw_words *words, const char *word);
void aw_words_finish(struct aw_words *words);

// The words as one line that a shell reads back as the same words.
const char *aw_words_quoted(const struct aw_words *words);

// The last part of PATH; the same without its suffix; the suffix with its dot, or "".
const char *aw_text_base(const char *path);
const char *aw_text_stem(const char *path);
const char *aw_text_suffix(const char *path);
// PATH without links and dots; PATH itself when there is no such file.
const char *aw_text_real_path(const char *path);

// Tell the user, in nvcc's form: "nvcc fatal   : ...", "nvcc warning : ...".
void aw_fatal(const char *format, ...) __attribute__((format(printf, 1, 2)));
void aw_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
