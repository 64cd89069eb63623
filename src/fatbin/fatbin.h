// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fat binary: everything that the device half of one source file (or of one device link) was
// compiled to.  It lies in the executable's section .nv_fatbin (whole programs) or __nv_relfatbin
// (relocatable device code) and is handed to the runtime by __cudaRegisterFatBinary.
//
//     header | entry[0] | ... | entry[n-1] | payload | payload | ...
//
// All numbers are little endian; payloads begin at multiples of 64 bytes from the header.  A reader
// takes any byte string: every offset and size is checked before it is used.
#ifndef AW_FATBIN_FATBIN_H
#define AW_FATBIN_FATBIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/status.h"
#include "../base/str.h"

#define AW_FATBIN_MAGIC 0x42465741u // "AWFB"
#define AW_FATBIN_VERSION 1u

// The section of object files with relocatable device code.
#define AW_FATBIN_RELOCATABLE_SECTION "__nv_relfatbin"

// The wrapper that host code hands to __cudaRegisterFatBinary (laid out by clang and nvcc alike).
#define AW_FATBIN_WRAPPER_MAGIC 0x466243b1u
struct aw_fatbin_wrapper {
	uint32_t magic;
	uint32_t version;
	const void *data;
	void *filename_or_fatbins;
};

enum aw_fatbin_kind {
	AW_FATBIN_CPU_IMAGE = 1, // native ELF shared object with the symbol aw_cpu_image (cpu_abi.h)
	AW_FATBIN_PTX = 2,       // PTX text, ended by a NUL
	AW_FATBIN_BITCODE = 3,   // device module as nvptx64 LLVM bitcode, before lowering to any target
	AW_FATBIN_PTX_ENTRIES = 4, // PTX text, ended by a NUL: second entries of kernels of the PTX for the same target
};

// PTX reaches a __managed__ variable through a pointer of its own: this and the variable's name.
#define AW_PTX_MANAGED_PREFIX "__aw_managed_"

// A kernel that can run several neighbouring blocks of a grid's row as one has a second entry in PTX, which takes gridDim.x as an
// argument behind the kernel's own (src/compiler/target/join_blocks.c): its name ends so, and it is launched with that
// many times fewer blocks, rounded up.  Second entries are AW_FATBIN_PTX_ENTRIES, but those that share variables with the kernel.
#define AW_PTX_JOINED_SUFFIX "$joined"
enum { AW_PTX_JOINED_BLOCKS = 4 };

// What the names of the functions of NVIDIA's device runtime begin with, which PTX that launches kernels calls.
#define AW_PTX_DEVICE_RUNTIME "__cudaCDP2"

// An image for a CPU level whose name ends so tells the device of each access to memory (src/compiler/lower/watch_accesses.c).
#define AW_CPU_WATCHED "+watch"

struct aw_fatbin_header {
	uint32_t magic;
	uint32_t version;
	uint32_t entry_count;
	uint32_t architecture; // the __CUDA_ARCH__ that the source was compiled with, such as 520; 0: not known
	uint64_t total_size; // header, entries and payloads
	uint64_t identity;   // hash of the payloads, for caches
};

struct aw_fatbin_entry {
	uint32_t kind;   // enum aw_fatbin_kind
	uint32_t flags;  // AW_FATBIN_ENTRY_*
	char target[24]; // "x86-64-v3", "aarch64", "sm_90", "compute_90"; "" for bitcode; NUL padded
	uint64_t offset; // of the payload, from the header
	uint64_t size;   // of the payload in bytes
};

enum {
	AW_FATBIN_ENTRY_DEBUG = 1,   // made with -G
	AW_FATBIN_ENTRY_MANAGED = 2, // has __managed__ variables: the runtime loads it when it is registered
	AW_FATBIN_ENTRY_LINKED = 8,  // one of several modules that are linked before they are run
	AW_FATBIN_ENTRY_USAGE = 4,   // made with -Xptxas -v: a GPU's driver tells what its kernels use when it is loaded
};

// --- reading ---

// Checks DATA as a fat binary.  SIZE is what may be read, or 0 when only the header tells.
// Returns AW_INVALID_KERNEL_IMAGE when it is none or is damaged; *HEADER then stays as it was.
aw_status aw_fatbin_open(const void *data, size_t size, const struct aw_fatbin_header **header);

// The size of the fat binary that DATA begins with, which may lie at any address; 0 when there is none within SIZE bytes.
size_t aw_fatbin_size(const void *data, size_t size);

// The target of an image for CPUs, without its level, which stands in a table that the device reads; NULL for other files.
const char *aw_fatbin_elf_target(const void *image, size_t size);

// Whether the payloads are those the fat binary was written with: its identity is their hash.  Readers
// that hand payloads to parsers that trust them (LLVM's bitcode reader does) ask first.
bool aw_fatbin_is_intact(const struct aw_fatbin_header *header);

// The entry INDEX (< header->entry_count) and its payload.
const struct aw_fatbin_entry *aw_fatbin_entry_at(const struct aw_fatbin_header *header, uint32_t index);
const void *aw_fatbin_payload(const struct aw_fatbin_header *header, const struct aw_fatbin_entry *entry);

// The first entry of KIND whose target is TARGET (NULL: any); NULL when there is none.
const struct aw_fatbin_entry *aw_fatbin_find(const struct aw_fatbin_header *header,
                                             enum aw_fatbin_kind kind, const char *target);

// Appends what the entries are, for a message: "cpu x86-64-v3, PTX sm_90, bitcode".
void aw_fatbin_describe(const struct aw_fatbin_header *header, struct aw_str *text);

// --- writing ---

struct aw_fatbin_part {
	enum aw_fatbin_kind kind;
	uint32_t flags;
	const char *target; // at most 23 bytes
	const void *data;
	size_t size;
};

// Lays PARTS out as one fat binary and appends it to OUT (whose length must be a multiple of 64).
aw_status aw_fatbin_write(const struct aw_fatbin_part *parts, size_t count, struct aw_str *out);

#endif
