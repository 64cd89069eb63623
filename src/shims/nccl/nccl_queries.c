// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is asked of communicators, their memory, and operations of a program's own.
#include <string.h>

#include "nccl_communicator.h"

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *asyncError)
{
	if (!comm || !asyncError)
		return aw_nccl_fail(ncclInvalidArgument, "ncclCommGetAsyncError: a null pointer");
	if (comm->native)
		AW_NCCL_FORWARD(ncclCommGetAsyncError, (comm->native, asyncError));
	*asyncError = (ncclResult_t)comm->error;
	return ncclSuccess;
}

#define DEFINE_QUERY(function, member) \
	ncclResult_t function(const ncclComm_t comm, int *value) \
	{ \
		if (!comm || !value) \
			return aw_nccl_fail(ncclInvalidArgument, #function ": a null pointer"); \
		if (comm->native) \
			AW_NCCL_FORWARD(function, (comm->native, value)); \
		*value = comm->member; \
		return ncclSuccess; \
	}

DEFINE_QUERY(ncclCommCount, ranks)
DEFINE_QUERY(ncclCommCuDevice, device)
DEFINE_QUERY(ncclCommUserRank, rank)

// --- memory ---

// The runtime's, on GPUs too: it copies and fills no memory that it doesn't know.
ncclResult_t ncclMemAlloc(void **ptr, size_t size)
{
	if (!ptr)
		return aw_nccl_fail(ncclInvalidArgument, "ncclMemAlloc: no place for the address");
	return cudaMalloc(ptr, size) == cudaSuccess ? ncclSuccess : aw_nccl_fail(ncclUnhandledCudaError, "ncclMemAlloc: no %zu bytes", size);
}

ncclResult_t ncclMemFree(void *ptr)
{
	return cudaFree(ptr) == cudaSuccess ? ncclSuccess : aw_nccl_fail(ncclUnhandledCudaError, "ncclMemFree: no such memory");
}

ncclResult_t ncclCommRegister(const ncclComm_t comm, void *buff, size_t size, void **handle)
{
	if (!comm || !handle)
		return aw_nccl_fail(ncclInvalidArgument, "ncclCommRegister: a null pointer");
	if (comm->native)
		AW_NCCL_FORWARD(ncclCommRegister, (comm->native, buff, size, handle));
	*handle = NULL;
	return ncclSuccess;
}

ncclResult_t ncclCommDeregister(const ncclComm_t comm, void *handle)
{
	if (!comm)
		return aw_nccl_fail(ncclInvalidArgument, "ncclCommDeregister: no communicator");
	if (comm->native)
		AW_NCCL_FORWARD(ncclCommDeregister, (comm->native, handle));
	return ncclSuccess;
}

ncclResult_t ncclCommWindowRegister(ncclComm_t comm, void *buff, size_t size, ncclWindow_t *win, int winFlags)
{
	if (!comm || !win)
		return aw_nccl_fail(ncclInvalidArgument, "ncclCommWindowRegister: a null pointer");
	if (comm->native)
		AW_NCCL_FORWARD(ncclCommWindowRegister, (comm->native, buff, size, win, winFlags));
	*win = NULL;
	return ncclSuccess;
}

ncclResult_t ncclCommWindowDeregister(ncclComm_t comm, ncclWindow_t win)
{
	if (!comm)
		return aw_nccl_fail(ncclInvalidArgument, "ncclCommWindowDeregister: no communicator");
	if (comm->native)
		AW_NCCL_FORWARD(ncclCommWindowDeregister, (comm->native, win));
	return ncclSuccess;
}

// --- operations ---

ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t *op, void *scalar, ncclDataType_t datatype, ncclScalarResidence_t residence,
                                      ncclComm_t comm)
{
	if (!comm || !op || !scalar || (unsigned)datatype >= ncclNumTypes || (unsigned)residence > ncclScalarHostImmediate)
		return aw_nccl_fail(ncclInvalidArgument, "ncclRedOpCreatePreMulSum: type %d, residence %d", datatype, residence);
	if (comm->native)
		AW_NCCL_FORWARD(ncclRedOpCreatePreMulSum, (op, scalar, datatype, residence, comm->native));
	pthread_mutex_lock(&comm->lock);
	unsigned number = 0;
	while (number < AW_NCCL_MOST_OPS && comm->ops[number].used)
		number++;
	struct aw_nccl_op *own = number < AW_NCCL_MOST_OPS ? &comm->ops[number] : NULL;
	if (own) {
		own->used = true;
		own->on_device = residence == ncclScalarDevice;
		own->type = datatype;
		if (own->on_device)
			own->scalar.address = scalar;
		else
			memcpy(own->scalar.value, scalar, aw_nccl_size(datatype));
		*op = (ncclRedOp_t)(ncclNumOps + number);
	}
	pthread_mutex_unlock(&comm->lock);
	return own ? ncclSuccess : aw_nccl_fail(ncclSystemError, "a communicator has %d operations of a program's own", AW_NCCL_MOST_OPS);
}

ncclResult_t ncclRedOpDestroy(ncclRedOp_t op, ncclComm_t comm)
{
	if (!comm)
		return aw_nccl_fail(ncclInvalidArgument, "ncclRedOpDestroy: no communicator");
	if (comm->native)
		AW_NCCL_FORWARD(ncclRedOpDestroy, (op, comm->native));
	unsigned number = (unsigned)op - ncclNumOps;
	if (op < ncclNumOps || number >= AW_NCCL_MOST_OPS || !comm->ops[number].used)
		return aw_nccl_fail(ncclInvalidArgument, "ncclRedOpDestroy: %d is no operation of the program's", op);
	comm->ops[number].used = false;
	return ncclSuccess;
}
