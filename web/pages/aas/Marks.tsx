// SPDX-License-Identifier: Apache-2.0
// How something stands: a colour, a shape and a word, and sums of it.
import { counted, grouped } from "../../kit/format.ts";
import { Mark, type Severity } from "../../parts/Status.tsx";
import type { Entry, Status } from "./data.ts";

const grounds: Record<Status, string> = {
  valid: "M8 0a8 8 0 1 0 0 16A8 8 0 0 0 8 0z",
  warnings: "M2 0h12l2 2v12l-2 2H2l-2-2V2z",
  invalid: "M5 0h6l5 5v6l-5 5H5l-5-5V5z",
  not_checked: "M8 0l8 8-8 8-8-8z",
};
const signs: Record<Status, string> = {
  valid: "M4 8.3l2.8 2.7 5-5.6",
  warnings: "M8 3.5v5.5m0 2v1.5",
  invalid: "M5 5l6 6m0-6l-6 6",
  not_checked: "M4.5 8h7",
};

export function StatusMark({ status }: { status: Status }) {
  return (
    <svg class={`status-mark ${status}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path class="ground" d={grounds[status]} />
      <path class="sign" d={signs[status]} />
    </svg>
  );
}

export function countWords(errors: number, warnings: number): string {
  const parts = [errors > 0 && counted(errors, "error"), warnings > 0 && counted(warnings, "warning")];
  return parts.filter(Boolean).join(", ");
}

function Count({ severity, number }: { severity: Severity; number: number }) {
  if (number === 0) return null;
  return (
    <span class={`count ${severity}`}>
      <Mark severity={severity} />
      {grouped(number)}
    </span>
  );
}

// At an element and below it.
export function Badges({ entry: { errors, warnings, waiting } }: { entry: Entry }) {
  if (errors + warnings + waiting === 0) return null;
  const words = [countWords(errors, warnings), waiting > 0 && `${counted(waiting, "change")} waiting`];
  return (
    <span class="badges" title={words.filter(Boolean).join(", ")}>
      <Count severity="error" number={errors} />
      <Count severity="warning" number={warnings} />
      {waiting > 0 && (
        <span class="count waits">
          <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <path d="M2 6h6m-2.5-3L8.500 6l-3 3M10.500 1.500v9" />
          </svg>
          {grouped(waiting)}
        </span>
      )}
    </span>
  );
}

// How much of it is there; what lacks is not red but open.
export function Share({ filled, expected }: { filled: number; expected: number }) {
  const share = expected > 0 ? (100 * filled) / expected : 0;
  const width = filled > 0 && filled < expected ? Math.min(98.5, Math.max(1.5, share)) : share;
  return (
    <svg class="share" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect class="rest" width="100" height="4" />
      <rect class={filled >= expected ? "full" : "part"} width={width} height="4" />
    </svg>
  );
}

// Short for the classes of the standard, as AASX Package Explorer has them.
const short: Record<string, string> = {
  Submodel: "SM",
  AssetAdministrationShell: "AAS",
  ConceptDescription: "CD",
  SubmodelElementCollection: "SMC",
  SubmodelElementList: "SML",
  Property: "Prop",
  MultiLanguageProperty: "MLP",
  Range: "Range",
  File: "File",
  Blob: "Blob",
  ReferenceElement: "Ref",
  RelationshipElement: "Rel",
  AnnotatedRelationshipElement: "RelA",
  Entity: "Ent",
  Operation: "Opr",
  Capability: "Cap",
  BasicEventElement: "Evt",
};
export function Class({ type }: { type: string }) {
  if (!type) return null;
  const kind = /^(Submodel|AssetAdministrationShell)$/.test(type)
    ? "whole"
    : /Collection|List|Entity/.test(type)
      ? "group"
      : "";
  return (
    <span class={`class ${kind}`} title={type}>
      {short[type] ?? type.slice(0, 4)}
    </span>
  );
}
