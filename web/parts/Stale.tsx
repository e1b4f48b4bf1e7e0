// SPDX-License-Identifier: Apache-2.0
import { Mark } from "./Status.tsx";

// What is shown belongs to a model that is not there any more.
export function Stale({ stale }: { stale: boolean }) {
  if (!stale) return null;
  return (
    <p class="stale" role="status">
      <Mark severity="warning" /> <span class="word warning">Stale:</span> the model was edited since this run. Run it
      again for results of the model as it is.
    </p>
  );
}
