// SPDX-License-Identifier: Apache-2.0
// What stands on a product's plate, as people know it.
import type { Entry, Field, Plate, Submodel } from "./data.ts";
import { memberOf } from "./data.ts";
import type { DocumentState } from "./state.ts";

const labels: Record<string, string> = {
  root: "Product",
  family: "Product family",
  type: "Type",
  order: "Order code",
  article: "Article number",
  serial: "Serial number",
  year: "Year of construction",
  date: "Date of manufacture",
  hardware: "Hardware",
  firmware: "Firmware",
  software: "Software",
  country: "Country of origin",
};

// ECLASS has the European conformity mark as a value.
const isConformity = (name: string) => /^ce$|^0173-1#07-DAA603(#|$)/i.test(name.trim());

const prefixes: Record<string, string> = { IssueDate: "issued ", ExpiryDate: "valid to " };

function Marking({ state, entries }: { state: DocumentState; entries: Entry[] }) {
  const name = entries.find(({ idShort }) => idShort === "MarkingName") ?? entries[0];
  if (!name) return null;
  const rest = entries.filter((entry) => entry !== name && entry.type !== "File");
  const word = state.valueOf(name);
  return (
    <li class="marking" title={memberOf(name, "description")}>
      <button type="button" class="link" onClick={() => state.jump(name)}>
        {isConformity(word) ? (
          <span class="ce" role="img" aria-label="CE">
            <svg viewBox="0 0 28 20" width="42" height="30" aria-hidden="true">
              <path d="M10 1.500a8.500 8.500 0 1 0 0 17M27 1.500a8.500 8.500 0 1 0 0 17M18.500 10H25" />
            </svg>
          </span>
        ) : (
          <bdi>{word}</bdi>
        )}
      </button>
      {rest.map((entry) => (
        <bdi key={entry.place} class="small">
          {prefixes[entry.idShort]}
          {state.valueOf(entry)}
        </bdi>
      ))}
    </li>
  );
}

function Address({ state, fields }: { state: DocumentState; fields: Field[] }) {
  const of = (key: string) => {
    const found = fields.find(([each]) => each === key)?.[1];
    return found ? state.valueOf(found) : "";
  };
  const together = (...keys: string[]) => keys.map(of).filter(Boolean).join(" ");
  const lines = [of("company"), of("street"), of("box"), together("zip", "city"), together("state", "country")];
  const contacts = [of("phone"), of("mail"), of("link")];
  if (fields.length === 0) return null;
  return (
    <address>
      {[...lines, ...contacts].filter(Boolean).map((line, index) => (
        <span key={index} dir="auto">
          {line}
        </span>
      ))}
    </address>
  );
}

function OnePlate({ state, submodel, plate }: { state: DocumentState; submodel: Submodel; plate: Plate }) {
  const of = (key: string) => plate.fields.find(([each]) => each === key)?.[1];
  const [maker, designation, uri] = [of("manufacturer"), of("designation"), of("uri")];
  const rest = plate.fields.filter(([key]) => labels[key]);
  return (
    <article class="plate" aria-label={submodel.title}>
      <header>
        <p class="maker" dir="auto">
          {maker ? state.valueOf(maker) : <span class="lack">Manufacturer not given</span>}
        </p>
        <p class="designation" dir="auto">
          {designation ? state.valueOf(designation) : <span class="lack">Product designation not given</span>}
        </p>
      </header>
      {rest.length > 0 && (
        <dl>
          {rest.map(([key, entry]) => (
            <div key={key} class={key}>
              <dt>{labels[key]}</dt>
              <dd>
                <button type="button" class="link" onClick={() => state.jump(entry)} dir="auto">
                  {state.valueOf(entry)}
                </button>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {(plate.address.length > 0 || plate.markings.length > 0) && (
        <footer>
          <Address state={state} fields={plate.address} />
          <ul class="markings" aria-label="Markings">
            {plate.markings.map((entries, index) => (
              <Marking key={index} state={state} entries={entries} />
            ))}
          </ul>
        </footer>
      )}
      {uri && (
        <p class="uri mono">
          <bdi>{state.valueOf(uri)}</bdi>
        </p>
      )}
    </article>
  );
}

export function Nameplate({ state }: { state: DocumentState }) {
  const submodels = state.document.value?.submodels ?? [];
  return (
    <div class="sheet plates">
      {submodels.map(
        (submodel) =>
          submodel.plate && (
            <section key={submodel.entry.place}>
              <OnePlate state={state} submodel={submodel} plate={submodel.plate} />
              {submodel.isTemplate && <p class="note">This submodel is a template: its values are examples.</p>}
            </section>
          ),
      )}
    </div>
  );
}
