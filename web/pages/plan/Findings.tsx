// SPDX-License-Identifier: Apache-2.0
import type { Finding } from "./data.ts";
import type { PlanState } from "./state.ts";
import { Mark, words } from "../../parts/Status.tsx";

const most = 500;
const order = ["error", "warning", "info"];

// Worst first, then by line.
export const sorted = (findings: Finding[]): Finding[] =>
  [...findings].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity) || a.line - b.line);

export function Findings({ state }: { state: PlanState }) {
  const findings = sorted(state.plan.value?.findings ?? []);
  if (findings.length === 0) return <p class="quiet">Nothing to report.</p>;
  return (
    <ul class="findings">
      {findings.slice(0, most).map((finding, index) => (
        <li key={index}>
          <button type="button" onClick={() => state.jump(finding.line)}>
            <Mark severity={finding.severity} />
            <span>
              <span class={`word ${finding.severity}`}>{words[finding.severity]}</span>
              {finding.line > 0 && <span class="quiet"> line {finding.line}</span>}
              <span class="message">{finding.message}</span>
              {finding.hint && <span class="hint">{finding.hint}</span>}
            </span>
          </button>
        </li>
      ))}
      {findings.length > most && <li class="quiet">and {findings.length - most} more</li>}
    </ul>
  );
}
