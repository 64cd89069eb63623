# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Includes look down only.
exec "$ROOT/scripts/layer-check"
