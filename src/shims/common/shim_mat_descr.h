// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The description of a sparse matrix, which cuSPARSE makes and cuSOLVER reads.  On GPUs it is NVIDIA's, and lacks the first word.
#ifndef AW_SHIMS_SHIM_MAT_DESCR_H
#define AW_SHIMS_SHIM_MAT_DESCR_H

#include <stdint.h>

#pragma GCC visibility push(default)
#include "../../../include/cusparse.h"
#pragma GCC visibility pop

enum { AW_SHIM_MAT_DESCR = 0x53504144 };

struct cusparseMatDescr {
	uint64_t magic;
	cusparseMatrixType_t type;
	cusparseFillMode_t fill;
	cusparseDiagType_t diag;
	cusparseIndexBase_t base;
};

#endif
