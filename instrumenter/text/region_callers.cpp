// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/text/region_callers.h"

#include "instrumenter/text/function_texts.h"

#include <algorithm>
#include <unordered_map>

namespace tare {

namespace {

/// The stretches of the text that come from the user's files.
std::vector<Span> userRanges(std::string_view text, UserFiles &files) {
  std::vector<Span> ranges;
  int file = -1;
  bool is_user = false;
  for (const LineMap::Line &line : files.lines().lines()) {
    if (line.file == file)
      continue;
    file = line.file;
    bool was_user = is_user;
    is_user = files.isUser(line.offset);
    if (was_user && !is_user)
      ranges.back().end = line.offset;
    if (is_user && !was_user)
      ranges.push_back({line.offset, uint32_t(text.size())});
  }
  return ranges;
}

bool holdsAny(const std::vector<uint32_t> &places, Span span) {
  auto found = std::lower_bound(places.begin(), places.end(), span.begin);
  return found != places.end() && *found < span.end;
}

/// Which body names which function. From bodies with a region the graph is followed back to all
/// bodies that name them.
class NameGraph {
public:
  NameGraph(std::string_view text, const std::vector<FunctionText> &functions)
      : text_(text), functions_(functions), named_by_(functions.size()),
        leads_(functions.size(), false) {
    for (size_t i = 0; i < functions.size(); ++i)
      if (!functions[i].name.empty())
        definitions_[functions[i].name].push_back(i);
  }

  void addRegion(size_t body) { fresh_.push_back(body); }

  void addNames(size_t body) {
    Lexer lexer(text_, functions_[body].body);
    while (Token token = lexer.next()) {
      auto found = definitions_.find(token.word());
      if (found != definitions_.end())
        for (size_t named : found->second)
          named_by_[named].push_back(body);
    }
  }

  std::vector<bool> leading() {
    while (!fresh_.empty()) {
      size_t body = fresh_.back();
      fresh_.pop_back();
      if (leads_[body])
        continue;
      leads_[body] = true;
      if (functions_[body].name == "operator") // it can be used without its name
        leads_.assign(leads_.size(), true);
      fresh_.insert(fresh_.end(), named_by_[body].begin(), named_by_[body].end());
    }
    return leads_;
  }

private:
  std::string_view text_;
  const std::vector<FunctionText> &functions_;
  std::unordered_map<std::string_view, std::vector<size_t>> definitions_;
  std::vector<std::vector<size_t>> named_by_;
  std::vector<bool> leads_;
  std::vector<size_t> fresh_;
};

} // namespace

RegionCallers::RegionCallers(std::string_view text, const std::vector<UserPragma> &pragmas,
                             UserFiles &files) {
  std::vector<uint32_t> regions;
  for (const UserPragma &pragma : pragmas)
    if (mayMakeTeam(pragma))
      regions.push_back(pragma.span.begin);
  if (regions.empty())
    return;
  std::vector<FunctionText> functions;
  for (Span range : userRanges(text, files)) {
    std::vector<FunctionText> more = functionTexts(text, range);
    functions.insert(functions.end(), more.begin(), more.end());
  }
  NameGraph graph(text, functions);
  for (size_t i = 0; i < functions.size(); ++i)
    if (holdsAny(regions, functions[i].body))
      graph.addRegion(i);
    else
      graph.addNames(i);
  std::vector<bool> leading = graph.leading();
  for (size_t i = 0; i < functions.size(); ++i)
    bodies_.push_back({functions[i].body, leading[i]});
}

bool RegionCallers::mayLeadToRegion(uint32_t name) const {
  auto found = std::upper_bound(bodies_.begin(), bodies_.end(), name,
                                [](uint32_t at, const Body &body) { return at < body.span.end; });
  return found != bodies_.end() && found->leads;
}

} // namespace tare
