# SPDX-License-Identifier: Apache-2.0
"""A script of this source as a module, whatever its name ends in."""
import importlib.machinery
import importlib.util
import sys


def load(path):
    loader = importlib.machinery.SourceFileLoader("loaded", str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module
