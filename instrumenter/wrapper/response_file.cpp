// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/response_file.h"

#include "instrumenter/wrapper/kept_pipes.h"

#include "base/files.h"

namespace tare {

namespace {

constexpr int deepest_nesting = 32; // a file that names itself must end somewhere

bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

void expandInto(const std::vector<std::string> &words, int depth, std::vector<std::string> &out) {
  for (const std::string &word : words) {
    if (word.size() > 1 && word[0] == '@' && depth < deepest_nesting &&
        !isReadOnce(word.substr(1))) {
      Result<std::string> text = readFile(word.substr(1));
      if (text.ok()) {
        expandInto(splitResponse(text.value()), depth + 1, out);
        continue;
      }
    }
    out.push_back(word);
  }
}

} // namespace

std::vector<std::string> splitResponse(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool open = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      word += text[++i];
      open = true;
    } else if (quote ? c == quote : (c == '"' || c == '\'')) {
      quote = quote ? 0 : c;
      open = true;
    } else if (!quote && isSpace(c)) {
      if (open)
        words.push_back(std::move(word));
      word.clear();
      open = false;
    } else {
      word += c;
      open = true;
    }
  }
  if (open)
    words.push_back(std::move(word));
  return words;
}

std::vector<std::string> expandResponseFiles(const std::vector<std::string> &words) {
  std::vector<std::string> out;
  expandInto(words, 0, out);
  return out;
}

} // namespace tare
