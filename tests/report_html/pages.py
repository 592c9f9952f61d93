# SPDX-License-Identifier: Apache-2.0
"""What the tests of the pages share: reading a page, and what holds for every one."""
import base64
import hashlib
import json
import pathlib
import re
import xml.etree.ElementTree as ElementTree

HOSTILE = "\"'></script></title><img src=x onerror=alert(1)><!-- {{ \u202e\u0007"


def source_hash(text):
    """FNV-1a, as the ledger has it."""
    value = 14695981039346656037
    for byte in text.encode():
        value = (value ^ byte) * 1099511628211 % 2 ** 64
    return f"{value:016x}"


def add_sources(ledger, root, words="sum", more=5):
    """Files below root that hold every construct and more lines, with their hashes in the ledger."""
    last = {}
    for table in ledger["tables"]:
        for construct in table["constructs"]:
            last[construct["file"]] = max(last.get(construct["file"], 0), construct["line"])
    ledger["sources"] = {}
    root.mkdir(exist_ok=True)
    for number, (name, line) in enumerate(sorted(last.items())):
        path = root / name
        if line > 100000 or name.startswith("/") or root not in path.resolve().parents:
            continue
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            text = "\n".join(f"  {words} += a[{number}][{k}]; // <b>{HOSTILE}" for k in range(line + more))
            path.write_text(text)
        except (OSError, ValueError):
            continue
        ledger["sources"][name] = source_hash(text)


def add_parts(ledger, folder, answers=3):
    """Sources that hold every construct, and answers of what-if. Returns the options that show them."""
    folder = pathlib.Path(folder)
    add_sources(ledger, folder / "src")

    def band(middle):
        return {"time_s": middle, "low_s": 0.9 * middle, "high_s": 1.1 * middle}
    forecasts = [{"scenario": f"{HOSTILE} with {k} threads", "options": f"--threads {k}", "threads": 2,
                  "base_threads": 2, "base": band(0.4), "time": band(0.3), "gain": band(0.1),
                  "assumes": ["the machine stays the same"], "needs_edit": bool(k % 2)} for k in range(answers)]
    path = folder / "whatif.json"
    path.write_text(json.dumps({"schema": "tare.forecast/1", "origin": "whatif", "program": ledger["program"],
                                "forecasts": forecasts,
                                "refused": [{"scenario": "x", "options": "", "reason": "no runs"}]}))
    return ["--source-root", str(folder / "src"), "--whatif", str(path)]


def tree_of(page):
    """Style and script are no XML."""
    bare = re.sub(r"(<(style|script)>).*?(</\2>)", r"\1\3", page, flags=re.S)
    return ElementTree.fromstring(bare.replace("<!DOCTYPE html>", ""))


def check_without_inline_code(test, page):
    root = tree_of(page)
    for element in root.iter():
        test.assertFalse([name for name in element.attrib if name == "style" or name.startswith("on")])
        for name in ("href", "src"):
            test.assertTrue(element.attrib.get(name, "#").startswith("#"), element.attrib)
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    test.assertEqual(len(ids), len(set(ids)))
    links = {element.attrib["href"][1:] for element in root.iter("a")}
    test.assertLessEqual(links, set(ids))


def check_policy(test, page):
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page).group(1)
    test.assertIn("default-src 'none'", policy)
    for tag in ("style", "script"):
        (text,) = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.S)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        test.assertIn(f"{tag}-src 'sha256-{digest}'", policy)
    for forbidden in ("http://", "https://", "innerHTML", "eval(", "unsafe"):
        test.assertNotIn(forbidden, page)
