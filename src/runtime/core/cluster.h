// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clusters of blocks: which sizes a launch may have, and how many are active.
#ifndef AW_RUNTIME_CORE_CLUSTER_H
#define AW_RUNTIME_CORE_CLUSTER_H

#include "module.h"
#include "thread.h"

// Blocks of a cluster that every device with clusters takes, and that those may ask for which say so
// (cudaFuncAttributeNonPortableClusterSizeAllowed).
enum { AW_CLUSTER_PORTABLE = 8, AW_CLUSTER_MOST = 16 };

// Takes over the cluster that the kernel asks for, where WORK names none, and checks it.
aw_status aw_core_cluster_settle(const struct CUfunc_st *kernel, const struct aw_shape *shape, struct aw_launch *work);

// An attribute of the kernel; AW_INVALID_VALUE where VALUE is none of its.
aw_status aw_core_cluster_set(struct CUfunc_st *kernel, enum cudaFuncAttribute attribute, int value);

// For a launch with ATTRIBUTES: how many clusters are active on the whole device, and how many blocks a cluster may have at
// most.  Either result may be NULL.
aw_status aw_core_cluster_occupancy(const struct CUfunc_st *kernel, const struct aw_shape *shape,
                                    const cudaLaunchAttribute *attributes, unsigned count, int *active, int *largest);

#endif
