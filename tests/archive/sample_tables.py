# SPDX-License-Identifier: Apache-2.0
"""Tables that differ from a sample as versions and sizes of a program do."""
import json
import subprocess


def written_by(writer, folder):
    """The sample that a program of the tests writes, into a folder of its own below `folder`."""
    samples = folder / "samples"
    samples.mkdir()
    subprocess.run([writer, samples], check=True)
    return (samples / "ledger0.json").read_text(encoding="utf-8")


def version(sample, number, share):
    """The sample of commit `number`; on more than one thread `share` of T_p longer, by imbalance."""
    document = json.loads(sample)
    document["build"] = {"commit": f"{number:02x}" * 20}
    for table in document["tables"]:
        if table["threads"] == 1:
            continue
        more = share * table["parallel_time_s"]
        rows = [row for row in table["overheads"] if row["category"].endswith("load_imbalance")]
        for band in ("", "_low", "_high"):
            table[f"parallel_time{band}_s"] += more
            table[f"total_overhead{band}_s"] += more
            for row in rows:
                row[f"{band[1:] or 'time'}_s"] += more
    return document


def sized(sample, size, power):
    """The sample as a run with N = size, whose times grow as N^power."""
    def grown(value, key=""):
        if isinstance(value, dict):
            return {name: grown(each, name) for name, each in value.items()}
        if isinstance(value, list):
            return [grown(each, key) for each in value]
        if key.endswith("_s") and isinstance(value, (int, float)) and key != "register_probe_s":
            return round(value * size ** power, 9)
        return value
    document = grown(json.loads(sample))
    document["settings"]["parameters"] = {"N": str(size)}
    return document
