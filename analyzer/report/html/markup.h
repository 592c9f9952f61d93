// SPDX-License-Identifier: Apache-2.0
// HTML and SVG that cannot come out unbalanced, with foreign text that stays text.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tare {

/// An attribute whose value is empty has its name as value: open="open". Values are escaped. No
/// `style` and no `on...`: the page's policy forbids them.
using Attributes = std::initializer_list<std::pair<std::string_view, std::string>>;

class Markup {
public:
  Markup &open(std::string_view tag, Attributes attributes = {});
  /// The element that was opened last.
  Markup &close();
  /// Escaped; control characters and those that change the direction of text are replaced.
  Markup &text(std::string_view text);
  Markup &element(std::string_view tag, Attributes attributes, std::string_view text);
  /// An element without content: <br>, <path .../>.
  Markup &alone(std::string_view tag, Attributes attributes = {});
  /// What a program wrote, not a person: style and script of the page.
  Markup &raw(std::string_view trusted);
  /// A figure with the number behind it: <data value="0.0123">12.3 ms</data>.
  Markup &figure(double value, std::string_view shown);

  /// All elements are closed.
  std::string take();

private:
  void start(std::string_view tag, Attributes attributes);

  std::string out_;
  std::vector<std::string> open_;
};

/// For text and attributes.
std::string escapedMarkup(std::string_view text);

} // namespace tare
