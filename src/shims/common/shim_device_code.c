// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shim_device_code.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../include/nvJitLink.h"
#include "../../../include/nvrtc.h"

// The functions of both libraries.
#define RTC_FUNCTIONS(F) \
	F(nvrtcCreateProgram) F(nvrtcDestroyProgram) F(nvrtcCompileProgram) F(nvrtcGetLTOIRSize) F(nvrtcGetLTOIR) F(nvrtcGetProgramLogSize) \
	F(nvrtcGetProgramLog)
#define LINK_FUNCTIONS(F) \
	F(nvJitLinkCreate) F(nvJitLinkDestroy) F(nvJitLinkAddData) F(nvJitLinkComplete) F(nvJitLinkGetLinkedCubinSize) \
	F(nvJitLinkGetLinkedCubin) F(nvJitLinkGetErrorLogSize) F(nvJitLinkGetErrorLog)

static struct tools {
#define MEMBER(name) __typeof__(&name) name;
	RTC_FUNCTIONS(MEMBER)
	LINK_FUNCTIONS(MEMBER)
} tools;

// The library FILE in the folder of this one, or where the system finds it.
static void *open_beside(const char *file)
{
	static const char here;
	Dl_info info;
	char path[PATH_MAX];
	void *library = NULL;
	if (dladdr(&here, &info) && realpath(info.dli_fname, path) && strrchr(path, '/')) {
		char *slash = strrchr(path, '/') + 1;
		if (snprintf(slash, (size_t)(path + sizeof(path) - slash), "%s", file) < path + sizeof(path) - slash)
			library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	}
	return library ? library : dlopen(file, RTLD_NOW | RTLD_LOCAL);
}

static bool open_tools(const char *name)
{
	void *rtc = open_beside("libnvrtc.so.12"), *linker = open_beside("libnvJitLink.so.12");
	bool found = rtc && linker;
#define FIND_RTC(function) found = found && (tools.function = (__typeof__(&function))dlsym(rtc, #function));
#define FIND_LINK(function) found = found && (tools.function = (__typeof__(&function))dlsym(linker, #function));
	RTC_FUNCTIONS(FIND_RTC)
	LINK_FUNCTIONS(FIND_LINK)
	if (!found)
		aw_shim_log_error(name, "libnvrtc.so.12 and libnvJitLink.so.12 are needed to link the program's functions");
	return found;
}

// A log with the function that gives it.
#define LOG_OF(name, what, get_size, get, object) \
	do { \
		size_t log_size = 0; \
		char *log = get_size(object, &log_size) == 0 && log_size > 0 ? calloc(log_size + 1, 1) : NULL; \
		if (log) \
			get(object, log); \
		aw_shim_log_error(name, what ": %s", log ? log : "no memory"); \
		free(log); \
	} while (0)

// The module for link-time optimisation of a source, or NULL.
static void *compile(const char *name, const char *source, const char *arch, size_t *size)
{
	const char *const options[] = { arch, "-rdc=true", "-dlto" };
	nvrtcProgram program;
	void *module = NULL;
	if (tools.nvrtcCreateProgram(&program, source, name, 0, NULL, NULL) != NVRTC_SUCCESS)
		return NULL;
	if (tools.nvrtcCompileProgram(program, 3, options) != NVRTC_SUCCESS)
		LOG_OF(name, "compiling for the program's functions", tools.nvrtcGetProgramLogSize, tools.nvrtcGetProgramLog, program);
	else if (tools.nvrtcGetLTOIRSize(program, size) == NVRTC_SUCCESS && (module = malloc(*size + 1)))
		tools.nvrtcGetLTOIR(program, module);
	tools.nvrtcDestroyProgram(&program);
	return module;
}

static bool add_all(nvJitLinkHandle handle, const void *own, size_t size, const struct aw_shim_code *parts, int count)
{
	bool added = tools.nvJitLinkAddData(handle, NVJITLINK_INPUT_LTOIR, own, size, "library") == NVJITLINK_SUCCESS;
	for (int i = 0; added && i < count; i++) {
		added = tools.nvJitLinkAddData(handle, NVJITLINK_INPUT_LTOIR, parts[i].data, parts[i].size, "program") == NVJITLINK_SUCCESS;
		if (!added)
			added = tools.nvJitLinkAddData(handle, NVJITLINK_INPUT_ANY, parts[i].data, parts[i].size, "program") == NVJITLINK_SUCCESS;
	}
	return added && tools.nvJitLinkComplete(handle) == NVJITLINK_SUCCESS;
}

static bool load(nvJitLinkHandle handle, cudaLibrary_t *loaded)
{
	size_t size = 0;
	void *code = tools.nvJitLinkGetLinkedCubinSize(handle, &size) == NVJITLINK_SUCCESS ? malloc(size + 1) : NULL;
	bool done = code && tools.nvJitLinkGetLinkedCubin(handle, code) == NVJITLINK_SUCCESS &&
	            cudaLibraryLoadData(loaded, code, NULL, NULL, 0, NULL, NULL, 0) == cudaSuccess;
	free(code);
	return done;
}

bool aw_shim_device_code_load(const char *library, const char *source, const struct aw_shim_code *parts, int count, cudaLibrary_t *loaded)
{
	char virtual_arch[32], real_arch[32];
	const char *const options[] = { real_arch, "-lto" };
	int device = 0, major = 0, minor = 0;
	size_t size = 0;
	nvJitLinkHandle handle;
	if (!open_tools(library) || cudaGetDevice(&device) != cudaSuccess ||
	    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) != cudaSuccess ||
	    cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device) != cudaSuccess)
		return false;
	snprintf(virtual_arch, sizeof(virtual_arch), "-arch=compute_%d%d", major, minor);
	snprintf(real_arch, sizeof(real_arch), "-arch=sm_%d%d", major, minor);
	void *own = compile(library, source, virtual_arch, &size);
	if (!own || tools.nvJitLinkCreate(&handle, 2, (const char **)(uintptr_t)options) != NVJITLINK_SUCCESS) {
		free(own);
		return false;
	}
	bool linked = add_all(handle, own, size, parts, count), done = linked && load(handle, loaded);
	if (!linked)
		LOG_OF(library, "linking the program's functions", tools.nvJitLinkGetErrorLogSize, tools.nvJitLinkGetErrorLog, handle);
	tools.nvJitLinkDestroy(&handle);
	free(own);
	return done;
}
