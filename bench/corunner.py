# SPDX-License-Identifier: Apache-2.0
"""A process that takes a share of one core: what makes a thread wait for a core on purpose."""

import os
import signal
import time

PERIOD_S = 0.01


def burn(share):
    """Forever: uses `share` of each period as CPU time, however long that takes, then sleeps."""
    while True:
        start, used = time.monotonic(), time.process_time()
        while time.process_time() - used < share * PERIOD_S:
            pass
        time.sleep(max(0.0, start + PERIOD_S - time.monotonic()))


class CoRunner:
    """While the `with` lasts, on the last core that this process may use. 0 per cent: nothing."""

    def __init__(self, per_cent):
        self.share, self.child = per_cent / 100, 0

    def __enter__(self):
        if self.share:
            core = max(os.sched_getaffinity(0))
            self.child = os.fork()
            if self.child == 0:
                try:
                    os.sched_setaffinity(0, {core})
                    burn(self.share)
                finally:
                    os._exit(1)
        return self

    def __exit__(self, *_):
        if self.child:
            os.kill(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
