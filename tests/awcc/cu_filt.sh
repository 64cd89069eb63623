#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cu++filt prints names as the source has them: those given, and all in a text.
. "$ROOT/tests/awcc/support/check.sh"
filter=$(dirname "$AWCC")/cu++filt
is() { [ "$1" = "$2" ] || wrong "expected '$2', not '$1'"; }
is "$("$filter" _Z6kernelPf plain)" "$(printf 'kernel(float*)\nplain')"
is "$("$filter" -p _ZN2ns3addIiEEvPT_PFvT_E)" "void ns::add<int>"
is "$("$filter" -_ __Z6kernelPf)" "kernel(float*)"
is "$(echo "call _Z6kernelPf, (x); // _Zwrong" | "$filter")" "call kernel(float*), (x); // _Zwrong"
shows '^Usage' "$filter" --help
refuses "cu++filt fatal   : Unknown option '--bogus'" "$filter" --bogus
finish
