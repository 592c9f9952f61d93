// SPDX-License-Identifier: Apache-2.0
// The exclusive states that a thread's time is cut into, by the letters of docs/overheads.md ("From
// events to states"). Probes measure them, overheads are made of them.
//
//   overheads -> [states] -> plan -> probes
#pragma once

#include <cstdint>

namespace tare {

enum class State : uint8_t {
  S, // serial code
  R, // region code outside constructs
  W, // the body of a construct or task
  F, // between the fork and its start
  B, // waiting at a barrier for the last thread
  Z, // between the last arrival and going on
  J, // between the last arrival at a region's end and the join
  L, // waiting for a lock or a flag
  D, // loop scheduling
  C, // creating tasks
  Q, // without a task although one was ready
  I, // without a task because none was ready
  P, // our own set-up
  Y, // without a core
  E, // threads that a team lacks
  X, // threads beyond p
};

inline constexpr State all_states[] = {State::S, State::R, State::W, State::F, State::B, State::Z,
                                       State::J, State::L, State::D, State::C, State::Q, State::I,
                                       State::P, State::Y, State::E, State::X};

} // namespace tare
