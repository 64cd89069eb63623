// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What needs several of NVIDIA's GPUs.
#include "../common/shim.h"
#include "cufft_plan.h"

static cufftResult refuse(const char *name)
{
	aw_shim_log_error("cufft", "%s is not supported", name);
	return CUFFT_NOT_SUPPORTED;
}

cufftResult cufftXtSetGPUs(cufftHandle plan, int count, int *gpus)
{
	(void)plan, (void)count, (void)gpus;
	return refuse("cufftXtSetGPUs");
}
cufftResult cufftXtMalloc(cufftHandle plan, cudaLibXtDesc **descriptor, cufftXtSubFormat format)
{
	(void)plan, (void)descriptor, (void)format;
	return refuse("cufftXtMalloc");
}
cufftResult cufftXtMemcpy(cufftHandle plan, void *to, void *from, cufftXtCopyType type)
{
	(void)plan, (void)to, (void)from, (void)type;
	return refuse("cufftXtMemcpy");
}
cufftResult cufftXtFree(cudaLibXtDesc *descriptor)
{
	(void)descriptor;
	return refuse("cufftXtFree");
}
cufftResult cufftXtQueryPlan(cufftHandle plan, void *query, cufftXtQueryType type)
{
	(void)plan, (void)query, (void)type;
	return refuse("cufftXtQueryPlan");
}

#define REFUSE_DIRECTED(name) \
	cufftResult name(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction) \
	{ \
		(void)plan, (void)in, (void)out, (void)direction; \
		return refuse(#name); \
	}
#define REFUSE(name) \
	cufftResult name(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out) \
	{ \
		(void)plan, (void)in, (void)out; \
		return refuse(#name); \
	}
REFUSE_DIRECTED(cufftXtExecDescriptor)
REFUSE_DIRECTED(cufftXtExecDescriptorC2C)
REFUSE_DIRECTED(cufftXtExecDescriptorZ2Z)
REFUSE(cufftXtExecDescriptorR2C)
REFUSE(cufftXtExecDescriptorC2R)
REFUSE(cufftXtExecDescriptorD2Z)
REFUSE(cufftXtExecDescriptorZ2D)
