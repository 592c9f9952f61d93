// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/sha256.h"

#include <openssl/evp.h>

namespace tare {

std::string sha256(std::string_view bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  if (!EVP_Digest(bytes.data(), bytes.size(), digest, &size, EVP_sha256(), nullptr))
    return ""; // no memory
  std::string hex;
  for (unsigned int i = 0; i < size; ++i) {
    constexpr char digits[] = "0123456789abcdef";
    hex += {digits[digest[i] >> 4], digits[digest[i] & 15]};
  }
  return hex;
}

} // namespace tare
