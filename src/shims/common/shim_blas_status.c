// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and sentences of cublasStatus_t, which cuBLAS and cublasLt return.
#include "shim_blas_status.h"

const char *aw_shim_blas_status_name(cublasStatus_t status)
{
	switch (status) {
#define BLAS_STATUS(name, sentence) case name: return #name;
#include "blas_status.def"
#undef BLAS_STATUS
	}
	return "unknown status";
}

const char *aw_shim_blas_status_sentence(cublasStatus_t status)
{
	switch (status) {
#define BLAS_STATUS(name, sentence) case name: return sentence;
#include "blas_status.def"
#undef BLAS_STATUS
	}
	return "unknown status";
}
