#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The header that comes before each source is read once for each set of options, and what is made with it is the same; a header that is
# changed, or comes before another, is seen.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
export ANYWARP_CACHE_DIR=$PWD/cache
cat >a.cu <<'END'
#ifdef WANTED
static_assert(SEEN == WANTED, "an old header");
#endif
__global__ void kernel(float *p) { *p = fabsf(*p); }
void launch(float *p) { kernel<<<1, 1>>>(p); }
END
entries() { find cache -size +1M 2>/dev/null | wc -l; } # the headers
same() { # FLAGS: what is made without the cache, and with it when the header is read, made, and there
	rm -f *.o
	ANYWARP_CACHE_DIR=off "$AWCC" "$@" -c a.cu -o plain.o || wrong "doesn't compile: $*"
	for time in first second third; do
		"$AWCC" "$@" -c a.cu -o again.o && cmp -s plain.o again.o || wrong "other objects the $time time: $*"
	done
}
same
[ "$(entries)" = 2 ] || wrong "$(entries) entries in place of one for each half"
same -O3
[ "$(entries)" = 3 ] || wrong "$(entries) entries, where only the host's half has another option"
# What is mended because clang refuses it has headers of its own; of what is wrong the same is told.
echo 'int sum(int n) { int a[n] = { 1 }; return a[0]; } __global__ void kernel(int *p) { *p = 1; }' >mended.cu
for time in first second; do
	"$AWCC" -c mended.cu || wrong "the $time time of what is mended"
done
[ "$(entries)" = 5 ] || wrong "$(entries) entries, of which two should be of what is mended"
# A header of ours that is mended for a program, whose host code calls the device where __CUDA_ARCH__ is defined, is no part of it.
cat >ours.cu <<'END'
#ifdef __CUDA_ARCH__
#define SWAP(x) __byte_perm(x, 0, 0x123)
#else
#define SWAP(x) __builtin_bswap32(x)
#endif
int swapped(unsigned a) { return SWAP(a); }
__global__ void kernel(unsigned *p) { *p = SWAP(*p); }
int main() { return swapped(0x12345678) != 0x78563412; }
END
for time in first second third; do
	{ "$AWCC" ours.cu -o ours && ./ours; } || wrong "the $time time of what needs a mended header of ours"
done
[ "$(entries)" = 5 ] || wrong "$(entries) entries behind a mended header of ours"
for line in 'int *p = 3; int sum(int n) { int a[n] = { 1 }; return a[0] + cosff(1); }' '__global__ void k(int *p) { asm("bar.none %0;" :: "r"(*p)); }'; do
	echo "$line" >told.cu
	ANYWARP_CACHE_DIR=off "$AWCC" -c told.cu >plain.txt 2>&1 && wrong "takes $line"
	"$AWCC" -c told.cu >with.txt 2>&1 && wrong "takes with a header $line"
	diff plain.txt with.txt || wrong "other messages of: $line"
done
sed -i '/^void launch/s/<<<1/< <<1/' a.cu # which is mended before
same -DA=1 -include cstdio -I.
sed -i 's/< <<1/<<<1/' a.cu
truncate -s 1000 cache/*
"$AWCC" -O3 -c a.cu || wrong "with damaged headers"

# What is read is listed, and nothing else.
for flag in -MD -MMD; do
	"$AWCC" -c a.cu $flag -o kept.o && ANYWARP_CACHE_DIR=off "$AWCC" -c a.cu $flag -o read.o || wrong "exit code with $flag"
	for list in kept read; do
		tr -s ' \\' '\n' <$list.d | grep -v '\.o:$' | xargs -r realpath | sort -u >$list.files
	done
	cmp -s kept.files read.files || wrong "other files: $(diff kept.files read.files)"
done

mkdir own
"$AWCC" -Iown -c a.cu && "$AWCC" -Iown -c a.cu || wrong "a folder of one's own"
for seen in 1 2; do # comes, and is changed
	printf '#define SEEN %s\n#include_next <string.h>\n' $seen >own/string.h
	sleep 2.1 # a header that has just been written isn't taken for finished
	"$AWCC" -Iown -c a.cu && "$AWCC" -Iown -DWANTED=$seen -c a.cu || wrong "string.h $seen"
done
printf '#define SEEN 3\n#include_next <string.h>\n' >own/string.h
sed -i 's/#ifdef WANTED/#if 1/; s/SEEN == WANTED/SEEN == 3/' a.cu
"$AWCC" -Iown -c a.cu || wrong "string.h 3"

# One in the folder where the compiler runs.
printf '#include "%s/cuda_runtime.h"\n#define SEEN 4\n' "$BUILD/include" >cuda_runtime.h
sed -i 's/SEEN == 3/SEEN == 4/' a.cu
"$AWCC" -c a.cu || wrong "cuda_runtime.h"
finish
