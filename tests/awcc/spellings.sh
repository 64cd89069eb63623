#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every way of writing an option comes to the same command.  --dryrun runs nothing, so no file is read.
. "$ROOT/tests/awcc/support/check.sh"

# (the device compiler's own line repeats the options as they were written)
same() { # COMMON -- each further argument is one way of writing the same
	local first= ways=0 way output
	for way in "$@"; do
		output=$("$AWCC" --dryrun -c a.cu $way 2>&1 | grep -v ' -fatbin ' | sed 's/anywarp-[0-9]*/anywarp/g')
		grep -q '^#\$ ' <<<"$output" || { wrong "no command from: $way"; echo "$output"; }
		[ "$ways" = 0 ] || [ "$output" = "$first" ] || { wrong "'$way' differs from '$1'"; diff <(echo "$first") <(echo "$output"); }
		[ "$ways" = 0 ] && first=$output
		ways=$((ways + 1))
	done
}
same "-arch=sm_80" "-arch sm_80" "--gpu-architecture=sm_80" "--gpu-architecture sm_80" "-arch compute_80" \
	"-gencode arch=compute_80,code=sm_80" "-gencode=arch=compute_80,code=[sm_80,compute_80]" \
	"--generate-code arch=compute_80,code=\"sm_80,compute_80\"" "-arch=compute_80 -code=sm_80,compute_80"
same "-Ione -Itwo" "-I one -I two" "-I=one,two" "--include-path one,two" "--include-path=one --include-path=two"
same "-DA -DB=2" "-D A,B=2" "--define-macro A --define-macro=B=2" "-DA,B=2"
same "-std=c++17" "-std c++17" "--std=c++17" "--std c++17"
same "-O2" "-O 2" "-O=2" "--optimize 2" "--optimize=2"
same "-Xcompiler -Wall,-fPIC" "-Xcompiler=-Wall -Xcompiler=-fPIC" "--compiler-options -Wall,-fPIC" \
	"--compiler-options=-Wall -Xcompiler -fPIC"
same "-x cu" "-x=cu" "--x cu" "--x=cu" ""
same "-rdc=true" "-rdc true" "--relocatable-device-code=true" "-dc"
same "-use_fast_math" "--use_fast_math"
same "" "-m64" "-m 64" "--machine 64" "--machine=64" "-Xptxas -O3,-dlcm=ca" "-maxrregcount=32" "--maxrregcount 32" "-lm" "-l m" \
	"-diag-suppress 177,20012" "--diag-suppress=177" "-Wno-deprecated-gpu-targets" "-split-compile 2" "-Xcudafe --display_error_number" \
	"-res-usage" "--threads 4" "-t4" "-t=0" "-cudart shared" "--allow-unsupported-compiler" "-Xnvlink -v" "-restrict"
same "-g -G" "--debug --device-debug"

echo "-DFROM_FILE='a b' -O2
-I \"the directory\"" >options.txt
shows 'DFROM_FILE=a b.*Ithe directory.*-O2' "$AWCC" --dryrun -c a.cu @options.txt
shows 'DFROM_FILE=a b' "$AWCC" --dryrun -c a.cu --options-file options.txt
echo "@loop.txt" >loop.txt
fails "include one another" "$AWCC" @loop.txt
NVCC_APPEND_FLAGS="-DAFTER" NVCC_PREPEND_FLAGS="-DBEFORE" shows 'DBEFORE.*DMIDDLE.*DAFTER' "$AWCC" --dryrun -c a.cu -DMIDDLE
shows '"-DTEXT=\\"a,b\\""' "$AWCC" --dryrun -c a.cpp '-DTEXT="a,b"'
shows '-DF\(a,b\)=a' "$AWCC" --dryrun -c a.cpp '-DF(a\,b)=a'
shows ' -foo=bar ' "$AWCC" --dryrun -c a.cpp -forward-unknown-to-host-compiler -foo=bar
shows ' -Wall -O3 -DX=a ' "$AWCC" --dryrun -c a.cpp -Xcompiler '-Wall -O3' -Xcompiler=-DX='"a"'
shows '-Xlinker -rpath -Xlinker /some/where' "$AWCC" --dryrun a.o -Xlinker '-rpath /some/where'
hides 'std=c' "$AWCC" --dryrun -c a.c -std=c++17
shows 'std=c..17' "$AWCC" --dryrun -c a.cc -std=c++17
finish
