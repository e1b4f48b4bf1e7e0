// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/text.h"
#include "cli/commands.h"

// Completion scripts, written from the commands themselves: what --help knows, the shell completes.
namespace cli {

namespace {

// What a command's free words are.
enum class Words : std::uint8_t { none, files, tools, given };

// One command, by the words that lead to it: "", "ids", "ids check".
struct Place {
  std::string path;
  std::vector<std::string> commands;  // below it
  std::vector<std::string> options;   // "--json"
  Words words = Words::none;
  std::vector<std::string> given;  // Words::given: these
};

bool is_shown(const CLI::Option& option) { return !option.get_group().empty(); }

std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    if (!is_shown(*option)) continue;
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// Positional options are told apart by their names; whatever is not one of these is a file.
void note_words(Place& place, const CLI::App& app, const std::vector<std::string>& toolsets) {
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_positional() || !is_shown(*option)) continue;
    const std::string& name = option->get_single_name();
    place.words = Words::files;
    if (name == "tool") place.words = Words::tools;
    if (name == "toolsets") place.given = toolsets;
    if (name == "shell") place.given = {"bash", "zsh", "fish"};
    if (!place.given.empty()) place.words = Words::given;
    return;
  }
}

void collect(const CLI::App& app, const std::string& path, const std::vector<std::string>& toolsets,
             std::vector<Place>& out) {
  Place place{.path = path, .options = options_of(app)};
  const auto below = app.get_subcommands([](const CLI::App*) { return true; });
  for (const CLI::App* command : below) place.commands.push_back(command->get_name());
  note_words(place, app, toolsets);
  out.push_back(std::move(place));
  for (const CLI::App* command : below)
    collect(*command, path.empty() ? command->get_name() : path + " " + command->get_name(), toolsets, out);
}

std::string list_of(const Place& place) {
  std::vector<std::string> all = place.commands;
  all.insert(all.end(), place.given.begin(), place.given.end());
  all.insert(all.end(), place.options.begin(), place.options.end());
  return base::join(all, " ");
}

// The longest run of words that is a command; the same walk in bash and zsh.
std::string known_paths(const std::vector<Place>& places) {
  std::vector<std::string> paths;
  for (const auto& place : places) {
    if (!place.path.empty()) paths.push_back("\"" + place.path + "\"");
  }
  return base::join(paths, "|");
}

std::string bash_script(const std::vector<Place>& places) {
  std::string out = R"sh(# lintel completion for bash: source <(lintel completion bash)
_lintel() {
  local word="${COMP_WORDS[COMP_CWORD]}" at="" list="" files="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "${at:+$at }${COMP_WORDS[i]}" in
      )sh" + known_paths(places) +
                    R"sh() at="${at:+$at }${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at" in
)sh";
  for (const auto& place : places) {
    out += "    \"" + place.path + "\") list=\"" + list_of(place) + "\"";
    if (place.words == Words::tools) out += R"sh( list+=" $(lintel tools all --names 2>/dev/null)")sh";
    if (place.words == Words::files) out += " files=1";
    out += " ;;\n";
  }
  return out + R"sh(  esac
  mapfile -t COMPREPLY < <(compgen -W "$list" -- "$word"; [ -z "$files" ] || compgen -f -- "$word")
}
complete -o filenames -F _lintel lintel
)sh";
}

std::string zsh_script(const std::vector<Place>& places) {
  std::string out = R"sh(#compdef lintel
# lintel completion for zsh: lintel completion zsh > "${fpath[1]}/_lintel"
_lintel() {
  local at="" i
  for ((i = 2; i < CURRENT; i++)); do
    case "${at:+$at }${words[i]}" in
      )sh" + known_paths(places) +
                    R"sh() at="${at:+$at }${words[i]}" ;;
    esac
  done
  case "$at" in
)sh";
  for (const auto& place : places) {
    out += "    \"" + place.path + "\") compadd -- " + list_of(place);
    if (place.words == Words::tools) out += "; compadd -- $(lintel tools all --names 2>/dev/null)";
    if (place.words == Words::files) out += "; _files";
    out += " ;;\n";
  }
  return out + R"sh(  esac
}
_lintel "$@"
)sh";
}

// Fish asks which words were seen: those of the path, and none of the commands below.
std::string fish_condition(const Place& place) {
  if (place.path.empty()) return "__fish_use_subcommand";
  std::vector<std::string> parts;
  for (const auto word : base::split(place.path, ' '))
    parts.push_back("__fish_seen_subcommand_from " + std::string(word));
  if (!place.commands.empty()) parts.push_back("not __fish_seen_subcommand_from " + base::join(place.commands, " "));
  return base::join(parts, "; and ");
}

std::string fish_script(const std::vector<Place>& places) {
  std::string out =
      "# lintel completion for fish: lintel completion fish > ~/.config/fish/completions/lintel.fish\n"
      "complete -c lintel -f\n";
  for (const auto& place : places) {
    const std::string line = "complete -c lintel -n \"" + fish_condition(place) + "\"";
    std::vector<std::string> words = place.commands;
    words.insert(words.end(), place.given.begin(), place.given.end());
    if (!words.empty()) out += line + " -a \"" + base::join(words, " ") + "\"\n";
    if (place.words == Words::tools) out += line + " -a \"(lintel tools all --names 2>/dev/null)\"\n";
    if (place.words == Words::files) out += line + " -F\n";
    for (const auto& option : place.options) out += line + " -l " + option.substr(2) + "\n";
  }
  return out;
}

}  // namespace

int completion(const std::string& shell, const CLI::App& app, const Domains& domains) {
  std::vector<std::string> toolsets = toolset_names(domains);
  toolsets.emplace_back("all");
  std::vector<Place> places;
  collect(app, "", toolsets, places);
  if (shell == "bash") {
    print(bash_script(places));
  } else if (shell == "zsh") {
    print(zsh_script(places));
  } else if (shell == "fish") {
    print(fish_script(places));
  } else {
    return report(
        fail(Code::unknown_name, "no completion for '" + shell + "'", "", "There is one for bash, zsh and fish."));
  }
  return exit_done;
}

}  // namespace cli
