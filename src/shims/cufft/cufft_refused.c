// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What needs NVIDIA's GPUs: plans over several of them, and callbacks.  Callbacks are device functions that NVIDIA's library
// links into its own kernels; transforms here are the host's, which can't call them one element at a time.  Refused on
// every device, since a plan of NVIDIA's would call code that only its own linker can make.
#include "../common/shim.h"
#include "cufft_plan.h"

static cufftResult refuse(const char *name)
{
	aw_shim_log_error("cufft", "%s is not supported", name);
	return CUFFT_NOT_SUPPORTED;
}

cufftResult cufftXtSetCallback(cufftHandle plan, void **routine, cufftXtCallbackType type, void **info)
{
	(void)plan, (void)routine, (void)type, (void)info;
	return refuse("cufftXtSetCallback");
}
cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType type)
{
	(void)plan, (void)type;
	return refuse("cufftXtClearCallback");
}
cufftResult cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType type, size_t size)
{
	(void)plan, (void)type, (void)size;
	return refuse("cufftXtSetCallbackSharedSize");
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
