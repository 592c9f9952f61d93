// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/serve_gate.h"

#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <map>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace tare {
namespace {

constexpr int look_at_stopping_ms = 200;
constexpr std::chrono::seconds finishing_time{1};
constexpr size_t finishing_bytes = 256 << 10;
constexpr std::string_view end_of_head = "\r\n\r\n";

Error refusedWith(int status, const std::string &message) {
  Error error{message};
  error.exit_status = status;
  return error;
}

bool isToken(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return isWordCharacter(c) ||
           std::string_view("!#$%&'*+-.^`|~").find(c) != std::string_view::npos;
  });
}

bool isVisible(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c == '\t' || (c >= ' ' && c != 0x7f); });
}

std::string lowered(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower;
}

Result<void> checkRequestLine(std::string_view line) {
  std::vector<std::string> words = splitText(line, ' ');
  if (words.size() != 3 || !isToken(words[0]) || !words[1].starts_with("/") ||
      !isVisible(words[1]) || (words[2] != "HTTP/1.1" && words[2] != "HTTP/1.0"))
    return refusedWith(400, "this is no request of HTTP/1.1");
  if (words[1].size() > serve_limit::target_bytes)
    return refusedWith(414, "the address is too long");
  return {};
}

bool isNumberOfBytes(const std::string &text) {
  return !text.empty() && text.size() <= 12 &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

Result<std::map<std::string, std::string>> headersIn(const std::vector<std::string> &lines) {
  std::map<std::string, std::string> headers;
  if (lines.size() > serve_limit::headers + 1)
    return refusedWith(431, "too many headers");
  for (size_t i = 1; i < lines.size(); ++i) {
    size_t colon = lines[i].find(':');
    std::string name = lowered(std::string_view(lines[i]).substr(0, colon));
    if (colon == std::string::npos || !isToken(name) || !isVisible(lines[i]))
      return refusedWith(400, "a header cannot be read");
    std::string value(trimText(std::string_view(lines[i]).substr(colon + 1)));
    bool counts = name == "host" || name == "authorization" || name == "content-length" ||
                  name == "expect" || name == "transfer-encoding";
    if (counts && !headers.try_emplace(name, value).second)
      return refusedWith(400, "a header stands there twice");
  }
  return headers;
}

int hexDigit(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

/// What is no %XX stays as it is.
std::string decoded(std::string_view text, bool plus_is_blank) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    int high = i + 2 < text.size() ? hexDigit(text[i + 1]) : -1,
        low = i + 2 < text.size() ? hexDigit(text[i + 2]) : -1;
    if (text[i] == '%' && high >= 0 && low >= 0) {
      plain += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      plain += plus_is_blank && text[i] == '+' ? ' ' : text[i];
    }
  }
  return plain;
}

} // namespace

void readTarget(std::string_view target, WebRequest &request) {
  target = target.substr(0, target.find('#'));
  size_t mark = target.find('?');
  request.path = decoded(target.substr(0, mark), false);
  if (mark == std::string_view::npos)
    return;
  for (const std::string &part : splitText(target.substr(mark + 1), '&')) {
    size_t equals = part.find('=');
    if (!part.empty())
      request.parameters.emplace_back(
          decoded(std::string_view(part).substr(0, equals), true),
          equals == std::string::npos ? ""
                                      : decoded(std::string_view(part).substr(equals + 1), true));
  }
}

bool isLoopbackName(std::string_view host) {
  size_t bracket = host.find(']');
  std::string_view name = host.starts_with("[") && bracket != std::string_view::npos
                              ? host.substr(0, bracket + 1)
                              : host.substr(0, host.find(':'));
  std::string_view port = host.substr(name.size());
  if (!port.empty() && (port.size() > 6 || port[0] != ':' ||
                        port.find_first_not_of("0123456789", 1) != std::string_view::npos))
    return false;
  return name == "127.0.0.1" || name == "[::1]" || lowered(name) == "localhost";
}

Result<std::string> checkedHead(std::string_view head) {
  std::vector<std::string> lines;
  for (size_t at = 0; at + 2 < head.size();) {
    size_t end = head.find("\r\n", at);
    lines.emplace_back(head.substr(at, end - at));
    at = end == std::string_view::npos ? head.size() : end + 2;
  }
  if (lines.empty())
    return refusedWith(400, "this is no request of HTTP/1.1");
  TARE_DO(checkRequestLine(lines.front()));
  TARE_TRY(auto headers, headersIn(lines));
  if (headers.contains("transfer-encoding"))
    return refusedWith(411, "say how long the body is: Content-Length");
  if (auto host = headers.find("host"); host == headers.end() || !isLoopbackName(host->second))
    return refusedWith(421, "the address must say 127.0.0.1, [::1] or localhost; what stands in "
                            "front of this server has to say so in the header Host");
  if (auto length = headers.find("content-length");
      length != headers.end() && !isNumberOfBytes(length->second))
    return refusedWith(400, "Content-Length is no number");
  if (auto expect = headers.find("expect");
      expect != headers.end() && lowered(expect->second) != "100-continue")
    return refusedWith(417, "nothing else than 100-continue can be expected");
  std::string text = lines.front() + "\r\n";
  for (auto [name, shown] :
       {std::pair("host", "Host"), std::pair("authorization", "Authorization"),
        std::pair("content-length", "Content-Length"), std::pair("expect", "Expect")})
    if (auto found = headers.find(name); found != headers.end())
      text += std::string(shown) + ": " + found->second + "\r\n";
  return text + "Connection: close\r\n\r\n";
}

/// Waits in small steps, to see that the server stops.
bool TimedConnection::isReady(short events) {
  while (!stopping_) {
    auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(until_ - Clock::now()).count();
    if (left <= 0)
      return false;
    struct pollfd waited = {fd_, events, 0};
    int found = ::poll(&waited, 1, static_cast<int>(std::min<int64_t>(left, look_at_stopping_ms)));
    if (found > 0)
      return true;
    if (found < 0 && errno != EINTR)
      return false;
  }
  return false;
}

ssize_t TimedConnection::read(char *to, size_t most) {
  if (!kept_.empty()) {
    size_t size = std::min(most, kept_.size());
    kept_.copy(to, size);
    kept_.erase(0, size);
    return static_cast<ssize_t>(size);
  }
  return isReady(POLLIN) ? ::recv(fd_, to, most, 0) : -1;
}

ssize_t TimedConnection::write(std::string_view bytes) {
  size_t done = 0;
  while (done < bytes.size()) {
    if (!isReady(POLLOUT))
      return -1;
    ssize_t sent =
        ::send(fd_, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN && errno != EINTR)
      return -1;
    done += sent > 0 ? static_cast<size_t>(sent) : 0;
  }
  return static_cast<ssize_t>(bytes.size());
}

Result<std::string> TimedConnection::readHead() {
  std::string head;
  char part[4096];
  size_t end = std::string::npos;
  while ((end = head.find(end_of_head)) == std::string::npos) {
    if (head.size() > serve_limit::header_bytes)
      return refusedWith(431, "the headers are too large");
    ssize_t size = read(part, sizeof part);
    if (size <= 0)
      return refusedWith(size < 0 && !stopping_ ? 408 : 0, "the request took too long to come");
    head.append(part, static_cast<size_t>(size));
  }
  kept_ = head.substr(end + end_of_head.size()) + kept_;
  head.resize(end + end_of_head.size());
  return head.size() > serve_limit::header_bytes
             ? Result<std::string>(refusedWith(431, "the headers are too large"))
             : head;
}

void TimedConnection::finish() {
  ::shutdown(fd_, SHUT_WR);
  until_ = std::min(until_, Clock::now() + finishing_time);
  char part[4096];
  for (size_t seen = 0; seen < finishing_bytes;) {
    ssize_t size = read(part, sizeof part);
    if (size <= 0)
      break;
    seen += static_cast<size_t>(size);
  }
  ::close(fd_);
}

} // namespace tare
