// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/tool.h"
#include "formats/ifc/version.h"

namespace ids::tools {

namespace {

using Arguments = std::map<std::string, std::string>;
using Messages = Result<std::variant<Json, tool::NeedInput>>;

Json one_message(std::string text) {
  const Json content = Json::object({{"type", "text"}, {"text", std::move(text)}});
  return Json::array({Json::object({{"role", "user"}, {"content", content}})});
}

std::string argument(const Arguments& arguments, const std::string& name, const std::string& fallback) {
  const auto found = arguments.find(name);
  return found == arguments.end() || found->second.empty() ? fallback : found->second;
}

tool::Prompt write_prompt() {
  tool::Prompt prompt;
  prompt.name = "write_ids";
  prompt.title = "Write an IDS";
  prompt.doc = "Turns requirements in plain language into an IDS document.";
  prompt.arguments = {{"requirements", "What the model must contain, in plain language.", true},
                      {"ifc_version", IFC_RELEASES(" or ") "; IFC4 without it.", false}};
  prompt.get = [](const tool::Invocation&, const Arguments& arguments) -> Messages {
    return one_message(
        "Write an IDS (Information Delivery Specification) for " + argument(arguments, "ifc_version", "IFC4") +
        " from these requirements:\n\n" + argument(arguments, "requirements", "(ask me for them)") +
        "\n\nWork like this:\n"
        "1. create_ids with a title, then one add_specification per group of elements, with a short identifier.\n"
        "2. Say which elements it is about with facets at location \"applicability\", then what is asked with facets "
        "at "
        "\"requirements\". Several classes in one specification: one entity facet and add_enumeration_restriction on "
        "`name`.\n"
        "3. Look names up with find_ifc_schema before you use them: classes, property sets, properties, data types. "
        "Where a model is at hand, inspect_ifc shows which of them it uses.\n"
        "4. Give a data type with every property that has a value. Values are in SI units.\n"
        "5. validate_ids, mend what it finds, and export_ids. Show me what you decided where my text was unclear.");
  };
  return prompt;
}

tool::Prompt check_prompt() {
  tool::Prompt prompt;
  prompt.name = "check_model";
  prompt.title = "Check a model and explain";
  prompt.doc = "Checks an IFC model against an IDS and explains what fails.";
  prompt.arguments = {{"ids_path", "The IDS file; without it the document in work.", false},
                      {"ifc_path", "The model.", true}};
  prompt.get = [](const tool::Invocation&, const Arguments& arguments) -> Messages {
    const std::string rules = argument(arguments, "ids_path", "");
    return one_message((rules.empty() ? std::string() : "Load " + rules + " with load_ids. ") + "Check " +
                       argument(arguments, "ifc_path", "the model (ask me which)") +
                       " with validate_ifc_model and report_format json. Tell me in a few sentences which "
                       "specifications fail and why, grouped by cause and not by element; name the number of elements "
                       "and a few examples with their GlobalId. Then say what the modeller has to change, the cause "
                       "that mends most first. Use offset for more failures only if you need them.");
  };
  return prompt;
}

tool::Prompt review_prompt() {
  tool::Prompt prompt;
  prompt.name = "review_ids";
  prompt.title = "Review an IDS";
  prompt.doc = "Audits an IDS document and proposes corrections.";
  prompt.arguments = {{"ids_path", "The IDS file; without it the document in work.", false}};
  prompt.get = [](const tool::Invocation&, const Arguments& arguments) -> Messages {
    const std::string rules = argument(arguments, "ids_path", "");
    return one_message((rules.empty() ? std::string() : "Load " + rules + " with load_ids. ") +
                       "Run validate_ids. For each finding explain in one sentence what a checker would do wrong "
                       "because of it, and propose the correction; make it with edit_facet, edit_specification or the "
                       "add_… tools once I agree. Then read the specifications with get_specification and tell me "
                       "which are unclear to a modeller, overlap, or can never fail.");
  };
  return prompt;
}

}  // namespace

std::vector<tool::Prompt> prompts() {
  std::vector<tool::Prompt> out;
  out.push_back(write_prompt());
  out.push_back(check_prompt());
  out.push_back(review_prompt());
  return out;
}

}  // namespace ids::tools
