#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every tool with hostile sizes: no answer is above 25,000 tokens, each fits its schema, and what was left out can be read.

    answer_sizes.py BINARY

Tokens are the bytes of `content` and `structuredContent` as compact JSON, divided by four. Pictures cost a model by their
pixels, not their bytes, so the base64 of images is counted apart. Ends with a table of the largest answer of every tool.
"""
import base64
import json
import sys
from pathlib import Path

import jsonschema

sys.path.insert(0, str(Path(__file__).resolve().parent))
from harness import UNLIMITED_POLICY, Checks, State, StdioServer, server_argument  # noqa: E402

MAX_TOKENS = 25_000
MAX_IMAGE_BYTES = 2_000_000
# Characters that JSON writes as two or six bytes, and again in the text of an answer.
NASTY = 'a"\\\n\u0001é'


def nasty(size):
    return (NASTY * (size // len(NASTY) + 1))[:size]


def nasty_xml(size):
    """The same without what XML cannot hold."""
    return nasty(size).replace("\u0001", "<")


# --- plans ---

def plan_of(rooms, label=200, per_row=50):
    """Rooms side by side, with doors between them and long labels."""
    lines = ["floorplan", "  floor Ground {"]
    for i in range(rooms):
        x, y = i % per_row * 4, i // per_row * 4
        lines.append(f"    room Room{i} at ({x}, {y}) size (4 x 4) walls [top: window, right: solid, bottom: solid, left: solid] "
                     f'label "{"L" * label} {i}"')
    lines.append("  }")
    lines += [f"  connect Room{i}.right to Room{i + 1}.left door" for i in range(rooms - 1) if (i + 1) % per_row]
    return "\n".join(lines) + "\n"


def broken_plan(lines):
    return "floorplan\n  floor Ground {\n" + '    room at ( walls "\n' * lines + "  }\n"


def doubtful_plan(rooms):
    """Valid, with a warning or an error for every room."""
    return ("floorplan\n  floor Ground {\n" + "".join(
        f"    room {'VeryLongName' * 10}{i} at ({i}, 0) size (4 x 4) walls [top: solid, right: solid, bottom: solid, left: solid]\n"
        for i in range(rooms)) + "  }\n")


def operations(count, action="resize"):
    if action == "label":
        return [{"action": "add_label", "target": f"Room{i}", "params": {"label": nasty_xml(700)}} for i in range(count)]
    return [{"action": "resize_room", "target": "No" * 190, "params": {"size": {"width": 3, "height": 3}}} for _ in range(count)]


def plan_calls():
    plans = {"big": plan_of(1500), "broken": broken_plan(3000), "doubtful": doubtful_plan(300)}
    for name, dsl in plans.items():
        for tool in ("validate_floorplan", "analyze_floorplan", "critique_floorplan", "open_floorplan"):
            yield tool, {"dsl": dsl}
        yield "validate_floorplan", {"dsl": dsl, "applyFixes": True}
        yield "validate_floorplan", {"dsl": dsl, "strict": True}
        yield "render_floorplan", {"dsl": dsl, "width": 400, "height": 300}
        yield "export_floorplan", {"dsl": dsl, "path": f"{name}.svg"}
        for schedule in ("rooms", "doors", "windows"):
            yield "schedule_floorplan", {"dsl": dsl, "schedule": schedule, "limit": 5000}
        yield "schedule_floorplan", {"dsl": dsl, "format": "csv", "limit": 5000}
        for atomic in (True, False):
            yield "modify_floorplan", {"dsl": dsl, "operations": operations(500), "atomic": atomic}
        yield "modify_floorplan", {"dsl": dsl, "operations": operations(60, "label")}
    for format_ in ("png", "svg", "pdf", "dxf", "glb", "3d-png"):
        yield "render_floorplan", {"dsl": plan_of(500), "format": format_, "renderAllFloors": True}
    yield "render_floorplan", {"dsl": plans["big"], "width": 8192, "height": 8192}
    yield "open_floorplan", {"dsl": plans["big"]}
    yield "modify_floorplan", {"operations": operations(60, "label"), "reasoning": nasty(7000)}
    yield "modify_floorplan", {"operations": operations(60, "label"), "dry_run": True}
    yield "undo", {"dry_run": True}
    yield "undo", {}
    yield "redo", {"dry_run": True}
    yield "redo", {}
    names = [f"{'Room' * 45}{i}" for i in range(40)]
    yield "layout_floorplan", {"rooms": [{"name": name, "area": 12, "label": "x" * 1000} for name in names],
                               "adjacencies": [{"a": names[i % 40], "b": names[(i * 7 + 1) % 40]} for i in range(400)]}


# --- rules ---

IDS_HEAD = ('<ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:xs="http://www.w3.org/2001/XMLSchema"><info><title>{}</title>'
            "</info><specifications>")
IDS_TAIL = "</specifications></ids>"


def simple(value):
    return f"<simpleValue>{value}</simpleValue>"


def specification(number, entity="IFCWALL", requirements="", text=""):
    return (f'<specification name="S{number}{text}" identifier="I{number}" ifcVersion="IFC4" description="{text}" '
            f'instructions="{text}"><applicability minOccurs="0" maxOccurs="unbounded"><entity><name>{simple(entity)}</name></entity>'
            f"</applicability><requirements>{requirements}</requirements></specification>")


def attribute(name, value):
    return f'<attribute cardinality="required"><name>{simple(name)}</name><value>{value}</value></attribute>'


def document(specifications, title="T"):
    return IDS_HEAD.format(title) + "".join(specifications) + IDS_TAIL


NAME_IS_X = attribute("Name", simple("X"))
LONG = "&quot;long words " * 60
DOCUMENTS = {
    "many.ids": lambda: document([specification(i, text=LONG, requirements=NAME_IS_X) for i in range(1500)], "T" * 10_000),
    "other.ids": lambda: document([specification(i, requirements=attribute("Name", simple(f"Y{i}")), text=LONG) for i in range(1500)]),
    "wrong.ids": lambda: document([specification(i, entity=f"IFCNOSUCH{i}", requirements=attribute("NoSuch", simple("1")) * 3)
                                   for i in range(2500)]),
    "facets.ids": lambda: document([specification(0, requirements=attribute("Name", simple(LONG)) * 900)]),
    "deep.ids": lambda: document([specification(0, requirements=attribute("Name", '<xs:restriction base="xs:string">' + "".join(
        f'<xs:enumeration value="{LONG}{i}"/>' for i in range(3000)) + "</xs:restriction>"))]),
}
GUID = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$"


def model(walls):
    def guid(n):
        return "0" + "".join(GUID[n // 64 ** k % 64] for k in range(20, -1, -1))

    lines = "".join(f"#{i + 1}=IFCWALL('{guid(i)}',$,'{'W' * 800}{i}',$,$,$,$,$,$);\n" for i in range(walls))
    return ("ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('IFC4'));\n"
            f"ENDSEC;\nDATA;\n{lines}ENDSEC;\nEND-ISO-10303-21;\n")


def rule_calls():
    yield "list_ids_templates", {}
    yield "find_ifc_schema", {"query": "e", "limit": 500}
    yield "find_ifc_schema", {"query": "IFCDISTRIBUTIONPORT", "what": "entity", "limit": 500}
    yield "find_ifc_schema", {"query": "Reference", "what": "property", "limit": 500}
    for name in DOCUMENTS:
        yield "load_ids", {"source": name}
        yield "get_ids_info", {"limit": 1000}
        yield "get_ids_info", {}
        yield "get_specification", {"spec_id": "I0"}
        yield "validate_ids", {}
        yield "export_ids", {}
        yield "export_ids", {"output_path": f"copy-{name}"}
        yield "export_ids_table", {}
        yield "compare_ids", {"path": "other.ids", "limit": 2000}
    yield "compare_ids", {"path": "many.ids", "other_path": "wrong.ids", "limit": 2000}
    # One specification fails 3,000 times; many specifications fail, each with its words.
    yield "load_ids", {"source": document([specification(i, requirements=NAME_IS_X, text=LONG if i else "") for i in range(40)]),
                       "source_type": "string"}
    for report in ("json", "html", "console"):
        yield "validate_ifc_model", {"ifc_file_path": "model.ifc", "report_format": report, "limit": 500}
    yield "validate_ifc_model", {"ifc_file_path": "model.ifc"}
    yield "export_ids_report", {"ifc_file_path": "model.ifc", "output_path": "report.html"}
    for entry in ({}, {"dry_run": True}):
        yield "create_ids", {"title": nasty_xml(7000), "description": nasty_xml(7000), "purpose": nasty_xml(7000), **entry}
    batch = [{"name": f"{nasty_xml(700)} {i}", "ifc_versions": ["IFC4"], "description": nasty_xml(2000),
              "applicability": [{"type": "entity", "entity_name": "IFCWALL"}]} for i in range(200)]
    yield "add_specifications", {"specifications": batch}
    yield "add_specification", {"name": nasty_xml(7000), "ifc_versions": ["IFC4"], "description": nasty_xml(7000), "identifier": "A"}
    yield "get_ids_info", {"limit": 1000}
    for facet in ("entity", "attribute", "property", "classification", "material", "partof"):
        yield f"add_{facet}_facet", {"spec_id": "A", "location": "requirements", **FACETS[facet]}
    yield "add_enumeration_restriction", {"spec_id": "A", "facet_id": "requirements[1]", "parameter_name": "value",
                                          "base_type": "xs:string", "values": [nasty_xml(300)] * 3000}
    yield "add_pattern_restriction", {"spec_id": "A", "facet_id": "requirements[2]", "parameter_name": "value",
                                      "base_type": "xs:string", "pattern": "a" * 9000}
    yield "edit_facet", {"spec_id": "A", "facet_id": "requirements[1]", "changes": {"instructions": nasty_xml(7000)}}
    yield "edit_specification", {"spec_id": "A", "description": nasty_xml(7000)}
    yield "move_specification", {"spec_id": "A", "position": 0}
    yield "edit_ids_info", {"title": nasty_xml(7000), "copyright": nasty_xml(7000)}
    yield "get_specification", {"spec_id": "A"}
    yield "import_ids_table", {"csv": "Specification;Facet;No\n" + f"{nasty(50)!r};x;y\n" * 2000}
    yield "import_ids_table", {"csv": "Specification;Facet;No\n" + "a;x;y\n" * 2000, "skip_bad_rows": True}
    yield "apply_ids_template", {"name": "fire-safety", "dry_run": True}


FACETS = {"entity": {"entity_name": "IFCWALL"},
          "attribute": {"attribute_name": "Name", "value": nasty_xml(7000), "instructions": nasty_xml(7000)},
          "property": {"property_name": "P" * 900, "property_set": "S" * 900, "data_type": "IFCLABEL", "value": nasty_xml(7000)},
          "classification": {"classification_system": "C" * 900, "instructions": nasty_xml(7000)},
          "material": {"material_value": nasty_xml(7000)},
          "partof": {"relation": "IFCRELAGGREGATES", "parent_entity": "IFCWALL", "instructions": nasty_xml(7000)}}


# --- the kernel's own, and arguments of any tool ---

def kernel_calls():
    for i in range(120):
        yield "workspace_open", {"label": f"{nasty(150)} {i}"}
    yield "workspace_list", {}
    for i in range(220):
        yield "create_ids", {"title": f"T{i}", "reasoning": nasty(7000)}
    yield "history", {"limit": 200}
    yield "history", {}
    why = {"reasoning": nasty(7000), "dry_run": False}
    for i in range(20):
        yield "sample_create", {"category": "wall", "count": 50, "properties": {"note": nasty(3000)}, **why}
    for i in range(60):  # more than 50 wait for a human
        yield "sample_create", {"category": "wall", "count": 51, "properties": {"note": nasty(3000)}, **why}
    for tool in ("sample_list", "sample_count", "sample_validate"):
        yield tool, {"reasoning": "to look"}
    yield "sample_export", {"path": "sample.json", **why}
    yield "pending_approvals", {"include_closed": True}


def long_value(schema, size=200_000):
    kind = schema.get("type")
    if kind == "array":
        count = 500 if size == 200_000 else 3
        return [long_value(schema.get("items", {}), size // count)] * count
    if kind == "object":
        return {name: long_value(of, size // 10) for name, of in schema.get("properties", {}).items()}
    return nasty(max(size, 20))


def wild_calls(tools):
    """Each argument far too long, all of them, and thousands that nobody knows."""
    for tool in tools:
        properties = tool["inputSchema"].get("properties", {})
        for name, schema in properties.items():
            if schema.get("type") in ("string", "array", "object", None):
                yield tool["name"], {name: long_value(schema)}
        if tool["name"] == "workspace_close":
            continue
        yield tool["name"], {f"{nasty(40)}{i}": i for i in range(3000)}
        yield tool["name"], {nasty(300_000): 1}
        required = {name: nasty(3000) for name in tool["inputSchema"].get("required", [])
                    if properties[name].get("type") == "string" and "enum" not in properties[name]}
        yield tool["name"], {**required, "reasoning": nasty(9999)}


# --- measuring ---

class Meter:
    """Calls tools and looks at their answers."""

    def __init__(self, server):
        self.server = server
        # Those without a schema are the conformance suite's.
        self.tools = {tool["name"]: tool for tool in server.tools() if tool.get("outputSchema")}
        self.largest = {name: (0, 0, "") for name in self.tools}
        self.calls = dict.fromkeys(self.tools, 0)
        self.too_large, self.misfits, self.unreadable, self.stateless = [], [], [], []
        self.left_out = 0

    def run(self, calls):
        for name, arguments in calls:
            if name in self.tools:
                self.look_at(name, arguments, self.server.call(name, arguments))

    def look_at(self, name, arguments, result):
        self.calls[name] += 1
        tokens, images = size_of(result)
        what = f"{name} {json.dumps(arguments)[:80]}"
        most = self.largest[name]
        note = ("error" if result.get("isError") else "") if tokens > most[0] else most[2]
        self.largest[name] = (max(tokens, most[0]), max(images, most[1]), note)
        if tokens > MAX_TOKENS or images > MAX_IMAGE_BYTES:
            self.too_large.append((what, tokens, images))
        self.check_schema(name, what, result)
        self.check_left_out(what, result)

    def check_schema(self, name, what, result):
        structured = result.get("structuredContent")
        if structured is not None:
            for error in jsonschema.Draft202012Validator(self.tools[name]["outputSchema"]).iter_errors(structured):
                self.misfits.append((what, error.message[:200]))
                break
        if structured and "outcome" in structured and not any(text.startswith('{"outcome":') for text in texts_of(result)):
            self.stateless.append(what)

    def check_left_out(self, what, result):
        """What an answer left out is read to its end, page by page."""
        shown = [result.get("structuredContent") or {}] + [json.loads(text) for text in texts_of(result) if text.startswith("{")]
        found = next((each["left_out"] for each in shown if "left_out" in each), [])
        entries = [(each["uri"], each["pages"], each["bytes"]) for each in found]
        links = [block["uri"] for block in result.get("content", []) if block.get("type") == "resource_link"]
        if {uri for uri, _, _ in entries} - set(links):
            self.unreadable.append((what, "no link to what was left out"))
        for uri, pages, size in entries:
            self.left_out += 1
            self.read_pages(what, uri, pages, size)
            handle, part = uri.split("/")[3:5]
            if self.left_out % 10 == 1:
                self.run([("view_read", {"view": handle, "part": part})])

    def read_pages(self, what, uri, pages, size):
        place, got = uri.rsplit("/", 1)[0], 0
        chosen = range(1, pages + 1) if pages <= 12 else [1, 2, pages]  # of thousands, the ends
        for page in chosen:
            answer = self.server.ask("resources/read", {"uri": f"{place}/{page}"})
            if "result" not in answer or tokens_of(answer["result"]) > MAX_TOKENS:
                self.unreadable.append((what, uri, page, str(answer.get("error", "too large"))))
                return
            contents = answer["result"]["contents"][0]
            got += len(contents["text"].encode()) if "text" in contents else len(base64.b64decode(contents["blob"]))
        if len(chosen) == pages and got != size:
            self.unreadable.append((what, uri, f"{got} bytes of {size}"))

    def table(self):
        print("\n| tool | largest answer, tokens | image, base64 bytes | calls | |\n|---|---:|---:|---:|---|")
        for name, (tokens, images, note) in sorted(self.largest.items(), key=lambda item: -item[1][0]):
            print(f"| {name} | {tokens:,} | {images:,} | {self.calls[name]} | {note} |")
        print(flush=True)


def texts_of(result):
    return [block["text"] for block in result.get("content", []) if block.get("type") == "text"]


def tokens_of(value):
    return -(-len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()) // 4)


def size_of(result):
    images = 0
    content = []
    for block in result.get("content", []):
        if block.get("type") == "image":
            images += len(block["data"])
            block = {**block, "data": ""}
        content.append(block)
    parts = {"content": content}
    if "structuredContent" in result:
        parts["structuredContent"] = result["structuredContent"]
    return tokens_of(parts), images


def newest_events(server, limit, count=40):
    """The places of the newest events in the log, by pages of `limit` events or what an answer holds."""
    places, page = [], {"limit": limit}
    while len(places) < count:
        answer = server.call("history", page)["structuredContent"]
        places += [event["seq"] for event in answer["events"]]
        page["before"] = answer["next_before"]
    return places[:count]


def main():
    checks = Checks()
    with State() as state:
        state.write_policy(UNLIMITED_POLICY)
        for name, make in DOCUMENTS.items():
            (state.work / name).write_text(make())
        (state.work / "model.ifc").write_text(model(3000))
        with StdioServer([server_argument(), "serve", "all", "--conformance"], state) as server:
            meter = Meter(server)
            for calls in (plan_calls(), rule_calls(), kernel_calls(), wild_calls(list(meter.tools.values()))):
                meter.run(calls)
            in_pages, in_pairs = newest_events(server, 200), newest_events(server, 2)
            meter.table()
    missed = [name for name, calls in meter.calls.items() if calls < 2]
    checks.check("every tool was called", not missed and len(meter.calls) > 50, missed)
    checks.check(f"no answer is above {MAX_TOKENS} tokens", not meter.too_large, (len(meter.too_large), meter.too_large[:40]))
    checks.check("every answer fits its tool's schema", not meter.misfits, (len(meter.misfits), meter.misfits[:4]))
    checks.check("the text of a change begins with its outcome", not meter.stateless, meter.stateless[:4])
    checks.check(f"what was left out is read in pages ({meter.left_out} fields)", not meter.unreadable and meter.left_out > 20,
                 (len(meter.unreadable), meter.unreadable[:4]))
    checks.check("pages of the history leave no event out", in_pages == in_pairs, (in_pages, in_pairs))
    checks.finish()


if __name__ == "__main__":
    main()
