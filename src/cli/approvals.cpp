// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/control.h"
#include "cli/signing.h"
#include "command/terminal.h"

namespace cli {

namespace {

constexpr std::size_t confirm_characters = 6;

// What holds now is accepted by whoever is the first to have a key; the tokens there are were given out by them.
Result<void> accept_what_holds(const Signer& signer, const Domains& domains) {
  const auto pins = TRY(kernel::PolicyPins::load(base::state_home()));
  if (!pins.empty()) return {};
  const auto policy = TRY(choose_policy("", domains));
  const std::int64_t now = base::system_clock().unix_ms();
  TRY(add_pin(pins, pins.next(policy, {signer.key.public_key}, now), signer.approver, &signer.key));
  if (TRY(kernel::load_tokens(tokens_file())).empty()) return {};
  return kernel::edit_tokens(tokens_file(), [&](std::vector<kernel::IssuedToken>& tokens) -> Result<void> {
    for (auto& token : tokens) {
      token.public_key = signer.key.public_key;
      token.signature = base::sign(signer.key, kernel::token_message(token));
    }
    return {};
  });
}

// Whom the list admits may also accept policies.
Result<void> admit_to_accept(const Signer& signer, const std::vector<kernel::Approver>& approvers) {
  const auto pins = TRY(kernel::PolicyPins::load(base::state_home()));
  if (pins.empty()) return {};
  std::vector<std::string> keys = pins.last().approvers;
  if (std::ranges::find(keys, signer.key.public_key) == keys.end())
    return fail(Code::denied, "your key is not one that may let others in here", "policy.pins");
  for (const auto& approver : approvers) {
    if (std::ranges::find(keys, approver.public_key) == keys.end()) keys.push_back(approver.public_key);
  }
  TRY(add_pin(pins, pins.again(std::move(keys), base::system_clock().unix_ms()), signer.approver, &signer.key));
  return {};
}

Result<void> make_key(const Domains& domains) {
  const Terminal terminal = TRY(Terminal::open());
  auto approvers = TRY(kernel::load_approvers(approvers_file()));
  if (!approvers.empty()) {
    return fail(Code::denied, "this machine has approvers already", approvers_file().string(),
                "Another person is added with: lintel approvals add");
  }
  terminal.say("This makes the key with which you approve changes. Nobody can approve without its passphrase.\n");
  const std::string first = TRY(terminal.ask_secret("New passphrase (at least 8 characters): "));
  const std::string second = TRY(terminal.ask_secret("The same again: "));
  if (first != second)
    return fail(Code::constraint, "the two passphrases differ", "", "Nothing was written; try again.");
  const auto key = TRY(kernel::create_key(approver_key_file(), first, base::system_entropy()));
  approvers.push_back(
      {.name = os_user(), .user_id = kernel::human_principal(os_user()).user_id, .public_key = key.public_key});
  TRY(kernel::save_approvers(approvers_file(), approvers));
  TRY(accept_what_holds({approvers.back(), key}, domains));
  for (const auto& problem : tell_servers("reload_policy")) report(problem);
  terminal.say("Done. Key: " + approver_key_file().string() + "\n");
  return {};
}

// The list of another person, which their own init wrote, taken into ours by somebody who is in it.
Result<std::string> add_from(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error))
    return fail(Code::not_found, "there is no such file", file, "It is the approvers.json of the person to add.");
  const Terminal terminal = TRY(Terminal::open());
  auto approvers = TRY(kernel::load_approvers(approvers_file()));
  std::string names;
  for (const auto& added : TRY(kernel::load_approvers(file))) {
    if (std::ranges::find(approvers, added.public_key, &kernel::Approver::public_key) != approvers.end()) continue;
    const std::string who = base::printable(added.name, 80) + " (user " + added.user_id + ")";
    terminal.say("To be added: " + who + "\n  key " + base::hex(added.public_key) + "\n");
    names += (names.empty() ? "" : ", ") + who;
    approvers.push_back(added);
  }
  if (names.empty()) return fail(Code::constraint, "nobody in this file is new", file);
  const auto signer = TRY(unlock_signer(terminal));
  TRY(admit_to_accept(signer, approvers));
  TRY(kernel::save_approvers(approvers_file(), approvers));
  return names;
}

std::string one_line(const kernel::Pending& pending) {
  return pending.id + "  " + pending.state + "  " + std::string(kernel::name(pending.tier)) + "  " +
         base::printable(pending.summary, 80) + "  (" + pending.tool + ", " +
         base::printable(pending.requester.label, 60) + ", until " + base::iso8601(pending.expires_ms) + ")\n";
}

struct Shown {
  kernel::Pending pending;
  std::string nonce;
};

// The record must be what its digest says: a socket in between cannot swap what is shown.
Result<void> check_digest(const kernel::Pending& pending) {
  if (TRY(kernel::change_digest(pending)) == pending.change_digest) return {};
  return fail(Code::stale, "the record of this change does not match its digest; do not approve it", pending.id);
}

Result<Shown> fetch(Asker& asker, const std::string& id) {
  const Json answer = TRY(asker.ask(Json::object({{"op", "challenge"}, {"id", id}})));
  Shown shown{TRY(kernel::pending_from_json(answer.at("pending"))), std::string(answer.text("nonce"))};
  TRY(check_digest(shown.pending));
  return shown;
}

// A long change is read page by page; what is unusual stands on the first.
std::string page_of(const std::string& text, const ApprovalsOptions& options) {
  constexpr std::size_t lines_of_page = 200;
  auto lines = base::split(text, '\n');
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  const std::size_t pages = std::max<std::size_t>(1, (lines.size() + lines_of_page - 1) / lines_of_page);
  if (options.page == 0 || pages == 1) return text;
  const std::size_t page = std::min<std::size_t>(pages, static_cast<std::size_t>(options.page));
  std::string out;
  for (std::size_t i = (page - 1) * lines_of_page; i < std::min(lines.size(), page * lines_of_page); ++i)
    out.append(lines[i]).append("\n");
  out += "page " + std::to_string(page) + " of " + std::to_string(pages);
  if (page < pages) out += "; go on with: lintel approvals show " + options.id + " --page " + std::to_string(page + 1);
  return out + "\n";
}

// Decided changes too; of those the reasoning may have been redacted, and with it the digest no longer fits.
Result<std::string> shown_to_read(const ApprovalsOptions& options, const Domains& domains) {
  Asker asker(options.runtime, domains);
  const Json answer = TRY(asker.ask(Json::object({{"op", "record"}, {"id", options.id}})));
  const auto pending = TRY(kernel::pending_from_json(answer));
  if (!kernel::is_terminal(pending.state)) TRY(check_digest(pending));
  if (options.json) return kernel::to_json(pending).pretty() + "\n";
  std::string text = page_of(kernel::describe(pending), options) + "\n";
  if (!pending.event_id.empty()) text += "Committed as event " + base::printable(pending.event_id, 80) + ".\n";
  return text;
}

Result<Json> decide(const ApprovalsOptions& options, bool approve, const Domains& domains) {
  const Terminal terminal = TRY(Terminal::open());
  Asker asker(options.runtime, domains);
  const Shown shown = TRY(fetch(asker, options.id));
  terminal.say(page_of(kernel::describe(shown.pending), options) + "\n");
  const std::string phrase = shown.pending.change_digest.substr(0, confirm_characters);
  const std::string verb = approve ? "approve" : "reject";
  const std::string typed = TRY(terminal.ask("Type " + phrase + " to " + verb + ", anything else to leave it: "));
  if (base::trim(typed) != phrase) return fail(Code::cancelled, "left as it was");
  const Signer signer = TRY(unlock_signer(terminal));
  kernel::Ballot ballot;
  ballot.approve = approve;
  ballot.by = {
      .kind = kernel::Kind::human, .user_id = signer.approver.user_id, .agent_id = {}, .label = signer.approver.name};
  ballot.change_digest = shown.pending.change_digest;
  ballot.nonce = shown.nonce;
  const std::string signature = base::sign(signer.key, kernel::ballot_message(ballot, shown.pending.id));
  return asker.ask(Json::object({{"op", "decide"},
                                 {"id", shown.pending.id},
                                 {"verdict", verb},
                                 {"user_id", signer.approver.user_id},
                                 {"change_digest", ballot.change_digest},
                                 {"nonce", ballot.nonce},
                                 {"signature", base::base64(signature)},
                                 {"public_key", base::base64(signer.key.public_key)},
                                 {"reason", options.reason}}));
}

}  // namespace

int approvals_init(const Domains& domains) {
  const auto made = make_key(domains);
  return made.ok() ? exit_done : report(made.error());
}

int approvals_add(const ApprovalsOptions& options) {
  const auto added = add_from(options.file);
  if (!added.ok()) return report(added.error());
  for (const auto& problem : tell_servers("reload_policy")) report(problem);
  print("Added " + *added + ". Restart running servers: until then nobody can approve there.\n");
  return exit_done;
}

int approvals_list(const ApprovalsOptions& options, const Domains& domains) {
  Asker asker(options.runtime, domains);
  const auto answer = asker.ask(Json::object({{"op", "pending"}, {"closed", options.all}}));
  if (!answer.ok()) return report(answer.error());
  if (answer->empty()) print(options.all ? "No change was ever proposed.\n" : "Nothing waits for approval.\n");
  for (const auto& item : answer->as_array()) {
    const auto pending = kernel::pending_from_json(item);
    if (!pending.ok()) return report(pending.error());
    print(one_line(*pending));
  }
  return exit_done;
}

int approvals_show(const ApprovalsOptions& options, const Domains& domains) {
  const auto text = shown_to_read(options, domains);
  if (!text.ok()) return report(text.error());
  print(*text);
  return exit_done;
}

int approvals_decide(const ApprovalsOptions& options, bool approve, const Domains& domains) {
  const auto answer = decide(options, approve, domains);
  if (!answer.ok()) return report(answer.error());
  const std::string state(answer->text("state", approve ? "committed" : "rejected"));
  const Json* event = answer->find("event_id");
  std::string line = state;
  if (event != nullptr && event->is_string()) line += ", event " + event->as_string();
  print(line + "\n");
  return exit_done;
}

}  // namespace cli
