// SPDX-License-Identifier: Apache-2.0
// A page's line to the program that shows it: MCP Apps (io.modelcontextprotocol/ui, 2026-01-26), JSON-RPC 2.0 over
// postMessage. Only the parent is listened to. Nothing is sent that the host has not said it takes.

export interface HostContext {
  theme?: string;
  styles?: { variables?: Record<string, string | undefined> };
  displayMode?: string;
  availableDisplayModes?: string[];
  containerDimensions?: { height?: number; maxHeight?: number };
}

export interface ToolResult {
  content?: unknown;
  structuredContent?: unknown;
  isError?: boolean;
}

interface Capabilities {
  serverTools?: unknown;
  serverResources?: unknown;
  updateModelContext?: unknown;
}

export interface Handlers {
  context(context: HostContext): void;
  result(result: ToolResult): void;
  cancelled(reason: string): void;
}

type Message = {
  jsonrpc?: unknown;
  id?: unknown;
  method?: unknown;
  params?: unknown;
  result?: unknown;
  error?: unknown;
};
type Waiting = { resolve(value: unknown): void; reject(problem: Error): void };

const revision = "2026-01-26";
const methodNotFound = -32601;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

export class Bridge {
  readonly #host: Window;
  readonly #handlers: Handlers;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #context: HostContext = {};
  #can: Capabilities = {};

  constructor(host: Window, handlers: Handlers) {
    this.#host = host;
    this.#handlers = handlers;
    addEventListener("message", (event) => {
      if (event.source === host && isObject(event.data) && event.data["jsonrpc"] === "2.0") this.#take(event.data);
    });
  }

  // The handshake. The host sends nothing of its own before it is done.
  async open(name: string, version: string): Promise<void> {
    const answer = await this.request("ui/initialize", {
      protocolVersion: revision,
      appInfo: { name, version },
      appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
    });
    if (isObject(answer)) {
      if (isObject(answer["hostCapabilities"])) this.#can = answer["hostCapabilities"];
      if (isObject(answer["hostContext"])) this.#merge(answer["hostContext"]);
    }
    this.notify("ui/notifications/initialized", {});
  }

  can(what: keyof Capabilities): boolean {
    return isObject(this.#can[what]);
  }

  request(method: string, params: unknown): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }

  notify(method: string, params: unknown): void {
    this.#send({ method, params });
  }

  // Tells the host how tall the page is, now and whenever that changes.
  followSize(element: Element): void {
    let last = 0;
    new ResizeObserver(() => {
      const { width, height } = element.getBoundingClientRect();
      if (Math.ceil(height) === last) return;
      last = Math.ceil(height);
      this.notify("ui/notifications/size-changed", { width: Math.ceil(width), height: last });
    }).observe(element);
  }

  #send(message: object): void {
    this.#host.postMessage({ jsonrpc: "2.0", ...message }, "*");
  }

  #merge(context: object): void {
    this.#context = { ...this.#context, ...context };
    this.#handlers.context(this.#context);
  }

  #take(message: Message): void {
    if (typeof message.method !== "string") return this.#answered(message);
    if (message.id === undefined) return this.#told(message.method, message.params);
    if (message.method === "ping" || message.method === "ui/resource-teardown") {
      return this.#send({ id: message.id, result: {} });
    }
    this.#send({ id: message.id, error: { code: methodNotFound, message: "This page has no such method." } });
  }

  #answered(message: Message): void {
    const waiting = this.#waiting.get(message.id as number);
    if (!waiting) return;
    this.#waiting.delete(message.id as number);
    if (!isObject(message.error)) return waiting.resolve(message.result);
    waiting.reject(new Error(String(message.error["message"] ?? "The host refused.")));
  }

  #told(method: string, params: unknown): void {
    const given = isObject(params) ? params : {};
    if (method === "ui/notifications/host-context-changed") this.#merge(given);
    if (method === "ui/notifications/tool-result") this.#handlers.result(given);
    if (method === "ui/notifications/tool-cancelled") this.#handlers.cancelled(String(given["reason"] ?? ""));
  }
}
