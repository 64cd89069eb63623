#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Where libcu++ is on the path, cooperative_groups.h brings its atomic objects, and groups have their scope in its words.
. "$ROOT/tests/awcc/support/check.sh"
cd "$TMP" || exit 2
mkdir -p library/cuda
cat >library/cuda/atomic <<'EOF'
namespace cuda {
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
}
EOF
cat >scopes.cu <<'EOF'
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
template <class Group, cuda::thread_scope Scope> constexpr bool has = Group::thread_scope == Scope;
static_assert(has<cg::thread_block, cuda::thread_scope_block> && has<cg::grid_group, cuda::thread_scope_device> &&
              has<cg::coalesced_group, cuda::thread_scope_block> && has<cg::thread_block_tile<4>, cuda::thread_scope_block> &&
              has<cg::thread_block_tile<64>, cuda::thread_scope_block>, "");
__global__ void kernel() {}
EOF
cat >none.cu <<'EOF'
#include <cooperative_groups.h>
namespace cuda { typedef int thread_scope; }
__global__ void kernel(cooperative_groups::thread_block *) {}
EOF
shows '^$' "$AWCC" -Ilibrary -arch=sm_70 -c scopes.cu
shows '^$' "$AWCC" -arch=sm_70 -c none.cu
shows '^$' "$AWCC" -Ilibrary -arch=sm_70 -D_CG_LIMIT_INCLUDED_DEPENDENCIES -c none.cu
shows '^$' "$AWCC" -Ilibrary -arch=sm_70 -std=c++14 -c none.cu
finish
