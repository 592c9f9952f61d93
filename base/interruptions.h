// SPDX-License-Identifier: Apache-2.0
// Signals that ask Tare to stop, or that a reader of its output sends by going away.
#pragma once

#include "base/descriptor.h"

#include <signal.h>

namespace tare {

/// While it lives, SIGINT, SIGTERM and SIGHUP are read from a descriptor and do not end this
/// process: a child in a group of its own would be left behind running. Signals that are ignored
/// stay so.
class SignalReader {
public:
  SignalReader();
  ~SignalReader();
  SignalReader(const SignalReader &) = delete;

  int fd() const { return file_.fd(); }
  bool isOutermost() const { return outermost_ == this; }
  /// The signal mask that a child must start with.
  const sigset_t &before() const { return outermost_ ? outermost_->before_ : before_; }
  /// The next signal that came; 0: none.
  int next() const;

private:
  static SignalReader *outermost_;
  sigset_t before_;
  Descriptor file_;
};

/// While it lives, an interruption that comes between two processes waits for the next one to be
/// run, which is then interrupted. One that comes after the last is forgotten.
class HeldInterruptions {
public:
  HeldInterruptions() = default;
  /// Inside of another one they are the other's.
  ~HeldInterruptions();
  HeldInterruptions(const HeldInterruptions &) = delete;

private:
  SignalReader held_;
};

/// From now on a reader that goes away is an error of writing for us. Children have the signal as
/// it was.
void ignoreBrokenPipes();
bool ignoresBrokenPipes();

} // namespace tare
