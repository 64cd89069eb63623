// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules that launch kernels (src/devlib/ptx/device_launch.cu) call NVIDIA's device runtime, which is no part of the driver: it
// is libcudadevrt.a of a toolkit.  Where the machine has one, from CUDA 11.6 on, the driver's linker joins the two (CUDA
// Driver API, "Module Management", cuLink*).  ANYWARP_CUDADEVRT names the file; unset, the toolkits in CUDA_HOME,
// CUDA_PATH and /usr/local/cuda are searched, and the folders of distributions.
//
// Where there is none, PTX of our own has the functions: all kernels of the module run, and the first launch by one
// fails an assertion that says what is missing.
//
// What the linker made is kept in the cache on disk.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../../base/cache.h"
#include "../../../base/log.h"
#include "../../../base/str.h"
#include "nvidia_device.h"

#define LIBRARY "libcudadevrt.a"

bool aw_nvidia_launches(const char *ptx)
{
	return strstr(ptx, AW_PTX_DEVICE_RUNTIME) != NULL;
}

// --- the library ---

// PATH, if it can be read and has something in it: an installation of Anywarp has an empty file of that name, for programs
// that are linked with -lcudadevrt.
static char *readable(char *path)
{
	enum { EMPTY = 8 };
	struct stat about;
	if (path && stat(path, &about) == 0 && about.st_size > EMPTY && access(path, R_OK) == 0)
		return path;
	free(path);
	return NULL;
}

// The path of the library, which the caller frees; NULL when there is none.
static char *find_library(void)
{
	const char *asked = getenv("ANYWARP_CUDADEVRT");
	if (asked && *asked)
		return readable(aw_format("%s", asked));
	const char *homes[] = { getenv("CUDA_HOME"), getenv("CUDA_PATH"), "/usr/local/cuda", "/opt/cuda", "/usr" };
	static const char *const folders[] = { "lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib",
		                               "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu" };
	char *found = NULL;
	for (size_t i = 0; !found && i < sizeof(homes) / sizeof(*homes); i++)
		for (size_t k = 0; homes[i] && !found && k < sizeof(folders) / sizeof(*folders); k++)
			found = readable(aw_format("%s/%s/" LIBRARY, homes[i], folders[k]));
	return found;
}

// --- in its place ---

#define HEAD ".version 7.0\n.target sm_70\n.address_size 64\n"
#define TEXT "libcudadevrt.a of a CUDA toolkit is needed to launch kernels from kernels (CUDA_HOME, ANYWARP_CUDADEVRT)"

// A function that returns NUMBER.
#define ANSWER(name, parameters, number) \
	".visible .func (.param .b32 answer) " AW_PTX_DEVICE_RUNTIME name "(" parameters ")\n" \
	"{\n\t.reg .b32 r;\n\tmov.b32 r, " #number ";\n\tst.param.b32 [answer], r;\n\tret;\n}\n"

// What device_launch.cu calls beside launches; 801 is cudaErrorNotSupported.
#define WORD ".param .b32 "
#define LONG ".param .b64 "
#define ANSWERS \
	ANSWER("LaunchDevice", LONG "a, " LONG "b, .param .align 4 .b8 c[12], .param .align 4 .b8 d[12], " WORD "e, " LONG "f", 801) \
	ANSWER("LaunchDeviceV2", LONG "a, " LONG "b", 801) \
	ANSWER("GetLastError", "", 0) \
	ANSWER("PeekAtLastError", "", 0) \
	ANSWER("GetDevice", LONG "a", 801) \
	ANSWER("GetDeviceCount", LONG "a", 801) \
	ANSWER("DeviceGetAttribute", LONG "a, " WORD "b, " WORD "c", 801) \
	ANSWER("DeviceGetLimit", LONG "a, " WORD "b", 801) \
	ANSWER("FuncGetAttributes", LONG "a, " LONG "b", 801) \
	ANSWER("OccupancyMaxActiveBlocksPerMultiprocessorWithFlags", LONG "a, " LONG "b, " WORD "c, " LONG "d, " WORD "e", 801) \
	ANSWER("StreamCreateWithFlags", LONG "a, " WORD "b", 801) \
	ANSWER("StreamDestroy", LONG "a", 801) \
	ANSWER("StreamWaitEvent", LONG "a, " LONG "b, " WORD "c", 801) \
	ANSWER("EventCreateWithFlags", LONG "a, " WORD "b", 801) \
	ANSWER("EventRecord", LONG "a, " LONG "b", 801) \
	ANSWER("EventDestroy", LONG "a", 801) \
	ANSWER("MemcpyAsync", LONG "a, " LONG "b, " LONG "c, " WORD "d, " LONG "e", 801) \
	ANSWER("Memcpy2DAsync", LONG "a, " LONG "b, " LONG "c, " LONG "d, " LONG "e, " LONG "f, " WORD "g, " LONG "h", 801) \
	ANSWER("Memcpy3DAsync", LONG "a, " LONG "b", 801) \
	ANSWER("MemsetAsync", LONG "a, " WORD "b, " LONG "c, " LONG "d", 801) \
	ANSWER("Memset2DAsync", LONG "a, " LONG "b, " WORD "c, " LONG "d, " LONG "e, " LONG "f", 801) \
	ANSWER("Memset3DAsync", ".param .align 8 .b8 a[32], " WORD "b, .param .align 8 .b8 c[24], " LONG "d", 801)

// In bytes, as PTX wants it.
static void add_bytes(struct aw_str *ptx, const char *name, const char *text)
{
	aw_str_format(ptx, ".global .align 1 .b8 %s[%zu] = {", name, strlen(text) + 1);
	for (; *text; text++)
		aw_str_format(ptx, "%d, ", (unsigned char)*text);
	aw_str_add(ptx, "0};\n");
}

// The function NAME, which gives no address, as it never returns.
static void add_failure(struct aw_str *ptx, const char *name, const char *parameters)
{
	aw_str_format(ptx, ".visible .func (.param .b64 answer) " AW_PTX_DEVICE_RUNTIME "%s(%s)\n", name, parameters);
	aw_str_add(ptx,
	           "{\n"
	           "\t.reg .b64 a, b, c, d;\n"
	           "\t.reg .b32 l;\n"
	           "\tmov.u64 a, aw_missing;\n\tcvta.global.u64 a, a;\n"
	           "\tmov.u64 b, aw_file;\n\tcvta.global.u64 b, b;\n"
	           "\tmov.u64 c, aw_launch;\n\tcvta.global.u64 c, c;\n"
	           "\tmov.b64 d, 1;\n\tmov.b32 l, 0;\n"
	           "\t{\n"
	           "\t.param .b64 text;\n\t.param .b64 file;\n\t.param .b32 line;\n\t.param .b64 function;\n\t.param .b64 size;\n"
	           "\tst.param.b64 [text], a;\n\tst.param.b64 [file], b;\n\tst.param.b32 [line], l;\n"
	           "\tst.param.b64 [function], c;\n\tst.param.b64 [size], d;\n"
	           "\tcall.uni __assertfail, (text, file, line, function, size);\n"
	           "\t}\n"
	           "\ttrap;\n"
	           "\tmov.b64 d, 0;\n\tst.param.b64 [answer], d;\n\tret;\n"
	           "}\n");
}

static void add_functions(struct aw_str *ptx)
{
	add_bytes(ptx, "aw_missing", TEXT);
	add_bytes(ptx, "aw_file", "nvidia_link.c");
	add_bytes(ptx, "aw_launch", "launch");
	aw_str_add(ptx, ".extern .func __assertfail(" LONG "text, " LONG "file, " WORD "line, " LONG "function, " LONG "size);\n");
	add_failure(ptx, "GetParameterBuffer", LONG "alignment, " LONG "size");
	add_failure(ptx, "GetParameterBufferV2", LONG "kernel, .param .align 4 .b8 grid[12], .param .align 4 .b8 block[12], " WORD "shared");
	aw_str_add(ptx, ANSWERS);
}

static aw_status add_substitute(CUlinkState state)
{
	struct aw_str ptx = { 0 };
	aw_str_add(&ptx, HEAD);
	add_functions(&ptx);
	aw_status status = ptx.failed ? AW_NO_MEMORY
	                              : NVIDIA(link_data, state, CU_JIT_INPUT_PTX, ptx.text, ptx.length + 1, "device runtime", 0,
	                                       NULL, NULL);
	aw_str_finish(&ptx);
	return status;
}

// --- linking ---

// All that the result depends on.  The driver links for the GPU of the context.
static void make_key(const struct nvidia_device *device, const char *ptx, const char *library, unsigned char key[AW_SHA256_SIZE])
{
	int version = 0;
	struct stat about = { 0 };
	struct aw_sha256 hash;
	char facts[256];
	aw_nvidia.driver_version(&version);
	if (library)
		stat(library, &about);
	snprintf(facts, sizeof(facts), "cudadevrt %s %d %lld %lld %lld", device->target, version, (long long)about.st_size,
	         (long long)about.st_mtim.tv_sec, (long long)about.st_mtim.tv_nsec);
	aw_sha256_start(&hash);
	aw_sha256_add_text(&hash, facts);
	aw_sha256_add_text(&hash, ptx);
	aw_sha256_end(&hash, key);
}

// Links and loads; the linker's buffer goes with its state.
static aw_status link_and_load(const char *ptx, const char *library, struct nvidia_jit *jit, CUmodule *module,
                               const unsigned char *key)
{
	CUlinkState state;
	void *image;
	size_t size;
	aw_status status = NVIDIA(link_create, jit->count, jit->options, jit->values, &state);
	if (status != AW_OK)
		return status;
	status = NVIDIA(link_data, state, CU_JIT_INPUT_PTX, (void *)(uintptr_t)ptx, strlen(ptx) + 1, "program", 0, NULL, NULL);
	if (status == AW_OK)
		status = library ? NVIDIA(link_file, state, CU_JIT_INPUT_LIBRARY, library, 0, NULL, NULL) : add_substitute(state);
	if (status == AW_OK)
		status = NVIDIA(link_complete, state, &image, &size);
	if (status == AW_OK)
		status = NVIDIA(module_load, module, image, 0, NULL, NULL);
	if (status == AW_OK)
		aw_cache_put(key, image, size);
	NVIDIA(link_destroy, state);
	return status;
}

static aw_status load_kept(const unsigned char *key, CUmodule *module)
{
	char *kept;
	size_t size;
	if (!aw_cache_get(key, &kept, &size))
		return AW_FILE_NOT_FOUND;
	aw_status status = NVIDIA(module_load, module, kept, 0, NULL, NULL);
	free(kept);
	return status;
}

aw_status aw_nvidia_load_linked(const struct nvidia_device *device, const char *ptx, struct nvidia_jit *jit, CUmodule *module)
{
	unsigned char key[AW_SHA256_SIZE];
	char *library = find_library();
	aw_info("nvidia", "the program launches kernels from kernels: %s%s", library ? "linking " : "there is no " LIBRARY,
	        library ? library : "");
	make_key(device, ptx, library, key);
	aw_status status = jit->wordy ? AW_FILE_NOT_FOUND : load_kept(key, module);
	if (status != AW_OK)
		status = link_and_load(ptx, library, jit, module, key);
	if (status != AW_OK && library) {
		aw_warn("nvidia", "%s can't be linked, so kernels of the program launch none", library);
		make_key(device, ptx, NULL, key);
		status = link_and_load(ptx, NULL, jit, module, key);
	}
	free(library);
	return status;
}
