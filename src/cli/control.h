// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "cli/runtime.h"
#include "transport/unix_socket.h"

namespace cli {

// What the command line asks of a kernel: the same questions whether it lives in this process or in a
// running server behind its socket. One JSON object asked, one answered:
//   {"op": "call", "tool": …, "arguments": {…}, "cwd_key": …, "workspace": …, "human": {…}?}
//   → {"ok": true, "result": …} or {"ok": false, "error": {"code", "message", "path", "hint"}}
// Thread-safe; answers may come later and from any thread.
class Control {
 public:
  using Reply = std::function<void(Json)>;
  enum class Place : std::uint8_t { command, server };  // which process it is in
  explicit Control(Runtime& runtime, bool read_only = false, Place place = Place::command);
  // `peer` is the process that asks; 0: this one.
  void handle(const Json& request, Reply reply, pid_t peer = 0);

 private:
  void call_tool(const Json& request, const Reply& reply);
  void show_pending(const Json& request, const Reply& reply);
  void show_record(const Json& request, const Reply& reply);
  void decide(const Json& request, const Reply& reply);
  void list_pending(const Json& request, const Reply& reply);
  void verify_log(const Json& request, const Reply& reply);
  void show_log(const Json& request, const Reply& reply);
  void export_log(const Json& request, const Reply& reply);
  void redact(const Json& request, const Reply& reply);
  void backup(const Json& request, const Reply& reply);
  void plan_restore(const Json& request, const Reply& reply, pid_t peer);
  void restore(const Json& request, const Reply& reply);
  void list_kept(const Json& request, const Reply& reply);
  void prune(const Json& request, const Reply& reply);
  Result<Json> reload_policy();
  Result<kernel::Call> call_from(const Json& request);
  Result<kernel::Call> reading_call_from(const Json& request);
  Result<void> find_in_this_directory(kernel::Call& call) const;
  Result<kernel::Principal> principal_from(const Json& request);
  std::shared_ptr<const tool::Catalogue> everything();
  std::string issue_nonce();
  bool spend_nonce(const std::string& nonce);

  Runtime& runtime_;
  const bool read_only_;
  const Place place_;
  std::shared_ptr<const tool::Catalogue> everything_;
  std::mutex mutex_;
  std::map<std::string, std::int64_t> nonces_;  // open ones, with their expiry
};

// The bytes a person signs to act as a human: the nonce and the whole request but for the proof itself,
// so that nothing in between can use the signature for another call, workspace or event.
std::string human_message(std::string_view nonce, const Json& request);

Json error_json(const base::Error& error);
base::Error error_from_json(const Json& json);

// Answers control requests on the server's socket; the path says which process it is.
Result<std::unique_ptr<transport::UnixServer>> open_control_socket(Control& control);

// The sockets of the servers of this state directory, some of which may be gone; named by process id. They are found
// wherever a server put its own, which XDG_RUNTIME_DIR decides there and not here.
std::vector<std::filesystem::path> server_sockets();

// One request to one server.
Result<Json> ask_server(const std::filesystem::path& socket, const Json& request, std::chrono::milliseconds wait);

// One request without more to it to all of them; what went wrong.
std::vector<base::Error> tell_servers(const char* op);

// A running server whose policy is not the one asked about: a server reads the file when it starts.
struct OtherPolicy {
  std::filesystem::path socket;
  std::string source, digest;
  std::string sentence() const;
};
std::vector<OtherPolicy> servers_with_another_policy(const kernel::Policy& policy);

// Asks the kernel that holds the workspaces: a running server if there is one, else one made here. With roots or
// a policy of its own in the options always one made here.
class Asker {
 public:
  Asker(RuntimeOptions options, Domains domains);
  ~Asker();
  Result<Json> ask(const Json& request);

 private:
  Result<Json> ask_here(const Json& request);
  Result<Json> ask_only_here(const Json& request);
  RuntimeOptions options_;
  Domains domains_;
  std::unique_ptr<Runtime> runtime_;
  std::unique_ptr<Control> control_;
};

}  // namespace cli
