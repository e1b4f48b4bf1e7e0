# SPDX-License-Identifier: Apache-2.0
"""Calls that every tool must answer: with what is missing, of the wrong type, or of the right type and no use.

The same as refusals.mjs, which says why. The Python client does not check the answers of failed calls, so they are
checked here.
"""
import jsonschema
from mcp import MCPError

WRONG = {"string": 7, "integer": "x", "number": "x", "boolean": "x", "array": "x", "object": "x"}
COMMON = ("workspace", "reasoning", "branch", "dry_run")
UNPARSABLE = "floorplan\n  floor {\n    room at ("


def useless(schema, name=""):
    """A value of the type that the schema asks for, which names nothing there is."""
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    if kind in ("integer", "number"):
        return schema.get("minimum", 0)
    if kind == "boolean":
        return False
    if kind == "array":
        return [useless(schema.get("items", {}))]
    if kind == "object":
        return filled(schema, schema.get("required", []))
    return UNPARSABLE if name == "dsl" else "no such thing"


def filled(schema, names):
    return {name: useless(schema["properties"][name], name) for name in names}


def calls_of(schema):
    """What is wrong, the arguments, and whether they must be refused."""
    properties = schema.get("properties", {})
    needed = filled(schema, schema.get("required", []))
    own = [name for name in properties if name not in COMMON]
    if needed:
        yield "nothing given", {}, True
    for name in own:
        if properties[name].get("type") in WRONG:
            yield f"{name} of the wrong type", {**needed, name: WRONG[properties[name]["type"]]}, True
    yield "an unknown argument", {**needed, "no_such_argument": 1}, True
    yield "useless values", needed, False
    yield "useless values everywhere", filled(schema, own), False
    if "dsl" in properties:
        yield "a plan that does not parse", {**needed, "dsl": UNPARSABLE}, False
    yield "an unknown workspace", {**needed, "workspace": "w_nowhere"}, True


def wrong_with(answer, must, output_schema):
    """What a caller would miss in an answer, or None."""
    if must and not answer.is_error:
        return "was not refused"
    if answer.is_error and len(" ".join(getattr(block, "text", "") for block in answer.content)) < 10:
        return "says nothing"
    if answer.structured_content is not None:
        for error in jsonschema.Draft202012Validator(output_schema).iter_errors(answer.structured_content):
            return f"does not fit its schema: {error.message}"
    return None


async def refusals(name, client, checks):
    """Every tool, with every wrong call. Those without an output schema are the conformance suite's."""
    tools = (await client.list_tools()).tools
    calls, refused, failures = 0, 0, []
    for tool in tools:
        for what, arguments, must in calls_of(tool.input_schema):
            calls += 1
            try:
                answer = await client.call_tool(tool.name, arguments)
            except (MCPError, RuntimeError) as error:
                if tool.output_schema:
                    failures.append(f"{tool.name}, {what}: the client raised {error}")
                continue
            refused += bool(answer.is_error)
            problem = tool.output_schema and wrong_with(answer, must, tool.output_schema)
            if problem:
                failures.append(f"{tool.name}, {what}: {problem}")
    checks.check(f"{name}: every tool is called", len(tools) > 50 and any(one.name == "echo" for one in tools), len(tools))
    checks.check(f"{name}: wrong calls are refused in words that reach the caller ({refused} of {calls} calls)",
                 not failures and refused > 300, (len(failures), failures[:4]))
