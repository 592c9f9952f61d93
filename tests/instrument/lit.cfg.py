# SPDX-License-Identifier: Apache-2.0
# One construct a file; each is rewritten, compiled and run by run_case.py, and its text checked.
import os
import sys

import lit.formats

config.name = "instrument"
config.test_format = lit.formats.ShTest(False)
config.suffixes = [".c", ".cpp"]
config.excludes = ["inputs"]  # other programs that a case needs
config.test_source_root = os.path.join(os.path.dirname(__file__), "cases")
config.test_exec_root = os.path.join(lit_config.params["prefix"], "tests", "instrument", "lit")
config.environment["TARE_PREFIX"] = lit_config.params["prefix"]
for name in ("HOME", "TMPDIR"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
here = os.path.dirname(__file__)
config.substitutions.append(("%case", f"{sys.executable} {here}/run_case.py"))
config.substitutions.append(("%tare", lit_config.params["prefix"] + "/bin/tare"))
config.substitutions.append(("%check", lit_config.params["filecheck"]))
