# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The rules of style that a script can check.
exec "$ROOT/scripts/style-check"
