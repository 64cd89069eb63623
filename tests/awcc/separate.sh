#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Separate compilation: device functions and variables across files, static ones of one name, device
# code in archives, -dlink with another linker, and what is undefined.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
cat >main.cu <<'END'
#include <cstdio>
extern __device__ int counter;
__device__ int twice(int);
static __device__ int offset = 1;
static __global__ void kernel(int *p) { *p = twice(20) + counter + offset; }
int other();
int main()
{
	int *p, value = 0;
	cudaMalloc((void **)&p, sizeof(int));
	kernel<<<1, 1>>>(p);
	cudaMemcpy(&value, p, sizeof(int), cudaMemcpyDeviceToHost);
	std::printf("%d %d %s\n", value, other(), cudaGetErrorString(cudaGetLastError()));
	cudaFree(p);
}
END
cat >other.cu <<'END'
__device__ int counter = 5;
static __device__ int offset = 100;
__device__ int twice(int x) { return 2 * x; }
static __global__ void kernel(int *p) { *p = offset; }
int other()
{
	int *p, value = 0;
	cudaMalloc((void **)&p, sizeof(int));
	kernel<<<1, 1>>>(p);
	cudaMemcpy(&value, p, sizeof(int), cudaMemcpyDeviceToHost);
	cudaFree(p);
	return value;
}
END
echo '__device__ int nobody_calls(int x) { return x; } __global__ void unused_kernel(int *p) { *p = 1; }' >spare.cu
right='^46 100 no error$'
"$AWCC" -rdc=true main.cu other.cu -o one && shows "$right" ./one || wrong "one call"
"$AWCC" -dc main.cu other.cu spare.cu && "$AWCC" main.o other.o -o two && shows "$right" ./two || wrong "-dc"
"$AWCC" -lib other.o spare.o -o libother.a && "$AWCC" main.o libother.a -o three && shows "$right" ./three || wrong "archive"
"$AWCC" main.o -L. -lother -o four && shows "$right" ./four || wrong "-l"
ar rcsT thin.a other.o spare.o && "$AWCC" main.o thin.a -o five && shows "$right" ./five || wrong "thin archive"
"$AWCC" -dlink main.o other.o -o linked.o &&
	g++ main.o other.o linked.o -o six -L"$BUILD/lib" -lcudart && LD_LIBRARY_PATH=$BUILD/lib shows "$right" ./six || wrong "-dlink and g++"
"$AWCC" linked.o main.o other.o -o again && shows "$right" ./again || wrong "-dlink and awcc"
cp main.o later.o && ar rcs libwhole.a other.o spare.o linked.o && "$AWCC" -dlink later.o libwhole.a -o nothing.o &&
	"$AWCC" later.o nothing.o libwhole.a -o twice && shows "$right" ./twice || wrong "-dlink of what is linked"
"$AWCC" main.o spare.o other.o linked.o -o part && shows "$right" ./part || wrong "all but one are linked"
ld -r main.o other.o -o joined.o && "$AWCC" joined.o -o seven && shows "$right" ./seven || wrong "ld -r"
# Managed variables of every file are the host's own, with their first values.
cat >mine.cu <<'END'
#include <cstdio>
__managed__ int mine = 3;
extern __managed__ int theirs;
__global__ void both() { mine *= 2; theirs += 100; }
int their_change();
int main()
{
	std::printf("%d %d", mine, their_change());
	both<<<1, 1>>>();
	cudaDeviceSynchronize();
	std::printf(" %d %d", mine, theirs);
	cudaDeviceReset();
	std::printf(" %s\n", cudaGetErrorString(cudaGetLastError()));
}
END
cat >theirs.cu <<'END'
__managed__ int theirs = 5;
__global__ void change() { theirs *= 4; }
int their_change()
{
	theirs += 1;
	change<<<1, 1>>>();
	cudaDeviceSynchronize();
	return theirs;
}
END
for files in "mine.cu theirs.cu" "theirs.cu mine.cu"; do
	# shellcheck disable=SC2086
	"$AWCC" -rdc=true $files -o managed && shows '^3 24 6 124 no error$' ./managed || wrong "managed variables, $files"
done
# Objects and archives beside a unit whose whole device code is made; an archive's members only where they are needed.
grep extern main.cu >device.cu
echo '__device__ int twice(int); __global__ void whole(int *p) { *p = twice(20) + counter; }' >>device.cu
for parts in "--link=other.o" "--link=libother.a"; do
	"$AWCC" -cubin -Xanywarp "$parts" device.cu -o whole.cubin && "$AWCC" -arch=sm_80 -ptx -Xanywarp "$parts" device.cu -o whole.ptx &&
		grep -q "counter" whole.ptx || wrong "$parts"
	grep -q nobody_calls whole.ptx && wrong "$parts: what nobody needs"
done
"$AWCC" -cubin -Xanywarp --link=nowhere.o device.cu -o whole.cubin 2>messages && wrong "no such object"
grep -q "Could not open input file 'nowhere.o'" messages || wrong "$(cat messages)"
"$AWCC" -dlink -fatbin main.o other.o -o linked.fatbin && [ -s linked.fatbin ] || wrong "-dlink -fatbin"
hides 'dlink' "$AWCC" --dryrun h.o -o x
shows 'dlink' "$AWCC" --dryrun main.o other.o -o x
fails 'twice' "$AWCC" main.o -o undefined
[ -e undefined ] && wrong "left an executable"
left_nothing
finish
