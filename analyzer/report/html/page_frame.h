// SPDX-License-Identifier: Apache-2.0
// What all pages share: head with policy, style and script, navigation, numbered keys, footer.
//
//   header, sections -> [page frame] -> HTML
#pragma once

#include "analyzer/report/html/markup.h"

#include <functional>
#include <string>
#include <vector>

namespace tare {

/// One question, and what answers it.
struct PageSection {
  std::string id;    // "waterfall"
  std::string title; // the question
  std::function<void(Markup &page)> write;
};

/// A page that this one belongs to.
struct PageLink {
  std::string title, address; // of our own, relative
};

struct PageFrame {
  std::string title;                        // of the document
  std::function<void(Markup &page)> header; // writes into <header>
  std::vector<PageSection> sections;
  std::vector<std::string> footer; // sentences
  std::vector<PageLink> way = {};  // of a site: from its first page to the one around this
};

/// The same bytes for the same frame.
std::string framedPage(const PageFrame &frame);

/// A page that has nothing to show but this sentence.
std::string emptyPage(const std::string &title, std::string_view sentence);

} // namespace tare
