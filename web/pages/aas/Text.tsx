// SPDX-License-Identifier: Apache-2.0
// Texts of others: any language, any length. They are only ever text.
import { useState } from "preact/hooks";
import { copyText } from "../../kit/copy.ts";
import { counted } from "../../kit/format.ts";
import { Button } from "../../parts/Button.tsx";

const firstCharacters = 600;

// The beginning of a long text, and all of it when asked for.
export function Long({ text, className = "" }: { text: string; className?: string }) {
  const [whole, setWhole] = useState(false);
  const isLong = text.length > firstCharacters * 1.2;
  return (
    <div class={`long ${className}`} dir="auto">
      {isLong && !whole ? `${text.slice(0, firstCharacters)}…` : text}
      {isLong && (
        <Button press={() => setWhole(!whole)}>
          {whole ? "Show less" : `Show all ${counted(text.length, "character")}`}
        </Button>
      )}
    </div>
  );
}

export function Copy({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => setCopied(await copyText(text));
  return (
    <Button label={copied ? "Copied" : `Copy ${what}`} press={() => void copy()}>
      {copied ? "Copied" : "Copy"}
    </Button>
  );
}
