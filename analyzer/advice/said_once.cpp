// SPDX-License-Identifier: Apache-2.0
#include "analyzer/advice/said_once.h"

#include "base/text.h"

#include <algorithm>

namespace tare {
namespace {

/// Whether a sentence ends at `at`: a full stop before a blank and a capital letter or a figure.
bool endsAt(const std::string &text, size_t at) {
  auto begins = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); };
  return at + 2 < text.size() && text[at] == '.' && text[at + 1] == ' ' && begins(text[at + 2]);
}

bool hasSentence(const SaidOfPlace &said, const std::string &sentence) {
  std::vector<std::string> all = sentencesIn(said.text);
  return std::ranges::find(all, sentence) != all.end();
}

/// The first one before `i`, of another place, that has the sentence; null: none has.
const SaidOfPlace *earlier(const std::vector<SaidOfPlace> &all, size_t i,
                           const std::string &sentence) {
  for (size_t k = 0; k < i; ++k)
    if (all[k].place != all[i].place && hasSentence(all[k], sentence))
      return &all[k];
  return nullptr;
}

} // namespace

std::vector<std::string> sentencesIn(const std::string &text) {
  std::vector<std::string> sentences;
  size_t begin = 0;
  for (size_t at = 0; at < text.size(); ++at)
    if (endsAt(text, at)) {
      sentences.push_back(text.substr(begin, at + 1 - begin));
      begin = at + 2;
    }
  if (begin < text.size())
    sentences.push_back(text.substr(begin));
  return sentences;
}

/// Compares with the words as they were: what an earlier one gave up counts all the same.
void sayOnce(std::vector<SaidOfPlace> &all) {
  const std::vector<SaidOfPlace> whole = all;
  for (size_t i = 1; i < all.size(); ++i) {
    std::vector<std::string> kept;
    bool refers = false;
    for (const std::string &sentence : sentencesIn(whole[i].text)) {
      const SaidOfPlace *first = earlier(whole, i, sentence);
      if (!first)
        kept.push_back(sentence);
      else if (!refers)
        kept.push_back("See '" + first->place + "'."), refers = true;
    }
    std::string text = joinText(kept, " ");
    if (text.size() < all[i].text.size())
      all[i].text = text;
  }
}

} // namespace tare
