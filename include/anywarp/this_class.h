// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The class that `this` points to, for what awcc rewrites (src/awcc/this_constants.h) and includes this file for.
#ifndef AW_THIS_CLASS_H
#define AW_THIS_CLASS_H

namespace anywarp {

template <typename Pointer> struct class_at;
template <typename Class> struct class_at<Class *> { typedef Class type; };

} // namespace anywarp

#endif
