// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/control.h"
#include "cli/signing.h"

namespace cli {

namespace {

using kernel::IssuedToken;

constexpr std::int64_t hour_ms = 3'600'000;

// "12h", "30d", "never"; the time it ends, 0 for never.
Result<std::int64_t> expiry(const std::string& text, std::int64_t now_ms) {
  constexpr std::int64_t most_hours = 100 * 366 * 24;
  if (text == "never") return std::int64_t{0};
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const std::int64_t hours = unit == "h" ? 1 : unit == "d" ? 24 : 0;
  if (error != std::errc() || hours == 0 || count < 1 || count > most_hours / hours)
    return fail(Code::out_of_range, "'" + base::printable(text, 40) + "' is not a time", "--expires",
                "Write it as 12h, 30d or never.");
  return now_ms + count * hours * hour_ms;
}

// The ids that these names have on this machine, as in the policy's [[token]].
Result<kernel::Principal> agent_of(const TokenOptions& options) {
  constexpr std::size_t most = 256;
  const std::string user = options.user.empty() ? os_user() : options.user;
  for (const std::string& text : {user, options.agent, options.name}) {
    if (text.size() > most || base::printable(text, most) != text)
      return fail(Code::out_of_range, "names have at most 256 bytes and no control characters");
  }
  if (options.agent.empty()) return fail(Code::out_of_range, "an agent has a name", "--agent");
  kernel::Principal agent = kernel::agent_principal(user, options.agent);
  if (base::is_uuid(user)) agent.user_id = base::lower_ascii(user);
  if (base::is_uuid(options.agent)) agent.agent_id = base::lower_ascii(options.agent);
  return agent;
}

// Once a name is a token's it stays so, wherever a server looks for its tokens.
Result<void> keep_name(const kernel::PolicyPins& pins, const std::string& name, const Signer& signer) {
  if (std::ranges::find(pins.last().reserves, name) != pins.last().reserves.end()) return {};
  kernel::PolicyPin pin = pins.again(pins.last().approvers, base::system_clock().unix_ms());
  kernel::reserve(pin, {name});
  TRY(add_pin(pins, std::move(pin), signer.approver, &signer.key));
  for (const auto& problem : tell_servers("reload_policy")) report(problem);
  return {};
}

// Who may accept policies gives tokens out: what a policy says of an agent goes to whoever has its token.
Result<void> sign_if_needed(IssuedToken& token) {
  const auto pins = TRY(kernel::PolicyPins::load(base::state_home()));
  if (pins.empty()) return {};
  const Terminal terminal = TRY(Terminal::open());
  terminal.say("As a human: giving out a token for " + base::printable(token.principal.label, 120) + " (" +
               token.principal.key() + "), " +
               (token.expires_ms == 0 ? "which never expires" : "until " + base::iso8601(token.expires_ms)) + "\n");
  const Signer signer = TRY(unlock_signer(terminal));
  const auto& keys = pins.last().approvers;
  if (std::ranges::find(keys, signer.key.public_key) == keys.end())
    return fail(Code::denied, "your key is not one that counts here", "policy.pins",
                "Somebody whose does lets you in with: lintel approvals add");
  token.public_key = signer.key.public_key;
  token.signature = base::sign(signer.key, kernel::token_message(token));
  return keep_name(pins, token.principal.key(), signer);
}

std::string state_of(const IssuedToken& token, std::int64_t now_ms, const std::vector<std::string>& keys) {
  if (token.revoked_ms != 0) return "revoked";
  if (!kernel::is_live(token, now_ms)) return "expired";
  return kernel::counts(token, keys) ? "live" : "not signed by an approver";
}

Json shown(const IssuedToken& token, const std::string& state) {
  Json json = Json::object({{"id", token.id}, {"state", state}, {"principal", token.principal.key()}});
  json.set("label", token.principal.label).set("name", token.name).set("created", base::iso8601(token.created_ms));
  json.set("expires", token.expires_ms == 0 ? Json() : Json(base::iso8601(token.expires_ms)));
  if (token.revoked_ms != 0) json.set("revoked", base::iso8601(token.revoked_ms));
  return json;
}

std::string line_of(const IssuedToken& token, const std::string& state) {
  return token.id + "  " + state + "  " + base::printable(token.principal.label, 80) + "  " +
         (token.name.empty() ? "" : base::printable(token.name, 80) + "  ") + "made " +
         base::iso8601(token.created_ms) +
         (token.expires_ms == 0 ? ", never expires" : ", until " + base::iso8601(token.expires_ms)) + "\n";
}

struct Made {
  IssuedToken token;
  std::string secret;
};

Result<Made> make(const TokenOptions& options) {
  const std::int64_t now = base::system_clock().unix_ms();
  Made made;
  made.secret = base::handle("lintel_", base::system_entropy());
  made.token.id = base::handle("t_", base::system_entropy()).substr(0, 12);
  made.token.sha256 = base::sha256_hex(made.secret);
  made.token.name = options.name;
  made.token.principal = TRY(agent_of(options));
  made.token.created_ms = now;
  made.token.expires_ms = TRY(expiry(options.expires, now));
  TRY(sign_if_needed(made.token));
  TRY(kernel::edit_tokens(tokens_file(), [&](std::vector<IssuedToken>& tokens) -> Result<void> {
    tokens.push_back(made.token);
    return {};
  }));
  return made;
}

Result<IssuedToken> revoke(const std::string& id) {
  IssuedToken revoked;
  TRY(kernel::edit_tokens(tokens_file(), [&](std::vector<IssuedToken>& tokens) -> Result<void> {
    const auto found = std::ranges::find(tokens, id, &IssuedToken::id);
    if (found == tokens.end())
      return fail(Code::not_found, "there is no token " + base::printable(id, 40), "",
                  "See them with: lintel token list");
    if (found->revoked_ms == 0) found->revoked_ms = base::system_clock().unix_ms();
    revoked = *found;
    return {};
  }));
  return revoked;
}

}  // namespace

int token_new(const TokenOptions& options) {
  const auto made = make(options);
  if (!made.ok()) return report(made.error());
  for (const auto& problem : tell_servers("tokens")) report(problem);
  if (options.json) {
    print(shown(made->token, "live").set("token", made->secret).dump() + "\n");
    return exit_done;
  }
  print(line_of(made->token, "live") + "The token, shown this once:\n" + made->secret +
        "\nClients send it as the header\nAuthorization: Bearer " + made->secret + "\n");
  return exit_done;
}

int token_list(const TokenOptions& options) {
  const auto tokens = kernel::load_tokens(tokens_file());
  if (!tokens.ok()) return report(tokens.error());
  const auto pins = kernel::PolicyPins::load(base::state_home());
  if (!pins.ok()) return report(pins.error());
  const auto keys = pins->empty() ? std::vector<std::string>() : pins->last().approvers;
  const std::int64_t now = base::system_clock().unix_ms();
  Json list = Json::array();
  for (const auto& token : *tokens) {
    if (options.json)
      list.push_back(shown(token, state_of(token, now, keys)));
    else
      print(line_of(token, state_of(token, now, keys)));
  }
  if (options.json) print(list.dump() + "\n");
  if (!options.json && tokens->empty()) print("no tokens; make one with: lintel token new --agent NAME\n");
  return exit_done;
}

int token_revoke(const TokenOptions& options) {
  const auto revoked = revoke(options.id);
  if (!revoked.ok()) return report(revoked.error());
  for (const auto& problem : tell_servers("tokens")) report(problem);
  print(options.json ? shown(*revoked, "revoked").dump() + "\n" : options.id + " is revoked\n");
  return exit_done;
}

}  // namespace cli
