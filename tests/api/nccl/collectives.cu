// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ENV: ANYWARP_DEVICES=3
// LINK: -lnccl
// FLAGS: -std=c++17
//
// NCCL with one process for all ranks: each collective in each format, in and out of place, over several pieces, in groups of one thread
// and by a thread for each rank; operations of the program's own, messages, parts, graphs and wrong calls.
#include <nccl.h>

#include <thread>
#include <vector>

#include "api/support/api_test.h"

enum { RANKS = 3 };

#define NCCL(call) CHECK_EQUAL(call, ncclSuccess)

static ncclComm_t comms[RANKS];
static cudaStream_t streams[RANKS];

template <class T> struct format;
template <> struct format<int8_t> { static const ncclDataType_t type = ncclInt8; };
template <> struct format<uint8_t> { static const ncclDataType_t type = ncclUint8; };
template <> struct format<int> { static const ncclDataType_t type = ncclInt; };
template <> struct format<unsigned> { static const ncclDataType_t type = ncclUint32; };
template <> struct format<int64_t> { static const ncclDataType_t type = ncclInt64; };
template <> struct format<uint64_t> { static const ncclDataType_t type = ncclUint64; };
template <> struct format<float> { static const ncclDataType_t type = ncclFloat; };
template <> struct format<double> { static const ncclDataType_t type = ncclDouble; };
template <> struct format<__half> { static const ncclDataType_t type = ncclHalf; };
template <> struct format<__nv_bfloat16> { static const ncclDataType_t type = ncclBfloat16; };

// Small whole numbers, which all formats have, as have their sums and products here.
static int number(int rank, size_t i) { return (int)((i * 7 + (size_t)rank * 3) % 4) - (i % 2 ? 0 : 1); }

template <class T> static T as(int value) { return (T)(float)value; }
template <> int64_t as<int64_t>(int value) { return value; }
template <> uint64_t as<uint64_t>(int value) { return (uint64_t)(int64_t)value; }
template <> unsigned as<unsigned>(int value) { return (unsigned)value; }
template <> uint8_t as<uint8_t>(int value) { return (uint8_t)value; }

// A buffer of each rank, filled by f(rank, i).
template <class T>
struct Buffers {
	T *device[RANKS];
	size_t count;
	template <class F>
	Buffers(size_t count, F f) : count(count)
	{
		std::vector<T> host(count);
		for (int rank = 0; rank < RANKS; rank++) {
			for (size_t i = 0; i < count; i++)
				host[i] = as<T>(f(rank, i));
			SUCCEEDS(cudaSetDevice(rank));
			SUCCEEDS(cudaMalloc(&device[rank], count * sizeof(T)));
			SUCCEEDS(cudaMemcpy(device[rank], host.data(), count * sizeof(T), cudaMemcpyHostToDevice));
		}
	}
	~Buffers()
	{
		for (int rank = 0; rank < RANKS; rank++)
			cudaFree(device[rank]);
	}
	template <class F>
	void expect(int line, F f)
	{
		std::vector<T> host(count);
		for (int rank = 0; rank < RANKS; rank++) {
			SUCCEEDS(cudaStreamSynchronize(streams[rank]));
			SUCCEEDS(cudaMemcpy(host.data(), device[rank], count * sizeof(T), cudaMemcpyDeviceToHost));
			size_t wrong = 0;
			for (size_t i = 0; i < count; i++)
				wrong += (float)host[i] != (float)f(rank, i); // whose zeros have no sign
			if (wrong)
				fprintf(stderr, "line %d: rank %d has %zu wrong elements of %zu\n", line, rank, wrong, count);
			CHECK(wrong == 0);
		}
	}
};
#define EXPECT(buffers, expression) \
	(buffers).expect(__LINE__, [&](int rank, size_t i) -> auto && { static thread_local decltype(expression) kept; \
		(void)rank, (void)i; kept = (expression); return kept; })

// CALL for each rank, in a group.
template <class F>
static void each(F call)
{
	NCCL(ncclGroupStart());
	for (int rank = 0; rank < RANKS; rank++)
		NCCL(call(rank));
	NCCL(ncclGroupEnd());
}

template <class T>
static T joined(ncclRedOp_t op, size_t i)
{
	int sum = 0, product = 1, least = 99, most = -99;
	bool is_signed = T(as<T>(-1)) < T(as<T>(0));
	for (int rank = 0; rank < RANKS; rank++) {
		int one = number(rank, i);
		sum += one;
		product *= one;
		least = one < least ? one : least;
		most = one > most ? one : most;
	}
	if (!is_signed) { // negative numbers are the largest
		int negative = 1, smallest = 99;
		for (int rank = 0; rank < RANKS; rank++) {
			int one = number(rank, i);
			negative = one < 0 && (negative > 0 || one > negative) ? one : negative;
			smallest = one >= 0 && one < smallest ? one : smallest;
		}
		most = negative < 0 ? negative : most;
		least = smallest != 99 ? smallest : least;
	}
	return as<T>(op == ncclSum ? sum : op == ncclProd ? product : op == ncclMax ? most : least);
}

template <class T>
static void collectives(size_t count)
{
	const ncclDataType_t type = format<T>::type;
	auto own = [](int rank, size_t i) { return number(rank, i); };
	Buffers<T> from(count * RANKS, own), to(count * RANKS, [](int, size_t) { return 1; });
	for (ncclRedOp_t op : { ncclSum, ncclProd, ncclMax, ncclMin }) {
		each([&](int r) { return ncclAllReduce(from.device[r], to.device[r], count, type, op, comms[r], streams[r]); });
		EXPECT(to, i < count ? joined<T>(op, i) : as<T>(1));
		each([&](int r) { return ncclReduceScatter(from.device[r], to.device[r], count, type, op, comms[r], streams[r]); });
		EXPECT(to, i < count ? joined<T>(op, i + (size_t)rank * count) : as<T>(1));
	}
	each([&](int r) { return ncclAllGather(from.device[r], to.device[r], count, type, comms[r], streams[r]); });
	EXPECT(to, as<T>(number((int)(i / count), i % count)));
	each([&](int r) { return ncclAlltoAll(from.device[r], to.device[r], count, type, comms[r], streams[r]); });
	EXPECT(to, as<T>(number((int)(i / count), i % count + (size_t)rank * count)));
	each([&](int r) { return ncclBroadcast(from.device[r], to.device[r], count, type, 2, comms[r], streams[r]); });
	each([&](int r) { return ncclScatter(from.device[r], to.device[r] + count, count, type, 1, comms[r], streams[r]); });
	EXPECT(to, i < count ? as<T>(number(2, i)) : i < 2 * count ? as<T>(number(1, i - count + (size_t)rank * count)) :
	       as<T>(number(2, i % count + (size_t)rank * count)));
	Buffers<T> rooted(count * RANKS, [](int, size_t) { return 2; });
	each([&](int r) { return ncclReduce(from.device[r], rooted.device[r], count, type, ncclSum, 2, comms[r], streams[r]); });
	each([&](int r) { return ncclGather(from.device[r], rooted.device[r], count, type, 0, comms[r], streams[r]); });
	EXPECT(rooted, rank == 0 ? as<T>(number((int)(i / count), i % count)) : rank == 2 && i < count ? joined<T>(ncclSum, i) : as<T>(2));
	// In place.
	each([&](int r) { return ncclAllReduce(from.device[r], from.device[r], count, type, ncclSum, comms[r], streams[r]); });
	EXPECT(from, i < count ? joined<T>(ncclSum, i) : as<T>(number(rank, i)));
	each([&](int r) { return ncclBcast(from.device[r] + count, count, type, 0, comms[r], streams[r]); });
	each([&](int r) { return ncclAllGather(from.device[r] + r * count, from.device[r], count, type, comms[r], streams[r]); });
	EXPECT(from, i < count ? joined<T>(ncclSum, i) : i < 2 * count ? as<T>(number(0, i)) : as<T>(number(2, i)));
}

static void averages()
{
	Buffers<float> reals(1000, [](int rank, size_t i) { return number(rank, i); });
	Buffers<int> integers(1000, [](int rank, size_t i) { return number(rank, i); });
	Buffers<__half> halves(1000, [](int rank, size_t i) { return number(rank, i); });
	ncclRedOp_t twice[RANKS], scaled[RANKS];
	__half factors[RANKS];
	Buffers<float> factor(1, [](int rank, size_t) { return rank + 1; });
	auto sum = [](size_t i) { return number(0, i) + number(1, i) + number(2, i); };
	each([&](int r) { return ncclAllReduce(reals.device[r], reals.device[r], 1000, ncclFloat, ncclAvg, comms[r], streams[r]); });
	EXPECT(reals, (float)sum(i) / 3);
	each([&](int r) { return ncclAllReduce(integers.device[r], integers.device[r], 1000, ncclInt, ncclAvg, comms[r], streams[r]); });
	EXPECT(integers, sum(i) / 3);
	for (int r = 0; r < RANKS; r++) {
		factors[r] = __float2half(2);
		NCCL(ncclRedOpCreatePreMulSum(&twice[r], &factors[r], ncclHalf, ncclScalarHostImmediate, comms[r]));
		NCCL(ncclRedOpCreatePreMulSum(&scaled[r], factor.device[r], ncclFloat, ncclScalarDevice, comms[r]));
		factors[r] = __float2half(9);
	}
	each([&](int r) { return ncclAllReduce(halves.device[r], halves.device[r], 1000, ncclHalf, twice[r], comms[r], streams[r]); });
	EXPECT(halves, as<__half>(2 * sum(i)));
	Buffers<float> more(1000, [](int rank, size_t i) { return number(rank, i); });
	each([&](int r) { return ncclAllReduce(more.device[r], more.device[r], 1000, ncclFloat, scaled[r], comms[r], streams[r]); });
	EXPECT(more, (float)(number(0, i) + 2 * number(1, i) + 3 * number(2, i)));
	CHECK_EQUAL(ncclAllReduce(more.device[0], more.device[0], 8, ncclInt, scaled[0], comms[0], streams[0]), ncclInvalidArgument);
	for (int r = 0; r < RANKS; r++) {
		NCCL(ncclRedOpDestroy(twice[r], comms[r]));
		NCCL(ncclRedOpDestroy(scaled[r], comms[r]));
		CHECK_EQUAL(ncclRedOpDestroy(scaled[r], comms[r]), ncclInvalidArgument);
	}
}

// All send to all, itself as well, more than channels hold; two messages of one way keep their order.
static void messages(size_t count)
{
	Buffers<int> from(count * RANKS, [](int rank, size_t i) { return rank * 1000000 + (int)i; });
	Buffers<int> to(count * RANKS, [](int, size_t) { return -1; });
	NCCL(ncclGroupStart());
	for (int r = 0; r < RANKS; r++)
		for (int peer = 0; peer < RANKS; peer++) {
			size_t half = count / 2;
			NCCL(ncclSend(from.device[r] + peer * count, half, ncclInt, peer, comms[r], streams[r]));
			NCCL(ncclSend(from.device[r] + peer * count + half, count - half, ncclInt, peer, comms[r], streams[r]));
			NCCL(ncclRecv(to.device[r] + peer * count, half, ncclInt, peer, comms[r], streams[r]));
			NCCL(ncclRecv(to.device[r] + peer * count + half, count - half, ncclInt, peer, comms[r], streams[r]));
		}
	NCCL(ncclGroupEnd());
	EXPECT(to, (int)(i / count) * 1000000 + (int)(i % count + (size_t)rank * count));
}

// A thread for each rank makes its communicator, uses it on two streams, and takes part in splits.
static void threads()
{
	ncclUniqueId id;
	NCCL(ncclGetUniqueId(&id));
	std::vector<std::thread> all;
	for (int r = 0; r < RANKS; r++)
		all.emplace_back([=] {
			ncclComm_t comm, part, none;
			cudaStream_t other;
			int *values, count, rank, device, result[3];
			SUCCEEDS(cudaSetDevice(r));
			SUCCEEDS(cudaStreamCreate(&other));
			NCCL(ncclCommInitRank(&comm, RANKS, id, r));
			NCCL(ncclCommCount(comm, &count));
			NCCL(ncclCommUserRank(comm, &rank));
			NCCL(ncclCommCuDevice(comm, &device));
			CHECK(count == RANKS && rank == r && device == r);
			int mine[3] = { r + 1, r + 1, r + 1 };
			SUCCEEDS(cudaMalloc(&values, sizeof(mine)));
			SUCCEEDS(cudaMemcpy(values, mine, sizeof(mine), cudaMemcpyHostToDevice));
			NCCL(ncclAllReduce(values, values, 1, ncclInt, ncclSum, comm, streams[r]));
			NCCL(ncclAllReduce(values + 1, values + 1, 1, ncclInt, ncclProd, comm, other));
			SUCCEEDS(cudaStreamSynchronize(other));
			NCCL(ncclCommSplit(comm, r == 1 ? 7 : 4, -r, &part, NULL)); // ranks 2 and 0, in that order
			NCCL(ncclCommCount(part, &count));
			NCCL(ncclCommUserRank(part, &rank));
			CHECK(r == 1 ? count == 1 && rank == 0 : count == 2 && rank == (r == 0));
			NCCL(ncclBcast(values + 2, 1, ncclInt, 0, part, streams[r]));
			NCCL(ncclCommSplit(comm, r == 1 ? NCCL_SPLIT_NOCOLOR : 0, r, &none, NULL));
			CHECK((none == NULL) == (r == 1));
			NCCL(ncclCommDestroy(none));
			NCCL(ncclCommFinalize(part));
			SUCCEEDS(cudaStreamSynchronize(streams[r]));
			SUCCEEDS(cudaMemcpy(result, values, sizeof(result), cudaMemcpyDeviceToHost));
			CHECK(result[0] == 6 && result[1] == 6 && result[2] == (r == 1 ? 2 : 3));
			NCCL(ncclCommDestroy(part));
			NCCL(ncclCommDestroy(comm));
			cudaFree(values);
			cudaStreamDestroy(other);
		});
	for (std::thread &one : all)
		one.join();
}

// One thread splits for all ranks.
static void split_by_group()
{
	ncclComm_t parts[RANKS];
	Buffers<int> values(10, [](int rank, size_t) { return rank + 1; });
	each([&](int r) { return ncclCommSplit(comms[r], r % 2, r, &parts[r], NULL); });
	for (int r = 0, device = -1; r < RANKS; r++) {
		NCCL(ncclCommCuDevice(parts[r], &device));
		CHECK_EQUAL(device, r);
	}
	each([&](int r) { return ncclAllReduce(values.device[r], values.device[r], 10, ncclInt, ncclSum, parts[r], streams[r]); });
	EXPECT(values, rank == 1 ? 2 : 4);
	for (int r = 0; r < RANKS; r++)
		NCCL(ncclCommDestroy(parts[r]));
}

// Two steps of a captured sum.
static void graphs()
{
	Buffers<int> values(100, [](int rank, size_t i) { return rank + (int)i; });
	cudaGraph_t graph[RANKS];
	cudaGraphExec_t exec[RANKS];
	for (int r = 0; r < RANKS; r++) {
		SUCCEEDS(cudaSetDevice(r));
		SUCCEEDS(cudaStreamBeginCapture(streams[r], cudaStreamCaptureModeThreadLocal));
		NCCL(ncclAllReduce(values.device[r], values.device[r], 100, ncclInt, ncclSum, comms[r], streams[r]));
		SUCCEEDS(cudaStreamEndCapture(streams[r], &graph[r]));
		SUCCEEDS(cudaGraphInstantiate(&exec[r], graph[r], 0));
	}
	for (int turn = 0; turn < 2; turn++)
		for (int r = 0; r < RANKS; r++)
			SUCCEEDS(cudaGraphLaunch(exec[r], streams[r]));
	EXPECT(values, 3 * (3 + 3 * (int)i));
	for (int r = 0; r < RANKS; r++) {
		SUCCEEDS(cudaGraphExecDestroy(exec[r]));
		SUCCEEDS(cudaGraphDestroy(graph[r]));
	}
}

static void wrong_calls()
{
	int *value, version;
	ncclUniqueId id = {};
	ncclComm_t none;
	ncclResult_t later;
	SUCCEEDS(cudaSetDevice(0));
	SUCCEEDS(cudaMalloc(&value, 4096));
	NCCL(ncclGetVersion(&version));
	CHECK_EQUAL(version, NCCL_VERSION_CODE);
	CHECK_EQUAL(ncclGetVersion(NULL), ncclInvalidArgument);
	CHECK_EQUAL(ncclCommInitRank(&none, 2, id, 0), ncclInvalidArgument);
	CHECK_EQUAL(ncclCommInitRank(&none, 2, id, 2), ncclInvalidArgument);
	CHECK(strstr(ncclGetLastError(NULL), "rank 2 of 2"));
	CHECK_EQUAL(ncclGroupEnd(), ncclInvalidUsage);
	CHECK_EQUAL(ncclAllReduce(value, value, 1, ncclNumTypes, ncclSum, comms[0], 0), ncclInvalidArgument);
	CHECK_EQUAL(ncclAllReduce(value, value, 1, ncclInt, ncclNumOps, comms[0], 0), ncclInvalidArgument);
	CHECK_EQUAL(ncclAllReduce(NULL, value, 1, ncclInt, ncclSum, comms[0], 0), ncclInvalidArgument);
	CHECK_EQUAL(ncclBcast(value, 1, ncclInt, 3, comms[0], 0), ncclInvalidArgument);
	CHECK_EQUAL(ncclAllReduce(value, value, 1, ncclInt, ncclSum, NULL, 0), ncclInvalidArgument);
	CHECK(strcmp(ncclGetErrorString(ncclSuccess), "no error") == 0);
	// Ranks that don't do the same are told of, and all of them know.
	int *other[RANKS];
	for (int r = 0; r < RANKS; r++) {
		SUCCEEDS(cudaSetDevice(r));
		SUCCEEDS(cudaMalloc(&other[r], 4096));
		NCCL(ncclAllReduce(other[r], other[r], r == 1 ? 5 : 6, ncclInt, ncclSum, comms[r], streams[r]));
	}
	for (int r = 0; r < RANKS; r++) {
		SUCCEEDS(cudaStreamSynchronize(streams[r]));
		NCCL(ncclCommGetAsyncError(comms[r], &later));
		CHECK(later == ncclInvalidUsage || later == ncclRemoteError);
		CHECK(ncclAllReduce(other[r], other[r], 1, ncclInt, ncclSum, comms[r], streams[r]) != ncclSuccess);
		NCCL(ncclCommAbort(comms[r]));
		cudaFree(other[r]);
	}
	cudaFree(value);
}

int main()
{
	NCCL(ncclCommInitAll(comms, RANKS, NULL));
	for (int rank = 0; rank < RANKS; rank++) {
		SUCCEEDS(cudaSetDevice(rank));
		SUCCEEDS(cudaStreamCreate(&streams[rank]));
	}
	collectives<int8_t>(1000);
	collectives<uint8_t>(1001);
	collectives<int>(100003); // several pieces
	collectives<unsigned>(77);
	collectives<int64_t>(40000);
	collectives<uint64_t>(1);
	collectives<float>(70001);
	collectives<double>(33333);
	collectives<__half>(150000);
	collectives<__nv_bfloat16>(513);
	averages();
	messages(1);
	messages(100000);
	threads();
	split_by_group();
	graphs();
	wrong_calls();
	return unit_finish();
}
