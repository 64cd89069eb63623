// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A look at a source's text that knows enough of C++ to skip comments and literals, to find launches and to tell a function of
// the device.
#ifndef AW_AWCC_SOURCE_SCAN_H
#define AW_AWCC_SOURCE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

struct aw_scan {
	const char *text;
	size_t size;
};

// Whether WORD stands at AT, as it is or as no part of a longer name; whether a character of a name does.
bool aw_scan_is_at(const struct aw_scan *scan, size_t at, const char *word);
bool aw_scan_is_word(const struct aw_scan *scan, size_t at, const char *word);
// Whether TEXT ends at AT.
bool aw_scan_is_behind(const struct aw_scan *scan, size_t at, const char *text);
bool aw_scan_is_name(const struct aw_scan *scan, size_t at);
// The place behind blanks that begin at AT, in front of those, and joints of continued lines, that end before it.
size_t aw_scan_blanks(const struct aw_scan *scan, size_t at);
size_t aw_scan_back(const struct aw_scan *scan, size_t at);
// Where the word begins that ends before END; END when none does.
size_t aw_scan_word_back(const struct aw_scan *scan, size_t end);
// The opening bracket of PAIR, "[]" or "<>", that the one in front of END closes, in the same statement; END when there is none.
size_t aw_scan_opening_back(const struct aw_scan *scan, size_t end, const char *pair);
// Where the name at AT begins with what it is a member of: at space in `space::type<T>::find`.
size_t aw_scan_whole_name_back(const struct aw_scan *scan, size_t at);
// The beginning of the declaration, at file scope, in a namespace or in a class, that PLACE is in.
size_t aw_scan_declaration_of(const struct aw_scan *scan, size_t place);
// Where the signs of pointers and references begin that stand in front of a name at AT, with what may stand between and behind them.
size_t aw_scan_signs_back(const struct aw_scan *scan, size_t at);
// The place behind one of COUNT words where such stands at AT, and blanks; else AT.
size_t aw_scan_behind_word(const struct aw_scan *scan, size_t at, const char *const *words, size_t count);
// The place behind blanks, comments and the joints of continued lines that begin at AT.
size_t aw_scan_gap(const struct aw_scan *scan, size_t at);
// The place behind the bracket that closes the one at AT; the end of the text when none does.
size_t aw_scan_behind_brackets(const struct aw_scan *scan, size_t at);
// The place behind the list in <> that begins at AT; AT when it doesn't end in this statement.
size_t aw_scan_behind_list(const struct aw_scan *scan, size_t at);
// The place behind END, or the end of the text.
size_t aw_scan_behind(const struct aw_scan *scan, size_t at, const char *end);
// The place behind a comment or literal that begins at AT; AT itself when none does.
size_t aw_scan_opaque(const struct aw_scan *scan, size_t at);
// The place behind what stands at AT: a comment or literal, brackets with all between them whose opening one is in BRACKETS, or one
// character.
size_t aw_scan_step(const struct aw_scan *scan, size_t at, const char *brackets);
// The place behind a directive of the preprocessor that begins at AT, with its continued lines.
size_t aw_scan_behind_directive(const struct aw_scan *scan, size_t at);
// The # of the first directive behind the one at *AT; false when there is none.  SIZE_MAX for the text's first.
bool aw_scan_next_directive(const struct aw_scan *scan, size_t *at);
// Whether three brackets BRACKET stand at AT, with or without blanks; *END is the place behind them and
// *SPACED whether there are blanks.
bool aw_scan_triple(const struct aw_scan *scan, size_t at, char bracket, size_t *end, bool *spaced);
// The closing brackets that belong to a launch opened before AT; false when there are none.
bool aw_scan_close(const struct aw_scan *scan, size_t at, size_t *close, size_t *end, bool *spaced);
// The next `asm volatile (` from *AT on, past comments and literals: *AT is the place behind it.  False when there is none.
bool aw_scan_next_asm(const struct aw_scan *scan, size_t *at);
// The colon that ends its instructions, which begin at AT, or AT when there is none.
size_t aw_scan_asm_operands(const struct aw_scan *scan, size_t at);

// A walk along the text, past comments, literals and directives of the preprocessor, that knows functions: what stands in braces
// behind one of two words, with no semicolon, other brace or initialisation between.
struct aw_scan_walk {
	const struct aw_scan *scan;
	const char *words[2];
	bool (*marks)(const void *user, const struct aw_scan *scan, size_t at); // whether a word at AT is as good; may be NULL
	const void *user;
	size_t at, next;       // the character, and where the walk goes on, which its user may put further
	int depth, function;   // of braces; that at which a function began, -1 outside of functions
	int parentheses;       // that are open since the last semicolon or brace
	bool marked, inside_line; // one of the words was there; something was on the line
};
void aw_scan_walk_begin(const struct aw_scan *scan, const char *word, const char *other, struct aw_scan_walk *walk);
// False at the text's end.
bool aw_scan_walk_next(struct aw_scan_walk *walk);

// Adds what follows DONE to OUT, which holds the text up to there in another form; DONE 0 means that nothing was to do, and adds
// nothing.  Whether there was.
bool aw_scan_rest(const struct aw_scan *scan, size_t done, struct aw_str *out);
// Adds the text from *DONE to END to OUT, with what begins at BEGIN put between FRONT and BACK; *DONE becomes END.
void aw_scan_enclose(const struct aw_scan *scan, size_t begin, size_t end, const char *front, const char *back, size_t *done,
                     struct aw_str *out);

#endif
