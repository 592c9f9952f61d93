// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/plan/plan_file.h"

#include "base/files.h"
#include "base/formats/formats.h"
#include "base/text.h"
#include "instrumenter/nodes/node.h"

#include <algorithm>
#include <map>

namespace tare {

namespace {

constexpr uint64_t most_bytes = uint64_t(16) << 20;
constexpr size_t most_digits = 9;
constexpr std::string_view verb = "leave-out ";

/// "tare-plan 1"
const std::string &planHead() {
  static const std::string head =
      std::string(formats::plan.name) + " " + std::to_string(formats::plan.version);
  return head;
}

bool isControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// The kind and the end of an identity whose `#kind#number` begins at `at`; 0: none does.
size_t endOfId(std::string_view text, size_t at, NodeKind &kind) {
  size_t number = text.find('#', at + 1);
  if (number == text.npos || !kindFromName(std::string(text.substr(at + 1, number - at - 1)), kind))
    return 0;
  size_t end = std::min(text.find_first_not_of("0123456789", number + 1), text.size());
  size_t digits = end - number - 1;
  bool ends = end == text.size() || text[end] == ' ';
  return digits > 0 && digits <= most_digits && ends ? end : 0;
}

/// Length of the identity that the text begins with: a path, a function, a kind and a number.
size_t lengthOfId(std::string_view text, NodeKind &kind) {
  size_t function = text.find('#');
  if (function == text.npos || function == 0)
    return 0;
  for (size_t at = text.find('#', function + 1); at != text.npos; at = text.find('#', at + 1))
    if (size_t end = endOfId(text, at, kind))
      return end;
  return 0;
}

/// Why a node of this kind must have its probes, or empty.
std::string refusal(NodeKind kind) {
  if (beginsTeam(kind))
    return "a region cannot be left out: without its probes nothing is known of its threads, and "
           "the rows would not add up (a budget skips single executions of it instead)";
  bool has_probes = isOpenMP(kind) || kind == NodeKind::Call || kind == NodeKind::Loop;
  return has_probes ? "" : std::string("a node of kind ") + kindName(kind) + " has no probes";
}

class PlanParser {
public:
  explicit PlanParser(const std::string &path) : path_(path) {}

  Result<std::vector<UnprobedNode>> parse(std::string_view text) {
    for (size_t begin = 0; begin < text.size() || line_ == 0;) {
      size_t end = std::min(text.find('\n', begin), text.size());
      ++line_;
      TARE_DO(readLine(text.substr(begin, end - begin)));
      begin = end + 1;
    }
    return std::move(nodes_);
  }

private:
  Error wrong(const std::string &what) const { return {what, path_ + ":" + std::to_string(line_)}; }

  Result<void> readLine(std::string_view line) {
    if (line_ == 1)
      return readHead(line);
    if (std::ranges::any_of(line, isControl))
      return wrong("a control character: this is no plan, or a broken one");
    if (line.empty() || line.front() == '#')
      return {};
    if (!line.starts_with(verb))
      return wrong("'" + printable(line.substr(0, 40)) +
                   "' is not known: a line is 'leave-out <node id> <reason>' or a comment (#)");
    return readNode(line.substr(verb.size()));
  }

  Result<void> readHead(std::string_view line) const {
    if (line == planHead())
      return {};
    if (line.starts_with(formats::plan.name))
      return wrong("it is '" + printable(line.substr(0, 40)) + "', this Tare reads " + planHead());
    return wrong("this is no plan: its first line is not '" + planHead() + "'");
  }

  Result<void> readNode(std::string_view rest) {
    NodeKind kind = NodeKind::Other;
    size_t length = lengthOfId(rest, kind);
    if (length == 0)
      return wrong("'" + printable(rest.substr(0, 80)) +
                   "' does not begin with a node id: path#function#kind#number");
    std::string id(rest.substr(0, length));
    if (std::string why = refusal(kind); !why.empty())
      return wrong(printable(id) + ": " + why);
    std::string reason(trimText(rest.substr(length)));
    if (reason.empty())
      return wrong(printable(id) + ": no reason is given");
    auto [known, is_new] = lines_.emplace(id, line_);
    if (!is_new)
      return wrong(printable(id) + " is named in line " + std::to_string(known->second) +
                   " already");
    nodes_.push_back({std::move(id), std::move(reason)});
    return {};
  }

  const std::string &path_;
  size_t line_ = 0;
  std::vector<UnprobedNode> nodes_;
  std::map<std::string, size_t> lines_; // by id
};

} // namespace

Result<std::vector<UnprobedNode>> parsePlan(std::string_view text, const std::string &path) {
  return PlanParser(path).parse(text);
}

Result<std::vector<UnprobedNode>> readPlan(const std::string &path) {
  Result<std::string> text = readFile(path, most_bytes);
  if (!text.ok())
    return text.error();
  return parsePlan(text.value(), path);
}

/// A node that would be read back otherwise cannot be written.
Result<std::string> writePlan(const std::vector<UnprobedNode> &nodes) {
  std::string text = planHead() + "\n";
  for (const UnprobedNode &node : nodes)
    text += std::string(verb) + node.id + " " + node.reason + "\n";
  TARE_TRY(std::vector<UnprobedNode> read, parsePlan(text, "plan"));
  if (read == nodes)
    return text;
  for (size_t i = 0; i < nodes.size() && i < read.size(); ++i)
    if (read[i] != nodes[i])
      return Error{"cannot be written into a plan: " + printable(nodes[i].id)};
  return Error{"cannot be written into a plan"};
}

} // namespace tare
