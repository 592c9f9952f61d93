// SPDX-License-Identifier: Apache-2.0
// Compact JSON -> node table. It may come from anywhere: every count, index and type is checked
// before it is used.
#include "base/formats/formats.h"
#include "instrumenter/nodes/node_table.h"

#include "base/json/fields.h"
#include "base/text.h"

#include <algorithm>
#include <limits>

namespace tare {

namespace {

using json::Cursor;

constexpr size_t node_limit = 1u << 20;
constexpr size_t declarations_limit = 100;
// Bytes of text that nodes may refer to: a text of a megabyte is not copied a million times.
constexpr size_t text_of_table = size_t(64) << 20, text_of_node = 4096;

/// The elements of a list, which must not outlive `at`. Fails, and is empty, where there are fewer
/// or more.
std::vector<Cursor> listAt(const Cursor &at, size_t fewest, size_t most) {
  std::vector<Cursor> list;
  at.elements([&](const Cursor &element) {
    list.size() < most ? list.push_back(element) : at.fail("has too many elements");
  });
  if (list.size() < fewest)
    at.fail("has too few elements");
  return at.failed() ? std::vector<Cursor>() : list;
}

uint32_t countAt(const Cursor &at) {
  return uint32_t(at.whole(0, std::numeric_limits<int>::max()));
}

Trips repetitionAt(const Cursor &at) {
  Trips repetition;
  std::vector<Cursor> list = listAt(at, 3, 4);
  if (list.empty())
    return repetition;
  repetition.times = uint64_t(list[0].whole(0, int64_t(Trips::times_most)));
  repetition.loops = countAt(list[1]);
  repetition.branches = countAt(list[2]);
  repetition.halves = list.size() > 3 ? countAt(list[3]) : 0;
  return repetition;
}

std::vector<uint32_t> shapesAt(const Cursor &at) {
  constexpr size_t width = LoopCode::shape_digits;
  std::string digits = at.text();
  std::vector<uint32_t> shapes;
  if (digits.size() % width != 0 || digits.size() > LoopCode::shapes_most * width ||
      digits.find_first_not_of("0123456789abcdef") != digits.npos)
    at.fail("is no list of hashes");
  else
    for (size_t i = 0; i < digits.size(); i += width)
      shapes.push_back(uint32_t(std::stoul(digits.substr(i, width), nullptr, 16)));
  return shapes;
}

/// What nodes of a table refer to by index.
struct Strings {
  std::vector<std::string> all;
  size_t room = text_of_table; // bytes that may still be referred to

  std::string at(const Cursor &index) {
    size_t number = countAt(index);
    if (number >= all.size())
      index.fail("is no index of a string");
    else if (all[number].size() > room)
      index.fail("refers to more text than a table may hold");
    if (index.failed())
      return {};
    room -= all[number].size();
    return all[number];
  }
};

std::vector<FunctionCall> callsAt(const Cursor &at, Strings &strings) {
  std::vector<FunctionCall> calls;
  for (const Cursor &call : listAt(at, 0, FunctionCall::most))
    if (std::vector<Cursor> parts = listAt(call, 2, 2); !parts.empty())
      calls.push_back({strings.at(parts[0]), repetitionAt(parts[1])});
  return calls;
}

std::vector<ClauseItem> itemsAt(const Cursor &at, Strings &strings) {
  std::vector<ClauseItem> items;
  std::vector<Cursor> list = listAt(at, 0, 2 * Clause::most_items);
  if (list.size() % 2 != 0)
    at.fail("has an item without its size");
  for (size_t i = 1; i < list.size(); i += 2)
    items.push_back({strings.at(list[i - 1]), list[i].unsignedWhole()});
  return items;
}

Clause clauseAt(const Cursor &at, Strings &strings) {
  constexpr int64_t most_value = std::numeric_limits<int64_t>::max();
  Clause clause;
  std::vector<Cursor> parts = listAt(at, 1, 5);
  if (parts.size() > 0)
    clause.name = strings.at(parts[0]);
  if (parts.size() > 1)
    clause.items = itemsAt(parts[1], strings);
  if (parts.size() > 2)
    for (const Cursor &word : listAt(parts[2], 0, Clause::most_words))
      clause.words.push_back(strings.at(word));
  if (parts.size() > 3)
    clause.expression = strings.at(parts[3]);
  if (parts.size() > 4)
    clause.value = parts[4].whole(-most_value - 1, most_value);
  return clause;
}

std::vector<Clause> clausesAt(const Cursor &at, Strings &strings) {
  std::vector<Clause> clauses;
  for (const Cursor &clause : listAt(at, 0, Clause::most))
    clauses.push_back(clauseAt(clause, strings));
  return clauses;
}

/// Members of one node, whose parent must be one of the `index` nodes before it.
class NodeFields {
public:
  NodeFields(json::Fields &io, Strings &strings) : io_(io), strings_(strings) {}

  void read(Node &node, int index, int version) {
    std::string kind;
    io_.required("k", kind);
    io_.check(kindFromName(kind, node.kind), "is no kind of a node", "k");
    readString("p", node.id.path);
    readString("f", node.id.function);
    node.id.kind = kindName(node.kind);
    io_.optional("n", node.id.ordinal);
    io_.optional("u", node.parent, json::Whole{-1, index - 1});
    readPlace(node.place);
    io_.optional("d", node.directive);
    io_.optional("from", node.included_at);
    readTreatment(node);
    readCode(node);
    if (version > 1)
      io_.place("j", [&](const Cursor &at) { node.clauses = clausesAt(at, strings_); });
    else if (isOpenMP(node.kind))
      node.clauses = clausesIn(node.directive);
  }

private:
  void readString(const char *key, std::string &text) {
    bool is_there = io_.place(key, [&](const Cursor &at) { text = strings_.at(at); });
    io_.check(is_there, "is missing", key);
  }

  void readPlace(SourcePlace &place) {
    std::vector<int> lines;
    readString("s", place.file);
    io_.required("l", lines);
    io_.check(lines.size() == 3, "is not line, column and last line", "l");
    if (lines.size() == 3)
      place.line = lines[0], place.column = lines[1], place.end_line = lines[2];
  }

  void readTreatment(Node &node) {
    int treatment = 0;
    io_.optional("t", treatment, json::Whole{0, int64_t(Treatment::Unprobed)});
    node.treatment = Treatment(treatment);
    io_.optional("r", node.reason);
    io_.optional("o", node.opaque);
    io_.optional("c", node.counted_iterations);
    io_.optional("y", node.unsampled);
    io_.optional("v", node.loop_variable);
    io_.optional("i", node.uses_thread_num);
    io_.optional("lc", node.locking_calls);
    io_.optional("e", node.serial);
    io_.optional("w", node.counterpart);
    io_.optional("b", node.counterpart_by);
  }

  void readCode(Node &node) {
    std::vector<uint64_t> hashes;
    io_.optional("h", hashes, json::hex);
    io_.check(hashes.empty() || hashes.size() == 3, "is not three hashes", "h");
    if (hashes.size() == 3)
      std::ranges::copy(hashes, node.hashes.begin());
    io_.optional("g", node.code.range);
    io_.optional("a", node.code.calls, json::hex);
    io_.place("q", [&](const Cursor &at) { node.code.shapes = shapesAt(at); });
    io_.place("m", [&](const Cursor &at) { node.trips = repetitionAt(at); });
    io_.place("x", [&](const Cursor &at) { node.hidden = repetitionAt(at); });
    io_.place("z", [&](const Cursor &at) { node.calls = callsAt(at, strings_); });
  }

  json::Fields &io_;
  Strings &strings_;
};

void tableFields(json::Fields &io, NodeTree &tree) {
  int version = 0;
  Strings strings;
  io.required("tare_nodes", version);
  Result<void> is_read = checkVersion(formats::node_table, version);
  io.check(is_read.ok(), is_read.ok() ? "" : "is another version: " + is_read.error().text(),
           "tare_nodes");
  io.optional("unit", tree.unit);
  io.optional("compiler", tree.compiler);
  io.optional("fallback", tree.fallback);
  io.optional("fallback_reason", tree.fallback_reason);
  io.optional("declarations", tree.declarations);
  io.check(tree.declarations.size() <= declarations_limit, "has too many members", "declarations");
  io.optional("sources", tree.sources);
  io.check(tree.sources.size() <= node_limit, "has too many members", "sources");
  io.required("strings", strings.all);
  io.required("nodes", tree.nodes, [&](json::Fields &node_io, Node &node) {
    node_io.check(tree.nodes.size() <= node_limit, "is one too many");
    strings.room += text_of_node;
    NodeFields(node_io, strings).read(node, int(tree.nodes.size()) - 1, version);
  });
}

} // namespace

Result<NodeTree> readNodeTable(std::string_view text) {
  if (!startsWith(text, node_table_magic))
    return Error{"node table: it does not start as one does"};
  Result<NodeTree> tree = json::read(text, tableFields);
  return tree.ok() ? std::move(tree) : Error{"node table: " + tree.error().message};
}

} // namespace tare
