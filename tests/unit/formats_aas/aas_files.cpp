// SPDX-License-Identifier: Apache-2.0
// What tests/peers/aas_files.py compares with aas-core and basyx:
//
//     aas_files <lines
//
// Each line a request in JSON, each answer one line of JSON, {"error": …} where it fails:
//
//     {"do":"read","path":XML}                         what the document is, its form, problems and findings
//     {"do":"write","path":XML,"out":FILE}             its form as a new document
//     {"do":"rewrite","path":FILE,"form":…,"out":FILE} the document, XML or JSON, with another form
//     {"do":"package","path":AASX,"out":FILE,"touch":[PART…]}  its parts; saved with these parts written anew
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>

#include "base/json.h"
#include "formats/aas/check.h"
#include "formats/aas/rewrite.h"
#include "formats/aas/xml_read.h"
#include "formats/aas/xml_write.h"
#include "formats/opc/aasx.h"

namespace {

using base::Json;
using base::Result;

std::string bytes_of(std::string_view path) {
  std::ifstream file(std::string(path), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
void keep(std::string_view path, const std::string& bytes) {
  std::ofstream(std::string(path), std::ios::binary) << bytes;
}

template <class List, class Show>
Json list_of(const List& list, Show show) {
  Json result = Json::array();
  for (const auto& each : list) result.push_back(show(each));
  return result;
}
Json as_text(const std::string& text) { return text; }

Result<Json> read(const Json& request) {
  const auto document = TRY(formats::aas::read_xml(bytes_of(request.text("path"))));
  auto answer = Json::object({{"version", document.version}, {"class", document.type->name}, {"form", document.form}});
  bool valid = true;
  Json problems = Json::array();
  for (const auto& each : document.problems) {
    const bool refused = each.weight == formats::aas::Weight::refused;
    valid = valid && !refused;
    problems.push_back(Json::object({{"refused", refused}, {"path", each.path}, {"message", each.message}}));
  }
  answer.set("problems", std::move(problems));
  if (document.checked) {
    const auto findings = check(document.form, *document.type, *document.checked);
    valid = valid && findings.valid();
    answer.set("findings", list_of(findings.list, [](const auto& each) { return Json(each.message); }));
  }
  return std::move(answer.set("valid", valid));
}

Result<Json> write(const Json& request) {
  const auto document = TRY(formats::aas::read_xml(bytes_of(request.text("path"))));
  if (!document.checked) return base::fail(base::Code::export_failed, "there is no table of this version");
  keep(request.text("out"), TRY(write_xml(document.form, *document.type, formats::aas::metamodel(*document.checked))));
  return Json::object();
}

Result<Json> rewrite(const Json& request) {
  const auto bytes = bytes_of(request.text("path"));
  const auto& form = request.at("form");
  keep(request.text("out"),
       TRY(formats::opc::form_of(bytes) == formats::opc::SpecForm::json ? formats::aas::rewrite_json(bytes, form)
                                                                        : formats::aas::rewrite_xml(bytes, form)));
  return Json::object();
}

Json spec_of(const formats::opc::SpecPart& spec) {
  return Json::object({{"part", spec.part},
                       {"json", spec.form == formats::opc::SpecForm::json},
                       {"splits", list_of(spec.splits, as_text)},
                       {"supplements", list_of(spec.supplements, as_text)}});
}

Result<Json> package(const Json& request) {
  auto opened = TRY(formats::opc::Package::open(bytes_of(request.text("path"))));
  const auto aasx = TRY(formats::opc::read_aasx(opened));
  auto answer = Json::object({{"origin", aasx.origin},
                              {"thumbnail", aasx.thumbnail},
                              {"specs", list_of(aasx.specs, spec_of)},
                              {"notes", list_of(aasx.notes, as_text)}});
  answer.set("parts", list_of(opened.parts(), [](const auto& part) {
               return Json::array({Json(part.name), Json(part.content_type)});
             }));
  for (const auto& part : request.at("touch").as_array()) {
    auto content = TRY(opened.read(part.as_string()));
    TRY(opened.replace(part.as_string(), std::move(content)));
  }
  keep(request.text("out"), TRY(opened.save()));
  return answer;
}

Result<Json> answer_to(const Json& request) {
  const auto what = request.text("do");
  if (what == "read") return read(request);
  if (what == "write") return write(request);
  if (what == "rewrite") return rewrite(request);
  return package(request);
}

}  // namespace

int main() try {
  for (std::string line; std::getline(std::cin, line);) {
    const auto request = base::parse_json(line);
    const auto answer = request.ok() ? answer_to(*request) : Result<Json>(request.error());
    std::cout << (answer.ok() ? *answer : Json::object({{"error", answer.error().message}})).dump() << '\n'
              << std::flush;
  }
  return 0;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 2;
}
