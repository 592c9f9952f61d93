// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/bulk.h"

#include "base/text.h"

#include <charconv>
#include <cmath>
#include <cstdio>

namespace tare {
namespace {

/// Bytes of the character of UTF-8 that begins at `at`; 0: none does.
size_t lengthOfCharacter(std::string_view text, size_t at) {
  auto byte = [&](size_t i) { return at + i < text.size() ? uint8_t(text[at + i]) : uint8_t(0); };
  auto follows = [&](size_t i) { return (byte(i) & 0xc0) == 0x80; };
  uint8_t first = byte(0);
  if (first < 0x80)
    return 1;
  if (first >= 0xc2 && first <= 0xdf)
    return follows(1) ? 2 : 0;
  if ((first & 0xf0) == 0xe0) {
    bool is_long = first != 0xe0 || byte(1) >= 0xa0,
         is_surrogate = first == 0xed && byte(1) >= 0xa0;
    return follows(1) && follows(2) && is_long && !is_surrogate ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    bool is_long = first != 0xf0 || byte(1) >= 0x90, is_beyond = first == 0xf4 && byte(1) >= 0x90;
    return follows(1) && follows(2) && follows(3) && is_long && !is_beyond ? 4 : 0;
  }
  return 0;
}

void appendAscii(std::string &json, char c) {
  if (c == '"' || c == '\\') {
    json += '\\';
    json += c;
  } else if (c == '\n') {
    json += "\\n";
  } else if (c == '\0') {
    json += '?';
  } else if (static_cast<unsigned char>(c) < 0x20) {
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
    json += escape;
  } else {
    json += c;
  }
}

} // namespace

std::string jsonQuoted(std::string_view text) {
  std::string json = "\"";
  json.reserve(text.size() + text.size() / 8 + 2);
  for (size_t at = 0; at < text.size();) {
    size_t length = lengthOfCharacter(text, at);
    if (length == 1)
      appendAscii(json, text[at]);
    else if (length)
      json += text.substr(at, length);
    else
      json += '?';
    at += length ? length : 1;
  }
  return json + '"';
}

bool isStorable(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    size_t length = lengthOfCharacter(text, at);
    if (!length || text[at] == '\0')
      return false;
    at += length;
  }
  return true;
}

BulkRows &BulkRows::row() {
  json_ += rows_++ ? "],[" : "[";
  first_ = true;
  return *this;
}

void BulkRows::separate() {
  if (!first_)
    json_ += ',';
  first_ = false;
}

BulkRows &BulkRows::text(std::string_view value) {
  separate();
  json_ += jsonQuoted(value);
  return *this;
}

BulkRows &BulkRows::number(double value) {
  if (!std::isfinite(value))
    return null();
  separate();
  char text[64];
  json_.append(text, std::to_chars(text, text + sizeof text, value).ptr);
  return *this;
}

BulkRows &BulkRows::number(std::optional<double> value) { return value ? number(*value) : null(); }

BulkRows &BulkRows::whole(int64_t value) {
  separate();
  json_ += std::to_string(value);
  return *this;
}

BulkRows &BulkRows::null() {
  separate();
  json_ += "null";
  return *this;
}

std::string BulkRows::take() { return std::move(json_) + (rows_ ? "]]" : "]"); }

std::string bulkSource(const Database &database) {
  return database.kind() == Database::Kind::sqlite
             ? "json_each(?)"
             : "json_array_elements(CAST(? AS json)) AS listed(value)";
}

std::string bulkColumn(const Database &database, size_t number, ColumnType type) {
  std::string at = std::to_string(number);
  if (database.kind() == Database::Kind::sqlite)
    return "json_extract(value,'$[" + at + "]')";
  const char *name = type == ColumnType::text    ? "TEXT"
                     : type == ColumnType::whole ? "BIGINT"
                                                 : "DOUBLE PRECISION";
  return "CAST(value->>" + at + " AS " + name + ")";
}

Result<void> insertRows(Database &database, const std::string &table,
                        const std::vector<BulkColumn> &columns, BulkRows rows, bool unless_there) {
  if (rows.empty())
    return {};
  std::vector<std::string> names, values;
  for (const BulkColumn &column : columns) {
    names.push_back(column.name);
    values.push_back(bulkColumn(database, values.size(), column.type));
  }
  std::string sql = "INSERT INTO " + table + " (" + joinText(names, ", ") + ") SELECT " +
                    joinText(values, ", ") + " FROM " + bulkSource(database) + " WHERE true";
  if (unless_there)
    sql += " ON CONFLICT DO NOTHING";
  return database.run(sql, {rows.take()});
}

} // namespace tare
