// SPDX-License-Identifier: Apache-2.0
// A client that shows MCP Apps, made of the official AppBridge: the page runs in a sandboxed frame of no origin.
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

interface Options {
  resources: boolean; // may pages read resources, or only call tools?
  page: string; // its name
  data: string; // of the view, as JSON; its member `parts` has the others
  theme: "light" | "dark";
}

const chunk = 4000;

declare global {
  interface Window {
    startHost(options: Options): Promise<void>;
    seen: { method: string; params: unknown }[];
    setTheme(theme: "light" | "dark"): void;
    teardown(): Promise<unknown>;
  }
}

window.seen = [];

function answerReads(bridge: AppBridge, { resources, data }: Options): void {
  const others = (JSON.parse(data) as { parts?: Record<string, unknown> })?.parts ?? {};
  const textOf = (part: unknown) => (typeof part === "string" && part in others ? JSON.stringify(others[part]) : data);
  if (resources) {
    bridge.onreadresource = async ({ uri }) => {
      window.seen.push({ method: "resources/read", params: uri });
      return { contents: [{ uri, mimeType: "application/json", text: textOf(uri.split("/").pop()) }] };
    };
  }
  bridge.oncalltool = async ({ name, arguments: given }) => {
    window.seen.push({ method: `tools/call ${name}`, params: given });
    const bytes = new TextEncoder().encode(textOf(given?.["part"]));
    const offset = Number(given?.["offset"] ?? 0);
    const base64 = btoa(String.fromCharCode(...bytes.slice(offset, offset + chunk)));
    const next = offset + chunk < bytes.length ? { next_offset: offset + chunk } : {};
    const answer = { mime_type: "application/json", base64, total: bytes.length, ...next };
    return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: answer };
  };
}

window.startHost = async (options) => {
  const frame = document.querySelector("iframe")!;
  const bridge = new AppBridge(
    null,
    { name: "test host", version: "1" },
    {
      serverTools: {},
      ...(options.resources ? { serverResources: {} } : {}),
      updateModelContext: { text: {} },
    },
    { hostContext: { theme: options.theme, displayMode: "inline", availableDisplayModes: ["inline", "fullscreen"] } },
  );
  answerReads(bridge, options);
  bridge.onsizechange = ({ height }) => {
    window.seen.push({ method: "size", params: height });
    if (height) frame.style.height = `${height}px`;
  };
  bridge.onupdatemodelcontext = async (params) => {
    window.seen.push({ method: "context", params });
    return {};
  };
  bridge.onrequestdisplaymode = async ({ mode }) => {
    window.seen.push({ method: "mode", params: mode });
    return { mode };
  };
  bridge.oninitialized = () => {
    void bridge.sendToolInput({ arguments: {} });
    void bridge.sendToolResult({
      content: [{ type: "text", text: "{}" }],
      structuredContent: { view: "v_test", page: options.page },
    });
  };
  window.setTheme = (theme) => bridge.setHostContext({ theme, displayMode: "inline" });
  window.teardown = () => bridge.teardownResource({});
  await bridge.connect(new PostMessageTransport(frame.contentWindow!, frame.contentWindow!));
  frame.src = "/app";
};
