// SPDX-License-Identifier: Apache-2.0
// A host's look: its theme, and its ground, ink and fonts, all of them or none. Status colours stay ours.
import type { HostContext } from "./bridge.ts";

const taken: Record<string, string> = {
  "--ground": "--color-background-primary",
  "--panel": "--color-background-secondary",
  "--ink": "--color-text-primary",
  "--ink2": "--color-text-secondary",
  "--font": "--font-sans",
};

// What to set on the root, or nothing if one of the host's variables is missing or could load something.
export function hostVariables(given: Record<string, string | undefined>): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [ours, theirs] of Object.entries(taken)) {
    const value = given[theirs];
    if (typeof value !== "string" || !value || value.length > 300 || /url\(|[;{}\\]/i.test(value)) return {};
    out[ours] = value;
  }
  return out;
}

// How tall a page must be at least: what it likes, or what the host has, if that is less.
export function leastHeight(context: HostContext, liked: number): number {
  if (context.displayMode === "fullscreen") return 0;
  const { height = liked, maxHeight = liked } = context.containerDimensions ?? {};
  return Math.min(liked, Math.max(0, height), Math.max(0, maxHeight));
}

const likedHeight = 560;

export function applyLook(context: HostContext): void {
  const root = document.documentElement;
  root.style.setProperty("--least-height", `${leastHeight(context, likedHeight)}px`);
  if (context.theme === "light" || context.theme === "dark") root.dataset["theme"] = context.theme;
  for (const name of Object.keys(taken)) root.style.removeProperty(name);
  for (const [name, value] of Object.entries(hostVariables(context.styles?.variables ?? {}))) {
    root.style.setProperty(name, value);
  }
}

// From light to dark or back, for this visit.
export function turnTheme(): void {
  const root = document.documentElement;
  const now = root.dataset["theme"] ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  root.dataset["theme"] = now === "dark" ? "light" : "dark";
}
