// SPDX-License-Identifier: Apache-2.0
#include "base/json/cursor.h"

#include "base/json/sieve.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace tare::json {
namespace {

constexpr size_t text_limit = size_t(256) << 20;
constexpr size_t shown_key = 60; // characters of one in a message

// The functions below walk over a text that is known to be one JSON object, without looking for its
// end.

const char *pastSpace(const char *at) {
  while (isSpace(*at))
    ++at;
  return at;
}

/// Past the mark that may stand here.
const char *pastMark(const char *at, char mark) {
  at = pastSpace(at);
  return pastSpace(*at == mark ? at + 1 : at);
}

const char *pastText(const char *at) {
  for (++at; *at != '"'; ++at)
    if (*at == '\\')
      ++at;
  return at + 1;
}

/// A number, true, false or null.
const char *pastToken(const char *at) {
  while (!isSpace(*at) && *at != ',' && *at != ']' && *at != '}')
    ++at;
  return at;
}

const char *pastValue(const char *at) {
  int64_t depth = 0;
  do {
    if (*at == '"')
      at = pastText(at);
    else if (isSpace(*at) || *at == ',' || *at == ':')
      ++at;
    else if (*at == '{' || *at == '[')
      ++depth, ++at;
    else if (*at == '}' || *at == ']')
      --depth, ++at;
    else
      at = pastToken(at);
  } while (depth > 0);
  return at;
}

/// The characters that a quoted JSON text stands for.
std::string decoded(std::string_view quoted) {
  bool is_plain = quoted.find('\\') == std::string_view::npos;
  return is_plain ? std::string(quoted.substr(1, quoted.size() - 2))
                  : nlohmann::json::parse(quoted).get<std::string>();
}

/// NaN: the token is no number, or one that no double can be.
double numberIn(std::string_view token) {
  bool is_number = token[0] == '-' || (token[0] >= '0' && token[0] <= '9');
  double value = 0;
  if (!is_number)
    return NAN;
  if (std::from_chars(token.data(), token.data() + token.size(), value).ec == std::errc())
    return value;
  value = std::strtod(std::string(token).c_str(), nullptr); // 1e-999 is 0
  return std::isfinite(value) ? value : NAN;
}

template <class Whole> bool wholeIn(std::string_view token, Whole &value) {
  auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (error == std::errc() && end == token.data() + token.size())
    return true;
  constexpr double exact = uint64_t(1) << 53; // beyond that 4.0 may stand for another number
  double number = numberIn(token);
  constexpr double least = std::is_signed_v<Whole> ? -exact : 0;
  bool is_whole = number >= least && number <= exact && number == std::floor(number);
  value = is_whole ? static_cast<Whole>(number) : 0;
  return is_whole;
}

std::string rangeText(const char *kind, double low, double high) {
  char text[100];
  std::snprintf(text, sizeof text, "is not a %s from %.10g to %.10g", kind, low, high);
  return text;
}

} // namespace

Cursor::Cursor(const char *at, const Cursor &around, std::string_view key, size_t index)
    : at_(at), reading_(around.reading_), around_(&around), key_(key), index_(index) {
  if (++reading_->values > most_values)
    around.fail("has too many values");
}

std::string Cursor::path() const {
  if (!around_)
    return "";
  std::string path = around_->path();
  if (!key_.data())
    return path + "[" + std::to_string(index_) + "]";
  return (path.empty() ? path : path + ".") + std::string(key_.substr(0, shown_key));
}

void Cursor::fail(const std::string &message, std::string_view key) const {
  if (failed())
    return;
  std::string place = path();
  if (!key.empty())
    place += (place.empty() ? "" : ".") + std::string(key);
  reading_->error = Error{(place.empty() ? "it " : "'" + place + "' ") + message};
}

void Cursor::refuse(const Error &error) const {
  if (!failed())
    reading_->error = error;
}

std::string_view Cursor::token() const { return {at_, size_t(pastToken(at_) - at_)}; }

std::string Cursor::text() const {
  if (*at_ == '"')
    return decoded({at_, size_t(pastText(at_) - at_)});
  fail("is not a text");
  return {};
}

bool Cursor::boolean() const {
  if (*at_ != 't' && *at_ != 'f')
    fail("is not true or false");
  return *at_ == 't';
}

double Cursor::number(double low, double high) const {
  double value = numberIn(token());
  if (value >= low && value <= high)
    return value;
  fail(rangeText("number", low, high));
  return 0;
}

int64_t Cursor::whole(int64_t low, int64_t high) const {
  int64_t value = 0;
  if (wholeIn(token(), value) && value >= low && value <= high)
    return value;
  fail(rangeText("whole number", double(low), double(high)));
  return 0;
}

uint64_t Cursor::unsignedWhole() const {
  uint64_t value = 0;
  if (wholeIn(token(), value))
    return value;
  fail("is not a whole number from 0 on");
  return 0;
}

void Cursor::elements(const std::function<void(const Cursor &)> &each) const {
  if (*at_ != '[')
    return fail("is not a list");
  size_t index = 0;
  const char *at = pastMark(at_, '[');
  while (*at != ']' && !failed()) {
    Cursor element(at, *this, {}, index++);
    each(element);
    at = pastMark(element.end_ ? element.end_ : pastValue(at), ',');
  }
  end_ = at + 1;
}

void Cursor::members(const std::function<void(std::string, const Cursor &)> &each) const {
  if (*at_ != '{')
    return fail("is not an object");
  const char *at = pastMark(at_, '{');
  while (*at != '}' && !failed()) {
    std::string_view quoted(at, size_t(pastText(at) - at));
    at = pastMark(quoted.end(), ':');
    each(decoded(quoted), Cursor(at, *this, quoted.substr(1, quoted.size() - 2), 0));
    at = pastMark(pastValue(at), ',');
  }
  end_ = at + 1;
}

Result<void> readObject(std::string_view text, const std::function<void(const Cursor &)> &read) {
  if (text.size() > text_limit)
    return Error{"it is larger than 256 MiB"};
  TARE_DO(checkObject(text));
  return readChecked(text, read);
}

Result<void> readChecked(std::string_view text, const std::function<void(const Cursor &)> &read) {
  Reading reading;
  read(Cursor(text.data() + text.find('{'), reading)); // behind a byte order mark, and blanks
  return reading.error.message.empty() ? Result<void>() : Result<void>(reading.error);
}

} // namespace tare::json
