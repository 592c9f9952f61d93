// SPDX-License-Identifier: Apache-2.0
// Node table -> compact JSON. Fields that have their default are left out; paths and function
// names are stored once.
#include "instrumenter/nodes/node_table.h"

#include "base/text.h"

#include <nlohmann/json.hpp>

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

Json repetitionJson(const Repetition &repetition) {
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

constexpr size_t shape_digits = 8;

std::string shapesText(const std::vector<uint32_t> &shapes) {
  std::string text;
  for (uint32_t shape : shapes)
    text += hex16(shape).substr(16 - shape_digits);
  return text;
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
  putUnless(object, "e", node.serial, false);
  putUnless(object, "w", node.twin, std::string());
  putUnless(object, "b", node.twin_by, std::string());
  if (node.hashes != std::array<uint64_t, 3>{0, 0, 0})
    object["h"] = {hex16(node.hashes[0]), hex16(node.hashes[1]), hex16(node.hashes[2])};
  putUnless(object, "g", node.code.range, std::string());
  putUnless(object, "a", node.code.calls ? hex16(node.code.calls) : "", std::string());
  putUnless(object, "q", shapesText(node.code.shapes), std::string());
  putUnless(object, "m", repetitionJson(node.trips), repetitionJson({}));
  putUnless(object, "x", repetitionJson(node.hidden), repetitionJson({}));
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
  root["tare_nodes"] = 1;
  root["unit"] = tree.unit;
  root["compiler"] = tree.compiler;
  putUnless(root, "fallback", tree.fallback, false);
  putUnless(root, "fallback_reason", tree.fallback_reason, std::string());
  if (!tree.declarations.empty())
    root["declarations"] = tree.declarations;
  root["strings"] = pool.json();
  root["nodes"] = std::move(nodes);
  return root.dump(-1, ' ', true, Json::error_handler_t::replace);
}

} // namespace tare
