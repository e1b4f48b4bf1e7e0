#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Many edits at once, taken back: the document is what it was, to the byte.

    aas_edits.py BUILD_DIR [SEED]

Three times: a document of some thousand elements (one of our own, and where $LINTEL_CORPORA has it the largest published
template, in JSON and as a package) gets 10,000 random edits in one batch and is undone; saved, it has the bytes it was opened
from; redo brings the edits back, and undo the bytes once more.
"""
import base64
import json
import pathlib
import random
import sys

from harness import Checks, State, StdioServer

POLICY = """\
[[principal]]
id = "agent:*"
max_operations_per_session = 1000000000
max_elements_per_operation = 1000000000
[[principal.allow]]
do = ["READ", "CREATE", "MODIFY", "DELETE"]
[toolset.aas]
mode = "direct"
"""
EDITS = 10_000


def own_document():
    def collection(name, depth):
        items = [{"modelType": "Property", "idShort": f"P{i}", "valueType": "xs:int", "value": str(i)} for i in range(6)]
        items += [{"modelType": "MultiLanguageProperty", "idShort": f"M{i}", "value": [{"language": "en", "text": "ü ≤ \U0001F600"}]}
                  for i in range(2)]
        if depth:
            items += [collection(f"C{i}", depth - 1) for i in range(4)]
        return {"modelType": "SubmodelElementCollection", "idShort": name, "value": items}
    submodels = [{"modelType": "Submodel", "id": f"urn:sm:{i}", "idShort": f"S{i}", "submodelElements": [collection("Root", 3)]}
                 for i in range(4)]
    return json.dumps({"submodels": submodels}, indent=1).replace("\n", "\r\n").encode()


class Client(StdioServer):
    def __init__(self, lintel, state):
        super().__init__([lintel.resolve(), "serve", "aas"], state)
        self.work = state.work

    def call(self, tool, **arguments):
        return super().call(tool, arguments)["structuredContent"]

    def document(self):
        contents = self.ask("resources/read", {"uri": "aas://document/file"})["result"]["contents"][0]
        return base64.b64decode(contents["blob"]) if "blob" in contents else contents["text"].encode()


class Edits:
    """Random operations that are right one after the other: the document is edited here as well."""

    def __init__(self, chance, document):
        self.chance, self.document, self.fresh = chance, document, 0

    def lists(self, value, pointer):
        for name in ("submodels", "submodelElements", "value", "statements"):
            items = value.get(name) if isinstance(value, dict) else None
            if isinstance(items, list) and items and all(isinstance(i, dict) and "modelType" in i for i in items):
                yield items, f"{pointer}/{name}"
                for index, item in enumerate(items):
                    yield from self.lists(item, f"{pointer}/{name}/{index}")

    def take(self, count):
        out = []
        while len(out) < count:
            places = list(self.lists(self.document, ""))[1:]
            # The list of places is costly: some edits are made before it is looked up again, none of which moves another.
            for items, pointer in self.chance.sample(places, min(len(places), 50)):
                edit = self.one(items, pointer) if len(out) < count else None
                if edit:
                    out.append(edit)
        return out

    def one(self, items, pointer):
        index = self.chance.randrange(len(items))
        item = items[index]
        if item["modelType"] == "Property":
            if item.get("valueType") not in ("xs:string", "xs:int", "xs:integer", "xs:double", "xs:decimal"):
                return None
            op = "replace" if "value" in item else "add"
            item["value"] = str(self.chance.randrange(100))
            return {"op": op, "path": f"{pointer}/{index}/value", "value": item["value"]}
        if "idShort" in item:
            self.fresh += 1
            op = "replace" if "category" in item else "add"
            item["category"] = f"VARIABLE{self.fresh}"
            return {"op": op, "path": f"{pointer}/{index}/category", "value": item["category"]}
        return None


def same(checks, client, name, data, chance):
    path = pathlib.Path(client.work) / name
    path.write_bytes(data)
    opened = client.call("aas_document_open", source=name)
    checks.check(f"{name} is opened", opened.get("success"), opened)
    whole = client.call("aas_document_save", path="before.json", overwrite=True)
    checks.check(f"{name} is written as JSON", whole.get("success"), whole)
    document = json.loads((pathlib.Path(client.work) / "before.json").read_text(encoding="utf-8-sig"))
    patches = Edits(chance, document).take(EDITS)
    edited = client.call("aas_edit_batch", patches=patches)
    if not checks.check(f"{name}: {len(patches)} edits in one batch", edited.get("outcome") == "committed", str(edited)[:500]):
        return
    saved = client.call("aas_document_save", path="edited.json", overwrite=True)
    now = json.loads((pathlib.Path(client.work) / "edited.json").read_text(encoding="utf-8-sig"))
    checks.check(f"{name}: the edits are all in it", saved.get("success") and now == document, saved)
    for turn, tool in enumerate(("undo", "redo", "undo")):
        turned = client.call(tool, event_id=edited["event_id"]) if turn == 0 else client.call(tool)
        is_first = client.document() == data
        checks.check(f"{name}: {tool} " + ("brings back" if tool == "undo" else "leaves") + " the bytes it was opened from",
                     is_first == (tool == "undo"), str(turned)[:300])
    client.call("aas_document_close", discard=True)


def main():
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(2**32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    checks = Checks()
    with State() as state:
        state.write_policy(POLICY)
        client = Client(pathlib.Path(sys.argv[1]) / "lintel", state)
        same(checks, client, "own.json", own_document(), chance)
        if folder := checks.corpora("the largest published template"):
            for kind in ("json", "aasx"):
                files = (folder / "aas/idta-templates/Purchase Order").rglob(f"*.{kind}")
                largest = max(files, key=lambda file: file.stat().st_size)
                same(checks, client, f"order.{kind}", largest.read_bytes(), chance)
        client.close()
    checks.finish()


main()
