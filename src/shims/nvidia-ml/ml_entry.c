// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The public functions: each is the driver's where there are GPUs, and our own where there are none.
#include <dlfcn.h>
#include <pthread.h>

#include "ml.h"

static struct {
	pthread_mutex_t lock;
	unsigned uses;      // nvmlInit less nvmlShutdown
	void *library;      // the driver's, once it was opened
	bool forwards;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void *find(const char *name)
{
	return dlsym(state.library, name);
}

static nvmlReturn_t begin(unsigned flags)
{
	static const int versions[] = { 1, 0 };
	enum aw_shim_device device = aw_shim_device_current();
	if (device == AW_SHIM_NONE)
		return NVML_ERROR_DRIVER_NOT_LOADED;
	state.forwards = device == AW_SHIM_GPU;
	if (!state.forwards) {
		aw_ml_begin();
		return NVML_SUCCESS;
	}
	if (!state.library && !(state.library = aw_shim_native_open("nvidia-ml", versions)))
		return NVML_ERROR_LIBRARY_NOT_FOUND;
	nvmlReturn_t (*native)(unsigned) = (nvmlReturn_t(*)(unsigned))find("nvmlInitWithFlags");
	return native ? native(flags) : NVML_ERROR_FUNCTION_NOT_FOUND;
}

nvmlReturn_t nvmlInitWithFlags(unsigned int flags)
{
	if (flags & ~(unsigned)(NVML_INIT_FLAG_NO_GPUS | NVML_INIT_FLAG_NO_ATTACH))
		return NVML_ERROR_INVALID_ARGUMENT;
	pthread_mutex_lock(&state.lock);
	nvmlReturn_t result = state.uses ? NVML_SUCCESS : begin(flags);
	state.uses += result == NVML_SUCCESS;
	pthread_mutex_unlock(&state.lock);
	return result;
}

nvmlReturn_t nvmlInit_v2(void)
{
	return nvmlInitWithFlags(0);
}

nvmlReturn_t nvmlShutdown(void)
{
	nvmlReturn_t result = NVML_ERROR_UNINITIALIZED;
	pthread_mutex_lock(&state.lock);
	if (state.uses)
		result = NVML_SUCCESS;
	if (state.uses && --state.uses == 0 && state.forwards) {
		nvmlReturn_t (*native)(void) = (nvmlReturn_t(*)(void))find("nvmlShutdown");
		result = native ? native() : NVML_ERROR_FUNCTION_NOT_FOUND;
	}
	pthread_mutex_unlock(&state.lock);
	return result;
}

#define AW_ML(name, parameters, arguments, own) \
	nvmlReturn_t name parameters \
	{ \
		if (!state.uses) \
			return NVML_ERROR_UNINITIALIZED; \
		if (!state.forwards) \
			return own; \
		__typeof__(&name) native = (__typeof__(&name))find(#name); \
		return native ? native arguments : NVML_ERROR_FUNCTION_NOT_FOUND; \
	}
#include "ml.def"
#undef AW_ML

const char *nvmlErrorString(nvmlReturn_t result)
{
	static const char *const texts[] = {
		[NVML_SUCCESS] = "Success",
		[NVML_ERROR_UNINITIALIZED] = "Uninitialized",
		[NVML_ERROR_INVALID_ARGUMENT] = "Invalid Argument",
		[NVML_ERROR_NOT_SUPPORTED] = "Not Supported",
		[NVML_ERROR_NO_PERMISSION] = "Insufficient Permissions",
		[NVML_ERROR_ALREADY_INITIALIZED] = "Already Initialized",
		[NVML_ERROR_NOT_FOUND] = "Not Found",
		[NVML_ERROR_INSUFFICIENT_SIZE] = "Insufficient Size",
		[NVML_ERROR_INSUFFICIENT_POWER] = "Insufficient External Power",
		[NVML_ERROR_DRIVER_NOT_LOADED] = "Driver Not Loaded",
		[NVML_ERROR_TIMEOUT] = "Timeout",
		[NVML_ERROR_IRQ_ISSUE] = "Interrupt Request Issue",
		[NVML_ERROR_LIBRARY_NOT_FOUND] = "NVML Shared Library Not Found",
		[NVML_ERROR_FUNCTION_NOT_FOUND] = "Function Not Found",
		[NVML_ERROR_CORRUPTED_INFOROM] = "Corrupted infoROM",
		[NVML_ERROR_GPU_IS_LOST] = "GPU is lost",
		[NVML_ERROR_RESET_REQUIRED] = "GPU requires reset",
		[NVML_ERROR_OPERATING_SYSTEM] = "GPU access blocked by the operating system",
		[NVML_ERROR_LIB_RM_VERSION_MISMATCH] = "Driver/library version mismatch",
		[NVML_ERROR_IN_USE] = "In use by another client",
		[NVML_ERROR_MEMORY] = "Insufficient Memory",
		[NVML_ERROR_NO_DATA] = "No data",
		[NVML_ERROR_ARGUMENT_VERSION_MISMATCH] = "Argument version mismatch",
	};
	bool known = (unsigned)result < sizeof(texts) / sizeof(texts[0]);
	return known && texts[result] ? texts[result] : "Unknown Error";
}
