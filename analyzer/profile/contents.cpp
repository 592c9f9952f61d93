// SPDX-License-Identifier: Apache-2.0
// Sorting blocks. Modules come first: they say how large the cells of a thread have to be.
#include "analyzer/profile/contents.h"

#include "base/text.h"
#include "instrumenter/nodes/node_table.h"

#include <algorithm>

namespace tare {

SlotMeanings meaningsAt(const Node &node, bool of_serial_program) {
  bool has_team = beginsTeam(node.kind);
  Spent third = Spent::Serial, fourth = Spent::Scheduling;
  if (!of_serial_program && has_team)
    third = Spent::Fork;
  else if (!of_serial_program && node.kind == NodeKind::Taskloop)
    third = Spent::Creation;
  if (has_team)
    fourth = Spent::Skipped;
  else if (runsTasksInWaits(node.kind))
    fourth = Spent::Fetching;
  else if (node.kind == NodeKind::Task)
    fourth = Spent::Creation;
  SlotMeanings meanings = {Spent::Body,  Spent::Wait,   third,         fourth,
                           Spent::SetUp, Spent::Nested, Spent::TaskGap};
  meanings[TARE_SLOT_AROUND] = Spent::Around;
  return meanings;
}

namespace {

/// Nodes times threads that are held in memory, about 150 bytes each: so many of any file, and of a
/// larger one so many for each that it has cells of.
constexpr uint64_t free_thread_nodes = uint64_t(1) << 20, thread_nodes_per_cells = 16;

class BlockSorter {
public:
  explicit BlockSorter(const ProfileImage &image) : image_(image) {
    contents_.version = image.header.major;
  }

  Result<ProfileContents> sort() {
    using Step = Result<void> (BlockSorter::*)(const ImageBlock &);
    constexpr std::pair<uint32_t, Step> steps[] = {{TARE_BLOCK_MODULE, &BlockSorter::addModule},
                                                   {TARE_BLOCK_THREAD, &BlockSorter::addThread},
                                                   {TARE_BLOCK_CELLS, &BlockSorter::addCells},
                                                   {TARE_BLOCK_LOG, &BlockSorter::addLog},
                                                   {TARE_BLOCK_SAMPLES, &BlockSorter::addSamples},
                                                   {TARE_BLOCK_EVENTS, &BlockSorter::addEvents},
                                                   {TARE_BLOCK_PATHS, &BlockSorter::addPaths}};
    for (auto [kind, step] : steps) {
      for (const ImageBlock &block : image_.blocks) {
        if (block.head.kind != kind || isUnfinished(block))
          continue;
        TARE_DO((this->*step)(block));
      }
    }
    TARE_DO(placeModules());
    return std::move(contents_);
  }

private:
  /// A block that its writer had made but not filled when it died. (Logs and call paths may well be
  /// none.)
  bool isUnfinished(const ImageBlock &block) const {
    bool may_be_empty = block.head.kind == TARE_BLOCK_LOG || block.head.kind == TARE_BLOCK_PATHS ||
                        block.head.kind == TARE_BLOCK_EVENTS;
    return block.head.used == 0 && !may_be_empty && !image_.isComplete();
  }

  static Error broken(const ImageBlock &block, const std::string &what) {
    return Error{"corrupted: block " + std::to_string(block.number) + " " + what, "",
                 "measure again"};
  }

  Result<void> addModule(const ImageBlock &block) {
    if (block.payload.size() < sizeof(tare_pf_module))
      return broken(block, "is too small for a module");
    auto head = recordAt<tare_pf_module>(block.payload, 0);
    if (head.table_length > block.payload.size() - sizeof head)
      return broken(block, "is too small for its node table");
    std::string_view table = block.payload.substr(sizeof head, head.table_length);
    if (hashBytes(table) != head.table_hash)
      return broken(block, "holds a node table that does not fit its hash");
    Result<NodeTree> tree = readNodeTable(table);
    if (!tree.ok())
      return broken(block, "holds a bad node table: " + tree.error().text());
    if (tree.value().nodes.size() != head.node_count)
      return broken(block, "says " + std::to_string(head.node_count) + " nodes, its table has " +
                               std::to_string(tree.value().nodes.size()));
    if (!ranges_.emplace(block.head.module, head).second)
      return broken(block, "describes a module for the second time");
    contents_.modules.push_back({head.first_node, std::move(tree).value()});
    return {};
  }

  Result<void> addThread(const ImageBlock &block) {
    if (block.payload.size() < sizeof(tare_pf_thread))
      return broken(block, "is too small for a thread");
    auto state = recordAt<tare_pf_thread>(block.payload, 0);
    if (state.depth > TARE_PF_FRAMES)
      return broken(block,
                    "says that its thread is inside " + std::to_string(state.depth) + " regions");
    if (!contents_.threads.emplace(block.head.thread, ThreadBlocks{state, {}, {}, {}, {}}).second)
      return broken(block, "describes a thread for the second time");
    return {};
  }

  Result<void> addCells(const ImageBlock &block) {
    auto module = ranges_.find(block.head.module);
    auto thread = contents_.threads.find(block.head.thread);
    if (module == ranges_.end() || thread == contents_.threads.end())
      return broken(block, "holds cells of a module or thread that the file does not describe");
    if (block.payload.size() != uint64_t(module->second.node_count) * sizeof(tare_pf_node))
      return broken(block, "has not one cell for each node of its module");
    uint32_t first_node = module->second.first_node;
    for (const CellsBlock &other : thread->second.cells)
      if (other.first_node == first_node && !other.payload.empty())
        return broken(block, "holds cells for the second time");
    thread->second.cells.push_back({first_node, block.head.address, block.payload});
    return {};
  }

  Result<void> addLog(const ImageBlock &block) {
    auto thread = contents_.threads.find(block.head.thread);
    if (thread == contents_.threads.end())
      return broken(block, "is the log of a thread that the file does not describe");
    if (thread->second.logs.size() == 2)
      return broken(block, "is a third log of its thread");
    thread->second.logs.push_back(block.payload);
    return {};
  }

  Result<void> addSamples(const ImageBlock &block) {
    auto thread = contents_.threads.find(block.head.thread);
    if (thread == contents_.threads.end())
      return broken(block, "holds samples of a thread that the file does not describe");
    if (!thread->second.samples.empty())
      return broken(block, "holds samples for the second time");
    if (block.payload.size() % sizeof(tare_pf_sample) != 0)
      return broken(block, "holds a part of a sample");
    thread->second.samples = block.payload;
    return {};
  }

  Result<void> addEvents(const ImageBlock &block) {
    auto thread = contents_.threads.find(block.head.thread);
    if (thread == contents_.threads.end())
      return broken(block, "holds events of a thread that the file does not describe");
    if (!thread->second.events.empty())
      return broken(block, "holds events for the second time");
    if (block.payload.size() % sizeof(tare_pf_event) != 0)
      return broken(block, "holds a part of an event");
    thread->second.events = block.payload;
    return {};
  }

  Result<void> addPaths(const ImageBlock &block) {
    if (has_paths_)
      return broken(block, "holds call paths for the second time");
    has_paths_ = true;
    contents_.paths = block.payload;
    return {};
  }

  /// Every module has its own range of process-wide indices, one behind the other.
  Result<void> placeModules() {
    auto &modules = contents_.modules;
    std::sort(modules.begin(), modules.end(), [](const ProfileModule &a, const ProfileModule &b) {
      return std::pair(a.first_node, a.tree.nodes.size()) <
             std::pair(b.first_node, b.tree.nodes.size());
    });
    uint64_t end = 0, known = 0;
    for (const ProfileModule &module : modules) {
      if (module.first_node < end)
        return Error{"corrupted: two modules share node " + std::to_string(module.first_node)};
      known += module.tree.nodes.size();
      end = uint64_t(module.first_node) + module.tree.nodes.size();
    }
    if (end != known || end * contents_.threads.size() > mostThreadNodes())
      return Error{"corrupted: its modules' " + std::to_string(known) + " nodes end at " +
                   std::to_string(end)};
    contents_.node_count = static_cast<uint32_t>(end);
    contents_.meanings.resize(end);
    for (const ProfileModule &module : modules)
      for (size_t i = 0; i < module.tree.nodes.size(); ++i)
        contents_.meanings[module.first_node + i] =
            meaningsAt(module.tree.nodes[i], image_.hasStatus(TARE_STATUS_SERIAL));
    return {};
  }

  uint64_t mostThreadNodes() const {
    uint64_t bytes = 0;
    for (const auto &[slot, blocks] : contents_.threads)
      for (const CellsBlock &cells : blocks.cells)
        bytes += cells.payload.size();
    return free_thread_nodes + bytes / sizeof(tare_pf_node) * thread_nodes_per_cells;
  }

  const ProfileImage &image_;
  ProfileContents contents_;
  std::map<uint32_t, tare_pf_module> ranges_; // by module slot
  bool has_paths_ = false;
};

} // namespace

Result<ProfileContents> sortBlocks(const ProfileImage &image) { return BlockSorter(image).sort(); }

const Node *findNode(const std::vector<ProfileModule> &modules, uint32_t index) {
  auto after = std::upper_bound(
      modules.begin(), modules.end(), index,
      [](uint32_t at, const ProfileModule &module) { return at < module.first_node; });
  if (after == modules.begin())
    return nullptr;
  const ProfileModule &module = *std::prev(after);
  uint32_t local = index - module.first_node;
  return local < module.tree.nodes.size() ? &module.tree.nodes[local] : nullptr;
}

const Node *ProfileContents::node(uint32_t index) const { return findNode(modules, index); }

} // namespace tare
