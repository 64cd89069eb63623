#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the libraries export: every function that the public headers declare, the entry points of
# compiled programs, and nothing else but what other copies of the runtime and programs that open libcuda.so.1 look for.
set -e
cd "$TMP"
nm -D --defined-only "$BUILD/lib/libcudart.so" | awk '{ print $3 }' | sort >exported

# Every declared function but inline ones, under the name that macros give it, with and without per-thread streams.
declared() { # header, flags, pattern
	gcc -E -P -I"$ROOT/include" "${@:2}" -include "$1" -x c /dev/null |
		tr '\n' ' ' | sed -E 's/static (inline|__inline__) [^;{]*\{/ {/g' | grep -oE '\b(cuda|cu|__cuda)[A-Z][A-Za-z0-9_]*[[:space:]]*\(' | tr -d '( ' | sort -u
}
{
	declared cuda_runtime_api.h
	declared cuda_runtime_api.h -DCUDA_API_PER_THREAD_DEFAULT_STREAM
	declared cuda_gl_interop.h
	declared cuda_egl_interop.h
	declared cuda_vdpau_interop.h
	declared cudaGL.h
	declared cudaEGL.h
	declared cudaVDPAU.h
	declared cuda.h
	declared cuda.h -D__CUDA_API_VERSION_INTERNAL
	declared cuda.h -DCUDA_API_PER_THREAD_DEFAULT_STREAM
	declared cuda.h -D__CUDA_API_VERSION_INTERNAL -DCUDA_API_PER_THREAD_DEFAULT_STREAM
	declared cuda_profiler_api.h
	declared cudaProfiler.h
} | sort -u >declared

missing=$(comm -13 exported declared)
[ -z "$missing" ] || { echo "declared, but not exported:"; echo "$missing"; exit 1; }
extra=$(comm -23 exported declared | grep -vE '^__cuda(Register|Unregister|Init)|^(anywarp_runtime_table|cuGetProcAddress|cuCtxCreate)$' || true)
[ -z "$extra" ] || { echo "exported, but not declared:"; echo "$extra"; exit 1; }
# The static library defines them too.
nm --defined-only "$BUILD/lib/libcudart_static.a" 2>/dev/null | awk 'NF == 3 && $2 ~ /^[WV]$/ { print $3 }' | sort -u >static
missing=$(comm -23 exported static)
[ -z "$missing" ] || { echo "not in the static library:"; echo "$missing"; exit 1; }
