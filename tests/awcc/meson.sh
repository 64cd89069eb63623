#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Meson takes awcc for nvcc: the language cuda, its sanity check by `nvcc --run`, dependency('cuda').
. "$ROOT/tests/awcc/support/check.sh"
command -v meson >/dev/null && command -v ninja >/dev/null || exit 77
cat >meson.build <<'END'
project('programs', ['cpp', 'cuda'], default_options : ['cpp_std=c++17'])
compiler = meson.get_compiler('cuda')
flags = import('unstable-cuda').nvcc_arch_flags(compiler.version(), '8.0')
shared = dependency('cuda', version : '>=12.6')
static = dependency('cuda', modules : ['cudart_static'])
library = static_library('kernels', 'kernels.cu', cuda_args : flags)
executable('one', 'main.cpp', link_with : library, dependencies : shared)
executable('two', 'main.cpp', link_with : library, dependencies : static)
END
cat >kernels.cu <<'END'
#include <cstdio>
__global__ void kernel() { printf("42\n"); }
void run() { kernel<<<1, 1>>>(); }
END
cat >main.cpp <<'END'
#include <cuda_runtime.h>
void run();
int main() { run(); return cudaDeviceSynchronize(); }
END
export CUDA_PATH=$BUILD CUDA_HOME=$BUILD PATH=$BUILD/bin:$PATH CCACHE_DISABLE=1
shows 'Run-time dependency CUDA .*found: YES 12\.6' meson setup b
shows 'Linking target two' ninja -C b -j1
shows '^42$' b/one
shows '^42$' b/two

# The rest of what Meson asks: a program in quotation marks is started, and nothing is made.
shows '^42$' "$AWCC" --run "\"$PWD/b/two\""
shows '^#. b/two$' "$AWCC" --dryrun --run b/two
"$AWCC" --run b/missing 2>/dev/null && wrong "a program that isn't there"
finish
