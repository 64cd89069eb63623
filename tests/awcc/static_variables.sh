#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Static variables of a module that a program loads keep the names of the source, as with nvcc, and aren't taken for
# constants; those of namespaces without a name keep that one's; those of a program with a host half stay its own.
. "$ROOT/tests/awcc/support/check.sh"
cat >module.cu <<'END'
static __constant__ int coefficients[4];
static __device__ int counter;
namespace { namespace inner { __constant__ int unnamed[2]; } }
__constant__ const int table[3] = { 1, 2, 3 };
extern "C" __global__ void kernel(int *out) { out[0] = coefficients[1] + counter + table[2] + inner::unnamed[0]; }
END
"$AWCC" -ptx module.cu -o module.ptx
shows '^\.visible \.const .* coefficients\[16\]' cat module.ptx
shows '^\.visible \.global .* counter' cat module.ptx
shows '^\.visible \.const .* _ZN12_GLOBAL__N_15inner7unnamedE\[8\]' cat module.ptx
"$AWCC" -fatbin -Xanywarp --no-ptx module.cu -o module.fatbin
cat >load.c <<'END'
#include <cuda.h>
int main(int argc, char **argv)
{
	CUcontext context;
	CUdevice device;
	CUmodule module;
	CUdeviceptr variable, out;
	CUfunction kernel;
	int values[4] = { 0, 40, 0, 0 }, got = 0;
	void *parameters[] = { &out };
	(void)argc;
	return cuInit(0) || cuDeviceGet(&device, 0) || cuDevicePrimaryCtxRetain(&context, device) || cuCtxSetCurrent(context) ||
	       cuModuleLoad(&module, argv[1]) || cuModuleGetGlobal(&variable, NULL, module, "coefficients") ||
	       cuMemcpyHtoD(variable, values, sizeof(values)) ||
	       cuModuleGetGlobal(&variable, NULL, module, "_ZN12_GLOBAL__N_15inner7unnamedE") ||
	       cuMemcpyHtoD(variable, values + 1, sizeof(int)) || cuModuleGetFunction(&kernel, module, "kernel") ||
	       cuMemAlloc(&out, sizeof(got)) || cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL) ||
	       cuMemcpyDtoH(&got, out, sizeof(got)) || got != 83;
}
END
gcc -I"$ROOT/include" load.c -o load -L"$BUILD/lib" -lcuda
ANYWARP_DEVICES=cpu ./load module.fatbin || wrong fatbin
ANYWARP_DEVICES=cpu ./load module.ptx || wrong ptx
finish
