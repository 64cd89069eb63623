#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A program and a shared library that it is linked with, each with the static runtime, as CMake makes them: streams,
# memory and errors of one are the other's.  So are those of modules that a program opens, which see no symbols of one another, of
# the program's runtime and of the shared one.  And a program whose own variables have names of the driver interface.
. "$ROOT/tests/awcc/support/check.sh"
cat >twice.cu <<'END2'
__global__ void twice(int *numbers) { numbers[threadIdx.x] *= 2; }
void run_twice(int *numbers, cudaStream_t stream, int threads) { twice<<<1, threads, 0, stream>>>(numbers); }
cudaError_t run_error() { return cudaGetLastError(); }
END2
cat >main.cu <<'END2'
void run_twice(int *numbers, cudaStream_t stream, int threads);
cudaError_t run_error();
__global__ void count(int *numbers) { numbers[threadIdx.x] = threadIdx.x; }
int main()
{
	int *numbers, seen[64];
	cudaStream_t stream;
	cudaStreamCreate(&stream);
	cudaMallocAsync(&numbers, sizeof(seen), stream);
	count<<<1, 64, 0, stream>>>(numbers);
	run_twice(numbers, stream, 64);
	if (cudaMemcpyAsync(seen, numbers, sizeof(seen), cudaMemcpyDefault, stream) || cudaStreamSynchronize(stream))
		return 1;
	for (int i = 0; i < 64; i++)
		if (seen[i] != 2 * i)
			return 2;
	count<<<1, 5000>>>(numbers);
	return run_error() != cudaErrorInvalidConfiguration;
}
END2
"$AWCC" -shared -Xcompiler -fPIC twice.cu -o libtwice.so || wrong "a shared library"
"$AWCC" main.cu ./libtwice.so -o before && ./before || wrong "the library before the runtime"
"$AWCC" -c main.cu && g++ main.o "$BUILD/lib/libcudart_static.a" ./libtwice.so -o after -ldl -lpthread -lm && ./after ||
	wrong "the runtime before the library"
cat >module.cu <<'END2'
__global__ void add(int *p) { p[threadIdx.x] += threadIdx.x; }
extern "C" int step(cudaStream_t *stream, int **numbers)
{
	if (!*stream && (cudaStreamCreate(stream) || cudaMallocAsync((void **)numbers, 64 * sizeof(int), *stream) ||
	                 cudaMemsetAsync(*numbers, 0, 64 * sizeof(int), *stream)))
		return 1;
	add<<<1, 64, 0, *stream>>>(*numbers);
	int seen[64];
	if (cudaMemcpyAsync(seen, *numbers, sizeof(seen), cudaMemcpyDefault, *stream) || cudaStreamSynchronize(*stream))
		return 2;
	return seen[63] % 63 ? 3 : 0;
}
END2
cat >opens.c <<'END2'
#include <dlfcn.h>
#include <stdio.h>
#ifdef OWN
int own_stream(void);
#else
#define own_stream() 0
#endif
int main(void)
{
	void *stream = NULL;
	int *numbers = NULL;
	if (own_stream())
		return 2;
	for (int i = 0; i < 12; i++) { // each has variables of threads
		char name[32];
		snprintf(name, sizeof(name), "./module%d.so", i);
		void *module = dlopen(name, RTLD_NOW | RTLD_LOCAL);
		int (*step)(void **, int **) = module ? (int (*)(void **, int **))dlsym(module, "step") : NULL;
		if (!step || step(&stream, &numbers))
			return 1;
		if (i == 0)
			dlclose(module); // whose functions the others have
	}
	void *shared = dlopen("libcudart.so.12", RTLD_NOW | RTLD_LOCAL);
	int (*query)(void *) = shared ? (int (*)(void *))dlsym(shared, "cudaStreamQuery") : NULL;
	return !query || query(stream);
}
END2
"$AWCC" -shared -Xcompiler -fPIC module.cu -o module0.so && for ((i = 1; i < 12; i++)); do cp module0.so module$i.so; done
gcc opens.c -o opens -ldl && LD_LIBRARY_PATH=$BUILD/lib ./opens || wrong "modules of a program without a runtime"
echo 'extern "C" int own_stream() { cudaStream_t stream; return cudaStreamCreate(&stream); }' >own.cu
"$AWCC" -DOWN own.cu opens.c -o opens_own -ldl && LD_LIBRARY_PATH=$BUILD/lib ./opens_own || wrong "modules of a program with a runtime"
nm -D opens_own | grep -q anywarp_runtime_table || wrong "the program's runtime can't be found"
cat >pointers.cu <<'END2'
extern "C" { void *cuInit, *cuMemAlloc_v2, *cuLaunchKernel; }
int main() { return cuInit || cuMemAlloc_v2 || cuLaunchKernel || cudaDeviceSynchronize(); }
END2
"$AWCC" pointers.cu -o pointers && ./pointers || wrong "pointers with names of the driver interface"
finish
