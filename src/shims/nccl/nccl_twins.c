// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The second names of NCCL's functions (anywarp/nccl_twins.h).  Each is a jump to the first, bound within this library: where a profiler
// has a function of that name in front of ours, this one is still ours.
#if defined(__aarch64__)
#define JUMP "b "
#define FUNCTION "%function"
#else
#define JUMP "jmp "
#define FUNCTION "@function"
#endif

#define TWINS(X) \
	X(ncclGetVersion) X(ncclGetUniqueId) X(ncclCommInitRank) X(ncclCommInitRankConfig) X(ncclCommInitRankScalable) \
	X(ncclCommInitAll) X(ncclCommSplit) X(ncclCommShrink) X(ncclCommFinalize) X(ncclCommDestroy) X(ncclCommAbort) \
	X(ncclCommRevoke) X(ncclCommGetAsyncError) X(ncclCommCount) X(ncclCommCuDevice) X(ncclCommUserRank) \
	X(ncclGetErrorString) X(ncclGetLastError) X(ncclResetDebugInit) X(ncclMemAlloc) X(ncclMemFree) X(ncclCommRegister) \
	X(ncclCommDeregister) X(ncclCommWindowRegister) X(ncclCommWindowDeregister) X(ncclRedOpCreatePreMulSum) \
	X(ncclRedOpDestroy) X(ncclReduce) X(ncclBcast) X(ncclBroadcast) X(ncclAllReduce) X(ncclReduceScatter) \
	X(ncclAllGather) X(ncclAlltoAll) X(ncclGather) X(ncclScatter) X(ncclSend) X(ncclRecv) X(ncclGroupStart) \
	X(ncclGroupEnd) X(ncclGroupSimulateEnd)

#define TWIN(name) \
	__asm__(".text\n.globl p" #name "\n.type p" #name ", " FUNCTION "\np" #name ": " JUMP #name "\n.size p" #name ", . - p" #name "\n");
TWINS(TWIN)
