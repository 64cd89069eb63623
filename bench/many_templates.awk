# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes a CUDA program of about 1,000 lines with many kernels and templates, for compile times.
BEGIN {
	print "#include <cuda_runtime.h>\n#include <stdio.h>\n#include <vector>\n#include <algorithm>"
	print "template <class T, int n> struct Small { T v[n]; __host__ __device__ T &operator[](int i) { return v[i]; } };"
	for (k = 0; k < 40; k++) {
		printf "template <class T, int n>\n__device__ T step%d(Small<T, n> s, int i)\n{\n", k
		printf "\tT sum = 0;\n\tfor (int j = 0; j < n; j++)\n\t\tsum += s[j] * (T)(i + %d) + s[(j + i) %% n];\n", k
		printf "\tif (i %% %d == 0)\n\t\tsum = sum * (T)3 - (T)1;\n\treturn sum;\n}\n", k % 7 + 2
		printf "template <class T>\n__global__ void kernel%d(T *out, int count)\n{\n\t__shared__ T tile[256];\n", k
		printf "\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tSmall<T, %d> s;\n", k % 5 + 2
		printf "\tfor (int j = 0; j < %d; j++)\n\t\ts[j] = (T)(i + j);\n\ttile[threadIdx.x] = step%d(s, i);\n", k % 5 + 2, k
		printf "\t__syncthreads();\n\tif (i < count)\n\t\tout[i] = tile[255 - threadIdx.x] + (T)count;\n}\n"
	}
	print "int main()\n{\n\tstd::vector<float> host(1 << 16);\n\tfloat *f;\n\tdouble *d;"
	print "\tcudaMalloc((void **)&f, 1 << 18);\n\tcudaMalloc((void **)&d, 1 << 19);"
	for (k = 0; k < 40; k++) {
		printf "\tkernel%d<<<256, 256>>>(f, 1 << 16);\n", k
		if (k % 2) printf "\tkernel%d<<<256, 256>>>(d, 1 << 16);\n", k
	}
	print "\tcudaMemcpy(host.data(), f, 1 << 18, cudaMemcpyDeviceToHost);\n\tstd::sort(host.begin(), host.end());"
	print "\tprintf(\"%f\\n\", host[100]);\n\treturn cudaDeviceSynchronize();\n}"
}
