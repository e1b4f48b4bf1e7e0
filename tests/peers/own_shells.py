#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asset Administration Shells of our own: one environment with every class in it, and random ways to break it.

    own_shells.py FOLDER COUNT [SEED]      writes COUNT documents, each broken once to three times
"""
import base64
import copy
import json
import pathlib
import random
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
XS_VALUES = """
xs:anyURI: http://a.example/b?c=d#e | urn:x | a b | %zz | //[::1]/x | ü
xs:base64Binary: AAAA | AA== | AA=A | A A A A | ""
xs:boolean: true | false | 1 | 0 | TRUE | yes
xs:byte: 127 | 128 | -128 | -129 | +5 | 00001 | 1.0
xs:date: 2020-02-29 | 2021-02-29 | 0000-01-01 | -0001-02-29 | -0004-02-29 | 2000-01-01+14:00 | 2000-01-01+14:01 | 12021-02-28Z | 2000-04-31
xs:dateTime: 2020-02-29T24:00:00 | 2021-02-29T00:00:00Z | 2020-01-01T24:00:01 | 2020-01-01T12:00:00.123-13:59
xs:decimal: 1 | +1.0 | .5 | 5. | 1e3 | ""
xs:double: 1e308 | 1.8e308 | -1e400 | INF | -INF | +INF | NaN | nan | 1e-400 | 1. | .e1
xs:duration: P1Y2M3DT4H5M6.7S | P | PT | -P1D | P1S | PT1S | P1M1Y
xs:float: 3.4028235e38 | 3.4028236e38 | 3.5e38 | 1e39 | -1e39 | INF | 1e-50 | NaN
xs:gDay: ---31 | ---32 | ---01Z | -01
xs:gMonth: --12 | --13 | --01+14:00
xs:gMonthDay: --02-29 | --02-30 | --04-31 | --12-31Z
xs:gYear: 2020 | 0000 | -2020 | 20 | 02020
xs:gYearMonth: 2020-12 | 2020-13 | -0001-01
xs:hexBinary: 0aFF | 0aF | ""
xs:int: 2147483647 | 2147483648 | -2147483648 | -2147483649 | 0000000000000001
xs:integer: 1 | -1 | 99999999999999999999999999999 | 1.0 | --1
xs:long: 9223372036854775807 | 9223372036854775808 | -9223372036854775808 | -9223372036854775809
xs:negativeInteger: -1 | 0 | -0 | 1
xs:nonNegativeInteger: 0 | -0 | +1 | -1
xs:nonPositiveInteger: 0 | -1 | +0 | 1 | -0
xs:positiveInteger: 1 | 0 | +1 | 01
xs:short: 32767 | 32768 | -32768 | -32769
xs:string: a | "" | ä | 🏠
xs:time: 24:00:00 | 24:00:01 | 23:59:59.9Z | 12:00 | 00:00:00-14:00
xs:unsignedByte: 255 | 256 | -0 | -1
xs:unsignedInt: 4294967295 | 4294967296
xs:unsignedLong: 18446744073709551615 | 18446744073709551616
xs:unsignedShort: 65535 | 65536
"""
STRINGS = ["", "x", "ab", "a-b", "a-", "_a", "1a", "a b", "a\n", "a\u0001b", "a\ufffe", "ä", "en", "EN-x", "de", "de-AT", "english", "e", "i-klingon",
           "text/plain", "text", "a/b; c=d", "http://x/y z", "/a/b.pdf", "#", "0", "01", "12345", "x" * 18, "x" * 19, "x" * 64,
           "x" * 65, "x" * 100, "ä" * 128, "x" * 129, "x" * 255, "x" * 256, "x" * 1023, "x" * 1024, "x" * 2000, "x" * 2001, "x" * 2049,
           "2020-02-30T00:00:00Z", "2020-01-01T00:00:00Z", "PT1S", "PT", "CONSTANT", "PROPERTY", "VALUE", "REFERENCE", "DOCUMENT",
           "QUALIFIER_TYPE", "globalAssetId", "QUFB", "Q", "Q===", "QUE=", "*QUFB*", "TemplateQualifier", "Template", "Instance"]


def values():
    """(type, text) of all the samples above; half of them are wrong."""
    for line in XS_VALUES.strip().splitlines():
        kind, _, texts = line.partition(": ")
        for text in texts.split(" | "):
            yield kind, "" if text == '""' else text


def literals():
    """Literals of all enumerations, by the table of 3.1, which has those of 3.0."""
    rows = (line.split("\t") for line in (ROOT / "schemas/aas3_1.tsv").read_text().splitlines() if line.startswith("N\t"))
    return {row[1]: row[2].split(" ") for row in rows}


def reference(*keys, model=True):
    return {"type": "ModelReference" if model else "ExternalReference",
            "keys": [{"type": kind, "value": value} for kind, value in keys]}


def external(value):
    return reference(("GlobalReference", value), model=False)


def texts(*pairs):
    return [{"language": language, "text": text} for language, text in pairs]


def specification(**more):
    return {"dataSpecification": external("https://admin-shell.io/DataSpecificationTemplates/DataSpecificationIec61360/3"),
            "dataSpecificationContent": {"modelType": "DataSpecificationIec61360", "preferredName": texts(("en", "name"), ("de", "Name")),
                                         **more}}


def element(kind, name, **more):
    return {"modelType": kind, **({"idShort": name} if name else {}), **more}


def elements():
    operation_variable = {"value": element("Property", "argument", valueType="xs:int", value="1")}
    yield element("Property", "length", valueType="xs:double", value="1.5", category="PARAMETER",
                  semanticId=external("0173-1#02-AAA000#001"), supplementalSemanticIds=[external("urn:other")],
                  valueId=external("urn:value"), displayName=texts(("en", "Length")), description=texts(("en", "How long"), ("de", "Wie lang")),
                  qualifiers=[{"kind": "ConceptQualifier", "type": "unit", "valueType": "xs:string", "value": "mm"},
                              {"type": "digits", "valueType": "xs:int", "value": "3", "valueId": external("urn:three")}],
                  extensions=[{"name": "colour", "valueType": "xs:string", "value": "red",
                               "refersTo": [reference(("Submodel", "urn:submodel"))]}, {"name": "other"}],
                  embeddedDataSpecifications=[specification(definition=texts(("en", "text")))])
    yield element("MultiLanguageProperty", "title", value=texts(("en", "Pump"), ("de", "Pumpe")), valueId=external("urn:v"))
    yield element("Range", "span", valueType="xs:int", min="1", max="10")
    yield element("ReferenceElement", "where", value=reference(("Submodel", "urn:submodel"), ("SubmodelElementList", "list"), ("Property", "0")))
    yield element("Blob", "bytes", contentType="application/octet-stream", value="QUFB")
    yield element("File", "manual", contentType="application/pdf", value="/aasx/manual.pdf")
    yield element("RelationshipElement", "joins", first=reference(("Submodel", "urn:submodel"), ("Property", "length")),
                  second=reference(("Submodel", "urn:submodel"), ("File", "manual"), ("FragmentReference", "page=2")))
    yield element("AnnotatedRelationshipElement", "notes", first=external("urn:a"), second=external("urn:b"),
                  annotations=[element("Property", "note", valueType="xs:string", value="x"), element("Blob", "blob", contentType="a/b")])
    yield element("Entity", "motor", entityType="SelfManagedEntity", globalAssetId="urn:asset:motor",
                  statements=[element("Capability", "turns"), element("Property", "count", valueType="xs:int")])
    yield element("Entity", "bolt", entityType="CoManagedEntity")
    yield element("Entity", "gear", entityType="SelfManagedEntity", specificAssetIds=[{"name": "serial", "value": "7"}])
    yield element("BasicEventElement", "event", observed=reference(("Submodel", "urn:submodel")), direction="output", state="on",
                  messageTopic="topic", messageBroker=reference(("Submodel", "urn:submodel"), ("Entity", "motor")),
                  lastUpdate="2020-01-01T00:00:00Z", minInterval="PT1S", maxInterval="PT1M")
    yield element("Operation", "run", inputVariables=[operation_variable], outputVariables=[{"value": element("Capability", "result")}],
                  inoutputVariables=[{"value": element("Range", "both", valueType="xs:int")}])
    yield element("Capability", "lifts")
    yield element("SubmodelElementCollection", "group", value=[element("Property", "one", valueType="xs:boolean", value="true"),
                                                               element("File", "two", contentType="a/b")])
    yield element("SubmodelElementList", "list", typeValueListElement="Property", valueTypeListElement="xs:int", orderRelevant=False,
                  semanticIdListElement=external("urn:item"),
                  value=[element("Property", "", valueType="xs:int", value=str(i), semanticId=external("urn:item")) for i in range(3)])
    yield element("SubmodelElementList", "any", typeValueListElement="SubmodelElement", value=[element("Capability", "")])


def concepts():
    yield {"modelType": "ConceptDescription", "id": "urn:concept", "category": "PROPERTY", "isCaseOf": [external("urn:case")],
           "embeddedDataSpecifications": [specification(
               shortName=texts(("en", "n")), unit="mm", unitId=external("urn:mm"), sourceOfDefinition="us", symbol="l",
               dataType="REAL_MEASURE", definition=texts(("en", "a length"), ("de", "eine Länge")), valueFormat="NR3",
               levelType={"min": True, "max": False, "nom": False, "typ": False})]}
    yield {"modelType": "ConceptDescription", "id": "urn:value", "category": "VALUE",
           "embeddedDataSpecifications": [specification(dataType="STRING", value="1.5")]}
    yield {"modelType": "ConceptDescription", "id": "urn:list", "category": "REFERENCE",
           "embeddedDataSpecifications": [specification(
               dataType="IRDI", definition=texts(("en-GB", "one of")),
               valueList={"valueReferencePairs": [{"value": "1.5", "valueId": external("urn:value")}]})]}
    yield {"modelType": "ConceptDescription", "id": "urn:document", "category": "DOCUMENT",
           "embeddedDataSpecifications": [specification(dataType="FILE", definition=texts(("en", "paper")))]}
    yield {"modelType": "ConceptDescription", "id": "urn:qualifier", "category": "QUALIFIER_TYPE",
           "embeddedDataSpecifications": [specification(dataType="STRING", definition=texts(("EN", "kind")))]}


def environment():
    """Valid, by aas-core too."""
    administration = {"version": "1", "revision": "2", "creator": external("urn:me"), "templateId": "urn:template"}
    submodel = {"modelType": "Submodel", "id": "urn:submodel", "idShort": "data", "kind": "Instance", "administration": administration,
                "semanticId": external("urn:semantics"), "submodelElements": list(elements()),
                "qualifiers": [{"kind": "ValueQualifier", "type": "q", "valueType": "xs:boolean", "value": "1"}]}
    template = {"modelType": "Submodel", "id": "urn:of-template", "kind": "Template",
                "qualifiers": [{"kind": "TemplateQualifier", "type": "q", "valueType": "xs:string"}],
                "submodelElements": [element("Capability", "can", qualifiers=[{"kind": "TemplateQualifier", "type": "Cardinality",
                                                                             "valueType": "xs:string", "value": "One"}])]}
    shell = {"modelType": "AssetAdministrationShell", "id": "urn:shell", "idShort": "pump",
             "derivedFrom": reference(("AssetAdministrationShell", "urn:shell")),
             "assetInformation": {"assetKind": "Instance", "globalAssetId": "urn:asset", "assetType": "urn:type",
                                  "specificAssetIds": [{"name": "serial", "value": "1", "externalSubjectId": external("urn:us"),
                                                        "semanticId": external("urn:serial")},
                                                       {"name": "globalAssetId", "value": "urn:asset"}],
                                  "defaultThumbnail": {"path": "/thumb.png", "contentType": "image/png"}},
             "submodels": [reference(("Submodel", "urn:submodel"))]}
    return {"assetAdministrationShells": [shell], "submodels": [submodel, template], "conceptDescriptions": list(concepts())}


def event():
    return {"source": reference(("Submodel", "urn:s"), ("BasicEventElement", "e")), "observableReference": reference(("Submodel", "urn:s")),
            "topic": "t", "subjectId": external("urn:me"), "timeStamp": "2020-01-01T00:00:00Z", "payload": "QUFB"}


GONE = object()
CONTENT = "embeddedDataSpecifications/0/dataSpecificationContent"
IN_SUBMODEL = "submodels/0/submodelElements"


def directed():
    """One document for each rule that breaks it: (pointer, what to put there)."""
    model = reference(("Submodel", "urn:submodel"))
    template_qualifier = {"kind": "TemplateQualifier", "type": "t", "valueType": "xs:string"}
    yield "submodels/0/administration/version", GONE
    yield f"{IN_SUBMODEL}/8/globalAssetId", GONE
    yield f"{IN_SUBMODEL}/9/globalAssetId", "urn:a"
    yield f"{IN_SUBMODEL}/10/globalAssetId", "urn:a"
    yield f"{IN_SUBMODEL}/9/entityType", GONE
    yield f"{IN_SUBMODEL}/0/qualifiers/1/value", "x"
    yield f"{IN_SUBMODEL}/0/qualifiers/1/type", "unit"
    yield f"{IN_SUBMODEL}/1/idShort", "length"
    yield f"{IN_SUBMODEL}/14/value/1/idShort", "one"
    yield f"{IN_SUBMODEL}/0/extensions/1/name", "colour"
    yield f"{IN_SUBMODEL}/0/category", "x"
    yield f"{IN_SUBMODEL}/15/semanticIdListElement", external("urn:else")
    yield f"{IN_SUBMODEL}/15/value/1/semanticId", external("urn:else")
    yield f"{IN_SUBMODEL}/15/typeValueListElement", "Range"
    yield f"{IN_SUBMODEL}/15/value/1/valueType", "xs:long"
    yield f"{IN_SUBMODEL}/15/valueTypeListElement", GONE
    yield f"{IN_SUBMODEL}/15/value/1/idShort", "first"
    yield "assetAdministrationShells/0/assetInformation/specificAssetIds/1/value", "urn:other"
    yield "assetAdministrationShells/0/assetInformation", {"assetKind": "Type"}
    yield "assetAdministrationShells/0/assetInformation/specificAssetIds/0/externalSubjectId", model
    yield "assetAdministrationShells/0/derivedFrom", model
    yield "assetAdministrationShells/0/submodels/0", external("urn:submodel")
    for path in ("0", "7/annotations/0", "8/statements/0", "12/inputVariables/0/value", "14/value/0"):
        yield f"{IN_SUBMODEL}/{path}/idShort", GONE
    yield f"{IN_SUBMODEL}/0/semanticId", GONE
    yield "submodels/0/qualifiers/0/kind", "TemplateQualifier"
    yield f"{IN_SUBMODEL}/13/qualifiers", [template_qualifier]
    yield f"{IN_SUBMODEL}/3/value", reference(("Property", "p"))
    yield f"{IN_SUBMODEL}/3/value", reference(("Submodel", "s"), model=False)
    yield f"{IN_SUBMODEL}/3/value", reference(("GlobalReference", "s"))
    yield f"{IN_SUBMODEL}/3/value", reference(("GlobalReference", "s"), ("Property", "p"), model=False)
    yield f"{IN_SUBMODEL}/3/value", reference(("Submodel", "s"), ("Submodel", "t"))
    yield f"{IN_SUBMODEL}/3/value", reference(("Submodel", "s"), ("FragmentReference", "f"), ("Blob", "b"))
    yield f"{IN_SUBMODEL}/3/value", reference(("Submodel", "s"), ("FragmentReference", "f"))
    yield f"{IN_SUBMODEL}/3/value", reference(("Submodel", "s"), ("SubmodelElementList", "f"), ("Blob", "b"))
    yield f"{IN_SUBMODEL}/11/observed", external("urn:x")
    yield f"{IN_SUBMODEL}/11/messageBroker", external("urn:x")
    yield f"{IN_SUBMODEL}/11/direction", "input"
    yield f"{IN_SUBMODEL}/12/outputVariables/0/value/idShort", "argument"
    yield f"{IN_SUBMODEL}/2/max", "x"
    yield "submodels/0/id", "a\u0001b"
    yield f"conceptDescriptions/0/{CONTENT}/preferredName/0/language", "fr"
    yield f"conceptDescriptions/0/{CONTENT}/dataType", "FILE"
    yield f"conceptDescriptions/2/{CONTENT}/dataType", "FILE"
    yield f"conceptDescriptions/3/{CONTENT}/dataType", "DATE"
    yield f"conceptDescriptions/4/{CONTENT}/dataType", GONE
    yield f"conceptDescriptions/0/{CONTENT}/definition/0/language", "fr"
    yield f"conceptDescriptions/1/{CONTENT}/dataType", "REAL_MEASURE"
    yield f"conceptDescriptions/2/{CONTENT}/value", "v"
    for member in ("preferredName", "shortName", "definition"):
        yield f"conceptDescriptions/0/{CONTENT}/{member}", texts(("en", "a"), ("en", "b"))


def all_values():
    """Every sample text as a value of every type, and with a line break after it."""
    samples = list(dict.fromkeys(values()))
    kinds, every = sorted({kind for kind, _ in samples}), sorted({text for _, text in samples})
    properties = [element("Property", f"p{i}", valueType=kind, value=text + end)
                  for i, (kind, text, end) in enumerate((kind, text, end) for kind in kinds for text in every for end in ("", "\n"))]
    return {"submodels": [{"modelType": "Submodel", "id": "urn:values", "submodelElements": properties}]}


def is_base64(text):
    """As aas-core reads it, which refuses the whole document for one that is not."""
    try:
        return base64.b64decode(text.encode("ascii")) is not None
    except ValueError:
        return False


def all_strings():
    """Every sample text wherever a pattern or a limit is, and with a line break after it."""
    found = []
    for text in [each + end for each in STRINGS for end in ("", "\n")]:
        found.append(element("File", text, contentType=text, value=text, displayName=texts((text, text))))
        found.append(element("BasicEventElement", text, observed=reference(("Submodel", text)), direction="output", state="on",
                             lastUpdate=text, minInterval=text, messageTopic=text, category=text))
        found.append(element("Blob", text, contentType="a/b", value=text if is_base64(text) else "", description=texts((text, text))))
    submodel = {"modelType": "Submodel", "id": "urn:strings", "submodelElements": found}
    administrations = [{"modelType": "ConceptDescription", "id": each, "administration": {"version": each, "revision": each}} for each in STRINGS]
    return {"submodels": [submodel], "conceptDescriptions": administrations}


def put(document, pointer, value):
    *way, last = (int(step) if step.isdigit() else step for step in pointer.split("/"))
    for step in way:
        document = document[step]
    if value is GONE:
        del document[last]
    else:
        document[last] = value


class Breaker:
    """Breaks a document at a random place in a random way; some ways leave it valid."""

    def __init__(self, rng):
        self.rng = rng
        self.literals = literals()
        self.all_literals = sorted({each for group in self.literals.values() for each in group})
        self.values = list(values())

    def places(self, value, found):
        """(container, key) of everything."""
        for key, each in list(value.items() if isinstance(value, dict) else enumerate(value)):
            found.append((value, key))
            if isinstance(each, (dict, list)):
                self.places(each, found)
        return found

    def another(self, value):
        """A literal in place of a literal, a text in place of a text."""
        for group in self.literals.values():
            if value in group and self.rng.random() < 0.8:
                return self.rng.choice(group)
        return self.rng.choice(self.rng.choice([STRINGS, self.all_literals]))

    def graft(self, document):
        """A member of one object in another of its kind."""
        objects = [each[key] for each, key in self.places(document, []) if isinstance(each[key], dict) and each[key]]
        one = self.rng.choice(objects)
        other = self.rng.choice([each for each in objects if each.get("modelType") == one.get("modelType")])
        name = self.rng.choice(sorted(other))
        one[name] = copy.deepcopy(other[name])

    def break_once(self, document):
        container, key = self.rng.choice(self.places(document, []))
        value = container[key]
        way = self.rng.randrange(14)
        if isinstance(container, dict) and "valueType" in container and way < 4:
            container["valueType"], text = self.rng.choice(self.values)
            container["min" if container.get("modelType") == "Range" else "value"] = text
        elif way == 0:
            container[key] = self.rng.choice([None, True, 1, 1.5, "x", [], {}, [1], [None], {"x": 1}])
        elif way == 1:
            del container[key]
        elif way == 2 and isinstance(container, dict):
            container[self.rng.choice(["x", key + "x", "modelType", "value", "idShort", "semanticId", "category"])] = container.pop(key)
        elif way > 10:
            self.graft(document)
        elif isinstance(value, str):
            container[key] = self.another(value)
        elif isinstance(value, bool):
            container[key] = not value
        elif isinstance(value, list) and value:
            self.rng.choice([lambda: value.append(copy.deepcopy(self.rng.choice(value))), lambda: value.clear(), lambda: value.reverse(),
                             lambda: value.pop()])()
        elif isinstance(value, dict) and value:
            member = self.rng.choice(sorted(value))
            self.rng.choice([lambda: value.pop(member), lambda: value.update({member: self.another(value[member])})
                             if isinstance(value[member], str) else None])()


def broken(count, seed):
    """(name, document): the good ones first."""
    rng = random.Random(seed)
    breaker = Breaker(rng)
    yield "environment", environment()
    yield "event", event()
    yield "broken_event", {**event(), "source": external("urn:x")}
    yield "broken_values", all_values()
    yield "broken_strings", all_strings()
    for i, text in enumerate(STRINGS):
        blob = element("Blob", "blob", contentType="a/b", value=text)
        yield f"broken_bytes_{i}", {"submodels": [{"modelType": "Submodel", "id": "urn:bytes", "submodelElements": [blob]}]}
    for i, (pointer, value) in enumerate(directed()):
        whole = environment()
        put(whole, pointer, value)
        yield f"broken_rule_{i}", whole
    for i in range(count):
        whole = environment() if rng.random() < 0.95 else event()
        for _ in range(rng.randint(1, 3)):
            breaker.break_once(whole)
        yield f"broken_{i}", whole


def write(folder, count, seed):
    """Writes them; the paths."""
    paths = []
    for name, document in broken(count, seed):
        paths.append(pathlib.Path(folder, f"{name}.json"))
        paths[-1].write_text(json.dumps(document), encoding="utf-8")
    return paths


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1)
