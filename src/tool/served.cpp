// SPDX-License-Identifier: Apache-2.0
#include "tool/served.h"

#include <algorithm>
#include <string_view>

namespace tool {

namespace {

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

// The first sentence of `text`, with the space after it.
std::string_view first_sentence(std::string_view text) {
  const auto end = text.find(". ");
  return end == std::string_view::npos ? text : text.substr(0, end + 2);
}

// The first tool that the sentence names and the client does not see.
const Tool* unserved(std::string_view sentence, const Registry& registry, const Catalogue& served) {
  const auto *at = sentence.begin(), *const end = sentence.end();
  while (at != end) {
    const auto* begin = std::find_if(at, end, is_word);
    at = std::find_if_not(begin, end, is_word);
    const std::string_view word(begin, at);
    const Tool* tool = registry.tool(word);
    if (tool != nullptr && served.find(word) == nullptr) return tool;
  }
  return nullptr;
}

// A message may quote anything, so only a last sentence that begins with "Use" counts as advice there.
std::string advising_served(const std::string& message, const Registry& registry, const Catalogue& served) {
  const std::size_t at = message.rfind(". Use ");
  if (at == std::string::npos) return message;
  return unserved(std::string_view(message).substr(at), registry, served) == nullptr ? message
                                                                                     : message.substr(0, at + 1);
}

void in_hints(Json& value, const Registry& registry, const Catalogue& served) {
  if (value.is_array()) {
    for (auto& item : value.as_array()) in_hints(item, registry, served);
  } else if (value.is_object()) {
    for (auto& [name, member] : value.as_object()) {
      if (name == "hint" && member.is_string()) {
        member = naming_served(member.as_string(), registry, served);
      } else if (name == "message" && member.is_string()) {
        member = advising_served(member.as_string(), registry, served);
      } else {
        in_hints(member, registry, served);
      }
    }
  }
}

}  // namespace

std::string naming_served(const std::string& text, const Registry& registry, const Catalogue& served) {
  std::string out;
  const Tool* missing = nullptr;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view sentence = first_sentence(rest);
    rest.remove_prefix(sentence.size());
    const Tool* tool = unserved(sentence, registry, served);
    if (tool == nullptr) out += sentence;
    if (missing == nullptr) missing = tool;
  }
  if (missing == nullptr) return text;
  if (!out.empty() && out.back() != ' ') out += ' ';
  return out + "A tool of the toolset '" + missing->toolset + "' that is not served here would help.";
}

// The first block of an error is its message.
void name_served(Answer& error, const Registry& registry, const Catalogue& served) {
  in_hints(error.structured, registry, served);
  for (std::size_t i = 0; i < error.content.size(); ++i) {
    Json* text = error.content[i].find("text");
    if (text == nullptr || !text->is_string()) continue;
    const auto& fitting = i == 0 ? advising_served : naming_served;
    *text = fitting(text->as_string(), registry, served);
  }
}

}  // namespace tool
