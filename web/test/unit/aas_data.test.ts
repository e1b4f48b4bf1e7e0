// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeDocument, pathOf, titleOf, valueIn } from "../../pages/aas/data.ts";
import { DocumentState } from "../../pages/aas/state.ts";
import { hostileDocument, largeDocument, pumpDocument } from "../aas_fixture.ts";

const named = (document: ReturnType<typeof decodeDocument>, name: string) =>
  document.entries.find((entry) => entry.name === name)!;

test("aas: rows become a tree with pointers and paths", () => {
  const document = decodeDocument(pumpDocument());
  const phone = named(document, "TelephoneNumber");
  assert.equal(phone.pointer, "/submodels/0/submodelElements/3/value/4/value/0");
  assert.deepEqual(
    pathOf(phone).map(({ name }) => name),
    ["Nameplate", "AddressInformation", "Phone", "TelephoneNumber"],
  );
  assert.deepEqual(
    document.top.map(({ name }) => name),
    ["Nameplate", "TechnicalData", "KX40_4711", "Concept descriptions"],
  );
  assert.equal(named(document, "[0]").parent?.name, "Markings");
  assert.equal(titleOf(named(document, "SerialNumber")), "serial number");
});

test("aas: findings and changes are counted up to the submodel", () => {
  const document = decodeDocument(pumpDocument());
  const plate = named(document, "Nameplate");
  assert.deepEqual([plate.errors, plate.warnings, plate.waiting, plate.findings.length], [2, 0, 2, 0]);
  assert.equal(named(document, "SerialNumber").patches[0]?.change.id, "c17-k3m9x2qa");
});

test("aas: texts in the language that is wanted, else in English, else in any", () => {
  const maker = named(decodeDocument(pumpDocument()), "ManufacturerName");
  assert.equal(valueIn(maker, "zh-Hans"), "诺威泵业");
  assert.equal(valueIn(maker, "fr"), "Northwell Pumps Ltd");
});

test("aas: what is not as promised becomes harmless", () => {
  for (const value of [null, 7, [], {}, { nodes: [] }]) assert.throws(() => decodeDocument(value));
  const odd = { document: 1, nodes: [{}, { p: 5 }, { p: 2 }, 8, { p: -1, t: "x", m: [1, [2]] }], findings: { a: 1 } };
  const document = decodeDocument(odd);
  assert.equal(document.verdict.status, "not_checked");
  assert.ok(document.entries.length <= 3);
  const hostile = decodeDocument(hostileDocument());
  assert.equal(hostile.submodels[0]?.percent, 100);
  assert.deepEqual(
    hostile.findings.map(({ severity, entry }) => [severity, entry?.place]),
    [
      ["error", 2],
      ["error", undefined],
    ],
  );
});

test("aas: 3,000 rows are searched and opened at once", () => {
  const state = new DocumentState();
  state.load(largeDocument());
  assert.equal(state.rows.value.length, 61);
  const began = performance.now();
  state.turnAll();
  assert.equal(state.rows.value.length, 3061);
  state.search("item57 2880");
  assert.deepEqual(
    state.rows.value.map(({ name }) => name),
    ["Order", "Group57", "Item57_30"],
  );
  assert.ok(performance.now() - began < 500);
});
