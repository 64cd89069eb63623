// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clusters of blocks, in the low-level form that cooperative groups are made of (CUDA C++ Programming
// Guide, 11.4.1.2; PTX ISA, "Special Registers", "mapa", "getctarank", "barrier.cluster").
#ifndef AW_DEVICE_CLUSTER_H
#define AW_DEVICE_CLUSTER_H

#define AW_DEVICE __device__ static inline
#define AW_POSITION(name, register) \
	AW_DEVICE dim3 name(void) { \
		return dim3(__nvvm_read_ptx_sreg_##register##_x(), __nvvm_read_ptx_sreg_##register##_y(), \
		            __nvvm_read_ptx_sreg_##register##_z()); \
	}

AW_POSITION(__clusterDim, cluster_nctaid)
AW_POSITION(__clusterRelativeBlockIdx, cluster_ctaid)
AW_POSITION(__clusterGridDimInClusters, nclusterid)
AW_POSITION(__clusterIdx, clusterid)
AW_DEVICE unsigned int __clusterDimIsSpecified(void) { return __nvvm_is_explicit_cluster(); }
AW_DEVICE unsigned int __clusterRelativeBlockRank(void) { return __nvvm_read_ptx_sreg_cluster_ctarank(); }
AW_DEVICE unsigned int __clusterSizeInBlocks(void) { return __nvvm_read_ptx_sreg_cluster_nctarank(); }

AW_DEVICE void __cluster_barrier_arrive(void) { __nvvm_barrier_cluster_arrive(); }
AW_DEVICE void __cluster_barrier_arrive_relaxed(void) { __nvvm_barrier_cluster_arrive_relaxed(); }
AW_DEVICE void __cluster_barrier_wait(void) { __nvvm_barrier_cluster_wait(); }
AW_DEVICE void __threadfence_cluster(void) { __nvvm_fence_sc_cluster(); }

AW_DEVICE unsigned int __isCtaShared(const void *address) { return __nvvm_isspacep_shared(address); }
AW_DEVICE unsigned int __isClusterShared(const void *address) { return __nvvm_isspacep_shared_cluster(address); }
// The shared variable at ADDRESS as the block RANK of the cluster has it.
AW_DEVICE void *__cluster_map_shared_rank(const void *address, unsigned int rank) {
	return __nvvm_mapa((void *)address, rank);
}
AW_DEVICE unsigned int __cluster_query_shared_rank(const void *address) {
	return __nvvm_getctarank((void *)address);
}

#undef AW_POSITION
#undef AW_DEVICE

#endif
