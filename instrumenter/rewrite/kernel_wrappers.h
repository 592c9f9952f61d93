// SPDX-License-Identifier: Apache-2.0
// The text of a unit whose kernels are coupled: each call of a kernel goes through a function of
// our own, which copies the arguments and tells libtare-coupling.so, if that is preloaded. Without
// it the program does what it did.
//
//   kernel(a, i++)  ->  tare_kernel_0(a, i++)
//
// No probes, no node table. It reads as C89 to C23 and C++98 to C++23, with gcc and clang.
#pragma once

#include "base/result.h"
#include "instrumenter/text/kernel_call.h"
#include "instrumenter/text/line_map.h"

#include <string>

namespace tare {

/// Section of objects that lists calls and refusals, a line each:
///   call\tKERNEL\tFILE\tLINE   or   refused\tKERNEL\tFILE\tLINE\tREASON\tNEXT
inline constexpr const char *kernel_section = "tare_kernels";

/// Error: the text ends inside a declaration, or calls stand in each other's way.
Result<std::string> wrapKernels(const std::string &text, const LineMap &lines,
                                const KernelCalls &calls, bool cplusplus);

} // namespace tare
