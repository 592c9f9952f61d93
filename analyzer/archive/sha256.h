// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4): the name of a ledger in an archive is the hash of its bytes.
//
//   text -> [sha256] -> 64 hexadecimal digits
#pragma once

#include <string>
#include <string_view>

namespace tare {

/// 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

} // namespace tare
