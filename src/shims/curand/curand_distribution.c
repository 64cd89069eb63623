// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of Poisson's distribution for kernels (cuRAND Library Programming Guide, "Poisson Distribution"): one piece of the
// device's memory that begins with what curand_discrete() reads.
#include <stdlib.h>
#include <string.h>

#include "curand_native.h"
#include "rng_poisson.h"
#include "../../../include/anywarp/curand_states.h"

typedef struct piece {
	struct curandDiscreteDistribution_st head;
	struct curandDistributionM2Shift_st table;
	struct curandHistogramM2_st histogram;
	double border[]; // then as many words
} piece;

// Fills HOST, whose copy will lie at DEVICE.
static void fill(piece *host, const piece *device, const aw_rng_poisson *table)
{
	uint32_t n = table->length;
	host->head.M2 = (curandDistributionM2Shift_t)&device->table;
	host->head.mean = table->mean;
	host->head.stddev = __builtin_sqrt(table->mean);
	host->head.method = n ? CURAND_M2 : CURAND_DEFINITION; // any other stands for the normal distribution
	host->table.histogram = (curandHistogramM2_t)&device->histogram;
	host->table.shift = table->shift;
	host->table.length = n;
	host->histogram.V = (curandHistogramM2V_t)device->border;
	host->histogram.K = (curandHistogramM2K_t)(device->border + n);
	memcpy(host->border, table->border, n * sizeof(*table->border));
	memcpy(host->border + n, table->other, n * sizeof(*table->other));
}

static curandStatus_t give(const aw_rng_poisson *table, curandDiscreteDistribution_t *distribution)
{
	size_t size = sizeof(piece) + table->length * (sizeof(double) + sizeof(uint32_t));
	piece *host = calloc(1, size);
	void *device = NULL;
	curandStatus_t status = CURAND_STATUS_ALLOCATION_FAILED;
	if (host && cudaMalloc(&device, size) == cudaSuccess) {
		fill(host, device, table);
		if (cudaMemcpy(device, host, size, cudaMemcpyHostToDevice) == cudaSuccess)
			status = CURAND_STATUS_SUCCESS;
		else
			cudaFree(device);
	}
	if (status == CURAND_STATUS_SUCCESS)
		*distribution = device;
	free(host);
	return status;
}

curandStatus_t curandCreatePoissonDistribution(double lambda, curandDiscreteDistribution_t *distribution)
{
	const double most = 400000;
	aw_rng_poisson table = { .mean = lambda };
	if (!distribution || !(lambda > 0 && lambda <= most))
		return CURAND_STATUS_OUT_OF_RANGE;
	if (aw_shim_device_current() == AW_SHIM_GPU) {
		const aw_curand_native *native = aw_curand_native_open();
		return native ? native->curandCreatePoissonDistribution(lambda, distribution) : CURAND_STATUS_INITIALIZATION_FAILED;
	}
	if (lambda < AW_RNG_POISSON_TABLES && !aw_rng_poisson_make(lambda, &table))
		return CURAND_STATUS_ALLOCATION_FAILED;
	curandStatus_t status = give(&table, distribution);
	aw_rng_poisson_free(&table);
	return status;
}

curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t distribution)
{
	if (aw_shim_device_current() == AW_SHIM_GPU) {
		const aw_curand_native *native = aw_curand_native_open();
		return native ? native->curandDestroyDistribution(distribution) : CURAND_STATUS_INITIALIZATION_FAILED;
	}
	return cudaFree(distribution) == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE;
}
