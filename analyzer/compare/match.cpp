// SPDX-License-Identifier: Apache-2.0
#include "analyzer/compare/match.h"

#include "base/text.h"
#include "instrumenter/nodes/alignment.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>

namespace tare {
namespace {

using Constructs = std::vector<ConstructLines>;
using Indices = std::vector<int>;

/// path # function # kind # ordinal, from the right: a path may hold anything.
struct IdParts {
  std::string path, function, ordinal;
};
IdParts partsOf(const std::string &id) {
  std::string rest = id;
  auto cut = [&] {
    size_t at = rest.rfind('#');
    std::string part = at == std::string::npos ? rest : rest.substr(at + 1);
    rest = at == std::string::npos ? std::string() : rest.substr(0, at);
    return part;
  };
  IdParts parts;
  parts.ordinal = cut();
  cut(); // kind
  parts.function = cut();
  parts.path = rest;
  return parts;
}

struct Function {
  std::string path, name;
  Indices constructs; // in source order
};

std::vector<Function> functionsOf(const Constructs &constructs) {
  std::map<std::pair<std::string, std::string>, Function> found;
  for (size_t i = 0; i < constructs.size(); ++i) {
    IdParts parts = partsOf(constructs[i].id);
    Function &function = found[{parts.path, parts.function}];
    function.path = parts.path;
    function.name = parts.function;
    function.constructs.push_back(static_cast<int>(i));
  }
  std::vector<Function> functions;
  for (auto &[key, function] : found) {
    std::stable_sort(function.constructs.begin(), function.constructs.end(), [&](int a, int b) {
      const ConstructLines &x = constructs[size_t(a)], &y = constructs[size_t(b)];
      return std::tie(x.line, x.column, x.id) < std::tie(y.line, y.column, y.id);
    });
    functions.push_back(std::move(function));
  }
  return functions;
}

/// What two constructs must have in common in one pass; 0: nothing to go by.
using Key = std::function<uint64_t(const ConstructLines &)>;

Key byHash(size_t which) {
  return [which](const ConstructLines &c) {
    return c.hashes[which] ? hashBytes(c.kind, c.hashes[which]) : 0;
  };
}
/// By the hash of the code. A barrier and the like have none: by the directive.
uint64_t byCode(const ConstructLines &c) {
  return hashBytes(c.kind, c.hashes[0] ? c.hashes[0] : hashBytes(c.directive));
}
uint64_t byDirective(const ConstructLines &c) { return hashBytes(c.kind + " " + c.directive); }
uint64_t byOrdinal(const ConstructLines &c) {
  return hashBytes(c.kind + " " + partsOf(c.id).ordinal);
}
uint64_t byKind(const ConstructLines &c) { return hashBytes(c.kind); }

class Matcher {
public:
  Matcher(const Constructs &base, const Constructs &head)
      : base_(base), head_(head), of_base_(base.size(), -1), of_head_(head.size(), -1),
        by_(base.size(), MatchedBy::None) {}

  std::vector<ConstructMatch> make() {
    pairFunctions();
    pairMoved();
    std::vector<ConstructMatch> pairs;
    for (size_t i = 0; i < base_.size(); ++i)
      pairs.push_back({static_cast<int>(i), of_base_[i], by_[i]});
    for (size_t i = 0; i < head_.size(); ++i)
      if (of_head_[i] < 0)
        pairs.push_back({-1, static_cast<int>(i), MatchedBy::None});
    return pairs;
  }

private:
  void record(int base, int head, MatchedBy by) {
    of_base_[size_t(base)] = head;
    of_head_[size_t(head)] = base;
    by_[size_t(base)] = by;
  }

  void pairFunctions() {
    std::vector<Function> base = functionsOf(base_), head = functionsOf(head_);
    auto pairWhere = [&](auto likeness) {
      for (Function &b : base)
        if (Function *h = onlyLike(b, base, head, likeness)) {
          alignFunction(b.constructs, h->constructs);
          b.constructs.clear(); // done with
          h->constructs.clear();
        }
    };
    pairWhere([](const Function &b, const Function &h) {
      return int(b.path == h.path && b.name == h.name);
    });
    pairWhere([](const Function &b, const Function &h) { return int(b.name == h.name); });
    pairWhere([&](const Function &b, const Function &h) { return sharedCode(b, h); });
  }

  /// The one of `head` that is most like `b`, if `b` is in turn the most like it.
  template <class Likeness>
  Function *onlyLike(Function &b, std::vector<Function> &base, std::vector<Function> &head,
                     Likeness likeness) const {
    Function *best = mostLike(head, [&](const Function &h) { return likeness(b, h); });
    if (!best)
      return nullptr;
    Function *back = mostLike(base, [&](const Function &other) { return likeness(other, *best); });
    return back == &b ? best : nullptr;
  }

  /// Null when none is alike or two are equally so.
  template <class Likeness>
  static Function *mostLike(std::vector<Function> &functions, Likeness likeness) {
    Function *best = nullptr;
    int most = 0, second = 0;
    for (Function &function : functions) {
      int alike = function.constructs.empty() ? 0 : likeness(function);
      if (alike > most) {
        second = most;
        most = alike;
        best = &function;
      } else {
        second = std::max(second, alike);
      }
    }
    return most > second ? best : nullptr;
  }

  /// Constructs with equal code in both functions, each counted once.
  int sharedCode(const Function &b, const Function &h) const {
    std::multiset<uint64_t> codes;
    for (int i : b.constructs)
      if (uint64_t code = byHash(0)(base_[size_t(i)]))
        codes.insert(code);
    int shared = 0;
    for (int i : h.constructs)
      if (auto at = codes.find(byHash(0)(head_[size_t(i)])); at != codes.end()) {
        codes.erase(at);
        shared += 1;
      }
    return shared;
  }

  /// From the surest likeness to the weakest; each pass fills the gaps of the ones before.
  void alignFunction(const Indices &base, const Indices &head) {
    alignBy(byCode, MatchedBy::Exact, base, head);
    alignBy(byHash(1), MatchedBy::Shape, base, head);
    alignBy(byHash(2), MatchedBy::Header, base, head);
    alignBy(byDirective, MatchedBy::Directive, base, head);
    alignBy(byOrdinal, MatchedBy::Order, base, head);
    alignBy(byKind, MatchedBy::Order, base, head);
  }

  /// Aligns what lies between two pairs that earlier passes have made.
  void alignBy(const Key &key, MatchedBy by, const Indices &base, const Indices &head) {
    size_t b = 0, h = 0;
    while (b < base.size() || h < head.size()) {
      Indices bases, heads;
      while (b < base.size() && of_base_[size_t(base[b])] < 0)
        bases.push_back(base[b++]);
      int anchor = b < base.size() ? of_base_[size_t(base[b])] : -1;
      while (h < head.size() && head[h] != anchor)
        heads.push_back(head[h++]);
      alignGap(key, by, bases, heads);
      b += b < base.size();
      h += h < head.size();
    }
  }

  void alignGap(const Key &key, MatchedBy by, const Indices &bases, const Indices &heads) {
    std::vector<uint64_t> base_keys, head_keys;
    for (int i : bases)
      base_keys.push_back(key(base_[size_t(i)]));
    for (int i : heads)
      head_keys.push_back(key(head_[size_t(i)]));
    for (auto [b, h] : alignSequences(base_keys, head_keys))
      record(bases[size_t(b)], heads[size_t(h)], by);
  }

  /// Pairs code that went to another function, or past its neighbours, if no other code is equal.
  void pairMoved() {
    std::map<uint64_t, std::pair<Indices, Indices>> left;
    for (size_t i = 0; i < base_.size(); ++i)
      if (of_base_[i] < 0)
        left[byHash(0)(base_[i])].first.push_back(static_cast<int>(i));
    for (size_t i = 0; i < head_.size(); ++i)
      if (of_head_[i] < 0)
        left[byHash(0)(head_[i])].second.push_back(static_cast<int>(i));
    for (const auto &[code, sides] : left)
      if (code != 0 && sides.first.size() == 1 && sides.second.size() == 1)
        record(sides.first[0], sides.second[0], MatchedBy::Exact);
  }

  const Constructs &base_, &head_;
  Indices of_base_, of_head_;
  std::vector<MatchedBy> by_; // of base's constructs
};

} // namespace

const char *matchName(MatchedBy by) {
  static const char *const names[] = {"exact", "shape", "header", "directive", "order", "none"};
  return names[static_cast<size_t>(by)];
}

std::vector<ConstructMatch> matchConstructs(const std::vector<ConstructLines> &base,
                                            const std::vector<ConstructLines> &head) {
  return Matcher(base, head).make();
}

} // namespace tare
