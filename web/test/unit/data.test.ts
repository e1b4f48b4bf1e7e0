// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { decodeJson, fromBase64, inflate, readByTool, structureOf, viewHandle } from "../../kit/data.ts";

const bytes = (buffer: Buffer) => Uint8Array.from(buffer);
const text = (value: Uint8Array) => new TextDecoder().decode(value);

test("data: gzip is inflated, anything else is taken as it is", async () => {
  assert.equal(text(await inflate(bytes(gzipSync("Küche")))), "Küche");
  assert.equal(text(await inflate(bytes(Buffer.from("{}")))), "{}");
  assert.deepEqual(await decodeJson(bytes(gzipSync('{"a":[1]}'))), { a: [1] });
});

test("data: a small file that inflates to a huge one is refused", async () => {
  await assert.rejects(inflate(bytes(gzipSync(Buffer.alloc(100_000))), 10_000), /larger/);
});

test("data: broken gzip is an error, not silence", async () => {
  await assert.rejects(inflate(bytes(gzipSync("hello").subarray(0, 12))));
});

test("data: handles are only what a server gives", () => {
  assert.equal(viewHandle({ structuredContent: { view: "v_01ABC", page: "plan" } }), "v_01ABC");
  assert.equal(viewHandle({ structuredContent: { view: "../../mcp" } }), undefined);
  assert.equal(viewHandle({ content: [] }), undefined);
});

test("data: a client that drops the structure still gives its text", () => {
  assert.deepEqual(structureOf({ content: [{ type: "text", text: '{"base64":"QQ=="}' }] }), { base64: "QQ==" });
  const drawn = [
    { type: "text", text: "<svg/>" },
    { type: "text", text: '{"success":true}' },
  ];
  assert.deepEqual(structureOf({ content: drawn }), { success: true });
  const linked = [...drawn, { type: "resource_link", uri: "lintel://view/v_1/rooms/1", name: "rooms" }];
  assert.deepEqual(structureOf({ content: linked }), { success: true });
});

test("data: view_read is joined by bytes, so that a character may lie on the seam", async () => {
  const whole = Buffer.from("aä");
  const call = async (name: string, args: object) => {
    const { offset } = args as { offset: number };
    assert.equal(name, "view_read");
    const base64 = whole.subarray(offset, offset + 2).toString("base64");
    return { structuredContent: { base64, total: 3, ...(offset + 2 < 3 ? { next_offset: offset + 2 } : {}) } };
  };
  assert.equal(text(await readByTool(call, "v_1", "plan")), "aä");
});

test("data: a view that goes back or never ends is given up", async () => {
  const stuck = async () => ({ structuredContent: { base64: "QQ==", next_offset: 0 } });
  await assert.rejects(readByTool(stuck, "v_1", "plan"), /does not end/);
  let offset = 0;
  const endless = async () => ({ structuredContent: { base64: "QQ==", next_offset: ++offset } });
  await assert.rejects(readByTool(endless, "v_1", "plan", 50), /does not end/);
  const gone = async () => ({ isError: true, structuredContent: { error: { code: "not_found" } } });
  await assert.rejects(readByTool(gone, "v_1", "plan"), /cannot be read/);
});

test("data: base64", () => {
  assert.deepEqual([...fromBase64("AP8B")], [0, 255, 1]);
});
