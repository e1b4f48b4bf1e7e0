// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "domains/aas/engine/templates/template.h"

// Inner to this room: which element of a template an element is.
namespace aas::engine {

// An idShort without its place for a number: "Phone__00__" and "Phone{00}" are "Phone".
struct Stem {
  std::string text;
  bool numbered = false;  // it had such a place
};
Stem stem_of(std::string_view id_short);

// The rules for the elements of one parent. `parent` must outlive it.
class Siblings {
 public:
  // `elements`: of `parent`, its children; what a list says of all its items holds for them too.
  explicit Siblings(const Element& parent);

  struct Fit {
    std::size_t rule = 0;
    bool wrong_type = false, wrong_meaning = false;
  };
  // Of a child of an instance; nullopt: the template does not know it. `inherited`: what the instance's list says that
  // its items mean. `counts`: of each rule how many have been found; an item without a meaning of its own, in a list of
  // different things, is the next that is not there yet.
  std::optional<Fit> fit(const Json& child, std::string_view inherited, const std::vector<std::size_t>& counts) const;

  // By a caller's word for it: its idShort, or that with a number ("Phone01") where the rule has a place for one.
  std::optional<std::size_t> named(std::string_view word) const;

  // The first rule that is the same in class, meaning and idShort. In a list idShorts do not count: published ones
  // repeat an item as an example, or give each its own name, which instances of 3.0 must not have (AASd-120).
  std::size_t leader(std::size_t rule) const { return leaders_[rule]; }
  // Of a leading rule: the rules that it leads which differ in their idShort, itself first.
  const std::vector<std::size_t>& distinct(std::size_t leading_rule) const { return groups_.at(leading_rule).distinct; }
  // The rule among all that it leads whose elements are most like those of `child`; of equal ones the first that is not
  // used.
  std::size_t variant(std::size_t leading_rule, const Json& child, const std::vector<bool>& used) const;
  // How many elements of rules that takes.
  std::size_t work(std::size_t leading_rule) const { return groups_.at(leading_rule).work; }
  // How many elements all that it leads may have together.
  struct Bounds {
    std::size_t least = 0, most = 0;
  };
  Bounds bounds(std::size_t leading_rule) const { return groups_.at(leading_rule).bounds; }
  std::string_view meaning(std::size_t rule) const;

 private:
  using Index = std::unordered_map<std::string, std::vector<std::size_t>>;
  const std::vector<std::size_t>* candidates(const Index& index, const std::string& key) const;
  std::optional<Fit> by_id_short(const std::string& stem, const Json& child, std::string_view meaning,
                                 bool numbers) const;
  std::optional<Fit> by_meaning(const Json& child, std::string_view meaning) const;
  std::optional<Fit> in_list(const Json& child, std::string_view meaning, const std::vector<std::size_t>& counts) const;
  bool means(std::size_t rule, const Json& child, std::string_view meaning) const;

  const Element& parent_;
  bool is_list_;
  bool is_mixed_ = false;  // a list whose items mean different things, which AASd-114 forbids
  std::string_view inherited_;
  std::vector<Stem> stems_;
  std::vector<std::size_t> leaders_;
  struct Group {
    std::vector<std::size_t> variants, distinct;
    Bounds bounds;
    std::size_t work = 0;
  };
  void bound(Group& group) const;
  std::unordered_map<std::size_t, Group> groups_;  // by leading rule
  Index stem_index_, meaning_index_;
};

// What a list of a template wants of its items: of the first item's rule, where it has one and the list's own words
// contradict it.
struct ListFacts {
  std::string type;        // typeValueListElement
  std::string value_type;  // valueTypeListElement; "": none
  bool contradictory = false;
};
ListFacts list_facts(const Element& list);

}  // namespace aas::engine
