# SPDX-License-Identifier: Apache-2.0
"""The clang of the tests: 19, or what this distribution has instead, in the order in which Tare chooses."""
import shutil

CLANG = next((name for name in ("clang-19", "clang-22", "clang-21", "clang-20", "clang-18", "clang")
              if shutil.which(name)), "clang-19")
CLANGXX = CLANG.replace("clang", "clang++")
