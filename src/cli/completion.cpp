// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"
#include "cli/terminal.h"

namespace cli {

namespace {

constexpr std::string_view bash_script = R"sh(# lintel completion for bash: source <(lintel completion bash)
_lintel() {
  local word="${COMP_WORDS[COMP_CWORD]}" command="${COMP_WORDS[1]}" list=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    list="serve call tools approvals policy log floorplan ids doctor install completion --help --version"
  else
    case "$command" in
      serve) list="--http --sse --tools --exclude-tools --read-only --root --policy --allowed-host --log-level --help" ;;
      call) if [ "$COMP_CWORD" -eq 2 ]; then list="$(lintel tools all --names 2>/dev/null)"; else list="--workspace --as-human --root --policy --idempotency-key --help"; fi ;;
      tools) list="all --markdown --json --names --read-only --help" ;;
      approvals) list="init add list show approve reject --help" ;;
      policy) list="show check reload explain --help" ;;
      log) list="verify show export redact --help" ;;
      floorplan) if [ "$COMP_CWORD" -eq 2 ]; then list="render check format watch --help"; else list="$(compgen -f -- "$word")"; fi ;;
      ids) if [ "$COMP_CWORD" -eq 2 ]; then list="check audit diff new --help"; else list="$(compgen -f -- "$word")"; fi ;;
      install) list="--client --yes --print --config --help" ;;
      completion) list="bash zsh fish" ;;
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$list" -- "$word")
}
complete -F _lintel lintel
)sh";

constexpr std::string_view zsh_script = R"sh(#compdef lintel
# lintel completion for zsh: lintel completion zsh > "${fpath[1]}/_lintel"
_lintel() {
  if (( CURRENT == 2 )); then
    compadd serve call tools approvals policy log floorplan ids doctor install completion
    return
  fi
  case "$words[2]" in
    call) compadd $(lintel tools all --names 2>/dev/null) ;;
    approvals) compadd init add list show approve reject ;;
    policy) compadd show check reload explain ;;
    log) compadd verify show export redact ;;
    install) compadd -- --client --yes --print --config ;;
    serve) compadd -- --http --sse --tools --exclude-tools --read-only --root --policy --allowed-host --log-level ;;
    completion) compadd bash zsh fish ;;
  esac
}
_lintel "$@"
)sh";

constexpr std::string_view fish_script =
    R"sh(# lintel completion for fish: lintel completion fish > ~/.config/fish/completions/lintel.fish
complete -c lintel -f
complete -c lintel -n __fish_use_subcommand -a "serve call tools approvals policy log floorplan ids doctor install completion"
complete -c lintel -n "__fish_seen_subcommand_from call" -a "(lintel tools all --names 2>/dev/null)"
complete -c lintel -n "__fish_seen_subcommand_from approvals" -a "init add list show approve reject"
complete -c lintel -n "__fish_seen_subcommand_from policy" -a "show check reload explain"
complete -c lintel -n "__fish_seen_subcommand_from log" -a "verify show export redact"
complete -c lintel -n "__fish_seen_subcommand_from completion" -a "bash zsh fish"
complete -c lintel -n "__fish_seen_subcommand_from serve" -l http -l sse -l tools -l exclude-tools -l read-only -l root -l policy
)sh";

}  // namespace

int completion(const std::string& shell) {
  if (shell == "bash") {
    print(bash_script);
  } else if (shell == "zsh") {
    print(zsh_script);
  } else if (shell == "fish") {
    print(fish_script);
  } else {
    return report(
        fail(Code::unknown_name, "no completion for '" + shell + "'", "", "There is one for bash, zsh and fish."));
  }
  return exit_done;
}

}  // namespace cli
