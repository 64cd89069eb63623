# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# docs/compat.md says what the sources say.
exec "$ROOT/scripts/gen-compat" --check
