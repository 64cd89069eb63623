// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that give work to streams: what can be said of their arguments is said at once.
#include "nccl_communicator.h"

// What a call is about; ROOT is a peer where the call has one.
struct call {
	const char *name;
	struct ncclComm *comm;
	uint32_t kind;
	ncclDataType_t type;
	ncclRedOp_t op;
	int root;
	size_t count;
	const void *send;
	void *receive;
	cudaStream_t stream;
};

static bool is_own_op(const struct call *call)
{
	unsigned number = (unsigned)call->op - ncclNumOps;
	return call->op >= ncclNumOps && number < AW_NCCL_MOST_OPS && call->comm->ops[number].used && call->comm->ops[number].type == call->type;
}

static bool needs_send(const struct call *call)
{
	bool of_root = call->kind == AW_NCCL_BROADCAST || call->kind == AW_NCCL_SCATTER;
	return of_root ? call->root == call->comm->rank : call->kind != AW_NCCL_RECEIVE;
}

static bool needs_receive(const struct call *call)
{
	bool of_root = call->kind == AW_NCCL_REDUCE || call->kind == AW_NCCL_GATHER;
	return of_root ? call->root == call->comm->rank : call->kind != AW_NCCL_SEND;
}

static ncclResult_t add(const struct call *call)
{
	struct ncclComm *comm = call->comm;
	if ((unsigned)call->type >= ncclNumTypes)
		return aw_nccl_fail(ncclInvalidArgument, "%s: there is no type %d", call->name, call->type);
	if (((int)call->op < 0 || call->op >= ncclNumOps) && !is_own_op(call))
		return aw_nccl_fail(ncclInvalidArgument, "%s: there is no operation %d for type %d", call->name, call->op, call->type);
	if (call->root < 0 || call->root >= comm->ranks)
		return aw_nccl_fail(ncclInvalidArgument, "%s: there is no rank %d", call->name, call->root);
	if (call->count && ((needs_send(call) && !call->send) || (needs_receive(call) && !call->receive)))
		return aw_nccl_fail(ncclInvalidArgument, "%s: a null pointer", call->name);
	if (comm->error != ncclSuccess)
		return aw_nccl_fail((ncclResult_t)comm->error, "%s: the communicator is broken", call->name);
	struct aw_nccl_work work = {
		.comm = comm, .send = call->send, .receive = call->receive, .stream = call->stream,
		.order = { call->kind, (uint32_t)call->type, (uint32_t)call->op, (uint32_t)call->root, call->count },
	};
	if (call->op >= ncclNumOps) {
		work.own = comm->ops[call->op - ncclNumOps];
		work.order.op = ncclNumOps; // numbers are each rank's
	}
	return aw_nccl_group_add(&work);
}

// Sends the call to NVIDIA's library where the communicator is one of its.
#define ROUTE(function, arguments) \
	if (!comm) \
		return aw_nccl_fail(ncclInvalidArgument, #function ": no communicator"); \
	if (comm->native) \
		AW_NCCL_FORWARD(function, arguments)

ncclResult_t ncclReduce(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, ncclRedOp_t op, int root,
                        ncclComm_t comm, cudaStream_t stream)
{
	ROUTE(ncclReduce, (sendbuff, recvbuff, count, datatype, op, root, comm->native, stream));
	return add(&(struct call){ "ncclReduce", comm, AW_NCCL_REDUCE, datatype, op, root, count, sendbuff, recvbuff, stream });
}

ncclResult_t ncclBroadcast(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, int root, ncclComm_t comm,
                           cudaStream_t stream)
{
	ROUTE(ncclBroadcast, (sendbuff, recvbuff, count, datatype, root, comm->native, stream));
	return add(&(struct call){ "ncclBroadcast", comm, AW_NCCL_BROADCAST, datatype, ncclSum, root, count, sendbuff, recvbuff, stream });
}

ncclResult_t ncclBcast(void *buff, size_t count, ncclDataType_t datatype, int root, ncclComm_t comm, cudaStream_t stream)
{
	return ncclBroadcast(buff, buff, count, datatype, root, comm, stream);
}

ncclResult_t ncclAllReduce(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, ncclRedOp_t op, ncclComm_t comm,
                           cudaStream_t stream)
{
	ROUTE(ncclAllReduce, (sendbuff, recvbuff, count, datatype, op, comm->native, stream));
	return add(&(struct call){ "ncclAllReduce", comm, AW_NCCL_ALL_REDUCE, datatype, op, 0, count, sendbuff, recvbuff, stream });
}

ncclResult_t ncclReduceScatter(const void *sendbuff, void *recvbuff, size_t recvcount, ncclDataType_t datatype, ncclRedOp_t op,
                               ncclComm_t comm, cudaStream_t stream)
{
	ROUTE(ncclReduceScatter, (sendbuff, recvbuff, recvcount, datatype, op, comm->native, stream));
	return add(&(struct call){ "ncclReduceScatter", comm, AW_NCCL_REDUCE_SCATTER, datatype, op, 0, recvcount, sendbuff, recvbuff, stream });
}

ncclResult_t ncclAllGather(const void *sendbuff, void *recvbuff, size_t sendcount, ncclDataType_t datatype, ncclComm_t comm,
                           cudaStream_t stream)
{
	ROUTE(ncclAllGather, (sendbuff, recvbuff, sendcount, datatype, comm->native, stream));
	return add(&(struct call){ "ncclAllGather", comm, AW_NCCL_ALL_GATHER, datatype, ncclSum, 0, sendcount, sendbuff, recvbuff, stream });
}

ncclResult_t ncclAlltoAll(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, ncclComm_t comm,
                          cudaStream_t stream)
{
	ROUTE(ncclAlltoAll, (sendbuff, recvbuff, count, datatype, comm->native, stream));
	return add(&(struct call){ "ncclAlltoAll", comm, AW_NCCL_ALL_TO_ALL, datatype, ncclSum, 0, count, sendbuff, recvbuff, stream });
}

ncclResult_t ncclGather(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, int root, ncclComm_t comm,
                        cudaStream_t stream)
{
	ROUTE(ncclGather, (sendbuff, recvbuff, count, datatype, root, comm->native, stream));
	return add(&(struct call){ "ncclGather", comm, AW_NCCL_GATHER, datatype, ncclSum, root, count, sendbuff, recvbuff, stream });
}

ncclResult_t ncclScatter(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, int root, ncclComm_t comm,
                         cudaStream_t stream)
{
	ROUTE(ncclScatter, (sendbuff, recvbuff, count, datatype, root, comm->native, stream));
	return add(&(struct call){ "ncclScatter", comm, AW_NCCL_SCATTER, datatype, ncclSum, root, count, sendbuff, recvbuff, stream });
}

ncclResult_t ncclSend(const void *sendbuff, size_t count, ncclDataType_t datatype, int peer, ncclComm_t comm, cudaStream_t stream)
{
	ROUTE(ncclSend, (sendbuff, count, datatype, peer, comm->native, stream));
	return add(&(struct call){ "ncclSend", comm, AW_NCCL_SEND, datatype, ncclSum, peer, count, sendbuff, NULL, stream });
}

ncclResult_t ncclRecv(void *recvbuff, size_t count, ncclDataType_t datatype, int peer, ncclComm_t comm, cudaStream_t stream)
{
	ROUTE(ncclRecv, (recvbuff, count, datatype, peer, comm->native, stream));
	return add(&(struct call){ "ncclRecv", comm, AW_NCCL_RECEIVE, datatype, ncclSum, peer, count, NULL, recvbuff, stream });
}
