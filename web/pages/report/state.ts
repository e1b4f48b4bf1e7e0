// SPDX-License-Identifier: Apache-2.0
// What the report page knows and shows. Parts read the signals; all changes are methods here.
import { computed, type Signal, signal } from "@preact/signals";
import { counted, grouped } from "../../kit/format.ts";
import {
  decodeReport,
  type Element,
  type Failure,
  type Model,
  passes,
  type Report,
  type Requirement,
  type Specification,
  type Status,
} from "./data.ts";

export type Show = "all" | "fail" | "pass" | "neither";
export type View = "specifications" | "elements";

// Something that opens and closes: a specification, a requirement, an element.
export interface Foldable {
  open: Signal<boolean>;
}
export interface Group extends Foldable {
  requirement: Requirement;
  failures: Failure[]; // those that match
}
export interface Shown extends Foldable {
  place: number; // among all of the report
  model: Model;
  specification: Specification;
  groups: Group[];
}
export interface ElementEntry extends Foldable {
  model: Model;
  element: Element;
  failures: { specification: Specification; failure: Failure }[];
}

// Nothing is written into the answer of the server, so what is open stands here.
class Folds {
  readonly #open = new Map<object, Signal<boolean>>();
  of(thing: object): Signal<boolean> {
    let found = this.#open.get(thing);
    if (!found) this.#open.set(thing, (found = signal(false)));
    return found;
  }
}

// Texts in lower case, made when first searched.
class Searchable {
  readonly #texts = new Map<Element, string>();
  of(element: Element): string {
    let found = this.#texts.get(element);
    if (found === undefined) this.#texts.set(element, (found = Object.values(element).join("\n").toLowerCase()));
    return found;
  }
}

// Which filter shows it: what could not be checked and what applies to nothing is neither.
const showing = (status: Status): Show => (passes(status) ? "pass" : status === "fail" ? "fail" : "neither");

// Words, and phrases in quotes; a quote that nobody closed reaches to the end.
export function wordsOf(text: string): string[] {
  const found = text.toLowerCase().matchAll(/["„“”]([^"„“”]*)(?:["„“”]|$)|[^\s"„“”]+/g);
  return [...found].map(([word, phrase]) => (phrase ?? word).replace(/\s+/g, " ").trim()).filter(Boolean);
}

// What a list of failures is narrowed by, beside words; "" is everything.
export const facets = ["storey", "type", "class"] as const;
export type Facet = (typeof facets)[number];
export type Filters = Record<Facet, string>;
const noFilters: Filters = { storey: "", type: "", class: "" };
const facetOf: Record<Facet, (element: Element) => string> = {
  storey: ({ storey }) => storey,
  type: ({ typeName }) => typeName,
  class: ({ entity }) => entity.split(".", 1)[0]!,
};
const mostChoices = 1000;

export class ReportState {
  readonly report = signal<Report | undefined>(undefined);
  readonly problem = signal("");
  readonly show = signal<Show>("all");
  readonly view = signal<View>("specifications");
  readonly words = signal<string[]>([]);
  readonly filters = signal<Filters>(noFilters);
  readonly printing = signal(false); // then everything is open

  #folds = new Folds();
  #searchable = new Searchable();

  readonly #all = computed<Shown[]>(() => {
    let place = 0;
    return (this.report.value?.models ?? []).flatMap((model) =>
      model.specifications.map((specification) => ({
        place: place++,
        model,
        specification,
        groups: specification.requirements.map((requirement) => ({
          requirement,
          failures: requirement.failures,
          open: this.#folds.of(requirement),
        })),
        open: this.#folds.of(specification),
      })),
    );
  });
  // Those that the filter and the search leave, with the failures that match.
  readonly specifications = computed<Shown[]>(() => {
    const [show, words, filters] = [this.show.value, this.words.value, this.filters.value];
    return this.#all.value
      .filter(({ specification }) => show === "all" || showing(specification.status) === show)
      .map((each) => this.#matching(each, words, filters))
      .filter((each) => each !== undefined);
  });
  readonly someNeither = computed(() =>
    this.#all.value.some(({ specification }) => showing(specification.status) === "neither"),
  );
  readonly byModel = computed<Map<Model, Shown[]>>(() => {
    const out = new Map<Model, Shown[]>();
    for (const shown of this.specifications.value) {
      const own = out.get(shown.model);
      if (own) own.push(shown);
      else out.set(shown.model, [shown]);
    }
    return out;
  });
  readonly #allElements = computed<ElementEntry[]>(() => {
    const entries = new Map<Element, ElementEntry>();
    for (const { model, specification } of this.#all.value) {
      for (const failure of specification.requirements.flatMap(({ failures }) => failures)) {
        const { element } = failure;
        let entry = entries.get(element);
        if (!entry) entries.set(element, (entry = { model, element, failures: [], open: this.#folds.of(element) }));
        entry.failures.push({ specification, failure });
      }
    }
    return [...entries.values()].sort((a, b) => b.failures.length - a.failures.length);
  });
  readonly elements = computed<ElementEntry[]>(() => {
    const [words, filters] = [this.words.value, this.filters.value];
    if (words.length === 0 && !this.filtered.value) return this.#allElements.value;
    return this.#allElements.value.filter(
      ({ element, failures }) =>
        this.#fits(element, filters) && failures.some(({ failure }) => this.#has(failure, words)),
    );
  });
  readonly filtered = computed(() => facets.some((facet) => this.filters.value[facet] !== ""));
  // What each filter offers; none where there is nothing to choose.
  readonly choices = computed<Record<Facet, string[]>>(() => {
    const of = (facet: Facet): string[] => {
      const found = new Set(this.#allElements.value.map(({ element }) => facetOf[facet](element)).filter(Boolean));
      const sorted = [...found].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
      return sorted.length > 1 ? sorted.slice(0, mostChoices) : [];
    };
    return { storey: of("storey"), type: of("type"), class: of("class") };
  });
  // One sentence on what is shown, for eyes and screen readers.
  readonly said = computed(() =>
    this.view.value === "elements" ? this.#saidOfElements() : this.#saidOfSpecifications(),
  );
  // What stands where nothing is shown.
  readonly nothing = computed(() => {
    const elements = this.view.value === "elements";
    if ((elements ? this.elements.value : this.specifications.value).length > 0) return "";
    if (this.words.value.length > 0 || this.filtered.value || (!elements && this.show.value !== "all"))
      return "Nothing matches.";
    return elements ? "No element fails." : "There are no specifications.";
  });

  load(value: unknown): void {
    try {
      const report = decodeReport(value);
      this.#folds = new Folds();
      this.#searchable = new Searchable();
      this.filters.value = noFilters;
      this.problem.value = "";
      this.report.value = report;
      this.#openFirst();
    } catch (problem) {
      this.fail(problem instanceof Error ? problem.message : String(problem));
    }
  }

  fail(sentence: string): void {
    this.problem.value = sentence;
  }

  // What matches is opened, so that it is seen.
  search(text: string): void {
    this.words.value = wordsOf(text);
    if (this.words.value.length > 0) this.#openMatching();
  }

  filter(facet: Facet, value: string): void {
    this.filters.value = { ...this.filters.value, [facet]: value };
    if (value !== "") this.#openMatching();
  }

  #openMatching(): void {
    for (const shown of this.specifications.value) {
      if (this.words.value.length > 0 && this.#isNamed(shown.specification, this.words.value)) continue;
      shown.open.value = true;
      for (const group of shown.groups) group.open.value = true;
    }
  }

  // Opens what is shown, or closes it if all of it is open.
  turnAll(): void {
    const shown: Foldable[] = this.view.value === "elements" ? this.elements.value : this.specifications.value;
    const open = shown.some((each) => !each.open.value);
    for (const each of shown) each.open.value = open;
  }

  // What a person looks at first is open: the first failure, and lists that stand alone.
  #openFirst(): void {
    const [first] = this.#all.value;
    if (first && !passes(first.specification.status)) first.open.value = true;
    for (const { groups } of this.#all.value) {
      const failed = groups.filter(({ requirement }) => requirement.status === "fail");
      if (failed.length === 1) failed[0]!.open.value = true;
    }
  }

  #has({ element, reason }: Failure, words: string[]): boolean {
    const texts = this.#searchable.of(element);
    const why = reason.toLowerCase();
    return words.every((word) => texts.includes(word) || why.includes(word));
  }

  #isNamed({ title, identifier }: Specification, words: string[]): boolean {
    const name = `${title} ${identifier}`.toLowerCase();
    return words.every((word) => name.includes(word));
  }

  #fits(element: Element, filters: Filters): boolean {
    return facets.every((facet) => filters[facet] === "" || facetOf[facet](element) === filters[facet]);
  }

  #matching(each: Shown, words: string[], filters: Filters): Shown | undefined {
    const named = this.#isNamed(each.specification, words);
    if (named && !this.filtered.value) return each;
    const matches = (failure: Failure) => (named || this.#has(failure, words)) && this.#fits(failure.element, filters);
    const groups = each.groups
      .map((group) => ({ ...group, failures: group.failures.filter(matches) }))
      .filter(({ failures }) => failures.length > 0);
    return groups.length > 0 ? { ...each, groups } : undefined;
  }

  #saidOfSpecifications(): string {
    const [shown, all] = [this.specifications.value, this.#all.value.length];
    const words = this.words.value;
    const parts = shown.length === all ? [] : [`${grouped(shown.length)} of ${counted(all, "specification")}`];
    const matching = shown
      .filter(({ specification }) => this.filtered.value || (words.length > 0 && !this.#isNamed(specification, words)))
      .reduce((sum, { groups }) => sum + groups.reduce((rows, { failures }) => rows + failures.length, 0), 0);
    if (matching > 0) parts.push(counted(matching, "matching failure"));
    return parts.join(", ");
  }

  #saidOfElements(): string {
    const [shown, all] = [this.elements.value.length, this.#allElements.value.length];
    const left = this.report.value?.left ?? 0;
    const total = counted(all, "failing element");
    const rest =
      left > 0
        ? `; ${counted(left, "more failure is", "more failures are")} not in this page: see the spreadsheet`
        : "";
    return (shown === all ? total : `${grouped(shown)} of ${total}`) + rest;
  }
}
