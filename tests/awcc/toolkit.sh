#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# An installed tree passes for a CUDA toolkit: for Makefiles that set NVCC, CUDA_PATH or CUDA_HOME and link by g++, for
# scripts that look for its files and read its versions, for autoconf's checks, pkg-config, and for ccache before awcc.
. "$ROOT/tests/awcc/support/check.sh"
make -s -C "$ROOT" BUILD="$BUILD" install DESTDIR="$TMP/staging" PREFIX=/opt/cuda >log.txt 2>&1 || { wrong install; cat log.txt; }
mv staging/opt/cuda toolkit
CUDA_HOME=$PWD/toolkit
export CUDA_HOME CUDA_PATH=$CUDA_HOME LD_LIBRARY_PATH=$CUDA_HOME/lib64
for path in bin/nvcc include/cuda.h include/cuda_runtime.h lib64/libcudart.so lib64/libcudart_static.a lib64/libcudadevrt.a \
	lib64/stubs/libcuda.so nvvm/libdevice/libdevice.10.bc "targets/$(uname -m)-linux/lib/libcudart.so" \
	"targets/$(uname -m)-linux/include/cuda.h" version.txt; do
	[ -s "toolkit/$path" ] || wrong "$path"
done

# What setup scripts read.
[ "$(toolkit/bin/nvcc --version | sed -n 's/^.*release \([0-9.]*\),.*$/\1/p')" = 12.6 ] || wrong "release of nvcc"
[ "$(toolkit/bin/__nvcc_device_query)" = 90 ] || wrong "the devices' capability"
grep -q '"cuda": {.*"version": "12\.6\.85" }' toolkit/version.json || wrong version.json
[ "$(sed -n 's/^#define CUDA_VERSION \([0-9]*\).*/\1/p' toolkit/include/cuda.h)" = 12060 ] || wrong "CUDA_VERSION"
[ "$(sed -n 's/^#define CUDART_VERSION *\([0-9]*\).*/\1/p' toolkit/include/cuda_runtime_api.h)" = 12060 ] || wrong "CUDART_VERSION"

cat >kernel.cu <<'END'
#include <cstdio>
#include "number.h"
__global__ void kernel() { printf("%d\n", number()); }
extern "C" void run() { kernel<<<1, 1>>>(); }
END
echo '__device__ int number();' >number.h
printf '#include "number.h"\n__device__ int number() { return 42; }\n' >number.cu
cat >main.cpp <<'END'
#include <cuda.h>
#include <cuda_runtime.h>
extern "C" void run();
int main()
{
	int version = 0;
	run();
	return cuDriverGetVersion(&version) || version < 12060 || cudaDeviceSynchronize();
}
END
cat >Makefile <<'END'
CUDA_PATH ?= /usr/local/cuda
NVCC := $(CUDA_PATH)/bin/nvcc -ccbin g++
FLAGS := -m64 -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=compute_90 --threads 0 --std=c++11 -Xcompiler -Wall,-fPIC
all: program
%.o: %.cu
	$(NVCC) $(FLAGS) -dc -MD -MF $*.d $< -o $@
main.o: main.cpp
	g++ -I$(CUDA_PATH)/include -c $< -o $@
link.o: kernel.o number.o
	$(NVCC) $(FLAGS) -dlink $^ -o $@
program: main.o kernel.o number.o link.o
	g++ $^ -o $@ -L$(CUDA_PATH)/lib64 -L$(CUDA_PATH)/lib64/stubs -lcudadevrt -lcudart -lcuda
-include *.d
END
make -s 2>log.txt || { wrong make; cat log.txt; }
shows '^42$' ./program
touch number.h
make -q && wrong "dependencies"
rm -f ./*.o program

if command -v pkg-config >/dev/null; then
	export PKG_CONFIG_PATH=$CUDA_HOME/lib64/pkgconfig
	toolkit/bin/nvcc -rdc=true -c kernel.cu number.cu && toolkit/bin/nvcc -dlink kernel.o number.o -o link.o || wrong "compiling"
	# shellcheck disable=SC2046
	g++ $(pkg-config --cflags cuda-12.6) main.cpp kernel.o number.o link.o -o packaged $(pkg-config --libs cudart cuda) || wrong pkg-config
	shows '^42$' ./packaged
	[ "$(pkg-config --modversion cudart)" = 12.6 ] || wrong "version for pkg-config"
	if [ -e toolkit/lib64/libcublas.so ]; then # where OpenBLAS is
		printf '#include <cublas_v2.h>\nint main() { int v; return cublasGetVersion(nullptr, &v); }\n' >blas.cpp
		# shellcheck disable=SC2046
		g++ $(pkg-config --cflags cublas) blas.cpp -o blas $(pkg-config --libs cublas) && ./blas || wrong "cublas by pkg-config"
	fi
fi

if command -v autoconf >/dev/null; then
	mkdir configured && cd configured || exit
	cat >configure.ac <<'END'
AC_INIT([project], [1])
AC_LANG([C])
AC_PATH_PROG([NVCC], [nvcc], [no], [$CUDA_HOME/bin])
CPPFLAGS="-I$CUDA_HOME/include"
LDFLAGS="-L$CUDA_HOME/lib64"
AC_CHECK_HEADERS([cuda.h cuda_runtime.h nvtx3/nvToolsExt.h], [], [AC_MSG_ERROR([a header])])
AC_CHECK_LIB([cudart], [cudaMalloc], [], [AC_MSG_ERROR([the runtime])])
AC_CHECK_LIB([cuda], [cuInit], [], [AC_MSG_ERROR([the driver])])
AC_CHECK_LIB([cudart_static], [cudaLaunchKernel], [], [AC_MSG_ERROR([the static runtime])], [-ldl -lrt -lpthread -lm])
AC_OUTPUT
END
	autoconf && shows 'checking for nvcc.*toolkit/bin/nvcc' ./configure
	cd ..
fi

if command -v ccache >/dev/null; then
	export CCACHE_DIR=$PWD/cache
	for turn in 1 2; do
		ccache toolkit/bin/nvcc -O2 -rdc=true -c kernel.cu -o "kernel$turn.o" || wrong "ccache"
	done
	cmp kernel1.o kernel2.o
	shows 'Hits: *1 ' ccache -s
	ccache toolkit/bin/nvcc -O1 -rdc=true -c kernel.cu -o kernel3.o && shows 'Misses: *2 ' ccache -s
fi
finish
