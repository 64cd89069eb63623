// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A message is a line "file:line:column: kind: text", and below it
//      3 | __device__ int f(int a);
//        |                ^
// lines of the source behind their numbers, each with marks or what clang proposes below it.  Where a line isn't the file's, both are
// aligned by their longest common subsequence (Wagner and Fischer, The String-to-String Correction Problem, 1974), which has what marks
// point at unless that was put in; then they point at what follows.  Lines of which less than half is the file's stand somewhere else
// (#line) and stay, as do those with letters that may be wider than one column.
#include "source_lines.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../base/os.h"
#include "../base/str.h"
#include "diagnostics.h"
#include "text.h"

enum { LONGEST = 2000, TAB = 8 };

// A file that was read last.
struct file {
	const char *path;
	char *text;
	size_t size;
};

struct place {
	const char *path;
	unsigned line;
	int before, behind; // the column's number stands between these offsets of the message's first line
};

// Where the columns of the line that is shown stand in the file's.
struct alignment {
	const char *shown, *own; // own: with tabs as columns
	uint16_t to[LONGEST + 1];
};

// --- lines of messages ---

// "file:line:column: " at the beginning of LINE.
static bool find_place(const char *line, struct place *place)
{
	for (const char *colon = strchr(line, ':'); colon; colon = strchr(colon + 1, ':')) {
		char *end, *second;
		unsigned long number = strtoul(colon + 1, &end, 10);
		if (end == colon + 1 || *end != ':' || !isdigit((unsigned char)end[1]))
			continue;
		strtoul(end + 1, &second, 10);
		if (*second != ':')
			continue;
		*place = (struct place){ aw_text("%.*s", (int)(colon - line), line), (unsigned)number, (int)(end + 1 - line), (int)(second - line) };
		return true;
	}
	return false;
}

// What stands behind " 12 | " or, with *NUMBER 0, behind "    | "; NULL: LINE is none of these.
static const char *behind_bar(const char *line, unsigned *number)
{
	char *end = (char *)line;
	*number = (unsigned)strtoul(line, &end, 10);
	end += strspn(end, " ");
	if (end == line || *end != '|' || end[-1] != ' ')
		return NULL;
	return end[1] == ' ' ? end + 2 : end + 1;
}

// --- lines of files ---

// Line NUMBER of the file at PATH; NULL: it has none.
static const char *own_line(struct file *file, const char *path, unsigned number)
{
	if (!file->path || strcmp(file->path, path)) {
		free(file->text);
		*file = (struct file){ .path = path };
		if (!aw_os_is_file(path) || aw_os_read_file(path, &file->text, &file->size) != AW_OK)
			file->text = NULL;
	}
	const char *line = file->text;
	while (line && --number)
		line = (line = strchr(line, '\n')) ? line + 1 : NULL;
	return line ? aw_text("%.*s", (int)strcspn(line, "\r\n"), line) : NULL;
}

static const char *without_tabs(const char *line)
{
	struct aw_str columns = { 0 };
	for (; *line; line++)
		for (size_t end = *line == '\t' ? (columns.length / TAB + 1) * TAB : columns.length + 1; columns.length < end && !columns.failed;)
			aw_str_add_bytes(&columns, *line == '\t' ? " " : line, 1);
	const char *kept = aw_text("%s", columns.text ? columns.text : "");
	aw_str_finish(&columns);
	return kept;
}

// Which byte of LINE, from 1 on, is in COLUMN, from 0 on.
static unsigned byte_of(const char *line, unsigned column)
{
	unsigned byte = 1;
	for (size_t at = 0; *line && at < column; line++, byte++)
		at = *line == '\t' ? (at / TAB + 1) * TAB : at + 1;
	return byte;
}

// --- aligning ---

static bool is_plain(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text >= 0x80)
			return false;
	return true;
}

// Sets the N places of TO for those of A, whose longest common subsequence with the M letters of B it takes, the last one in A; returns its
// length.
static size_t align_middle(const char *a, size_t n, const char *b, size_t m, uint16_t *to)
{
	uint16_t *common = calloc((n + 1) * (m + 1), sizeof(*common));
	if (!common)
		return 0;
#define COMMON(i, j) common[(i) * (m + 1) + (j)] // of what is behind I and J
	for (size_t i = n; i-- > 0;)
		for (size_t j = m; j-- > 0;) {
			uint16_t down = COMMON(i + 1, j), right = COMMON(i, j + 1);
			COMMON(i, j) = a[i] == b[j] ? (uint16_t)(COMMON(i + 1, j + 1) + 1) : down > right ? down : right;
		}
	size_t length = COMMON(0, 0);
	for (size_t i = 0, j = 0; i < n; i++) {
		while (j < m && a[i] != b[j] && COMMON(i + 1, j) < COMMON(i, j + 1))
			j++;
		to[i] = (uint16_t)j;
		j += j < m && a[i] == b[j] && COMMON(i + 1, j) < COMMON(i, j);
	}
#undef COMMON
	free(common);
	return length;
}

// Sets alignment->to; false: the lines have too little in common.
static bool align(struct alignment *alignment)
{
	const char *a = alignment->shown, *b = alignment->own;
	size_t n = strlen(a), m = strlen(b), begin = 0, end = 0;
	if (n > LONGEST || m > LONGEST || !is_plain(a) || !is_plain(b))
		return false;
	while (begin < n && begin < m && a[begin] == b[begin])
		begin++;
	while (end < n - begin && end < m - begin && a[n - end - 1] == b[m - end - 1])
		end++;
	size_t same = begin + end + align_middle(a + begin, n - begin - end, b + begin, m - begin - end, alignment->to + begin);
	for (size_t i = 0; i <= n; i++)
		alignment->to[i] = (uint16_t)(i < begin ? i : i < n - end ? begin + alignment->to[i] : m - (n - i));
	return same * 2 >= n || same * 2 >= m;
}

static size_t column_of(const struct alignment *alignment, size_t column)
{
	size_t length = strlen(alignment->shown);
	return column <= length ? alignment->to[column] : alignment->to[length] + column - length;
}

// Whether the shown line's COLUMN is in the file's.
static bool is_own(const struct alignment *alignment, size_t column)
{
	size_t length = strlen(alignment->shown);
	return column >= length || alignment->own[alignment->to[column]] == alignment->shown[column];
}

// --- writing ---

static void pad(struct aw_str *output, size_t begin, size_t column)
{
	while (output->length - begin < column && !output->failed)
		aw_str_add(output, " ");
}

// MARKS below a line, or what clang proposes to write there, moved.
static void add_marks(const struct alignment *alignment, const char *marks, struct aw_str *output)
{
	size_t begin = output->length, first = strspn(marks, " ");
	if (marks[strspn(marks, " ^~")]) {
		pad(output, begin, column_of(alignment, first));
		aw_str_add(output, marks + first);
		return;
	}
	for (size_t i = first; marks[i]; i++)
		if (marks[i] == '^' || (marks[i] == '~' && is_own(alignment, i) && column_of(alignment, i) >= output->length - begin)) {
			pad(output, begin, column_of(alignment, i));
			aw_str_add_bytes(output, marks + i, 1);
		}
}

// What is below a message's first line, up to END, as the files have it; false: that is what is there.  *COLUMN: where the message's
// place is in its line, 0: where it says.
static bool restore_lines(struct file *file, const struct place *place, const char *text, const char *end, struct aw_str *output,
                          unsigned *column)
{
	static struct alignment alignment;
	const char *own = NULL;
	bool changed = false, aligned = false;
	unsigned line_number = 0;
	while (text < end) {
		unsigned number;
		const char *line = aw_diagnostics_next_line(&text), *shown = behind_bar(line, &number);
		size_t gutter = (size_t)(shown - line);
		if (number) {
			line_number = number;
			own = own_line(file, place->path, number);
			alignment.shown = shown;
			alignment.own = own ? without_tabs(own) : shown;
			aligned = strcmp(alignment.own, shown) != 0 && align(&alignment);
			changed |= aligned;
		} else if (aligned && line_number == place->line && strchr(shown, '^')) {
			*column = byte_of(own, (unsigned)column_of(&alignment, (size_t)(strchr(shown, '^') - shown)));
		}
		aw_str_format(output, "%.*s", (int)gutter, line);
		if (aligned && !number)
			add_marks(&alignment, shown, output);
		else
			aw_str_add(output, aligned ? alignment.own : shown);
		aw_str_add(output, "\n");
	}
	return changed;
}

// The end of the lines of source at TEXT.
static const char *end_of_lines(const char *text)
{
	unsigned number;
	for (const char *next = text, *line; (line = aw_diagnostics_next_line(&next)) && behind_bar(line, &number);)
		text = next;
	return text;
}

char *aw_source_lines_restore(const char *text)
{
	struct aw_str output = { 0 };
	struct file file = { 0 };
	for (const char *begin = text, *line; (line = aw_diagnostics_next_line(&text)); begin = text) {
		struct place place;
		struct aw_str lines = { 0 };
		unsigned column = 0;
		const char *end = end_of_lines(text);
		if (end != text && find_place(line, &place) && restore_lines(&file, &place, text, end, &lines, &column)) {
			if (column)
				aw_str_format(&output, "%.*s%u%s\n", place.before, line, column, line + place.behind);
			else
				aw_str_add_bytes(&output, begin, (size_t)(text - begin));
			aw_str_add(&output, lines.text);
		} else {
			aw_str_add_bytes(&output, begin, (size_t)(end - begin));
		}
		text = end;
		aw_str_finish(&lines);
	}
	free(file.text);
	return aw_str_take(&output);
}
