// SPDX-License-Identifier: Apache-2.0
// Tokens by which `tare archive serve` knows who uploads. A file has a line for each: the owner,
// the SHA-256 of the token, when it was made. The token itself is shown once and kept nowhere.
//
//   tare archive token add OWNER -> [upload tokens] <- "Authorization: Bearer TOKEN"
#pragma once

#include "analyzer/archive/place.h"
#include "base/result.h"
#include "driver/options.h"

#include <optional>
#include <string>
#include <vector>

namespace tare {

struct UploadToken {
  std::string owner, sha256, made_utc;
};

/// --tokens, else ARCHIVE.tokens beside a file. Error: an archive on a server, and no --tokens.
Result<std::string> tokensFile(const ArchivePlace &place, const std::string &given);

/// None where the file does not exist. Error: others than its owner may read or write it, or a line
/// of it is no token.
Result<std::vector<UploadToken>> tokensIn(const std::string &file);

/// A new token of 256 random bits, kept by its hash. Error: `owner` is no name.
Result<std::string> addToken(const std::string &file, const std::string &owner);
/// All of an owner; returns how many.
Result<int64_t> forgetTokens(const std::string &file, const std::string &owner);

/// Whose token it is. Nothing: nobody's.
std::optional<std::string> ownerOf(const std::vector<UploadToken> &tokens,
                                   const std::string &token);

/// `tare archive token add OWNER | list | forget OWNER`.
Result<int> tokenAction(const ArchiveOptions &options);

} // namespace tare
