#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The HTTP API of AAS Part 2 (`lintel serve --http --aas-api`) under the four read profiles of aas-test-engines.

    aas_api.py PROGRAM

The document is a package of our own with an element of each class. Every case of the suites must pass, without a warning.
Beyond the suites: what is served is the document, also to aas-core; changes that wait are not in it; each File and the
thumbnail come as they are; nobody reads without a token where one is needed, nor what the policy forbids.
"""
import base64
import getpass
import hashlib
import http.client
import io
import json
import subprocess
import urllib.parse
import zipfile

import aas_core3.jsonization
import own_shells
from aas_test_engines import api, config
from aas_test_engines.http import HttpClient
from aas_test_engines.result import Level
from harness import Checks, HttpServer, State, connect, modern_request, server_argument

TYPES = ('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
         '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
         '<Default Extension="json" ContentType="application/json"/><Default Extension="pdf" ContentType="application/pdf"/>'
         '<Default Extension="png" ContentType="image/png"/>'
         '<Override PartName="/aasx/aasx-origin" ContentType="text/plain"/></Types>')
FILES = {"aasx/manual.pdf": b"%PDF-1.4 a manual", "thumb.png": b"\x89PNG\r\n\x1a\n a picture"}
LINKS = "http://admin-shell.io/aasx/relationships/"


def relationship(kind, target):
    return ('<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            f'<Relationship Id="r1" Type="{LINKS}{kind}" Target="{target}"/></Relationships>')


def document():
    """Of the classes only those stand at the top that are whole without their values: the suites read metadata as if it were
    an element. The others are in a collection. Three things are left out that aas-core finds good and aas-test-engines does
    not: a list of any elements, a specific asset id that repeats the global one, and categories of concept descriptions."""
    reference, element = own_shells.reference, own_shells.element
    whole = own_shells.environment()
    everything = whole["submodels"][0]
    everything["submodelElements"] = [
        element("SubmodelElementCollection", "everything",
                value=[each for each in own_shells.elements() if each["idShort"] != "any"]),
        element("Property", "speed", valueType="xs:int", value="5000"),
        element("MultiLanguageProperty", "label", value=own_shells.texts(("en", "Pump"), ("de", "Pumpe")))]
    shell = whole["assetAdministrationShells"][0]
    for each in whole["conceptDescriptions"]:
        del each["category"]
    del shell["assetInformation"]["specificAssetIds"][1]
    shell["submodels"].append(reference(("Submodel", "urn:of-template")))
    other = {"modelType": "AssetAdministrationShell", "id": "urn:shell/two?ä", "idShort": "second",
             "assetInformation": {"assetKind": "Type", "globalAssetId": "urn:asset:two"},
             "submodels": [reference(("Submodel", "urn:of-template"))]}
    whole["assetAdministrationShells"].append(other)
    return whole


def package(environment):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        archive.writestr("_rels/.rels", relationship("aasx-origin", "/aasx/aasx-origin"))
        archive.writestr("aasx/aasx-origin", "")
        archive.writestr("aasx/_rels/aasx-origin.rels", relationship("aas-spec", "/aasx/env.json"))
        archive.writestr("aasx/env.json", json.dumps(environment))
        for name, data in FILES.items():
            archive.writestr(name, data)
    return out.getvalue()


def id64(text):
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


class Client:
    def __init__(self, server, **headers):
        self.server, self.headers = server, headers

    def ask(self, path, method="GET", **headers):
        connection = http.client.HTTPConnection(self.server.host, self.server.port, timeout=20)
        connection.request(method, path, headers={**self.headers, **headers})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, answer.headers, body

    def json(self, path):
        status, _, body = self.ask(path)
        assert status == 200, (path, status, body)
        return json.loads(body)


def call(program, state, tool, **arguments):
    done = subprocess.run([program, "call", tool, json.dumps(arguments)], cwd=state.work, env=state.env, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout) if done.stdout else {"error": done.stderr}


def lines_of(result, levels):
    """The messages at the ends of a result that are of these levels."""
    below = [line for sub in result.sub_results for line in lines_of(sub, levels)]
    return below or ([result.message] if result.level in levels else [])


def run_suite(checks, url, suite):
    """Each case with the verdict of the suite. It warns where the document has nothing to try a case on: that must not be, except
    that it never pages through references of elements, for which it keeps no cursor.

    The service of a single shell is mounted below /aas; the suite asks for some of it at the root."""
    short = suite.rsplit("/", 2)[1].removesuffix("ServiceSpecification")
    single = short == "AssetAdministrationShell"
    client = HttpClient(url + "/aas" if single else url, remove_path_prefix="/aas" if single else "")
    result, matrix = api.execute_tests(client, config.CheckApiConfig(suite=suite))
    for operation in result.sub_results[1:-1]:
        name = f"{short}: {operation.message.removeprefix('Checking ')}"
        for part in operation.sub_results:
            for case in [part] if part.message == "Setup" else part.sub_results:
                checks.check(f"{name}: {case.message.strip()}", case.ok(), lines_of(case, (Level.ERROR, Level.CRITICAL)))
    warnings = lines_of(result, (Level.WARNING,))
    checks.check(f"{short}: all was there to be tried", len(warnings) <= 1, warnings)
    checks.check(f"{short}: {matrix.valid_accepted} positive and {matrix.invalid_rejected} negative cases",
                 result.ok() and matrix.valid_accepted and not matrix.valid_rejected and not matrix.invalid_accepted)


def run_own(checks, client, environment, data):
    """What the suites do not look at."""
    blobs = "?extent=withBlobValue"
    checks.check("shells are the document's", client.json("/shells")["result"] == environment["assetAdministrationShells"])
    checks.check("submodels are the document's", client.json("/submodels" + blobs)["result"] == environment["submodels"])
    checks.check("concepts are the document's",
                 client.json("/concept-descriptions")["result"] == environment["conceptDescriptions"])
    second = environment["assetAdministrationShells"][1]
    checks.check("any identifier", client.json("/shells/" + id64(second["id"])) == second)
    serialized = client.json("/serialization")
    checks.check("serialization is the document, and aas-core reads it",
                 serialized == environment and aas_core3.jsonization.environment_from_jsonable(serialized))
    checks.check("the package is the file", client.ask("/packages/" + id64("pump.aasx"))[2] == data)
    everything = "/submodels/" + id64("urn:submodel") + "/submodel-elements"
    status, headers, manual = client.ask(everything + "/everything.manual/attachment")
    checks.check("an attachment is its part", (status, headers["Content-Type"], manual) ==
                 (200, "application/pdf", FILES["aasx/manual.pdf"]))
    checks.check("and is not run in a browser", "sandbox" in headers["Content-Security-Policy"] and
                 headers["Content-Disposition"].startswith("attachment"))
    checks.check("the thumbnail is its part", client.ask("/aas/asset-information/thumbnail")[2] == FILES["thumb.png"])
    paths = client.json("/submodel/$path")
    found = [client.json(f"{everything}/{urllib.parse.quote(path, safe='')}") for path in paths]
    checks.check(f"each of {len(paths)} paths leads to an element", len(found) == len(paths) > 25)
    value = client.json("/submodel/$value")["everything"]
    checks.check("values have their types", (value["length"], value["group"], value["list"]) ==
                 (1.5, {"one": True, "two": {"contentType": "a/b"}}, [0, 1, 2]), value)
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        status, headers, body = client.ask("/shells", method)
        checks.check(f"{method} is refused", status == 405 and "GET" in headers["Allow"] and
                     json.loads(body)["messages"][0]["code"] == "405", (status, body))
    checks.check("HEAD is GET without a body", client.ask("/shells", "HEAD")[::2] == (200, b""))
    checks.check("another host is refused", client.ask("/shells", Host="evil.example")[0] == 403)
    checks.check("another site is refused", client.ask("/shells", Origin="http://evil.example")[0] == 403)


def run_committed(checks, program, state, client):
    """What waits for approval is not shown."""
    answer = call(program, state, "aas_edit_property", path="data/speed", value="6000")
    speed = client.json("/submodel/submodel-elements/speed/$value")
    checks.check("a change that waits is not shown", "approval" in json.dumps(answer) and speed == {"speed": 5000}, (answer, speed))


def open_by_token(server, token):
    connection = connect(server)
    headers, body = modern_request("tools/call", {"name": "aas_document_open", "arguments": {"source": "pump.aasx"}})
    connection.request("POST", "/mcp", body, {**headers, "Authorization": f"Bearer {token}"})
    return connection.getresponse().read()


def run_tokens(checks, program, data):
    """READ as for MCP: the policy decides who reads, and each reads their own."""
    agents = {"reader": "11111111-1111-4111-8111-111111111111", "blind": "22222222-2222-4222-8222-222222222222"}
    user = getpass.getuser()
    with State() as state:
        state.write_policy("".join(f'[[token]]\nsha256 = "{hashlib.sha256(token.encode()).hexdigest()}"\n'
                                   f'principal = {{ user = "{user}", agent = "{agent}" }}\n' for token, agent in agents.items()) +
                           f'[[principal]]\nid = "agent:{agents["blind"]}"\n[[principal.forbid]]\ndo = ["READ"]\ntoolsets = ["aas"]\n'
                           '[[principal]]\nid = "human:*"\n[[principal.allow]]\ndo = ["READ"]\n'
                           '[[principal]]\nid = "agent:*"\n[[principal.allow]]\ndo = ["READ", "CREATE", "MODIFY"]\n')
        (state.work / "pump.aasx").write_bytes(data)
        with HttpServer([program, "serve", "--http=127.0.0.1:0", "--aas-api"], state) as server:
            call(program, state, "aas_document_open", source="pump.aasx")
            handle = call(program, state, "workspace_list")["workspaces"][0]["workspace"]
            checks.check("who is at the machine reads their own", len(Client(server).json("/shells")["result"]) == 2)
            status, _, body = Client(server, Authorization="Bearer blind").ask("/shells")
            checks.check("who may not read is told so", status == 403 and json.loads(body)["messages"], (status, body))
            checks.check("a wrong token is refused", Client(server, Authorization="Bearer other").ask("/shells")[0] == 401)
            reader = Client(server, Authorization="Bearer reader")
            checks.check("a token has a workspace of its own", reader.json("/shells")["result"] == [])
            opened = open_by_token(server, "reader")
            checks.check("in which it opens its document", len(reader.json("/shells")["result"]) == 2, opened)
        with HttpServer([program, "serve", "--http=127.0.0.1:0", f"--aas-api={handle}"], state) as server:
            checks.check("a named workspace is for its owner", len(Client(server).json("/shells")["result"]) == 2)
            status, _, body = Client(server, Authorization="Bearer reader").ask("/shells")
            checks.check("and is not there for others", status == 404 and json.loads(body)["messages"], (status, body))
        with HttpServer([program, "serve", "--http=127.0.0.1:0"], state) as server:
            checks.check("without the option there is no API", Client(server).ask("/shells")[0] == 404)


def main():
    program = str(server_argument())
    checks = Checks()
    environment = document()
    data = package(environment)
    with State() as state:
        (state.work / "pump.aasx").write_bytes(data)
        with HttpServer([program, "serve", "--http=127.0.0.1:0", "--aas-api"], state) as server:
            client = Client(server)
            checks.check("nothing is open yet", client.json("/shells")["result"] == [])
            opened = call(program, state, "aas_document_open", source="pump.aasx")
            checks.check("the document is open", len(client.json("/shells")["result"]) == 2, opened)
            for suite in api.supported_versions()["3.0"]:
                run_suite(checks, server.url.removesuffix("/mcp"), suite)
            run_own(checks, client, environment, data)
            run_committed(checks, program, state, client)
    run_tokens(checks, program, data)
    checks.finish()


if __name__ == "__main__":
    main()
