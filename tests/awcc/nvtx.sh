#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# NVTX compiles in C, in C++ and in CUDA code, in its second and third version, and does nothing.
. "$ROOT/tests/awcc/support/check.sh"
cat >plain.c <<'END'
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCuda.h>
#include <nvtx3/nvToolsExtSync.h>
int marks(void)
{
	nvtxEventAttributes_t event = { 0 };
	event.version = NVTX_VERSION;
	event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
	event.colorType = NVTX_COLOR_ARGB;
	event.color = 0xff00ff00;
	event.messageType = NVTX_MESSAGE_TYPE_ASCII;
	event.message.ascii = "a range";
	nvtxDomainHandle_t domain = nvtxDomainCreate("library");
	nvtxDomainRangePushEx(domain, &event);
	nvtxNameOsThread(1, "main");
	nvtxNameCuStream(0, "stream");
	nvtxDomainDestroy(domain);
	return nvtxRangePushEx(&event) == NVTX_NO_PUSH_POP_TRACKING && nvtxRangePop() == NVTX_NO_PUSH_POP_TRACKING &&
	       sizeof event == 48;
}
END
cat >main.cu <<'END'
#include <cstdio>
#include <nvToolsExt.h>
#include <nvToolsExtCudaRt.h>
#include <nvtx3/nvtx3.hpp>
extern "C" int marks(void);
struct library { static constexpr const char *name = "library"; };
struct greeting { static constexpr const char *message = "hello"; };
__global__ void kernel() { printf("kernel\n"); }
int main()
{
	NVTX3_FUNC_RANGE();
	nvtx3::scoped_range_in<library> range("all", nvtx3::rgb{ 255, 0, 0 }, nvtx3::payload(3), nvtx3::category(1));
	nvtx3::unique_range moved{ nvtx3::registered_string::get<greeting>() };
	auto other = std::move(moved);
	nvtx3::mark("here");
	nvtxRangePush("launch");
	nvtxNameCudaStream(0, "zero");
	kernel<<<1, 1>>>();
	nvtxRangePop();
	nvtxRangeEnd(nvtxRangeStart("wait"));
	return cudaDeviceSynchronize() || !marks();
}
END
"$AWCC" main.cu plain.c -lnvToolsExt -o program || wrong "compiling"
shows '^kernel$' ./program
gcc -std=c99 -Wall -Wextra -Werror -I"$BUILD/include" -c plain.c || wrong "gcc"
g++ -std=c++11 -Wall -Wextra -Werror -Wno-missing-field-initializers -I"$BUILD/include" -x c++ -c plain.c -o plain11.o 2>log.txt || { wrong "g++"; head -n 5 log.txt; }
finish
