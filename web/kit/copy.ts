// SPDX-License-Identifier: Apache-2.0
// Puts text on the clipboard. Hosts often refuse the modern way to pages in a sandbox; the old one still works there.
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "off-screen";
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement || focused instanceof SVGElement) focused.focus();
  return copied;
}
