// SPDX-License-Identifier: Apache-2.0
// What waits for approval, beside what is there. Nothing is decided here.
import { counted, grouped } from "../../kit/format.ts";
import { useGrowing } from "../report/growing.tsx";
import type { Change, Patch } from "./data.ts";
import { pathOf } from "./data.ts";
import type { DocumentState } from "./state.ts";
import { Copy, Long } from "./Text.tsx";

// What two texts share at their ends is left plain; what differs between is marked.
function differing(text: string, other: string): [string, string, string] {
  const most = Math.min(text.length, other.length);
  let start = 0;
  while (start < most && text[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && text[text.length - 1 - end] === other[other.length - 1 - end]) end++;
  // A letter may be two halves.
  if (start > 0 && /[\ud800-\udbff]/.test(text[start - 1]!)) start--;
  if (end > 0 && /[\udc00-\udfff]/.test(text[text.length - end]!)) end--;
  return [text.slice(0, start), text.slice(start, text.length - end), text.slice(text.length - end)];
}

const comparable = 600;

function Side({ text, other, nothing }: { text: string | undefined; other: string | undefined; nothing: string }) {
  if (text === undefined) return <span class="quiet">{nothing}</span>;
  if (text === "") return <span class="quiet">empty</span>;
  if (other === undefined || text.length > comparable || other.length > comparable) return <Long text={text} />;
  const [start, middle, end] = differing(text, other);
  return (
    <div class="long" dir="auto">
      {start}
      {middle && <mark>{middle}</mark>}
      {end}
    </div>
  );
}

export function PatchSides({ patch }: { patch: Patch }) {
  if (patch.op === "move" || patch.op === "copy") {
    return (
      <div class="sides">
        <div class="side before">
          <span class="label">{patch.op === "move" ? "Moved from" : "Copied from"}</span>
          <Long className="mono" text={patch.from} />
        </div>
        <div class="side after">
          <span class="label">To</span>
          <Long className="mono" text={patch.path} />
        </div>
      </div>
    );
  }
  return (
    <div class="sides">
      <div class="side before">
        <span class="label">There now</span>
        <Side text={patch.before} other={patch.after} nothing="nothing" />
      </div>
      <div class="side after">
        <span class="label">Proposed</span>
        <Side text={patch.op === "remove" ? undefined : patch.after} other={patch.before} nothing="removed" />
      </div>
    </div>
  );
}

function Where({ state, patch }: { state: DocumentState; patch: Patch }) {
  const entry = patch.entry;
  if (!entry) return <Long className="mono" text={patch.path} />;
  return (
    <p class="where">
      <button type="button" class="link" onClick={() => state.jump(entry)}>
        <bdi>
          {pathOf(entry)
            .map(({ name }) => name)
            .join(" / ")}
        </bdi>
      </button>
      {patch.member && patch.member !== "value" && (
        <span class="quiet">
          {" "}
          · <bdi>{patch.member}</bdi>
        </span>
      )}
    </p>
  );
}

const patchesAtOnce = 50;

const verbs: Record<string, string> = {
  add: "Add",
  remove: "Remove",
  replace: "Replace",
  move: "Move",
  copy: "Copy",
  test: "Test",
};

function OneChange({ state, change }: { state: DocumentState; change: Change }) {
  const { visible, more } = useGrowing(change.patches, patchesAtOnce);
  const command = `lintel approvals show ${change.id}`;
  return (
    <article class="change">
      <header>
        <h2>
          <bdi>{change.summary || change.id}</bdi>
        </h2>
        <p class="quiet">
          <Tier name={change.tier} /> <bdi>{change.by}</bdi>
          {change.asked && ` · ${change.asked}`} · {counted(change.patches.length + change.patchesLeft, "operation")}
        </p>
        {change.reason && <Long className="reason" text={change.reason} />}
        <p class="command">
          <span class="quiet">To decide, in a terminal:</span> <code>{command}</code>{" "}
          <Copy text={command} what="the command" />
        </p>
      </header>
      {visible.map((patch, index) => (
        <div class="patch" key={index}>
          <div class="patch-head">
            <span class="verb">{verbs[patch.op] ?? patch.op}</span>
            <Where state={state} patch={patch} />
            <Tier name={patch.tier} />
          </div>
          <PatchSides patch={patch} />
          {patch.rule && <Long className="quiet rule" text={`Template: ${patch.rule}`} />}
          {patch.reason && patch.reason !== change.reason && <Long className="quiet rule" text={patch.reason} />}
        </div>
      ))}
      {more}
      {change.patchesLeft > 0 && (
        <p class="quiet">{grouped(change.patchesLeft)} more operations are not on this page; the command shows them.</p>
      )}
    </article>
  );
}

export function Tier({ name }: { name: string }) {
  if (!name) return null;
  return <span class={`tier ${name.toLowerCase()}`}>{name}</span>;
}

export function Changes({ state }: { state: DocumentState }) {
  const document = state.document.value;
  if (!document) return null;
  const hidden = document.waiting - document.changes.length;
  return (
    <div class="sheet">
      <p class="note">
        What is shown everywhere else is what is approved. These changes wait for a person; this page shows them and
        decides nothing.
      </p>
      {document.changes.map((change) => (
        <OneChange key={change.id} state={state} change={change} />
      ))}
      {hidden > 0 && (
        <p class="quiet">
          {counted(hidden, "change")} of others {hidden === 1 ? "is" : "are"} not shown here.{" "}
          <code>lintel approvals</code> lists them.
        </p>
      )}
    </div>
  );
}
