#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hints name only tools that the server serves, whichever those are.

    hints.py BINARY

Every tool is called with what it must refuse, by servers of several choices: the usual ones, all but one tool for each
tool that any hint names, and each tool alone. No answer may name a tool of the registry that its server does not list.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from harness import Checks, State, StdioServer, server_argument  # noqa: E402
from refusals import calls_of  # noqa: E402

WORD = re.compile(r"\w+")
# Refusals that need a document in work, or one that is not quite right.
EMPTY = [("create_ids", {"title": "T"}), ("export_ids", {}), ("validate_ifc_model", {"ifc_file_path": "m.ifc"}),
         ("export_ids_report", {"ifc_file_path": "m.ifc", "output_path": "r.html"}), ("get_specification", {"spec_id": "S"})]
FILLED = [("add_specification", {"name": "S", "ifc_versions": ["IFC4"]}), ("export_ids", {}),
          ("edit_facet", {"spec_id": "S", "facet_id": "nonsense", "changes": {}}),
          ("remove_facet", {"spec_id": "S", "facet_id": "requirements[7]"}),
          ("add_attribute_facet", {"spec_id": "S", "location": "requirements", "attribute_name": "Name"}),
          ("add_pattern_restriction", {"spec_id": "S", "parameter_name": "value", "base_type": "xs:string", "pattern": "a"}),
          ("add_pattern_restriction", {"spec_id": "S", "parameter_name": "value", "base_type": "xs:string", "pattern": "b"}),
          ("add_length_restriction", {"spec_id": "S", "parameter_name": "value", "base_type": "xs:double", "min_length": 1}),
          ("add_bounds_restriction", {"spec_id": "S", "parameter_name": "value", "base_type": "xs:double", "min_value": 1}),
          ("add_enumeration_restriction", {"spec_id": "S", "parameter_name": "value", "base_type": "xs:string", "values": ["a"]}),
          ("undo", {"event_id": "none"}), ("redo", {"event_id": "none"}), ("redo", {}), ("withdraw_change", {"id": "none"}),
          ("modify_floorplan", {"operations": [{"action": "remove_room", "target": "A"}]}),
          ("modify_floorplan", {"dsl": "nonsense", "operations": [{"action": "remove_room", "target": "A"}]})]


def words_of(value):
    """The words of all texts in an answer, and in the texts that are JSON themselves."""
    if isinstance(value, dict):
        return set().union(*(words_of(each) for each in value.values())) if value else set()
    if isinstance(value, list):
        return set().union(*(words_of(each) for each in value)) if value else set()
    return set(WORD.findall(value)) if isinstance(value, str) else set()


def names_in_refusals(binary, arguments, everything):
    """({tool: those it named in refusals}, the tools served)"""
    named = {}
    with State() as state, StdioServer([binary, "serve", *arguments], state) as server:
        tools = {tool["name"]: tool for tool in server.tools()}
        wrong = [(name, sent) for name, tool in tools.items() for _, sent, _ in calls_of(tool["inputSchema"])
                 if name != "workspace_close"]
        for name, sent in wrong + EMPTY + FILLED:
            if name not in tools:
                continue
            answer = server.call(name, sent)
            if answer.get("isError"):
                found = words_of(answer.get("content", [])) | words_of(answer.get("structuredContent", {}))
                named.setdefault(name, set()).update((found & everything) - words_of(sent))
    return named, set(tools)


def main():
    checks, binary = Checks(), server_argument()
    with State() as state, StdioServer([binary, "serve", "all"], state) as server:
        everything = {tool["name"] for tool in server.tools()}
    named, _ = names_in_refusals(binary, ["all"], everything)
    hinted = set().union(*named.values())
    checks.check(f"hints name tools: {', '.join(sorted(hinted))}", len(hinted) > 5, hinted)
    choices = [[], ["ids"], ["floorplan"], ["kernel"], ["all", "--read-only"]]
    choices += [["all", "--exclude-tools", name] for name in sorted(hinted)]
    choices += [["kernel", "--tools", name] for name in sorted(everything)]
    choices += [["all", "--exclude-tools", ",".join(sorted(everything - {name}))] for name in sorted(everything)]
    wrong = []
    for arguments in choices:
        named, served = names_in_refusals(binary, arguments, everything)
        wrong += [(" ".join(arguments)[:60], tool, sorted(names - served)) for tool, names in named.items() if names - served]
    checks.check(f"no hint names a tool that is not served ({len(choices)} choices of tools)", not wrong, (len(wrong), wrong[:6]))
    checks.finish()


if __name__ == "__main__":
    main()
