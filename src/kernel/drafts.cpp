// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <utility>

#include "base/text.h"
#include "kernel/calls.h"

namespace kernel {

namespace {

bool holds(const std::vector<std::string>& list, const std::string& text) {
  return std::ranges::find(list, text) != list.end();
}

// What was read and what is written, with the revisions of the real branch.
void note_reads(Draft& draft, const View::ReadSet& reads, const Branch& branch) {
  std::set<std::string, std::less<>> ids = reads.ids;
  for (const Op& op : draft.applied.ops) {
    ids.insert(op.id);
    if (op.after) ids.insert(op.after->refs.begin(), op.after->refs.end());
  }
  for (const std::string& id : ids) draft.read_set.emplace_back(id, revision_of(branch, id));
  draft.read_everything = reads.everything || draft.applied.moves_documents;
}

// NB: what a gate names is as grave as a deletion: a form, which some clients answer by themselves, is not enough.
void gate_facts(const Core& core, const Request& request, Draft& draft) {
  const Limits& limits = core.policy().limits_for(request.call.principal);
  const Gates gates = gates_for(core.policy(), request.call.toolset, request.call.principal);
  const bool frees_deletion = request.own_reversal && limits.undo_own_untouched;
  std::map<std::string, int> waiting;
  for (const Fact& fact : facts_of(draft)) {
    if (frees_deletion && fact.type == "element.deleted") continue;
    if (!request.call.edits && fact.type.starts_with("element.")) continue;
    draft.grave = draft.grave || is_grave(fact.type) || gates.name(fact.type);
    if (gates.name(fact.type)) ++waiting[fact.type];
  }
  for (const auto& [type, times] : waiting) {
    draft.reasons.push_back(type + " waits for a human" + (times > 1 ? " (" + std::to_string(times) + " times)" : ""));
  }
}

// gate = strictest of mode and tier, facts, number of elements, merge.
void gate(const Core& core, const Request& request, Draft& draft) {
  const Governance& rules = core.policy().governance(request.call.toolset);
  const bool freed = rules.free_low_tier && draft.change.tier == Tier::low;
  if (rules.mode == Mode::propose && request.call.edits && !freed)
    draft.reasons.push_back("every edit with the " + request.call.toolset + " tools waits for approval");
  gate_facts(core, request, draft);
  const std::int64_t touched = draft.applied.touched.count();
  if (request.call.edits && rules.bulk_above > 0 && touched > rules.bulk_above) {
    draft.grave = true;
    draft.reasons.push_back(std::to_string(touched) + " elements are more than " + std::to_string(rules.bulk_above));
  }
  if (request.undoes_approval) {
    draft.grave = true;
    draft.reasons.emplace_back("it takes back what a human approved");
  }
  if (!request.merge_from.empty()) draft.reasons.emplace_back("a merge always waits for a human");
  if (!request.waits_because.empty()) draft.reasons.push_back(request.waits_because);
}

bool builds_on(const Draft& draft, const std::vector<std::string>& written) {
  if (draft.read_everything) return !written.empty();
  return std::ranges::any_of(draft.read_set, [&](const auto& entry) { return holds(written, entry.first); });
}

void note_predecessors(Draft& draft, const Overlay& overlay) {
  for (const auto& [id, written] : overlay.waiting) {
    if (builds_on(draft, written)) draft.after.push_back(id);
  }
}

// A server that only reads writes by no door, whatever a tool says it needs.
Result<void> check_reads_only(const Core& core, const Call& call, const Change& change) {
  if (!(call.read_only || core.options.read_only) || (change.ops.empty() && change.files.empty())) return {};
  return fail(Code::denied, "this server only reads", {}, "It was started with --read-only.");
}

// What is hidden from the principal can be neither overwritten nor removed, whoever planned it.
Result<void> check_hidden(const View& view, const std::vector<Op>& ops) {
  if (!view.hides_some()) return {};
  for (const Op& op : ops) {
    if (!view.hides(op.id)) continue;
    if (op.what == Op::What::remove) return fail(Code::not_found, "there is no element " + op.id, op.id);
    return fail(Code::out_of_scope, "the id " + op.id + " belongs to an element that this caller may not READ", op.id,
                "Choose another id.");
  }
  return {};
}

// A document goes with all that it brought in: who may not see some of it cannot take it away.
Result<void> check_whole(const View& view, const Branch& branch, const std::vector<Op>& ops) {
  if (!view.hides_some()) return {};
  for (const Op& op : ops) {
    const auto owner = branch.elements.find(op.id);
    if (!owner || !owner->adopts || same_adoption(owner.get(), op.after.get())) continue;
    bool hidden = false;
    owner->adopts->content->each_id([&](const std::string& id) { hidden = hidden || view.hides(id); });
    if (hidden)
      return fail(Code::out_of_scope, "the document has parts that this caller may not READ", op.id,
                  "Ask for READ of all of it.");
  }
  return {};
}

// The kernel's own reading of what a change adopts, whatever the plan says that it is. The bytes come with the change,
// or are kept already.
Result<void> resolve_adoptions(const Core& core, const Request& request, Draft& draft) {
  for (Op& op : draft.change.ops) {
    if (!op.after || !op.after->adopts) continue;
    auto element = std::make_shared<Element>(*op.after);
    Adoption& adoption = *element->adopts;
    const std::shared_ptr<const AdoptedBytes> bytes = std::exchange(adoption.bytes, nullptr);
    const bool brings = bytes && bytes->sha256() == adoption.blob;
    adoption.content = TRY(core.adoptions.find(adoption, [&](const Adoption&) -> Result<std::optional<std::string>> {
      if (brings) return std::optional(bytes->text());
      return request.workspace->kept_bytes(adoption);
    }));
    if (brings) {
      draft.adopted.push_back(bytes);
    } else if (!TRY(request.workspace->kept_bytes(adoption))) {
      return fail(Code::io, "the bytes of an adopted document are not kept", op.id);
    }
    op.after = std::move(element);
  }
  return {};
}

// What would be left without its host may be hidden too: then it is not named.
Result<Applied> apply_seen(const Core& core, const View& view, const Branch& branch, const std::vector<Op>& ops) {
  TRY(check_hidden(view, ops));
  TRY(check_whole(view, branch, ops));
  Result<Applied> applied = apply_ops(branch, ops, core.options.terms);
  if (applied.ok() || applied.error().code != Code::host_missing || !view.hides_some()) return applied;
  return fail(Code::host_missing, "the change leaves something without the element it refers to", applied.error().path,
              "What refers to it may be something that this caller may not READ.");
}

Result<Draft> draft_on(Core& core, const Request& request, const Snapshot& base, const Overlay& overlay) {
  const Call& call = request.call;
  const Branch* branch = TRY(branch_of(base, call.branch));
  const View view = view_of(core, call, request.workspace, overlay.snapshot, request.id, true);
  Draft draft;
  draft.change = TRY(request.plan(view));
  TRY(resolve_adoptions(core, request, draft));
  draft.applied = TRY(apply_seen(core, view, overlay.snapshot->branches.at(call.branch), draft.change.ops));
  draft.base_revision = branch->revision;
  draft.base_head = base.head;
  note_reads(draft, view.reads(), *branch);
  if (!request.merge_from.empty()) {
    const Branch* from = TRY(branch_of(base, request.merge_from));
    draft.merge_head = hex(from->head);
    draft.merge_revision = from->revision;
    draft.read_everything = true;
  }
  if (!request.drop_branch.empty()) draft.read_everything = true;
  TRY(check_reads_only(core, call, draft.change));
  draft.files = TRY(plan_files(core, *request.workspace, draft.change));
  draft.loads = loaded_files(core.roots, draft.change, draft.adopted);
  add_to(draft.applied.touched, draft.files);
  TRY(admit_touched(core, call.principal, call.toolset, call.branch, draft.applied.touched,
                    call.edits ? Counted::yes : Counted::no));
  draft.texts = TRY(texts_of(draft.applied.steps, draft.applied.touched));
  gate(core, request, draft);
  note_predecessors(draft, overlay);
  return draft;
}

Result<Draft> draft_on_what_waits(Core& core, const Request& request, const std::shared_ptr<const Snapshot>& snapshot) {
  const Overlay nothing{snapshot, {}, {}};
  if (core.policy().governance(request.call.toolset).mode != Mode::propose || !request.call.edits)
    return draft_on(core, request, *snapshot, nothing);
  const Overlay overlay = TRY(overlay_of(core, request.call, *request.workspace, snapshot));
  Draft draft = TRY(draft_on(core, request, *snapshot, overlay));
  if (!draft.reasons.empty() || overlay.waiting.empty()) return draft;
  // It need not wait for its own sake. If it builds on nothing that waits, it stands on the real state.
  if (draft.after.empty()) return draft_on(core, request, *snapshot, nothing);
  draft.reasons.emplace_back("it builds on changes that wait");
  return draft;
}

}  // namespace

Result<void> put_blobs(store::WorkspaceFile& file, const Draft& draft) {
  for (const std::string& blob : draft.change.blobs) TRY(file.put_blob(base::sha256(blob), blob));
  for (const auto& bytes : draft.adopted) TRY(file.put_blob(*base::digest_from_hex(bytes->sha256()), bytes->text()));
  return {};
}

bool is_grave(const std::string& fact) {
  return fact == "element.deleted" || fact == "branch.merged" || fact == "branch.deleted" || fact == "file.overwritten";
}

bool Gates::name(const std::string& fact) const { return holds(of_toolset, fact) || holds(of_principal, fact); }

Gates gates_for(const Policy& policy, const std::string& toolset, const Principal& principal) {
  return {policy.governance(toolset).gate, policy.limits_for(principal).requires_approval};
}

Result<Draft> draft_change(Core& core, const Request& request, std::shared_ptr<const Snapshot> snapshot) {
  const auto begin = std::chrono::steady_clock::now();
  Draft draft = TRY(draft_on_what_waits(core, request, snapshot));
  draft.took = std::chrono::steady_clock::now() - begin;
  return draft;
}

}  // namespace kernel
