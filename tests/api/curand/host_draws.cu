// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host draws numbers by functions of kernels, as NVIDIA's macro for their words lets it: the same as the device's, after leaps, too.
#define QUALIFIERS static __forceinline__ __host__ __device__
#include <curand_kernel.h>

#include "unit/unit.h"

enum { COUNT = 8 };

struct numbers {
	unsigned int bits[COUNT];
	float uniform[COUNT], normal[COUNT];
	double uniform_double[COUNT], normal_double[COUNT];
};

template <class State> __host__ __device__ void draw(numbers *out)
{
	State state;
	curand_init(1234, 5, 67, &state);
	for (int i = 0; i < COUNT; i++) {
		out->bits[i] = curand(&state);
		out->uniform[i] = curand_uniform(&state);
		out->uniform_double[i] = curand_uniform_double(&state);
		out->normal[i] = curand_normal(&state);
		out->normal_double[i] = curand_normal_double(&state);
	}
}

template <class State> __global__ void draw_on_device(numbers *out)
{
	draw<State>(out);
}

template <class State> void compare()
{
	numbers *device, host;
	CHECK(!cudaMallocManaged(&device, sizeof(numbers)));
	draw_on_device<State><<<1, 1>>>(device);
	CHECK(!cudaDeviceSynchronize());
	draw<State>(&host);
	for (int i = 0; i < COUNT; i++) {
		CHECK_EQUAL(host.bits[i], device->bits[i]);
		CHECK(host.uniform[i] == device->uniform[i]);
		CHECK(host.uniform_double[i] == device->uniform_double[i]);
		CHECK(fabsf(host.normal[i] - device->normal[i]) < 1e-5f);
		CHECK(fabs(host.normal_double[i] - device->normal_double[i]) < 1e-12);
	}
	CHECK(!cudaFree(device));
}

int main()
{
	CHECK(CURAND_2POW32_INV * CURAND_2POW32 == 1 && CURAND_2POW32_INV_2PI < 2e-9f);
	compare<curandStateXORWOW_t>();
	compare<curandStatePhilox4_32_10_t>();
	compare<curandStateMRG32k3a_t>();
	return unit_finish();
}
