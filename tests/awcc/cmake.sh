#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# CMake takes awcc for nvcc: it learns the version, the toolkit's place, how to link, and the default
# architecture; separable compilation and FindCUDAToolkit work.
. "$ROOT/tests/awcc/support/check.sh"
command -v cmake >/dev/null || exit 77
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.18)
project(programs LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
message(STATUS "toolkit ${CUDAToolkit_VERSION} arch ${CMAKE_CUDA_ARCHITECTURES}")
set(CMAKE_CUDA_STANDARD 17)
add_library(device_code STATIC twice.cu)
set_target_properties(device_code PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
add_executable(whole whole.cu)
set_target_properties(whole PROPERTIES CUDA_ARCHITECTURES "70;80")
add_executable(parts parts.cu)
set_target_properties(parts PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
target_link_libraries(parts device_code)
add_executable(host host.cpp)
target_link_libraries(host CUDA::cudart)
foreach(name cublas cublasLt cusparse cufft curand nvrtc)
	if(TARGET CUDA::${name})
		add_executable(uses_${name} ${name}.cpp)
		target_link_libraries(uses_${name} CUDA::${name} CUDA::cudart)
	endif()
	if(TARGET CUDA::${name}_static)
		add_executable(static_${name} ${name}.cpp)
		target_link_libraries(static_${name} CUDA::${name}_static CUDA::cudart_static)
	endif()
endforeach()
END
printf '#include <cublas_v2.h>\nint main() { int v; return cublasGetVersion(nullptr, &v); }\n' >cublas.cpp
printf '#include <cusparse.h>\nint main() { int v; return cusparseGetProperty(MAJOR_VERSION, &v); }\n' >cusparse.cpp
printf '#include <cublasLt.h>\nint main() { return cublasLtGetVersion() == 0; }\n' >cublasLt.cpp
printf '#include <cufft.h>\nint main() { int v; return cufftGetVersion(&v); }\n' >cufft.cpp
printf '#include <curand.h>\nint main() { int v; return curandGetVersion(&v); }\n' >curand.cpp
printf '#include <nvrtc.h>\nint main() { int v; return nvrtcVersion(&v, &v); }\n' >nvrtc.cpp
echo '__device__ int twice(int x) { return 2 * x; }' >twice.cu
cat >parts.cu <<'END'
#include <cstdio>
#include <vector>
#ifndef NUMBER
__device__ int twice(int);
#define NUMBER twice(21)
#endif
__global__ void kernel() { printf("%d\n", NUMBER); }
int main() { std::vector<int> some(3); kernel<<<1, 1>>>(); return cudaDeviceSynchronize(); }
END
{ printf '#ifdef __CUDA_ARCH__\n#define NUMBER __CUDA_ARCH__\n#else\n#define NUMBER 0\n#endif\n'; cat parts.cu; } >whole.cu
cat >host.cpp <<'END'
#include <cuda_runtime.h>
int main() { int n = 0; return cudaGetDeviceCount(&n) != cudaSuccess || n < 1; }
END
mkdir b && cd b
nvcc=$(dirname "$AWCC")/nvcc
shows '^-- toolkit 12\.6\.85 arch 52$' env CUDACXX="$nvcc" cmake ..
shows 'Built target host' cmake --build .
shows '^800$' ./whole
shows '^42$' ./parts
./host || wrong host
for name in cublas cublasLt cusparse cufft curand nvrtc; do
	[ ! -e "$BUILD/lib/lib$name.so" ] || "./uses_$name" || wrong "$name"
	[ -e "$BUILD/lib/lib${name}_static.a" ] || continue
	"./static_$name" || wrong "$name, static"
	hides "lib$name" ldd "./static_$name"
done
finish
