// SPDX-License-Identifier: Apache-2.0
// One pass over the grammar of RFC 8259, which asks for UTF-8 and whole pairs of surrogates.
#include "base/json/sieve.h"

#include "base/files.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>
#include <utility>
#include <vector>

namespace tare::json {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr size_t piece = 1 << 16;
constexpr size_t longest_key = 256; // bytes of one that is compared; known ones have fewer

/// A text, or a file in pieces.
class Bytes {
public:
  static constexpr int end = -1;

  explicit Bytes(std::string_view text) : at_(text.data()), stop_(at_ + text.size()) {}
  Bytes(int fd, uint64_t limit) : fd_(fd), limit_(limit), buffer_(piece) {}

  int peek() { return at_ != stop_ || fill() ? static_cast<unsigned char>(*at_) : end; }
  /// Past the byte that peek() showed.
  void next() {
    line_ += *at_ == '\n';
    ++at_;
  }
  uint64_t line() const { return line_; }
  const std::string &failure() const { return failure_; } // empty: none

private:
  bool fill() {
    ssize_t count = 0;
    do
      count = fd_ < 0 ? 0 : ::read(fd_, buffer_.data(), buffer_.size());
    while (count < 0 && errno == EINTR);
    if (count < 0)
      failure_ = std::string("cannot read: ") + std::strerror(errno);
    read_ += static_cast<uint64_t>(std::max<ssize_t>(count, 0));
    if (read_ > limit_)
      failure_ = "is larger than " + std::to_string(limit_) + " bytes";
    if (count <= 0 || read_ > limit_)
      return false;
    at_ = buffer_.data();
    stop_ = at_ + count;
    return true;
  }

  const char *at_ = nullptr, *stop_ = nullptr;
  uint64_t line_ = 1;
  int fd_ = -1;
  uint64_t read_ = 0, limit_ = 0;
  std::vector<char> buffer_;
  std::string failure_;
};

bool isDigit(int c) { return c >= '0' && c <= '9'; }
bool isHex(int c) { return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

/// What may follow the first byte of a character: how many bytes, and which as the first of them
/// (Unicode 15, table 3-7).
struct Following {
  int count, low, high;
};

Following following(int first) {
  if (first >= 0xc2 && first <= 0xdf)
    return {1, 0x80, 0xbf};
  if (first >= 0xe0 && first <= 0xef)
    return {2, first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf};
  if (first >= 0xf0 && first <= 0xf4)
    return {3, first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf};
  return {};
}

/// Goes over one object and keeps what is known of it. The functions return false where the text is
/// wrong; then nobody goes on.
class Sieve {
public:
  /// `into` null: nothing is kept.
  Sieve(Bytes &bytes, std::string *into) : bytes_(bytes), into_(into) {}

  Result<void> object(const Known &known) {
    for (char c : byte_order_mark)
      if (bytes_.peek() == static_cast<unsigned char>(c))
        bytes_.next();
    skipSpace();
    if (bytes_.peek() != '{')
      return Error{bytes_.failure().empty() ? "it is not a JSON object" : bytes_.failure()};
    if (members(&known) && (skipSpace(), bytes_.peek() == Bytes::end) && bytes_.failure().empty())
      return {};
    if (!bytes_.failure().empty())
      return Error{bytes_.failure()};
    std::string line = std::to_string(bytes_.line());
    if (level_ > most_levels)
      return Error{"it is nested deeper than " + std::to_string(most_levels) + " levels in line " +
                   line};
    return Error{"it is not JSON from line " + line + " on", "", "the file was cut off or damaged"};
  }

private:
  void skipSpace() {
    while (isSpace(bytes_.peek()))
      bytes_.next();
  }

  void keep(std::string_view text) {
    if (into_)
      into_->append(text);
  }

  /// Past the next byte, which is kept.
  void take() {
    if (into_ && into_->size() < most_)
      into_->push_back(static_cast<char>(bytes_.peek()));
    bytes_.next();
  }

  bool take(int wanted) {
    if (bytes_.peek() != wanted)
      return false;
    take();
    return true;
  }

  bool word(std::string_view wanted) {
    for (char c : wanted)
      if (!take(c))
        return false;
    return true;
  }

  bool digits() {
    if (!isDigit(bytes_.peek()))
      return false;
    while (isDigit(bytes_.peek()))
      take();
    return true;
  }

  bool number() {
    take('-');
    if (!take('0') && !digits())
      return false;
    if (take('.') && !digits())
      return false;
    if (!take('e') && !take('E'))
      return true;
    if (!take('+'))
      take('-');
    return digits();
  }

  /// The four digits of \u. Returns the unit of UTF-16, or -1.
  int unit() {
    int value = 0;
    for (int i = 0; i < 4; ++i) {
      int c = bytes_.peek();
      if (!isHex(c))
        return -1;
      value = value * 16 + (isDigit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
      take();
    }
    return value;
  }

  /// Behind the backslash.
  bool escape() {
    constexpr std::string_view simple = "\"\\/bfnrt";
    int c = bytes_.peek();
    if (c != 'u' && c != Bytes::end && simple.find(static_cast<char>(c)) != simple.npos) {
      take();
      return true;
    }
    if (!take('u'))
      return false;
    int first = unit();
    if (first < 0xd800 || first > 0xdfff)
      return first >= 0;
    if (first > 0xdbff || !word("\\u"))
      return false;
    int second = unit();
    return second >= 0xdc00 && second <= 0xdfff;
  }

  /// A character of more than one byte.
  bool wide() {
    Following more = following(bytes_.peek());
    take();
    for (int i = 0; i < more.count; ++i) {
      int c = bytes_.peek();
      if (c < (i ? 0x80 : more.low) || c > (i ? 0xbf : more.high))
        return false;
      take();
    }
    return more.count > 0;
  }

  bool text() {
    if (!take('"'))
      return false;
    for (;;) {
      int c = bytes_.peek();
      if (c == '"')
        return take(c);
      if (c < 0x20) // the end, too
        return false;
      if (c >= 0x80 ? !wide() : (take(), c == '\\' && !escape()))
        return false;
    }
  }

  bool value(const Known *known) {
    switch (int c = bytes_.peek()) {
    case '{':
      return members(known);
    case '[':
      return elements(known);
    case '"':
      return text();
    case 't':
      return word("true");
    case 'f':
      return word("false");
    case 'n':
      return word("null");
    default:
      return (c == '-' || isDigit(c)) && number();
    }
  }

  /// What stands between brackets: `each` reads one part.
  template <class Each> bool parts(int close, const Each &each) {
    take(); // the bracket
    if (++level_ > most_levels)
      return false;
    skipSpace();
    if (!take(close)) {
      do {
        skipSpace();
        if (!each())
          return false;
        skipSpace();
      } while (take(','));
      if (!take(close))
        return false;
    }
    --level_;
    return true;
  }

  bool elements(const Known *known) {
    return parts(']', [&] { return value(known); });
  }

  bool members(const Known *known) {
    bool all = known->members.empty();
    return parts('}', [&] { return all ? anyMember(known) : member(known); });
  }

  bool anyMember(const Known *known) { return text() && colon() && value(known); }

  bool colon() {
    skipSpace();
    bool there = take(':');
    skipSpace();
    return there;
  }

  /// The value of one that is not known is read, and null stands for it.
  bool member(const Known *known) {
    std::string key;
    if (!keyInto(key))
      return false;
    keep(key.size() > longest_key ? "\"...\"" : key);
    if (!colon())
      return false;
    if (auto found = known->members.find(plain(key)); found != known->members.end())
      return value(&found->second);
    keep("null");
    std::string *outer = std::exchange(into_, nullptr);
    bool right = value(&everything_);
    into_ = outer;
    return right;
  }

  /// The quoted key, or of a long one so much that it is seen to be long.
  bool keyInto(std::string &key) {
    std::string *outer = std::exchange(into_, &key);
    most_ = longest_key + 1;
    bool right = text();
    most_ = SIZE_MAX;
    into_ = outer;
    return right;
  }

  /// Without quotes and escapes.
  static std::string plain(const std::string &quoted) {
    if (quoted.size() > longest_key)
      return {};
    return nlohmann::json::parse(quoted).get<std::string>();
  }

  Bytes &bytes_;
  std::string *into_;
  size_t most_ = SIZE_MAX; // bytes in it
  const Known everything_;
  int level_ = 0;
};

Known knownIn(const nlohmann::json &document) {
  Known known;
  if (document.is_array() && !document.empty())
    return knownIn(document.front());
  if (document.is_object())
    for (const auto &[key, value] : document.items())
      known.members[key.ends_with('?') ? key.substr(0, key.size() - 1) : key] = knownIn(value);
  return known;
}

} // namespace

Known knownOf(const std::string &keys) { return knownIn(nlohmann::json::parse(keys)); }

Result<void> checkObject(std::string_view text) {
  Bytes bytes(text);
  return Sieve(bytes, nullptr).object({});
}

Result<std::string> readKnown(const std::string &path, uint64_t limit, const Known &known) {
  TARE_TRY(Descriptor file, openInput(path));
  Bytes bytes(file.fd(), limit);
  std::string text;
  Result<void> read = Sieve(bytes, &text).object(known);
  if (!bytes.failure().empty())
    return Error{bytes.failure(), path};
  return read.ok() ? Result<std::string>(std::move(text)) : read.error();
}

} // namespace tare::json
