// SPDX-License-Identifier: Apache-2.0
// The begin of a request, read and checked before any library sees it: how long it takes, how large
// it is, and whom it is for.
//
//   bytes of a connection -> [serve gate] -> request line and the few headers that count, or a
//   refusal
#pragma once

#include "base/result.h"
#include "driver/archive/serve_request.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace tare {

namespace serve_limit {
inline constexpr size_t header_bytes = 16 << 10, headers = 100, target_bytes = 4 << 10;
inline constexpr std::chrono::seconds header_time{20}, whole_time{90};
} // namespace serve_limit

/// What is handed on: "GET /x HTTP/1.1" and at most Host, Authorization, Content-Length, Expect.
/// Everything else that clients send is dropped: ranges, encodings, forms. Errors end with an HTTP
/// status in `exit_status`. `head` ends with an empty line. Untrusted input.
Result<std::string> checkedHead(std::string_view head);

/// Path and parameters of "/api/query?param=N%3D8&row=load+imbalance", decoded. A parameter's value
/// is all behind its first `=`. Untrusted input.
void readTarget(std::string_view target, WebRequest &request);

/// Whether a name in a URL means this machine: "127.0.0.1:8273", "localhost", "[::1]". Other names
/// come from pages that make a browser ask us in their name (DNS rebinding).
bool isLoopbackName(std::string_view host);

/// One connection with a time until which all of it must be over. Reads and writes end early, with
/// -1, when that time comes, the other side goes away or `stopping` is set.
class TimedConnection {
public:
  using Clock = std::chrono::steady_clock;
  TimedConnection(int fd, const std::atomic<bool> &stopping) : fd_(fd), stopping_(stopping) {}

  void until(Clock::time_point time) { until_ = time; }
  /// Bytes read; 0: the other side has no more; -1: see above.
  ssize_t read(char *to, size_t most);
  /// All of it, or -1.
  ssize_t write(std::string_view bytes);
  /// The bytes up to the first empty line, with it; what follows is kept for read(). Error: too
  /// large, too slow, gone (`exit_status` 0 then: nobody is there to be told).
  Result<std::string> readHead();
  /// Reads what still comes for a moment, so that the answer is not lost by a reset, and closes.
  void finish();

private:
  bool isReady(short events);

  int fd_;
  const std::atomic<bool> &stopping_;
  Clock::time_point until_ = Clock::time_point::max();
  std::string kept_; // read, and not yet asked for
};

} // namespace tare
