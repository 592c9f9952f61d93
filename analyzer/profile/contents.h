// SPDX-License-Identifier: Apache-2.0
// The blocks of a profile file sorted by what they describe: modules with their node trees, and
// per thread its live state, cells and log.
//
//   bytes -> image -> [contents] -> cells, log -> close_open -> Profile
#pragma once

#include "analyzer/profile/image.h"
#include "analyzer/profile/profile.h"

#include <map>

namespace tare {

/// By tare_pf_slot; of those that are no time, and not AROUND, nothing.
using SlotMeanings = std::array<Spent, TARE_SLOT_LIMIT>;

/// The one place that knows what a slot means for a kind of node.
SlotMeanings meaningsAt(const Node &node, bool of_serial_program);

struct CellsBlock {
  uint32_t first_node = 0;
  uint64_t address = 0;     // where the payload lay in the program
  std::string_view payload; // tare_pf_node[]
};

struct ThreadBlocks {
  tare_pf_thread state = {};
  std::vector<CellsBlock> cells;
  std::vector<std::string_view> logs; // file order
  std::string_view samples;           // tare_pf_sample[]
  std::string_view events;            // tare_pf_event[]
};

struct ProfileContents {
  std::vector<ProfileModule> modules; // by first node
  uint32_t node_count = 0;            // process-wide indices are below it
  std::map<uint32_t, ThreadBlocks> threads;
  std::string_view paths; // tare_pf_path_record[]
  uint32_t version = 0;   // tare_pf_header.major

  /// By process-wide index, since a log asks for every record: what each slot means at that node.
  /// Nothing: there is no such node.
  std::vector<std::optional<SlotMeanings>> meanings;

  const Node *node(uint32_t index) const;
  bool hasNode(uint32_t index) const { return index < meanings.size() && meanings[index]; }
  /// Of a node that is there.
  Spent meaning(uint32_t index, uint32_t slot) const { return (*meanings[index])[slot]; }
};

Result<ProfileContents> sortBlocks(const ProfileImage &image);

/// The node with a process-wide index among modules sorted by first node, or null.
const Node *findNode(const std::vector<ProfileModule> &modules, uint32_t index);

} // namespace tare
