// SPDX-License-Identifier: Apache-2.0
#include "protocol/http.h"

#include <algorithm>
#include <utility>

#include "base/ids.h"
#include "base/text.h"
#include "protocol/batch.h"
#include "transport/ascii.h"
#include "transport/origin.h"

namespace protocol {

using base::equals_ignoring_case;
using transport::Exchange;
using ExchangePtr = std::shared_ptr<Exchange>;

void refuse(Exchange& exchange, int status, int code, std::string_view problem, transport::ExtraHeaders headers) {
  exchange.respond(status, "application/json", error_message({}, {code, std::string(problem)}), std::move(headers));
}

// The headers that matter, found in one pass.
struct HttpFace::Heads {
  std::string_view session_id, accept, content_type, last_event_id;
  MirrorHeaders mirror;

  explicit Heads(const transport::Request& http) {
    mirror.http = &http;
    for (const auto& [name, value] : http.headers) take(name, value);
  }
  bool accepts(std::string_view type) const {
    if (accept.empty()) return true;
    std::string_view rest = accept;
    while (!rest.empty()) {
      const auto comma = std::min(rest.find(','), rest.size());
      const auto part = rest.substr(0, comma);
      const auto range = transport::trim_ows(part.substr(0, part.find(';')));
      if (equals_ignoring_case(range, type) || range == "*/*") return true;
      if (range.ends_with("/*") &&
          equals_ignoring_case(range.substr(0, range.size() - 1), type.substr(0, range.size() - 1)))
        return true;
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    return false;
  }
  bool is_json() const {
    const auto type = transport::trim_ows(content_type.substr(0, content_type.find(';')));
    return content_type.empty() || equals_ignoring_case(type, "application/json");
  }

 private:
  // Lengths first: most headers are not ours.
  void take(std::string_view name, std::string_view value) {
    switch (name.size()) {
      case 6:
        if (equals_ignoring_case(name, "accept")) accept = value;
        break;
      case 8:
        if (equals_ignoring_case(name, "mcp-name")) mirror.name = value;
        break;
      case 10:
        if (equals_ignoring_case(name, "mcp-method")) mirror.method = value;
        break;
      case 12:
        if (equals_ignoring_case(name, "content-type")) content_type = value;
        break;
      case 13:
        if (equals_ignoring_case(name, "last-event-id")) last_event_id = value;
        break;
      case 14:
        if (equals_ignoring_case(name, "mcp-session-id")) session_id = value;
        break;
      case 20:
        if (equals_ignoring_case(name, "mcp-protocol-version")) mirror.version = value;
        break;
      default:
        break;
    }
  }
};

// One POST while it is being taken apart.
struct HttpFace::Arrival {
  const transport::Request& http;
  const ExchangePtr& exchange;
  const Heads& heads;
  const Caller& caller;
  const Surface* surface;
  bool accepts_json;
  bool accepts_events;
};

// A request whose answer is the answer to its POST: plain JSON, or a stream as soon as anything has
// to be told before the answer.
class HttpFace::HttpRequest final : public Request {
 public:
  HttpRequest(std::shared_ptr<HttpFace> face, const Arrival& arrival)
      : face_(std::move(face)),
        exchange_(arrival.exchange),
        token_(arrival.caller.token),
        accepts_json_(arrival.accepts_json),
        accepts_events_(arrival.accepts_events) {}

  std::shared_ptr<HttpSession> http_session;
  bool tells_session_id = false;

  bool can_ask() const override { return accepts_events_ && (!http_session || http_session->answers()); }
  // 2026-07-28: a client that goes away has cancelled. Before, it may come back.
  void watch_connection() {
    if (!modern()) return;
    exchange_->on_close([weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->abandon();
    });
  }
  // For batches, which answer for several requests at once.
  void emit_now(std::string text) { emit(std::move(text)); }
  void conclude_now(std::string text) { conclude(200, std::move(text)); }
  void accept_now() {
    if (!stream_) return exchange_->respond(202, {}, {});
    stream_->close();
  }

 private:
  void emit(std::string text) override {
    if (!accepts_events_) return;
    open_stream();
    stream_->send(text);
  }
  void conclude(int http_status, std::string text) override {
    if (!stream_ && accepts_json_) {
      return exchange_->respond(http_status, "application/json", std::move(text), session_header());
    }
    open_stream();
    stream_->send(text);
    stream_->close();
  }
  // HTTP wants some answer: an empty stream.
  void end_quietly() override {
    open_stream();
    stream_->close();
  }
  void drop_connection() override {
    if (!http_session || !accepts_events_) return;
    open_stream();
    stream_->drop();
  }

  transport::ExtraHeaders session_header() const {
    if (!tells_session_id) return {};
    return {{"Mcp-Session-Id", http_session->id()}};
  }
  void open_stream() {
    if (stream_) return;
    stream_ = http_session && !modern() ? http_session->open_stream()
                                        : std::make_shared<EventStream>(EventStream::Kind::plain, "", false);
    stream_->attach(exchange_, {}, session_header());
    face_->keep_alive(stream_, token_, modern() ? weak_from_this() : std::weak_ptr<Request>());
    if (modern()) return;
    exchange_->on_close([stream = stream_, exchange = exchange_.get()] { stream->detach(exchange); });
  }

  const std::shared_ptr<HttpFace> face_;
  const ExchangePtr exchange_;
  const std::string token_;
  const bool accepts_json_;
  const bool accepts_events_;
  std::shared_ptr<EventStream> stream_;
};

HttpFace::HttpFace(std::shared_ptr<Core> core)
    : core_(std::move(core)),
      sessions_(core_->kernel().clock(), core_->options().max_sessions, core_->options().max_sessions_of_one,
                core_->options().session_idle_ms) {}

// ---- who may come in -------------------------------------------------------------------------

namespace {

std::string needs_token(const transport::Request& http, bool always) {
  constexpr std::string_view how = " Whoever runs it makes one with: lintel token new";
  if (always || !http.peer_is_loopback) return std::string("A bearer token is needed.").append(how);
  return std::string(
             "Without a bearer token this server answers only processes of the user it runs as, and this one "
             "is not, or cannot be told to be.")
      .append(how);
}

}  // namespace

std::optional<kernel::Principal> HttpFace::principal_for(std::string_view token) const {
  const auto& find = core_->options().principal_for_token;
  return find ? find(token) : core_->kernel().policy().principal_for_token(token);
}

std::optional<HttpFace::Caller> HttpFace::admit(const transport::Request& http, Exchange& exchange) const {
  const auto& options = core_->options();
  if (!transport::request_allowed(http, options.allowed_hosts)) {
    refuse(exchange, 403, code::invalid_request, "The Host or Origin header is not one this server answers to.");
    return std::nullopt;
  }
  // RFC 9110, 5.3 and 11.6.2: not a list, so there is one. Of two nobody can tell which one a proxy looked at.
  if (http.count_header("authorization") > 1) {
    refuse(exchange, 400, code::invalid_request, "There is more than one Authorization header.");
    return std::nullopt;
  }
  const std::string_view authorization = http.header("authorization");
  if (authorization.empty()) {
    if (!options.token_required && http.is_from_this_user()) return Caller{};
    refuse(exchange, 401, code::invalid_request, needs_token(http, options.token_required),
           {{"WWW-Authenticate", "Bearer"}});
    return std::nullopt;
  }
  constexpr std::string_view scheme = "bearer ";
  std::string_view token;
  if (authorization.size() > scheme.size() && equals_ignoring_case(authorization.substr(0, scheme.size()), scheme))
    token = base::trim(authorization.substr(scheme.size()));
  std::optional<kernel::Principal> principal = token.empty() ? std::nullopt : principal_for(token);
  if (principal) return Caller{std::move(principal), std::string(token)};
  refuse(exchange, 401, code::invalid_request, "This token is not known here.",
         {{"WWW-Authenticate", "Bearer error=\"invalid_token\""}});
  return std::nullopt;
}

std::shared_ptr<HttpSession> HttpFace::session_of(std::string_view id, const Caller& caller, Exchange& exchange) {
  if (id.empty()) {
    refuse(exchange, 400, code::invalid_request,
           "The Mcp-Session-Id header is missing: begin with initialize, or speak 2026-07-28.");
    return nullptr;
  }
  auto session = sessions_.find(id);
  const bool owned = session && session->principal_is_given == caller.by_token.has_value() &&
                     (!caller.by_token || *caller.by_token == session->principal);
  if (owned) return session;
  refuse(exchange, 404, code::invalid_request, "There is no such session; begin again with initialize.");
  return nullptr;
}

// ---- POST ------------------------------------------------------------------------------------

void HttpFace::post(const transport::Request& http, const ExchangePtr& exchange, std::string_view toolsets) {
  const auto caller = admit(http, *exchange);
  if (!caller) return;
  const auto surface = core_->surface(toolsets);
  if (!surface.ok()) return refuse(*exchange, 404, code::invalid_request, surface.error().message);
  const Heads heads(http);
  if (!heads.is_json()) {
    return refuse(*exchange, 415, code::invalid_request, "The body must be application/json.");
  }
  const bool json = heads.accepts("application/json");
  const bool events = heads.accepts("text/event-stream");
  if (!json && !events) {
    return refuse(*exchange, 406, code::invalid_request, "Accept application/json and text/event-stream.");
  }
  auto parsed = base::parse_json(http.body);
  if (!parsed.ok()) return refuse(*exchange, 400, code::parse_error, "The body is not JSON: " + parsed.error().message);
  Arrival arrival{http, exchange, heads, *caller, *surface, json, events};
  if (parsed->is_array()) return batch(arrival, parsed->as_array());
  message(arrival, *parsed);
}

void HttpFace::message(Arrival& arrival, Json& value) {
  Message message = read_message(value);
  if (message.kind == Message::Kind::invalid) {
    const Failure failure{code::invalid_request, message.problem};
    return arrival.exchange->respond(400, "application/json", error_message(message.id, failure));
  }
  const bool modern = is_modern(message.params, arrival.heads.mirror.version);
  if (!modern) return legacy_message(arrival, message);
  if (message.kind == Message::Kind::request) return modern_request(arrival, message);
  arrival.exchange->respond(202, {}, {});  // there is nothing it could be about
}

std::shared_ptr<HttpFace::HttpRequest> HttpFace::make_request(Arrival& arrival, std::string id) {
  auto request = std::make_shared<HttpRequest>(shared_from_this(), arrival);
  request->core = core_;
  request->id = std::move(id);
  request->surface = arrival.surface;
  request->over_http = true;
  return request;
}

void HttpFace::modern_request(Arrival& arrival, Message& message) {
  const auto request = make_request(arrival, std::move(message.id));
  const auto& principal = arrival.caller.by_token;
  core_->handle(request, message, &arrival.heads.mirror, principal ? &*principal : nullptr);
  if (!request->done()) request->watch_connection();
}

void HttpFace::legacy_message(Arrival& arrival, Message& message) {
  const auto& version = arrival.heads.mirror.version;
  if (version && !revision_named(*version)) {
    return refuse(*arrival.exchange, 400, code::invalid_request, "This MCP-Protocol-Version is not supported.");
  }
  if (message.kind == Message::Kind::request && message.method == "initialize") return initialize(arrival, message);
  const auto session = session_of(arrival.heads.session_id, arrival.caller, *arrival.exchange);
  if (!session) return;
  if (message.kind == Message::Kind::request) {
    const auto request = make_request(arrival, std::move(message.id));
    request->session = session;
    request->http_session = session;
    request->link = session.get();
    return core_->handle(request, message, nullptr);
  }
  if (message.kind == Message::Kind::notification) core_->notified(*session, message);
  if (message.kind == Message::Kind::response) session->answered(message.id, message.result, message.error);
  arrival.exchange->respond(202, {}, {});
}

void HttpFace::initialize(Arrival& arrival, Message& message) {
  auto session = std::make_shared<HttpSession>(base::handle("s_", core_->kernel().entropy()), kept_);
  session->workspace_key = "session:" + session->id();
  session->principal_is_given = arrival.caller.by_token.has_value();
  if (arrival.caller.by_token) {
    session->principal = *arrival.caller.by_token;
    session->holder = session->principal.key();
  }
  if (!sessions_.add(session)) {
    return refuse(*arrival.exchange, 503, code::internal_error, "Too many sessions; try again later.");
  }
  const auto request = make_request(arrival, std::move(message.id));
  request->session = session;
  request->http_session = session;
  request->tells_session_id = true;
  core_->handle(request, message, nullptr);
  if (!session->initialized) return sessions_.remove(session->id());
  core_->add_session(session);
}

void HttpFace::batch(Arrival& arrival, Json::Array& messages) {
  const auto session = session_of(arrival.heads.session_id, arrival.caller, *arrival.exchange);
  if (!session) return;
  if (messages.empty() || messages.size() > Batch::max_messages || !batches_allowed(*session)) {
    return refuse(*arrival.exchange, 400, code::invalid_request,
                  "Batches are not part of this protocol version, or this one has no or too many messages.");
  }
  const auto carrier = make_request(arrival, {});
  carrier->http_session = session;
  Batch::Way way;
  way.can_ask = arrival.accepts_events;
  way.emit = [carrier](std::string text) { carrier->emit_now(std::move(text)); };
  way.done = [carrier](std::string text) {
    if (text.empty()) return carrier->accept_now();
    carrier->conclude_now(std::move(text));
  };
  std::make_shared<Batch>(std::move(way))->run(core_, messages, session, [&](Request& request) {
    request.surface = arrival.surface;
    request.over_http = true;
  });
}

// ---- GET, DELETE -----------------------------------------------------------------------------

namespace {

// What the client missed can only have been about what it watches, or be told to people.
void tell_to_read_again(Session& session) {
  for (const std::string& uri : session.watched())
    session.send(notification_message("notifications/resources/updated", Json::object({{"uri", uri}}).dump()));
}

}  // namespace

void HttpFace::get(const transport::Request& http, const ExchangePtr& exchange) {
  const auto caller = admit(http, *exchange);
  if (!caller) return;
  const Heads heads(http);
  if (heads.session_id.empty()) {
    return refuse(*exchange, 405, code::invalid_request, "GET opens a stream of a session only.", {{"Allow", "POST"}});
  }
  if (!heads.accepts("text/event-stream")) {
    return refuse(*exchange, 406, code::invalid_request, "Accept text/event-stream.");
  }
  const auto session = session_of(heads.session_id, *caller, *exchange);
  if (!session) return;
  std::shared_ptr<EventStream> stream = session->own_stream();
  std::optional<std::uint64_t> after;
  if (!heads.last_event_id.empty()) {
    const auto position = EventStream::parse_id(heads.last_event_id);
    stream = position ? session->stream(position->name) : nullptr;
    if (!stream) return refuse(*exchange, 400, code::invalid_request, "This Last-Event-ID is not from this session.");
    after = position->event;
  }
  const bool lost_some = after && !stream->has_all_after(*after);
  if (lost_some && stream != session->own_stream())
    return refuse(*exchange, 400, code::invalid_request,
                  "What came after this Last-Event-ID is no longer kept; make the request again.");
  stream->attach(exchange, after);
  if (lost_some) tell_to_read_again(*session);
  exchange->on_close([stream, gone = exchange.get()] { stream->detach(gone); });
  keep_alive(stream, caller->token);
}

void HttpFace::remove(const transport::Request& http, const ExchangePtr& exchange) {
  const auto caller = admit(http, *exchange);
  if (!caller) return;
  const Heads heads(http);
  const auto session = session_of(heads.session_id, *caller, *exchange);
  if (!session) return;
  sessions_.remove(session->id());
  exchange->respond(204, {}, {});
}

// ---- time ------------------------------------------------------------------------------------

void HttpFace::keep_alive(const std::shared_ptr<EventStream>& stream, const std::string& token,
                          std::weak_ptr<Request> request) {
  const std::lock_guard lock(streams_mutex_);
  streams_.push_back({stream, token, std::move(request)});
}

std::vector<HttpFace::Standing> HttpFace::open_streams() {
  const std::lock_guard lock(streams_mutex_);
  std::erase_if(streams_, [](const Standing& known) {
    const auto stream = known.stream.lock();
    return !stream || !stream->attached();
  });
  return streams_;
}

void HttpFace::end_revoked() {
  for (const Standing& known : open_streams()) {
    if (known.token.empty() || principal_for(known.token)) continue;
    if (const auto request = known.request.lock()) request->abandon();
    if (const auto stream = known.stream.lock()) stream->drop();
  }
}

void HttpFace::tick() {
  sessions_.expire();
  end_revoked();
  for (const Standing& known : open_streams()) {
    if (const auto stream = known.stream.lock()) stream->comment();
  }
}

void HttpFace::stop() { sessions_.close(); }

}  // namespace protocol
