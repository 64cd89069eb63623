// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is wrong in a module written in PTX is told with its line on the cpu device.
//
// LINK: -lcuda
// EXPECT: :3: PTX directive .nosuch is not supported on the CPU
// EXPECT: PTX line 6, frobnicate.u32: is not supported on the CPU
// EXPECT: only PTX with addresses of 64 bits runs on the CPU
// EXPECT: label nowhere is not defined
// EXPECT: PTX line 6, call: neither function absent nor a prototype is known
// EXPECT: :4: absent is not declared
// EXPECT: PTX ends where "}" is expected
// EXPECT: :5: k is defined twice
// EXPECT: :4: PTX has "3" where the end of the initializer is expected
// EXPECT: variables of type .texref are not supported on the CPU
#include <cuda.h>

#include <cstdio>
#include <cstdlib>

#define HEAD ".version 7.0\n.target sm_70\n.address_size 64\n"

static const char *const texts[] = {
	".version 7.0\n.target sm_70\n.nosuch 3;\n",
	HEAD ".visible .entry k()\n{\n\tfrobnicate.u32 a, b;\n}\n",
	".version 7.0\n.target sm_70\n.address_size 32\n",
	HEAD ".visible .entry k()\n{\n\tbra nowhere;\n}\n",
	HEAD ".visible .entry k()\n{\n\tcall absent;\n}\n",
	HEAD ".global .u64 here = absent;\n",
	HEAD ".visible .entry k()\n{\n",
	HEAD ".visible .entry k() { ret; }\n.visible .entry k() { ret; }\n",
	HEAD ".global .align 4 .u32 two[2] = {1, 2, 3};\n",
	HEAD ".global .texref image;\n",
};

int main()
{
	CUdevice device;
	CUcontext context;
	CUmodule module;
	int taken = 0;
	setenv("ANYWARP_DEVICES", "cpu", 1);
	if (cuInit(0) || cuDeviceGet(&device, 0) || cuCtxCreate(&context, 0, device))
		return 2;
	for (const char *text : texts)
		if (cuModuleLoadData(&module, text) == CUDA_SUCCESS)
			printf("taken: %s\n", text), taken++;
	return taken;
}
