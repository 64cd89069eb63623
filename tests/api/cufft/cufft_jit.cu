// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcufft -lnvrtc
//
// Functions of modules for link-time optimisation that transforms call: of both sides, with names as in the source and mangled, with
// arguments; what is refused.
#include <cufftXt.h>
#include <math.h>
#include <nvrtc.h>
#include <string>

#include "unit/unit.h"

enum { N = 24, BATCH = 3 };

static std::string compile(const char *source)
{
	nvrtcProgram program;
	const char *options[] = { "-rdc=true", "-dlto", "-arch=compute_80" };
	size_t size = 0;
	CHECK(nvrtcCreateProgram(&program, source, nullptr, 0, nullptr, nullptr) == NVRTC_SUCCESS);
	CHECK(nvrtcCompileProgram(program, 3, options) == NVRTC_SUCCESS && nvrtcGetLTOIRSize(program, &size) == NVRTC_SUCCESS);
	std::string module(size, 0);
	CHECK(nvrtcGetLTOIR(program, &module[0]) == NVRTC_SUCCESS && nvrtcDestroyProgram(&program) == NVRTC_SUCCESS);
	return module;
}

int main()
{
	const std::string module = compile(
		"__device__ float2 load(void *data, unsigned long long at, void *info, void *) {\n"
		"	float2 x = ((float2 *)data)[at]; float factor = *(float *)info; return make_float2(x.x * factor, x.y + at % 3); }\n"
		"__device__ void store(void *data, unsigned long long at, float2 x, void *, void *) { ((float2 *)data)[at] = make_float2(x.y, -x.x); }\n");
	cufftComplex *in, *prepared, *out, *wanted;
	float *factor;
	size_t bytes = N * BATCH * sizeof(*in), work;
	CHECK(cudaMallocManaged(&in, bytes) == cudaSuccess && cudaMallocManaged(&prepared, bytes) == cudaSuccess);
	CHECK(cudaMallocManaged(&out, bytes) == cudaSuccess && cudaMallocManaged(&wanted, bytes) == cudaSuccess);
	CHECK(cudaMallocManaged(&factor, sizeof(*factor)) == cudaSuccess);
	*factor = 3;
	for (int i = 0; i < N * BATCH; i++) {
		in[i] = make_cuComplex((float)(i * 37 % 11), (float)(i * 13 % 7));
		prepared[i] = make_cuComplex(in[i].x * 3, in[i].y + (float)(i % 3));
	}
	cufftHandle plain, plan;
	CHECK(cufftPlan1d(&plain, N, CUFFT_C2C, BATCH) == CUFFT_SUCCESS && cufftCreate(&plan) == CUFFT_SUCCESS);
	CHECK(cufftXtSetJITCallback(plan, "load", module.data(), module.size(), CUFFT_CB_LD_COMPLEX, (void **)&factor) == CUFFT_SUCCESS);
	CHECK(cufftXtSetJITCallback(plan, "_Z5storePvy6float2S_S_", module.data(), module.size(), CUFFT_CB_ST_COMPLEX, nullptr) == CUFFT_SUCCESS);
	CHECK(cufftMakePlan1d(plan, N, CUFFT_C2C, BATCH, &work) == CUFFT_SUCCESS);
	CHECK(cufftExecC2C(plain, prepared, wanted, CUFFT_FORWARD) == CUFFT_SUCCESS);
	CHECK(cufftExecC2C(plan, in, out, CUFFT_FORWARD) == CUFFT_SUCCESS && cudaDeviceSynchronize() == cudaSuccess);
	double most = 0;
	for (int i = 0; i < N * BATCH; i++)
		most = fmax(most, hypot(out[i].x - wanted[i].y, out[i].y + wanted[i].x));
	CHECK(most < 1e-3);

	// A made plan; no name; a function of another format; a name that the module lacks.
	CHECK(cufftXtSetJITCallback(plan, "load", module.data(), module.size(), CUFFT_CB_LD_COMPLEX, (void **)&factor) == CUFFT_INVALID_PLAN);
	CHECK(cufftDestroy(plan) == CUFFT_SUCCESS && cufftCreate(&plan) == CUFFT_SUCCESS);
	CHECK(cufftXtSetJITCallback(plan, "", module.data(), module.size(), CUFFT_CB_LD_COMPLEX, nullptr) == CUFFT_INVALID_VALUE);
	CHECK(cufftXtSetJITCallback(plan, "none", module.data(), module.size(), CUFFT_CB_LD_COMPLEX, nullptr) == CUFFT_INTERNAL_ERROR);
	CHECK(cufftXtSetJITCallback(plan, "load", module.data(), module.size(), CUFFT_CB_LD_COMPLEX, (void **)&factor) == CUFFT_SUCCESS);
	CHECK(cufftMakePlan1d(plan, N, CUFFT_D2Z, BATCH, &work) == CUFFT_INVALID_VALUE);
	CHECK(cufftDestroy(plan) == CUFFT_SUCCESS && cufftDestroy(plain) == CUFFT_SUCCESS);
	return unit_finish();
}
