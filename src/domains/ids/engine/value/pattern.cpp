// SPDX-License-Identifier: Apache-2.0
// XSD patterns are matched by Thompson's construction: a text costs one step per character and state, whatever the
// pattern. Where the deterministic automaton is small it is built at once, and a character costs one look-up.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "domains/ids/engine/value/pattern_parse.h"
#include "domains/ids/engine/value/value.h"

namespace ids::engine {
namespace {

using base::Code;
using base::Result;
using State = std::uint32_t;

constexpr std::size_t max_states = 20'000;        // of the automaton that a pattern becomes
constexpr std::size_t max_quick_states = 400;     // of the deterministic one
constexpr std::size_t max_quick_classes = 120;    // characters it cannot tell apart are one class
constexpr std::size_t max_quick_steps = 400'000;  // of its construction

// A state reads one character of `set` and goes on to `next`, or splits without reading, or accepts.
struct NfaState {
  enum class Kind : std::uint8_t { read, split, accept } kind = Kind::split;
  std::uint32_t set = 0;
  State next = 0, other = 0;
};

// Saturates above max_states.
std::size_t states_of(const PatternTree& tree) {
  std::vector<std::size_t> sizes(tree.nodes.size());
  const auto bounded = [](std::size_t value) { return std::min(value, max_states + 1); };
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const auto& node = tree.nodes[i];
    std::size_t total = 1;
    for (const auto child : node.children) total = bounded(total + sizes[child] + 1);
    if (node.kind == PatternNode::Kind::repeat) {
      const auto copies = std::max<std::size_t>(1, node.most == without_end ? node.least + 1 : node.most);
      total = bounded(bounded(total) * std::min(copies, max_states + 1) + 1);
    }
    sizes[i] = bounded(total);
  }
  return sizes[tree.root];
}

// Builds states backwards: `to` is where a node's match leads, the answer is where it begins.
class NfaBuilder {
 public:
  explicit NfaBuilder(const PatternTree& tree) : tree_(tree) {}
  std::vector<NfaState> build(State& start) {
    const auto accept = add({.kind = NfaState::Kind::accept});
    start = emit(tree_.root, accept);
    return std::move(states_);
  }

 private:
  State add(NfaState state) {
    states_.push_back(state);
    return static_cast<State>(states_.size() - 1);
  }
  State emit(std::size_t index, State to) {
    const auto& node = tree_.nodes[index];
    switch (node.kind) {
      case PatternNode::Kind::set:
        return add({.kind = NfaState::Kind::read, .set = static_cast<std::uint32_t>(node.set), .next = to});
      case PatternNode::Kind::sequence:
        for (auto child = node.children.rbegin(); child != node.children.rend(); ++child) to = emit(*child, to);
        return to;
      case PatternNode::Kind::choice: {
        auto first = emit(node.children.back(), to);
        for (auto i = node.children.size() - 1; i-- > 0;) first = split(emit(node.children[i], to), first);
        return first;
      }
      case PatternNode::Kind::repeat:
        return emit_repeat(node, to);
    }
    return to;
  }
  State split(State one, State other) { return add({.kind = NfaState::Kind::split, .next = one, .other = other}); }

  // x{2,4} is x x (x (x)?)?; x{2,} is x x x*.
  State emit_repeat(const PatternNode& node, State to) {
    const auto child = node.children.front();
    auto after = to;
    if (node.most == without_end) {
      after = split(to, to);
      states_[after].next = emit(child, after);
    } else {
      for (auto i = node.least; i < node.most; ++i) after = split(emit(child, after), to);
    }
    for (std::size_t i = 0; i < node.least; ++i) after = emit(child, after);
    return after;
  }

  const PatternTree& tree_;
  std::vector<NfaState> states_;
};

// The states a match may be in: those that read, and the one that accepts. Each at most once.
class StateSet {
 public:
  explicit StateSet(std::size_t size) : seen_(size, false) {}
  void clear() {
    for (const auto state : touched_) seen_[state] = false;
    touched_.clear();
    members_.clear();
    accepts_ = false;
  }
  void add(const std::vector<NfaState>& states, State first) {
    pending_.push_back(first);
    while (!pending_.empty()) {
      const auto state = pending_.back();
      pending_.pop_back();
      if (seen_[state]) continue;
      seen_[state] = true;
      touched_.push_back(state);
      visit(states[state], state);
    }
  }
  bool accepts() const { return accepts_; }
  const std::vector<State>& members() const { return members_; }

 private:
  void visit(const NfaState& state, State index) {
    if (state.kind == NfaState::Kind::read) members_.push_back(index);
    if (state.kind == NfaState::Kind::accept) accepts_ = true;
    if (state.kind != NfaState::Kind::split) return;
    pending_.push_back(state.other);
    pending_.push_back(state.next);
  }
  std::vector<bool> seen_;
  std::vector<State> touched_, members_, pending_;
  bool accepts_ = false;
};

// Where the class of characters changes: the begins of all ranges and what follows their ends.
std::vector<char32_t> class_begins(const std::vector<CodeSet>& sets) {
  std::vector<char32_t> begins{0};
  for (const auto& set : sets) {
    for (const auto& range : set.ranges()) {
      begins.push_back(range.first);
      if (range.last < last_code_point) begins.push_back(range.last + 1);
    }
  }
  std::sort(begins.begin(), begins.end());
  begins.erase(std::unique(begins.begin(), begins.end()), begins.end());
  return begins;
}

}  // namespace

struct XsdPattern::Inner {
  std::vector<CodeSet> sets;
  std::vector<std::string> notes;
  std::vector<NfaState> states;
  State start = 0;

  // The deterministic automaton, if it is small: next[state * classes + class]; state 0 is dead, 1 the start.
  bool quick = false;
  std::vector<char32_t> begins;  // sorted; stretch i lies from begins[i] to begins[i + 1]
  std::vector<std::uint8_t> class_of_stretch;
  std::array<std::uint8_t, 128> class_of_ascii{};
  std::size_t classes = 0;
  std::vector<std::uint16_t> next;
  std::vector<bool> accepting;

  void make_quick();
  bool find_classes();
  bool quick_states();
  std::size_t class_of(char32_t code) const;
  bool matches_quickly(std::string_view text) const;
  bool matches_slowly(std::string_view text) const;
  bool always_begins_with(const StateSet& now, std::vector<std::string_view> prefixes) const;
};

// Stretches that lie in the same sets are one class.
bool XsdPattern::Inner::find_classes() {
  begins = class_begins(sets);
  if (begins.size() * sets.size() > max_quick_steps) return false;
  std::map<std::vector<bool>, std::uint8_t> known;
  for (const auto begin : begins) {
    std::vector<bool> inside(sets.size());
    for (std::size_t i = 0; i < sets.size(); ++i) inside[i] = sets[i].contains(begin);
    if (known.size() > max_quick_classes) return false;
    const auto found = known.try_emplace(std::move(inside), static_cast<std::uint8_t>(known.size())).first;
    class_of_stretch.push_back(found->second);
  }
  classes = known.size();
  for (char32_t code = 0; code < class_of_ascii.size(); ++code) {
    const auto after = std::upper_bound(begins.begin(), begins.end(), code);
    class_of_ascii[code] = class_of_stretch[static_cast<std::size_t>(after - begins.begin()) - 1];
  }
  return true;
}

// The subset construction, given up where it grows too large.
bool XsdPattern::Inner::quick_states() {
  std::vector<char32_t> sample(classes);
  for (std::size_t i = begins.size(); i-- > 0;) sample[class_of_stretch[i]] = begins[i];
  std::map<std::pair<bool, std::vector<State>>, std::uint16_t> known{{{false, {}}, 0}};
  std::vector<std::vector<State>> members{{}};
  accepting = {false};
  next.assign(classes, 0);
  std::size_t steps = 0;
  StateSet current(states.size());
  const auto number_of = [&] {
    auto sorted = current.members();
    std::sort(sorted.begin(), sorted.end());
    const auto [found, fresh] =
        known.try_emplace({current.accepts(), sorted}, static_cast<std::uint16_t>(members.size()));
    if (fresh) {
      members.push_back(std::move(sorted));
      accepting.push_back(current.accepts());
      next.resize(next.size() + classes, 0);
    }
    return found->second;
  };
  current.add(states, start);
  if (number_of() == 0) return true;  // matches nothing at all: the dead state is the start
  for (std::size_t from = 1; from < members.size(); ++from) {
    for (std::size_t each = 0; each < classes; ++each) {
      steps += members[from].size() + 1;
      if (members.size() > max_quick_states || steps > max_quick_steps) return false;
      current.clear();
      for (const auto state : members[from]) {
        if (sets[states[state].set].contains(sample[each])) current.add(states, states[state].next);
      }
      steps += current.members().size();
      const auto to = number_of();
      next[from * classes + each] = to;
    }
  }
  return true;
}

void XsdPattern::Inner::make_quick() {
  quick = states.size() <= max_quick_states * 5 && find_classes() && quick_states();
  if (quick) return;
  next = {};
  accepting = {};
}

std::size_t XsdPattern::Inner::class_of(char32_t code) const {
  if (code < class_of_ascii.size()) return class_of_ascii[code];
  const auto after = std::upper_bound(begins.begin(), begins.end(), code);
  return class_of_stretch[static_cast<std::size_t>(after - begins.begin()) - 1];
}

bool XsdPattern::Inner::matches_quickly(std::string_view text) const {
  std::size_t state = accepting.size() > 1 ? 1 : 0;
  for (std::size_t at = 0; at < text.size() && state != 0;) {
    state = next[state * classes + class_of(base::next_character(text, at))];
  }
  return accepting[state];
}

bool XsdPattern::Inner::matches_slowly(std::string_view text) const {
  StateSet now(states.size());
  StateSet then(states.size());
  now.add(states, start);
  for (std::size_t at = 0; at < text.size() && !now.members().empty();) {
    const auto code = base::next_character(text, at);
    then.clear();
    for (const auto state : now.members()) {
      if (sets[states[state].set].contains(code)) then.add(states, states[state].next);
    }
    std::swap(now, then);
    if (at == text.size()) return now.accepts();
  }
  return text.empty() && now.accepts();
}

Result<XsdPattern> XsdPattern::compile(std::string_view pattern) {
  auto tree = TRY(parse_pattern(pattern));
  if (states_of(tree) > max_states) {
    return base::fail(
        Code::out_of_range,
        "the pattern \"" + base::printable(pattern, 200) + "\" is too large once its counts are written out", {},
        "Use smaller counts, or minLength and maxLength.");
  }
  auto inner = std::make_shared<Inner>();
  inner->states = NfaBuilder(tree).build(inner->start);
  inner->sets = std::move(tree.sets);
  inner->notes = std::move(tree.notes);
  inner->make_quick();
  XsdPattern result;
  result.inner_ = std::move(inner);
  return result;
}

bool XsdPattern::matches(std::string_view text) const {
  return inner_->quick ? inner_->matches_quickly(text) : inner_->matches_slowly(text);
}

// Step by step: what may be read here is the next letter of a prefix and nothing else.
bool XsdPattern::Inner::always_begins_with(const StateSet& now, std::vector<std::string_view> prefixes) const {
  if (std::ranges::any_of(prefixes, &std::string_view::empty)) return true;
  if (now.accepts()) return false;
  std::vector<CodeRange> letters;
  for (const auto prefix : prefixes) letters.push_back({char32_t(prefix.front()), char32_t(prefix.front())});
  const CodeSet allowed(letters);
  const auto& members = now.members();
  if (!std::ranges::all_of(members,
                           [&](State state) { return sets[states[state].set].without(allowed).ranges().empty(); }))
    return false;
  return std::ranges::all_of(allowed.ranges(), [&](const CodeRange& range) {
    for (auto letter = range.first; letter <= range.last; ++letter) {
      StateSet then(states.size());
      for (const auto state : members) {
        if (sets[states[state].set].contains(letter)) then.add(states, states[state].next);
      }
      std::vector<std::string_view> rest;
      for (const auto prefix : prefixes) {
        if (char32_t(prefix.front()) == letter) rest.push_back(prefix.substr(1));
      }
      if (!always_begins_with(then, std::move(rest))) return false;
    }
    return true;
  });
}

bool XsdPattern::always_begins_with(std::span<const std::string_view> prefixes) const {
  StateSet now(inner_->states.size());
  now.add(inner_->states, inner_->start);
  return !now.members().empty() && inner_->always_begins_with(now, {prefixes.begin(), prefixes.end()});
}

const std::vector<std::string>& XsdPattern::notes() const { return inner_->notes; }

}  // namespace ids::engine
