// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Peer Device Memory Access".
#include "../core/context.h"
#include "api.h"

static aw_status can_access(int *answer, int device, int peer)
{
	struct aw_context *from, *to;
	if (!answer)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_open(device, &from);
	if (status == AW_OK)
		status = aw_core_context_open(peer, &to);
	if (status == AW_OK)
		*answer = from != to && from->driver == to->driver &&
		          from->driver->device->can_access_peer(from->device, to->device);
	return status;
}

cudaError_t cudaDeviceCanAccessPeer(int *canAccessPeer, int device, int peerDevice)
{
	return AW_CALL(can_access(canAccessPeer, device, peerDevice));
}

// Devices with the host's memory have each other's already.
static aw_status set_peer(struct aw_context *context, int peer, bool enabled)
{
	struct aw_context *other;
	if (!context->driver->own_memory)
		return AW_OK;
	aw_status status = aw_core_context_open(peer, &other);
	return status == AW_OK ? context->driver->device->set_peer(context->device, other->device, enabled) : status;
}

static aw_status enable(int peer, unsigned flags)
{
	struct aw_context *context;
	int possible;
	if (flags)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_current(&context);
	if (status == AW_OK && (unsigned)peer == context->ordinal)
		return AW_INVALID_DEVICE;
	if (status == AW_OK)
		status = can_access(&possible, (int)context->ordinal, peer);
	if (status != AW_OK)
		return status;
	if (!possible)
		return AW_PEER_ACCESS_UNSUPPORTED;
	uint32_t bit = 1u << peer;
	return atomic_fetch_or(&context->peers, bit) & bit ? AW_PEER_ALREADY_ENABLED : set_peer(context, peer, true);
}

cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags)
{
	return AW_CALL(enable(peerDevice, flags));
}

static aw_status disable(int peer)
{
	struct aw_context *context, *other;
	aw_status status = aw_core_context_current(&context);
	if (status == AW_OK)
		status = aw_core_context_find(peer, &other);
	if (status != AW_OK)
		return status;
	uint32_t bit = 1u << peer;
	return atomic_fetch_and(&context->peers, ~bit) & bit ? set_peer(context, peer, false) : AW_PEER_NOT_ENABLED;
}

cudaError_t cudaDeviceDisablePeerAccess(int peerDevice)
{
	return AW_CALL(disable(peerDevice));
}

static aw_status attribute(int *value, enum cudaDeviceP2PAttr wanted, int from, int to)
{
	int possible;
	if (from == to)
		return AW_INVALID_DEVICE;
	aw_status status = value ? can_access(&possible, from, to) : AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	switch (wanted) {
	case cudaDevP2PAttrPerformanceRank: *value = 0; return AW_OK;
	case cudaDevP2PAttrAccessSupported:
	case cudaDevP2PAttrNativeAtomicSupported: *value = possible; return AW_OK;
	case cudaDevP2PAttrCudaArrayAccessSupported: *value = 0; return AW_OK;
	default: return AW_INVALID_VALUE;
	}
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, int srcDevice, int dstDevice)
{
	return AW_CALL(attribute(value, attr, srcDevice, dstDevice));
}

// --- atomic operations between devices and the host ---

// The forms that operation number I of enum cudaAtomicOperation has where both sides are one memory's processors.
static unsigned forms_of(unsigned i)
{
	enum {
		BOTH = cudaAtomicCapabilitySigned | cudaAtomicCapabilityUnsigned,
		WORDS = cudaAtomicCapabilityReduction | cudaAtomicCapabilityScalar32 | cudaAtomicCapabilityScalar64,
	};
	static const unsigned forms[] = {
		[cudaAtomicOperationIntegerAdd] = BOTH | WORDS, [cudaAtomicOperationIntegerMin] = BOTH | WORDS,
		[cudaAtomicOperationIntegerMax] = BOTH | WORDS,
		[cudaAtomicOperationIntegerIncrement] = cudaAtomicCapabilityUnsigned | cudaAtomicCapabilityReduction | cudaAtomicCapabilityScalar32,
		[cudaAtomicOperationIntegerDecrement] = cudaAtomicCapabilityUnsigned | cudaAtomicCapabilityReduction | cudaAtomicCapabilityScalar32,
		[cudaAtomicOperationAnd] = WORDS, [cudaAtomicOperationOr] = WORDS, [cudaAtomicOperationXOR] = WORDS,
		[cudaAtomicOperationExchange] = cudaAtomicCapabilityScalar32 | cudaAtomicCapabilityScalar64 | cudaAtomicCapabilityScalar128,
		[cudaAtomicOperationCAS] = cudaAtomicCapabilityScalar32 | cudaAtomicCapabilityScalar64 | cudaAtomicCapabilityScalar128,
		[cudaAtomicOperationFloatAdd] = cudaAtomicCapabilitySigned | WORDS,
		[cudaAtomicOperationFloatMin] = 0, [cudaAtomicOperationFloatMax] = 0, // no instruction of PTX
	};
	return forms[i];
}

static aw_status tell_forms(unsigned *forms, const enum cudaAtomicOperation *operations, unsigned count, bool native)
{
	for (unsigned i = 0; i < count; i++)
		if ((unsigned)operations[i] > cudaAtomicOperationFloatMax)
			return AW_INVALID_VALUE;
	for (unsigned i = 0; i < count; i++)
		forms[i] = native ? forms_of((unsigned)operations[i]) : 0;
	return AW_OK;
}

static aw_status host_forms(unsigned *forms, const enum cudaAtomicOperation *operations, unsigned count, int device)
{
	int native;
	if (!forms || !operations || !count)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_attribute(device, cudaDevAttrHostNativeAtomicSupported, &native);
	return status == AW_OK ? tell_forms(forms, operations, count, native) : status;
}

cudaError_t cudaDeviceGetHostAtomicCapabilities(unsigned int *capabilities, const enum cudaAtomicOperation *operations,
                                                unsigned int count, int device)
{
	return AW_CALL(host_forms(capabilities, operations, count, device));
}

static aw_status peer_forms(unsigned *forms, const enum cudaAtomicOperation *operations, unsigned count, int device, int peer)
{
	int native;
	if (!forms || !operations || !count)
		return AW_INVALID_VALUE;
	aw_status status = attribute(&native, cudaDevP2PAttrNativeAtomicSupported, device, peer);
	return status == AW_OK ? tell_forms(forms, operations, count, native) : status;
}

cudaError_t cudaDeviceGetP2PAtomicCapabilities(unsigned int *capabilities, const enum cudaAtomicOperation *operations,
                                               unsigned int count, int srcDevice, int dstDevice)
{
	return AW_CALL(peer_forms(capabilities, operations, count, srcDevice, dstDevice));
}
