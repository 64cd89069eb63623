#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Fat binaries that nvFatbin makes, of objects too, statically linked as well: our cuobjdump shows what our devices find in them, and
# NVIDIA's, where a toolkit has it, lists and prints the same PTX.
. "$ROOT/tests/awcc/support/check.sh"
cat >part.cu <<'END'
__device__ int weigh(int);
extern "C" __global__ void run(int *out) { out[threadIdx.x] = weigh(threadIdx.x); }
END
echo '__device__ int weigh(int x) { return 7 * x; }' >other.cu
cat part.cu other.cu >whole.cu
cat >make.c <<'END'
#include <nvFatbin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int count, char **words) /* OUTPUT ARCH FILE... */
{
	nvFatbinHandle handle;
	size_t size;
	int status = nvFatbinCreate(&handle, NULL, 0);
	for (int i = 3; i < count && !status; i++) {
		static char data[1 << 22];
		const char *end = strrchr(words[i], '.');
		size = fread(data, 1, sizeof data, fopen(words[i], "r"));
		status = !strcmp(end, ".ptx") ? nvFatbinAddPTX(handle, data, size, words[2], words[i], "-O3")
		         : !strcmp(end, ".o") ? nvFatbinAddReloc(handle, data, size)
		                              : nvFatbinAddCubin(handle, data, size, words[2], words[i]);
	}
	if (status || (status = nvFatbinSize(handle, &size)))
		return puts(nvFatbinGetErrorString(status)), 1;
	char *made = malloc(size);
	nvFatbinGet(handle, made);
	fwrite(made, 1, size, fopen(words[1], "w"));
	return 0;
}
END
gcc -I"$BUILD/include" make.c -o make -L"$BUILD/lib" -lnvfatbin -Wl,-rpath,"$BUILD/lib" || wrong "the shared library"
gcc -I"$BUILD/include" make.c -o make_static -L"$BUILD/lib" -lnvfatbin_static -lculibos -ldl -pthread || wrong "the archive"
gcc -I"$BUILD/include" "$ROOT/tests/awcc/support/load_module.c" -o load -L"$BUILD/lib" -lcuda -Wl,-rpath,"$BUILD/lib" || wrong "the driver"
"$AWCC" -arch=sm_80 -ptx whole.cu -o whole.ptx && "$AWCC" -arch=sm_90 -fatbin whole.cu -o whole.fatbin && "$AWCC" -cubin whole.cu -o whole.cubin &&
	"$AWCC" -arch=sm_80 -rdc=true -c part.cu other.cu || wrong "compiling"

shows '^$' ./make text.fatbin 80 whole.ptx
shows '^0 7 14$' ./load text.fatbin
shows '^$' ./make_static mixed.fatbin 90 whole.fatbin whole.cubin
shows '^0 7 14$' ./load mixed.fatbin
shows '^$' ./make cpu.fatbin 90 whole.cubin
shows '^0 7 14$' ./load cpu.fatbin
# Modules of several objects are linked when they are loaded.
shows '^$' ./make objects.fatbin 80 part.o other.o
shows '^0 7 14$' ./load objects.fatbin
shows '^$' ./make one.fatbin 80 part.o
shows '^300$' ./load one.fatbin
"$AWCC" -c whole.cu -o plain.o
fails "host object doesn't contain a fatbin" ./make none.fatbin 80 plain.o

cuobjdump=$(dirname "$AWCC")/cuobjdump
shows '^PTX file    1: mixed\.fatbin\.1\.sm_90\.ptx$' "$cuobjdump" -lptx mixed.fatbin
shows '^ELF file    1: mixed\.fatbin\.1\.x86-64' "$cuobjdump" -lelf mixed.fatbin

nvidia=${NVIDIA_CUOBJDUMP:-/usr/local/cuda/bin/cuobjdump}
if [ -x "$nvidia" ]; then
	for file in text mixed; do
		shows '^PTX file    1: .*\.ptx$' "$nvidia" -lptx "$file.fatbin"
		shows 'entry run' "$nvidia" -ptx "$file.fatbin"
		shows '^identifier = whole\.' "$nvidia" "$file.fatbin"
	done
	hides 'ptx' "$nvidia" -lptx cpu.fatbin
else
	echo "NVIDIA's cuobjdump isn't installed"
fi
finish
