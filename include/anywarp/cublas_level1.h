/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * cuBLAS, level 1: vectors (cuBLAS, 2.5).  Element i of x is x[i * incx]; with a negative increment the vector is walked from
 * its other end, as in BLAS. */

/* result = the index, from 1 on, of the first element with the largest (smallest) absolute value; 0 of an empty vector. */
#define __AW_BLAS_IAMAX(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, I n, const T *x, I incx, I *result);
__AW_BLAS_SIZES(__AW_BLAS_IAMAX, cublasIsamax_v2, float, float)
__AW_BLAS_SIZES(__AW_BLAS_IAMAX, cublasIdamax_v2, double, double)
__AW_BLAS_SIZES(__AW_BLAS_IAMAX, cublasIcamax_v2, cuComplex, float)
__AW_BLAS_SIZES(__AW_BLAS_IAMAX, cublasIzamax_v2, cuDoubleComplex, double)
__AW_BLAS_SIZES(__AW_BLAS_IAMAX, cublasIsamin_v2, float, float)
__AW_BLAS_SIZES(__AW_BLAS_IAMAX, cublasIdamin_v2, double, double)
__AW_BLAS_SIZES(__AW_BLAS_IAMAX, cublasIcamin_v2, cuComplex, float)
__AW_BLAS_SIZES(__AW_BLAS_IAMAX, cublasIzamin_v2, cuDoubleComplex, double)
#undef __AW_BLAS_IAMAX

/* result = the sum of absolute values (of real and imaginary parts); the Euclidean norm. */
#define __AW_BLAS_NORM(name, T, R, I) __AW_BLAS name(cublasHandle_t handle, I n, const T *x, I incx, R *result);
__AW_BLAS_REAL(__AW_BLAS_NORM, asum_v2)
__AW_BLAS_SIZES(__AW_BLAS_NORM, cublasScasum_v2, cuComplex, float)
__AW_BLAS_SIZES(__AW_BLAS_NORM, cublasDzasum_v2, cuDoubleComplex, double)
__AW_BLAS_REAL(__AW_BLAS_NORM, nrm2_v2)
__AW_BLAS_SIZES(__AW_BLAS_NORM, cublasScnrm2_v2, cuComplex, float)
__AW_BLAS_SIZES(__AW_BLAS_NORM, cublasDznrm2_v2, cuDoubleComplex, double)
#undef __AW_BLAS_NORM

/* result = the sum of x y; dotc conjugates x. */
#define __AW_BLAS_DOT(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, I n, const T *x, I incx, const T *y, I incy, T *result);
__AW_BLAS_REAL(__AW_BLAS_DOT, dot_v2)
__AW_BLAS_COMPLEX(__AW_BLAS_DOT, dotu_v2)
__AW_BLAS_COMPLEX(__AW_BLAS_DOT, dotc_v2)
#undef __AW_BLAS_DOT

/* y = alpha x + y */
#define __AW_BLAS_AXPY(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, I n, const T *alpha, const T *x, I incx, T *y, I incy);
__AW_BLAS_ALL(__AW_BLAS_AXPY, axpy_v2)
#undef __AW_BLAS_AXPY

/* y = x */
#define __AW_BLAS_COPY(name, T, R, I) __AW_BLAS name(cublasHandle_t handle, I n, const T *x, I incx, T *y, I incy);
__AW_BLAS_ALL(__AW_BLAS_COPY, copy_v2)
#undef __AW_BLAS_COPY

/* x and y change places. */
#define __AW_BLAS_SWAP(name, T, R, I) __AW_BLAS name(cublasHandle_t handle, I n, T *x, I incx, T *y, I incy);
__AW_BLAS_ALL(__AW_BLAS_SWAP, swap_v2)
#undef __AW_BLAS_SWAP

/* x = alpha x; alpha is real in cublasCsscal and cublasZdscal. */
#define __AW_BLAS_SCAL(name, T, A, I) __AW_BLAS name(cublasHandle_t handle, I n, const A *alpha, T *x, I incx);
__AW_BLAS_SIZES(__AW_BLAS_SCAL, cublasSscal_v2, float, float)
__AW_BLAS_SIZES(__AW_BLAS_SCAL, cublasDscal_v2, double, double)
__AW_BLAS_SIZES(__AW_BLAS_SCAL, cublasCscal_v2, cuComplex, cuComplex)
__AW_BLAS_SIZES(__AW_BLAS_SCAL, cublasZscal_v2, cuDoubleComplex, cuDoubleComplex)
__AW_BLAS_SIZES(__AW_BLAS_SCAL, cublasCsscal_v2, cuComplex, float)
__AW_BLAS_SIZES(__AW_BLAS_SCAL, cublasZdscal_v2, cuDoubleComplex, double)
#undef __AW_BLAS_SCAL

/* Plane rotation: x = c x + s y, y = c y - conj(s) x. */
#define __AW_BLAS_ROT(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, I n, T *x, I incx, T *y, I incy, const R *c, const T *s);
#define __AW_BLAS_REAL_ROT(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, I n, T *x, I incx, T *y, I incy, const R *c, const R *s);
__AW_BLAS_ALL(__AW_BLAS_ROT, rot_v2)
__AW_BLAS_SIZES(__AW_BLAS_REAL_ROT, cublasCsrot_v2, cuComplex, float)
__AW_BLAS_SIZES(__AW_BLAS_REAL_ROT, cublasZdrot_v2, cuDoubleComplex, double)
#undef __AW_BLAS_ROT
#undef __AW_BLAS_REAL_ROT

/* The rotation that makes b zero: a becomes the length, b what c and s can be had from. */
#define __AW_BLAS_ROTG(name, T, R, I) __AW_BLAS name(cublasHandle_t handle, T *a, T *b, R *c, T *s);
__AW_BLAS_INT(__AW_BLAS_ROTG, rotg_v2)
#undef __AW_BLAS_ROTG

/* Modified rotations: param holds a flag and the four entries of the matrix. */
#define __AW_BLAS_ROTM(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, I n, T *x, I incx, T *y, I incy, const T *param);
__AW_BLAS_REAL(__AW_BLAS_ROTM, rotm_v2)
#undef __AW_BLAS_ROTM
__AW_BLAS cublasSrotmg_v2(cublasHandle_t handle, float *d1, float *d2, float *x1, const float *y1, float *param);
__AW_BLAS cublasDrotmg_v2(cublasHandle_t handle, double *d1, double *d2, double *x1, const double *y1, double *param);

/* --- copies between host and device (2.4.9 to 2.4.12); elements of elemSize bytes --- */

#define __AW_BLAS_TRANSFER(name, T, R, I) \
	__AW_BLAS cublasSetVector##name(I n, I elemSize, const void *x, I incx, void *devicePtr, I incy); \
	__AW_BLAS cublasGetVector##name(I n, I elemSize, const void *devicePtr, I incx, void *y, I incy); \
	__AW_BLAS cublasSetMatrix##name(I rows, I cols, I elemSize, const void *A, I lda, void *B, I ldb); \
	__AW_BLAS cublasGetMatrix##name(I rows, I cols, I elemSize, const void *A, I lda, void *B, I ldb); \
	__AW_BLAS cublasSetVectorAsync##name(I n, I elemSize, const void *hostPtr, I incx, void *devicePtr, I incy, \
		cudaStream_t stream); \
	__AW_BLAS cublasGetVectorAsync##name(I n, I elemSize, const void *devicePtr, I incx, void *hostPtr, I incy, \
		cudaStream_t stream); \
	__AW_BLAS cublasSetMatrixAsync##name(I rows, I cols, I elemSize, const void *A, I lda, void *B, I ldb, \
		cudaStream_t stream); \
	__AW_BLAS cublasGetMatrixAsync##name(I rows, I cols, I elemSize, const void *A, I lda, void *B, I ldb, \
		cudaStream_t stream);
__AW_BLAS_TRANSFER(, , , int)
__AW_BLAS_TRANSFER(_64, , , int64_t)
#undef __AW_BLAS_TRANSFER
