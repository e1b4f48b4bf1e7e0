// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/control.h"
#include "command/sheet.h"
#include "transport/unix_socket.h"

namespace cli {

namespace {

using command::Sheet;

void check_directory(Sheet& sheet, const std::string& what, const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) return sheet.bad(what, directory.string() + ": " + error.message());
  if (::access(directory.c_str(), W_OK) != 0) return sheet.bad(what, directory.string() + " cannot be written");
  sheet.good(what, directory.string());
}

void check_policy(Sheet& sheet, const std::string& file, const Domains& domains) {
  const auto in_force = policy_in_force(file, built_in_policy(domains), Keep::no);
  if (!in_force.ok()) return sheet.bad("policy", in_force.error().message);
  sheet.good("policy", in_force->policy.source());
  if (!in_force->waiting.empty()) sheet.note("policy", in_force->waiting);
  if (in_force->pins && in_force->pins->last().by.public_key.empty())
    sheet.note("policy", "nobody has signed that it was accepted; run: lintel policy accept");
  for (const auto& other : servers_with_another_policy(in_force->policy)) sheet.note("policy", other.sentence());
}

void check_roots(Sheet& sheet, const std::vector<std::string>& given) {
  const auto roots = choose_roots(given);
  if (!roots.ok()) return sheet.bad("files", roots.error().message);
  if (roots->directories().empty())
    return sheet.note("files", "no root: tools cannot read or write files; give --root DIR");
  for (const auto& directory : roots->directories()) sheet.good("files", "allowed under " + directory.string());
  const auto probe = roots->read("lintel-doctor-probe-that-does-not-exist", 1);
  if (!probe.ok() && probe.error().code == Code::unavailable)
    sheet.bad("openat2", "this system cannot confine file access");
}

void check_approver(Sheet& sheet) {
  const auto approvers = kernel::load_approvers(approvers_file());
  if (!approvers.ok()) return sheet.bad("approvers", approvers.error().message);
  if (approvers->empty()) return sheet.note("approvers", "nobody can approve yet; run: lintel approvals init");
  sheet.good("approvers", std::to_string(approvers->size()));
}

void check_servers(Sheet& sheet) {
  const auto running = std::ranges::count_if(
      server_sockets(), [](const auto& socket) { return transport::UnixClient::connect(socket.string()).ok(); });
  sheet.good("servers running", std::to_string(running));
}

}  // namespace

int doctor(const RuntimeOptions& options, const Domains& domains) {
  Sheet sheet;
  sheet.good("lintel", LINTEL_VERSION);
  check_directory(sheet, "state", base::state_home());
  check_directory(sheet, "configuration", base::config_home());
  check_policy(sheet, options.policy_file, domains);
  check_roots(sheet, options.roots);
  check_approver(sheet);
  check_servers(sheet);
  for (const auto& domain : domains) {
    if (domain.examine) domain.examine(sheet);
  }
  return sheet.problems() == 0 ? exit_done : exit_findings;
}

}  // namespace cli
