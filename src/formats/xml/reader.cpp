// SPDX-License-Identifier: Apache-2.0
#include "formats/xml/reader.h"

#include <expat.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace formats::xml {

namespace {

using base::Code;
using base::Error;
using base::fail;
using base::Result;

// Between the parts of expat's names. No character of XML 1.0, so no name can contain it.
constexpr char separator = '\x1F';
constexpr std::size_t longest_piece = std::size_t{1} << 20;  // expat counts with int

Name local_name(std::string_view text) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return {{}, {}, text};
  return {{}, text.substr(0, colon), text.substr(colon + 1)};
}

// With XML_SetReturnNSTriplet: "uri|name|prefix", "uri|name" or "name".
Name qualified_name(std::string_view text) {
  const auto first = text.find(separator);
  if (first == std::string_view::npos) return {{}, {}, text};
  const auto rest = text.substr(first + 1);
  const auto second = rest.find(separator);
  const auto prefix = second == std::string_view::npos ? std::string_view() : rest.substr(second + 1);
  return {text.substr(0, first), prefix, rest.substr(0, second)};
}

Name name_of(std::string_view text, Names names) {
  return names == Names::local ? local_name(text) : qualified_name(text);
}

std::string_view or_empty(const char* text) { return text == nullptr ? "" : text; }

using Parser = std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)>;

Parser parser_for(Names names) {
  return {names == Names::local ? XML_ParserCreate(nullptr) : XML_ParserCreateNS(nullptr, separator), &XML_ParserFree};
}

}  // namespace

// ---- attributes ---------------------------------------------------------------------------------

std::size_t Attributes::size() const {
  std::size_t count = 0;
  while (pairs_[2 * count] != nullptr) ++count;
  return count;
}

Attribute Attributes::operator[](std::size_t i) const { return {name_of(pairs_[2 * i], names_), pairs_[2 * i + 1]}; }

std::optional<std::string_view> Attributes::find(std::string_view local) const {
  std::optional<std::string_view> prefixed;
  for (const char** pair = pairs_; *pair != nullptr; pair += 2) {
    const Name name = name_of(pair[0], names_);
    if (name.local != local) continue;
    if (name.prefix.empty()) return pair[1];
    prefixed = pair[1];
  }
  return prefixed;
}

std::string_view Attributes::text(std::string_view local) const { return find(local).value_or(std::string_view()); }

// ---- the reader ---------------------------------------------------------------------------------

struct Reader::Inner {
  Inner(Handlers use, Options with)
      : handlers(std::move(use)), options(std::move(with)), parser(parser_for(options.names)) {
    LINTEL_CHECK(parser != nullptr);
    XML_SetUserData(parser.get(), this);
    set_handlers();
  }

  static Inner& of(void* data) { return *static_cast<Inner*>(data); }

  void set_handlers() {
    auto* to = parser.get();
    if (options.names == Names::qualified) {
      XML_SetReturnNSTriplet(to, 1);
      XML_SetStartNamespaceDeclHandler(to, [](void* data, const char* prefix, const char* uri) {
        of(data).declare(or_empty(prefix), or_empty(uri));
      });
    }
    XML_SetElementHandler(
        to, [](void* data, const char* name, const char** pairs) { of(data).start(name, pairs); },
        [](void* data, const char* name) { of(data).end(name); });
    XML_SetCharacterDataHandler(
        to, [](void* data, const char* text, int size) { of(data).text({text, static_cast<std::size_t>(size)}); });
    XML_SetCommentHandler(to, [](void* data, const char* text) { of(data).comment(text); });
    XML_SetProcessingInstructionHandler(
        to, [](void* data, const char* target, const char* text) { of(data).instruction(target, text); });
    XML_SetStartDoctypeDeclHandler(to, [](void* data, const char*, const char*, const char*, int) {
      of(data).refuse("document types (<!DOCTYPE>) and their entities are not accepted");
    });
  }

  // ---- events

  void start(const char* name, const char** pairs) {
    if (error) return;
    if (declared.size() >= options.limits.depth) {
      return refuse("elements are nested more than " + std::to_string(options.limits.depth) + " deep");
    }
    if (!count_node()) return;
    declared.push_back(std::exchange(declared_next, 0));
    in_scope += declared.back();
    if (in_scope > options.limits.namespaces) {
      return refuse("more than " + std::to_string(options.limits.namespaces) + " namespaces in scope");
    }
    const Attributes attributes(pairs, options.names);
    if (static_cast<std::size_t>(XML_GetSpecifiedAttributeCount(parser.get())) / 2 > options.limits.attributes) {
      return refuse("an element has more than " + std::to_string(options.limits.attributes) + " attributes");
    }
    if (handlers.start) take(handlers.start(name_of(name, options.names), attributes));
  }
  void end(const char* name) {
    if (error) return;
    in_text = false;
    in_scope -= declared.back();
    declared.pop_back();
    if (handlers.end) take(handlers.end(name_of(name, options.names)));
  }
  void text(std::string_view piece) {
    if (error || (!in_text && !count_node())) return;
    in_text = true;
    if (handlers.text) take(handlers.text(piece));
  }
  void comment(const char* text) {
    if (!error && count_node() && handlers.comment) take(handlers.comment(text));
  }
  void instruction(const char* target, const char* text) {
    if (!error && count_node() && handlers.instruction) take(handlers.instruction(target, text));
  }
  void declare(std::string_view prefix, std::string_view uri) {
    if (error) return;
    if (++declared_next > options.limits.namespaces) return refuse("an element declares too many namespaces");
    if (handlers.declare) take(handlers.declare(prefix, uri));
  }

  bool count_node() {
    in_text = false;
    if (nodes++ < options.limits.nodes) return true;
    refuse("more than " + std::to_string(options.limits.nodes) + " nodes");
    return false;
  }

  // ---- errors

  void take(const Result<void>& result) {
    if (!result.ok()) stop(result.error());
  }
  void refuse(const std::string& why) { stop(fail(Code::parse, std::string(options.complaint) + ": " + why)); }
  void stop(Error why) {
    if (error) return;
    if (why.path.empty()) why.path = place_text();
    error = std::move(why);
    XML_StopParser(parser.get(), XML_FALSE);
  }

  Place place() const {
    return {static_cast<std::int64_t>(XML_GetCurrentLineNumber(parser.get())),
            static_cast<std::int64_t>(XML_GetCurrentColumnNumber(parser.get())) + 1};
  }
  Span span() const {
    const auto begin = static_cast<std::size_t>(XML_GetCurrentByteIndex(parser.get()));
    return {begin, begin + static_cast<std::size_t>(XML_GetCurrentByteCount(parser.get()))};
  }
  std::string place_text() const {
    const auto [line, column] = place();
    return (options.part.empty() ? "" : options.part + ", ") + "line " + std::to_string(line) + ", column " +
           std::to_string(column);
  }

  // ---- bytes

  Result<void> parse(std::string_view piece, bool last) {
    TRY(state());
    const auto status = XML_Parse(parser.get(), piece.data(), static_cast<int>(piece.size()), last ? 1 : 0);
    if (status != XML_STATUS_OK && !error) refuse(XML_ErrorString(XML_GetErrorCode(parser.get())));
    return state();
  }
  Result<void> state() const {
    if (error) return *error;
    return {};
  }
  Result<void> feed(std::string_view piece) {
    bytes += piece.size();
    if (bytes > options.limits.bytes) {
      error = fail(Code::parse, "the document is larger than " + std::to_string(options.limits.bytes >> 20) + " MiB");
    }
    for (; !piece.empty(); piece.remove_prefix(std::min(piece.size(), longest_piece))) {
      TRY(parse(piece.substr(0, longest_piece), false));
    }
    return state();
  }

  Handlers handlers;
  Options options;
  Parser parser;
  std::optional<Error> error;
  std::vector<std::size_t> declared;  // by open element: how many namespaces it declares
  std::size_t declared_next = 0;      // of the element that starts next
  std::size_t in_scope = 0, nodes = 0, bytes = 0;
  bool in_text = false;
};

Reader::Reader(Handlers handlers, Options options)
    : inner_(std::make_unique<Inner>(std::move(handlers), std::move(options))) {}
Reader::~Reader() = default;

Result<void> Reader::feed(std::string_view piece) { return inner_->feed(piece); }
Result<void> Reader::finish() { return inner_->parse({}, true); }
Place Reader::place() const { return inner_->place(); }
Span Reader::span() const { return inner_->span(); }

Result<void> read(std::string_view bytes, Handlers handlers, Options options) {
  Reader reader(std::move(handlers), std::move(options));
  TRY(reader.feed(bytes));
  return reader.finish();
}

}  // namespace formats::xml
