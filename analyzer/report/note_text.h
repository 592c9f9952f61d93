// SPDX-License-Identifier: Apache-2.0
// A note in words.
//
//   Note, note_rules -> [note text] -> sentences of reports and of the ledger's JSON
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/notes/note.h"

#include <string>
#include <vector>

namespace tare {

/// Without a full stop; foreign text in it is not printable yet. A rule that this version does not
/// know is its own name.
std::string sentenceOf(const Note &note);
std::vector<std::string> sentencesOf(const std::vector<Note> &notes);

/// The ledger as `tare.overheads/1`: notes and warnings are sentences there.
std::string reportJson(Ledger ledger);

} // namespace tare
