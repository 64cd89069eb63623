// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sha256.h"

#include <string.h>

static const uint32_t constants[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static inline uint32_t rotate(uint32_t value, unsigned count)
{
	return value >> count | value << (32 - count);
}

static inline uint32_t big_endian(const unsigned char *bytes)
{
	return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void mix(uint32_t state[8], const unsigned char *block)
{
	uint32_t w[64];
	for (unsigned i = 0; i < 16; i++)
		w[i] = big_endian(block + 4 * i);
	for (unsigned i = 16; i < 64; i++) {
		uint32_t a = w[i - 15], b = w[i - 2];
		w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] + (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
	}
	uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
	for (unsigned i = 0; i < 64; i++) {
		uint32_t choice = (e & f) ^ (~e & g), majority = (a & b) ^ (a & c) ^ (b & c);
		uint32_t first = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + constants[i] + w[i];
		uint32_t second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
		h = g, g = f, f = e, e = d + first;
		d = c, c = b, b = a, a = first + second;
	}
	uint32_t mixed[] = { a, b, c, d, e, f, g, h };
	for (unsigned i = 0; i < 8; i++)
		state[i] += mixed[i];
}

void aw_sha256_start(struct aw_sha256 *hash)
{
	*hash = (struct aw_sha256){ .state = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
		                               0x1f83d9ab, 0x5be0cd19 } };
}

void aw_sha256_add(struct aw_sha256 *hash, const void *data, size_t size)
{
	const unsigned char *bytes = data;
	size_t used = hash->length % sizeof(hash->block);
	hash->length += size;
	while (size > 0) {
		if (used == 0 && size >= sizeof(hash->block)) {
			mix(hash->state, bytes);
			bytes += sizeof(hash->block);
			size -= sizeof(hash->block);
			continue;
		}
		size_t part = sizeof(hash->block) - used < size ? sizeof(hash->block) - used : size;
		memcpy(hash->block + used, bytes, part);
		bytes += part;
		size -= part;
		used += part;
		if (used == sizeof(hash->block)) {
			mix(hash->state, hash->block);
			used = 0;
		}
	}
}

void aw_sha256_add_text(struct aw_sha256 *hash, const char *text)
{
	aw_sha256_add(hash, text, strlen(text) + 1);
}

void aw_sha256_end(struct aw_sha256 *hash, unsigned char digest[AW_SHA256_SIZE])
{
	static const unsigned char padding[64] = { 0x80 };
	uint64_t bits = hash->length * 8;
	unsigned char length[8];
	for (unsigned i = 0; i < 8; i++)
		length[i] = (unsigned char)(bits >> (56 - 8 * i));
	size_t used = hash->length % 64;
	aw_sha256_add(hash, padding, used < 56 ? 56 - used : 120 - used);
	aw_sha256_add(hash, length, sizeof(length));
	for (unsigned i = 0; i < AW_SHA256_SIZE; i++)
		digest[i] = (unsigned char)(hash->state[i / 4] >> (24 - i % 4 * 8));
}
