// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/templates/match.h"

#include <algorithm>
#include <limits>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "formats/aas/metamodel.h"

namespace aas::engine {

namespace {

constexpr std::size_t most_candidates = 16;  // rules of the same name that are looked at
constexpr std::size_t most_variants = 256;   // of one rule
constexpr std::size_t no_end = std::numeric_limits<std::size_t>::max();

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

// "{00}" or "__00__" at `at`: its end; `at` where there is none.
std::size_t number_place_end(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  const bool braces = rest.starts_with('{');
  const bool underscores = rest.starts_with("__");
  if (!braces && !underscores) return at;
  const std::size_t open = braces ? 1 : 2;
  std::size_t end = open;
  while (end < rest.size() && is_decimal(rest[end])) ++end;
  const std::string_view close = braces ? "}" : "__";
  return end > open && rest.substr(end).starts_with(close) ? at + end + close.size() : at;
}

std::string without_digits(std::string_view text) {
  while (!text.empty() && (is_decimal(text.back()) || text.back() == '_')) text.remove_suffix(1);
  return std::string(text);
}

bool is_among(const Element& rule, std::string_view meaning) {
  const Json* more = rule.more.find("supplementalSemanticIds");
  return more != nullptr &&
         std::ranges::any_of(more->as_array(), [&](const Json& each) { return last_key(&each) == meaning; });
}

bool has_supplement(const Json& child, std::string_view meaning) {
  const Json* more = child.find("supplementalSemanticIds");
  if (more == nullptr || !more->is_array()) return false;
  return std::ranges::any_of(more->as_array(), [&](const Json& each) { return last_key(&each) == meaning; });
}

bool takes_numbers(const Element& rule, const Stem& stem) {
  return stem.numbered || is_many(rule.cardinality) || !rule.said("AllowedIdShort").empty();
}

// In the idShorts of their elements.
std::size_t differences(const Element& rule, const Json& element) {
  std::set<std::string> wanted, there;
  for (const Element& each : rule.children) {
    if (is_mandatory(each.cardinality)) wanted.insert(stem_of(each.id_short).text);
  }
  std::size_t out = 0;
  const std::string_view member = children_member(rule.model_type);
  const Json* list = member.empty() ? nullptr : element.find(member);
  for (std::size_t i = 0; list != nullptr && list->is_array() && i < list->size(); ++i)
    there.insert(stem_of(list->as_array()[i].text("idShort")).text);
  for (const std::string& each : wanted) out += there.contains(each) ? 0 : 1;
  for (const Element& each : rule.children) wanted.insert(stem_of(each.id_short).text);
  for (const std::string& each : there) out += wanted.contains(each) ? 0 : 1;
  return out;
}

bool is_kind_of(std::string_view model_type, std::string_view wanted) {
  const auto& model = formats::aas::metamodel(formats::aas::Version::v3_1);
  const auto* type = model.find_class(model_type);
  const auto* other = model.find_class(wanted);
  return type != nullptr && other != nullptr && type->is_a(*other);
}

}  // namespace

Stem stem_of(std::string_view id_short) {
  Stem out;
  for (std::size_t i = 0; i < id_short.size();) {
    const std::size_t end = number_place_end(id_short, i);
    if (end != i) {
      out.numbered = true;
      i = end;
    } else {
      out.text += id_short[i++];
    }
  }
  return out;
}

Siblings::Siblings(const Element& parent) : parent_(parent), is_list_(parent.model_type == "SubmodelElementList") {
  if (is_list_) inherited_ = last_key(parent.more.find("semanticIdListElement"));
  std::unordered_map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < parent.children.size(); ++i) {
    const Element& rule = parent.children[i];
    stems_.push_back(stem_of(rule.id_short));
    const std::string& stem = stems_.back().text;
    const std::string identity = rule.model_type + '\n' + std::string(meaning(i)) + '\n' + (is_list_ ? "" : stem);
    leaders_.push_back(first.try_emplace(identity, i).first->second);
    auto& repeated = groups_[leaders_.back()].variants;
    if (repeated.size() < most_variants) repeated.push_back(i);
    if (!stem.empty() && (is_list_ || leaders_.back() == i)) stem_index_[stem].push_back(i);
    if (leaders_.back() != i) continue;
    if (!meaning(i).empty()) meaning_index_[std::string(meaning(i))].push_back(i);
  }
  for (auto& [leading, group] : groups_) bound(group);
  is_mixed_ = is_list_ && meaning_index_.size() > 1;
}

std::size_t Siblings::variant(std::size_t leading_rule, const Json& child, const std::vector<bool>& used) const {
  const auto& all = groups_.at(leading_rule).variants;
  if (all.size() == 1) return leading_rule;
  const std::string stem = stem_of(child.text("idShort")).text;
  std::size_t best = leading_rule;
  std::size_t least = no_end;
  for (const std::size_t i : all) {
    const std::size_t named_otherwise = stems_[i].text == stem ? 0 : 1;
    const std::size_t unlike = differences(parent_.children[i], child) * 4 + named_otherwise * 2 + (used[i] ? 1 : 0);
    if (unlike >= least) continue;
    least = unlike;
    best = i;
  }
  return best;
}

void Siblings::bound(Group& group) const {
  std::set<std::string_view> seen;
  for (const std::size_t i : group.variants) {
    if (group.variants.size() > 1) group.work += parent_.children[i].children.size() + 1;
    if (!seen.insert(stems_[i].text).second) continue;
    group.distinct.push_back(i);
    const Cardinality cardinality = parent_.children[i].cardinality;
    group.bounds.least += is_mandatory(cardinality) ? 1 : 0;
    const bool endless = is_many(cardinality) || group.bounds.most == no_end;
    group.bounds.most = endless ? no_end : group.bounds.most + 1;
  }
  if (group.variants.size() == most_variants) group.bounds.most = no_end;
}

std::string_view Siblings::meaning(std::size_t rule) const {
  const std::string_view own = parent_.children[rule].meaning();
  return own.empty() ? inherited_ : own;
}

const std::vector<std::size_t>* Siblings::candidates(const Index& index, const std::string& key) const {
  const auto found = index.find(key);
  return found == index.end() ? nullptr : &found->second;
}

bool Siblings::means(std::size_t rule, const Json& child, std::string_view its_meaning) const {
  const std::string_view wanted = meaning(rule);
  return wanted.empty() || wanted == its_meaning || is_among(parent_.children[rule], its_meaning) ||
         has_supplement(child, wanted);
}

// The one of its class and meaning; else of its class; else whichever has its name.
std::optional<Siblings::Fit> Siblings::by_id_short(const std::string& stem, const Json& child,
                                                   std::string_view its_meaning, bool numbers) const {
  const auto* found = candidates(stem_index_, stem);
  if (found == nullptr) return std::nullopt;
  std::optional<Fit> best;
  for (const std::size_t i : std::span(*found).first(std::min(found->size(), most_candidates))) {
    if (numbers && !takes_numbers(parent_.children[i], stems_[i])) continue;
    const Fit fit{i, parent_.children[i].model_type != child.text("modelType"), !means(i, child, its_meaning)};
    if (!best || std::pair(fit.wrong_type, fit.wrong_meaning) < std::pair(best->wrong_type, best->wrong_meaning))
      best = fit;
  }
  return best;
}

// The one that means the same, where only one does: of several it would be a guess.
std::optional<Siblings::Fit> Siblings::by_meaning(const Json& child, std::string_view its_meaning) const {
  const auto* found = its_meaning.empty() ? nullptr : candidates(meaning_index_, std::string(its_meaning));
  if (found == nullptr) return std::nullopt;
  std::optional<Fit> best;
  std::size_t of_its_class = 0;
  for (const std::size_t i : std::span(*found).first(std::min(found->size(), most_candidates))) {
    const bool wrong_type = parent_.children[i].model_type != child.text("modelType");
    if (!wrong_type && ++of_its_class == 1) best = Fit{i, false, false};
    if (!best) best = Fit{i, true, false};
  }
  if (of_its_class == 1 || (of_its_class == 0 && found->size() == 1)) return best;
  return std::nullopt;
}

// Items have no idShort: the first rule of its class and meaning. One without a semanticId means what its list says, by
// Part 1 of the specification (SubmodelElementList/semanticIdListElement), which published examples leave to the
// template.
std::optional<Siblings::Fit> Siblings::in_list(const Json& child, std::string_view its_meaning,
                                               const std::vector<std::size_t>& counts) const {
  std::optional<Fit> best;
  std::tuple<bool, bool, std::size_t> least;
  const bool by_order = is_mixed_ && its_meaning.empty();
  for (std::size_t i = 0; i < std::min(parent_.children.size(), most_variants); ++i) {
    if (leaders_[i] != i) continue;
    const bool wrong_type = parent_.children[i].model_type != child.text("modelType");
    const Fit fit{i, wrong_type, !its_meaning.empty() && !means(i, child, its_meaning)};
    const std::tuple unlike(fit.wrong_type, fit.wrong_meaning, by_order ? std::min<std::size_t>(counts[i], 1) : 0);
    if (best && unlike >= least) continue;
    best = fit;
    least = unlike;
  }
  return best;
}

std::optional<Siblings::Fit> Siblings::fit(const Json& child, std::string_view inherited,
                                           const std::vector<std::size_t>& counts) const {
  const std::string_view its_meaning = last_key(child.find("semanticId"));
  if (is_list_) return in_list(child, its_meaning.empty() ? inherited : its_meaning, counts);
  const std::string stem = stem_of(child.text("idShort")).text;
  const auto same_name = by_id_short(stem, child, its_meaning, false);
  if (same_name && !same_name->wrong_type && !same_name->wrong_meaning) return same_name;
  const auto numbered = by_id_short(without_digits(stem), child, its_meaning, true);
  if (numbered && !numbered->wrong_type && !numbered->wrong_meaning) return numbered;
  const auto same_meaning = by_meaning(child, its_meaning);
  if (same_meaning && !same_meaning->wrong_type) return same_meaning;
  if (same_name) return same_name;
  return numbered ? numbered : same_meaning;
}

std::optional<std::size_t> Siblings::named(std::string_view word) const {
  const std::string stem = stem_of(word).text;
  if (const auto* found = candidates(stem_index_, stem)) return found->front();
  const auto* found = candidates(stem_index_, without_digits(stem));
  if (found == nullptr || !takes_numbers(parent_.children[found->front()], stems_[found->front()])) return std::nullopt;
  return found->front();
}

ListFacts list_facts(const Element& list) {
  ListFacts out{std::string(list.said("typeValueListElement")), std::string(list.said("valueTypeListElement")), false};
  if (list.children.empty()) return out;
  const Element& item = list.children.front();
  const bool typed = item.model_type == "Property" || item.model_type == "Range";
  const bool fits = is_kind_of(item.model_type, out.type);
  if (!fits) {
    out.contradictory = !out.type.empty();
    out.type = item.model_type;
  }
  if (typed && !item.value_type.empty() && out.value_type != item.value_type) {
    out.contradictory = out.contradictory || !out.value_type.empty();
    out.value_type = item.value_type;
  }
  if (out.type == item.model_type && !typed) out.value_type.clear();
  return out;
}

}  // namespace aas::engine
