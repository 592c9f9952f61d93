// SPDX-License-Identifier: Apache-2.0
#include "driver/show_pairing.h"

#include "base/text.h"

#include <nlohmann/json.hpp>

namespace tare {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr size_t columns = 80;
constexpr size_t indent = 13;

const Node &nodeOf(const std::vector<NodeTree> &trees, NodeRef ref) {
  return trees[size_t(ref.unit)].nodes[size_t(ref.node)];
}

const std::string &pathOf(const Node &node) {
  return node.id.path.empty() ? node.place.file : node.id.path;
}

std::string placeText(const Node &node, int end_line) {
  std::string place = pathOf(node) + ":" + std::to_string(node.place.line);
  return end_line > node.place.line ? place + "-" + std::to_string(end_line) : place;
}

std::string constructText(const Node &node) {
  std::string text =
      isOpenMP(node.kind) && !node.directive.empty() ? node.directive : kindName(node.kind);
  return placeText(node, 0) + " [" + text + "]";
}

/// A word in the first column and parts that go on one line if they fit.
std::string entry(const std::string &word, const std::string &first, const std::string &second) {
  std::string line = word + std::string(indent > word.size() ? indent - word.size() : 1, ' ');
  line += printable(first);
  bool fits = line.size() + 1 + second.size() <= columns;
  return line + (fits ? " " : "\n" + std::string(indent + 2, ' ')) + printable(second) + "\n";
}

std::string summary(const Pairing &pairing) {
  std::map<PairedBy, int> ways;
  for (const ConstructPair &pair : pairing.pairs)
    ++ways[pair.by];
  size_t all = pairing.pairs.size() + pairing.unpaired.size();
  std::string text = std::to_string(pairing.pairs.size()) + " of " + std::to_string(all) +
                     (all == 1 ? " construct has" : " constructs have") + " a serial twin";
  const char *separator = ": ";
  for (auto [by, count] : ways) {
    text += separator + std::to_string(count) + " " + pairedByName(by);
    separator = ", ";
  }
  if (!pairing.without_code.empty())
    text += "\n" + std::to_string(pairing.without_code.size()) +
            " more have no code inside (barriers, flushes, lock calls): nothing to pair";
  return text + "\n";
}

OrderedJson constructJson(const Node &node) {
  OrderedJson object = OrderedJson::object();
  object["id"] = node.id.text();
  object["kind"] = kindName(node.kind);
  object["file"] = pathOf(node);
  object["line"] = node.place.line;
  object["column"] = node.place.column;
  object["directive"] = node.directive;
  return object;
}

OrderedJson pairJson(const ConstructPair &pair, const PairedPrograms &programs) {
  const Node &serial = nodeOf(programs.serial, pair.serial);
  OrderedJson object = constructJson(nodeOf(programs.parallel, pair.parallel));
  object["by"] = pairedByName(pair.by);
  object["twin"] = {{"id", serial.id.text()},
                    {"file", pathOf(serial)},
                    {"line", serial.place.line},
                    {"end_line", pair.end_line}};
  return object;
}

} // namespace

std::string pairingText(const PairedPrograms &programs) {
  const Pairing &pairing = programs.pairing;
  std::string text = summary(pairing);
  for (const ConstructPair &pair : pairing.pairs)
    text += entry(pairedByName(pair.by), constructText(nodeOf(programs.parallel, pair.parallel)),
                  "= " + placeText(nodeOf(programs.serial, pair.serial), pair.end_line));
  for (const UnpairedConstruct &one : pairing.unpaired)
    text += entry("no twin", constructText(nodeOf(programs.parallel, one.parallel)), one.reason);
  return text;
}

std::string pairingJson(const PairedPrograms &programs) {
  OrderedJson root = OrderedJson::object();
  root["schema"] = "tare.pairs/1";
  root["pairs"] = OrderedJson::array();
  root["unpaired"] = OrderedJson::array();
  root["without_code"] = OrderedJson::array();
  for (const ConstructPair &pair : programs.pairing.pairs)
    root["pairs"].push_back(pairJson(pair, programs));
  for (const UnpairedConstruct &one : programs.pairing.unpaired) {
    OrderedJson object = constructJson(nodeOf(programs.parallel, one.parallel));
    object["reason"] = one.reason;
    root["unpaired"].push_back(std::move(object));
  }
  for (NodeRef ref : programs.pairing.without_code)
    root["without_code"].push_back(constructJson(nodeOf(programs.parallel, ref)));
  return root.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

std::map<std::string, std::string> twinsOf(const PairedPrograms &programs) {
  std::map<std::string, std::string> twins;
  for (const ConstructPair &pair : programs.pairing.pairs) {
    const Node &node = nodeOf(programs.parallel, pair.parallel);
    twins[node.id.text()] = std::string(pairedByName(pair.by)) + " " +
                            placeText(nodeOf(programs.serial, pair.serial), 0);
  }
  return twins;
}

} // namespace tare
