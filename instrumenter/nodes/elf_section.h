// SPDX-License-Identifier: Apache-2.0
// Sections of a 64-bit little-endian ELF file, which is untrusted.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace tare {

/// All sections of that name, one after the other, with a NUL behind each. Error when the file is
/// not ELF or is broken.
Result<std::string> readElfSections(const std::string &path, std::string_view name);

/// The NUL-terminated name at `offset` of a string section; empty: there is none.
std::string_view elfNameAt(std::string_view strings, uint64_t offset);

} // namespace tare
