// SPDX-License-Identifier: Apache-2.0
#include "base/interruptions.h"

#include <sys/signalfd.h>

namespace tare {
namespace {

bool isIgnored(int signal) {
  struct sigaction action;
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

bool ignores_broken_pipes = false; // by ourselves

} // namespace

SignalReader *SignalReader::outermost_ = nullptr;

SignalReader::SignalReader() {
  sigset_t wanted;
  ::sigemptyset(&wanted);
  for (int signal : {SIGINT, SIGTERM, SIGHUP})
    if (!isIgnored(signal)) // as by nohup; what is blocked would be queued all the same
      ::sigaddset(&wanted, signal);
  ::pthread_sigmask(SIG_BLOCK, &wanted, &before_);
  if (!outermost_)
    outermost_ = this;
  file_ = Descriptor(::signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK));
}

SignalReader::~SignalReader() {
  if (outermost_ == this)
    outermost_ = nullptr;
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

int SignalReader::next() const {
  struct signalfd_siginfo about;
  return ::read(file_.fd(), &about, sizeof about) == sizeof about
             ? static_cast<int>(about.ssi_signo)
             : 0;
}

HeldInterruptions::~HeldInterruptions() {
  while (held_.isOutermost() && held_.next())
    continue;
}

void ignoreBrokenPipes() { ignores_broken_pipes |= ::signal(SIGPIPE, SIG_IGN) == SIG_DFL; }
bool ignoresBrokenPipes() { return ignores_broken_pipes; }

} // namespace tare
