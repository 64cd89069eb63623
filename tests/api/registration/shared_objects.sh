#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Kernels and variables in an executable and in two shared objects that it opens and closes again and
# again: each keeps its own, and what was closed is gone.
set -e
cd "$TMP"

cat >part.cu <<'EOF'
#include <cstdio>
static __device__ int value = START;
__managed__ int managed_value = START + 1;
template <typename T> __global__ void raise(T *out) { *out = value += 1; }
extern "C" int part_run()
{
	int *memory, result = -1;
	if (cudaMalloc(&memory, sizeof(int)))
		return -1;
	raise<<<1, 1>>>(memory); // the same template as in the other parts
	if (cudaMemcpy(&result, memory, sizeof(int), cudaMemcpyDeviceToHost))
		return -2;
	cudaFree(memory);
	return result + 1000 * managed_value;
}
EOF
cat >main.cu <<'EOF'
#include <cstdio>
#include <dlfcn.h>
static __device__ int value = 7;
template <typename T> __global__ void raise(T *out) { *out = value += 1; }
static int failures;
static void expect(int got, int wanted, const char *what)
{
	if (got != wanted) {
		printf("%s: %d instead of %d\n", what, got, wanted);
		failures++;
	}
}
static int own()
{
	int *memory, result = -1;
	cudaMalloc(&memory, sizeof(int));
	raise<<<1, 1>>>(memory);
	cudaMemcpy(&result, memory, sizeof(int), cudaMemcpyDeviceToHost);
	cudaFree(memory);
	return result;
}
int main()
{
	for (int round = 0; round < 5; round++) {
		void *first = dlopen("./first.so", RTLD_NOW | RTLD_LOCAL);
		void *second = dlopen("./second.so", RTLD_NOW | RTLD_LOCAL);
		if (!first || !second) {
			puts(dlerror());
			return 1;
		}
		int (*run_first)() = (int (*)())dlsym(first, "part_run");
		int (*run_second)() = (int (*)())dlsym(second, "part_run");
		expect(run_first(), 100 + 1 + 1000 * 101, "first");
		expect(run_second(), 200 + 1 + 1000 * 201, "second");
		expect(run_first(), 100 + 2 + 1000 * 101, "first again");
		expect(own(), 8 + round, "own");
		dlclose(round & 1 ? first : second);
		dlclose(round & 1 ? second : first);
		expect(own(), 0, "");
		failures--; // that call only shows that the executable's kernel still runs
	}
	printf("%s\n", failures ? "bad" : "good");
	return failures != 0;
}
EOF
sed -i 's/expect(own(), 8 + round, "own")/expect(own(), 8 + 2 * round, "own")/; /expect(own(), 0, "");/,/failures--/d' main.cu
sed -i 's|dlclose(round \& 1 ? second : first);|&\n\t\texpect(own(), 9 + 2 * round, "own after closing");|' main.cu

"$AWCC" -shared -Xcompiler -fPIC -DSTART=100 part.cu -o first.so --cudart=shared
"$AWCC" -shared -Xcompiler -fPIC -DSTART=200 part.cu -o second.so --cudart=shared
"$AWCC" main.cu -o main --cudart=shared -ldl
./main
