// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
//
// Names of the library that headers give to no function any more, as programs find them that open it themselves.
#include <dlfcn.h>
#include <stdlib.h>

#include "api/support/driver_test.h"

static void *symbol(const char *name)
{
	void *function = dlsym(RTLD_DEFAULT, name);
	if (!function) {
		fprintf(stderr, "no %s\n", name);
		exit(1);
	}
	return function;
}

typedef CUresult (*of_context)(CUcontext);
typedef CUresult (*to_context)(CUcontext *);
typedef CUresult (*of_stream)(CUstream);
typedef CUresult (*of_event)(CUevent);
typedef CUresult (*with_memory)(void *, size_t, unsigned);
typedef CUresult (*of_copy)(CUdeviceptr, CUdeviceptr, size_t, CUstream);
typedef CUresult (*of_handle)(CUdeviceptr *, CUipcMemHandle, unsigned);
typedef CUresult (*of_device)(CUdevice);
typedef CUresult (*of_device_flags)(CUdevice, unsigned);
typedef CUresult (*to_uuid)(CUuuid *, CUdevice);
typedef CUresult (*new_context)(CUcontext *, unsigned, CUdevice);
typedef CUresult (*of_address)(CUdeviceptr);
typedef CUresult (*new_host_memory)(void **, size_t);
typedef CUresult (*copy_in)(CUdeviceptr, const void *, size_t);
typedef CUresult (*copy_out)(void *, CUdeviceptr, size_t);
typedef CUresult (*copy_within)(CUdeviceptr, CUdeviceptr, size_t);
typedef CUresult (*copy_in_later)(CUdeviceptr, const void *, size_t, CUstream);
typedef CUresult (*copy_out_later)(void *, CUdeviceptr, size_t, CUstream);
typedef CUresult (*set_8)(CUdeviceptr, unsigned char, size_t);
typedef CUresult (*set_16)(CUdeviceptr, unsigned short, size_t);
typedef CUresult (*set_32)(CUdeviceptr, unsigned, size_t);
typedef CUresult (*set_rows_8)(CUdeviceptr, size_t, unsigned char, size_t, size_t);
typedef CUresult (*set_rows_16)(CUdeviceptr, size_t, unsigned short, size_t, size_t);
typedef CUresult (*set_rows_32)(CUdeviceptr, size_t, unsigned, size_t, size_t);
typedef CUresult (*new_link)(unsigned, CUjit_option *, void **, CUlinkState *);
typedef CUresult (*add_data)(CUlinkState, CUjitInputType, void *, size_t, const char *, unsigned, CUjit_option *, void **);
typedef CUresult (*add_file)(CUlinkState, CUjitInputType, const char *, unsigned, CUjit_option *, void **);

static void contexts(CUcontext primary)
{
	of_context push = (of_context)symbol("cuCtxPushCurrent"), destroy = (of_context)symbol("cuCtxDestroy");
	to_context pop = (to_context)symbol("cuCtxPopCurrent");
	CUcontext own = NULL, got = NULL;
	CUdevice device;
	GOOD(cuCtxGetDevice(&device));
	GOOD(cuCtxCreate(&own, 0, device));
	GOOD(pop(&got));
	CHECK(got == own);
	GOOD(cuCtxGetCurrent(&got));
	CHECK(got == primary);
	GOOD(push(own));
	GOOD(cuCtxGetCurrent(&got));
	CHECK(got == own);
	GOOD(destroy(own));
	GOOD(cuCtxGetCurrent(&got));
	CHECK(got == primary);
	IS(CUDA_ERROR_INVALID_CONTEXT, push(own));
	IS(CUDA_ERROR_INVALID_CONTEXT, destroy(own));
}

static void streams_and_events(void)
{
	of_stream destroy_stream = (of_stream)symbol("cuStreamDestroy");
	of_event destroy_event = (of_event)symbol("cuEventDestroy");
	CUstream stream;
	CUevent event;
	GOOD(cuStreamCreate(&stream, 0));
	GOOD(cuEventCreate(&event, 0));
	GOOD(cuEventRecord(event, stream));
	GOOD(destroy_event(event));
	GOOD(destroy_stream(stream));
	IS(CUDA_ERROR_INVALID_HANDLE, destroy_event(NULL));
	IS(CUDA_ERROR_INVALID_HANDLE, destroy_stream(NULL));
}

static void memory(void)
{
	with_memory register_host = (with_memory)symbol("cuMemHostRegister");
	of_copy copy = (of_copy)symbol("cuMemcpyDtoDAsync");
	of_handle open = (of_handle)symbol("cuIpcOpenMemHandle");
	char *host = aligned_alloc(65536, 65536);
	CUdeviceptr from, to, mapped;
	CUipcMemHandle handle;
	unsigned word = 0;
	GOOD(register_host(host, 65536, 0));
	IS(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, register_host(host, 65536, 0));
	GOOD(cuMemHostUnregister(host));
	GOOD(cuMemAlloc(&from, 64));
	GOOD(cuMemAlloc(&to, 64));
	GOOD(cuMemsetD32(from, 0x1234, 16));
	GOOD(copy(to, from, 64, NULL));
	GOOD(cuMemcpyDtoH(&word, to + 60, 4));
	CHECK_EQUAL(word, 0x1234);
	BAD(copy(0, from, 64, NULL));
	memset(&handle, 0, sizeof(handle));
	BAD(open(&mapped, handle, 0)); // without the flag that there must be
	GOOD(cuMemFree(from));
	GOOD(cuMemFree(to));
	free(host);
}

// Whose parameters changed in nothing but the width of addresses and sizes that they take.
static void addresses(void)
{
	new_host_memory allocate = (new_host_memory)symbol("cuMemAllocHost");
	of_address release = (of_address)symbol("cuMemFree");
	unsigned char *host = NULL;
	CUdeviceptr a, b;
	GOOD(allocate((void **)&host, 256));
	GOOD(cuMemAlloc(&a, 256));
	GOOD(cuMemAlloc(&b, 256));
	memset(host, 7, 256);
	GOOD(((copy_in)symbol("cuMemcpyHtoD"))(a, host, 256));
	GOOD(((copy_within)symbol("cuMemcpyDtoD"))(b, a, 256));
	memset(host, 0, 256);
	GOOD(((copy_out)symbol("cuMemcpyDtoH"))(host, b, 256));
	CHECK(host[0] == 7 && host[255] == 7);
	GOOD(((set_8)symbol("cuMemsetD8"))(a, 1, 64));
	GOOD(((set_16)symbol("cuMemsetD16"))(a + 64, 0x203, 32));
	GOOD(((set_32)symbol("cuMemsetD32"))(a + 128, 0x4050607, 32));
	GOOD(((copy_out_later)symbol("cuMemcpyDtoHAsync"))(host, a, 256, NULL));
	GOOD(cuStreamSynchronize(NULL));
	CHECK(host[63] == 1 && host[64] == 3 && host[127] == 2 && host[128] == 7 && host[255] == 4);
	GOOD(((copy_in_later)symbol("cuMemcpyHtoDAsync"))(b, host, 256, NULL));
	GOOD(((set_rows_8)symbol("cuMemsetD2D8"))(b, 16, 9, 2, 4));
	GOOD(((set_rows_16)symbol("cuMemsetD2D16"))(b + 64, 16, 9, 2, 4));
	GOOD(((set_rows_32)symbol("cuMemsetD2D32"))(b + 128, 16, 9, 2, 4));
	GOOD(cuMemcpyDtoH(host, b, 256));
	CHECK(host[48] == 9 && host[49] == 9 && host[50] == 1 && host[112] == 9 && host[114] == 9 && host[116] == 3);
	CHECK(host[176] == 9 && host[180] == 9 && host[184] == 7);
	IS(CUDA_ERROR_INVALID_VALUE, ((set_32)symbol("cuMemsetD32"))(0, 1, 4));
	GOOD(release(a));
	GOOD(release(b));
	GOOD(cuMemFreeHost(host));
}

static void arrays(void)
{
	CUDA_ARRAY_DESCRIPTOR description = { .Width = 64, .Format = CU_AD_FORMAT_UNSIGNED_INT8, .NumChannels = 1 };
	unsigned char host[64], out[64];
	CUarray a, b;
	CUdeviceptr row;
	for (int i = 0; i < 64; i++)
		host[i] = (unsigned char)(i * 3);
	GOOD(cuArrayCreate(&a, &description));
	GOOD(cuArrayCreate(&b, &description));
	GOOD(cuMemAlloc(&row, 64));
	GOOD(((CUresult(*)(CUarray, size_t, const void *, size_t))symbol("cuMemcpyHtoA"))(a, 0, host, 64));
	GOOD(((CUresult(*)(CUarray, size_t, CUarray, size_t, size_t))symbol("cuMemcpyAtoA"))(b, 0, a, 16, 48));
	GOOD(((CUresult(*)(CUdeviceptr, CUarray, size_t, size_t))symbol("cuMemcpyAtoD"))(row, b, 16, 32));
	GOOD(((CUresult(*)(CUarray, size_t, CUdeviceptr, size_t))symbol("cuMemcpyDtoA"))(b, 0, row, 16));
	GOOD(((CUresult(*)(void *, CUarray, size_t, size_t))symbol("cuMemcpyAtoH"))(out, b, 0, 32));
	CHECK(!memcmp(out, host + 32, 16) && !memcmp(out + 16, host + 32, 16));
	GOOD(((CUresult(*)(CUarray, size_t, const void *, size_t, CUstream))symbol("cuMemcpyHtoAAsync"))(b, 8, host, 8, NULL));
	GOOD(((CUresult(*)(void *, CUarray, size_t, size_t, CUstream))symbol("cuMemcpyAtoHAsync"))(out, b, 4, 16, NULL));
	GOOD(cuStreamSynchronize(NULL));
	CHECK(!memcmp(out, host + 36, 4) && !memcmp(out + 4, host, 8) && !memcmp(out + 12, host + 32, 4));
	GOOD(cuMemFree(row));
	GOOD(cuArrayDestroy(a));
	GOOD(cuArrayDestroy(b));
}

typedef CUresult (*word_32)(CUstream, CUdeviceptr, cuuint32_t, unsigned);
typedef CUresult (*word_64)(CUstream, CUdeviceptr, cuuint64_t, unsigned);

// SUFFIX: of those functions whose stream 0 is the thread's.
static void words(const char *suffix)
{
	static const char *const names[] = { "cuStreamWriteValue32", "cuStreamWaitValue32", "cuStreamWriteValue64", "cuStreamWaitValue64",
		"cuStreamBatchMemOp" };
	void *functions[5];
	for (int i = 0; i < 5; i++) {
		char name[40];
		snprintf(name, sizeof(name), "%s%s", names[i], suffix);
		functions[i] = symbol(name);
	}
	CUdeviceptr word;
	cuuint64_t value = 0;
	GOOD(cuMemAlloc(&word, 8));
	GOOD(((word_64)functions[2])(NULL, word, 1ull << 40, 0));
	GOOD(((word_64)functions[3])(NULL, word, 1ull << 40, CU_STREAM_WAIT_VALUE_EQ));
	GOOD(((word_32)functions[0])(NULL, word, 7, 0));
	GOOD(((word_32)functions[1])(NULL, word, 7, CU_STREAM_WAIT_VALUE_EQ));
	CUstreamBatchMemOpParams operation = { .writeValue = { .operation = CU_STREAM_MEM_OP_WRITE_VALUE_32, .address = word + 4, .value = 9 } };
	GOOD(((CUresult(*)(CUstream, unsigned, CUstreamBatchMemOpParams *, unsigned))functions[4])(NULL, 1, &operation, 0));
	GOOD(cuCtxSynchronize());
	GOOD(cuMemcpyDtoH(&value, word, 8));
	CHECK_EQUAL(value == 0x900000007ull, 1);
	GOOD(cuMemFree(word));
}

// A kernel's parameters of before CUDA 12 end before the context.
struct kernel_then {
	CUfunction function;
	unsigned grid[3], block[3], shared;
	void **parameters, **extra;
};

static const char set_one[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
	".visible .entry set_one(.param .u64 to, .param .u32 value) {\n"
	"\t.reg .u64 %a;\n\t.reg .u32 %v;\n"
	"\tld.param.u64 %a, [to];\n\tcvta.to.global.u64 %a, %a;\n\tld.param.u32 %v, [value];\n\tst.global.u32 [%a], %v;\n\tret;\n}\n";

static void graphs(void)
{
	CUmodule module = NULL;
	CUgraph graph;
	CUgraphExec exec;
	CUgraphNode node, failed;
	CUgraphExecUpdateResult result = CU_GRAPH_EXEC_UPDATE_ERROR;
	CUdeviceptr to;
	unsigned value = 11, got = 0;
	char log[8] = "before";
	GOOD(cuMemAlloc(&to, 4));
	void *parameters[] = { &to, &value };
	struct kernel_then given = { driver_function(&module, set_one, "set_one"), { 1, 1, 1 }, { 1, 1, 1 }, 0, parameters, NULL }, back;
	GOOD(cuGraphCreate(&graph, 0));
	typedef CUresult (*add)(CUgraphNode *, CUgraph, const CUgraphNode *, size_t, const struct kernel_then *);
	GOOD(((add)symbol("cuGraphAddKernelNode"))(&node, graph, NULL, 0, &given));
	BAD(((add)symbol("cuGraphAddKernelNode"))(&node, graph, NULL, 0, NULL));
	typedef CUresult (*instantiate)(CUgraphExec *, CUgraph, CUgraphNode *, char *, size_t);
	GOOD(((instantiate)symbol("cuGraphInstantiate"))(&exec, graph, &failed, log, sizeof(log)));
	CHECK(!failed && !log[0]);
	GOOD(cuGraphLaunch(exec, NULL));
	GOOD(cuMemcpyDtoH(&got, to, 4));
	CHECK_EQUAL(got, 11);

	value = 12;
	typedef CUresult (*of_exec)(CUgraphExec, CUgraphNode, const struct kernel_then *);
	GOOD(((of_exec)symbol("cuGraphExecKernelNodeSetParams"))(exec, node, &given));
	GOOD(cuGraphLaunch(exec, NULL));
	GOOD(cuMemcpyDtoH(&got, to, 4));
	CHECK_EQUAL(got, 12);

	value = 13;
	typedef CUresult (*of_node)(CUgraphNode, struct kernel_then *);
	GOOD(((of_node)symbol("cuGraphKernelNodeSetParams"))(node, &given));
	memset(&back, 0, sizeof(back));
	GOOD(((of_node)symbol("cuGraphKernelNodeGetParams"))(node, &back));
	CHECK(back.block[2] == 1 && *(unsigned *)back.parameters[1] == 13);
	typedef CUresult (*update)(CUgraphExec, CUgraph, CUgraphNode *, CUgraphExecUpdateResult *);
	GOOD(((update)symbol("cuGraphExecUpdate"))(exec, graph, &failed, &result));
	CHECK(result == CU_GRAPH_EXEC_UPDATE_SUCCESS && !failed);
	GOOD(cuGraphLaunch(exec, NULL));
	GOOD(cuMemcpyDtoH(&got, to, 4));
	CHECK_EQUAL(got, 13);
	GOOD(cuGraphExecDestroy(exec));
	GOOD(cuGraphDestroy(graph));
	GOOD(cuModuleUnload(module));
	GOOD(cuMemFree(to));
}

static void capture(void)
{
	typedef CUresult (*info)(CUstream, CUstreamCaptureStatus *, cuuint64_t *);
	CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
	cuuint64_t id = 0;
	CUstream stream;
	CUgraph graph;
	GOOD(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
	GOOD(((of_stream)symbol("cuStreamBeginCapture"))(stream));
	GOOD(((info)symbol("cuStreamGetCaptureInfo"))(stream, &status, &id));
	CHECK(status == CU_STREAM_CAPTURE_STATUS_ACTIVE && id);
	GOOD(cuStreamEndCapture(stream, &graph));
	GOOD(cuGraphDestroy(graph));
	GOOD(((of_stream)symbol("cuStreamBeginCapture_ptsz"))(NULL));
	GOOD(((info)symbol("cuStreamGetCaptureInfo_ptsz"))(NULL, &status, NULL));
	CHECK(status == CU_STREAM_CAPTURE_STATUS_ACTIVE);
	GOOD(cuStreamEndCapture(CU_STREAM_PER_THREAD, &graph));
	GOOD(cuGraphDestroy(graph));
	GOOD(cuStreamDestroy(stream));
}

// What gives back 32 bits does so for contexts of that time alone.
static void narrow(void)
{
	unsigned address = 1, size = 1;
	size_t all;
	GOOD(((CUresult(*)(unsigned *, CUdevice))symbol("cuDeviceTotalMem"))(&size, 0));
	GOOD(cuDeviceTotalMem(&all, 0));
	CHECK_EQUAL(size, all > 0xffffffffu ? 0xffffffffu : (unsigned)all);
	BAD(((CUresult(*)(unsigned *, CUdevice))symbol("cuDeviceTotalMem"))(NULL, 0));
	IS(CUDA_ERROR_INVALID_CONTEXT, ((CUresult(*)(unsigned *, unsigned))symbol("cuMemAlloc"))(&address, 64));
	IS(CUDA_ERROR_INVALID_CONTEXT, ((CUresult(*)(unsigned *, unsigned *))symbol("cuMemGetInfo"))(&address, &address));
	CHECK_EQUAL(address, 1);
}

static void devices(CUcontext primary)
{
	CUuuid now, before;
	CUcontext own = NULL;
	CUdevice device;
	CUlinkState link;
	GOOD(cuCtxGetDevice(&device));
	GOOD(cuDeviceGetUuid(&now, device));
	GOOD(((to_uuid)symbol("cuDeviceGetUuid"))(&before, device));
	CHECK(!memcmp(&now, &before, sizeof(now)));
	GOOD(((new_context)symbol("cuCtxCreate"))(&own, 0, device));
	GOOD(cuCtxDestroy(own));
	GOOD(cuDevicePrimaryCtxRetain(&own, device));
	CHECK(own == primary);
	GOOD(((of_device)symbol("cuDevicePrimaryCtxRelease"))(device));
	GOOD(((of_device_flags)symbol("cuDevicePrimaryCtxSetFlags"))(device, 0));
	GOOD(((new_link)symbol("cuLinkCreate"))(0, NULL, NULL, &link));
	IS(CUDA_ERROR_INVALID_PTX, ((add_data)symbol("cuLinkAddData"))(link, CU_JIT_INPUT_PTX, "nothing", 8, "nothing", 0, NULL, NULL));
	IS(CUDA_ERROR_FILE_NOT_FOUND, ((add_file)symbol("cuLinkAddFile"))(link, CU_JIT_INPUT_PTX, "there is no such file", 0, NULL, NULL));
	GOOD(cuLinkDestroy(link));
	GOOD(((of_device)symbol("cuDevicePrimaryCtxReset"))(device));
}

int main(void)
{
	CUcontext primary = driver_begin();
	contexts(primary);
	streams_and_events();
	memory();
	addresses();
	arrays();
	words("");
	words("_ptsz");
	graphs();
	capture();
	narrow();
	devices(primary);
	return unit_finish();
}
