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
# FLAGS, which are new: what is made when the header isn't wanted yet, when it is made and when it is there, and without the cache
same() {
	rm -f *.o
	"$AWCC" "$@" -c a.cu -o first.o || wrong "doesn't compile: $*"
	for time in second third; do
		"$AWCC" "$@" -c a.cu -o again.o && cmp -s first.o again.o || wrong "other objects the $time time: $*"
	done
}
same
ANYWARP_CACHE_DIR=off "$AWCC" -c a.cu -o plain.o && cmp -s first.o plain.o || wrong "other objects without the cache"
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
for time in first second; do
	{ "$AWCC" ours.cu -o ours && ./ours; } || wrong "the $time time of what needs a mended header of ours"
done
[ "$(entries)" = 5 ] || wrong "$(entries) entries behind a mended header of ours"
for line in 'int *p = 3; int sum(int n) { int a[n] = { 1 }; return a[0] + cosff(1); }' '__global__ void k(int *p) { asm("bar.none %0;" :: "r"(*p)); }'; do
	echo "$line" >told.cu
	ANYWARP_CACHE_DIR=off "$AWCC" -c told.cu >plain.txt 2>&1 && wrong "takes $line"
	"$AWCC" -c told.cu >with.txt 2>&1 && wrong "takes with a header $line"
	diff plain.txt with.txt || wrong "other messages of: $line"
done
# A name that no header has, and is like no other, is wrong without the header, too.
echo '__global__ void kernel(int *p) { *p = no_such_name_anywhere; }' >undeclared.cu
ANYWARP_CACHE_DIR=off "$AWCC" -c undeclared.cu >plain.txt 2>&1
"$AWCC" -c undeclared.cu --time times.csv >with.txt 2>&1 && wrong "takes an undeclared name"
diff plain.txt with.txt || wrong "other messages of an undeclared name"
[ "$(grep -c 'device front end' times.csv)" = 1 ] || wrong "an undeclared name is looked for again: $(cat times.csv)"
sed -i '/^void launch/s/<<<1/< <<1/' a.cu # which is mended before
same -DA=1 -include cstdio -I. -ptx
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

mkdir -p own/deeper # which is no folder of a few files
"$AWCC" -Iown -ptx a.cu && "$AWCC" -Iown -ptx a.cu || wrong "a folder of one's own"
marks() { grep -rlax own/string.h cache | wc -l; }
for seen in 1 2; do # comes, and is changed
	printf '#define SEEN %s\n#include_next <string.h>\n' $seen >own/string.h
	sleep 2.1 # a header that has just been written isn't taken for finished
	"$AWCC" -Iown -ptx a.cu && "$AWCC" -Iown -DWANTED=$seen -ptx a.cu || wrong "string.h $seen"
	[ "$(marks)" = 1 ] || wrong "$(marks) marks in place of one, that the header is of no use"
done
printf '#define SEEN 3\n#include_next <string.h>\n' >own/string.h
sed -i 's/#ifdef WANTED/#if 1/; s/SEEN == WANTED/SEEN == 3/' a.cu
"$AWCC" -Iown -ptx a.cu || wrong "string.h 3"
rm own/string.h # from now on they are
sed -i '1,/^#endif/d' a.cu
"$AWCC" -Iown -ptx a.cu && [ "$(marks)" = 0 ] || wrong "$(marks) marks behind a file that is gone"

# Folders of the same few files have one header, as those have that NVRTC makes for each program's headers.
mkdir one other third && touch {one,other,third}/some.h third/more.h
before=$(entries)
for folder in one other third; do
	"$AWCC" -I$folder -ptx a.cu || wrong "a folder with a file"
done
[ "$(entries)" = $((before + 1)) ] || wrong "$(entries) entries of folders of the same file, $before before"

# C++20 has them, too, for functions of the host and the device with one signature.
cat >modules.cu <<'END'
struct both { __host__ int get() { return 1; } __device__ int get() { return 2; } };
__host__ int value() { return 4; }
__device__ int value() { return 8; }
__global__ void kernel(int *p) { *p = both().get() + value() + (int)fabs(-16.0) + (int)std::abs(-32.5f) + max(64, 3); }
int main() { printf("%d", both().get() + value()); }
END
before=$(entries)
for time in first second third; do
	"$AWCC" -std=c++20 -c modules.cu || wrong "C++20 the $time time"
done
[ "$(entries)" = $((before + 2)) ] || wrong "$(entries) entries in C++20, $before before"

# One in the folder where the compiler runs.
printf '#include "%s/cuda_runtime.h"\n#define SEEN 4\n' "$BUILD/include" >cuda_runtime.h
sed -i '1i static_assert(SEEN == 4, "an old header");' a.cu
"$AWCC" -c a.cu || wrong "cuda_runtime.h"
finish
