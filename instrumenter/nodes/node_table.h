// SPDX-License-Identifier: Apache-2.0
// Node table: the text form of a NodeTree, compact JSON. It is embedded in every instrumented unit,
// section `tare_nodes`, and copied into every profile. It holds the nodes that a reader of a
// profile can need: functions with a directive, and everything OpenMP in them. The probes name a
// node by its index in the table. A table is untrusted when it is read.
//
// Version 2 holds the clauses of directives; of version 1 they are read from the directives' text.
#pragma once

#include "base/result.h"
#include "instrumenter/nodes/node.h"

#include <optional>
#include <string_view>

namespace tare {

/// The tables start with this, so that they can be found in a binary.
inline constexpr std::string_view node_table_magic = "{\"tare_nodes\":";

std::string writeNodeTable(const NodeTree &tree);
Result<NodeTree> readNodeTable(std::string_view text);

/// The tables in section `tare_nodes` of an ELF object, shared library or program. Empty when it
/// has none; Error when the file is not ELF or is broken.
Result<std::vector<NodeTree>> readNodeTablesFromElf(const std::string &path);

/// Whether any tree has a construct. The table of a unit with main and no directives has serial
/// code only.
bool holdsOpenMP(const std::vector<NodeTree> &trees);

/// The tables of a program. If it has no construct, also the tables of the libraries that it needs,
/// found by its rpath, by LD_LIBRARY_PATH or beside it; the system's libraries are not read.
/// `library_path` is the program's LD_LIBRARY_PATH; without a value, this process's is used.
Result<std::vector<NodeTree>>
readNodeTablesOfProgram(const std::string &path,
                        const std::optional<std::string> &library_path = std::nullopt);

} // namespace tare
