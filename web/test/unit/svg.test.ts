// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanAttribute, keepsElement } from "../../kit/svg.ts";

test("svg: elements that draw are kept, those that run or load are not", () => {
  for (const name of ["g", "path", "rect", "text", "title", "use", "clipPath"]) assert.ok(keepsElement(name), name);
  for (const name of ["script", "foreignObject", "style", "image", "a", "animate", "set", "iframe", "feImage"]) {
    assert.ok(!keepsElement(name), name);
  }
});

test("svg: attributes that run, style or load are dropped", () => {
  const dropped: [string, string][] = [
    ["onclick", "alert(1)"],
    ["onload", "alert(1)"],
    ["style", "position:fixed"],
    ["href", "javascript:alert(1)"],
    ["xlink:href", "data:image/svg+xml,x"],
    ["href", "https://example.invalid/x.svg#a"],
    ["fill", "url(https://example.invalid/p.svg#p)"],
    ["fill", "url (x)"],
    ["clip-path", "u\\72l(x)"],
    ["src", "x"],
    ["tabindex", "1"],
  ];
  for (const [name, value] of dropped) assert.equal(cleanAttribute(name, value, "f0-"), undefined, `${name}=${value}`);
});

test("svg: what a drawing needs stays as it is", () => {
  assert.deepEqual(cleanAttribute("d", "M0 0H1", "f0-"), ["d", "M0 0H1"]);
  assert.deepEqual(cleanAttribute("data-id", "room:A (url(x))", "f0-"), ["data-id", "room:A (url(x))"]);
});

test("svg: ids and references are kept apart by a prefix, classes by another name", () => {
  assert.deepEqual(cleanAttribute("id", "clip1", "f1-"), ["id", "f1-clip1"]);
  assert.deepEqual(cleanAttribute("clip-path", "url(#clip1)", "f1-"), ["clip-path", "url(#f1-clip1)"]);
  assert.deepEqual(cleanAttribute("xlink:href", "#tree", "f1-"), ["href", "#f1-tree"]);
  assert.deepEqual(cleanAttribute("class", "stage", "f1-"), ["data-class", "stage"]);
});
