// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>

#include "base/text.h"
#include "cli/client_config.h"
#include "cli/commands.h"
#include "command/terminal.h"

namespace cli {

namespace {

constexpr std::size_t max_config_bytes = std::size_t{8} << 20;
const std::vector<std::string> known_clients{"claude-desktop", "claude-code", "vscode", "cursor"};

std::filesystem::path home() {
  const char* value = std::getenv("HOME");
  return value == nullptr ? std::filesystem::path("/") : std::filesystem::path(value);
}

// Where each client reads its servers from; project files are taken in the working directory.
std::filesystem::path usual_config(const std::string& client) {
  if (client == "claude-desktop") {
    const char* config = std::getenv("XDG_CONFIG_HOME");
    const auto base = config != nullptr && *config != '\0' ? std::filesystem::path(config) : home() / ".config";
    return base / "Claude" / "claude_desktop_config.json";
  }
  if (client == "claude-code") return std::filesystem::current_path() / ".mcp.json";
  if (client == "vscode") return std::filesystem::current_path() / ".vscode" / "mcp.json";
  return home() / ".cursor" / "mcp.json";
}

std::string section_name(const std::string& client) { return client == "vscode" ? "servers" : "mcpServers"; }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const auto line : base::split(text, '\n')) lines.emplace_back(line);
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

// Lines taken away and added between the common beginning and end: enough for one inserted block.
std::string difference(const std::string& before, const std::string& after) {
  const auto a = lines_of(before);
  const auto b = lines_of(after);
  std::size_t head = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
  std::size_t tail = 0;
  while (tail < a.size() - head && tail < b.size() - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  std::string out;
  for (std::size_t i = head; i < a.size() - tail; ++i) out += styled(Style::bad, "- " + a[i]) + "\n";
  for (std::size_t i = head; i < b.size() - tail; ++i) out += styled(Style::good, "+ " + b[i]) + "\n";
  return out;
}

// Configurations hold tokens: whoever could not read the old file cannot read what we write.
Result<void> write_with_mode(const std::filesystem::path& file, const std::string& text, mode_t mode) {
  TRY(base::write_file_atomic(file, text, mode));
  if (::chmod(file.c_str(), mode) != 0) return fail(Code::io, "cannot set the permissions of " + file.string());
  return {};
}

mode_t mode_of(const std::filesystem::path& file) {
  constexpr mode_t of_a_new_file = 0644;
  struct stat found{};
  return ::stat(file.c_str(), &found) == 0 ? found.st_mode & 0777U : of_a_new_file;
}

Result<std::string> existing_text(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return std::string();
  return base::read_file(file, max_config_bytes);
}

Result<std::string> with_entry(const std::string& text, const InstallOptions& options) {
  const std::string section = section_name(options.client);
  const Json block = client_entry(options.client, options.arguments);
  auto edited = with_server(text, section, "lintel", block.at(section).at("lintel"));
  if (edited.ok()) return edited;
  return fail(edited.error().code, edited.error().message, "", "Paste this into it by hand:\n" + block.pretty());
}

// Keeps the old text under a name that nothing has yet, so that the first one always stays.
Result<std::string> keep_old(const std::filesystem::path& file, const std::string& text, mode_t mode) {
  constexpr int most_backups = 1000;
  for (int i = 1; i <= most_backups; ++i) {
    std::string name = file.string() + ".before-lintel" + (i == 1 ? "" : "." + std::to_string(i));
    std::error_code error;
    if (std::filesystem::symlink_status(name, error).type() != std::filesystem::file_type::not_found) continue;
    TRY(write_with_mode(name, text, mode));
    return name;
  }
  return fail(Code::io, "there are too many old files beside it", file.string() + ".before-lintel");
}

Result<bool> agreed(bool yes) {
  if (yes) return true;
  const Terminal terminal = TRY(Terminal::open());
  const std::string answer = TRY(terminal.ask("Write this? [y/N] "));
  return answer.starts_with('y') || answer.starts_with('Y');
}

Result<void> edit(const InstallOptions& options, const std::filesystem::path& file) {
  const std::string before = TRY(existing_text(file));
  const std::string after = TRY(with_entry(before, options));
  if (before == after) {
    print(file.string() + " has this entry already.\n");
    return {};
  }
  print(file.string() + ":\n" + difference(before, after));
  if (!TRY(agreed(options.yes))) {
    print("Nothing was written.\n");
    return {};
  }
  if (TRY(existing_text(file)) != before)
    return fail(Code::stale, "the file was changed meanwhile, so nothing was written", file.string(), "Try again.");
  const mode_t mode = mode_of(file);
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  if (!before.empty()) print("The old file is kept as " + TRY(keep_old(file, before, mode)) + "\n");
  TRY(write_with_mode(file, after, mode));
  print("Done. Restart " + options.client + " to see the tools.\n");
  return {};
}

}  // namespace

Json client_entry(const std::string& client, const std::vector<std::string>& arguments) {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  Json list = Json::array({"serve"});
  for (const auto& argument : arguments) list.push_back(argument);
  Json entry = Json::object();
  if (client == "vscode") entry.set("type", "stdio");
  entry.set("command", error ? std::string("lintel") : self.string());
  entry.set("args", std::move(list));
  return Json::object({{section_name(client), Json::object({{"lintel", std::move(entry)}})}});
}

int install(const InstallOptions& options) {
  if (std::ranges::find(known_clients, options.client) == known_clients.end()) {
    return report(fail(Code::unknown_name, "no client is called '" + options.client + "'", "",
                       "Known: " + base::join(known_clients, ", ") + "."));
  }
  if (options.print_only) {
    print(client_entry(options.client, options.arguments).pretty() + "\n");
    return exit_done;
  }
  const auto edited =
      edit(options, options.config.empty() ? usual_config(options.client) : std::filesystem::path(options.config));
  return edited.ok() ? exit_done : report(edited.error());
}

}  // namespace cli
