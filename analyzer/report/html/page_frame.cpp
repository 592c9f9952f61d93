// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/html/page_frame.h"

#include "analyzer/report/html/page_files.h"

namespace tare {
namespace {

void writeDocumentHead(Markup &page, const std::string &title) {
  page.raw("<!DOCTYPE html>\n").open("html", {{"lang", "en"}}).open("head");
  page.raw("<meta charset=\"utf-8\"/>\n<meta http-equiv=\"Content-Security-Policy\" content=\"")
      .raw(page_policy)
      .raw("\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")
      .raw("<meta name=\"color-scheme\" content=\"light dark\"/>\n")
      .raw("<meta name=\"referrer\" content=\"no-referrer\"/>\n");
  page.element("title", {}, title);
  page.raw("<style>").raw(page_style).raw("</style>\n").close();
  page.open("body");
  page.element("a", {{"class", "skip"}, {"href", "#main"}}, "To the answer");
}

std::string endOfDocument(Markup &page) {
  page.raw("<script>").raw(page_script).raw("</script>\n");
  return page.take();
}

void writeWay(Markup &page, const std::vector<PageLink> &way) {
  if (way.empty())
    return;
  page.open("nav", {{"aria-label", "Site"}, {"class", "way"}});
  for (size_t i = 0; i < way.size(); ++i) {
    page.text(i ? " / " : "");
    page.element("a", {{"href", way[i].address}}, way[i].title);
  }
  page.close();
}

void writeNavigation(Markup &page, const std::vector<PageSection> &sections) {
  page.open("nav", {{"aria-label", "Views"}}).open("ol");
  for (const PageSection &section : sections)
    page.open("li").element("a", {{"href", "#" + section.id}}, section.title).close();
  page.close().close();
}

void writeSections(Markup &page, const std::vector<PageSection> &sections) {
  page.open("main", {{"id", "main"}});
  for (const PageSection &section : sections) {
    std::string title = section.id + "-head";
    page.open("section", {{"id", section.id}, {"aria-labelledby", title}});
    page.element("h2", {{"id", title}}, section.title);
    section.write(page);
    page.close();
  }
  page.close();
}

void writeFooter(Markup &page, const std::vector<std::string> &sentences) {
  page.open("footer");
  for (const std::string &sentence : sentences)
    page.element("p", {}, sentence);
  page.element("p", {{"class", "keys"}, {"hidden", ""}}, "");
  page.close();
}

} // namespace

std::string framedPage(const PageFrame &frame) {
  Markup page;
  writeDocumentHead(page, frame.title);
  writeWay(page, frame.way);
  page.open("header");
  frame.header(page);
  page.close();
  writeNavigation(page, frame.sections);
  writeSections(page, frame.sections);
  writeFooter(page, frame.footer);
  return endOfDocument(page);
}

std::string emptyPage(const std::string &title, std::string_view sentence) {
  Markup page;
  writeDocumentHead(page, title);
  page.open("main", {{"id", "main"}}).element("p", {{"class", "loud"}}, sentence).close();
  return endOfDocument(page);
}

} // namespace tare
