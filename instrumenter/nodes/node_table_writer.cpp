// SPDX-License-Identifier: Apache-2.0
// Node table -> compact JSON. Fields with their default are not written. Paths, names of functions
// and texts of clauses are stored once.
#include "base/formats/formats.h"
#include "instrumenter/nodes/node_table.h"

#include "base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace tare {

namespace {

using Json = nlohmann::ordered_json;

/// Strings that occur often, by index.
class StringPool {
public:
  size_t indexOf(const std::string &text) {
    auto [entry, is_new] = index_.try_emplace(text, strings_.size());
    if (is_new)
      strings_.push_back(text);
    return entry->second;
  }
  Json json() const { return strings_; }

private:
  std::map<std::string, size_t> index_;
  std::vector<std::string> strings_;
};

template <class T> void putUnless(Json &object, const char *key, const T &value, const T &usual) {
  if (value != usual)
    object[key] = value;
}

Json repetitionJson(const Trips &repetition) {
  Json list = {repetition.times, repetition.loops, repetition.branches};
  if (repetition.halves > 0)
    list.push_back(repetition.halves);
  return list;
}

Json callsJson(const std::vector<FunctionCall> &calls, StringPool &pool) {
  Json list = Json::array();
  for (const FunctionCall &call : calls)
    list.push_back({pool.indexOf(call.callee), repetitionJson(call.repeated)});
  return list;
}

std::string shapesText(const std::vector<uint32_t> &shapes) {
  std::string text;
  for (uint32_t shape : shapes)
    text += hex16(shape).substr(16 - LoopCode::shape_digits);
  return text;
}

/// [name, [item, its bytes, item, its bytes], [word], expression, value], without what is empty at
/// the end. Texts are indices.
Json clauseJson(const Clause &clause, StringPool &pool) {
  Json list = Json::array({pool.indexOf(clause.name), Json::array(), Json::array()});
  for (size_t i = 0; i < std::min(clause.items.size(), Clause::most_items); ++i) {
    list[1].push_back(pool.indexOf(clause.items[i].text));
    list[1].push_back(clause.items[i].bytes);
  }
  for (size_t i = 0; i < std::min(clause.words.size(), Clause::most_words); ++i)
    list[2].push_back(pool.indexOf(clause.words[i]));
  if (clause.value || !clause.expression.empty())
    list.push_back(pool.indexOf(clause.expression));
  if (clause.value)
    list.push_back(*clause.value);
  while (list.back().empty())
    list.erase(list.size() - 1);
  return list;
}

Json clausesJson(const std::vector<Clause> &clauses, StringPool &pool) {
  Json list = Json::array();
  for (size_t i = 0; i < std::min(clauses.size(), Clause::most); ++i)
    list.push_back(clauseJson(clauses[i], pool));
  return list;
}

Json nodeJson(const Node &node, StringPool &pool) {
  Json object = Json::object();
  object["k"] = kindName(node.kind);
  object["p"] = pool.indexOf(node.id.path);
  object["f"] = pool.indexOf(node.id.function);
  object["n"] = node.id.ordinal;
  putUnless(object, "u", node.parent, -1);
  object["s"] = pool.indexOf(node.place.file);
  object["l"] = {node.place.line, node.place.column, node.place.end_line};
  putUnless(object, "d", node.directive, std::string());
  putUnless(object, "t", int(node.treatment), 0);
  putUnless(object, "r", node.reason, std::string());
  putUnless(object, "o", node.opaque, std::string());
  putUnless(object, "c", node.counted_iterations, false);
  putUnless(object, "y", node.unsampled, std::string());
  putUnless(object, "v", node.loop_variable, std::string());
  putUnless(object, "i", node.uses_thread_num, false);
  putUnless(object, "lc", node.locking_calls, std::string());
  putUnless(object, "from", node.included_at, std::string());
  putUnless(object, "e", node.serial, false);
  putUnless(object, "w", node.counterpart, std::string());
  putUnless(object, "b", node.counterpart_by, std::string());
  if (node.hashes != std::array<uint64_t, 3>{0, 0, 0})
    object["h"] = {hex16(node.hashes[0]), hex16(node.hashes[1]), hex16(node.hashes[2])};
  putUnless(object, "g", node.code.range, std::string());
  putUnless(object, "a", node.code.calls ? hex16(node.code.calls) : "", std::string());
  putUnless(object, "q", shapesText(node.code.shapes), std::string());
  putUnless(object, "m", repetitionJson(node.trips), repetitionJson({}));
  putUnless(object, "x", repetitionJson(node.hidden), repetitionJson({}));
  if (!node.clauses.empty())
    object["j"] = clausesJson(node.clauses, pool);
  if (!node.calls.empty())
    object["z"] = callsJson(node.calls, pool);
  return object;
}

} // namespace

std::string writeNodeTable(const NodeTree &tree) {
  StringPool pool;
  Json nodes = Json::array();
  for (const Node &node : tree.nodes)
    nodes.push_back(nodeJson(node, pool));
  Json root = Json::object();
  root["tare_nodes"] = formats::node_table.version;
  root["unit"] = tree.unit;
  root["compiler"] = tree.compiler;
  putUnless(root, "fallback", tree.fallback, false);
  putUnless(root, "fallback_reason", tree.fallback_reason, std::string());
  if (!tree.declarations.empty())
    root["declarations"] = tree.declarations;
  if (!tree.sources.empty())
    root["sources"] = tree.sources;
  root["strings"] = pool.json();
  root["nodes"] = std::move(nodes);
  return root.dump(-1, ' ', true, Json::error_handler_t::replace);
}

} // namespace tare
