// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one status type of all layers.  The values are CUDA's error numbers (status.def).
#ifndef AW_BASE_STATUS_H
#define AW_BASE_STATUS_H

typedef enum aw_status {
#define AW_STATUS(name, number, runtime, driver, text) AW_##name = number,
#include "status.def"
#undef AW_STATUS
} aw_status;

// The row of one status in status.def.
struct aw_status_row {
	aw_status status;
	const char *runtime_name; // "cudaErrorInvalidValue", "" when the runtime API has no such code
	const char *driver_name;  // "CUDA_ERROR_INVALID_VALUE", "" when the driver API has no such code
	const char *text;         // "invalid argument"
};

// The row of STATUS, or NULL when there is no such number.
const struct aw_status_row *aw_status_find(int status);

// The text of STATUS for a message; never NULL.
const char *aw_status_text(int status);

#endif
