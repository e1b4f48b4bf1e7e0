// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "cli/commands.h"
#include "cli/control.h"
#include "cli/signing.h"
#include "command/terminal.h"

namespace cli {

namespace {

Result<std::string> place_of(const BackupOptions& options) {
  std::error_code error;
  const auto place = std::filesystem::absolute(options.directory, error);
  if (options.directory.empty() || error)
    return fail(Code::out_of_range, "'" + base::printable(options.directory, 200) + "' does not name a directory");
  return place.string();
}

// What a person reads before they sign.
std::string told(const Json& plan) {
  std::string text = "Restoring workspace " + base::printable(plan.text("workspace"), 80) + " as it was at " +
                     base::printable(plan.text("time"), 40) + ", with " + plan.at("events").dump() + " events.\n";
  const Json& abandons = plan.at("abandons");
  if (abandons.empty()) return text + "No signed head is left behind.\n";
  text += "These signed heads are left behind, with all events up to them that the backup lacks:\n";
  constexpr std::size_t shown = 20;
  std::size_t count = 0;
  for (const Json& head : abandons.as_array()) {
    if (++count > shown) break;
    text += "  event " + head.at("seq").dump() + "  " + std::string(head.text("time")) + "  " +
            std::string(head.text("hash")).substr(0, 16) + "\n";
  }
  if (abandons.size() > shown) text += "  and " + std::to_string(abandons.size() - shown) + " more\n";
  return text + "The log that is there now is kept beside it.\n";
}

Result<Json> ask_to_restore(const BackupOptions& options, const Domains& domains) {
  Asker asker(options.runtime, domains);
  const command::Terminal terminal = TRY(command::Terminal::open());
  const std::string directory = TRY(place_of(options));
  const Json plan = TRY(asker.ask(Json::object({{"op", "restore_plan"}, {"directory", directory}})));
  const Json nonce = TRY(asker.ask(Json::object({{"op", "nonce"}})));
  terminal.say(told(plan));
  const Signer signer = TRY(unlock_signer(terminal));
  kernel::Ballot ballot;
  ballot.by = {
      .kind = kernel::Kind::human, .user_id = signer.approver.user_id, .agent_id = {}, .label = signer.approver.name};
  ballot.change_digest = plan.text("digest");
  ballot.nonce = nonce.as_string();
  const std::string message = kernel::ballot_message(ballot, "restore:" + std::string(plan.text("workspace")));
  return asker.ask(Json::object({{"op", "restore"},
                                 {"directory", directory},
                                 {"user_id", signer.approver.user_id},
                                 {"digest", plan.text("digest")},
                                 {"nonce", ballot.nonce},
                                 {"signature", base::base64(base::sign(signer.key, message))},
                                 {"public_key", base::base64(signer.key.public_key)}}));
}

Result<Json> ask_to_back_up(const BackupOptions& options, const Domains& domains) {
  Asker asker(options.runtime, domains);
  const std::string directory = TRY(place_of(options));
  return asker.ask(Json::object({{"op", "backup"},
                                 {"workspace", options.workspace},
                                 {"cwd_key", working_directory_key()},
                                 {"directory", directory}}));
}

}  // namespace

int backup(const BackupOptions& options, const Domains& domains) {
  const auto answer = ask_to_back_up(options, domains);
  if (!answer.ok()) return report(answer.error());
  print(answer->at("events").dump() + " events of workspace " + std::string(answer->text("workspace")) +
        " copied and verified: " + options.directory + "\n");
  return exit_done;
}

int restore(const BackupOptions& options, const Domains& domains) {
  const auto answer = ask_to_restore(options, domains);
  if (!answer.ok()) return report(answer.error());
  const Json& data = answer->at("data");
  print("restored; recorded as event " + std::string(answer->text("event_id")) + "\n" +
        data.at("abandoned_heads").dump() + " signed heads were abandoned; what was there is kept as " +
        base::printable(data.text("abandoned_log", "nothing"), 300) + "\n");
  return exit_done;
}

}  // namespace cli
