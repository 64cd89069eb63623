/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Fast Fourier transforms (cuFFT API Reference).  All transforms are unnormalised: forward and inverse one after the other
 * multiply by the number of elements.  Pointers to data name device memory, results are there when the plan's stream is. */
#ifndef CUFFT_H_
#define CUFFT_H_
#define _CUFFT_H_

#include "cuComplex.h"
#include "driver_types.h"
#include "library_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

#ifndef CUFFTAPI
#define CUFFTAPI
#endif

#define CUFFT_VER_MAJOR 11
#define CUFFT_VER_MINOR 3
#define CUFFT_VER_PATCH 0
#define CUFFT_VER_BUILD 4
#define CUFFT_VERSION (CUFFT_VER_MAJOR * 1000 + CUFFT_VER_MINOR * 100 + CUFFT_VER_PATCH)

/* What functions of the library return ("cuFFT API Reference", return values). */
typedef enum cufftResult_t {
	CUFFT_SUCCESS = 0,
	CUFFT_INVALID_PLAN = 1,   /* no plan has this handle, or it is made already */
	CUFFT_ALLOC_FAILED = 2,
	CUFFT_INVALID_TYPE = 3,   /* a type of transform that doesn't exist or isn't the plan's */
	CUFFT_INVALID_VALUE = 4,  /* a null pointer, a direction that doesn't exist */
	CUFFT_INTERNAL_ERROR = 5,
	CUFFT_EXEC_FAILED = 6,
	CUFFT_SETUP_FAILED = 7,
	CUFFT_INVALID_SIZE = 8,   /* a length below 1 or too large */
	CUFFT_UNALIGNED_DATA = 9,
	CUFFT_INCOMPLETE_PARAMETER_LIST = 10,
	CUFFT_INVALID_DEVICE = 11,
	CUFFT_PARSE_ERROR = 12,
	CUFFT_NO_WORKSPACE = 13,  /* no work area was given and the plan must not allocate one */
	CUFFT_NOT_IMPLEMENTED = 14,
	CUFFT_LICENSE_ERROR = 15,
	CUFFT_NOT_SUPPORTED = 16,
	CUFFT_MISSING_DEPENDENCY = 17, /* from here on of CUDA 13, which programs for several versions name */
	CUFFT_NVRTC_FAILURE = 18,
	CUFFT_NVJITLINK_FAILURE = 19,
	CUFFT_NVSHMEM_FAILURE = 20
} cufftResult;

#define MAX_CUFFT_ERROR 21

#define CUFFT_FORWARD (-1) /* the exponent's sign */
#define CUFFT_INVERSE 1

typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;

/* What a transform reads and writes; transforms between real and complex numbers have one direction. */
typedef enum cufftType_t {
	CUFFT_C2C = 0x29,
	CUFFT_R2C = 0x2a,
	CUFFT_C2R = 0x2c,
	CUFFT_Z2Z = 0x69,
	CUFFT_D2Z = 0x6a,
	CUFFT_Z2D = 0x6c
} cufftType;

typedef enum cufftCompatibility_t {
	CUFFT_COMPATIBILITY_FFTW_PADDING = 1
} cufftCompatibility;
#define CUFFT_COMPATIBILITY_DEFAULT CUFFT_COMPATIBILITY_FFTW_PADDING

/* A number of the library's table of plans. */
typedef int cufftHandle;
#define CUFFT_PLAN_NULL (-1)

/* Creates a plan and makes it: nx is the slowest dimension.  Data are packed; the real side of an in-place transform is padded
 * to 2 * (n / 2 + 1) numbers a row. */
cufftResult CUFFTAPI cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch);
cufftResult CUFFTAPI cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type);
cufftResult CUFFTAPI cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type);
/* rank is 1, 2 or 3.  Element (b, x, y, z) lies at b * dist + ((x * embed[1] + y) * embed[2] + z) * stride, counted in elements of its
 * side; without inembed or onembed data are packed and strides and distances ignored ("Advanced Data Layout"). */
cufftResult CUFFTAPI cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist, int *onembed,
                                   int ostride, int odist, cufftType type, int batch);

/* An empty plan.  What is set before it is made: cufftSetAutoAllocation. */
cufftResult CUFFTAPI cufftCreate(cufftHandle *handle);
/* Make a plan of an empty one; *workSize is the size in bytes of the work area that it takes. */
cufftResult CUFFTAPI cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *workSize);
cufftResult CUFFTAPI cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *workSize);
cufftResult CUFFTAPI cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t *workSize);
cufftResult CUFFTAPI cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride, int idist, int *onembed,
                                       int ostride, int odist, cufftType type, int batch, size_t *workSize);
cufftResult CUFFTAPI cufftMakePlanMany64(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                                         long long idist, long long *onembed, long long ostride, long long odist,
                                         cufftType type, long long batch, size_t *workSize);

/* The work area in bytes that a plan would take. */
cufftResult CUFFTAPI cufftEstimate1d(int nx, cufftType type, int batch, size_t *workSize);
cufftResult CUFFTAPI cufftEstimate2d(int nx, int ny, cufftType type, size_t *workSize);
cufftResult CUFFTAPI cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t *workSize);
cufftResult CUFFTAPI cufftEstimateMany(int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride,
                                       int odist, cufftType type, int batch, size_t *workSize);
cufftResult CUFFTAPI cufftGetSize1d(cufftHandle handle, int nx, cufftType type, int batch, size_t *workSize);
cufftResult CUFFTAPI cufftGetSize2d(cufftHandle handle, int nx, int ny, cufftType type, size_t *workSize);
cufftResult CUFFTAPI cufftGetSize3d(cufftHandle handle, int nx, int ny, int nz, cufftType type, size_t *workSize);
cufftResult CUFFTAPI cufftGetSizeMany(cufftHandle handle, int rank, int *n, int *inembed, int istride, int idist, int *onembed,
                                      int ostride, int odist, cufftType type, int batch, size_t *workArea);
cufftResult CUFFTAPI cufftGetSizeMany64(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                                        long long idist, long long *onembed, long long ostride, long long odist,
                                        cufftType type, long long batch, size_t *workSize);
cufftResult CUFFTAPI cufftGetSize(cufftHandle handle, size_t *workSize);

/* A work area of the caller's; with autoAllocate 0, said before the plan is made, the plan takes none of its own. */
cufftResult CUFFTAPI cufftSetWorkArea(cufftHandle plan, void *workArea);
cufftResult CUFFTAPI cufftSetAutoAllocation(cufftHandle plan, int autoAllocate);

/* Run a transform on the plan's stream; idata and odata may be the same.  The input of an out-of-place one stays as it is. */
cufftResult CUFFTAPI cufftExecC2C(cufftHandle plan, cufftComplex *idata, cufftComplex *odata, int direction);
cufftResult CUFFTAPI cufftExecR2C(cufftHandle plan, cufftReal *idata, cufftComplex *odata);
cufftResult CUFFTAPI cufftExecC2R(cufftHandle plan, cufftComplex *idata, cufftReal *odata);
cufftResult CUFFTAPI cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *idata, cufftDoubleComplex *odata, int direction);
cufftResult CUFFTAPI cufftExecD2Z(cufftHandle plan, cufftDoubleReal *idata, cufftDoubleComplex *odata);
cufftResult CUFFTAPI cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *idata, cufftDoubleReal *odata);

cufftResult CUFFTAPI cufftSetStream(cufftHandle plan, cudaStream_t stream);
cufftResult CUFFTAPI cufftDestroy(cufftHandle plan);
cufftResult CUFFTAPI cufftGetVersion(int *version);
cufftResult CUFFTAPI cufftGetProperty(libraryPropertyType type, int *value);

/* Properties of plans ("cuFFT Plan Properties"): they don't change results; values are kept. */
typedef enum cufftProperty_t {
	NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT = 1,
	NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS = 2
} cufftProperty;

cufftResult CUFFTAPI cufftSetPlanPropertyInt64(cufftHandle plan, cufftProperty property, const long long inputValueInt);
cufftResult CUFFTAPI cufftGetPlanPropertyInt64(cufftHandle plan, cufftProperty property, long long *returnPtrValue);
cufftResult CUFFTAPI cufftResetPlanProperty(cufftHandle plan, cufftProperty property);

#if defined(__cplusplus)
}
#endif

#endif
