#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The nvidia device over a driver that is made here: what it is asked, in which order devices are numbered, what
# becomes of its errors, and that a driver that is absent, too old or broken leaves the CPU device and one line at
# the level info.
. "$ROOT/tests/awcc/support/check.sh"
unset ANYWARP_DEVICES CUDA_VISIBLE_DEVICES
support=$ROOT/tests/nvidia/support
make_driver() { # folder flags...
	local folder=$1; shift
	mkdir -p "$folder"
	gcc -shared -fPIC -w -I"$ROOT/src" "$@" -D_GNU_SOURCE "$support"/fake_*.c -Wl,-soname,libcuda.so.1 -o "$folder/libcuda.so.1" || exit 2
}
make_driver good
make_driver lacking -DFAKE_GONE=unheard_of
mkdir -p broken && echo "no library" >broken/libcuda.so.1
"$AWCC" "$support/calls.cu" -o calls --cudart=shared || exit 2
"$AWCC" "$support/calls.cu" -o calls-static || exit 2
cpu_name=$(ANYWARP_DEVICES=cpu ./calls devices)
base=$LD_LIBRARY_PATH
export FAKE_LOG=$PWD/log
with() { local folder=$1; shift; rm -f log; env LD_LIBRARY_PATH="$PWD/$folder:$base" "$@"; }
logged() { grep -Eq -- "$1" log || { wrong "not asked for: $1"; cat log; }; }
silent() { [ ! -e log ] || wrong "the driver was used: $(cat log)"; }

# Numbers: GPUs first.  The variable of visible devices counts ours, so the driver must not see it.
[ "$(with good ./calls devices)" = "Fake GPU 0 (9.0);$cpu_name" ] || wrong "devices: $(with good ./calls devices)"
logged '^cuInit 0 visible unset'
[ "$(with good ./calls-static devices)" = "Fake GPU 0 (9.0);$cpu_name" ] || wrong "devices of a static program"
[ "$(with good CUDA_VISIBLE_DEVICES=1,0 ./calls devices)" = "${cpu_name}Fake GPU 0 (9.0);" ] || wrong "order of visible devices"
logged '^cuInit 0 visible unset'
[ "$(with good CUDA_VISIBLE_DEVICES=1 ./calls devices)" = "$cpu_name" ] || wrong "the CPU alone"
[ "$(with good CUDA_VISIBLE_DEVICES=GPU-1234 ./calls devices)" = "Fake GPU 0 (9.0);" ] || wrong "a GPU by name"
logged '^cuInit 0 visible GPU-1234'
[ "$(with good ANYWARP_DEVICES=cpu,nvidia ./calls devices)" = "${cpu_name}Fake GPU 0 (9.0);" ] || wrong "ANYWARP_DEVICES orders"
[ "$(with good ANYWARP_DEVICES=cpu ./calls devices)" = "$cpu_name" ] || wrong "ANYWARP_DEVICES=cpu"
silent

# Calls.
shows '^done 2.5 ms' with good ./calls run
logged '^cuDevicePrimaryCtxRetain'
logged '^cuMemAlloc_v2 4096$'
logged '^cuMemcpyAsync 4096 stream 0x1$'
logged '^cuMemsetD8Async 4096 stream 0x1$'
logged '^cuMemHostAlloc 64 flags 3$'
logged '^cuModuleLoadDataEx .target sm_70 _Z3addPfPKfi$'
logged '^cuModuleGetFunction _Z3addPfPKfi$'
logged '^cuLaunchKernel _Z3addPfPKfi 4,2,1 256,1,1 0 0x1 last 1024$'
logged '^cuStreamCreateWithPriority flags 1 priority 0 0x'
logged '^cuLaunchKernel _Z3addPfPKfi 4,2,1 256,1,1 16 0x[0-9a-f]{3,} last 1024$'
logged '^cuEventRecord 0x'
logged '^cuStreamWaitEvent$'
logged '^cuCtxSynchronize$'
[ "$(grep -c '^cuModuleLoadDataEx' log)" = 1 ] || wrong "modules: $(grep cuModuleLoad log)"
# At the end everything is given back.
logged '^cuModuleUnload$'
logged '^cuDevicePrimaryCtxRelease_v2$'
[ "$(grep -c '^cuMemAlloc_v2' log)" = "$(grep -c '^cuMemFree_v2' log)" ] || wrong "memory is kept"

# Second entries: loaded when launches would have gained enough, never for one launch, and where the host has waited for all work.
"$AWCC" "$support/entries.cu" -o entries -lcuda || exit 2
launches() { grep -E '^cuLaunchKernel|^cuModuleLoad' log | sed 's/ 0x1 last.*\( of\| by\)/\1/; s/ 256,1,1.*\( of\| by\)/\1/; s/ 256,1,1.*//; s/cuLaunchKernel _Z//'; }
is_asked() { # environment, "times waits", lines...
	local setting=$1 way=$2; shift 2
	shows '^cudaSuccess$' with good $setting ./entries $way
	[ "$(launches)" = "$(printf '%s\n' "$@")" ] || wrong "second entries, $setting, $way: $(launches)"
}
load='cuModuleLoadDataEx .target sm_70 _Z' plain=('3addPfPKfi 1024,256,1' '4rowsPiii 1024,256,1' '5countPiii 1024,256,1')
second=('3addPfPKfi$joined 256,256,1 of 1024' '4rowsPiii$divided 1024,256,1 by -858993459 3' '5countPiii$divided 1024,256,1 by -858993459 3')
first=("${load}3addPfPKfi" "${plain[@]}") more="${load}4rowsPiii\$divided"
is_asked A=b 'device 1' "${first[@]}"
is_asked A=b 'device 2' "${first[@]}" "${plain[@]}" "$more"
is_asked A=b 'device 3' "${first[@]}" "${plain[@]}" "$more" "${second[@]}"
[ "$(grep -c '^cuModuleUnload' log)" = 2 ] || wrong "modules are kept"
logged '^cuFuncSetAttribute 8 49152 _Z4rowsPiii.divided$'
is_asked A=b 'stream 3' "${first[@]}" "${plain[@]}" "$more" "${second[@]}"
is_asked FAKE_FAIL=cuStreamQuery=600 'stream 3' "${first[@]}" "${plain[@]}" "${plain[@]}"
is_asked A=b 'nothing 3' "${first[@]}" "${plain[@]}" "${plain[@]}" "$more" # the context is synchronised at the end
is_asked ANYWARP_SECOND_ENTRIES=1 'nothing 1' "${load}3addPfPKfi" "$more" "${second[@]}"
is_asked ANYWARP_SECOND_ENTRIES=0 'device 3' "${first[@]}" "${plain[@]}" "${plain[@]}"
is_asked A=b 'graph 3' "${first[0]}" "${plain[0]}" "$more" "${second[0]}"
is_asked FAKE_FAIL=cuStreamQuery=600 'graph 3' "${first[0]}" "${plain[0]}"
is_asked ANYWARP_SECOND_ENTRIES=0 'graph 3' "${first[0]}" "${plain[0]}"
for kind in -ptx -fatbin; do
	"$AWCC" $kind "$support/entries.cu" -o "entries$kind" || exit 2
	[ "$(with good ./entries list "entries$kind")" = '_Z3addPfPKfi;_Z4rowsPiii;_Z5countPiii;' ] || wrong "kernels of $kind: $(with good ./entries list "entries$kind")"
	[ "$(launches | tail -n 1)" = '3addPfPKfi$joined 256,256,1 of 1024' ] || wrong "launches of $kind: $(launches)"
done

# Graphs are the driver's, until they change, and again when they stay as they are.
asked() { sed -nE 's/^cuStreamBeginCapture_v2.* (mode .)/(\1/p; s/^cuStreamEndCapture.*/)/p; s/^cuLaunchKernel.* last (.).*/\1/p; s/^cuGraph(Launch|ExecDestroy|Instantiate).*/\1/p' log | paste -sd' '; }
shows '^done$' with good ./calls graph
recorded='(mode 2 7 7 ) Instantiate' again='(mode 2 8 7 ) Instantiate'
[ "$(asked)" = "$recorded Launch Launch Launch ExecDestroy 8 7 8 7 $again Launch Launch ExecDestroy" ] || wrong "a graph: $(asked)"
shows '^done$' with good ./calls graph+event
[ "$(asked)" = '7 7 7 7 7 7 8 7 8 7 8 7 8 7' ] || wrong "a graph whose event is seen outside: $(asked)"
shows '^done$' with good FAKE_FAIL=cuStreamEndCapture=900 ./calls graph
[[ $(asked) = '(mode 2 7 7 ) 7 7 7 7 7 7 8 7 8 7 (mode 2 8 7 ) 8 7 8 7' ]] || wrong "a graph that can't be captured: $(asked)"
shows '^done$' with good ANYWARP_PROFILE=summary ./calls graph
[ "$(asked)" = '7 7 7 7 7 7 8 7 8 7 8 7 8 7' ] || wrong "a graph that is measured: $(asked)"

# What a library gives to the driver while streams are captured is work of the graph: children of the recorded one, or launched where
# an event is seen from outside, and other work after a new capture of the same shape.
asked() { sed -nE 's/^cuStreamBeginCapture.*/(/p; s/^cuStreamEndCapture.* (.)/)\1/p; s/^cuLaunchKernel library.* last (.).*/\1/p; s/^cuLaunchKernel.* last (.).*/+\1/p
	s/^cuGraphAdd.*/child/p; s/^cuGraph(Launch|ExecDestroy|Instantiate).*/\1/p' log | paste -sd' '; }
captured='( 7 )1 ( ( 8 )1 ( )0 )0' anew='( 8 )1 ( ( 9 )1 ( )0 )0' recorded='( +1 child child +2 )4 Instantiate'
pieces='+1 Launch Launch +2' first='+1 Instantiate Launch Instantiate Launch +2'
shows '^0440 0440 done$' with good ./calls library
[ "$(asked)" = "$captured $recorded Launch Launch Launch Launch $anew ExecDestroy $first $pieces $recorded Launch Launch ExecDestroy ExecDestroy ExecDestroy" ] ||
	wrong "work of a library in a graph: $(asked)"
[ "$(grep -c '^cuStreamEndCapture' log)" = "$(grep -c '^cuGraphDestroy' log)" ] || wrong "graphs of the driver are kept"
shows '^04407 04407 done$' with good ./calls library+event
[ "$(asked)" = "$captured $first $pieces $pieces $pieces $anew ExecDestroy ExecDestroy $first $pieces $pieces $pieces ExecDestroy ExecDestroy" ] ||
	wrong "work of a library in a graph that isn't recorded: $(asked)"
shows '^cudaErrorStreamCaptureInvalidated$' with good FAKE_FAIL=cuStreamEndCapture=901 ./calls library

# Handles are the driver's own, and other libraries find the driver by its name though ours comes first.
mkdir path && cp -P "$BUILD/lib/libcuda.so.1" "$BUILD"/lib/libcudart.so* path/
read -r stream event library <<<"$(LD_LIBRARY_PATH=$PWD/path:$PWD/good:$base && rm -f log && export LD_LIBRARY_PATH && ./calls-static handles)"
[ "$library" = driver ] || wrong "libcuda.so.1 is $library"
logged "^cuStreamCreateWithPriority flags 1 priority 0 $stream\$"
logged "^cuEventCreate flags 0 $event\$"
logged "^cuEventRecord $event $stream\$"
logged "^cuEventRecord $event 0x2\$"
logged "^cuEventRecord $event 0x1\$"
logged '^cuMemAdvise 4096 3 0$'
logged '^cuMemAdvise 100 1 -1$'
logged "^cuMemPrefetchAsync 4096 0 $stream\$"
logged "^cuMemPrefetchAsync 4096 -1 $stream\$"

# Memory apart from addresses, and of other processes.
"$AWCC" -std=c++17 "$support/share.cu" -o share || exit 2
shows '^done$' with good ./share
logged '^cuMemAddressReserve 6291456 aligned 2097152$'
logged '^cuMemCreate 2097152 exports 1 place 1 0$'
logged '^cuMemSetAccess 4194304 place 1 0 flags 3 of 1$'
[ "$(grep -c '^cuMemUnmap 2097152' log)" = 2 ] && [ "$(grep -c '^cuMemRelease' log)" = 2 ] || wrong "mapped memory is kept"
logged '^cuMemAddressFree 6291456$'
[ "$(grep -c '^cuIpcOpenMemHandle_v2 . flags 1' log)" = "$(grep -c '^cuIpcCloseMemHandle' log)" ] || wrong "memory of others stays open"
logged '^cuEventCreate flags 6 0x'
logged '^cuIpcOpenEventHandle 42 0x'

# A library that opens the driver before the program registers anything, as cuBLAS does: the file of that name in our folder
# hands over the machine's driver, here one in a folder of the test, and is our own where there is none.
readelf -d "$BUILD/lib/libcuda.so.1" | grep -q 'AUXILIARY.*/usr/lib64/libcuda.so.1' || wrong "libcuda.so.1 is no filter"
cat >early.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
__attribute__((constructor)) static void open_early(void)
{
	void *library = dlopen("libcuda.so.1", RTLD_NOW);
	Dl_info info = { 0 };
	dladdr(library ? dlsym(library, "cuInit") : NULL, &info);
	printf("%s;%s;", library && dlsym(library, "fake_call") ? "driver" : "other", info.dli_fname ? info.dli_fname : "none");
}
void early(void) {}
END
gcc -D_GNU_SOURCE -shared -fPIC early.c -o libearly.so
mkdir filtered && cp -L "$BUILD/lib/libcudart.so.12" filtered/
gcc -shared -nostdlib -Wl,-soname,libcudart_driver.so.12 -Wl,--no-as-needed filtered/libcudart.so.12 -Wl,-f,/nonexistent/libcuda.so.1 \
	-Wl,-f,"$PWD/good/libcuda.so.1" -o filtered/libcudart_driver.so.12
ln -s libcudart_driver.so.12 filtered/libcuda.so.1
for mode in static shared; do
	"$AWCC" "$support/calls.cu" -o early-$mode --cudart=$mode -Xlinker --no-as-needed -L. -learly -Xlinker -rpath="$PWD"
	[ "$(LD_LIBRARY_PATH=$PWD/filtered:$PWD/good ./early-$mode devices)" = "driver;$PWD/good/libcuda.so.1;Fake GPU 0 (9.0);$cpu_name" ] ||
		wrong "opened early, $mode: $(LD_LIBRARY_PATH=$PWD/filtered:$PWD/good ./early-$mode devices)"
	[ -e /usr/lib/x86_64-linux-gnu/libcuda.so.1 ] || LD_LIBRARY_PATH=$BUILD/lib shows '^other;.*/libcudart.so.12;' ./early-$mode devices
done

# Errors.
for pair in cuMemAlloc_v2=2:cudaErrorMemoryAllocation cuLaunchKernel=719:cudaErrorLaunchFailure \
	cuModuleLoadDataEx=222:cudaErrorUnsupportedPtxVersion cuCtxSynchronize=700:cudaErrorIllegalAddress \
	cuEventRecord=12345:cudaErrorUnknown cuStreamSynchronize=1:cudaErrorInvalidValue; do
	[ "$(with good FAKE_FAIL="${pair%:*}" ./calls run 2>/dev/null)" = "${pair#*:}" ] || wrong "$pair"
done
shows 'error: nvidia: ptxas fake, line 7' with good FAKE_FAIL=cuModuleLoadDataEx=222 ./calls run

# What kernels use: the driver's own words, as they come, for programs compiled with -Xptxas -v, and on request for others.
"$AWCC" -Xptxas -v "$support/calls.cu" -o verbose >said.txt 2>&1 || wrong "-Xptxas -v"
grep -q "entry function .* for 'x86-64-v3'" said.txt && ! grep -q "for 'compute" said.txt || wrong "-Xptxas -v: $(cat said.txt)"
shows '^ptxas info    : Used 12 registers, used 0 barriers$' with good ./verbose run
hides 'ptxas info' with good ./calls run
shows 'anywarp: info: nvidia: ptxas info    : Used 12 registers' with good ANYWARP_LOG=info ./calls run
"$AWCC" -ptx -maxrregcount=40 "$support/calls.cu" -o calls.ptx && [ "$(grep -c '^\.maxnreg 40$' calls.ptx)" = 2 ] || wrong "-maxrregcount"

# No driver that will do.
no_gpu() { # folder line variable...
	local folder=$1 line=$2; shift 2
	[ "$(with "$folder" "$@" ./calls devices)" = "$cpu_name" ] || wrong "$folder $*: $(with "$folder" "$@" ./calls devices)"
	shows "$line" with "$folder" ANYWARP_LOG=info "$@" ./calls devices
}
no_gpu good 'nvidia: no GPU is used: the driver is for CUDA 10.2, and 11.0' FAKE_VERSION=10020
no_gpu good "nvidia: no GPU is used: the driver doesn't start: CUDA_ERROR_999" FAKE_FAIL=cuInit=999
no_gpu lacking 'nvidia: no GPU is used: the driver has no cuMemHostUnregister' A=b
no_gpu broken "nvidia: .*broken/libcuda.so.1 can't be opened" A=b
# The installation's own library of that name is none.
ln -s "$BUILD/lib/libcudart.so.12" own.so && mkdir own && cp -P "$BUILD/lib/libcuda.so.1" "$BUILD/lib/libcudart.so" own/ 2>/dev/null
mkdir copied && cp -L "$BUILD/lib/libcudart.so.12" copied/libcuda.so.1
no_gpu copied 'nvidia: no GPU is used: there is no libcuda.so.1' A=b
no_gpu own 'nvidia: no GPU is used: there is no libcuda.so.1' A=b
finish
