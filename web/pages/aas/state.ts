// SPDX-License-Identifier: Apache-2.0
// What the page of a document knows and shows. Parts read the signals; all changes are methods here.
import { computed, signal } from "@preact/signals";
import { decodeDocument, type Document, type Entry, pathOf, valueIn } from "./data.ts";

export type Tab = "structure" | "nameplate" | "passport" | "completeness" | "findings" | "changes";

// What a search looks at, in lower case; made when first searched.
function searchable(entry: Entry): string {
  const { name, type, value, texts, meaning } = entry;
  return [name, type, value, ...texts.map(({ text }) => text), meaning?.id, meaning?.name].join("\n").toLowerCase();
}

export class DocumentState {
  readonly document = signal<Document | undefined>(undefined);
  readonly problem = signal("");
  readonly tab = signal<Tab>("structure");
  readonly language = signal("en");
  readonly chosen = signal<Entry | undefined>(undefined);
  readonly open = signal<ReadonlySet<Entry>>(new Set());
  readonly words = signal<string[]>([]);
  // Grows when something far away was chosen: the tree goes there.
  readonly jumps = signal(0);
  readonly #texts = new Map<Entry, string>();

  load(value: unknown): void {
    try {
      const document = decodeDocument(value);
      this.#texts.clear();
      this.document.value = document;
      this.open.value = new Set(firstOpen(document));
      this.chosen.value = document.top[0];
      this.language.value = document.languages.includes("en") ? "en" : (document.languages[0] ?? "en");
      this.problem.value = "";
    } catch (problem) {
      this.fail(problem instanceof Error ? problem.message : String(problem));
    }
  }
  fail(sentence: string): void {
    this.problem.value = sentence;
  }

  readonly tabs = computed<Tab[]>(() => {
    const document = this.document.value;
    if (!document) return [];
    const tabs: Tab[] = ["structure"];
    if (document.submodels.some(({ plate }) => plate)) tabs.push("nameplate");
    if (document.submodels.length > 0) tabs.push("passport", "completeness");
    tabs.push("findings");
    if (document.waiting > 0) tabs.push("changes");
    return tabs;
  });

  // Those that have every word, and all that lead to one; undefined: nothing is searched.
  readonly matches = computed<{ found: ReadonlySet<Entry>; shown: ReadonlySet<Entry> } | undefined>(() => {
    const words = this.words.value;
    const document = this.document.value;
    if (words.length === 0 || !document) return undefined;
    const found = new Set(document.entries.filter((entry) => this.#has(entry, words)));
    const shown = new Set<Entry>();
    for (const entry of found) {
      for (let at: Entry | undefined = entry; at && !shown.has(at); at = at.parent) shown.add(at);
    }
    return { found, shown };
  });
  // The rows of the tree, as far as it is open.
  readonly rows = computed<Entry[]>(() => {
    const [open, matches] = [this.open.value, this.matches.value];
    const out: Entry[] = [];
    const waiting = (this.document.value?.top ?? []).toReversed();
    for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
      if (matches && !matches.shown.has(entry)) continue;
      out.push(entry);
      if (!this.isOpen(entry, open, matches !== undefined)) continue;
      for (let i = entry.children.length - 1; i >= 0; i--) waiting.push(entry.children[i]!);
    }
    return out;
  });

  // While something is searched, what leads to a match is open.
  isOpen(entry: Entry, open = this.open.value, searching = this.matches.value !== undefined): boolean {
    if (entry.children.length === 0) return false;
    if (open.has(entry)) return true;
    return searching && entry.children.some((child) => this.matches.value?.shown.has(child));
  }
  turn(entry: Entry, open = !this.open.value.has(entry)): void {
    const next = new Set(this.open.value);
    if (open) next.add(entry);
    else next.delete(entry);
    this.open.value = next;
  }
  turnAll(): void {
    const document = this.document.value;
    if (!document) return;
    const some = document.entries.some((entry) => entry.children.length > 0 && !this.open.value.has(entry));
    this.open.value = some ? new Set([...document.entries, ...document.top]) : new Set();
  }
  choose(entry: Entry): void {
    this.chosen.value = entry;
  }
  // Shows it in the tree, wherever one is.
  jump(entry: Entry): void {
    const next = new Set(this.open.value);
    for (const each of pathOf(entry).slice(0, -1)) next.add(each);
    this.open.value = next;
    if (this.matches.value && !this.matches.value.shown.has(entry)) this.words.value = [];
    this.tab.value = "structure";
    this.chosen.value = entry;
    this.jumps.value++;
  }
  search(text: string): void {
    this.words.value = text.toLowerCase().split(/\s+/).filter(Boolean);
  }
  valueOf(entry: Entry): string {
    return valueIn(entry, this.language.value);
  }

  #has(entry: Entry, words: string[]): boolean {
    let text = this.#texts.get(entry);
    if (text === undefined) this.#texts.set(entry, (text = searchable(entry)));
    return words.every((word) => text.includes(word));
  }
}

// What fits at a glance: the submodels, and one that is alone with its own elements.
function firstOpen({ top }: Document): Entry[] {
  const submodels = top.filter(({ type }) => type === "Submodel");
  return submodels.length <= 3 ? submodels : submodels.slice(0, 1);
}
