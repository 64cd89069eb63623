// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs compiled at run time: headers by name, names of templates and variables, PTX and what stands for cubin are loaded
// and run; options, statuses and messages of failures.
// LINK: cudart -lnvrtc -lcuda
#include <cuda.h>
#include <nvrtc.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static CUdevice device;

// Runs a kernel of a loaded image on one block of four threads and gives what the first one wrote.
static int run(const void *image, const char *kernel, const char *variable, int value)
{
	CUmodule module;
	CUfunction function;
	CUdeviceptr out, address;
	size_t size;
	int got = -1;
	void *parameters[] = { &out };
	CHECK_EQUAL(cuModuleLoadData(&module, image), CUDA_SUCCESS);
	CHECK_EQUAL(cuModuleGetFunction(&function, module, kernel), CUDA_SUCCESS);
	CHECK_EQUAL(cuModuleGetGlobal(&address, &size, module, variable), CUDA_SUCCESS);
	CHECK_EQUAL(cuMemcpyHtoD(address, &value, sizeof(value)), CUDA_SUCCESS);
	CHECK_EQUAL(cuMemAlloc(&out, 4 * sizeof(int)), CUDA_SUCCESS);
	CHECK_EQUAL(cuLaunchKernel(function, 1, 1, 1, 4, 1, 1, 0, NULL, parameters, NULL), CUDA_SUCCESS);
	CHECK_EQUAL(cuMemcpyDtoH(&got, out, sizeof(got)), CUDA_SUCCESS);
	CHECK_EQUAL(cuModuleUnload(module), CUDA_SUCCESS);
	cuMemFree(out);
	return got;
}

static char *log_of(nvrtcProgram program)
{
	size_t size = 0;
	CHECK_EQUAL(nvrtcGetProgramLogSize(program, &size), NVRTC_SUCCESS);
	char *log = malloc(size);
	CHECK_EQUAL(nvrtcGetProgramLog(program, log), NVRTC_SUCCESS);
	CHECK_EQUAL(strlen(log), size - 1);
	return log;
}

static const char source[] =
	"#include \"parts/add.h\"\n"
	"typedef long long int64_t;\n"
	"#ifndef __CUDACC_RTC__\n#error not at run time\n#endif\n"
	"namespace ns { __constant__ int base; template <class T, int N> __global__ void kernel(T *out) {\n"
	"	out[threadIdx.x] = (int64_t)add(base, N) + SCALE(2, 3) + blockDim.x + __CUDA_ARCH__ / 100 * 1000; } }\n";
static const char header[] = "__device__ int add(int a, int b) { return a + b; }\n";

// What NVRTC has without an #include, and functions of 16-bit formats that are only declared, as NVIDIA's headers do it there.
static const char implied[] =
	"__constant__ int base;\n"
	"struct __align__(2) __half { unsigned short x; }; struct __align__(2) __nv_bfloat16 { unsigned short x; __device__ operator float() const; };\n"
	"__device__ __half __float2half(float); __device__ float __half2float(__half); __device__ __half __hadd_rn(__half, __half);\n"
	"__device__ __nv_bfloat16 __float2bfloat16(float);\n"
	"struct Built { int x; __device__ Built() : x(1) {} };\n"
	"inline __device__ int built() {\n__shared__ Built object; // which nobody constructs\n"
	"object.x = 1000;\nreturn object.x; }\n"
	"extern \"C\" __global__ void run(int *out) {\n"
	"	NV_IF_ELSE_TARGET(NV_IS_DEVICE, int scale = 10;\n"
	"	*out = scale * (int)__half2float(__hadd_rn(__float2half(2.5f), __float2half(1.5f))) + base + (int)(float)__float2bfloat16(3.0f) + built();,)\n"
	"}\n";

static void check_implied(void)
{
	nvrtcProgram program;
	size_t size;
	CHECK_EQUAL(nvrtcCreateProgram(&program, implied, "implied.cu", 0, NULL, NULL), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcCompileProgram(program, 0, NULL), NVRTC_SUCCESS);
	char *log = log_of(program);
	CHECK(strstr(log, "#20054-D") && !strstr(log, "error"));
	CHECK_EQUAL(nvrtcGetPTXSize(program, &size), NVRTC_SUCCESS);
	char *ptx = malloc(size);
	CHECK_EQUAL(nvrtcGetPTX(program, ptx), NVRTC_SUCCESS);
	CHECK_EQUAL(run(ptx, "run", "base", 100), 10 * 4 + 100 + 3 + 1000);
	CHECK_EQUAL(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
	free(ptx), free(log);
}

// libcu++ of before CCCL isn't for an NVRTC that reads the system's headers.
static void check_old_library(void)
{
	static const char source[] = "#include <cooperative_groups.h>\n__global__ void run() { cooperative_groups::this_grid().sync(); }\n";
	const char *const text = "#error old\n", *const name = "cuda/atomic", *const option = "-arch=sm_80";
	nvrtcProgram program;
	CHECK_EQUAL(nvrtcCreateProgram(&program, source, "old.cu", 1, &text, &name), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcCompileProgram(program, 1, &option), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
}

// Names of std that are the program's own, as NVRTC has none but what the compiler provides, and headers of ours behind them.
static const char own_std[] =
	"#include \"own.h\"\n#include <cuda_fp16.h>\n#include <limits>\n"
	"__constant__ int base;\n"
	"template <class T> __global__ void unneeded(T *out) { int i = threadIdx.x; if (i < nowhere) out[i] = 0; }\n"
	"struct total { int value; total(std::initializer_list<int> list) : value(0) { for (int each : list) value += each; } };\n"
	"template <class T> static inline __device__ auto kind_of(const T &) -> int { return 0; }\n"
	"template <> inline auto kind_of<float>(const float &) -> int { return 50; }\n"
	"template <class T> std::enable_if_t<std::is_same<T, int>::value, int> only(T value) { return std::move(value); }\n"
	"extern \"C\" __global__ void run(int *out) {\n"
	"	total all{1, 2, 3};\n"
	"	*out = base + all.value + only(std::numeric_limits<int>::digits10()) + (int)__half2float(__float2half(30.0f)) + kind_of(1.0f);\n"
	"}\n";
static const char own_header[] =
	"namespace std {\n"
	"template <bool, class T = void> struct enable_if {};\ntemplate <class T> struct enable_if<true, T> { typedef T type; };\n"
	"template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;\n"
	"template <class, class> struct is_same { static constexpr bool value = false; };\n"
	"template <class T> struct is_same<T, T> { static constexpr bool value = true; };\n"
	"template <class T> struct numeric_limits { static int digits10() { return 4000; } };\n"
	"}\n";

// With COUNT headers, of which the second is an empty one.
static void check_own_std(int count)
{
	const char *options[] = { "--std=c++17", "--device-as-default-execution-space" };
	const char *names[] = { "own.h", "limits" }, *headers[] = { own_header, "" };
	nvrtcProgram program;
	size_t size;
	CHECK_EQUAL(nvrtcCreateProgram(&program, own_std, "own.cu", count, headers, names), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcCompileProgram(program, 2, options), NVRTC_SUCCESS);
	char *log = log_of(program);
	CHECK(*log == 0);
	CHECK_EQUAL(nvrtcGetPTXSize(program, &size), NVRTC_SUCCESS);
	char *ptx = malloc(size);
	CHECK_EQUAL(nvrtcGetPTX(program, ptx), NVRTC_SUCCESS);
	CHECK_EQUAL(run(ptx, "run", "base", 100), 100 + 6 + 4000 + 30 + 50);
	CHECK_EQUAL(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
	free(ptx), free(log);
	CHECK_EQUAL(nvrtcCreateProgram(&program, "#include \"own.h\"\nint wrong = missing;\n", "own.cu", count, headers, names), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcCompileProgram(program, 2, options), NVRTC_ERROR_COMPILATION);
	log = log_of(program);
	CHECK(strstr(log, "own.cu:2:13: error: use of undeclared identifier 'missing'") && !strstr(log, "enable_if"));
	CHECK_EQUAL(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
	free(log);
}

static void check_names(const char *arch, int number)
{
	const char *const headers[] = { header }, *const names[] = { "parts/add.h" };
	const char *const options[] = { arch, "-DSCALE(a,b)=((a)*(b))", "--std=c++17", "-lineinfo", "-default-device" };
	const char *kernel = NULL, *variable = NULL;
	nvrtcProgram program;
	size_t ptx_size, cubin_size;
	CHECK_EQUAL(nvrtcCreateProgram(&program, source, "some.cu", 1, headers, names), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcGetLoweredName(program, "ns::base", &kernel), NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
	CHECK_EQUAL(nvrtcAddNameExpression(program, "ns::kernel<int, 5>"), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcAddNameExpression(program, "&ns::base"), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcCompileProgram(program, 5, options), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcAddNameExpression(program, "x"), NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
	CHECK_EQUAL(nvrtcGetLoweredName(program, "nobody", &kernel), NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
	CHECK_EQUAL(nvrtcGetLoweredName(program, "ns::kernel<int, 5>", &kernel), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcGetLoweredName(program, "&ns::base", &variable), NVRTC_SUCCESS);
	CHECK(kernel && strcmp(kernel, "_ZN2ns6kernelIiLi5EEEvPT_") == 0);
	CHECK(variable && strcmp(variable, "_ZN2ns4baseE") == 0);
	CHECK_EQUAL(nvrtcGetPTXSize(program, &ptx_size), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcGetCUBINSize(program, &cubin_size), NVRTC_SUCCESS);
	char *ptx = malloc(ptx_size), *cubin = malloc(cubin_size + 1), *log = log_of(program);
	CHECK_EQUAL(nvrtcGetPTX(program, ptx), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcGetCUBIN(program, cubin), NVRTC_SUCCESS);
	CHECK(*log == 0);
	CHECK(strstr(ptx, ".version") && strlen(ptx) == ptx_size - 1);
	CHECK((cubin_size > 0) == (strncmp(arch, "-arch=sm", 8) == 0));
	CHECK_EQUAL(run(cubin_size ? cubin : ptx, kernel, variable, 100), 100 + 5 + 6 + 4 + number / 10 * 1000);
	CHECK_EQUAL(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
	CHECK(program == NULL);
	free(ptx), free(cubin), free(log);
}

static void check_failures(void)
{
	static const char *const wrong[] = { "--nonsense", "-arch=sm_9999", "-arch=native", "-std=c++23", "-rdc", "-o", "-O3" };
	nvrtcProgram program;
	size_t size;
	CHECK_EQUAL(nvrtcCreateProgram(&program, NULL, NULL, 0, NULL, NULL), NVRTC_ERROR_INVALID_INPUT);
	CHECK_EQUAL(nvrtcCreateProgram(NULL, "", NULL, 0, NULL, NULL), NVRTC_ERROR_INVALID_PROGRAM);
	CHECK_EQUAL(nvrtcCompileProgram(NULL, 0, NULL), NVRTC_ERROR_INVALID_PROGRAM);
	CHECK_EQUAL(nvrtcCreateProgram(&program, "__global__ void k() { int x = y; }\n", NULL, 0, NULL, NULL), NVRTC_SUCCESS);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		CHECK_EQUAL(nvrtcCompileProgram(program, 1, &wrong[i]), NVRTC_ERROR_INVALID_OPTION);
		char *log = log_of(program);
		CHECK(strstr(log, wrong[i]));
		free(log);
	}
	CHECK_EQUAL(nvrtcCompileProgram(program, 0, NULL), NVRTC_ERROR_COMPILATION);
	char *log = log_of(program);
	CHECK(strstr(log, "default_program:1") && strstr(log, "'y'"));
	free(log);
	CHECK_EQUAL(nvrtcGetLTOIRSize(program, &size), NVRTC_ERROR_INVALID_PROGRAM);
	CHECK_EQUAL(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcDestroyProgram(&program), NVRTC_ERROR_INVALID_PROGRAM);
}

static int cancel(void *payload, void *reserved)
{
	int *turns = payload;
	return !reserved && (*turns)-- <= 0;
}

// A compilation that its program ends, and precompiled headers, of which there are none.
static void check_flow(void)
{
	nvrtcProgram program;
	int turns = 0;
	size_t size = 0;
	CHECK_EQUAL(nvrtcCreateProgram(&program, "__global__ void k() {}\n", NULL, 0, NULL, NULL), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcSetFlowCallback(NULL, cancel, &turns), NVRTC_ERROR_INVALID_PROGRAM);
	CHECK_EQUAL(nvrtcSetFlowCallback(program, NULL, &turns), NVRTC_ERROR_INVALID_INPUT);
	CHECK_EQUAL(nvrtcSetFlowCallback(program, cancel, &turns), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcCompileProgram(program, 0, NULL), NVRTC_ERROR_CANCELLED);
	turns = 100;
	CHECK_EQUAL(nvrtcCompileProgram(program, 0, NULL), NVRTC_SUCCESS);
	CHECK(turns < 100);
	CHECK_EQUAL(nvrtcGetPCHCreateStatus(program), NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED);
	CHECK_EQUAL(nvrtcGetPCHCreateStatus(NULL), NVRTC_ERROR_INVALID_PROGRAM);
	CHECK_EQUAL(nvrtcGetPCHHeapSizeRequired(program, &size), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcSetPCHHeapSize(1 << 20), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcGetPCHHeapSize(&size), NVRTC_SUCCESS);
	CHECK_EQUAL(size, 1 << 20);
	CHECK_EQUAL(nvrtcGetPCHHeapSize(NULL), NVRTC_ERROR_INVALID_INPUT);
	CHECK_EQUAL(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
}

static void check_rest(void)
{
	int major = 0, minor, count = 0, archs[64];
	CHECK_EQUAL(nvrtcVersion(&major, &minor), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcVersion(NULL, &minor), NVRTC_ERROR_INVALID_INPUT);
	CHECK_EQUAL(major, CUDA_VERSION / 1000);
	CHECK_EQUAL(nvrtcGetNumSupportedArchs(&count), NVRTC_SUCCESS);
	CHECK(count > 0 && count < 64);
	CHECK_EQUAL(nvrtcGetSupportedArchs(archs), NVRTC_SUCCESS);
	for (int i = 1; i < count && count < 64; i++)
		CHECK(archs[i] > archs[i - 1]);
	CHECK(strcmp(nvrtcGetErrorString(NVRTC_ERROR_COMPILATION), "NVRTC_ERROR_COMPILATION") == 0);
	CHECK(strstr(nvrtcGetErrorString((nvrtcResult)99), "unknown"));
}

int main(void)
{
	CUcontext context;
	CHECK_EQUAL(cuInit(0), CUDA_SUCCESS);
	CHECK_EQUAL(cuDeviceGet(&device, 0), CUDA_SUCCESS);
	CHECK_EQUAL(cuDevicePrimaryCtxRetain(&context, device), CUDA_SUCCESS);
	CHECK_EQUAL(cuCtxSetCurrent(context), CUDA_SUCCESS);
	check_names("-arch=sm_80", 80);
	check_names("--gpu-architecture=compute_75", 75);
	check_implied();
	check_old_library();
	check_own_std(1);
	check_own_std(2);
	check_failures();
	check_flow();
	check_rest();
	return unit_finish();
}
