# SPDX-License-Identifier: Apache-2.0
"""What the tests of the pages share: reading a page, and what holds for every one."""
import base64
import hashlib
import re
import xml.etree.ElementTree as ElementTree

HOSTILE = "\"'></script></title><img src=x onerror=alert(1)><!-- {{ \u202e\u0007"


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
