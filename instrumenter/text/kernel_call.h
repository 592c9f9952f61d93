// SPDX-License-Identifier: Apache-2.0
// What coupling must know of a call of a kernel (a function that the user named) to write a wrapper
// for it: text in, text out, no Clang types.
#pragma once

#include "instrumenter/text/construct.h"

#include <string>
#include <vector>

namespace tare {

/// One argument of a call, as declarations with the name `@` in them.
struct KernelArgument {
  std::string parameter;   // of the wrapper: "const std::vector<double> & @"
  std::string stored;      // in the copy of the arguments: "const std::vector<double> * @"
  bool by_address = false; // a reference: its address is stored
  bool is_pointer = false; // what is stored points to something
  std::string passed;      // the stored or handed on value, if it needs a cast: "(void *)"
  /// What the call writes there, if that is the same at each call: compilers make special code for
  /// it, and the repeated call has to get the same. Empty: it is no constant.
  std::string constant;
};

struct KernelCall {
  std::string kernel; // as the user named it
  std::string callee; // how any place at file scope calls it: "::ns::kernel<double>"
  std::string result; // "double @"; "void @"
  bool has_result = false;
  bool keeps_result = false; // it is a scalar or a reference, which a copy may hold
  std::vector<KernelArgument> arguments;
  Span name;            // in the call, what the wrapper's name replaces
  uint32_t before = 0;  // the declaration of the file that holds the call begins here
  std::string function; // that holds the call
  std::string file;
  int line = 0;
};

/// A kernel, or one of its calls, that cannot be rewritten.
struct RefusedKernel {
  std::string kernel, reason, next;
  std::string file;
  int line = 0;
};

struct KernelCalls {
  std::vector<KernelCall> calls;
  std::vector<RefusedKernel> refused;
};

} // namespace tare
