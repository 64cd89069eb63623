#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The host libraries open OpenBLAS and FFTW when they first need them: programs start without, and what needs them is refused with
# a line that names the package.  Here files of their names that aren't libraries come first in the search path.
cd "$TMP" || exit 1
failed=0

for library in "$BUILD"/lib/libcu*.so; do
	readelf -d "$library" | grep -E 'NEEDED.*(openblas|fftw)' && { echo "$library needs it to be loaded"; failed=1; }
done

cat >program.c <<'END'
#include <cublas_v2.h>
#include <cufft.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <stdio.h>

int main(void)
{
	cublasHandle_t blas;
	cusolverDnHandle_t solver;
	cusparseHandle_t sparse;
	cufftHandle plan;
	printf("%d %d %d %d\n", cublasCreate(&blas) == CUBLAS_STATUS_NOT_INITIALIZED, cusolverDnCreate(&solver) == CUSOLVER_STATUS_NOT_INITIALIZED,
		cufftPlan1d(&plan, 8, CUFFT_C2C, 1) == CUFFT_SETUP_FAILED, cusparseCreate(&sparse) == CUSPARSE_STATUS_SUCCESS);
	return 0;
}
END
gcc -I"$ROOT/include" program.c -o program -L"$BUILD/lib" -lcublas -lcusolver -lcufft -lcusparse -lcudart || exit 1
mkdir hidden
for name in libopenblas libfftw3_threads libfftw3f_threads; do
	echo "no library" >"hidden/$name.so"
	echo "no library" >"hidden/$name.so.0"
	echo "no library" >"hidden/$name.so.3"
done
ANYWARP_DEVICES=cpu LD_LIBRARY_PATH=$PWD/hidden:$BUILD/lib ./program >output 2>&1
for line in '^1 1 1 1$' 'libopenblas.so.0.*package libopenblas0' 'libfftw3f_threads.so.3.*package libfftw3-bin'; do
	grep -q "$line" output || { echo "no line matches: $line"; cat output; failed=1; }
done
exit $failed
