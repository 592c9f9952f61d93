// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/html/markup.h"

#include "base/text.h"

#include <cstdio>

namespace tare {

std::string escapedMarkup(std::string_view text) {
  std::string escaped;
  for (char c : printable(text))
    switch (c) {
    case '&':
      escaped += "&amp;";
      break;
    case '<':
      escaped += "&lt;";
      break;
    case '>':
      escaped += "&gt;";
      break;
    case '"':
      escaped += "&quot;";
      break;
    case '\'':
      escaped += "&#39;";
      break;
    default:
      escaped += c;
    }
  return escaped;
}

void Markup::start(std::string_view tag, Attributes attributes) {
  out_.append("<").append(tag);
  for (const auto &[name, value] : attributes) {
    out_.append(" ").append(name).append("=\"");
    out_.append(value.empty() ? std::string(name) : escapedMarkup(value)).append("\"");
  }
}

Markup &Markup::open(std::string_view tag, Attributes attributes) {
  start(tag, attributes);
  out_ += ">";
  open_.emplace_back(tag);
  return *this;
}

Markup &Markup::close() {
  if (open_.empty())
    return *this;
  out_ += "</" + open_.back() + ">";
  if (open_.size() <= 4 || open_.back() == "tr" || open_.back() == "section")
    out_ += "\n";
  open_.pop_back();
  return *this;
}

Markup &Markup::text(std::string_view text) {
  out_ += escapedMarkup(text);
  return *this;
}

Markup &Markup::element(std::string_view tag, Attributes attributes, std::string_view shown) {
  return open(tag, attributes).text(shown).close();
}

Markup &Markup::alone(std::string_view tag, Attributes attributes) {
  start(tag, attributes);
  out_ += "/>";
  return *this;
}

Markup &Markup::raw(std::string_view trusted) {
  out_ += trusted;
  return *this;
}

Markup &Markup::figure(double value, std::string_view shown) {
  char number[40];
  std::snprintf(number, sizeof number, "%.9g", value);
  return element("data", {{"value", number}}, shown);
}

std::string Markup::take() {
  while (!open_.empty())
    close();
  return std::move(out_);
}

} // namespace tare
