#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Files without CUDA code, C and C++, by clang and by the compiler of -ccbin; flags of g++ that clang
# doesn't know; libraries.
. "$ROOT/tests/awcc/support/check.sh"
cat >main.c <<'END'
#include <cuda_runtime_api.h>
#include <stdio.h>
int add(int, int);
int main(void) { int n = 0; return cudaGetDeviceCount(&n) != cudaSuccess || add(2, 3) != 5; }
END
echo 'extern "C" int add(int a, int b) { return a + b; }' >add.cpp
"$AWCC" main.c add.cpp -o one && ./one || wrong "clang"
"$AWCC" -ccbin g++ main.c add.cpp -o two && ./two || wrong "-ccbin g++"
"$AWCC" -ccbin gcc main.c add.cpp -o three && ./three || wrong "-ccbin gcc"
"$AWCC" -ccbin /usr/bin main.c add.cpp -o four && ./four || wrong "-ccbin directory"
gcc -c main.c -I"$BUILD/include" && g++ -c add.cpp &&
	g++ main.o add.o -L"$BUILD/lib" -lcudart_static -lpthread -ldl -lrt -lm -o five && ./five || wrong "gcc alone"
"$AWCC" main.o add.o -o six && ./six || wrong "linking objects"
"$AWCC" -cudart shared main.o add.o -o seven && env -u LD_LIBRARY_PATH ./seven || wrong "-cudart shared"
"$AWCC" -cudart none add.cpp -c -o add2.o && "$AWCC" -cudart none -shared -Xcompiler -fPIC add.cpp -o libadd.so || wrong "-cudart none"
"$AWCC" main.c -L. -ladd -Xlinker -rpath,. -o eight && ./eight || wrong "-L -l -Xlinker"
"$AWCC" main.c libadd.so -Xlinker -rpath=. -o nine && ./nine || wrong "a shared library as input"
cat >blas.cpp <<'END'
#include <cublas_v2.h>
int main() { int version; return cublasGetProperty(MAJOR_VERSION, &version); }
END
"$AWCC" blas.cpp "$BUILD/lib64/libcublas.so" -o blas && env -u LD_LIBRARY_PATH ./blas || wrong "a library of ours as input"
echo 'int main() { return 0; }' >k.cu
"$AWCC" k.cu -Xcompiler -fno-gnu-unique,-Wno-class-memaccess,-fno-tree-vectorize,-Wall,-march=native -o ten && ./ten || wrong "flags of g++"
cat >omp.cu <<'END'
#include <omp.h>
__global__ void kernel() {}
int main()
{
	int n = 0;
#pragma omp parallel reduction(+ : n)
	n += 1;
	kernel<<<1, 1>>>();
	return n == omp_get_max_threads() ? 0 : 1;
}
END
"$AWCC" -Xcompiler -fopenmp omp.cu -o eleven && OMP_NUM_THREADS=3 ./eleven || wrong "-fopenmp"
cat >threads.cu <<'END'
#include <omp.h>
__global__ void kernel() {}
int more();
int main()
{
	int n = 0;
#pragma omp parallel num_threads(3) reduction(+ : n)
	n += 10 * omp_get_thread_num() + omp_get_num_threads();
	kernel<<<1, 1>>>();
	return n + more() == 2 * 39 ? 0 : 1;
}
END
cat >more.cpp <<'END'
#include <omp.h>
int more()
{
	int n = 0;
#pragma omp parallel num_threads(3) reduction(+ : n)
	n += 10 * omp_get_thread_num() + omp_get_num_threads();
	return n;
}
END
g++ -fopenmp -c more.cpp
"$AWCC" -Xcompiler -fopenmp -c threads.cu -o threads.o
for flags in "-Xcompiler -fopenmp" "-Xcompiler -fopenmp -lgomp" "-lgomp"; do
	for compiler in "" "-ccbin g++"; do
		"$AWCC" $compiler $flags threads.o more.o -o twelve && ./twelve || wrong "OpenMP of two compilers, $compiler $flags"
	done
done
# gcc links such objects without a word about LLVM's library, also several, and into shared libraries.
cat >again.cu <<'END'
#include <omp.h>
extern "C" double again(double x)
{
	double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 2) num_threads(4)
	for (int i = 0; i < 100; i++)
		sum += i * x + (omp_get_num_threads() == 4 ? 0 : 1);
	return sum;
}
END
cat >three.cpp <<'END'
int more();
extern "C" double again(double x);
int main() { return again(0.5) == 2475 && more() == 39 ? 0 : 1; }
END
"$AWCC" -Xcompiler -fopenmp,-fPIC -c again.cu -o again.o
libraries="-L$BUILD/lib -lcudart -Wl,-rpath,$BUILD/lib"
g++ -fopenmp threads.o again.o more.o $libraries -o thirteen && ./thirteen || wrong "OpenMP linked by g++"
g++ -fopenmp threads.o more.o "$BUILD/lib/libcudart_static.a" -ldl -lpthread -lrt -lm -o fourteen && ./fourteen || wrong "OpenMP linked by g++ with the static runtime"
g++ -fopenmp -shared -fPIC again.o $libraries -o libagain.so && g++ -fopenmp three.cpp more.o ./libagain.so $libraries -o fifteen && ./fifteen ||
	wrong "OpenMP in a shared library"
# A source of the host's that isn't there is the host compiler's to miss, so a program can ask it for its version.
clang_version=$("$AWCC" .c -Xcompiler --version 2>/dev/null)
[[ $clang_version == *"clang version"* ]] || wrong "clang's version: $clang_version"
[ "$("$AWCC" .c -ccbin g++ -Xcompiler "-dumpfullversion -dumpversion" 2>/dev/null)" = "$(g++ -dumpfullversion)" ] || wrong "g++'s version"
"$AWCC" -c missing.cpp -ccbin g++ 2>messages && wrong "a missing source of the host's"
grep -q "missing.cpp: No such file" messages || wrong "$(cat messages)"
finish
