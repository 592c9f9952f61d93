#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No document and no message uses a word that docs/lists/retired-words.txt retires; documents have no
sentence of 25 words or more.

Usage: words.py PROJECT documents|messages [--long]

documents: docs/, README.md, CONTRIBUTING.md, samples/. Code spans, fenced blocks and comments of
HTML are names and programs: they are passed over.
messages: string literals with a blank in them, of what people can meet; those without are keys and
names. --long: lists messages with sentences of 25 words or more, too.
"""
import pathlib
import re
import sys

import texts

LIST = "docs/lists/retired-words.txt"
# Its text is that of the help, which `messages` looks at.
GENERATED = {"docs/reference/commands.md"}
FOR_DEVELOPERS = {"docs/ARCHITECTURE.md", "docs/style.md", "CONTRIBUTING.md",
                  "docs/how-to/try-programs.md"}
DOCUMENTS = ("docs/", "samples/", "README.md", "CONTRIBUTING.md")
MESSAGES = ("analyzer", "driver", "instrumenter", "base", "runtime")
MOST_WORDS = 24
MOST_WORDS_OF_A_CELL = 40  # of a table: it may be a list
# What stands for a figure in a template of analyzer/notes: <name>, <name:form>, [name?, [name*
TEMPLATE = r"<\w+(?:[:+!]\w+)*>|\[\w+[?*!]"
# A code span; where a literal ends inside of one, the next literal's first backtick closes it.
SPAN = r"(?<![^\s(\[])`[^`]+`"
LITERAL = re.compile(r'R"(\w*)\((.*?)\)\1"|"((?:[^"\\\n]|\\.)*)"', re.S)
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|#include[^\n]*')


class Retired:
    """The list, as one pattern."""

    def __init__(self, text):
        self.words, self.allowed = [], []
        for number, line in enumerate(text.splitlines(), 1):
            fields = line.split("\t")
            if not line or line.startswith("#"):
                continue
            if fields[0] == "allow" and len(fields) == 2:
                self.allowed.append(fields[1])
            elif fields[0] in ("all", "user") and len(fields) == 3:
                pattern = fields[1].replace(" ", r"\s+")
                self.words.append((re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.I),
                                   fields[0], fields[2]))
            else:
                raise SystemExit(f"{LIST}:{number}: not a line of the list: {line}")

    def found_in(self, text, for_users):
        """(word, what to say instead, offset)"""
        for phrase in self.allowed:
            text = re.sub(re.escape(phrase).replace(r"\ ", r"\s+"),
                          lambda found: "x" * len(found[0]), text, flags=re.I)
        for pattern, where, instead in self.words:
            if where == "all" or for_users:
                for found in pattern.finditer(text):
                    yield " ".join(found[0].split()), instead, found.start()


def blanked(text, pattern, letter):
    """What matches becomes as long a run of a letter, with its line ends kept."""
    return re.sub(pattern, lambda found: re.sub(r"[^\n]", letter, found[0]), text, flags=re.S)


def prose(text):
    """A document's words, line by line as it has them: code is one long word, or blank."""
    text = blanked(text, r"<!--.*?-->", " ")
    lines = text.split("\n")
    outside = {number for number, _ in texts.lines_outside_fences(text)}
    lines = [line if number in outside and not texts.FENCE.match(line) else ""
             for number, line in enumerate(lines, 1)]
    text = blanked("\n".join(lines), r"``.+?``|`[^`]+`", "x")
    text = blanked(text, r"\]\([^()\s]+\)", " ")
    return re.sub(r"https?://\S+", "x", text)


def blocks(text):
    """(first line, text, most words of a sentence) of paragraphs, items, headings and cells."""
    start, kept = 1, []

    def take():
        block = " ".join(kept).strip()
        kept.clear()
        return block

    for number, line in enumerate(text.split("\n") + [""], 1):
        if line.startswith("|"):
            for cell in line.strip("|").split("|"):
                yield number, cell.strip(), MOST_WORDS_OF_A_CELL
            continue
        if not line.strip() or re.match(r"\s*([-*]|\d+\.)\s|#", line):
            block = take()
            if block:
                yield start, block, MOST_WORDS
            start = number
        if not kept:
            start = number
        kept.append(line.strip().lstrip("#*- "))
    block = take()
    if block:
        yield start, block, MOST_WORDS


def sentences(block):
    return [part for part in re.split(r"(?<=[.!?:;])[)*]*\s+", block) if part]


def word_count(sentence):
    return len([word for word in sentence.split() if re.search(r"\w", word)])


def wrong_document(name, text, retired):
    text = prose(text)
    for word, instead, offset in retired.found_in(text, name not in FOR_DEVELOPERS):
        yield f"{name}:{text.count(chr(10), 0, offset) + 1}: '{word}': say {instead}"
    for number, block, most in blocks(text):
        for sentence in sentences(block):
            if word_count(sentence) > most:
                words = sentence.split()
                yield (f"{name}:{number}: {word_count(sentence)} words: "
                       f"{' '.join(words[:9])} ... {' '.join(words[-3:])}")


def messages(source):
    """(line, text) of string literals; neighbours are one. Comments and #include are none."""
    source = blanked(source, COMMENT.pattern, " ") if '"//' not in source else source
    joined, begin, end = "", None, None
    for found in LITERAL.finditer(source):
        text = found[2] if found[3] is None else re.sub(r"\\(.)", r"\1", found[3])
        if end is not None and not source[end:found.start()].strip():
            joined += text
        else:
            if begin is not None:
                yield begin, joined
            joined, begin = text, source.count("\n", 0, found.start()) + 1
        end = found.end()
    if begin is not None:
        yield begin, joined


def wrong_messages(name, source, retired, also_long):
    for line, text in messages(source):
        if not re.search(r"\s", text.strip()):
            continue
        seen = blanked(blanked(text, SPAN, "x"), TEMPLATE, "x")
        for word, instead, _ in retired.found_in(seen, True):
            yield f"{name}:{line}: '{word}': say {instead}: {' '.join(text.split())[:80]}"
        for sentence in sentences(seen) if also_long else []:
            if word_count(sentence) > MOST_WORDS:
                yield f"{name}:{line}: {word_count(sentence)} words: {sentence[:80]}"


def self_check(retired):
    bad = "Of the tuples\n`twins` one is told.\n```\nweigh\n```\n<!-- agreement -->\nIn place of it.\n"
    assert [line.split(": ")[1] for line in wrong_document("docs/x.md", bad, retired)] == [
        "'tuples'", "'told'"]
    assert not list(wrong_document("docs/style.md", "The rooms of `that of`.", retired))
    assert len(list(wrong_document("README.md", "The rooms.", retired))) == 1
    long = "one two three four five six seven eight nine ten " * 2 + "a b c d"
    assert not list(wrong_document("README.md", long + ".", retired))
    assert len(list(wrong_document("README.md", long + " e.", retired))) == 1
    assert len(list(wrong_document("README.md", f"| a | {long} {long} |", retired))) == 1
    source = 'x("COMPILER`, which weighs by `tare ");'
    assert len(list(wrong_messages("x.cpp", source, retired, False))) == 1
    source = 'x("tuples"); // "the twins"\ny("the " // of\n "twins");\n"a `tuple` is";'
    assert [each for each in wrong_messages("x.cpp", source, retired, False)] == [
        "x.cpp:2: 'twins': say serial counterpart: the twins"]


def main():
    root = texts.root_of(sys.argv, __file__)
    retired = Retired((root / LIST).read_text(encoding="utf-8"))
    self_check(retired)
    wrong = []
    if sys.argv[2:3] == ["documents"]:
        for name, text in texts.documents(root).items():
            if name.startswith(DOCUMENTS) and name not in GENERATED:
                wrong += wrong_document(name, text, retired)
    elif sys.argv[2:3] == ["messages"]:
        for folder in MESSAGES:
            for path in sorted((root / folder).rglob("*")):
                if path.suffix in (".cpp", ".h", ".c"):
                    name = path.relative_to(root).as_posix()
                    wrong += wrong_messages(name, path.read_text(encoding="utf-8"), retired,
                                            "--long" in sys.argv)
    else:
        raise SystemExit(__doc__)
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
