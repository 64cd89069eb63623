#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A program linked with libnvptxcompiler_static.a finds ptxas by LD_LIBRARY_PATH or PATH, never another's; CMake's targets.
. "$ROOT/tests/awcc/support/check.sh"
cat >main.c <<'END'
#include <nvPTXCompiler.h>
#include <stdio.h>
int main(void)
{
	static const char text[] = ".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry k() { ret; }\n";
	const char *option = "--gpu-name=sm_80";
	nvPTXCompilerHandle handle;
	size_t size = 0;
	nvPTXCompilerCreate(&handle, sizeof text, text);
	int status = nvPTXCompilerCompile(handle, 1, &option);
	nvPTXCompilerGetCompiledProgramSize(handle, &size);
	printf("%d %d\n", status, size > 1000);
	return nvPTXCompilerDestroy(&handle);
}
END
gcc -I"$BUILD/include" main.c -o main -L"$BUILD/lib" -lnvptxcompiler_static -lm -ldl -pthread || wrong gcc
mkdir other && printf '#!/bin/sh\nexit 1\n' >other/ptxas && chmod 755 other/ptxas
shows '^0 1$' env PATH="$PWD/other:$BUILD/bin:$PATH" ./main
shows '^0 1$' env LD_LIBRARY_PATH="$BUILD/lib" PATH="$PWD/other:$PATH" ./main
shows '^[34] 0$' env LD_LIBRARY_PATH= PATH="$PWD/other:/usr/bin:/bin" ./main

if command -v cmake >/dev/null; then
	cat >CMakeLists.txt <<-'END'
		cmake_minimum_required(VERSION 3.18)
		project(program LANGUAGES C CXX)
		find_package(CUDAToolkit REQUIRED)
		add_executable(program main.c)
		target_link_libraries(program CUDA::nvptxcompiler_static)
		foreach(name nvfatbin nvfatbin_static)
			find_library(found_${name} ${name} PATHS ${CUDAToolkit_LIBRARY_DIR} NO_DEFAULT_PATH)
			message(STATUS "${name} is ${found_${name}}")
		endforeach()
	END
	shows '^-- nvfatbin_static is .*/libnvfatbin_static\.a' cmake -DCUDAToolkit_ROOT="$BUILD" -B built .
	shows 'Built target program' cmake --build built
	shows '^0 1$' env PATH="$BUILD/bin:$PATH" built/program
fi
finish
