// SPDX-License-Identifier: Apache-2.0
// Where an element of an array lies.
#pragma once

#include "instrumenter/counting/counter.h"

namespace tare {

/// An element's place: an array, and what is added to its begin.
struct OperationCounter::ElementAddress {
  struct Subscript {
    std::optional<Polynomial> index; // nothing: it is loaded, or computed as nobody can tell
    Polynomial bytes;                // of one step of it
    std::optional<Polynomial> extent = std::nullopt; // that the array's type has
  };
  std::string array;
  std::vector<Subscript> subscripts;
  bool is_memory = false; // and no variable with a name
  std::string indirect;   // why the address is not known; empty: it is
  bool moves = false;     // in each iteration of the innermost loop, as nobody can tell
  // What is touched is known, too, where a pointer to a row is loaded from an array of rows.
  std::string rows_of;         // that array; empty: there is none
  std::vector<Subscript> rows; // subscripts in it
  size_t of_row = 0;           // the first subscript behind them
  std::string members;         // of the element: ".position.x"
  size_t bound_in = 0;         // loops around, in each of whose iterations it may be another array
};

inline constexpr const char *loaded_pointer = "a pointer to it is loaded, or moves";
inline constexpr const char *loaded_index =
    "its subscript is loaded, or is not linear in the loops";

} // namespace tare
