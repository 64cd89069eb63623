#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Ways to leave a program: with work unfinished, with handles alive, from destructors that run before
# and after everything else, by exit and quick_exit.  None may crash or hang, and what device printf
# wrote comes out.
set -e
cd "$TMP"

cat >exits.cu <<'EOF'
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <unistd.h>
struct holder {
	int *memory = nullptr;
	cudaStream_t stream = nullptr;
	~holder()
	{
		if (memory)
			printf("free: %s\n", cudaGetErrorName(cudaFree(memory)));
		if (stream)
			cudaStreamDestroy(stream);
	}
};
__attribute__((init_priority(101))) holder early; // constructed before the fat binary is registered
static holder late;
__global__ void say(int n) { printf("device says %d\n", n); }
__global__ void spin(volatile int *stop) { while (!*stop) {} }
int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	setvbuf(stdout, nullptr, _IOLBF, 0);
	if (!strcmp(how, "print")) {
		say<<<1, 1>>>(42);
		return 0; // without waiting
	}
	if (!strcmp(how, "destructors")) {
		cudaMalloc(&early.memory, 64);
		cudaMalloc(&late.memory, 64);
		cudaStreamCreate(&early.stream);
		cudaStreamCreate(&late.stream);
		say<<<1, 1, 0, late.stream>>>(1);
		return 0;
	}
	if (!strcmp(how, "spin")) {
		int *stop;
		cudaMallocManaged(&stop, sizeof(int));
		*stop = 0;
		spin<<<1, 1>>>(stop);
		exit(3);
	}
	if (!strcmp(how, "thread")) {
		std::thread([] { say<<<1, 1, 0, cudaStreamPerThread>>>(5); }).detach();
		usleep(50000);
		exit(4);
	}
	if (!strcmp(how, "_exit")) {
		say<<<1, 1>>>(6);
		cudaDeviceSynchronize();
		_exit(5);
	}
	if (!strcmp(how, "fault")) {
		spin<<<1, 1>>>(nullptr);
		return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 6 : 1;
	}
	if (!strcmp(how, "nothing"))
		return 7;
	return 1;
}
EOF
for cudart in static shared; do
	"$AWCC" exits.cu -o exits --cudart=$cudart
	try() { # argument, exit code, line that must appear
		code=0
		timeout 20 ./exits "$1" >out 2>err || code=$?
		[ "$code" = "$2" ] || { echo "$cudart $1: exit code $code"; cat out err; exit 1; }
		[ -z "$3" ] || grep -q "$3" out || { echo "$cudart $1: no '$3'"; cat out err; exit 1; }
	}
	try print 0 'device says 42'
	try destructors 0 'device says 1'
	try destructors 0 'free: cudaSuccess'
	try spin 3 ''
	try thread 4 'device says 5'
	try _exit 5 'device says 6'
	try fault 6 ''
	try nothing 7 ''
done
