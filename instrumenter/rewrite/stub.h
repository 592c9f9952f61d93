// SPDX-License-Identifier: Apache-2.0
// The text that every instrumented unit carries: the interface of the probes, the unit's
// descriptor and node table, no-op probes, and a constructor that attaches the runtime.
//
// It has no headers and declares nothing that could clash with the unit's own declarations:
// functions of libc and OpenMP are reached through names of our own. It reads as C89 to C23 and
// C++98 to C++23, with gcc and clang.
#pragma once

#include <cstdint>
#include <string>

namespace tare {

struct StubRequest {
  bool cplusplus = false;
  bool knows_noexcept = false; // C++11 or later
  std::string hash;            // of the unit: its descriptor is tare_m_<hash>
  std::string table;           // node table text
  uint32_t node_count = 0;
  bool fallback = false;    // the original text is compiled: a table, but no probes
  bool samples = false;     // single iterations of loops
  bool events = false;      // tasks and locks tell what happens when
  bool cleanups = false;    // end probes that cancellation or a jump may not skip
  bool serial = false;      // of the serial program
  bool weak_openmp = false; // no executable directive: OpenMP may be missing at the link
  std::string runtime_path; // absolute path of libtare-rt.so.1
  bool static_link = false; // -static: the runtime is linked in
};

/// For the top of the unit, before anything that uses a probe. Ends with a newline; the caller
/// puts a line marker after it.
std::string stubPrologue(const StubRequest &request);

/// For the end of the unit.
std::string stubEpilogue(const StubRequest &request);

/// `text` as a string literal that no trigraph or control character can change.
std::string quoteLiteral(const std::string &text);

} // namespace tare
