// SPDX-License-Identifier: Apache-2.0
// Finds the calls of the kernels that a user named, in the user's files.
#pragma once

#include "instrumenter/text/kernel_call.h"
#include "instrumenter/text/user_files.h"

#include <string>
#include <vector>

namespace clang {
class ASTContext;
}

namespace tare {

/// `names`: plain or qualified names of functions. Each call is found, or refused with the reason.
KernelCalls kernelCallsIn(clang::ASTContext &context, const std::vector<std::string> &names,
                          const std::string &text, UserFiles &files);

} // namespace tare
