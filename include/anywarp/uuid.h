/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * A device's 16-byte identity, which both interfaces have. */
#ifndef AW_UUID_H
#define AW_UUID_H

struct CUuuid_st {
	char bytes[16];
};
typedef struct CUuuid_st CUuuid;

#endif
