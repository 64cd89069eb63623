// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making communicators.  An id is the name of a meeting; those of what a communicator is split or shrunk to follow from its own.
#include "nccl_communicator.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>

// An id of ours: this, and a name.  NVIDIA's begin with other bytes.
static const char own_id[8] = "anywarp";

static _Thread_local char last_error[512];

// --- errors ---

ncclResult_t aw_nccl_fail(ncclResult_t result, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(last_error, sizeof(last_error), format, arguments);
	va_end(arguments);
	return result;
}

void aw_nccl_fail_later(struct ncclComm *comm, ncclResult_t result, const char *format, ...)
{
	char text[512];
	int none = ncclSuccess;
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	atomic_store(&comm->meeting->aborted, 1);
	if (atomic_compare_exchange_strong(&comm->error, &none, (int)result))
		aw_shim_log_error("nccl", "%s", text);
}

const char *ncclGetLastError(ncclComm_t comm)
{
	return comm && comm->native ? ((__typeof__(&ncclGetLastError))aw_nccl_native("ncclGetLastError"))(comm->native) : last_error;
}

const char *ncclGetErrorString(ncclResult_t result)
{
	static const char *const texts[] = {
		[ncclSuccess] = "no error", [ncclUnhandledCudaError] = "error of the CUDA runtime", [ncclSystemError] = "error of the system",
		[ncclInternalError] = "internal error", [ncclInvalidArgument] = "invalid argument", [ncclInvalidUsage] = "invalid usage",
		[ncclRemoteError] = "another rank has ended or given up", [ncclInProgress] = "in progress",
	};
	return (unsigned)result < ncclNumResults ? texts[result] : "unknown result";
}

void ncclResetDebugInit(void)
{
}

// --- NVIDIA's library ---

void *aw_nccl_native(const char *name)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static const int versions[] = { 2, 0 };
	static void *opened;
	pthread_mutex_lock(&lock);
	void *function = aw_shim_native_find(&opened, "nccl", versions, name);
	pthread_mutex_unlock(&lock);
	return function;
}

// Room for a communicator of NVIDIA's, which a group may set later; NULL without memory.
static struct ncclComm *create_native(void)
{
	struct ncclComm *comm = calloc(1, sizeof(*comm));
	if (!comm)
		aw_nccl_fail(ncclSystemError, "out of memory");
	return comm;
}

// *RESULT is COMM, if CODE says that it is being made; NULL for a rank without a color, which isn't known before a group ends.
static ncclResult_t finish_native(struct ncclComm *comm, ncclResult_t code, ncclComm_t *result)
{
	bool made = (comm->native || aw_nccl_group_is_open()) && (code == ncclSuccess || code == ncclInProgress);
	*result = made ? comm : NULL;
	if (!made)
		free(comm);
	return code;
}

// Returns what NVIDIA's FUNCTION does with ARGUMENTS, where &made->native is for what it makes.
#define MAKE_NATIVE(function, result, arguments) \
	do { \
		__typeof__(&function) native = (__typeof__(&function))aw_nccl_native(#function); \
		struct ncclComm *made = native ? create_native() : NULL; \
		return made ? finish_native(made, native arguments, result) : ncclSystemError; \
	} while (0)

// --- ids ---

ncclResult_t ncclGetVersion(int *version)
{
	if (!version)
		return aw_nccl_fail(ncclInvalidArgument, "ncclGetVersion: no place for the version");
	*version = NCCL_VERSION_CODE;
	return ncclSuccess;
}

ncclResult_t ncclGetUniqueId(ncclUniqueId *uniqueId)
{
	uint64_t random[2];
	if (!uniqueId)
		return aw_nccl_fail(ncclInvalidArgument, "ncclGetUniqueId: no place for the id");
	if (aw_shim_device_current() == AW_SHIM_GPU)
		AW_NCCL_FORWARD(ncclGetUniqueId, (uniqueId));
	memset(uniqueId, 0, sizeof(*uniqueId));
	if (getrandom(random, sizeof(random), 0) != sizeof(random))
		return aw_nccl_fail(ncclSystemError, "no random numbers");
	memcpy(uniqueId->internal, own_id, sizeof(own_id));
	snprintf(uniqueId->internal + sizeof(own_id), AW_MEETING_NAME, AW_MEETING_PREFIX "%016llx%016llx", (unsigned long long)random[0],
	         (unsigned long long)random[1]);
	return ncclSuccess;
}

// --- making one ---

static ncclResult_t create(const char *name, int ranks, int rank, int device, struct ncclComm **result)
{
	struct ncclComm *comm = calloc(1, sizeof(*comm));
	if (!comm)
		return aw_nccl_fail(ncclSystemError, "out of memory");
	snprintf(comm->name, sizeof(comm->name), "%s", name);
	comm->rank = rank;
	comm->ranks = ranks;
	comm->device = device;
	pthread_mutex_init(&comm->lock, NULL);
	pthread_cond_init(&comm->changed, NULL);
	*result = comm;
	return ncclSuccess;
}

// FNV-1a (Fowler, Noll and Vo) of a communicator's name, which stands for it in those of its parts.
static unsigned long long hash_of(const char *name)
{
	unsigned long long hash = 1469598103934665603u;
	for (const char *at = name; *at; at++)
		hash = (hash ^ (unsigned char)*at) * 1099511628211u;
	return hash;
}

// What a split makes of the colors and keys that all have told; no communicator for those without a color.
static ncclResult_t create_part(struct aw_nccl_birth *birth)
{
	struct ncclComm *parent = birth->parent;
	char name[AW_MEETING_NAME];
	int ranks = 0, rank = 0, mine = parent->rank;
	for (unsigned turn = 0, other = 0; other < (unsigned)parent->ranks;) {
		bool ended = turn % AW_MEETING_LOOKS == 0 && aw_meeting_has_ended(parent->meeting, other); // perhaps since it has told
		if (atomic_load(&aw_meeting_card(parent->meeting, other)->splits) > birth->split)
			other++, turn = 0;
		else if (ended || !aw_meeting_pause(parent->meeting, turn++))
			return aw_nccl_fail(ncclRemoteError, "ncclCommSplit: another rank has ended");
	}
	for (int other = 0; other < parent->ranks; other++) {
		const struct aw_card *card = aw_meeting_card(parent->meeting, (uint32_t)other);
		bool same = card->color[birth->split % 2] == birth->color;
		int key = card->key[birth->split % 2];
		ranks += same;
		rank += same && (key < birth->key || (key == birth->key && other < mine));
	}
	if (birth->color == NCCL_SPLIT_NOCOLOR)
		return ncclSuccess;
	snprintf(name, sizeof(name), AW_MEETING_PREFIX "%016llx.%u.%d", hash_of(parent->name), birth->split, birth->color);
	return create(name, ranks, rank, parent->device, &birth->comm);
}

static ncclResult_t enter(struct ncclComm *comm)
{
	comm->meeting = aw_meeting_enter(comm->name, (uint32_t)comm->ranks, (uint32_t)comm->rank, &comm->held);
	return comm->meeting ? ncclSuccess :
	       aw_nccl_fail(ncclSystemError, "rank %d of %d: no shared memory %s of that size, or the rank is there already", comm->rank,
	                    comm->ranks, comm->name);
}

ncclResult_t aw_nccl_birth_announce(struct aw_nccl_birth *birth)
{
	if (!birth->parent)
		return enter(birth->comm);
	struct aw_card *card = aw_meeting_card(birth->parent->meeting, (uint32_t)birth->parent->rank);
	birth->split = birth->parent->splits++;
	card->color[birth->split % 2] = birth->color;
	card->key[birth->split % 2] = birth->key;
	atomic_store(&card->splits, birth->split + 1);
	return ncclSuccess;
}

static void destroy(struct ncclComm *comm)
{
	if (comm->meeting && atomic_load(&comm->meeting->come) < comm->meeting->ranks)
		shm_unlink(comm->name); // else the last to come did
	if (comm->meeting)
		aw_meeting_leave(comm->meeting, (uint32_t)comm->rank, comm->held);
	pthread_cond_destroy(&comm->changed);
	pthread_mutex_destroy(&comm->lock);
	free(comm);
}

ncclResult_t aw_nccl_birth_enter(struct aw_nccl_birth *birth)
{
	*birth->result = NULL;
	if (!birth->parent)
		return ncclSuccess; // it has entered
	ncclResult_t result = create_part(birth);
	return result == ncclSuccess && birth->comm ? enter(birth->comm) : result;
}

ncclResult_t aw_nccl_birth_finish(struct aw_nccl_birth *birth)
{
	struct ncclComm *comm = birth->comm;
	ncclResult_t result = ncclSuccess;
	if (!comm)
		return result; // a rank without a color
	if (!comm->meeting || !aw_meeting_wait_for_all(comm->meeting))
		result = aw_nccl_fail(ncclRemoteError, "rank %d of %d: another rank has ended", comm->rank, comm->ranks);
	if (result == ncclSuccess)
		*birth->result = comm;
	else
		destroy(comm);
	return result;
}

static ncclResult_t begin(const char *name, int ranks, int rank, int device, ncclComm_t *result)
{
	struct aw_nccl_birth birth = { .result = result };
	ncclResult_t code = create(name, ranks, rank, device, &birth.comm);
	return code == ncclSuccess ? aw_nccl_group_add_birth(&birth) : code;
}

ncclResult_t ncclCommInitRankConfig(ncclComm_t *comm, int nranks, ncclUniqueId commId, int rank, ncclConfig_t *config)
{
	int device;
	if (!comm || nranks < 1 || rank < 0 || rank >= nranks)
		return aw_nccl_fail(ncclInvalidArgument, "ncclCommInitRank: rank %d of %d", rank, nranks);
	*comm = NULL;
	if (aw_shim_device_current() == AW_SHIM_GPU)
		MAKE_NATIVE(ncclCommInitRankConfig, comm, (&made->native, nranks, commId, rank, config));
	if (memcmp(commId.internal, own_id, sizeof(own_id)) != 0)
		return aw_nccl_fail(ncclInvalidArgument, "ncclCommInitRank: not an id of ncclGetUniqueId on the cpu device");
	commId.internal[NCCL_UNIQUE_ID_BYTES - 1] = '\0';
	if (cudaGetDevice(&device) != cudaSuccess)
		return aw_nccl_fail(ncclUnhandledCudaError, "there is no device");
	return begin(commId.internal + sizeof(own_id), nranks, rank, device, comm);
}

ncclResult_t ncclCommInitRank(ncclComm_t *comm, int nranks, ncclUniqueId commId, int rank)
{
	return ncclCommInitRankConfig(comm, nranks, commId, rank, NULL);
}

ncclResult_t ncclCommInitRankScalable(ncclComm_t *newcomm, int nranks, int myrank, int nId, ncclUniqueId *commIds, ncclConfig_t *config)
{
	if (nId < 1 || !commIds)
		return aw_nccl_fail(ncclInvalidArgument, "ncclCommInitRankScalable: no id");
	return ncclCommInitRankConfig(newcomm, nranks, commIds[0], myrank, config);
}

// Whether there are these devices, all of one kind; leaves the last one current.
static ncclResult_t check_devices(int count, const int *devices)
{
	enum aw_shim_device first = AW_SHIM_NONE;
	for (int i = 0; i < count; i++) {
		int device = devices ? devices[i] : i;
		if (cudaSetDevice(device) != cudaSuccess)
			return aw_nccl_fail(ncclInvalidArgument, "ncclCommInitAll: there is no device %d", device);
		enum aw_shim_device kind = aw_shim_device_current();
		if (i > 0 && kind != first)
			return aw_nccl_fail(ncclInvalidUsage, "ncclCommInitAll: GPUs and devices of the cpu kind");
		first = kind;
	}
	return ncclSuccess;
}

ncclResult_t ncclCommInitAll(ncclComm_t *comm, int ndev, const int *devlist)
{
	ncclUniqueId id;
	int before;
	if (!comm || ndev < 1)
		return aw_nccl_fail(ncclInvalidArgument, "ncclCommInitAll: %d devices", ndev);
	if (cudaGetDevice(&before) != cudaSuccess)
		return aw_nccl_fail(ncclUnhandledCudaError, "there is no device");
	ncclResult_t result = check_devices(ndev, devlist);
	if (result == ncclSuccess)
		result = ncclGetUniqueId(&id);
	if (result == ncclSuccess && (result = ncclGroupStart()) == ncclSuccess) {
		for (int rank = 0; rank < ndev && result == ncclSuccess; rank++) {
			cudaSetDevice(devlist ? devlist[rank] : rank);
			result = ncclCommInitRank(&comm[rank], ndev, id, rank);
		}
		if (result == ncclSuccess)
			result = ncclGroupEnd();
		else
			aw_nccl_group_drop();
	}
	cudaSetDevice(before);
	return result;
}

// --- parts ---

ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t *newcomm, ncclConfig_t *config)
{
	if (!comm || !newcomm || (color < 0 && color != NCCL_SPLIT_NOCOLOR))
		return aw_nccl_fail(ncclInvalidArgument, "ncclCommSplit: color %d", color);
	if (comm->native)
		MAKE_NATIVE(ncclCommSplit, newcomm, (comm->native, color, key, &made->native, config));
	struct aw_nccl_birth birth = { .result = newcomm, .parent = comm, .color = color, .key = key };
	return aw_nccl_group_add_birth(&birth);
}

ncclResult_t ncclCommShrink(ncclComm_t comm, int *excludeRanksList, int excludeRanksCount, ncclComm_t *newcomm, ncclConfig_t *config,
                            int shrinkFlags)
{
	if (!comm || !newcomm || !excludeRanksList || excludeRanksCount < 1)
		return aw_nccl_fail(ncclInvalidArgument, "ncclCommShrink: no ranks");
	if (comm->native)
		MAKE_NATIVE(ncclCommShrink, newcomm, (comm->native, excludeRanksList, excludeRanksCount, &made->native, config, shrinkFlags));
	char name[AW_MEETING_NAME];
	int ranks = comm->ranks, rank = comm->rank;
	for (int i = 0; i < excludeRanksCount; i++) {
		if (excludeRanksList[i] == comm->rank || excludeRanksList[i] < 0 || excludeRanksList[i] >= comm->ranks)
			return aw_nccl_fail(ncclInvalidArgument, "ncclCommShrink: rank %d excludes rank %d", comm->rank, excludeRanksList[i]);
		ranks--;
		rank -= excludeRanksList[i] < comm->rank;
	}
	if (shrinkFlags == NCCL_SHRINK_ABORT)
		atomic_store(&comm->meeting->aborted, 1);
	snprintf(name, sizeof(name), AW_MEETING_PREFIX "%016llx-%u", hash_of(comm->name), comm->shrinks++);
	return begin(name, ranks, rank, comm->device, newcomm);
}

// --- the end ---

static void wait_for_work(struct ncclComm *comm)
{
	pthread_mutex_lock(&comm->lock);
	while (comm->busy || comm->done != comm->given)
		pthread_cond_wait(&comm->changed, &comm->lock);
	pthread_mutex_unlock(&comm->lock);
}

ncclResult_t ncclCommFinalize(ncclComm_t comm)
{
	if (!comm)
		return aw_nccl_fail(ncclInvalidArgument, "ncclCommFinalize: no communicator");
	if (comm->native)
		AW_NCCL_FORWARD(ncclCommFinalize, (comm->native));
	wait_for_work(comm);
	return ncclSuccess;
}

static ncclResult_t end_native(ncclComm_t comm, const char *name)
{
	ncclResult_t (*native)(ncclComm_t) = (ncclResult_t(*)(ncclComm_t))aw_nccl_native(name);
	ncclResult_t result = native ? native(comm->native) : ncclSystemError;
	free(comm);
	return result;
}

ncclResult_t ncclCommDestroy(ncclComm_t comm)
{
	if (!comm)
		return ncclSuccess;
	if (comm->native)
		return end_native(comm, "ncclCommDestroy");
	wait_for_work(comm);
	destroy(comm);
	return ncclSuccess;
}

ncclResult_t ncclCommAbort(ncclComm_t comm)
{
	if (!comm)
		return ncclSuccess;
	if (comm->native)
		return end_native(comm, "ncclCommAbort");
	atomic_store(&comm->meeting->aborted, 1);
	wait_for_work(comm);
	destroy(comm);
	return ncclSuccess;
}

ncclResult_t ncclCommRevoke(ncclComm_t comm, int revokeFlags)
{
	if (!comm || revokeFlags != NCCL_REVOKE_DEFAULT)
		return aw_nccl_fail(ncclInvalidArgument, "ncclCommRevoke: flags %d", revokeFlags);
	if (comm->native)
		AW_NCCL_FORWARD(ncclCommRevoke, (comm->native, revokeFlags));
	atomic_store(&comm->meeting->aborted, 1);
	return ncclSuccess;
}
