// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "domains/bim/engine/derive/storey.h"
#include "kernel/types.h"
#include "kernel/view.h"

// How tools of this domain read and write elements.
namespace bim::tools {

using base::Json;
using base::Result;
using engine::Record;

inline constexpr std::string_view id_prefix = "bim:";

Record record_of(std::shared_ptr<const kernel::Element> element);
// All of the model that the caller may see.
engine::Model model_of(const kernel::View& view);
// The element a caller means. Levels and types may be named. Codes: not_found, other_branch; constraint where it is of
// none of the categories `among` ("wall|floor"; empty: any).
Result<Record> find_element(const kernel::View& view, const engine::Source& source, const std::string& id,
                            const std::string& path, std::string_view among = {});

// A change of the model in the making: what is there with what was written so far on top. Rules of the model are not
// looked at here but by the kernel, for this change as for merges and undos (parts/terms.h). Used by one thread.
class Draft final : public engine::Source {
 public:
  explicit Draft(const kernel::View& view) : view_(view) {}

  std::optional<Record> find(std::string_view id) const override;
  std::vector<Record> referring(std::string_view id) const override;

  const kernel::View& view() const { return view_; }
  Result<Record> need(const std::string& id, const std::string& path, std::string_view among = {}) const {
    return find_element(view_, *this, id, path, among);
  }
  // A value for a parameter of the table, elements looked up.
  Result<Json> value(const engine::Parameter& parameter, const Json& given, const std::string& path) const;

  std::string make(std::string_view category, Json body);  // the new id
  void put(const Record& record, Json body);
  void remove(const std::string& id);
  void tell(std::string type, std::string element) { facts_.push_back({std::move(type), std::move(element)}); }
  void say(std::string line) { summary_.push_back(std::move(line)); }  // for people, in the order of what was done
  void warn(std::string warning) { warnings_.push_back(std::move(warning)); }

  // Which elements have another shape now; empty where the model cannot be worked out.
  std::vector<std::string> regenerated() const;
  kernel::Change take(Json result);

 private:
  engine::Model as_written() const;
  const kernel::View& view_;
  std::map<std::string, std::optional<Record>, std::less<>> written_;
  std::vector<std::string> order_;
  std::vector<kernel::Fact> facts_;
  std::vector<std::string> summary_, warnings_;
};

// The body of a new element, parameter by parameter. `path` is the argument's name where it differs from the
// parameter's.
class Making {
 public:
  Making(const Draft& draft, std::string_view category);
  Result<void> set(std::string_view parameter, const Json& given, std::string_view path = {});
  template <class T>
  Result<void> set(std::string_view parameter, const std::optional<T>& given, std::string_view path = {}) {
    return given ? set(parameter, Json(*given), path) : Result<void>();
  }
  // The third number of a point, if it has one, is a height above the model's zero: it becomes `base_offset`. After the
  // level.
  Result<void> lift(const Json& point, std::string_view path);
  Result<void> place(std::string_view parameter, const Json& given, std::string_view path = {});  // both
  Json take() { return std::move(body_); }

 private:
  const Draft& draft_;
  const engine::Category& category_;
  Json body_ = Json::object();
};

}  // namespace bim::tools
