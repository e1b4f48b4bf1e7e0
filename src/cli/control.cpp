// SPDX-License-Identifier: Apache-2.0
#include "cli/control.h"

#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <fstream>
#include <future>

#include "base/crypto.h"
#include "base/descriptor.h"
#include "base/log.h"
#include "base/text.h"
#include "kernel/approver_key.h"
#include "kernel/workspace.h"

namespace cli {

namespace {

constexpr std::int64_t nonce_ttl_ms = 120'000;
constexpr std::size_t max_reason_bytes = 2000;
constexpr std::string_view client_name = "lintel-cli";

Json success(Json result) { return Json::object({{"ok", true}, {"result", std::move(result)}}); }

Json failure(const base::Error& error) { return Json::object({{"ok", false}, {"error", error_json(error)}}); }

Json outcome_json(const kernel::Outcome& outcome) {
  Json json = Json::object({{"data", outcome.data}});
  json.set("event_id", outcome.event_id ? Json(*outcome.event_id) : Json());
  if (outcome.approval) {
    json.set("state", outcome.approval->state);
    json.set("id", outcome.approval->id);
  }
  return json;
}

// Another process has the workspace: in whichever shape the tool says so.
bool held_elsewhere(const Json& structured) {
  const Json* error = structured.find("error");
  if (error == nullptr) return false;
  const Json number(static_cast<int>(Code::unavailable));
  const auto is = [&](const Json* value) { return value != nullptr && *value == number; };
  const Json* details = error->find("details");
  return is(error->find("number")) || is(error->find("code")) || (details != nullptr && is(details->find("number")));
}

Json policy_json(const kernel::Policy& policy) {
  return Json::object({{"source", policy.source()}, {"digest", policy.digest()}});
}

kernel::Principal person(const std::string& user_id) {
  return {.kind = kernel::Kind::human, .user_id = user_id, .agent_id = {}, .label = {}};
}

// Whose a workspace is; without an owner where it cannot be read.
kernel::WorkspaceRecord record_in(const std::filesystem::path& file) {
  const auto opened = store::WorkspaceFile::open_read_only(file.string());
  if (!opened.ok()) return {};
  const auto kept = (*opened)->value("workspace");
  if (!kept.ok() || !*kept) return {};
  auto record = kernel::record_from_bytes(**kept);
  return record.ok() ? *std::move(record) : kernel::WorkspaceRecord{};
}

// Where servers tell of their sockets; the state directory is the one place that all of them know.
std::filesystem::path sockets_told() { return base::state_home() / "servers"; }

std::filesystem::path workspaces_dir() { return base::state_home() / "workspaces"; }

// Whoever can open this state directory can read all that is in it; tokens stand for other users than the one
// whose server it is, and what those ask for waits here too. The own user comes first.
std::vector<std::string> owners_here() {
  std::vector<std::string> owners{kernel::human_principal(os_user()).user_id};
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(workspaces_dir(), error)) {
    if (entry.path().extension() != ".db") continue;
    std::string owner = record_in(entry.path()).owner;
    if (!owner.empty() && std::ranges::find(owners, owner) == owners.end()) owners.push_back(std::move(owner));
  }
  return owners;
}

// The workspaces of this state directory that hold events, the first twenty by handle.
Json written_here() {
  constexpr std::size_t most = 20;
  std::map<std::string, Json> found;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(workspaces_dir(), error)) {
    if (entry.path().extension() != ".db") continue;
    const auto file = store::WorkspaceFile::open_read_only(entry.path().string());
    const auto last = file.ok() ? (*file)->last_event() : Result<std::optional<store::EventRow>>(file.error());
    if (!last.ok() || !*last) continue;
    const std::string handle = entry.path().stem().string();
    found[handle] =
        Json::object({{"workspace", handle}, {"label", record_in(entry.path()).label}, {"events", (*last)->seq}});
  }
  Json list = Json::array();
  for (auto& [handle, json] : found) {
    if (list.size() < most) list.push_back(std::move(json));
  }
  return list;
}

// Handles become names of files, so nothing else may pass.
bool is_plain_name(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

// Whether a process goes on; one that cannot be watched is taken to.
std::function<bool()> while_it_lives(pid_t process) {
  if (process == 0) return nullptr;
  const auto watched = std::make_shared<base::Descriptor>(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
  if (!*watched) return nullptr;
  return [watched] {
    pollfd ended{watched->get(), POLLIN, 0};
    return ::poll(&ended, 1, 0) == 0;
  };
}

kernel::Kernel::Done answer_outcome(Control::Reply reply) {
  return [reply = std::move(reply)](Result<kernel::Outcome> outcome) {
    reply(outcome.ok() ? success(outcome_json(*outcome)) : failure(outcome.error()));
  };
}

}  // namespace

Json error_json(const base::Error& error) {
  return Json::object(
      {{"code", static_cast<int>(error.code)}, {"message", error.message}, {"path", error.path}, {"hint", error.hint}});
}

base::Error error_from_json(const Json& json) {
  const Json* code = json.find("code");
  const auto number = code != nullptr && code->is_integer() ? code->as_integer() : 1499;
  return fail(static_cast<Code>(number), std::string(json.text("message", "unknown error")),
              std::string(json.text("path")), std::string(json.text("hint")));
}

std::string human_message(std::string_view nonce, const Json& request) {
  Json signed_part = request;
  signed_part.erase("human");
  const auto canonical = base::canonical_json(signed_part);
  return "lintel/human/v1\n" + std::string(nonce) + "\n" +
         base::sha256_hex(canonical.ok() ? *canonical : signed_part.dump());
}

Control::Control(Runtime& runtime, bool read_only, Place place)
    : runtime_(runtime), read_only_(read_only), place_(place) {}

// Made at the first call: a server that nobody asks need not pay for it.
std::shared_ptr<const tool::Catalogue> Control::everything() {
  const std::scoped_lock lock(mutex_);
  if (!everything_) {
    auto selected = runtime_.registry.select({.toolsets = {"all"}, .fixtures = true});
    LINTEL_CHECK(selected.ok());
    everything_ = *selected;
  }
  return everything_;
}

std::string Control::issue_nonce() {
  const std::int64_t now = runtime_.kernel->clock().steady_ms();
  std::string nonce = base::handle("n_", runtime_.kernel->entropy());
  const std::scoped_lock lock(mutex_);
  std::erase_if(nonces_, [&](const auto& entry) { return entry.second < now; });
  if (nonces_.size() < 1000) nonces_.emplace(nonce, now + nonce_ttl_ms);
  return nonce;
}

bool Control::spend_nonce(const std::string& nonce) {
  const std::scoped_lock lock(mutex_);
  const auto it = nonces_.find(nonce);
  if (it == nonces_.end()) return false;
  const bool alive = it->second >= runtime_.kernel->clock().steady_ms();
  nonces_.erase(it);
  return alive;
}

// A human proves themselves with the approver's key; everyone else is an agent.
Result<kernel::Principal> Control::principal_from(const Json& request) {
  const Json* human = request.find("human");
  if (human == nullptr) return kernel::agent_principal(os_user(), client_name);
  const auto public_key = base::unbase64(human->text("public_key"));
  const auto signature = base::unbase64(human->text("signature"));
  const std::string nonce(human->text("nonce"));
  if (!public_key || !signature || !spend_nonce(nonce)) {
    return fail(Code::denied, "the proof that a human asks is malformed or was used before");
  }
  const std::string message = human_message(nonce, request);
  for (const auto& approver : TRY(runtime_.kernel->approvers())) {
    if (approver.public_key != *public_key) continue;
    if (!base::verify_signature(*public_key, message, *signature)) break;
    kernel::Principal principal{
        .kind = kernel::Kind::human, .user_id = approver.user_id, .agent_id = {}, .label = approver.name};
    return principal;
  }
  return fail(Code::denied, "this key is not an approver's, or it did not sign this call");
}

Result<kernel::Call> Control::call_from(const Json& request) {
  kernel::Call call;
  call.principal = TRY(principal_from(request));
  call.workspace = request.text("workspace");
  call.workspace_key = request.text("cwd_key");
  call.idempotency_key = request.text("idempotency_key");
  call.read_only = read_only_;
  return call;
}

// Reading the log of a workspace named by its handle, whosever it is.
Result<kernel::Call> Control::reading_call_from(const Json& request) {
  kernel::Call call = TRY(call_from(request));
  TRY(find_in_this_directory(call));
  if (call.workspace.empty() || !is_plain_name(call.workspace)) return call;
  const kernel::WorkspaceRecord record = record_in(workspaces_dir() / (call.workspace + ".db"));
  if (!record.owner.empty() && !kernel::reaches(call.principal, record)) call.principal = person(record.owner);
  return call;
}

// A server over HTTP keeps what it is asked for in workspaces of sessions and principals. For somebody in its directory
// the one that was used last is meant, where the directory's own has nothing.
Result<void> Control::find_in_this_directory(kernel::Call& call) const {
  if (!call.workspace.empty() || place_ != Place::server || call.workspace_key != working_directory_key()) return {};
  const kernel::Principal asking = std::exchange(call.principal, kernel::human_principal(os_user()));
  call.toolset = "kernel";
  const auto own = runtime_.kernel->history_of_all_branches(call, 0, 1);
  const bool empty = own.ok() && own->events.empty();
  for (const std::string& owner : empty ? owners_here() : std::vector<std::string>()) {
    call.principal = person(owner);
    const auto last = runtime_.kernel->last_workspace(call);
    if (!last.ok() || !*last) continue;
    call.workspace = (*last)->handle;
    break;
  }
  call.principal = asking;
  return {};
}

void Control::handle(const Json& request, Reply reply, pid_t peer) {
  const std::string_view op = request.text("op");
  if (op == "nonce") return reply(success(issue_nonce()));
  if (op == "call") return call_tool(request, reply);
  if (op == "pending") return list_pending(request, reply);
  if (op == "challenge") return show_pending(request, reply);
  if (op == "record") return show_record(request, reply);
  if (op == "decide") return decide(request, reply);
  if (op == "policy") return reply(success(policy_json(runtime_.kernel->policy())));
  if (op == "verify") return verify_log(request, reply);
  if (op == "show") return show_log(request, reply);
  if (op == "export") return export_log(request, reply);
  if (op == "redact") return redact(request, reply);
  if (op == "backup") return backup(request, reply);
  if (op == "restore_plan") return plan_restore(request, reply, peer);
  if (op == "restore") return restore(request, reply);
  if (op == "kept") return list_kept(request, reply);
  if (op == "prune") return prune(request, reply);
  if (op == "tokens") {
    runtime_.tokens_changed();
    return reply(success(Json::object()));
  }
  if (op == "reload_policy") {
    const auto reloaded = reload_policy();
    return reply(reloaded.ok() ? success(*reloaded) : failure(reloaded.error()));
  }
  reply(failure(fail(Code::unknown_name, "unknown request '" + base::printable(op, 40) + "'")));
}

void Control::call_tool(const Json& request, const Reply& reply) {
  auto call = call_from(request);
  if (!call.ok()) return reply(failure(call.error()));
  const std::string name(request.text("tool"));
  const auto catalogue = everything();
  const tool::Listed* listed = catalogue->find(name);
  if (listed == nullptr) {
    const auto near = base::nearest(name, catalogue->names());
    return reply(failure(fail(Code::unknown_name, "no tool is called '" + base::printable(name, 80) + "'", "",
                              near ? "Did you mean '" + *near + "'?" : "See them with: lintel tools")));
  }
  tool::Invocation invocation;
  invocation.whole = true;
  invocation.call = std::move(*call);
  if (const Json* arguments = request.find("arguments")) invocation.arguments = *arguments;
  if (name == "history" && invocation.arguments.find("workspace") == nullptr) {
    const auto found = find_in_this_directory(invocation.call);
    if (!found.ok()) return reply(failure(found.error()));
  }
  runtime_.dispatcher->run(*listed, std::move(invocation), [reply](tool::Reply answer) {
    if (const auto* done = std::get_if<tool::Answer>(&answer)) {
      if (done->is_error && held_elsewhere(done->structured)) {
        return reply(failure(fail(Code::unavailable, "another server has this workspace open")));
      }
      return reply(success(Json::object({{"structured", done->structured},
                                         {"content", Json(Json::Array(done->content))},
                                         {"is_error", done->is_error}})));
    }
    if (const auto* error = std::get_if<tool::RpcError>(&answer)) {
      return reply(failure(fail(Code::constraint, error->message)));
    }
    reply(
        failure(fail(Code::constraint, "this tool asks its client a question, and the command line cannot answer it")));
  });
}

void Control::list_pending(const Json& request, const Reply& reply) {
  auto call = call_from(request);
  if (!call.ok()) return reply(failure(call.error()));
  const Json* closed = request.find("closed");
  Json out = Json::array();
  for (const std::string& owner : owners_here()) {
    call->principal = person(owner);
    const auto list = runtime_.kernel->pendings(*call, closed != nullptr && closed->is_bool() && closed->as_bool());
    if (!list.ok()) return reply(failure(list.error()));
    for (const auto& pending : *list) out.push_back(kernel::to_json(pending));
  }
  reply(success(std::move(out)));
}

void Control::show_pending(const Json& request, const Reply& reply) {
  runtime_.kernel->challenge(std::string(request.text("id")), [reply](Result<kernel::Kernel::Challenge> challenge) {
    if (!challenge.ok()) return reply(failure(challenge.error()));
    reply(success(Json::object({{"pending", kernel::to_json(challenge->pending)}, {"nonce", challenge->nonce}})));
  });
}

// The same to look at only, decided or not.
void Control::show_record(const Json& request, const Reply& reply) {
  const auto pending = runtime_.kernel->pending(request.text("id"));
  reply(pending.ok() ? success(kernel::to_json(*pending)) : failure(pending.error()));
}

void Control::decide(const Json& request, const Reply& reply) {
  const auto signature = base::unbase64(request.text("signature"));
  const auto public_key = base::unbase64(request.text("public_key"));
  if (!signature || !public_key) return reply(failure(fail(Code::denied, "a decision must be signed")));
  if (request.text("reason").size() > max_reason_bytes)
    return reply(failure(fail(Code::out_of_range, "a reason has at most 2000 bytes", "--reason")));
  kernel::Ballot ballot;
  ballot.approve = request.text("verdict") == "approve";
  ballot.by = {
      .kind = kernel::Kind::human, .user_id = std::string(request.text("user_id")), .agent_id = {}, .label = {}};
  ballot.change_digest = request.text("change_digest");
  ballot.channel = "terminal";
  ballot.assurance = kernel::Assurance::a2;
  ballot.nonce = request.text("nonce");
  ballot.signature = *signature;
  ballot.public_key = *public_key;
  ballot.reason = request.text("reason");
  ballot.time_ms = runtime_.kernel->clock().unix_ms();
  runtime_.kernel->decide(std::string(request.text("id")), std::move(ballot), answer_outcome(reply));
}

void Control::verify_log(const Json& request, const Reply& reply) {
  auto call = reading_call_from(request);
  if (!call.ok()) return reply(failure(call.error()));
  const Json* deep = request.find("deep");
  auto report = runtime_.kernel->verify(*call, deep != nullptr && deep->is_bool() && deep->as_bool());
  if (!report.ok()) return reply(failure(report.error()));
  Json problems = Json::array();
  for (const auto& problem : report->problems) problems.push_back(problem);
  const auto handle = runtime_.kernel->workspace_handle(*call);
  Json answer = Json::object({{"events", report->events}, {"head", report->head_hash}});
  answer.set("workspace", handle.ok() ? *handle : call->workspace).set("problems", std::move(problems));
  if (report->events == 0) answer.set("others", written_here());
  reply(success(std::move(answer)));
}

void Control::show_log(const Json& request, const Reply& reply) {
  auto call = reading_call_from(request);
  if (!call.ok()) return reply(failure(call.error()));
  const auto number = [&](std::string_view key, std::int64_t fallback) {
    const Json* value = request.find(key);
    return value != nullptr && value->is_integer() ? value->as_integer() : fallback;
  };
  auto page = runtime_.kernel->history_of_all_branches(*call, number("before", 0), number("limit", 50));
  if (!page.ok()) return reply(failure(page.error()));
  Json events = Json::array();
  for (const auto& event : page->events) {
    auto bytes = kernel::canonical_bytes(event);
    if (!bytes.ok()) return reply(failure(bytes.error()));
    Json entry = Json::object({{"event", *bytes}});
    auto reasoning = runtime_.kernel->reasoning_of(*call, event);
    if (reasoning.ok() && !reasoning->empty()) entry.set("reasoning", *reasoning);
    events.push_back(std::move(entry));
  }
  const auto texts = [](const std::map<std::string, std::string>& all) {
    Json out = Json::object();
    for (const auto& [key, value] : all) out.set(key, value);
    return out;
  };
  reply(success(Json::object({{"events", std::move(events)},
                              {"next_before", page->next_before},
                              {"names", texts(page->names)},
                              {"reversed", texts(page->reversed)}})));
}

void Control::export_log(const Json& request, const Reply& reply) {
  auto call = reading_call_from(request);
  if (!call.ok()) return reply(failure(call.error()));
  const std::string directory(request.text("directory"));
  auto exported = runtime_.kernel->export_log(*call, directory);
  reply(exported.ok() ? success(Json::object({{"directory", directory}})) : failure(exported.error()));
}

void Control::list_kept(const Json& request, const Reply& reply) {
  auto call = reading_call_from(request);
  if (!call.ok()) return reply(failure(call.error()));
  auto kept = runtime_.kernel->kept_files(*call);
  if (!kept.ok()) return reply(failure(kept.error()));
  Json list = Json::array();
  for (const auto& file : *kept) {
    list.push_back(Json::object({{"sha256", file.sha256},
                                 {"size", file.size},
                                 {"kept", base::iso8601(file.kept_ms)},
                                 {"path", file.path},
                                 {"event_id", file.event_id}}));
  }
  reply(success(std::move(list)));
}

void Control::prune(const Json& request, const Reply& reply) {
  auto call = call_from(request);
  if (!call.ok()) return reply(failure(call.error()));
  std::vector<std::string> digests;
  if (const Json* list = request.find("digests"); list != nullptr && list->is_array()) {
    for (const auto& digest : list->as_array()) {
      if (digest.is_string()) digests.push_back(digest.as_string());
    }
  }
  runtime_.kernel->prune(std::move(*call), std::move(digests), answer_outcome(reply));
}

void Control::backup(const Json& request, const Reply& reply) {
  auto call = reading_call_from(request);
  if (!call.ok()) return reply(failure(call.error()));
  const auto made = runtime_.kernel->backup(*call, std::string(request.text("directory")));
  reply(made.ok() ? success(*made) : failure(made.error()));
}

void Control::plan_restore(const Json& request, const Reply& reply, pid_t peer) {
  const auto plan = runtime_.kernel->plan_restore(std::string(request.text("directory")), while_it_lives(peer));
  if (!plan.ok()) return reply(failure(plan.error()));
  Json abandons = Json::array();
  for (const auto& head : plan->abandons) {
    abandons.push_back(Json::object({{"seq", head.seq}, {"hash", head.hash}, {"time", head.time}}));
  }
  reply(success(Json::object({{"workspace", plan->workspace},
                              {"events", plan->events},
                              {"time", plan->time},
                              {"digest", plan->digest},
                              {"abandons", std::move(abandons)}})));
}

void Control::restore(const Json& request, const Reply& reply) {
  const auto signature = base::unbase64(request.text("signature"));
  const auto public_key = base::unbase64(request.text("public_key"));
  if (!signature || !public_key || !spend_nonce(std::string(request.text("nonce"))))
    return reply(failure(fail(Code::denied, "a restore must be signed, with a nonce that was not used before")));
  kernel::Ballot ballot;
  ballot.by = {
      .kind = kernel::Kind::human, .user_id = std::string(request.text("user_id")), .agent_id = {}, .label = {}};
  ballot.change_digest = request.text("digest");
  ballot.channel = "terminal";
  ballot.assurance = kernel::Assurance::a2;
  ballot.nonce = request.text("nonce");
  ballot.signature = *signature;
  ballot.public_key = *public_key;
  ballot.time_ms = runtime_.kernel->clock().unix_ms();
  const auto restored = runtime_.kernel->restore({}, std::string(request.text("directory")), std::move(ballot));
  reply(restored.ok() ? success(outcome_json(*restored)) : failure(restored.error()));
}

void Control::redact(const Json& request, const Reply& reply) {
  auto call = call_from(request);
  if (!call.ok()) return reply(failure(call.error()));
  runtime_.kernel->redact(std::move(*call), std::string(request.text("event_id")), answer_outcome(reply));
}

// Whoever asks: what is read was signed by somebody whom this server knows already.
Result<Json> Control::reload_policy() {
  auto pins = TRY(kernel::PolicyPins::load(base::state_home()));
  const auto known = runtime_.kernel->pins();
  if (pins.empty() || (known && !pins.extend(*known)))
    return fail(Code::denied, "the accepted policies are not those that this server knows, and some more",
                "policy.pins");
  if (known && known->mark() == pins.mark()) return policy_json(runtime_.kernel->policy());
  const kernel::Approver& signer = pins.last().by;
  if (signer.public_key.empty()) return fail(Code::denied, "nobody signed the accepted policy", "policy.pins");
  auto policy = TRY(pins.policy(runtime_.built_in));
  if (runtime_.tokens_needed && !policy.has_tokens() && !runtime_.tokens->has_live_ones()) {
    return fail(Code::denied, "serving beyond this machine needs a token, and there is none", policy.source());
  }
  const kernel::Principal by{
      .kind = kernel::Kind::human, .user_id = signer.user_id, .agent_id = {}, .label = signer.name};
  TRY(runtime_.kernel->reload_policy(std::move(policy), by, std::make_shared<const kernel::PolicyPins>(pins)));
  runtime_.reserve_names(Runtime::Which::all);
  base::log::info("the policy was accepted: " + runtime_.kernel->policy().source());
  return policy_json(runtime_.kernel->policy());
}

Result<std::unique_ptr<transport::UnixServer>> open_control_socket(Control& control) {
  const auto directory = socket_dir();
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) return fail(Code::io, "cannot make " + directory.string() + ": " + error.message());
  ::chmod(directory.c_str(), 0700);
  auto server = TRY(transport::UnixServer::listen((directory / (std::to_string(getpid()) + ".sock")).string()));
  TRY(base::make_private_directory(sockets_told(), base::Lasting::no));
  // Not synced: it says nothing once this process is gone.
  std::ofstream(sockets_told() / std::to_string(getpid())) << server->path() << "\n" << std::flush;
  server->start([&control](std::string_view line, transport::UnixServer::Reply reply, const transport::UnixPeer& peer) {
    auto request = base::parse_json(line);
    if (!request.ok()) return reply(failure(request.error()).dump());
    try {
      control.handle(*request, [reply](const Json& answer) { reply(answer.dump()); }, peer.pid);
    } catch (const std::exception& problem) {
      base::log::error(std::string("internal error in a control request: ") + problem.what());
      reply(failure(fail(Code::internal, "internal error; the server's log has the detail")).dump());
    }
  });
  return server;
}

Asker::Asker(RuntimeOptions options, Domains domains) : options_(std::move(options)), domains_(std::move(domains)) {}

Asker::~Asker() {
  if (runtime_) runtime_->finish();
}

Result<Json> Asker::ask_here(const Json& request) {
  if (!runtime_) {
    runtime_ = TRY(make_runtime(options_, domains_));
    control_ = std::make_unique<Control>(*runtime_);
  }
  std::promise<Json> promise;
  auto future = promise.get_future();
  control_->handle(request, [&promise](Json answer) { promise.set_value(std::move(answer)); });
  return future.get();
}

namespace {

Result<Json> unwrap(const Json& answer) {
  const Json* ok = answer.find("ok");
  if (ok != nullptr && ok->is_bool() && ok->as_bool()) return answer.at("result");
  const Json* error = answer.find("error");
  return error_from_json(error != nullptr ? *error : Json::object());
}

// A server that does not hold the thing asked for is not an answer yet: another one may.
bool try_the_next(const base::Error& error) { return error.code == Code::unavailable || error.code == Code::not_found; }

}  // namespace

std::vector<std::filesystem::path> server_sockets() {
  constexpr std::size_t most = 4096;
  std::vector<std::filesystem::path> sockets;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(sockets_told(), error)) {
    const auto told = base::read_file(entry.path(), most);
    if (!told.ok() || !told->ends_with('\n')) continue;
    const std::filesystem::path socket = told->substr(0, told->size() - 1);
    std::error_code ignored;
    if (std::filesystem::exists(socket, ignored))
      sockets.push_back(socket);
    else
      std::filesystem::remove(entry.path(), ignored);  // its server is gone
  }
  std::ranges::sort(sockets);
  return sockets;
}

// Directories and a policy given with the command hold for this process: a server has its own.
Result<Json> Asker::ask_only_here(const Json& request) {
  auto here = unwrap(TRY(ask_here(request)));
  if (here.ok() || here.error().code != Code::unavailable) return here;
  return fail(Code::unavailable, "a running server has this workspace open, and it has its own directories and policy",
              "", "Leave --root and --policy out to ask that server, or stop it.");
}

Result<Json> Asker::ask(const Json& request) {
  if (!options_.roots.empty() || !options_.policy_file.empty()) return ask_only_here(request);
  const bool proven = request.find("human") != nullptr;  // with the nonce of the first, which nobody else knows
  std::optional<base::Error> last;
  for (const auto& socket : server_sockets()) {
    auto client = transport::UnixClient::connect(socket.string());
    if (!client.ok()) continue;  // left behind by a server that is gone
    auto line = client->call(request.dump(), std::chrono::minutes(10));
    if (!line.ok()) return std::move(line).error();
    auto result = unwrap(TRY(base::parse_json(*line)));
    if (result.ok() || proven || !try_the_next(result.error())) return result;
    last = result.error();
  }
  auto here = unwrap(TRY(ask_here(request)));
  if (!here.ok() && here.error().code == Code::unavailable && last) return *last;
  return here;
}

Result<Json> ask_server(const std::filesystem::path& socket, const Json& request, std::chrono::milliseconds wait) {
  auto client = TRY(transport::UnixClient::connect(socket.string()));
  const std::string line = TRY(client.call(request.dump(), wait));
  return unwrap(TRY(base::parse_json(line)));
}

std::string OtherPolicy::sentence() const {
  return "the running server " + socket.stem().string() + " still uses another policy (" +
         base::printable(source, 200) + ", digest " + base::printable(digest, 16) +
         "); it takes the accepted one when it starts, or on: lintel policy accept";
}

std::vector<base::Error> tell_servers(const char* op) {
  constexpr auto wait = std::chrono::minutes(1);  // a policy is recorded in every open workspace
  std::vector<base::Error> problems;
  for (const auto& socket : server_sockets()) {
    auto told = ask_server(socket, Json::object({{"op", op}}), wait);
    if (told.ok() || told.error().code == Code::unavailable) continue;  // done, or left behind by one that is gone
    problems.push_back(fail(told.error().code,
                            "the running server " + socket.stem().string() + ": " + told.error().message,
                            told.error().path, told.error().hint));
  }
  return problems;
}

std::vector<OtherPolicy> servers_with_another_policy(const kernel::Policy& policy) {
  std::vector<OtherPolicy> others;
  for (const auto& socket : server_sockets()) {
    const auto told = ask_server(socket, Json::object({{"op", "policy"}}), std::chrono::seconds(2));
    if (!told.ok() || told->text("digest") == policy.digest()) continue;
    others.push_back({socket, std::string(told->text("source")), std::string(told->text("digest"))});
  }
  return others;
}

}  // namespace cli
