/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Collective communication (NCCL API, version 2.27, and what 2.28 has for hosts).  A communicator joins ranks, each of which has a device:
 * threads and processes of one machine on the cpu device.  Operations are work of a stream; buffers are device memory, and done when
 * the stream is. */
#ifndef NCCL_H_
#define NCCL_H_

#include <limits.h>

#include "cuda_runtime.h"
#include "cuda_fp16.h"
#include "cuda_bf16.h"
#if defined(__cplusplus)
#include "cuda_fp8.h"
#endif

#define NCCL_MAJOR 2
#define NCCL_MINOR 27
#define NCCL_PATCH 7
#define NCCL_SUFFIX ""
#define NCCL_VERSION_CODE 22707
#define NCCL_VERSION(X, Y, Z) (((X) <= 2 && (Y) <= 8) ? (X) * 1000 + (Y) * 100 + (Z) : (X) * 10000 + (Y) * 100 + (Z))

#if defined(__cplusplus)
extern "C" {
#endif

/* --- results, handles, settings ("Types") --- */

typedef enum {
	ncclSuccess = 0,
	ncclUnhandledCudaError = 1,
	ncclSystemError = 2,
	ncclInternalError = 3,
	ncclInvalidArgument = 4,
	ncclInvalidUsage = 5,
	ncclRemoteError = 6, /* another rank's process has ended, or it aborted the communicator */
	ncclInProgress = 7,  /* never: calls return when they are done */
	ncclNumResults = 8
} ncclResult_t;

typedef struct ncclComm *ncclComm_t;
typedef struct ncclWindow_vidmem *ncclWindow_t;
#define NCCL_COMM_NULL NULL

/* What the ranks of a communicator find each other by. */
#define NCCL_UNIQUE_ID_BYTES 128
typedef struct {
	char internal[NCCL_UNIQUE_ID_BYTES];
} ncclUniqueId;

#define NCCL_CONFIG_UNDEF_INT INT_MIN
#define NCCL_CONFIG_UNDEF_PTR NULL
#define NCCL_SPLIT_NOCOLOR -1
#define NCCL_UNDEF_FLOAT -1.0f
#define NCCL_WIN_DEFAULT 0x00
#define NCCL_WIN_COLL_SYMMETRIC 0x01
#define NCCL_WIN_REQUIRED_ALIGNMENT 4096
#define NCCL_CTA_POLICY_DEFAULT 0x00
#define NCCL_CTA_POLICY_EFFICIENCY 0x01
#define NCCL_CTA_POLICY_ZERO 0x02
#define NCCL_SHRINK_DEFAULT 0x00
#define NCCL_SHRINK_ABORT 0x01
#define NCCL_REVOKE_DEFAULT 0x00

/* Settings of a communicator; on the cpu device none of them changes anything. */
typedef struct ncclConfig_v22800 {
	size_t size;
	unsigned int magic, version;
	int blocking, cgaClusterSize, minCTAs, maxCTAs;
	const char *netName;
	int splitShare, trafficClass;
	const char *commName;
	int collnetEnable, CTAPolicy, shrinkShare, nvlsCTAs, nChannelsPerNetPeer, nvlinkCentricSched;
} ncclConfig_t;

#define NCCL_CONFIG_INITIALIZER \
	{ \
		sizeof(ncclConfig_t), 0xcafebeef, NCCL_VERSION(NCCL_MAJOR, NCCL_MINOR, NCCL_PATCH), NCCL_CONFIG_UNDEF_INT, \
			NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_PTR, NCCL_CONFIG_UNDEF_INT, \
			NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_PTR, NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_INT, \
			NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_INT, \
	}

typedef struct ncclSimInfo_v22200 {
	size_t size;
	unsigned int magic, version;
	float estimatedTime;
} ncclSimInfo_t;

#define NCCL_SIM_INFO_INITIALIZER \
	{ \
		sizeof(ncclSimInfo_t), 0x74685283, NCCL_VERSION(NCCL_MAJOR, NCCL_MINOR, NCCL_PATCH), NCCL_UNDEF_FLOAT \
	}

/* Formats of elements. */
typedef enum {
	ncclInt8 = 0, ncclChar = 0,
	ncclUint8 = 1,
	ncclInt32 = 2, ncclInt = 2,
	ncclUint32 = 3,
	ncclInt64 = 4,
	ncclUint64 = 5,
	ncclFloat16 = 6, ncclHalf = 6,
	ncclFloat32 = 7, ncclFloat = 7,
	ncclFloat64 = 8, ncclDouble = 8,
	ncclBfloat16 = 9,
	ncclFloat8e4m3 = 10,
	ncclFloat8e5m2 = 11,
	ncclNumTypes = 12
} ncclDataType_t;

/* What elements are joined by.  Sums of 8 and 16 bits are rounded once; averages of integers are truncated. */
typedef enum { ncclNumOps_dummy = 5 } ncclRedOp_dummy_t;
typedef enum {
	ncclSum = 0,
	ncclProd = 1,
	ncclMax = 2,
	ncclMin = 3,
	ncclAvg = 4,
	ncclNumOps = 5, /* from here on those that programs made */
	ncclMaxRedOp = 0x7fffffff >> (32 - 8 * sizeof(ncclRedOp_dummy_t))
} ncclRedOp_t;

typedef enum {
	ncclScalarDevice = 0,       /* in device memory, read when an operation runs */
	ncclScalarHostImmediate = 1 /* in the host's, read at once */
} ncclScalarResidence_t;

/* --- communicators ("Communicator Creation and Management Functions") ---
 *
 * Functions that make one return when all ranks have called them; one thread calls them for several ranks within a group.
 * ncclInvalidArgument: a null pointer, a rank that can't be, a communicator that isn't there.  ncclSystemError: no shared memory.
 * ncclRemoteError: another rank has ended. */

ncclResult_t ncclGetVersion(int *version);
ncclResult_t ncclGetUniqueId(ncclUniqueId *uniqueId);
/* Rank RANK of NRANKS, with the calling thread's device. */
ncclResult_t ncclCommInitRank(ncclComm_t *comm, int nranks, ncclUniqueId commId, int rank);
ncclResult_t ncclCommInitRankConfig(ncclComm_t *comm, int nranks, ncclUniqueId commId, int rank, ncclConfig_t *config);
ncclResult_t ncclCommInitRankScalable(ncclComm_t *newcomm, int nranks, int myrank, int nId, ncclUniqueId *commIds, ncclConfig_t *config);
/* COMM[NDEV]: all ranks, rank I with device DEVLIST[I], or I without a list. */
ncclResult_t ncclCommInitAll(ncclComm_t *comm, int ndev, const int *devlist);
/* The ranks that give one COLOR, in the order of KEY and then of their ranks here; none for NCCL_SPLIT_NOCOLOR. */
ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t *newcomm, ncclConfig_t *config);
/* All ranks but EXCLUDERANKSLIST[EXCLUDERANKSCOUNT], which don't call it. */
ncclResult_t ncclCommShrink(ncclComm_t comm, int *excludeRanksList, int excludeRanksCount, ncclComm_t *newcomm, ncclConfig_t *config,
                            int shrinkFlags);
/* Waits for the communicator's work. */
ncclResult_t ncclCommFinalize(ncclComm_t comm);
/* Frees it, when its work is done. */
ncclResult_t ncclCommDestroy(ncclComm_t comm);
/* Ends its work on all ranks with ncclRemoteError, and frees it. */
ncclResult_t ncclCommAbort(ncclComm_t comm);
/* The same without freeing it; flags must be 0. */
ncclResult_t ncclCommRevoke(ncclComm_t comm, int revokeFlags);
/* What went wrong in a stream, of which calls know nothing. */
ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *asyncError);
ncclResult_t ncclCommCount(const ncclComm_t comm, int *count);
ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *device);
ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *rank);
const char *ncclGetErrorString(ncclResult_t result);
/* What the calling thread's last error was about; "" without one. */
const char *ncclGetLastError(ncclComm_t comm);
void ncclResetDebugInit(void);

/* --- memory ("Buffer registration"): on the cpu device it all is as good as registered, and windows are NULL --- */

ncclResult_t ncclMemAlloc(void **ptr, size_t size);
ncclResult_t ncclMemFree(void *ptr);
ncclResult_t ncclCommRegister(const ncclComm_t comm, void *buff, size_t size, void **handle);
ncclResult_t ncclCommDeregister(const ncclComm_t comm, void *handle);
ncclResult_t ncclCommWindowRegister(ncclComm_t comm, void *buff, size_t size, ncclWindow_t *win, int winFlags);
ncclResult_t ncclCommWindowDeregister(ncclComm_t comm, ncclWindow_t win);

/* --- operations of a program's own ("User Defined Reduction Operators") --- */

/* Elements are multiplied by SCALAR, one of DATATYPE, and added up. */
ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t *op, void *scalar, ncclDataType_t datatype, ncclScalarResidence_t residence,
                                      ncclComm_t comm);
ncclResult_t ncclRedOpDestroy(ncclRedOp_t op, ncclComm_t comm);

/* --- collectives ("Collective Communication Functions") ---
 *
 * All ranks call the same one with the same count, format, operation and root, in the same order; work that isn't the same is told, and
 * ends the communicator with ncclInvalidUsage.  n is the number of ranks.  In place: sendbuff is where the rank's part of recvbuff is,
 * or the other way round. */

/* recvbuff[count], on the root alone, from sendbuff[count]. */
ncclResult_t ncclReduce(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, ncclRedOp_t op, int root,
                        ncclComm_t comm, cudaStream_t stream);
/* buff[count] of the root to all. */
ncclResult_t ncclBcast(void *buff, size_t count, ncclDataType_t datatype, int root, ncclComm_t comm, cudaStream_t stream);
/* recvbuff[count] from the root's sendbuff[count]. */
ncclResult_t ncclBroadcast(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, int root, ncclComm_t comm,
                           cudaStream_t stream);
/* recvbuff[count] from all sendbuff[count]. */
ncclResult_t ncclAllReduce(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, ncclRedOp_t op, ncclComm_t comm,
                           cudaStream_t stream);
/* recvbuff[recvcount]: the rank's part of what all sendbuff[n * recvcount] are joined to. */
ncclResult_t ncclReduceScatter(const void *sendbuff, void *recvbuff, size_t recvcount, ncclDataType_t datatype, ncclRedOp_t op,
                               ncclComm_t comm, cudaStream_t stream);
/* recvbuff[n * sendcount]: all sendbuff[sendcount] in the order of ranks. */
ncclResult_t ncclAllGather(const void *sendbuff, void *recvbuff, size_t sendcount, ncclDataType_t datatype, ncclComm_t comm,
                           cudaStream_t stream);
/* recvbuff[n * count]: of each rank's sendbuff[n * count] the part for this rank. */
ncclResult_t ncclAlltoAll(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, ncclComm_t comm,
                          cudaStream_t stream);
/* As ncclAllGather, on the root alone. */
ncclResult_t ncclGather(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, int root, ncclComm_t comm,
                        cudaStream_t stream);
/* recvbuff[count]: the rank's part of the root's sendbuff[n * count]. */
ncclResult_t ncclScatter(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, int root, ncclComm_t comm,
                         cudaStream_t stream);

/* --- from rank to rank ("Point To Point Communication Functions") ---
 *
 * sendbuff[count] to PEER, which takes it into its recvbuff[count]; those of a group go at the same time. */
ncclResult_t ncclSend(const void *sendbuff, size_t count, ncclDataType_t datatype, int peer, ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclRecv(void *recvbuff, size_t count, ncclDataType_t datatype, int peer, ncclComm_t comm, cudaStream_t stream);

/* --- groups ("Group Calls"): the calls between the two are done together, when the outermost group ends --- */

ncclResult_t ncclGroupStart(void);
ncclResult_t ncclGroupEnd(void);
/* How long the group might take: nothing is known of it, and the group ends without work. */
ncclResult_t ncclGroupSimulateEnd(ncclSimInfo_t *simInfo);

#include "anywarp/nccl_twins.h"

#if defined(__cplusplus)
}
#endif

#endif
