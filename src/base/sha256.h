// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SHA-256 (FIPS 180-4), for names and checks of things that must not be confused.
#ifndef AW_BASE_SHA256_H
#define AW_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { AW_SHA256_SIZE = 32 };

struct aw_sha256 {
	uint32_t state[8];
	uint64_t length;
	unsigned char block[64];
};

void aw_sha256_start(struct aw_sha256 *hash);
void aw_sha256_add(struct aw_sha256 *hash, const void *data, size_t size);
// The text with its NUL, so that texts one after another don't run together.
void aw_sha256_add_text(struct aw_sha256 *hash, const char *text);
void aw_sha256_end(struct aw_sha256 *hash, unsigned char digest[AW_SHA256_SIZE]);

#endif
