// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table mtgp32dc_params_fast_11213 isn't here: no free package of Debian has the 200 sets that cuRAND has (rocRAND's are
// others, under the same name, and give other numbers).
#error "Anywarp has no mtgp32dc_params_fast_11213; curandMakeMTGP32Constants takes sets of the program's own"
