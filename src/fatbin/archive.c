// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "archive.h"

#include <ar.h>
#include <string.h>

#define THIN_MAGIC "!<thin>\n"

bool aw_archive_open(struct aw_archive *archive, const void *data, size_t size)
{
	if (size < SARMAG || (memcmp(data, ARMAG, SARMAG) && memcmp(data, THIN_MAGIC, SARMAG)))
		return false;
	*archive = (struct aw_archive){
		.data = data, .size = size, .at = SARMAG, .thin = !memcmp(data, THIN_MAGIC, SARMAG),
	};
	return true;
}

// A decimal number of at most COUNT digits, followed by blanks or by what a header may put there.
static bool number(const char *text, size_t count, size_t *value)
{
	size_t i = 0, sum = 0;
	for (; i < count && text[i] >= '0' && text[i] <= '9'; i++)
		sum = sum * 10 + (size_t)(text[i] - '0');
	*value = sum;
	return i > 0;
}

// "name/", or "/123": the name at that place of the table of long names.
static bool find_name(const struct aw_archive *archive, const struct ar_hdr *header,
                      struct aw_archive_member *member)
{
	const char *name = header->ar_name;
	size_t limit = sizeof(header->ar_name), offset;
	if (name[0] == '/' && number(name + 1, limit - 1, &offset)) {
		if (offset >= archive->names_length)
			return false;
		name = archive->names + offset;
		limit = archive->names_length - offset;
		const char *end = memchr(name, '\n', limit);
		limit = end ? (size_t)(end - name) : limit;
		if (limit && name[limit - 1] == '/')
			limit--;
		member->name = name;
		member->name_length = limit;
		return true;
	}
	const char *end = memchr(name, '/', limit);
	member->name = name;
	member->name_length = end ? (size_t)(end - name) : limit;
	return true;
}

// Tables are "/", "/SYM64/" (symbols) and "//" (long names).
static bool is_table(const struct ar_hdr *header)
{
	return header->ar_name[0] == '/' && (header->ar_name[1] < '0' || header->ar_name[1] > '9');
}

bool aw_archive_next(struct aw_archive *archive, struct aw_archive_member *member)
{
	while (!archive->damaged && archive->at + sizeof(struct ar_hdr) <= archive->size) {
		const struct ar_hdr *header = (const void *)(archive->data + archive->at);
		size_t size, start = archive->at + sizeof(*header);
		bool table = is_table(header), stored = table || !archive->thin;
		if (memcmp(header->ar_fmag, ARFMAG, 2) || !number(header->ar_size, sizeof(header->ar_size), &size) ||
		    (stored && size > archive->size - start))
			break;
		archive->at = start + (stored ? size + (size & 1) : 0);
		if (header->ar_name[0] == '/' && header->ar_name[1] == '/') {
			archive->names = archive->data + start;
			archive->names_length = size;
		}
		if (table)
			continue;
		member->data = stored ? archive->data + start : NULL;
		member->size = size;
		if (!find_name(archive, header, member))
			break;
		return true;
	}
	archive->damaged |= archive->at < archive->size;
	return false;
}
