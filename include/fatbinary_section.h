/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The descriptor of a fat binary in a program, which __cudaRegisterFatBinary and cuModuleLoadFatBinary take, and the sections that it and
 * the fat binary lie in.  fatbinary --embedded-fatbin writes C files that include this.
 */
#ifndef fatbinary_section_INCLUDED
#define fatbinary_section_INCLUDED

#ifdef __cplusplus
extern "C" {
#endif

#define FATBIN_CONTROL_SECTION_NAME ".nvFatBinSegment"
#define FATBIN_DATA_SECTION_NAME ".nv_fatbin"
#define FATBIN_PRELINK_DATA_SECTION_NAME "__nv_relfatbin"

#define FATBINC_MAGIC 0x466243B1
#define FATBINC_VERSION 1
#define FATBINC_LINK_VERSION 2

typedef struct {
	int magic;   /* FATBINC_MAGIC */
	int version; /* FATBINC_VERSION, or FATBINC_LINK_VERSION */
	const unsigned long long *data;
	void *filename_or_fatbins; /* with FATBINC_LINK_VERSION the fat binaries that it was linked of, an array */
} __fatBinC_Wrapper_t;

#ifdef __cplusplus
}
#endif

#endif
