# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# docs/environment.md lists exactly the variables that the sources read.
read_by_sources() { grep -rhoE '"(ANYWARP_[A-Z_]+|CUDA_VISIBLE_DEVICES|NVCC_[A-Z_]+)"' "$ROOT/src" | tr -d '"' | sort -u; }
documented() { grep -oE '^\| `[^|]*\|' "$ROOT/docs/environment.md" | grep -oE '(ANYWARP|CUDA|NVCC)_[A-Z_]+' | sort -u; }
diff <(read_by_sources) <(documented)
