// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans over several devices (cuFFT API Reference, "Multiple GPU cuFFT Transforms" and "Multiple GPU Data Organization"; the order of
// elements was read off cuFFT 13.0 on two H100).  A descriptor's pieces lie on the plan's devices.  In their natural order whole transforms
// of a batch, or else slabs of the first dimension, are dealt to the devices.  A transform of several dimensions leaves the result
// shuffled: slabs of the second dimension; the next one takes it from there and leaves it in the natural order.  One of a single dimension,
// of a power of two, leaves strings of substrings, which cufftXtQueryPlan describes; of any other size, the natural order.
//
// All memory of cpu devices is the host's, so the pieces are gathered, transformed in one piece as by a plan of one device, and dealt
// out again; the call waits for that.
#include <stdlib.h>
#include <string.h>

#include "../common/shim.h"
#include "cufft_plan.h"

// Descriptors of ours; all others are NVIDIA's.
typedef struct descriptor {
	cudaLibXtDesc lib;
	cudaXtDesc pieces;
	cufftXtSubFormat first; // the order that it was made for, and that data from the host have
	struct descriptor *next;
} descriptor;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static descriptor *descriptors;

static descriptor *find(const cudaLibXtDesc *lib, bool removes)
{
	pthread_mutex_lock(&lock);
	descriptor **at = &descriptors;
	while (*at && &(*at)->lib != lib)
		at = &(*at)->next;
	descriptor *found = *at;
	if (found && removes)
		*at = found->next;
	pthread_mutex_unlock(&lock);
	return found;
}

// --- which elements a device has ---

static bool has_real_side(const aw_cufft_shape *shape)
{
	return shape->in.real || shape->out.real;
}

// Complex elements in place, of dimension i.
static long long length(const aw_cufft_shape *shape, int i)
{
	return i == shape->rank - 1 && has_real_side(shape) ? shape->n[i] / 2 + 1 : shape->n[i];
}

static size_t element_size(const aw_cufft_shape *shape)
{
	return shape->format == AW_CUFFT_DOUBLE ? sizeof(cufftDoubleComplex) : sizeof(cufftComplex);
}

static int device_count(const aw_cufft_plan *plan)
{
	return plan->device_count ? plan->device_count : 1;
}

static bool power_of_two(long long n)
{
	return (n & (n - 1)) == 0;
}

static int logarithm(long long n)
{
	return 63 - __builtin_clzll((unsigned long long)n);
}

// How a transform of one dimension over several devices orders its result; false: naturally.
static bool find_factors(const aw_cufft_plan *plan, cufftXt1dFactors *f)
{
	const aw_cufft_shape *shape = &plan->shape;
	int count = device_count(plan);
	long long n = shape->n[0], strings = count > 8 ? count : 8;
	if (shape->rank != 1 || shape->batch != 1 || has_real_side(shape) || count == 1 || !power_of_two(count) || !power_of_two(n) || n < 64)
		return false;
	long long first = 1ll << (logarithm(n) / 2 + 1), second = n / first, part = first / strings;
	if (!part)
		return false;
	*f = (cufftXt1dFactors){ .size = n, .stringCount = strings, .stringLength = second * part, .substringLength = part, .factor1 = first,
		.factor2 = second, .stringMask = second * part - 1, .substringMask = part - 1, .factor1Mask = first - 1,
		.factor2Mask = second - 1, .stringShift = logarithm(second * part), .substringShift = logarithm(part),
		.factor1Shift = logarithm(first), .factor2Shift = logarithm(second) };
	return true;
}

static bool shuffles(const aw_cufft_plan *plan)
{
	cufftXt1dFactors factors;
	if (plan->shape.rank == 1)
		return find_factors(plan, &factors);
	return device_count(plan) > 1 && plan->shape.batch == 1;
}

// The share of device i: the first ones have one more where it doesn't come out even.
static long long share(long long n, int count, int i)
{
	return n / count + (i < n % count);
}

static long long share_start(long long n, int count, int i)
{
	long long rest = n % count;
	return n / count * i + (i < rest ? i : rest);
}

static long long all_elements(const aw_cufft_shape *shape)
{
	long long all = shape->batch;
	for (int i = 0; i < shape->rank; i++)
		all *= length(shape, i);
	return all;
}

// What is dealt out in the natural order.
static long long outer_length(const aw_cufft_shape *shape)
{
	return shape->batch > 1 ? shape->batch : length(shape, 0);
}

static long long piece_elements(const aw_cufft_plan *plan, int i, bool shuffled)
{
	const aw_cufft_shape *shape = &plan->shape;
	int count = device_count(plan);
	long long all = all_elements(shape), outer = outer_length(shape);
	if (!shuffled)
		return share(outer, count, i) * (all / outer);
	return shape->rank == 1 ? all / count : share(length(shape, 1), count, i) * (all / length(shape, 1));
}

// --- gathering and dealing out ---

static void move(char *piece, char *whole, size_t size, bool gathers)
{
	if (gathers)
		memcpy(whole, piece, size);
	else
		memcpy(piece, whole, size);
}

static void move_strings(const aw_cufft_plan *plan, int i, char *piece, char *whole, bool gathers)
{
	cufftXt1dFactors f;
	size_t size = element_size(&plan->shape);
	if (!find_factors(plan, &f))
		return;
	long long own = f.stringCount / device_count(plan);
	for (long long string = own * i; string < own * (i + 1); string++)
		for (long long part = 0; part < f.factor2; part++) {
			long long from = part * f.factor1 + string * f.substringLength;
			move(piece, whole + (size_t)from * size, (size_t)f.substringLength * size, gathers);
			piece += (size_t)f.substringLength * size;
		}
}

static void move_slabs(const aw_cufft_plan *plan, int i, char *piece, char *whole, bool gathers)
{
	const aw_cufft_shape *shape = &plan->shape;
	int count = device_count(plan);
	long long lines = length(shape, 1), inner = all_elements(shape) / (length(shape, 0) * lines);
	size_t size = element_size(shape) * (size_t)inner, part = (size_t)share(lines, count, i) * size;
	for (long long x = 0; x < length(shape, 0); x++) {
		move(piece, whole + (size_t)(x * lines + share_start(lines, count, i)) * size, part, gathers);
		piece += part;
	}
}

static void move_piece(const aw_cufft_plan *plan, int i, bool shuffled, char *piece, char *whole, bool gathers)
{
	const aw_cufft_shape *shape = &plan->shape;
	if (shuffled && shape->rank == 1) {
		move_strings(plan, i, piece, whole, gathers);
	} else if (shuffled) {
		move_slabs(plan, i, piece, whole, gathers);
	} else {
		long long outer = outer_length(shape);
		size_t size = element_size(shape) * (size_t)(all_elements(shape) / outer);
		move(piece, whole + (size_t)share_start(outer, device_count(plan), i) * size,
			(size_t)share(outer, device_count(plan), i) * size, gathers);
	}
}

static void move_all(const aw_cufft_plan *plan, descriptor *d, char *whole, bool gathers)
{
	bool shuffled = d->lib.subFormat == CUFFT_XT_FORMAT_INPLACE_SHUFFLED && shuffles(plan);
	for (int i = 0; i < d->pieces.nGPUs; i++)
		move_piece(plan, i, shuffled, d->pieces.data[i], whole, gathers);
}

// --- devices ---

// Runs on each of the descriptor's devices until one fails; the current device stays what it is.
static cudaError_t each_device(descriptor *d, cudaError_t (*run)(descriptor *d, int i))
{
	int before;
	cudaError_t error = cudaGetDevice(&before);
	for (int i = 0; error == cudaSuccess && i < d->pieces.nGPUs; i++) {
		error = cudaSetDevice(d->pieces.GPUs[i]);
		if (error == cudaSuccess)
			error = run(d, i);
	}
	cudaSetDevice(before);
	return error;
}

static cudaError_t wait(descriptor *d, int i)
{
	(void)d, (void)i;
	return cudaDeviceSynchronize();
}

static cudaError_t allocate(descriptor *d, int i)
{
	return cudaMalloc(&d->pieces.data[i], d->pieces.size[i] ? d->pieces.size[i] : 1);
}

static cudaError_t deallocate(descriptor *d, int i)
{
	return cudaFree(d->pieces.data[i]);
}

// Whether there are these devices, and all are cpu devices.
static cufftResult check_devices(int count, const int *devices)
{
	int before, all = 0;
	cufftResult result = CUFFT_SUCCESS;
	if (cudaGetDevice(&before) != cudaSuccess || cudaGetDeviceCount(&all) != cudaSuccess)
		return CUFFT_SETUP_FAILED;
	for (int i = 0; result == CUFFT_SUCCESS && i < count; i++)
		if (devices[i] < 0 || devices[i] >= all || cudaSetDevice(devices[i]) != cudaSuccess ||
		    aw_shim_device_current() != AW_SHIM_CPU)
			result = CUFFT_INVALID_DEVICE;
	cudaSetDevice(before);
	return result;
}

cufftResult cufftXtSetGPUs(cufftHandle handle, int count, int *devices)
{
	aw_cufft_plan *plan = aw_cufft_plan_find(handle);
	cufftResult result;
	if (!plan)
		return CUFFT_INVALID_PLAN;
	if (plan->native)
		result = aw_cufft_native_open()->cufftXtSetGPUs(plan->native_handle, count, devices);
	else if (plan->made)
		result = CUFFT_INVALID_PLAN;
	else if (count < 1 || count > AW_CUFFT_MAX_DEVICES || !devices)
		result = CUFFT_INVALID_VALUE;
	else if ((result = check_devices(count, devices)) == CUFFT_SUCCESS) {
		memcpy(plan->devices, devices, (size_t)count * sizeof(int));
		plan->device_count = count;
	}
	aw_cufft_plan_release(plan);
	return result;
}

// Whether a side in place is laid out as if nothing had been said.
static bool is_packed(const aw_cufft_shape *shape, bool output)
{
	aw_cufft_shape plain = *shape;
	aw_cufft_span own, other;
	plain.in.packed = plain.out.packed = true;
	aw_cufft_span_of(shape, output, true, &own);
	aw_cufft_span_of(&plain, output, true, &other);
	return !memcmp(own.stride, other.stride, (size_t)shape->rank * sizeof(own.stride[0])) && (shape->batch == 1 || own.dist == other.dist);
}

cufftResult aw_cufft_devices_check(const aw_cufft_plan *plan, const aw_cufft_shape *shape)
{
	bool known = shape->format >= AW_CUFFT_SINGLE && is_packed(shape, false) && is_packed(shape, true);
	if (plan->device_count < 2 || (known && !plan->load.function && !plan->store.function))
		return CUFFT_SUCCESS;
	aw_shim_log_error("cufft", "plans over several devices have no layouts, numbers of 16 bits or callbacks");
	return CUFFT_NOT_SUPPORTED;
}

// --- descriptors ---

static cufftResult make_descriptor(aw_cufft_plan *plan, cudaLibXtDesc **to, cufftXtSubFormat format)
{
	if (!plan->made)
		return CUFFT_INVALID_PLAN;
	if (!to || (unsigned)format >= CUFFT_FORMAT_UNDEFINED)
		return CUFFT_INVALID_VALUE;
	if (format != CUFFT_XT_FORMAT_INPLACE && format != CUFFT_XT_FORMAT_INPLACE_SHUFFLED) {
		aw_shim_log_error("cufft", "cufftXtMalloc has the formats CUFFT_XT_FORMAT_INPLACE and CUFFT_XT_FORMAT_INPLACE_SHUFFLED alone");
		return CUFFT_NOT_SUPPORTED;
	}
	descriptor *made = calloc(1, sizeof(*made));
	if (!made)
		return CUFFT_ALLOC_FAILED;
	made->lib = (cudaLibXtDesc){ .descriptor = &made->pieces, .library = LIB_FORMAT_CUFFT, .subFormat = (int)format };
	made->first = format;
	made->pieces.nGPUs = device_count(plan);
	if (plan->device_count)
		memcpy(made->pieces.GPUs, plan->devices, (size_t)plan->device_count * sizeof(int));
	else
		cudaGetDevice(&made->pieces.GPUs[0]);
	for (int i = 0; i < made->pieces.nGPUs; i++) {
		long long natural = piece_elements(plan, i, false), shuffled = shuffles(plan) ? piece_elements(plan, i, true) : 0;
		made->pieces.size[i] = (size_t)(natural > shuffled ? natural : shuffled) * element_size(&plan->shape);
	}
	if (each_device(made, allocate) != cudaSuccess) {
		each_device(made, deallocate);
		free(made);
		return CUFFT_ALLOC_FAILED;
	}
	pthread_mutex_lock(&lock);
	made->next = descriptors;
	descriptors = made;
	pthread_mutex_unlock(&lock);
	*to = &made->lib;
	return CUFFT_SUCCESS;
}

cufftResult cufftXtMalloc(cufftHandle handle, cudaLibXtDesc **to, cufftXtSubFormat format)
{
	aw_cufft_plan *plan = aw_cufft_plan_find(handle);
	if (!plan)
		return CUFFT_INVALID_PLAN;
	cufftResult result = plan->native ? aw_cufft_native_open()->cufftXtMalloc(plan->native_handle, to, format) :
		make_descriptor(plan, to, format);
	aw_cufft_plan_release(plan);
	return result;
}

cufftResult cufftXtFree(cudaLibXtDesc *lib)
{
	if (!lib)
		return CUFFT_SUCCESS;
	descriptor *d = find(lib, true);
	if (!d) {
		const aw_cufft_native *native = aw_cufft_native_open();
		return native ? native->cufftXtFree(lib) : CUFFT_INVALID_VALUE;
	}
	cudaError_t error = each_device(d, deallocate);
	free(d);
	return error == cudaSuccess ? CUFFT_SUCCESS : CUFFT_INTERNAL_ERROR;
}

// A descriptor whose pieces are as large as the plan's, when the work on all its devices is done.
static descriptor *ready(const aw_cufft_plan *plan, const void *lib, cufftResult *result)
{
	descriptor *d = lib ? find(lib, false) : NULL;
	*result = CUFFT_INVALID_VALUE;
	if (!d || d->pieces.nGPUs != device_count(plan))
		return NULL;
	for (int i = 0; i < d->pieces.nGPUs; i++)
		if ((size_t)piece_elements(plan, i, false) * element_size(&plan->shape) > d->pieces.size[i] ||
		    (shuffles(plan) && (size_t)piece_elements(plan, i, true) * element_size(&plan->shape) > d->pieces.size[i]))
			return NULL;
	*result = each_device(d, wait) == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
	return *result == CUFFT_SUCCESS ? d : NULL;
}

// Room for all pieces together.
static char *make_whole(const aw_cufft_plan *plan)
{
	size_t size = (size_t)all_elements(&plan->shape) * element_size(&plan->shape);
	return aligned_alloc(64, (size + 63) / 64 * 64);
}

static cufftResult copy(const aw_cufft_plan *plan, void *to, void *from, cufftXtCopyType type)
{
	cufftResult result = CUFFT_INVALID_VALUE;
	descriptor *d, *other;
	if (!plan->made)
		return CUFFT_INVALID_PLAN;
	if (!to || !from)
		return CUFFT_INVALID_VALUE;
	if (type == CUFFT_COPY_HOST_TO_DEVICE) {
		if ((d = ready(plan, to, &result))) {
			d->lib.subFormat = (int)d->first;
			move_all(plan, d, from, false);
		}
	} else if (type == CUFFT_COPY_DEVICE_TO_HOST) {
		if ((d = ready(plan, from, &result)))
			move_all(plan, d, to, true);
	} else if (type == CUFFT_COPY_DEVICE_TO_DEVICE && (d = ready(plan, to, &result)) && (other = ready(plan, from, &result))) {
		char *whole = make_whole(plan);
		if (!whole)
			return CUFFT_ALLOC_FAILED;
		move_all(plan, other, whole, true);
		move_all(plan, d, whole, false);
		free(whole);
	}
	return result;
}

cufftResult cufftXtMemcpy(cufftHandle handle, void *to, void *from, cufftXtCopyType type)
{
	aw_cufft_plan *plan = aw_cufft_plan_find(handle);
	if (!plan)
		return CUFFT_INVALID_PLAN;
	cufftResult result = plan->native ? aw_cufft_native_open()->cufftXtMemcpy(plan->native_handle, to, from, type) :
		copy(plan, to, from, type);
	aw_cufft_plan_release(plan);
	return result;
}

// --- transforms ---

// In one piece, on the first device.
static cufftResult transform_whole(aw_cufft_plan *plan, descriptor *d, char *whole, int direction)
{
	int before;
	cufftResult result = CUFFT_EXEC_FAILED;
	if (cudaGetDevice(&before) != cudaSuccess || cudaSetDevice(d->pieces.GPUs[0]) != cudaSuccess)
		return result;
	result = aw_cufft_transform(plan, whole, whole, direction);
	if (result == CUFFT_SUCCESS && cudaStreamSynchronize(plan->stream) != cudaSuccess)
		result = CUFFT_EXEC_FAILED;
	cudaSetDevice(before);
	return result;
}

static cufftResult transform(aw_cufft_plan *plan, descriptor *d, int direction)
{
	bool shuffled = d->lib.subFormat == CUFFT_XT_FORMAT_INPLACE_SHUFFLED;
	if (d->pieces.nGPUs == 1)
		return transform_whole(plan, d, d->pieces.data[0], direction);
	// Rows of real numbers are never cut, and strings are what comes out.
	if (shuffles(plan) && (plan->shape.in.real || plan->shape.rank == 1 ? shuffled : plan->shape.out.real && !shuffled))
		return CUFFT_INVALID_TYPE;
	char *whole = make_whole(plan);
	if (!whole)
		return CUFFT_ALLOC_FAILED;
	move_all(plan, d, whole, true);
	cufftResult result = transform_whole(plan, d, whole, direction);
	if (result == CUFFT_SUCCESS) {
		if (shuffles(plan))
			d->lib.subFormat = shuffled ? CUFFT_XT_FORMAT_INPLACE : CUFFT_XT_FORMAT_INPLACE_SHUFFLED;
		move_all(plan, d, whole, false);
	}
	free(whole);
	return result;
}

enum { ANY = -1 };

static cufftResult execute(aw_cufft_plan *plan, cufftType type, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction)
{
	const aw_cufft_shape *shape = &plan->shape;
	aw_cufft_shape wanted = *shape;
	cufftResult result = CUFFT_SUCCESS;
	if (!plan->made)
		return CUFFT_INVALID_PLAN;
	if ((int)type != ANY && (aw_cufft_shape_of_type(type, &wanted) != CUFFT_SUCCESS || wanted.format != shape->format ||
	    wanted.in.real != shape->in.real || wanted.out.real != shape->out.real))
		return CUFFT_INVALID_PLAN;
	if (!in || !out || (!has_real_side(shape) && direction != CUFFT_FORWARD && direction != CUFFT_INVERSE))
		return CUFFT_INVALID_VALUE;
	descriptor *d = ready(plan, in, &result);
	if (!d)
		return result;
	return in == out ? transform(plan, d, direction) : CUFFT_EXEC_FAILED; // transforms are in place
}

#define EXECUTE(name, type, sign, parameter, ...) \
	cufftResult name(cufftHandle handle, cudaLibXtDesc *in, cudaLibXtDesc *out parameter) \
	{ \
		aw_cufft_plan *plan = aw_cufft_plan_find(handle); \
		if (!plan) \
			return CUFFT_INVALID_PLAN; \
		cufftResult result = plan->native ? aw_cufft_native_open()->name(plan->native_handle, in, out __VA_ARGS__) : \
			execute(plan, type, in, out, sign); \
		aw_cufft_plan_release(plan); \
		return result; \
	}
#define DIRECTION , int direction
#define NOTHING
EXECUTE(cufftXtExecDescriptor, (cufftType)ANY, direction, DIRECTION, , direction)
EXECUTE(cufftXtExecDescriptorC2C, CUFFT_C2C, direction, DIRECTION, , direction)
EXECUTE(cufftXtExecDescriptorZ2Z, CUFFT_Z2Z, direction, DIRECTION, , direction)
EXECUTE(cufftXtExecDescriptorR2C, CUFFT_R2C, CUFFT_FORWARD, NOTHING, NOTHING)
EXECUTE(cufftXtExecDescriptorC2R, CUFFT_C2R, CUFFT_INVERSE, NOTHING, NOTHING)
EXECUTE(cufftXtExecDescriptorD2Z, CUFFT_D2Z, CUFFT_FORWARD, NOTHING, NOTHING)
EXECUTE(cufftXtExecDescriptorZ2D, CUFFT_Z2D, CUFFT_INVERSE, NOTHING, NOTHING)

cufftResult cufftXtQueryPlan(cufftHandle handle, void *to, cufftXtQueryType type)
{
	aw_cufft_plan *plan = aw_cufft_plan_find(handle);
	if (!plan)
		return CUFFT_INVALID_PLAN;
	cufftResult result = CUFFT_SUCCESS;
	if (plan->native)
		result = aw_cufft_native_open()->cufftXtQueryPlan(plan->native_handle, to, type);
	else if (type != CUFFT_QUERY_1D_FACTORS || !to)
		result = CUFFT_INVALID_VALUE;
	else if (!plan->made || !find_factors(plan, to))
		result = CUFFT_INVALID_PLAN;
	aw_cufft_plan_release(plan);
	return result;
}
