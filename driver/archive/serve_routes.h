// SPDX-License-Identifier: Apache-2.0
// What an archive answers over HTTP. Nothing is built or run for it, and only an upload writes.
//
//   WebRequest, Served -> [serve routes] -> WebAnswer
#pragma once

#include "analyzer/archive/place.h"
#include "base/result.h"
#include "driver/archive/serve_request.h"

#include <cstddef>
#include <optional>
#include <string>

namespace tare {

/// The limits of one request.
namespace serve_limit {
inline constexpr size_t rows = 50000;                    // of one answer
inline constexpr int seconds = 10;                       // of the data base, for one statement
inline constexpr size_t modelled_tables = 200;           // of one model
inline constexpr size_t upload_bytes = size_t(32) << 20; // of one ledger
inline constexpr size_t parameters = 64, value_bytes = 4096;
} // namespace serve_limit

/// What is served, and to whom.
struct Served {
  ArchivePlace place;
  std::string tokens_file;
  bool is_private = false; // reading needs a token too
};

/// What can be said before the body is read; nothing: it may be read, for an upload.
std::optional<WebAnswer> answerWithoutBody(const WebRequest &request, const Served &served);

/// An upload that answerWithoutBody() let through. Untrusted input. The owner is asked for again.
WebAnswer answerUpload(const WebRequest &request, const std::string &body, const Served &served);

/// {"error": {"message": ..., "next": ...}}, and why: 400, 401, ...
WebAnswer webRefusal(int status, const std::string &message, const std::string &next = "");

} // namespace tare
