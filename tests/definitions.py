# SPDX-License-Identifier: Apache-2.0
"""Names that C and C++ text defines in its namespaces: types, aliases and free functions.

Two definitions of one name are two bodies under one symbol, and the linker keeps either in silence.
What is in an anonymous namespace, a class or a function belongs to its place and is not listed.
"""

import re

TOKEN = re.compile(
    r"""
    (?P<skip> ^[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])* | \n | [^\S\n]+ | //(?:\\\n|[^\n])* | /\*.*?\*/ )
  | (?P<raw> \b(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)" )
  | (?P<text> (?:\b(?:u8|[uUL]))?(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*') )
  | (?P<token> operator\s*(?:\(\s*\)|[^\w\s(]+) | \.?\d(?:'?[\w.]|(?<=[eEpP])[+-])* | \w+ | :: | . )
    """,
    re.S | re.X | re.M,
)
WORD = re.compile(r"[A-Za-z_]\w*$")
CLASS_KEYS = ("struct", "class", "union", "enum")
BUILT_IN = ("auto", "bool", "char", "const", "double", "float", "int", "long", "short", "unsigned")
OPEN, CLOSE = "([{<", ")]}>"


def tokens(text):
    """Words and signs, without comments and directives; "" stands for each literal."""
    for match in TOKEN.finditer(text):
        if not match["skip"]:
            yield match["token"] or '""'


def group_end(words, start):
    """The index behind the bracket that closes the one at `start`."""
    depth = 0
    for index in range(start, len(words)):
        depth += (words[index] in OPEN) - (words[index] in CLOSE)
        if depth == 0:
            return index + 1
    return len(words)


def without_prefix(head):
    """A declaration's words without `template <...>` and attributes."""
    kept, index = [], 0
    while index < len(head):
        if head[index] in ("template", "alignas", "_Alignas", "__attribute__"):
            index = group_end(head, index + 1)
        elif head[index : index + 2] == ["[", "["]:
            index = group_end(head, index)
        else:
            kept.append(head[index])
            index += 1
    return kept


def type_name(words):
    """The name of the type that these words define, or None."""
    at = next((i for i, word in enumerate(words) if word in CLASS_KEYS), None)
    if at is None or {"(", "="} & set(words[:at]):
        return None
    at += 2 if words[at + 1 : at + 2] in (["class"], ["struct"]) else 1
    name = []
    while at < len(words) and words[at] not in (":", "final"):
        if name and WORD.match(words[at]) and WORD.match(name[-1]):
            return None  # `struct a b = {` is a variable
        end = group_end(words, at) if words[at] == "<" else at + 1
        name += words[at:end]
        at = end
    return "".join(name)


def parameter_types(words):
    """The types of parameters, without their defaults and (mostly) without their names."""
    types, one, index = [], [], 0
    while index <= len(words):
        if index == len(words) or words[index] == ",":
            one = one[: one.index("=")] if "=" in one else one
            if len(one) > 1 and WORD.match(one[-1]) and one[-1] not in BUILT_IN and one[-2] != "::":
                del one[-1]
            types.append(" ".join(one))
            one, index = [], index + 1
            continue
        end = group_end(words, index) if words[index] in OPEN else index + 1
        one, index = one + words[index:end], end
    return ", ".join(types)


def function_name(words):
    """name(types) of the free function that these words define, or None; C's are the linker's."""
    at = 0
    while at < len(words) and words[at] != "(":
        at = group_end(words, at) if words[at] == "<" else at + 1
    if at < 2 or at == len(words) or words[0] == "," or words[at - 2] in ("::", "~"):
        return None
    if words[0] == "extern" or "static" in words[:at] or starts_value(words):
        return None
    name = words[at - 1].replace(" ", "")
    end = group_end([word if word in "()" else "" for word in words], at)
    return f"{name}({parameter_types(words[at + 1 : end - 1])})"


def alias_name(words):
    """The name that `using` or `typedef` makes, or None."""
    if words[:1] == ["using"] and words[2:3] == ["="]:
        return words[1]
    if words[:1] == ["typedef"]:
        pointer = re.search(r"\( \* (\w+) \)", " ".join(words))
        return pointer.group(1) if pointer else words[-1]
    return None


def opened_namespace(head):
    """The name of the namespace that `head` opens, "" where it adds none, or None."""
    head = head[1:] if head[:1] == ["inline"] else head
    if head[:1] == ["namespace"]:
        return "".join(head[1:]) or None
    return "" if head == ["extern", '""'] else None


def starts_value(words):
    """Whether the brace behind these words begins a value, not a body."""
    before = words[: words.index("(")] if "(" in words else words
    return "=" in before or words.count("(") > words.count(")")


def definitions(text):
    """(namespace, name) of each definition; a function's name has the types of its parameters."""
    names, scopes, head = [], [], []

    def found(name):
        if name and "::" not in name.split("(")[0].split("<")[0]:
            names.append(("::".join(space for space, _ in scopes if space), name))

    for word in tokens(text):
        counted = all(space is not None for space, _ in scopes)
        words = without_prefix(head) if counted and word in "{;" else []
        if word == "{":
            space, type_ = opened_namespace(head), type_name(words)
            unfinished = type_ is not None or starts_value(words)
            if counted and space is None:
                found(type_ if unfinished else function_name(words))
            scopes.append((space, [*head, "{}"] if unfinished else []))
            head = []
        elif word == "}":
            if not scopes:
                raise ValueError("more braces close than open")
            head = scopes.pop()[1]
        elif word == ";":
            found(alias_name(words) if counted else None)
            head = []
        else:
            head.append(word)
    if scopes:
        raise ValueError("more braces open than close")
    return names
