#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the host libraries export: every function that their headers declare, and nothing else.  Where NVIDIA's library of the
# name is installed, it says how many of its names ours lacks.
cd "$TMP" || exit 1
failed=0

exported() { nm -D --defined-only "$1" | awk '{ print $3 }' | sed 's/@.*//' | grep -E "^$2[A-Z]" | sort -u; }

# Every function that the headers declare, each read by itself, in C++ for the types that C lacks; but for inline ones.  NVML's declares
# the first functions of their names where this is asked for.
declared() { # prefix headers...
	local prefix=$1 header asked
	shift
	for header in "$@"; do
		for asked in -U -D; do
			g++ -E -P "${asked}NVML_NO_UNVERSIONED_FUNC_DEFS" -I"$ROOT/include" -include "$header" -x c++ /dev/null | tr '\n' ' ' |
				sed -E 's/static (__)?inline(__)?[^;{]*\{/ {/g; s/=[^;]*;/;/g; s/return [^;]*;//g; s/typedef [^;]*;//g' |
				grep -oE "\b${prefix}[A-Z][A-Za-z0-9_]*[[:space:]]*\([^;{]*\);" | grep -oE "^[A-Za-z0-9_]+"
		done
	done | sort -u
}

check() { # library prefix headers...
	local library=$BUILD/lib/lib$1.so nvidia=/usr/local/cuda/lib64/lib$1.so prefix=$2
	[ -e "$library" ] || return 0
	exported "$library" "$prefix" >exported
	declared "${@:2}" >declared
	comm -13 exported declared | sed "s/^/declared, but not exported by $1: /" >wrong
	comm -23 exported declared | sed "s/^/exported by $1, but not declared: /" >>wrong
	[ -s wrong ] && { cat wrong; failed=1; }
	[ -e "$nvidia" ] || return 0
	exported "$nvidia" "$prefix" | comm -13 exported - >lacking
	echo "$1: $(wc -l <exported) functions; NVIDIA's has $(wc -l <lacking) others"
}

check cublas cublas cublas_api.h cublasXt.h cublas.h
check cufft cufft cufft.h cufftXt.h
check curand curand curand.h
check nvrtc nvrtc nvrtc.h
check nvvm nvvm nvvm.h
check nvJitLink nvJitLink nvJitLink.h
check nvfatbin nvFatbin nvFatbin.h
check nvptxcompiler nvPTXCompiler nvPTXCompiler.h
check nvidia-ml nvml nvml.h
check nccl nccl nccl.h
check cublasLt cublasLt cublasLt.h
check cusparse cusparse cusparse.h
check cusolver cusolver cusolverDn.h cusolverSp_LOWLEVEL_PREVIEW.h cusolverRf.h
exit $failed
