// SPDX-License-Identifier: Apache-2.0
import { useState } from "preact/hooks";
import { copyText } from "../../kit/copy.ts";

const saidForMs = 1200;

// A GlobalId and the button that copies it.
export function Guid({ guid }: { guid: string }) {
  const [said, setSaid] = useState("Copy");
  if (!guid) return null;
  const copy = async () => {
    setSaid((await copyText(guid)) ? "Copied" : "Not copied");
    setTimeout(() => setSaid("Copy"), saidForMs);
  };
  return (
    <span class="guid">
      <code>{guid}</code>
      <button type="button" aria-label={`${said} ${guid}`} onClick={() => void copy()}>
        {said}
      </button>
    </span>
  );
}
