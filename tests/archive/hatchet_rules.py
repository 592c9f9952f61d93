# SPDX-License-Identifier: Apache-2.0
"""By which rules Hatchet reads json-split of Caliper (hatchet/readers/caliper_reader.py), as a reader of
our own: Hatchet is in neither Debian 12 nor npm. Whatever it would stumble over, or read otherwise
than it is meant, is a ValueError."""
import json

SECTIONS = ("data", "columns", "column_metadata", "nodes")
# Columns that it takes for something else: ranks, places in a source, an order of nodes.
SPECIAL = {"mpi.rank", "rank", "line", "file", "nid", "name", "node", "Node order",
           "source.function#callpath.address", "sourceloc#cali.sampler.pc", "module#cali.sampler.pc"}


def require(right, message):
    if not right:
        raise ValueError(message)


def once(pairs):
    keys = [key for key, _ in pairs]
    require(len(keys) == len(set(keys)), f"a member stands twice: {keys}")
    return dict(pairs)


class Node:
    """One place of the tree, with the figures of its row."""
    def __init__(self, name, parent):
        self.name, self.children, self.metrics = name, [], {}
        if parent:
            parent.children.append(self)


def read(text):
    """(root, metadata): nodes with their figures, and what is known of the run."""
    document = json.loads(text, object_pairs_hook=once)
    for section in SECTIONS:
        require(isinstance(document.get(section), list), f"no list '{section}'")
    columns, about = document["columns"], document["column_metadata"]
    require(len(columns) == len(about), "not as many column_metadata as columns")
    require(len(set(columns)) == len(columns), "a column stands twice")
    require("path" in columns, "no hierarchy column")
    require(not SPECIAL & set(columns), "a column that has another meaning")
    at_path = columns.index("path")
    for name, each in zip(columns, about):
        require(each.get("is_value") is (name != "path"), f"column '{name}' is marked wrongly")
    nodes = []
    for number, each in enumerate(document["nodes"]):
        require(each.get("column") == "path", f"node {number} is of no path")
        require(isinstance(each.get("label"), str) and each["label"], f"node {number} has no label")
        parent = each.get("parent")
        require(parent is None or 0 <= parent < number, f"node {number} comes before its parent")
        nodes.append(Node(each["label"], None if parent is None else nodes[parent]))
    roots = [node for node, each in zip(nodes, document["nodes"]) if "parent" not in each]
    require(len(roots) == 1, "not one root")
    seen = set()
    for row in document["data"]:
        require(len(row) == len(columns), "a row of another length")
        number = row[at_path]
        require(isinstance(number, int) and 0 <= number < len(nodes), "a row of no node")
        require(number not in seen, f"node {number} has two rows")
        seen.add(number)
        for name, value in zip(columns, row):
            if name != "path":
                require(value is None or isinstance(value, (int, float)), f"{name}: {value} is no number")
                nodes[number].metrics[name] = value
    require(len(seen) == len(nodes), "a node without a row")
    metadata = {key: value for key, value in document.items() if key not in SECTIONS}
    require(all(isinstance(value, str) for value in metadata.values()), "metadata that is no text")
    return roots[0], metadata


def walk(node):
    """The node and all below it."""
    yield node
    for child in node.children:
        yield from walk(child)
