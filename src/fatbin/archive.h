// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walking the members of an archive as made by ar, in GNU's format, thin ones too.  Takes any byte
// string.
#ifndef AW_FATBIN_ARCHIVE_H
#define AW_FATBIN_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>

struct aw_archive {
	const char *data;
	size_t size;
	size_t at;
	bool thin;           // members are files beside the archive
	const char *names;   // table of long names
	size_t names_length;
	bool damaged;
};

struct aw_archive_member {
	const char *name; // not NUL-ended
	size_t name_length;
	const char *data; // NULL in thin archives
	size_t size;
};

// False when DATA is no archive.
bool aw_archive_open(struct aw_archive *archive, const void *data, size_t size);

// The next member that is no table; false at the end, or where the archive is damaged.
bool aw_archive_next(struct aw_archive *archive, struct aw_archive_member *member);

#endif
