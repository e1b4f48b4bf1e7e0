// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/terminal.h"

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

Result<std::string> existing_text(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return std::string();
  return base::read_file(file, max_config_bytes);
}

Result<std::string> with_entry(const std::string& text, const InstallOptions& options) {
  Json config = Json::object();
  if (!base::trim(text).empty()) {
    auto parsed = base::parse_json(text);
    if (!parsed.ok() || !parsed->is_object()) {
      return fail(Code::parse, "the configuration is not plain JSON, so it was left alone", "",
                  "Paste this into it by hand:\n" + client_entry(options.client, options.arguments).pretty());
    }
    config = std::move(*parsed);
  }
  Json& section = config[section_name(options.client)];
  if (section.is_null()) section = Json::object();
  if (!section.is_object())
    return fail(Code::parse, "'" + section_name(options.client) + "' in the configuration is no object");
  section.set("lintel", client_entry(options.client, options.arguments).at(section_name(options.client)).at("lintel"));
  return config.pretty() + "\n";
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
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  if (!before.empty()) {
    const auto backup = file.string() + ".before-lintel";
    TRY(base::write_file_atomic(backup, before));
    print("The old file is kept as " + backup + "\n");
  }
  TRY(base::write_file_atomic(file, after));
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
