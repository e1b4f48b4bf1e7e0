// SPDX-License-Identifier: Apache-2.0
import { useState } from "preact/hooks";
import { copyText } from "../../kit/copy.ts";
import { counted } from "../../kit/format.ts";
import { Button } from "../../parts/Button.tsx";

const saidForMs = 1200;

// What a button says that copies a text, and how it does.
function useCopy(words: string): { said: string; copy(text: string): Promise<void> } {
  const [said, setSaid] = useState("");
  const copy = async (text: string) => {
    setSaid((await copyText(text)) ? "Copied" : "Not copied");
    setTimeout(() => setSaid(""), saidForMs);
  };
  return { said: said || words, copy };
}

// All of a list, one a line, as viewers take them.
export function GuidList({ guids }: { guids: string[] }) {
  const all = [...new Set(guids.filter(Boolean))];
  const { said, copy } = useCopy(`Copy ${counted(all.length, "GlobalId")}`);
  if (all.length === 0) return null;
  return (
    <p class="guids">
      <Button press={() => void copy(all.join("\n"))}>{said}</Button>
    </p>
  );
}

// A GlobalId and the button that copies it.
export function Guid({ guid }: { guid: string }) {
  const { said, copy } = useCopy("Copy");
  if (!guid) return null;
  return (
    <span class="guid">
      <code>{guid}</code>
      <button type="button" aria-label={`${said} ${guid}`} onClick={() => void copy(guid)}>
        {said}
      </button>
    </span>
  );
}
