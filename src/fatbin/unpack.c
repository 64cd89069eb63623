// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unpack.h"

#include <string.h>

#include "../base/log.h"
#include "../base/os.h"

enum { LEAST_MATCH = 4, LONG = 15 };

// A length whose four bits in the token are LOW goes on in bytes while these are 255; false at the end of the data.
static bool read_length(const unsigned char **at, const unsigned char *end, size_t low, size_t *length)
{
	*length = low;
	for (unsigned char byte = 255; low == LONG && byte == 255; *length += byte) {
		if (*at == end)
			return false;
		byte = *(*at)++;
	}
	return true;
}

bool aw_unpack_lz4(const void *from, size_t from_size, char *to, size_t size)
{
	const unsigned char *at = from, *end = at + from_size;
	size_t made = 0, length;
	while (at < end) {
		unsigned token = *at++;
		if (!read_length(&at, end, token >> 4, &length) || length > (size_t)(end - at) || length > size - made)
			return false;
		memcpy(to + made, at, length);
		made += length;
		at += length;
		if (at == end) // the last sequence is literals alone
			break;
		if (end - at < 2)
			return false;
		size_t distance = at[0] | (size_t)at[1] << 8;
		at += 2;
		if (!read_length(&at, end, token & 15, &length) || !distance || distance > made || length + LEAST_MATCH > size - made)
			return false;
		for (length += LEAST_MATCH; length; length--, made++) // what is copied may overlap what it makes
			to[made] = to[made - distance];
	}
	return made == size;
}

aw_status aw_unpack_zstd(const void *from, size_t from_size, char *to, size_t size)
{
	size_t (*decompress)(void *, size_t, const void *, size_t) = NULL;
	void *library = aw_os_library_open("libzstd.so.1");
	if (library)
		*(void **)&decompress = aw_os_library_symbol(library, "ZSTD_decompress");
	if (!decompress) {
		aw_error("fatbin", "a fat binary is compressed with Zstandard, and libzstd.so.1 isn't installed");
		return AW_NOT_SUPPORTED;
	}
	// Errors are numbers that no size reaches.
	return decompress(to, size, from, from_size) == size ? AW_OK : AW_INVALID_KERNEL_IMAGE;
}
