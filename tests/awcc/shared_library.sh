#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A program and a shared library that it is linked with, each with the static runtime, as CMake makes them: streams,
# memory and errors of one are the other's.  And a program whose own variables have names of the driver interface.
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
cat >pointers.cu <<'END2'
extern "C" { void *cuInit, *cuMemAlloc_v2, *cuLaunchKernel; }
int main() { return cuInit || cuMemAlloc_v2 || cuLaunchKernel || cudaDeviceSynchronize(); }
END2
"$AWCC" pointers.cu -o pointers && ./pointers || wrong "pointers with names of the driver interface"
finish
