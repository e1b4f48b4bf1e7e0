// SPDX-License-Identifier: Apache-2.0
// Documents of Asset Administration Shells as the server would send them: the part "aas" of a view.

export interface Element {
  type: string;
  name?: string;
  value?: string;
  texts?: [string, string][];
  valueType?: string;
  meaning?: object;
  rule?: string;
  members?: [string, string][];
  children?: Element[];
}

export interface Row {
  p: number;
  t: number;
  [member: string]: unknown;
}

// Rows in the order of the document, and the place of each name.
export class Builder {
  readonly words: string[] = [""];
  readonly meanings: unknown[] = [null];
  readonly nodes: Row[] = [];
  readonly places = new Map<string, number>();

  constructor() {
    this.nodes.push({ p: 0, t: this.word("Environment") });
  }
  word(text: string): number {
    const found = this.words.indexOf(text);
    return found >= 0 ? found : this.words.push(text) - 1;
  }
  add(element: Element, parent: number, list: string, index: number): number {
    const place = this.nodes.length;
    const row: Row = { p: parent, t: this.word(element.type), l: this.word(list), i: index };
    if (element.name) row["n"] = element.name;
    if (element.value) row["v"] = element.value;
    if (element.texts) row["x"] = element.texts;
    if (element.valueType) row["y"] = this.word(element.valueType);
    if (element.meaning) row["s"] = this.meanings.push(element.meaning) - 1;
    if (element.rule) row["r"] = this.word(element.rule);
    if (element.members) row["m"] = element.members;
    this.nodes.push(row);
    if (element.name) this.places.set(element.name, place);
    const inner = element.type === "Submodel" ? "submodelElements" : "value";
    element.children?.forEach((child, at) => this.add(child, place, inner, at));
    return place;
  }
  at(name: string): number {
    return this.places.get(name) ?? 0;
  }
  take(data: Record<string, unknown> = {}) {
    const count = (type: string) => this.nodes.filter(({ t }) => this.words[t] === type).length;
    const shells = count("AssetAdministrationShell");
    const submodels = count("Submodel");
    const concepts = count("ConceptDescription");
    return {
      document: {
        name: "pump.aasx",
        format: "aasx",
        metamodel: "3.0",
        shells,
        submodels,
        concepts,
        elements: this.nodes.length - 1 - shells - submodels - concepts,
        warnings: [] as string[],
      },
      verdict: { status: "valid", errors: 0, warnings: 0 } as Record<string, unknown>,
      templates: { checked: 0, conforming: 0, errors: 0 },
      shells: [] as unknown[],
      submodels: this.nodes
        .map((row, node) => ({ row, node }))
        .filter(({ row }) => this.words[row.t] === "Submodel")
        .map(({ node }) => ({ node, status: "not_checked" }) as Record<string, unknown>),
      changes: [] as unknown[],
      waiting: 0,
      findings: [] as unknown[],
      findingsLeft: 0,
      nodes: this.nodes,
      nodesLeft: 0,
      meanings: this.meanings,
      words: this.words,
      ...data,
    };
  }
}

const property = (name: string, value: string, more: Partial<Element> = {}): Element => ({
  type: "Property",
  name,
  value,
  valueType: "xs:string",
  ...more,
});
const texts = (name: string, ...all: [string, string][]): Element => ({
  type: "MultiLanguageProperty",
  name,
  texts: all,
});
const means = (id: string, name: string, unit = "") => ({ meaning: { id, name, unit, from: "the templates" } });

// A pump with its nameplate and technical data: errors, warnings, changes that wait.
export function pumpDocument() {
  const builder = new Builder();
  builder.add(
    {
      type: "Submodel",
      name: "Nameplate",
      meaning: { id: "https://admin-shell.io/idta/nameplate/3/0/Nameplate" },
      members: [["id", "https://example.com/ids/sm/nameplate/4711"]],
      children: [
        property("URIOfTheProduct", "https://example.com/p/KX-40/4711", { valueType: "xs:anyURI" }),
        {
          ...texts("ManufacturerName", ["en", "Northwell Pumps Ltd"], ["de", "Northwell Pumpen"], ["zh", "诺威泵业"]),
          ...means("0112/2///61987#ABA565#009", "manufacturer name"),
          rule: "manufacturer name: ManufacturerName, One, MultiLanguageProperty, example de: Muster AG",
        },
        texts("ManufacturerProductDesignation", ["en", "Chemical process pump KX-40"], ["de", "Chemiepumpe KX-40"]),
        {
          type: "SubmodelElementCollection",
          name: "AddressInformation",
          children: [
            texts("Street", ["en", "14 Harbour Road"]),
            texts("Zipcode", ["en", "BS1 4QA"]),
            texts("CityTown", ["en", "Bristol"]),
            texts("NationalCode", ["en", "GB"]),
            {
              type: "SubmodelElementCollection",
              name: "Phone",
              children: [texts("TelephoneNumber", ["en", "+44 117 496 0000"])],
            },
          ],
        },
        texts("ManufacturerProductFamily", ["en", "KX"]),
        property("ManufacturerProductType", "KX-40-160"),
        property("OrderCodeOfManufacturer", "KX40.160.SS.EX"),
        property("SerialNumber", "4711-2026-0042", {
          ...means("0112/2///61987#ABA951#009", "serial number"),
          rule: "serial number: SerialNumber, ZeroToOne, Property xs:string",
        }),
        property("YearOfConstruction", "twenty-six", { valueType: "xs:int" }),
        property("CountryOfOrigin", "GB"),
        {
          type: "SubmodelElementList",
          name: "Markings",
          children: [
            {
              type: "SubmodelElementCollection",
              children: [property("MarkingName", "CE"), property("MarkingAdditionalText", "0044")],
            },
            { type: "SubmodelElementCollection", children: [property("MarkingName2", "II 2G Ex h IIC T4 Gb")] },
          ],
        },
      ],
    },
    0,
    "submodels",
    0,
  );
  builder.add(
    {
      type: "Submodel",
      name: "TechnicalData",
      meaning: { id: "0173-1#01-AHX837#002", name: "Technical data", from: "the templates" },
      members: [["id", "https://example.com/ids/sm/technical/4711"]],
      children: [
        {
          type: "SubmodelElementCollection",
          name: "TechnicalPropertyAreas",
          children: [
            property("RatedFlow", "62.5", {
              valueType: "xs:double",
              ...means("0173-1#02-AAZ965#003", "rated flow", "m³/h"),
            }),
            property("RatedHead", "34", {
              valueType: "xs:double",
              ...means("0173-1#02-AAZ967#003", "rated head", "m"),
            }),
            property("MassOfPump", "118", { valueType: "xs:double", ...means("0173-1#02-AAB713#005", "mass", "kg") }),
            property("Material", ""),
          ],
        },
        {
          type: "File",
          name: "Datasheet",
          value: "/aasx/files/kx40.pdf",
          members: [["contentType", "application/pdf"]],
        },
      ],
    },
    0,
    "submodels",
    1,
  );
  builder.add(
    {
      type: "AssetAdministrationShell",
      name: "KX40_4711",
      members: [["id", "https://example.com/ids/aas/4711"]],
    },
    0,
    "assetAdministrationShells",
    0,
  );
  builder.add(
    {
      type: "ConceptDescription",
      name: "RatedFlowConcept",
      members: [["id", "0173-1#02-AAZ965#003"]],
    },
    0,
    "conceptDescriptions",
    0,
  );
  const at = (name: string) => builder.at(name);
  const value = "/submodels/0/submodelElements";
  const data = builder.take({
    verdict: { status: "invalid", errors: 1, warnings: 1 },
    templates: { checked: 2, conforming: 1, errors: 1 },
    shells: [
      {
        node: at("KX40_4711"),
        name: "KX40_4711",
        id: "https://example.com/ids/aas/4711",
        asset: "https://example.com/p/KX-40/4711",
        kind: "Instance",
      },
    ],
    findings: [
      {
        node: at("YearOfConstruction"),
        severity: "error",
        from: "metamodel",
        rule: "AASd-020",
        message: 'The value "twenty-six" is no xs:int',
        fix: "Write a whole number, or make the valueType xs:string.",
        pointer: `${value}/8/value`,
      },
      {
        node: at("Datasheet"),
        severity: "warning",
        from: "metamodel",
        rule: "file_part",
        message: "the package has no part /aasx/files/kx40.pdf",
        fix: "Add the file to the package, or mend the path.",
        pointer: "/submodels/1/submodelElements/1/value",
      },
      {
        node: at("YearOfConstruction"),
        severity: "error",
        from: "template",
        rule: "valueType xs:string",
        message: "YearOfConstruction is of xs:int; the template asks for xs:string",
        fix: "Make the valueType xs:string.",
        pointer: `${value}/8`,
      },
    ],
    waiting: 2,
    changes: [
      {
        id: "c17-k3m9x2qa",
        summary: "Correct the year and the serial number",
        tier: "MEDIUM",
        by: "agent data-sheet reader for ada",
        reason: "The data sheet KX-40 rev. C says 2026 and 4711-2026-0043.",
        asked: "2026-11-16 10:30Z",
        patchesLeft: 0,
        patches: [
          {
            node: at("YearOfConstruction"),
            op: "replace",
            path: `${value}/8/value`,
            member: "value",
            tier: 2,
            before: "twenty-six",
            after: "2026",
            rule: "year of construction: YearOfConstruction, ZeroToOne, Property xs:string",
          },
          {
            node: at("SerialNumber"),
            op: "replace",
            path: `${value}/7/value`,
            member: "value",
            tier: 2,
            before: "4711-2026-0042",
            after: "4711-2026-0043",
          },
        ],
      },
      {
        id: "c18-p7w2r4td",
        summary: "Remove the data sheet, add the material",
        tier: "HIGH",
        by: "agent data-sheet reader for ada",
        reason: "The file was never delivered.",
        asked: "2026-11-16 10:41Z",
        patchesLeft: 0,
        patches: [
          {
            node: at("Datasheet"),
            op: "remove",
            path: "/submodels/1/submodelElements/1",
            tier: 3,
            before: "File Datasheet = /aasx/files/kx40.pdf",
          },
          {
            node: at("Material"),
            op: "add",
            path: "/submodels/1/submodelElements/0/value/3/value",
            member: "value",
            tier: 2,
            after: "1.4408 stainless steel",
          },
        ],
      },
    ],
  });
  Object.assign(data.submodels[0]!, {
    title: "Digital nameplate",
    template: "Digital nameplate 3.0.1",
    status: "invalid",
    errors: 1,
    percent: 86,
    expected: 7,
    filled: 6,
    optionalExpected: 12,
    optionalFilled: 5,
    toDo: [
      {
        node: at("AddressInformation"),
        mandatory: true,
        path: "AddressInformation.Email.EmailAddress",
        what: "add",
        rule: "EmailAddress, One, Property xs:string",
        example: "email@example.com",
      },
      {
        node: at("Nameplate"),
        mandatory: false,
        path: "HardwareVersion",
        what: "add",
        rule: "HardwareVersion, ZeroToOne",
      },
    ],
    view: "nameplate",
    nameplate: {
      fields: [
        ["manufacturer", at("ManufacturerName")],
        ["designation", at("ManufacturerProductDesignation")],
        ["family", at("ManufacturerProductFamily")],
        ["type", at("ManufacturerProductType")],
        ["order", at("OrderCodeOfManufacturer")],
        ["serial", at("SerialNumber")],
        ["year", at("YearOfConstruction")],
        ["country", at("CountryOfOrigin")],
        ["uri", at("URIOfTheProduct")],
      ],
      address: [
        ["street", at("Street")],
        ["zip", at("Zipcode")],
        ["city", at("CityTown")],
        ["country", at("NationalCode")],
        ["phone", at("TelephoneNumber")],
      ],
      markings: [[at("MarkingName"), at("MarkingAdditionalText")], [at("MarkingName2")]],
    },
  });
  Object.assign(data.submodels[1]!, {
    title: "Technical Data",
    template: "Technical Data 2.0.1",
    status: "valid",
    percent: 100,
    expected: 3,
    filled: 3,
  });
  return data;
}

// One property, nothing else.
export function smallDocument() {
  const builder = new Builder();
  builder.add({ type: "Submodel", name: "Note", children: [property("Text", "hello")] }, 0, "submodels", 0);
  return builder.take();
}

export function emptyDocument() {
  return new Builder().take({
    verdict: { status: "not_checked", errors: 0, warnings: 0, why: "There is nothing in this document." },
  });
}

// A version that nobody can check.
export function uncheckedDocument() {
  const data = smallDocument();
  data.document.metamodel = "3.2";
  data.verdict = {
    status: "not_checked",
    errors: 0,
    warnings: 0,
    why: "Metamodel 3.2 cannot be checked; 3.0 and 3.1 can.",
  };
  return data;
}

// As many as the largest documents have: 60 collections of 50 properties each, and a finding far down.
export function largeDocument() {
  const builder = new Builder();
  const group = (number: number): Element => ({
    type: "SubmodelElementCollection",
    name: `Group${number}`,
    children: Array.from({ length: 50 }, (_, at) => property(`Item${number}_${at}`, `value ${number * 50 + at}`)),
  });
  const children = Array.from({ length: 60 }, (_, number) => group(number));
  builder.add({ type: "Submodel", name: "Order", children }, 0, "submodels", 0);
  return builder.take({
    verdict: { status: "invalid", errors: 1, warnings: 0 },
    findings: [
      {
        node: builder.at("Item57_30"),
        severity: "error",
        from: "metamodel",
        rule: "pattern",
        message: "It is wrong here",
      },
    ],
  });
}

// From the right, from China, and words that no line holds.
export function foreignDocument() {
  const builder = new Builder();
  const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(3);
  const arabic = "شركة المضخات الصناعية المحدودة للتجارة والتوريد";
  builder.add(
    {
      type: "Submodel",
      name: "Nameplate",
      children: [
        texts("ManufacturerName", ["ar", arabic], ["zh", "诺威泵业有限公司"]),
        texts("ManufacturerProductDesignation", ["ar", "مضخة كيميائية KX-40 (2026)"], ["zh", "化工流程泵 KX-40"]),
        property("SerialNumber", long),
        property("OrderCodeOfManufacturer", "订单-".repeat(60)),
        property("ManufacturerProductType", "KX-40-160"),
        texts("Street", ["ar", "شارع الميناء 14، المنطقة الصناعية"]),
        property(long, arabic.repeat(8)),
        property("Emoji", "🏭🔧".repeat(80)),
        property("MarkingName", long),
      ],
    },
    0,
    "submodels",
    0,
  );
  const data = builder.take({
    shells: [{ node: 0, name: arabic, asset: `urn:${"x".repeat(1500)}`, kind: "Instance" }],
  });
  data.document.name = `${"مضخة-".repeat(20)}${long}.aasx`;
  data.document.warnings = [`The part ${long} has no content type.`];
  const at = (name: string) => builder.at(name);
  Object.assign(data.submodels[0]!, {
    title: "诺威泵业",
    view: "nameplate",
    nameplate: {
      fields: [
        ["manufacturer", at("ManufacturerName")],
        ["designation", at("ManufacturerProductDesignation")],
        ["serial", at("SerialNumber")],
        ["order", at("OrderCodeOfManufacturer")],
        ["type", at("ManufacturerProductType")],
      ],
      address: [["street", at("Street")]],
      markings: [[at("MarkingName")]],
    },
  });
  return data;
}

export const attack = `"><img src=x onerror="window.hacked=1"></script><script>window.hacked=1</script><!--'`;

// Every text is an attempt, and values have no end.
export function hostileDocument() {
  const builder = new Builder();
  const endless = `${attack}${"0123456789".repeat(1000)}`;
  const bad: Element = {
    type: attack,
    name: attack,
    value: endless,
    valueType: attack,
    meaning: { id: attack, name: "", unit: attack, definition: endless, from: attack },
    rule: attack,
    members: [[attack, endless]],
  };
  let deep: Element = bad;
  for (let depth = 0; depth < 60; depth++)
    deep = { type: "SubmodelElementCollection", name: `d${depth}`, children: [deep] };
  builder.add(
    { type: "Submodel", name: "Bad", children: [bad, deep, texts("Many", [attack, endless])] },
    0,
    "submodels",
    0,
  );
  const data = builder.take({
    verdict: { status: "invalid", errors: 2, warnings: 0, why: attack },
    shells: [{ node: 99999, name: attack, id: attack, asset: attack, kind: attack }],
    findings: [
      { node: 2, severity: attack, from: attack, rule: attack, message: endless, fix: attack, pointer: attack },
      { node: 1e12, severity: "error", message: attack },
      null,
      7,
    ],
    waiting: 1,
    changes: [
      {
        id: attack,
        summary: attack,
        tier: attack,
        by: attack,
        reason: endless,
        patches: [
          { node: 2, op: attack, path: attack, before: endless, after: `${endless}1`, tier: 77, member: attack },
        ],
      },
    ],
  });
  data.document.name = attack;
  Object.assign(data.submodels[0]!, {
    title: attack,
    template: attack,
    percent: 1e9,
    toDo: [{ path: attack, what: attack, rule: endless, node: -3 }],
  });
  return data;
}
