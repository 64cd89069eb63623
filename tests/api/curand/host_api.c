// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host interface: statuses as NVIDIA's library gives them, generators of the device in streams and graphs, and the
// distributions whose numbers are this library's own.
// LINK: cudart -lcurand
#include <curand.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static unsigned words[1000], more[1000];

static void check_statuses(void)
{
	curandGenerator_t pseudo, quasi, wide, none = NULL;
	int value;
	CHECK_EQUAL(curandCreateGeneratorHost(&pseudo, (curandRngType_t)7), CURAND_STATUS_TYPE_ERROR);
	CHECK_EQUAL(curandCreateGeneratorHost(NULL, CURAND_RNG_PSEUDO_XORWOW), CURAND_STATUS_NOT_INITIALIZED);
	CHECK_EQUAL(curandCreateGeneratorHost(&pseudo, CURAND_RNG_PSEUDO_DEFAULT), CURAND_STATUS_SUCCESS);
	CHECK_EQUAL(curandCreateGeneratorHost(&quasi, CURAND_RNG_QUASI_DEFAULT), CURAND_STATUS_SUCCESS);
	CHECK_EQUAL(curandCreateGeneratorHost(&wide, CURAND_RNG_QUASI_SOBOL64), CURAND_STATUS_SUCCESS);
	CHECK_EQUAL(curandSetPseudoRandomGeneratorSeed(quasi, 1), CURAND_STATUS_TYPE_ERROR);
	CHECK_EQUAL(curandSetQuasiRandomGeneratorDimensions(pseudo, 3), CURAND_STATUS_TYPE_ERROR);
	CHECK_EQUAL(curandSetQuasiRandomGeneratorDimensions(quasi, 0), CURAND_STATUS_OUT_OF_RANGE);
	CHECK_EQUAL(curandSetQuasiRandomGeneratorDimensions(quasi, 20001), CURAND_STATUS_OUT_OF_RANGE);
	CHECK_EQUAL(curandSetQuasiRandomGeneratorDimensions(quasi, 3), CURAND_STATUS_SUCCESS);
	CHECK_EQUAL(curandSetGeneratorOrdering(pseudo, CURAND_ORDERING_QUASI_DEFAULT), CURAND_STATUS_OUT_OF_RANGE);
	CHECK_EQUAL(curandSetGeneratorOrdering(quasi, CURAND_ORDERING_PSEUDO_DEFAULT), CURAND_STATUS_OUT_OF_RANGE);
	CHECK_EQUAL(curandGenerate(quasi, words, 10), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
	CHECK_EQUAL(curandGenerate(quasi, words, 9), CURAND_STATUS_SUCCESS);
	CHECK_EQUAL(curandGenerateNormal(pseudo, (float *)words, 3, 0, 1), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
	CHECK_EQUAL(curandGenerateLongLong(pseudo, (unsigned long long *)words, 10), CURAND_STATUS_TYPE_ERROR);
	CHECK_EQUAL(curandGenerate(wide, words, 8), CURAND_STATUS_TYPE_ERROR);
	CHECK_EQUAL(curandGenerateLongLong(wide, (unsigned long long *)words, 8), CURAND_STATUS_SUCCESS);
	CHECK_EQUAL(curandGenerate(pseudo, NULL, 0), CURAND_STATUS_SUCCESS);
	CHECK_EQUAL(curandGeneratePoisson(pseudo, words, 2, 0), CURAND_STATUS_OUT_OF_RANGE);
	CHECK_EQUAL(curandGeneratePoisson(pseudo, words, 2, 400001), CURAND_STATUS_OUT_OF_RANGE);
	CHECK_EQUAL(curandGenerate(none, words, 2), CURAND_STATUS_NOT_INITIALIZED);
	CHECK_EQUAL(curandSetStream(none, NULL), CURAND_STATUS_NOT_INITIALIZED);
	CHECK_EQUAL(curandDestroyGenerator(none), CURAND_STATUS_NOT_INITIALIZED);
	CHECK_EQUAL(curandGetProperty((libraryPropertyType)9, &value), CURAND_STATUS_OUT_OF_RANGE);
	CHECK(curandGetVersion(&value) == CURAND_STATUS_SUCCESS && value == CURAND_VERSION);
	CHECK_EQUAL(curandGenerateSeeds(pseudo), CURAND_STATUS_SUCCESS);
	curandDestroyGenerator(pseudo), curandDestroyGenerator(quasi), curandDestroyGenerator(wide);
	CHECK_EQUAL(curandCreateGeneratorHost(&pseudo, CURAND_RNG_PSEUDO_MTGP32), CURAND_STATUS_SUCCESS);
	CHECK_EQUAL(curandSetGeneratorOffset(pseudo, 5), CURAND_STATUS_TYPE_ERROR);
	curandDestroyGenerator(pseudo);
}

// Numbers in a stream are those of the host; a new seed goes on at the same place; a graph goes on with each launch.
static void check_device(void)
{
	curandGenerator_t device, host;
	cudaStream_t stream;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	unsigned *memory;
	CHECK(cudaMalloc((void **)&memory, sizeof(words)) == cudaSuccess);
	CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
	CHECK_EQUAL(curandCreateGenerator(&device, CURAND_RNG_PSEUDO_PHILOX4_32_10), CURAND_STATUS_SUCCESS);
	CHECK_EQUAL(curandCreateGeneratorHost(&host, CURAND_RNG_PSEUDO_PHILOX4_32_10), CURAND_STATUS_SUCCESS);
	CHECK_EQUAL(curandSetStream(device, stream), CURAND_STATUS_SUCCESS);
	CHECK_EQUAL(curandGenerate(device, memory, 300), CURAND_STATUS_SUCCESS);
	CHECK_EQUAL(curandSetPseudoRandomGeneratorSeed(device, 7), CURAND_STATUS_SUCCESS);
	CHECK_EQUAL(curandGenerate(device, memory + 300, 300), CURAND_STATUS_SUCCESS);
	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
	CHECK_EQUAL(curandGenerate(device, memory + 600, 100), CURAND_STATUS_SUCCESS);
	CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
	CHECK(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
	CHECK(cudaGraphLaunch(exec, stream) == cudaSuccess);
	CHECK(cudaMemcpyAsync(words, memory, sizeof(words), cudaMemcpyDeviceToHost, stream) == cudaSuccess);
	CHECK(cudaGraphLaunch(exec, stream) == cudaSuccess);
	CHECK(cudaMemcpyAsync(words + 700, memory + 600, 400, cudaMemcpyDeviceToHost, stream) == cudaSuccess);
	CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
	CHECK_EQUAL(curandDestroyGenerator(device), CURAND_STATUS_SUCCESS);
	CHECK_EQUAL(curandGenerate(host, more, 300), CURAND_STATUS_SUCCESS);
	CHECK(memcmp(words, more, 300 * sizeof(*words)) == 0);
	CHECK_EQUAL(curandSetPseudoRandomGeneratorSeed(host, 7), CURAND_STATUS_SUCCESS);
	CHECK_EQUAL(curandGenerate(host, more + 300, 500), CURAND_STATUS_SUCCESS);
	CHECK(memcmp(words, more, 800 * sizeof(*words)) == 0);
	curandDestroyGenerator(host);
	cudaGraphExecDestroy(exec), cudaGraphDestroy(graph), cudaStreamDestroy(stream), cudaFree(memory);
}

// Mean and variance of Poisson's numbers are the same.
static void check_poisson(curandRngType_t type, double mean)
{
	enum { COUNT = 100000 };
	static unsigned numbers[COUNT];
	curandGenerator_t g;
	double sum = 0, squares = 0;
	CHECK_EQUAL(curandCreateGeneratorHost(&g, type), CURAND_STATUS_SUCCESS);
	CHECK_EQUAL(curandGeneratePoisson(g, numbers, COUNT, mean), CURAND_STATUS_SUCCESS);
	for (int i = 0; i < COUNT; i++) {
		sum += numbers[i];
		squares += (numbers[i] - mean) * (numbers[i] - mean);
	}
	CHECK(fabs(sum / COUNT - mean) < 4 * sqrt(mean / COUNT));
	CHECK(fabs(squares / COUNT / mean - 1) < 0.05);
	curandDestroyGenerator(g);
}

// Any generator's uniform numbers fill the interval.
static void check_evenness(curandRngType_t type)
{
	enum { COUNT = 100000, PARTS = 50 };
	static float numbers[COUNT];
	curandGenerator_t g;
	int parts[PARTS] = { 0 };
	double chi = 0;
	CHECK_EQUAL(curandCreateGeneratorHost(&g, type), CURAND_STATUS_SUCCESS);
	CHECK_EQUAL(curandGenerateUniform(g, numbers, COUNT), CURAND_STATUS_SUCCESS);
	for (int i = 0; i < COUNT; i++)
		parts[numbers[i] < 1 ? (int)(numbers[i] * PARTS) : PARTS - 1]++;
	for (int i = 0; i < PARTS; i++)
		chi += pow(parts[i] - COUNT / PARTS, 2) / (COUNT / PARTS);
	CHECK(chi < 100);
	curandDestroyGenerator(g);
}

static void check_vectors(void)
{
	curandDirectionVectors32_t *v32;
	curandDirectionVectors64_t *v64;
	unsigned *s32;
	CHECK_EQUAL(curandGetDirectionVectors32(&v32, CURAND_DIRECTION_VECTORS_32_JOEKUO6), CURAND_STATUS_SUCCESS);
	CHECK_EQUAL(curandGetDirectionVectors64(&v64, CURAND_DIRECTION_VECTORS_64_JOEKUO6), CURAND_STATUS_SUCCESS);
	CHECK_EQUAL(curandGetDirectionVectors32(&v32, CURAND_DIRECTION_VECTORS_64_JOEKUO6), CURAND_STATUS_OUT_OF_RANGE);
	CHECK_EQUAL(curandGetScrambleConstants32(&s32), CURAND_STATUS_SUCCESS);
	CHECK(v32[0][31] == 1 && v32[1][1] == 0xc0000000 && v64[3][4] == 0xf800000000000000ull);
	CHECK(s32[0] != s32[1]);
}

int main(void)
{
	static const curandRngType_t types[] = { CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_MTGP32,
		CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32,
		CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 };
	check_statuses();
	check_device();
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		check_evenness(types[i]);
		check_poisson(types[i], 0.5);
		check_poisson(types[i], 300);
		check_poisson(types[i], 5000);
	}
	check_vectors();
	return unit_finish();
}
