// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that CUDA 13.0's headers have and 12.6's had not, with the values that a program of those printed.
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <cufftXt.h>
#include <cusparse.h>
#include <nvJitLink.h>

_Static_assert(CU_MEM_ALLOCATION_TYPE_MANAGED == 2 && (int)cudaMemAllocationTypeManaged == 2, "");
_Static_assert(CU_MEM_LOCATION_TYPE_NONE == 0 && (int)cudaMemLocationTypeNone == 0, "");
_Static_assert(CUDA_R_8F_UE4M3 == 28, "");
_Static_assert(NVJITLINK_ERROR_UNRECOGNIZED_ARCH == 16 && NVJITLINK_ERROR_UNSUPPORTED_ARCH == 17, "");
_Static_assert(NVJITLINK_ERROR_LTO_NOT_ENABLED == 18, "");
_Static_assert(CUSPARSE_COLOR_ALG0 == 0 && CUSPARSE_COLOR_ALG1 == 1 && sizeof(cusparseColorAlg_t) == 4, "");

static cufftComplex load(void *data, unsigned long long offset, void *info, void *shared)
{
	(void)info;
	(void)shared;
	return ((cufftComplex *)data)[offset];
}

static void store(void *data, unsigned long long offset, cufftDoubleReal element, void *info, void *shared)
{
	(void)info;
	(void)shared;
	((cufftDoubleReal *)data)[offset] = element;
}

int main(void)
{
	cufftJITCallbackLoadC load_complex = load;
	cufftJITCallbackStoreD store_double = store;
	cufftComplex complex[2] = { { 1, 2 }, { 3, 4 } };
	double number = 0;
	store_double(&number, 0, 5, NULL, NULL);
	return load_complex(complex, 1, NULL, NULL).y == 4 && number == 5 ? 0 : 1;
}
