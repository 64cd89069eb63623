// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcufft
// RUNS: ANYWARP_DEVICES=1,2,3
//
// cuFFT's plans over one or several devices: where elements lie before and after transforms, what comes back, and errors.
#include <cufftXt.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <vector>

#include "unit/unit.h"

#define DONE(...) CHECK_EQUAL((int)(__VA_ARGS__), (int)CUFFT_SUCCESS)

typedef std::complex<float> number;
static int devices[16], count;

static std::vector<number> some(size_t size)
{
	std::vector<number> v(size);
	for (size_t i = 0; i < size; i++)
		v[i] = number(std::cos((float)i * 0.37f) + (float)(i % 7), std::sin((float)(i * i % 1000) * 0.11f) * 3);
	return v;
}

static float distance(const std::vector<number> &a, const std::vector<number> &b)
{
	float most = a.size() == b.size() ? 0 : INFINITY;
	for (size_t i = 0; i < a.size() && most < INFINITY; i++)
		most = std::fmax(most, std::abs(a[i] - b[i]));
	return most;
}

// By a plan of one device, in place.
static std::vector<number> transformed(const std::vector<number> &in, int rank, int *n, cufftType type, int batch)
{
	cufftHandle plan;
	void *data;
	std::vector<number> out(in.size());
	DONE(cufftPlanMany(&plan, rank, n, NULL, 1, 0, NULL, 1, 0, type, batch));
	CHECK(cudaMalloc(&data, in.size() * sizeof(number)) == cudaSuccess);
	cudaMemcpy(data, in.data(), in.size() * sizeof(number), cudaMemcpyHostToDevice);
	DONE(cufftXtExec(plan, data, data, CUFFT_FORWARD));
	cudaMemcpy(out.data(), data, in.size() * sizeof(number), cudaMemcpyDeviceToHost);
	cudaFree(data);
	DONE(cufftDestroy(plan));
	return out;
}

static cufftHandle plan_over_devices(int rank, int *n, cufftType type, int batch)
{
	cufftHandle plan;
	size_t sizes[16];
	DONE(cufftCreate(&plan));
	DONE(cufftXtSetGPUs(plan, count, devices));
	DONE(cufftMakePlanMany(plan, rank, n, NULL, 1, 0, NULL, 1, 0, type, batch, sizes));
	return plan;
}

// The pieces of all devices, one after another, and the sizes of their parts.
static std::vector<number> pieces_of(const cudaLibXtDesc *d, const std::vector<size_t> &sizes)
{
	std::vector<number> all;
	for (int i = 0; i < d->descriptor->nGPUs; i++) {
		std::vector<number> piece(sizes[(size_t)i]);
		CHECK(d->descriptor->GPUs[i] == devices[i] && d->descriptor->size[i] >= piece.size() * sizeof(number));
		cudaSetDevice(devices[i]);
		cudaMemcpy(piece.data(), d->descriptor->data[i], piece.size() * sizeof(number), cudaMemcpyDeviceToHost);
		all.insert(all.end(), piece.begin(), piece.end());
	}
	cudaSetDevice(0);
	return all;
}

static std::vector<size_t> shares(size_t n, size_t each)
{
	std::vector<size_t> sizes;
	for (size_t i = 0; i < (size_t)count; i++)
		sizes.push_back((n / (size_t)count + (i < n % (size_t)count)) * each);
	return sizes;
}

// Slabs of the second dimension one after another.
static std::vector<number> by_slabs(const std::vector<number> &a, size_t x, size_t y, size_t z)
{
	std::vector<number> all;
	size_t start = 0;
	for (size_t lines : shares(y, 1)) {
		for (size_t i = 0; i < x; i++)
			for (size_t j = start * z; j < (start + lines) * z; j++)
				all.push_back(a[i * y * z + j]);
		start += lines;
	}
	return all;
}

static void test_planes(int x, int y, int z)
{
	int n[] = { x, y, z }, rank = z > 1 ? 3 : 2;
	size_t size = (size_t)x * y * z;
	std::vector<number> in = some(size), out(size), wanted = transformed(in, rank, n, CUFFT_C2C, 1);
	cufftHandle plan = plan_over_devices(rank, n, CUFFT_C2C, 1);
	cudaLibXtDesc *d, *e;
	DONE(cufftXtMalloc(plan, &d, CUFFT_XT_FORMAT_INPLACE));
	DONE(cufftXtMalloc(plan, &e, CUFFT_XT_FORMAT_INPLACE));
	CHECK(d->descriptor->nGPUs == count && d->library == LIB_FORMAT_CUFFT && d->subFormat == CUFFT_XT_FORMAT_INPLACE);
	for (int turn = 0; turn < 2; turn++) { // a descriptor that is filled again is in order again
		DONE(cufftXtMemcpy(plan, d, in.data(), CUFFT_COPY_HOST_TO_DEVICE));
		CHECK(distance(pieces_of(d, shares((size_t)x, (size_t)y * z)), in) == 0);
		DONE(cufftXtExecDescriptorC2C(plan, d, d, CUFFT_FORWARD));
		CHECK_EQUAL(d->subFormat, count > 1 ? CUFFT_XT_FORMAT_INPLACE_SHUFFLED : CUFFT_XT_FORMAT_INPLACE);
		CHECK(distance(pieces_of(d, shares((size_t)y, (size_t)x * z)), count > 1 ? by_slabs(wanted, x, y, z) : wanted) < 1e-3 * size);
	}
	DONE(cufftXtMemcpy(plan, out.data(), d, CUFFT_COPY_DEVICE_TO_HOST));
	CHECK(distance(out, wanted) < 1e-6 * size);
	DONE(cufftXtMemcpy(plan, e, d, CUFFT_COPY_DEVICE_TO_DEVICE));
	CHECK_EQUAL(e->subFormat, CUFFT_XT_FORMAT_INPLACE);
	CHECK(distance(pieces_of(e, shares((size_t)x, (size_t)y * z)), out) == 0);
	DONE(cufftXtExecDescriptor(plan, d, d, CUFFT_INVERSE));
	CHECK_EQUAL(d->subFormat, CUFFT_XT_FORMAT_INPLACE);
	DONE(cufftXtMemcpy(plan, out.data(), d, CUFFT_COPY_DEVICE_TO_HOST));
	for (number &value : out)
		value /= (float)size;
	CHECK(distance(out, in) < 1e-4);
	CHECK_EQUAL(cufftXtExecDescriptorR2C(plan, d, d), CUFFT_INVALID_PLAN);
	CHECK_EQUAL(cufftXtExecDescriptorC2C(plan, d, e, CUFFT_FORWARD), CUFFT_EXEC_FAILED);
	CHECK_EQUAL(cufftXtExecDescriptorC2C(plan, d, NULL, CUFFT_FORWARD), CUFFT_INVALID_VALUE);
	CHECK_EQUAL(cufftXtExecDescriptorC2C(plan, d, d, 0), CUFFT_INVALID_VALUE);
	CHECK_EQUAL(cufftXtMemcpy(plan, NULL, d, CUFFT_COPY_DEVICE_TO_HOST), CUFFT_INVALID_VALUE);
	CHECK_EQUAL(cufftXtMemcpy(plan, out.data(), d, CUFFT_COPY_UNDEFINED), CUFFT_INVALID_VALUE);
	cufftXt1dFactors factors;
	CHECK_EQUAL(cufftXtQueryPlan(plan, &factors, CUFFT_QUERY_1D_FACTORS), CUFFT_INVALID_PLAN);
	CHECK_EQUAL(cufftXtSetGPUs(plan, count, devices), CUFFT_INVALID_PLAN);
	DONE(cufftXtFree(d));
	DONE(cufftXtFree(e));
	DONE(cufftDestroy(plan));
}

static void test_line(int size)
{
	std::vector<number> in = some((size_t)size), out(in.size()), wanted = transformed(in, 1, &size, CUFFT_C2C, 1);
	cufftHandle plan = plan_over_devices(1, &size, CUFFT_C2C, 1);
	cufftXt1dFactors f;
	cudaLibXtDesc *d;
	bool strings = cufftXtQueryPlan(plan, &f, CUFFT_QUERY_1D_FACTORS) == CUFFT_SUCCESS;
	CHECK_EQUAL(strings, count == 2 && (size & (size - 1)) == 0);
	DONE(cufftXtMalloc(plan, &d, CUFFT_XT_FORMAT_INPLACE));
	DONE(cufftXtMemcpy(plan, d, in.data(), CUFFT_COPY_HOST_TO_DEVICE));
	DONE(cufftXtExecDescriptorC2C(plan, d, d, CUFFT_FORWARD));
	std::vector<number> found = pieces_of(d, shares(in.size(), 1)), ordered = wanted;
	if (strings) {
		CHECK(f.size == size && f.factor1 * f.factor2 == size && f.stringCount * f.stringLength == size);
		CHECK(f.factor1Mask == f.factor1 - 1 && f.stringMask == f.stringLength - 1 && 1ll << f.substringShift == f.substringLength);
		if (size == 1024) // as of cuFFT 13.0 on two GPUs
			CHECK(f.stringCount == 8 && f.substringLength == 8 && f.factor1 == 64 && f.factor1Shift == 6 && f.stringShift == 7);
		for (long long s = 0; s < f.stringCount; s++)
			for (long long t = 0; t < f.factor2; t++)
				for (long long e = 0; e < f.substringLength; e++)
					ordered[(size_t)(s * f.stringLength + t * f.substringLength + e)] =
						wanted[(size_t)(t * f.factor1 + s * f.substringLength + e)];
		CHECK_EQUAL(d->subFormat, CUFFT_XT_FORMAT_INPLACE_SHUFFLED);
		CHECK_EQUAL(cufftXtExecDescriptorC2C(plan, d, d, CUFFT_INVERSE), CUFFT_INVALID_TYPE);
	}
	CHECK(distance(found, ordered) < 1e-6 * size);
	DONE(cufftXtMemcpy(plan, out.data(), d, CUFFT_COPY_DEVICE_TO_HOST));
	CHECK(distance(out, wanted) < 1e-6 * size);
	DONE(cufftXtFree(d));
	DONE(cufftDestroy(plan));
}

static void test_batch()
{
	int size = 48, batch = 5;
	std::vector<number> in = some((size_t)size * batch), out(in.size());
	cufftHandle plan = plan_over_devices(1, &size, CUFFT_C2C, batch);
	cudaLibXtDesc *d;
	DONE(cufftXtMalloc(plan, &d, CUFFT_XT_FORMAT_INPLACE));
	DONE(cufftXtMemcpy(plan, d, in.data(), CUFFT_COPY_HOST_TO_DEVICE));
	CHECK(distance(pieces_of(d, shares((size_t)batch, (size_t)size)), in) == 0);
	DONE(cufftXtExecDescriptorC2C(plan, d, d, CUFFT_FORWARD));
	DONE(cufftXtMemcpy(plan, out.data(), d, CUFFT_COPY_DEVICE_TO_HOST));
	CHECK(distance(out, transformed(in, 1, &size, CUFFT_C2C, batch)) < 1e-4);
	DONE(cufftXtFree(d));
	DONE(cufftDestroy(plan));
}

// Real numbers in rows with room for the complex ones, and back by another plan.
static void test_real()
{
	int n[] = { 6, 10, 12 };
	size_t size = 6 * 10 * 7;
	std::vector<number> in = some(size), out(size), wanted = transformed(in, 3, n, CUFFT_R2C, 1);
	cufftHandle forth = plan_over_devices(3, n, CUFFT_R2C, 1), back = plan_over_devices(3, n, CUFFT_C2R, 1);
	cudaLibXtDesc *d;
	DONE(cufftXtMalloc(forth, &d, CUFFT_XT_FORMAT_INPLACE));
	DONE(cufftXtMemcpy(forth, d, in.data(), CUFFT_COPY_HOST_TO_DEVICE));
	if (count > 1)
		CHECK_EQUAL(cufftXtExecDescriptorC2R(back, d, d), CUFFT_INVALID_TYPE);
	DONE(cufftXtExecDescriptorR2C(forth, d, d));
	if (count > 1)
		CHECK_EQUAL(cufftXtExecDescriptorR2C(forth, d, d), CUFFT_INVALID_TYPE);
	DONE(cufftXtMemcpy(forth, out.data(), d, CUFFT_COPY_DEVICE_TO_HOST));
	CHECK(distance(out, wanted) < 1e-3);
	DONE(cufftXtExecDescriptorC2R(back, d, d));
	DONE(cufftXtMemcpy(back, out.data(), d, CUFFT_COPY_DEVICE_TO_HOST));
	float most = 0;
	for (size_t i = 0; i < size; i++)
		if (i % 7 != 6) // the row's room
			most = std::fmax(most, std::abs(out[i] / 720.0f - in[i]));
	CHECK(most < 1e-4);
	DONE(cufftXtFree(d));
	DONE(cufftDestroy(forth));
	DONE(cufftDestroy(back));
}

static void test_errors()
{
	cufftHandle plan;
	cudaLibXtDesc *d;
	int none[] = { 0, 77 }, size = 64, embed = 100;
	size_t work[16];
	DONE(cufftCreate(&plan));
	CHECK_EQUAL(cufftXtSetGPUs(12345, 1, devices), CUFFT_INVALID_PLAN);
	CHECK_EQUAL(cufftXtSetGPUs(plan, 0, devices), CUFFT_INVALID_VALUE);
	CHECK_EQUAL(cufftXtSetGPUs(plan, 17, devices), CUFFT_INVALID_VALUE);
	CHECK_EQUAL(cufftXtSetGPUs(plan, 2, NULL), CUFFT_INVALID_VALUE);
	CHECK_EQUAL(cufftXtSetGPUs(plan, 2, none), CUFFT_INVALID_DEVICE);
	CHECK_EQUAL(cufftXtMalloc(plan, &d, CUFFT_XT_FORMAT_INPLACE), CUFFT_INVALID_PLAN);
	DONE(cufftXtSetGPUs(plan, count, devices));
	if (count > 1)
		CHECK_EQUAL(cufftMakePlanMany(plan, 1, &size, &embed, 2, 200, &embed, 2, 200, CUFFT_C2C, 3, work), CUFFT_NOT_SUPPORTED);
	DONE(cufftMakePlanMany(plan, 1, &size, &size, 1, 64, &size, 1, 64, CUFFT_C2C, 3, work));
	CHECK_EQUAL(cufftXtMalloc(plan, NULL, CUFFT_XT_FORMAT_INPLACE), CUFFT_INVALID_VALUE);
	CHECK_EQUAL(cufftXtMalloc(plan, &d, CUFFT_FORMAT_UNDEFINED), CUFFT_INVALID_VALUE);
	CHECK_EQUAL(cufftXtMalloc(plan, &d, CUFFT_XT_FORMAT_DISTRIBUTED_INPUT), CUFFT_NOT_SUPPORTED);
	DONE(cufftXtFree(NULL));
	DONE(cufftDestroy(plan));
}

int main()
{
	cudaGetDeviceCount(&count);
	for (int i = 0; i < count; i++)
		devices[i] = i;
	test_planes(16, 12, 1);
	test_planes(15, 7, 1);
	test_planes(8, 9, 10);
	test_line(1024);
	test_line(64);
	test_line(100);
	test_batch();
	test_real();
	test_errors();
	return unit_finish();
}
