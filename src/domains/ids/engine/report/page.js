// SPDX-License-Identifier: Apache-2.0
// Filter, search, the view by element, copying and printing. The page is readable without it: then each list shows its
// first rows.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const rowsAtOnce = 50;
  const rowsPrinted = 300;
  const number = new Intl.NumberFormat("en");
  const $ = (selector, within = document) => within.querySelector(selector);
  const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
  const state = { show: "all", view: "specifications", words: [] };

  // ---- the page's pieces
  const make = (tag, attributes = {}, ...children) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  };
  const element = (model, index) => {
    const [guid, entity, type, name, tag, typeName, storey, id] = data.models[model].elements[index];
    return { guid, entity: type ? `${entity}.${type}` : entity, name, tag, typeName, storey, id: `#${id}` };
  };
  const about = (...facts) => facts.filter(Boolean).join(" · ");
  const guidCell = (guid) => {
    const cell = make("span", { class: "guid" });
    if (!guid) return cell;
    cell.append(make("code", {}, guid));
    cell.append(make("button", { type: "button", "data-copy": guid, "aria-label": `Copy ${guid}` }, "Copy"));
    return cell;
  };
  const row = (model, failure, withReason) => {
    const [index, , reason] = failure;
    const fact = element(model, index);
    const line = make("tr");
    line.append(
      make("td", {}, fact.name || fact.id, make("span", { class: "kind" }, about(fact.entity, fact.typeName))),
      make("td", {}, fact.storey),
      make("td", {}, guidCell(fact.guid)),
    );
    if (withReason) line.append(make("td", {}, data.models[model].reasons[reason]));
    return line;
  };

  // ---- search
  const searchable = data.models.map((model) =>
    model.elements.map((fields) => [...fields.slice(0, 7), `#${fields[7]}`].join("\n").toLowerCase()),
  );
  const reasonText = data.models.map((model) => model.reasons.map((text) => text.toLowerCase()));
  const has = (text) => state.words.every((word) => text.includes(word));
  const failureMatches = (model, [index, , reason]) =>
    state.words.every((word) => searchable[model][index].includes(word) || reasonText[model][reason].includes(word));

  // ---- lists that grow when asked to
  const fill = (list, items, draw, atOnce) => {
    list.replaceChildren(...items.slice(0, atOnce).map(draw));
    let shown = Math.min(atOnce, items.length);
    const more = make("button", { type: "button", class: "more" });
    const label = () => {
      const next = Math.min(items.length - shown, 200);
      more.textContent = `Show ${number.format(next)} more of ${number.format(items.length - shown)}`;
      more.hidden = next <= 0;
    };
    more.addEventListener("click", () => {
      list.append(...items.slice(shown, shown + 200).map(draw));
      shown = Math.min(shown + 200, items.length);
      label();
    });
    label();
    return more;
  };
  const groups = $$(".group[data-requirement]").map((node) => {
    const spec = node.closest(".spec");
    const model = Number(spec.dataset.model);
    const index = Number(spec.dataset.spec);
    const requirement = Number(node.dataset.requirement);
    const failures = data.models[model].specs[index].failures.filter((failure) => failure[1] === requirement);
    return { node, spec, model, failures, matching: failures, drawn: false };
  });
  const drawGroup = (group, atOnce = rowsAtOnce) => {
    const body = $("tbody", group.node);
    if (!body) return;
    $(".more", group.node)?.remove();
    const withReason = body.closest("table").dataset.reasons === "many";
    const more = fill(body, group.matching, (failure) => row(group.model, failure, withReason), atOnce);
    body.closest(".scroll").after(more);
    group.drawn = true;
  };
  for (const group of groups) {
    group.node.addEventListener("toggle", () => {
      if (group.node.open && !group.drawn) drawGroup(group);
    });
  }

  // ---- by specification
  const showSpecifications = () => {
    let specs = 0;
    let rows = 0;
    for (const spec of $$(".spec")) {
      const model = Number(spec.dataset.model);
      const named = has((data.models[model].specs[Number(spec.dataset.spec)].name || "").toLowerCase());
      let matches = named;
      for (const group of groups.filter((each) => each.spec === spec)) {
        group.matching = named ? group.failures : group.failures.filter((failure) => failureMatches(model, failure));
        const some = group.matching.length > 0;
        matches ||= some;
        group.node.hidden = state.words.length > 0 && !named && !some;
        group.drawn = false;
        if (state.words.length > 0 && some && !named) {
          group.node.open = true;
          spec.open = true;
        }
        if (group.node.open) drawGroup(group);
        rows += state.words.length > 0 && !named ? group.matching.length : 0;
      }
      const wanted = state.show === "all" || spec.classList.contains(state.show);
      spec.hidden = !wanted || !matches;
      specs += spec.hidden ? 0 : 1;
    }
    for (const section of $$(".model")) section.hidden = !$(".spec:not([hidden])", section) && $$(".spec").length > 0;
    const total = $$(".spec").length;
    let text = specs === total ? "" : `${number.format(specs)} of ${number.format(total)} specifications`;
    if (rows > 0) text += `, ${number.format(rows)} matching failures`;
    say(text, specs === 0);
  };

  // ---- by element
  const byElement = [];
  data.models.forEach((model, m) => {
    const places = new Map();
    model.specs.forEach((spec, s) =>
      spec.failures.forEach((failure) => {
        if (!places.has(failure[0])) places.set(failure[0], { model: m, index: failure[0], failures: [] });
        places.get(failure[0]).failures.push([s, failure]);
      }),
    );
    byElement.push(...places.values());
  });
  byElement.sort((a, b) => b.failures.length - a.failures.length || a.model - b.model || a.index - b.index);

  const drawElement = (entry) => {
    const fact = element(entry.model, entry.index);
    const count = entry.failures.length;
    const facts = make("span", { class: "kind" }, about(fact.entity, fact.typeName, fact.storey));
    const title = make("span", { class: "who" }, make("b", {}, fact.name || fact.id), facts);
    const badge = make("span", { class: "badge" }, count === 1 ? "1 failure" : `${number.format(count)} failures`);
    const node = make(
      "details",
      { class: "element" },
      make("summary", {}, title, badge, make("span", { class: "chevron" })),
    );
    node.addEventListener("toggle", () => {
      if (!node.open || $(".body", node)) return;
      const body = make("div", { class: "body" }, guidCell(fact.guid));
      if (data.models.length > 1) body.append(make("p", { class: "muted" }, data.models[entry.model].name));
      const list = make("ul");
      for (const [s, failure] of entry.failures) {
        const spec = data.models[entry.model].specs[s];
        const requirement = spec.requirements[failure[1]];
        const place = requirement ? `${spec.title} › ${requirement}` : spec.title;
        list.append(
          make("li", {}, data.models[entry.model].reasons[failure[2]], make("div", { class: "muted" }, place)),
        );
      }
      body.append(list);
      node.append(body);
    });
    return node;
  };
  const showElements = () => {
    const matching = byElement.filter((entry) =>
      entry.failures.some(([, failure]) => failureMatches(entry.model, failure)),
    );
    const list = $("#elements");
    const inner = make("div");
    const more = fill(inner, matching, drawElement, 100);
    list.replaceChildren(inner, more);
    const total = `${number.format(byElement.length)} failing elements`;
    const found = matching.length === byElement.length ? total : `${number.format(matching.length)} of ${total}`;
    const left =
      data.left > 0 ? `; ${number.format(data.left)} more failures are not in this page: see the spreadsheet` : "";
    say(found + left, matching.length === 0);
  };

  // ---- tools
  const say = (text, empty) => {
    $(".status").textContent = text;
    $("#nothing").hidden = !empty;
  };
  const refresh = () => {
    const elements = state.view === "elements";
    $("#specifications").hidden = elements;
    $("#elements").hidden = !elements;
    for (const button of $$("[data-show]")) {
      button.setAttribute("aria-pressed", String(button.dataset.show === state.show));
    }
    $(".filter").hidden = elements;
    for (const button of $$("[data-view]"))
      button.setAttribute("aria-pressed", String(button.dataset.view === state.view));
    if (elements) showElements();
    else showSpecifications();
  };
  const search = $("input[type=search]");
  let waiting = 0;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      state.words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      refresh();
    }, 120);
  });
  const copy = async (button) => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
    } catch {
      // Pages opened from a disk may not use the clipboard interface.
      const field = make("textarea", {});
      field.value = button.dataset.copy;
      document.body.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
      button.focus();
    }
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1200);
  };
  const turnTheme = () => {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = document.documentElement.dataset.theme || (dark ? "dark" : "light");
    document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
  };
  const openAll = () => {
    const nodes = $$(state.view === "elements" ? ".element" : ".spec:not([hidden])");
    const open = nodes.some((node) => !node.open);
    for (const node of nodes) node.open = open;
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.copy) {
      event.preventDefault(); // in a summary, it would open the details
      copy(button);
    }
    if (button.dataset.show) state.show = button.dataset.show;
    if (button.dataset.view) state.view = button.dataset.view;
    if (button.dataset.show || button.dataset.view) refresh();
    if (button.dataset.do === "theme") turnTheme();
    if (button.dataset.do === "open") openAll();
    if (button.dataset.do === "print") print();
  });
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
    if (event.key === "/" && !typing) {
      event.preventDefault();
      search.focus();
    }
    if (event.key === "Escape" && document.activeElement === search && search.value) {
      search.value = "";
      search.dispatchEvent(new Event("input"));
    }
  });

  // ---- printing opens everything, and closes it again
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = $$("details:not([open])");
    for (const group of groups) {
      drawGroup(group, rowsPrinted);
      const left = group.matching.length - rowsPrinted;
      if (left > 0) {
        const text = `and ${number.format(left)} more: see the spreadsheet`;
        $(".scroll", group.node).after(make("p", { class: "left-off printed" }, text));
      }
    }
    for (const node of closed) node.open = true;
  });
  addEventListener("afterprint", () => {
    for (const node of closed) node.open = false;
    for (const node of $$(".printed")) node.remove();
  });

  $(".tools").hidden = false;
  refresh();
})();
