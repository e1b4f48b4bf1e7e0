#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The official Python client (PyPI mcp) completes a session over stdio and over HTTP, in each era it speaks.

usage: clients_python.py [build/lintel]        (run with .deps/venv/bin/python)
"""
import asyncio

from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters

from harness import MODERN, Checks, HttpServer, State, server_argument
from refusals import refusals

# How the client is told to negotiate -> the revision that must come of it.
MODES = {"legacy": "2025-11-25", "auto": MODERN, MODERN: MODERN}


async def expect_error(call):
    """The protocol error that a call ends with, or None."""
    try:
        await call
    except MCPError as error:
        return error
    return None


def connect(target, mode):
    return Client(target, mode=mode, read_timeout_seconds=20, cache=None)


async def refused(name, target, mode, checks):
    async with connect(target, mode) as client:
        await refusals(name, client, checks)


async def session(name, target, mode, version, checks):
    async with connect(target, mode) as client:
        checks.check(f"{name}: speaks {version}", client.protocol_version == version, client.protocol_version)
        checks.check(f"{name}: server says who it is", bool(client.server_info and client.server_info.name)
                     or mode == MODERN, client.server_info)

        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        checks.check(f"{name}: tools/list has echo with both schemas",
                     "echo" in tools and tools["echo"].input_schema and tools["echo"].output_schema, sorted(tools))

        text = "grün ≠ \"rot\"\n"
        echoed = await client.call_tool("echo", {"text": text})
        checks.check(f"{name}: echo as structure", echoed.structured_content == {"text": text},
                     echoed.structured_content)
        checks.check(f"{name}: echo as text", not echoed.is_error and echoed.content[0].type == "text"
                     and "grün" in echoed.content[0].text, echoed.content)

        many = await asyncio.gather(*(client.call_tool("echo", {"text": str(i)}) for i in range(20)))
        checks.check(f"{name}: 20 calls at once, each with its own answer",
                     [one.structured_content["text"] for one in many] == [str(i) for i in range(20)])

        read = (await client.read_resource("test://static-text")).contents[0]
        checks.check(f"{name}: resource read", getattr(read, "text", "") != "", read)
        listed = [str(resource.uri) for resource in (await client.list_resources()).resources]
        checks.check(f"{name}: resource listed", "test://static-text" in listed, listed)
        templates = [one.uri_template for one in (await client.list_resource_templates()).resource_templates]
        checks.check(f"{name}: template listed", "test://template/{id}/data" in templates, templates)

        prompts = [prompt.name for prompt in (await client.list_prompts()).prompts]
        prompt = await client.get_prompt("test_prompt_with_arguments", {"arg1": "one", "arg2": "two"})
        checks.check(f"{name}: prompt listed and got", "test_simple_prompt" in prompts
                     and "one" in prompt.messages[0].content.text, prompt.messages)

        seen = []

        async def note(progress, total, message):
            seen.append(progress)

        worked = await client.call_tool("test_tool_with_progress", {}, progress_callback=note)
        checks.check(f"{name}: progress rises to the end", not worked.is_error and len(seen) >= 3
                     and seen == sorted(set(seen)), seen)

        broken = await client.call_tool("test_error_handling", {})
        checks.check(f"{name}: a failing tool is a result with isError", broken.is_error, broken)
        wrong = await client.call_tool("echo", {"text": 7})
        checks.check(f"{name}: a wrong argument is a result with isError", wrong.is_error, wrong)
        missing = await expect_error(client.read_resource("test://does-not-exist"))
        checks.check(f"{name}: a missing resource is a protocol error", missing is not None
                     and missing.error.code == (-32602 if version == MODERN else -32002), missing)
        after = await client.call_tool("echo", {"text": "still here"})
        checks.check(f"{name}: lives on after errors", after.structured_content == {"text": "still here"})


async def guarded(name, talk, checks):
    try:
        await asyncio.wait_for(talk, 60)
    except Exception as error:  # every failure of the client library is a failed check, and the next session runs
        checks.check(f"{name}: session completes", False, f"{type(error).__name__}: {error}")
    else:
        checks.check(f"{name}: session completes", True)


async def main():
    program = server_argument()
    checks = Checks()
    with State() as state:
        def stdio(*toolsets):
            return StdioServerParameters(command=str(program), args=["serve", *toolsets, "--conformance"], env=state.env,
                                         cwd=str(state.work))

        for mode, version in MODES.items():
            name = f"python stdio {mode}"
            await guarded(name, session(name, stdio(), mode, version, checks), checks)
            name = f"python refusals {mode}"
            await guarded(name, refused(name, stdio("all"), mode, checks), checks)
        with HttpServer([program, "serve", "--http=127.0.0.1:0", "--conformance"], state) as server:
            for mode, version in MODES.items():
                name = f"python http {mode}"
                await guarded(name, session(name, server.url, mode, version, checks), checks)
            checks.check("the server is still there", server.alive(), server.tail())
    checks.finish()


if __name__ == "__main__":
    asyncio.run(main())
