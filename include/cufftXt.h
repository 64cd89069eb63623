/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * What cuFFT has beyond cufft.h (cuFFT API Reference, "cuFFT Extended", "Multiple GPUs", "Callbacks"): transforms by data
 * types; functions that a transform calls, on the cpu device; several GPUs are CUFFT_NOT_SUPPORTED. */
#ifndef CUFFTXT_H_
#define CUFFTXT_H_
#define _CUFFTXT_H_

#include "cudalibxt.h"
#include "cufft.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Plans of any type that the library has; executiontype is the complex type of the precision.  Lengths of transforms of half and
 * bfloat16 are powers of 2. */
cufftResult CUFFTAPI cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                                         long long idist, cudaDataType inputtype, long long *onembed, long long ostride,
                                         long long odist, cudaDataType outputtype, long long batch, size_t *workSize,
                                         cudaDataType executiontype);
cufftResult CUFFTAPI cufftXtGetSizeMany(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                                        long long idist, cudaDataType inputtype, long long *onembed, long long ostride,
                                        long long odist, cudaDataType outputtype, long long batch, size_t *workSize,
                                        cudaDataType executiontype);
/* Runs any plan; direction is ignored where one side is real. */
cufftResult CUFFTAPI cufftXtExec(cufftHandle plan, void *input, void *output, int direction);

/* Where a work area lies is the caller's affair from CUFFT_WORKAREA_USER on. */
typedef enum cufftXtWorkAreaPolicy_t {
	CUFFT_WORKAREA_MINIMAL = 0,
	CUFFT_WORKAREA_USER = 1,
	CUFFT_WORKAREA_PERFORMANCE = 2
} cufftXtWorkAreaPolicy;
cufftResult CUFFTAPI cufftXtSetWorkAreaPolicy(cufftHandle plan, cufftXtWorkAreaPolicy policy, size_t *workSize);
cufftResult CUFFTAPI cufftXtSetWorkArea(cufftHandle plan, void **workArea);

/* Functions of device code that a transform calls for each element that it reads or writes, once; offset counts elements of its
 * side.  CUFFT_NOT_SUPPORTED: the plan is a GPU's. */
typedef enum cufftXtCallbackType_t {
	CUFFT_CB_LD_COMPLEX = 0,
	CUFFT_CB_LD_COMPLEX_DOUBLE = 1,
	CUFFT_CB_LD_REAL = 2,
	CUFFT_CB_LD_REAL_DOUBLE = 3,
	CUFFT_CB_ST_COMPLEX = 4,
	CUFFT_CB_ST_COMPLEX_DOUBLE = 5,
	CUFFT_CB_ST_REAL = 6,
	CUFFT_CB_ST_REAL_DOUBLE = 7,
	CUFFT_CB_UNDEFINED = 8
} cufftXtCallbackType;

typedef cufftComplex (*cufftCallbackLoadC)(void *dataIn, size_t offset, void *callerInfo, void *sharedPointer);
typedef cufftDoubleComplex (*cufftCallbackLoadZ)(void *dataIn, size_t offset, void *callerInfo, void *sharedPointer);
typedef cufftReal (*cufftCallbackLoadR)(void *dataIn, size_t offset, void *callerInfo, void *sharedPointer);
typedef cufftDoubleReal (*cufftCallbackLoadD)(void *dataIn, size_t offset, void *callerInfo, void *sharedPointer);
typedef void (*cufftCallbackStoreC)(void *dataOut, size_t offset, cufftComplex element, void *callerInfo, void *sharedPointer);
typedef void (*cufftCallbackStoreZ)(void *dataOut, size_t offset, cufftDoubleComplex element, void *callerInfo,
                                    void *sharedPointer);
typedef void (*cufftCallbackStoreR)(void *dataOut, size_t offset, cufftReal element, void *callerInfo, void *sharedPointer);
typedef void (*cufftCallbackStoreD)(void *dataOut, size_t offset, cufftDoubleReal element, void *callerInfo,
                                    void *sharedPointer);

/* callback_routine[0] is the function's address in device code, for plans that are made, and caller_info[0] what it gets.  Up to
 * 16 KiB of shared memory are asked for apart. */
cufftResult CUFFTAPI cufftXtSetCallback(cufftHandle plan, void **callback_routine, cufftXtCallbackType cbType,
                                        void **caller_info);
/* The same for a plan that isn't made yet: the function of this name (as C++ has it in the source, or mangled) in a module for link-time
 * optimisation, from NVRTC or in a fat binary, which libnvrtc and libnvJitLink link now.  CUFFT_INVALID_PLAN: it is made, or none;
 * CUFFT_INTERNAL_ERROR: it can't be linked, of which a line on stderr tells; CUFFT_NOT_SUPPORTED: the plan is a GPU's.  A function of
 * another format than the plan's is found when that is made. */
cufftResult CUFFTAPI cufftXtSetJITCallback(cufftHandle plan, const char *lto_callback_symbol_name, const void *lto_callback_fatbin,
                                           size_t lto_callback_fatbin_size, cufftXtCallbackType type, void **caller_info);
/* The types of such functions, whose offset has 64 bits everywhere. */
typedef cufftComplex (*cufftJITCallbackLoadC)(void *dataIn, unsigned long long offset, void *callerInfo, void *sharedPointer);
typedef cufftDoubleComplex (*cufftJITCallbackLoadZ)(void *dataIn, unsigned long long offset, void *callerInfo, void *sharedPointer);
typedef cufftReal (*cufftJITCallbackLoadR)(void *dataIn, unsigned long long offset, void *callerInfo, void *sharedPointer);
typedef cufftDoubleReal (*cufftJITCallbackLoadD)(void *dataIn, unsigned long long offset, void *callerInfo, void *sharedPointer);
typedef void (*cufftJITCallbackStoreC)(void *dataOut, unsigned long long offset, cufftComplex element, void *callerInfo,
                                       void *sharedPointer);
typedef void (*cufftJITCallbackStoreZ)(void *dataOut, unsigned long long offset, cufftDoubleComplex element, void *callerInfo,
                                       void *sharedPointer);
typedef void (*cufftJITCallbackStoreR)(void *dataOut, unsigned long long offset, cufftReal element, void *callerInfo,
                                       void *sharedPointer);
typedef void (*cufftJITCallbackStoreD)(void *dataOut, unsigned long long offset, cufftDoubleReal element, void *callerInfo,
                                       void *sharedPointer);
cufftResult CUFFTAPI cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType cbType);
cufftResult CUFFTAPI cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType cbType, size_t sharedSize);

/* Transforms over several devices, in place.  Data lie in descriptors, dealt to the devices of the plan: in the natural order
   (CUFFT_XT_FORMAT_INPLACE) transforms of a batch, or slabs of the first dimension; shuffled (CUFFT_XT_FORMAT_INPLACE_SHUFFLED) slabs of
   the second dimension or, of one dimension, strings that cufftXtQueryPlan tells of.  A transform leaves natural data shuffled, and data of
   several dimensions that were shuffled in the natural order; those of a batch stay in order. */
typedef enum cufftXtSubFormat_t {
	CUFFT_XT_FORMAT_INPUT = 0,
	CUFFT_XT_FORMAT_OUTPUT = 1,
	CUFFT_XT_FORMAT_INPLACE = 2,
	CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3,
	CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4,
	CUFFT_XT_FORMAT_DISTRIBUTED_INPUT = 5,
	CUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT = 6,
	CUFFT_FORMAT_UNDEFINED = 7
} cufftXtSubFormat;

typedef enum cufftXtCopyType_t {
	CUFFT_COPY_HOST_TO_DEVICE = 0,
	CUFFT_COPY_DEVICE_TO_HOST = 1,
	CUFFT_COPY_DEVICE_TO_DEVICE = 2,
	CUFFT_COPY_UNDEFINED = 3
} cufftXtCopyType;

typedef enum cufftXtQueryType_t {
	CUFFT_QUERY_1D_FACTORS = 0,
	CUFFT_QUERY_UNDEFINED = 1
} cufftXtQueryType;

/* How a one-dimensional transform over several GPUs orders its elements. */
typedef struct cufftXt1dFactors_t {
	long long size, stringCount, stringLength, substringLength;
	long long factor1, factor2;
	long long stringMask, substringMask, factor1Mask, factor2Mask;
	int stringShift, substringShift, factor1Shift, factor2Shift;
} cufftXt1dFactors;

/* Between cufftCreate and the making of the plan: 1 to 16 devices; cufftMakePlan… then writes a work area's size for each.
   CUFFT_INVALID_PLAN: no plan, or it is made; CUFFT_INVALID_VALUE: another count, no devices; CUFFT_INVALID_DEVICE: there is no such
   device, or not of the plan's kind. */
cufftResult CUFFTAPI cufftXtSetGPUs(cufftHandle handle, int nGPUs, int *whichGPUs);
/* Memory for the data of a plan.  CUFFT_INVALID_PLAN: it isn't made; CUFFT_INVALID_VALUE: no place for the descriptor, no such format;
   CUFFT_NOT_SUPPORTED: a format that isn't in place; CUFFT_ALLOC_FAILED. */
cufftResult CUFFTAPI cufftXtMalloc(cufftHandle plan, cudaLibXtDesc **descriptor, cufftXtSubFormat format);
/* Copies between a descriptor and the host, whose data are in the natural order (real numbers in rows that have room for the complex
   ones), or between descriptors.  It waits for the devices.  CUFFT_INVALID_PLAN; CUFFT_INVALID_VALUE: no such copy, no descriptor of this
   plan's size. */
cufftResult CUFFTAPI cufftXtMemcpy(cufftHandle plan, void *dstPointer, void *srcPointer, cufftXtCopyType type);
cufftResult CUFFTAPI cufftXtFree(cudaLibXtDesc *descriptor);
/* The plan's transform; input and output are the same.  It waits for the devices.  CUFFT_INVALID_PLAN: it isn't made, or not of this type;
   CUFFT_INVALID_VALUE: no descriptor, no direction; CUFFT_INVALID_TYPE: the data are in an order that the transform can't start from
   (shuffled ones of one dimension or of real numbers, or complex ones in order that become real); CUFFT_EXEC_FAILED. */
cufftResult CUFFTAPI cufftXtExecDescriptor(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output, int direction);
cufftResult CUFFTAPI cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output, int direction);
cufftResult CUFFTAPI cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output, int direction);
cufftResult CUFFTAPI cufftXtExecDescriptorR2C(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output);
cufftResult CUFFTAPI cufftXtExecDescriptorC2R(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output);
cufftResult CUFFTAPI cufftXtExecDescriptorD2Z(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output);
cufftResult CUFFTAPI cufftXtExecDescriptorZ2D(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output);
/* Fills in a cufftXt1dFactors: element e of substring t of string s is s * stringLength + t * substringLength + e in the shuffled order
   and t * factor1 + s * substringLength + e in the natural one.  CUFFT_INVALID_PLAN: the plan has no such order. */
cufftResult CUFFTAPI cufftXtQueryPlan(cufftHandle plan, void *queryStruct, cufftXtQueryType queryType);

#if defined(__cplusplus)
}
#endif

#endif
