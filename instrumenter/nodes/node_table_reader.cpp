// SPDX-License-Identifier: Apache-2.0
// Compact JSON -> node table. It may come from anywhere: every count, index and type is checked
// before it is used.
#include "instrumenter/nodes/node_table.h"

#include "base/text.h"

#include <nlohmann/json.hpp>

#include <limits>

namespace tare {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t text_limit = size_t(256) << 20;
constexpr size_t node_limit = 1u << 20;
constexpr int depth_limit = 8;

/// Reads fields of one untrusted object; remembers the first thing that was wrong.
class Fields {
public:
  Fields(const Json &object, const std::vector<std::string> &pool) : object_(object), pool_(pool) {}

  bool bad() const { return bad_; }

  std::string text(const char *key) {
    const Json *value = find(key);
    if (!value)
      return {};
    if (!value->is_string())
      return fail(std::string());
    return value->get<std::string>();
  }

  int number(const char *key, int usual, int lowest, int highest) {
    const Json *value = find(key);
    return value ? numberOf(*value, usual, lowest, highest) : usual;
  }

  bool flag(const char *key) {
    const Json *value = find(key);
    if (!value)
      return false;
    return value->is_boolean() ? value->get<bool>() : fail(false);
  }

  std::string pooled(const char *key) {
    return pooledAt(number(key, -1, 0, std::numeric_limits<int>::max()));
  }

  std::string pooledAt(const Json &index) {
    return pooledAt(numberOf(index, -1, 0, std::numeric_limits<int>::max()));
  }

  std::string pooledAt(int index) {
    if (index < 0 || size_t(index) >= pool_.size())
      return fail(std::string());
    return pool_[size_t(index)];
  }

  /// Null when it is not there.
  const Json *any(const char *key) const { return find(key); }

  /// An array of `count` elements, or null and bad().
  const Json *array(const char *key, size_t count) {
    const Json *value = find(key);
    if (value && value->is_array() && value->size() == count)
      return value;
    bad_ = true;
    return nullptr;
  }

  int numberOf(const Json &value, int usual, int lowest, int highest) {
    if (!value.is_number_integer())
      return fail(usual);
    auto wide = value.get<int64_t>();
    return wide < lowest || wide > highest ? fail(usual) : int(wide);
  }

  bool has(const char *key) const { return object_.contains(key); }

  void fail() { bad_ = true; }
  template <class T> T fail(T value) {
    bad_ = true;
    return value;
  }

private:
  const Json *find(const char *key) const {
    auto found = object_.find(key);
    return found == object_.end() ? nullptr : &*found;
  }

  const Json &object_;
  const std::vector<std::string> &pool_;
  bool bad_ = false;
};

bool areDigits(const std::string &text) {
  return text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

uint64_t readHash(const Json &value, Fields &fields) {
  if (!value.is_string())
    return fields.fail(uint64_t(0));
  std::string digits = value.get<std::string>();
  if (digits.size() != 16 || !areDigits(digits))
    return fields.fail(uint64_t(0));
  return std::stoull(digits, nullptr, 16);
}

void readPlace(Fields &fields, SourcePlace &place) {
  const int highest = std::numeric_limits<int>::max();
  place.file = fields.pooled("s");
  const Json *lines = fields.array("l", 3);
  if (!lines)
    return;
  place.line = fields.numberOf((*lines)[0], 0, 0, highest);
  place.column = fields.numberOf((*lines)[1], 0, 0, highest);
  place.end_line = fields.numberOf((*lines)[2], 0, 0, highest);
}

void readHashes(Fields &fields, Node &node) {
  if (!fields.has("h"))
    return;
  if (const Json *hashes = fields.array("h", 3))
    for (size_t i = 0; i < 3; ++i)
      node.hashes[i] = readHash((*hashes)[i], fields);
}

void readCode(Fields &fields, LoopCode &code) {
  code.range = fields.text("g");
  std::string calls = fields.text("a"), shapes = fields.text("q");
  bool fits = (calls.empty() || calls.size() == 16) && shapes.size() % LoopCode::shape_digits == 0 &&
              shapes.size() <= LoopCode::shapes_most * LoopCode::shape_digits;
  if (!fits || !areDigits(calls) || !areDigits(shapes))
    return fields.fail();
  code.calls = calls.empty() ? 0 : std::stoull(calls, nullptr, 16);
  for (size_t at = 0; at < shapes.size(); at += LoopCode::shape_digits)
    code.shapes.push_back(uint32_t(std::stoul(shapes.substr(at, LoopCode::shape_digits), nullptr, 16)));
}

Repetition repetitionOf(const Json &value, Fields &fields) {
  const int most = std::numeric_limits<int>::max();
  Repetition repetition;
  bool is_list = value.is_array() && (value.size() == 3 || value.size() == 4);
  if (!is_list || !value[0].is_number_unsigned() ||
      value[0].get<uint64_t>() > Repetition::times_most)
    return fields.fail(repetition);
  repetition.times = value[0].get<uint64_t>();
  repetition.loops = uint32_t(fields.numberOf(value[1], 0, 0, most));
  repetition.branches = uint32_t(fields.numberOf(value[2], 0, 0, most));
  if (value.size() == 4)
    repetition.halves = uint32_t(fields.numberOf(value[3], 0, 0, most));
  return repetition;
}

void readRepetitions(Fields &fields, Node &node) {
  if (const Json *trips = fields.any("m"))
    node.trips = repetitionOf(*trips, fields);
  if (const Json *hidden = fields.any("x"))
    node.hidden = repetitionOf(*hidden, fields);
}

void readCalls(Fields &fields, std::vector<FunctionCall> &calls) {
  const Json *list = fields.any("z");
  if (!list)
    return;
  if (!list->is_array() || list->size() > FunctionCall::most)
    return fields.fail();
  for (const Json &call : *list) {
    if (!call.is_array() || call.size() != 2)
      return fields.fail();
    calls.push_back({fields.pooledAt(call[0]), repetitionOf(call[1], fields)});
  }
}

void readItems(const Json &list, Fields &fields, std::vector<ClauseItem> &items) {
  if (!list.is_array() || list.size() % 2 != 0 || list.size() > 2 * Clause::most_items)
    return fields.fail();
  for (size_t i = 0; i < list.size(); i += 2) {
    if (!list[i + 1].is_number_unsigned())
      return fields.fail();
    items.push_back({fields.pooledAt(list[i]), list[i + 1].get<uint64_t>()});
  }
}

void readWords(const Json &list, Fields &fields, std::vector<std::string> &words) {
  if (!list.is_array() || list.size() > Clause::most_words)
    return fields.fail();
  for (const Json &word : list)
    words.push_back(fields.pooledAt(word));
}

void readClause(const Json &list, Fields &fields, Clause &clause) {
  if (!list.is_array() || list.empty() || list.size() > 5)
    return fields.fail();
  clause.name = fields.pooledAt(list[0]);
  if (list.size() > 1)
    readItems(list[1], fields, clause.items);
  if (list.size() > 2)
    readWords(list[2], fields, clause.words);
  if (list.size() > 3)
    clause.expression = fields.pooledAt(list[3]);
  if (list.size() < 5)
    return;
  bool fits = list[4].is_number_unsigned() ? list[4].get<uint64_t>() <= INT64_MAX
                                           : list[4].is_number_integer();
  fits ? void(clause.value = list[4].get<int64_t>()) : fields.fail();
}

void readClauses(Fields &fields, int version, Node &node) {
  if (version == 1 && isOpenMP(node.kind))
    node.clauses = clausesIn(node.directive);
  const Json *list = version == 1 ? nullptr : fields.any("j");
  if (!list)
    return;
  if (!list->is_array() || list->size() > Clause::most)
    return fields.fail();
  for (const Json &clause : *list)
    readClause(clause, fields, node.clauses.emplace_back());
}

/// A node whose parent must be one of the `index` nodes before it.
Result<Node> readNode(const Json &object, const std::vector<std::string> &pool, int version,
                      int index) {
  Error broken{"node table: node " + std::to_string(index) + " is malformed"};
  if (!object.is_object())
    return broken;
  Fields fields(object, pool);
  Node node;
  if (!kindFromName(fields.text("k"), node.kind))
    return broken;
  node.id = {fields.pooled("p"), fields.pooled("f"), kindName(node.kind), 0};
  node.id.ordinal = fields.number("n", 0, 0, std::numeric_limits<int>::max());
  node.parent = fields.number("u", -1, -1, index - 1);
  readPlace(fields, node.place);
  node.directive = fields.text("d");
  node.treatment = Treatment(fields.number("t", 0, 0, int(Treatment::LeftOut)));
  node.reason = fields.text("r");
  node.opaque = fields.text("o");
  node.counted_iterations = fields.flag("c");
  node.unsampled = fields.text("y");
  node.loop_variable = fields.text("v");
  node.uses_thread_num = fields.flag("i");
  node.serial = fields.flag("e");
  node.twin = fields.text("w");
  node.twin_by = fields.text("b");
  readHashes(fields, node);
  readCode(fields, node.code);
  readRepetitions(fields, node);
  readCalls(fields, node.calls);
  if (fields.bad())
    return broken;
  readClauses(fields, version, node);
  if (fields.bad())
    return Error{"node table: the clauses of node " + std::to_string(index) + " are malformed"};
  return node;
}

Result<std::vector<std::string>> readPool(const Json &root) {
  auto found = root.find("strings");
  if (found == root.end() || !found->is_array() || found->size() > 3 * node_limit)
    return Error{"node table: no list of strings"};
  std::vector<std::string> pool;
  for (const Json &entry : *found) {
    if (!entry.is_string())
      return Error{"node table: a string is not a string"};
    pool.push_back(entry.get<std::string>());
  }
  return pool;
}

/// False when it is there and malformed.
bool readDeclarations(const Json &root, Fields &fields, std::map<std::string, int> &declarations) {
  auto found = root.find("declarations");
  if (found == root.end())
    return true;
  if (!found->is_object() || found->size() > 100)
    return false;
  for (const auto &[name, count] : found->items())
    declarations[name] = fields.numberOf(count, 0, 0, std::numeric_limits<int>::max());
  return true;
}

Result<Json> parseTable(std::string_view text) {
  if (text.size() > text_limit)
    return Error{"node table: larger than 256 MiB"};
  if (!startsWith(text, node_table_magic))
    return Error{"node table: it does not start as one does"};
  bool too_deep = false;
  auto watch = [&](int depth, Json::parse_event_t, Json &) {
    too_deep = too_deep || depth > depth_limit;
    return !too_deep;
  };
  Json root = Json::parse(text.begin(), text.end(), watch, false);
  if (too_deep || root.is_discarded() || !root.is_object())
    return Error{"node table: not valid JSON"};
  return root;
}

} // namespace

Result<NodeTree> readNodeTable(std::string_view text) {
  Result<Json> parsed = parseTable(text);
  if (!parsed.ok())
    return parsed.error();
  const Json &root = parsed.value();
  Result<std::vector<std::string>> pool = readPool(root);
  if (!pool.ok())
    return pool.error();
  Fields fields(root, pool.value());
  int version = fields.number("tare_nodes", 0, 0, std::numeric_limits<int>::max());
  if (version < 1 || version > 2)
    return Error{"node table: only versions 1 and 2 are known, and it has another one"};
  NodeTree tree;
  tree.unit = fields.text("unit");
  tree.compiler = fields.text("compiler");
  tree.fallback = fields.flag("fallback");
  tree.fallback_reason = fields.text("fallback_reason");
  bool declared = readDeclarations(root, fields, tree.declarations);
  auto nodes = root.find("nodes");
  if (!declared || fields.bad() || nodes == root.end() || !nodes->is_array() ||
      nodes->size() > node_limit)
    return Error{"node table: its head is malformed"};
  for (const Json &object : *nodes) {
    Result<Node> node = readNode(object, pool.value(), version, int(tree.nodes.size()));
    if (!node.ok())
      return node.error();
    tree.nodes.push_back(std::move(node).value());
  }
  return tree;
}

} // namespace tare
