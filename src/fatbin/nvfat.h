// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fat binaries of CUDA's own format, as nvFatbin and fatbinary make them and cuobjdump lists them:
//
//     header | entry | payload | entry | payload | ...
//
// An entry is a struct aw_nvfat_entry, then the name of its source, the place, length and text of the options, and what we put
// behind these: readers skip as many bytes as the entry says it has.  There lies, where the payload is PTX that awcc
// made, our own fat binary that the PTX is from, so that devices which take no PTX load the same file.  Our code without
// PTX is an entry of a kind of its own, which CUDA's tools pass over.  NVIDIA's driver does, too (on an H100), and says that there is
// no code for the GPU where nothing else is there.
#ifndef AW_FATBIN_NVFAT_H
#define AW_FATBIN_NVFAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/status.h"
#include "../base/str.h"

#define AW_NVFAT_MAGIC 0xba55ed50u

struct aw_nvfat_header {
	uint32_t magic;
	uint16_t version; // 1
	uint16_t header_size;
	uint64_t size; // of all that follows
};

enum aw_nvfat_kind {
	AW_NVFAT_PTX = 1,
	AW_NVFAT_ELF = 2,
	AW_NVFAT_NVVM = 8, // for link-time optimisation; one of our fat binaries, or NVIDIA's
	AW_NVFAT_RELOCATABLE_PTX = 64,
	AW_NVFAT_OURS = 0x5741,        // one of our fat binaries, or an image for CPUs
	AW_NVFAT_OURS_RELOCATABLE = 0x5742, // bitcode to be linked with that of other entries
};

enum {
	AW_NVFAT_64BIT = 1,
	AW_NVFAT_DEBUG = 2,
	AW_NVFAT_CUDA = 4,
	AW_NVFAT_OPENCL = 8,
	AW_NVFAT_LINUX = 0x10,
	AW_NVFAT_MAC = 0x20,
	AW_NVFAT_WINDOWS = 0x40,
	AW_NVFAT_LZ4 = 0x2000,
	AW_NVFAT_ZSTD = 0x8000,
	AW_NVFAT_ARCH_SPECIFIC = 0x100000, // sm_90a
	AW_NVFAT_FAMILY = 0x200000,        // sm_100f
};

struct aw_nvfat_entry {
	uint16_t kind, version; // version: 0x101
	uint32_t header_size;
	uint64_t size;       // of the payload, filled up to a multiple of 8
	uint32_t compressed; // its size when it is compressed, else 0
	uint32_t options;    // where the place and the length of the options are told; 0: nowhere
	uint16_t minor, major; // version of the code
	uint32_t arch;         // 80 for sm_80
	uint32_t name, name_length;
	uint64_t flags;
	uint64_t unused;
	uint64_t plain_size; // of what is compressed
};

// --- reading ---

// An entry as a reader sees it; all pointers go into the file.
struct aw_nvfat_item {
	struct aw_nvfat_entry entry;
	const char *head;    // the entry with all that belongs to it
	const char *name;    // entry.name_length bytes; NULL: none
	const char *options; // options_length bytes; NULL: none
	size_t options_length;
	const char *payload;
	const char *ours; // our fat binary behind the options; NULL: none
	size_t ours_size;
};

// The size of the fat binary that DATA begins with, all of whose entries lie within it; 0 when there is none.  SIZE is what may be
// read, or 0 when only the header tells.
size_t aw_nvfat_size(const void *data, size_t size);

// The entry at *AT (first 0) of a fat binary that aw_nvfat_size knows, past which *AT goes; false behind the last.
bool aw_nvfat_next(const void *data, size_t *at, struct aw_nvfat_item *item);

// Appends the payload, taken out of its compression.  Returns AW_INVALID_KERNEL_IMAGE when it is damaged, AW_NOT_SUPPORTED where the
// library that it takes isn't installed.
aw_status aw_nvfat_unpack(const struct aw_nvfat_item *item, struct aw_str *payload);

// Appends to FATBIN (whose length must be a multiple of 64) one of our own format with what our devices can use.  Of entries of the
// same kind for the same target the first counts, but for those to be linked.  Returns AW_INVALID_KERNEL_IMAGE when DATA is no fat
// binary of CUDA's format, AW_NO_KERNEL_IMAGE when there is nothing for us in it.
aw_status aw_nvfat_convert(const void *data, size_t size, struct aw_str *fatbin);

// --- writing ---

enum aw_nvfat_error {
	AW_NVFAT_SUCCESS,
#define AW_NVFAT_ERROR(name, text) AW_NVFAT_ERROR_##name,
#include "nvfat_errors.def"
#undef AW_NVFAT_ERROR
};

// NULL for AW_NVFAT_SUCCESS.
const char *aw_nvfat_error_text(enum aw_nvfat_error error);

// What is told of an input: "80", "90a"; names and options may be NULL.
struct aw_nvfat_input {
	const char *arch, *name, *options;
	uint64_t flags; // of all entries
};

// Each appends entries to BODY, which is what follows a header, and leaves it as it was on failure.

// PTX text with or without its NUL.
enum aw_nvfat_error aw_nvfat_add_ptx(struct aw_str *body, const struct aw_nvfat_input *input, const void *code, size_t size);

// A cubin, or what stands for one here: a fat binary, of CUDA's format too, or an image for CPUs.
enum aw_nvfat_error aw_nvfat_add_elf(struct aw_str *body, const struct aw_nvfat_input *input, const void *code, size_t size);

// Code for link-time optimisation.
enum aw_nvfat_error aw_nvfat_add_nvvm(struct aw_str *body, const struct aw_nvfat_input *input, const void *code, size_t size);

// The relocatable PTX of an object file of the host, or the bitcode that stands for it here.
enum aw_nvfat_error aw_nvfat_add_object(struct aw_str *body, const void *code, size_t size);

// Appends the fat binary of BODY to FATBIN; false without memory.
bool aw_nvfat_close(const struct aw_str *body, struct aw_str *fatbin);

#endif
