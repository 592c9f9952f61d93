// SPDX-License-Identifier: Apache-2.0
#include "driver/show_pairing.h"

#include "base/json/fields.h"
#include "base/text.h"

namespace tare {

namespace {

using json::Fields;

constexpr size_t columns = 80;
constexpr size_t indent = 13;

const Node &nodeOf(const std::vector<NodeTree> &trees, NodeRef ref) {
  return trees[size_t(ref.unit)].nodes[size_t(ref.node)];
}

const std::string &pathOf(const Node &node) {
  return node.id.path.empty() ? node.place.file : node.id.path;
}

/// "a.c:3-7", or "a.c:3" where the end is the same line or not known.
std::string placeText(const Node &node, int end_line) {
  std::string place = pathOf(node) + ":" + std::to_string(node.place.line);
  return end_line > node.place.line ? place + "-" + std::to_string(end_line) : place;
}

/// "a.c:3 [omp for]"
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

/// How many constructs have a serial counterpart, and by which rule.
std::string summary(const Pairing &pairing) {
  std::map<PairedBy, int> ways;
  for (const ConstructPair &pair : pairing.pairs)
    ++ways[pair.by];
  size_t all = pairing.pairs.size() + pairing.unpaired.size();
  std::string text = std::to_string(pairing.pairs.size()) + " of " + std::to_string(all) +
                     (all == 1 ? " construct has" : " constructs have") + " a serial counterpart";
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

void nodeFields(Fields &io, const Node &node) {
  io.written("id", node.id.text());
  io.written("kind", kindName(node.kind));
  io.written("file", pathOf(node));
  io.written("line", node.place.line);
  io.written("column", node.place.column);
  io.written("directive", node.directive);
}

void counterpartFields(Fields &io, const Node &serial, int end_line) {
  io.written("id", serial.id.text());
  io.written("file", pathOf(serial));
  io.written("line", serial.place.line);
  io.written("end_line", end_line);
}

void pairingFields(Fields &io, const PairedPrograms &programs) {
  const Pairing &pairing = programs.pairing;
  io.schema(formats::pairs);
  io.written("pairs", pairing.pairs, [&](Fields &inner, const ConstructPair &pair) {
    nodeFields(inner, nodeOf(programs.parallel, pair.parallel));
    inner.written("by", pairedByName(pair.by));
    inner.written("twin", nodeOf(programs.serial, pair.serial),
                  [&](Fields &counterpart, const Node &serial) {
                    counterpartFields(counterpart, serial, pair.end_line);
                  });
  });
  io.written("unpaired", pairing.unpaired, [&](Fields &inner, const UnpairedConstruct &one) {
    nodeFields(inner, nodeOf(programs.parallel, one.parallel));
    inner.written("reason", one.reason);
  });
  io.written("without_code", pairing.without_code, [&](Fields &inner, NodeRef ref) {
    nodeFields(inner, nodeOf(programs.parallel, ref));
  });
}

} // namespace

std::string pairingText(const PairedPrograms &programs) {
  const Pairing &pairing = programs.pairing;
  std::string text = summary(pairing);
  for (const ConstructPair &pair : pairing.pairs)
    text += entry(pairedByName(pair.by), constructText(nodeOf(programs.parallel, pair.parallel)),
                  "= " + placeText(nodeOf(programs.serial, pair.serial), pair.end_line));
  for (const UnpairedConstruct &one : pairing.unpaired)
    text += entry("unpaired", constructText(nodeOf(programs.parallel, one.parallel)), one.reason);
  return text;
}

std::string pairingJson(const PairedPrograms &programs) {
  return json::write(programs, pairingFields, 2);
}

} // namespace tare
