// SPDX-License-Identifier: Apache-2.0
#include "kernel/adopted.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <set>

#include "base/crypto.h"
#include "kernel/snapshot.h"
#include "unit/kernel/world.h"

namespace kernel {
namespace {

using testing_world::ada;
using testing_world::note;
using testing_world::Where;
using testing_world::World;

constexpr const char* owner_id = "ids:file";

// A document of the tests: {"ids:a1": stored element, …}.
class Toy final : public Adopted {
 public:
  explicit Toy(std::map<std::string, std::shared_ptr<const Element>, std::less<>> all) : all_(std::move(all)) {}
  std::size_t size() const override { return all_.size(); }
  bool has(std::string_view id) const override { return all_.contains(id); }
  std::shared_ptr<const Element> find(std::string_view id) const override {
    const auto found = all_.find(id);
    return found == all_.end() ? nullptr : found->second;
  }
  void each_id(const std::function<void(const std::string&)>& visit) const override {
    for (const auto& [id, element] : all_) visit(id);
  }
  std::vector<std::string> referrers(std::string_view id) const override {
    std::vector<std::string> out;
    for (const auto& [other, element] : all_) {
      if (std::ranges::find(element->refs, id) != element->refs.end()) out.push_back(other);
    }
    return out;
  }
  std::vector<Touched::Item> counted() const override {
    std::map<std::string, Touched::Item> groups;
    for (const auto& [id, element] : all_) {
      auto& item =
          groups.try_emplace(element->category, Touched::Item{.needs = Permission::create, .times = 0}).first->second;
      item.id = id;
      item.category = element->category;
      ++item.times;
    }
    std::vector<Touched::Item> out;
    for (auto& [category, item] : groups) out.push_back(std::move(item));
    return out;
  }

 private:
  std::map<std::string, std::shared_ptr<const Element>, std::less<>> all_;
};

Result<SharedAdopted> expand_toy(std::string_view kind, std::string_view bytes, const std::string&) {
  if (kind != "ids/toy") return fail(Code::unavailable, "unknown kind");
  const Json json = TRY(base::parse_json(bytes));
  std::map<std::string, std::shared_ptr<const Element>, std::less<>> all;
  for (const auto& [id, stored] : json.as_object())
    all.emplace(id, std::make_shared<const Element>(TRY(element_from_json(id, stored))));
  return std::make_shared<const Toy>(std::move(all));
}

// "ids:root", in every document, and some that hang on it or on each other.
std::string toy_bytes(const std::string& name, int count) {
  Json json = Json::object({{"ids:root", Json::object({{"category", "root"}, {"body", name}})}});
  for (int i = 0; i < count; ++i) {
    Json stored = Json::object({{"category", i % 2 == 0 ? "wall" : "door"}});
    stored.set("refs", Json::array({i < 2 ? std::string("ids:root") : "ids:" + name + std::to_string(i / 2 - 1)}));
    stored.set("body", Json::object({{"n", i}, {"of", name}}));
    json.set("ids:" + name + std::to_string(i), std::move(stored));
  }
  return json.dump();
}

Adoption toy(const std::string& bytes) {
  Adoption adoption{base::sha256_hex(bytes), "ids/toy"};
  adoption.content = expand_toy("ids/toy", bytes, adoption.blob).value();
  adoption.elements = static_cast<std::int64_t>(adoption.content->size());
  return adoption;
}

Element owner(const std::string& bytes, Json body = 1) {
  Element element = note(owner_id, std::move(body), "file");
  element.adopts = toy(bytes);
  return element;
}

Op put_op(Element element) {
  std::string id = element.id;
  return {Op::What::put, std::move(id), std::make_shared<const Element>(std::move(element))};
}
Op remove_op(std::string id) { return {Op::What::remove, std::move(id), nullptr}; }

Element with_body(const Branch& branch, const std::string& id, Json body) {
  Element element = *branch.elements.find(id);
  element.body = std::move(body);
  return element;
}

Result<SharedAdopted> resolve_toys(const Adoption& adoption) {
  for (const char* name : {"a", "b"}) {
    if (toy(toy_bytes(name, 6)).blob == adoption.blob) return toy(toy_bytes(name, 6)).content;
  }
  return fail(Code::not_found, "no such toy");
}

// Applies and lands; the steps must do the same on the branch before, and their inverse lead back.
Branch after(const Branch& branch, const std::vector<Op>& ops, Applied* out = nullptr) {
  auto applied = apply_ops(branch, ops);
  EXPECT_TRUE(applied.ok()) << applied.error().message;
  Branch next = landed(branch, *applied, branch.revision + 1);
  const auto forth = ops_of(branch, applied->steps, resolve_toys);
  EXPECT_TRUE(forth.ok()) << forth.error().message;
  auto again = apply_ops(branch, *forth);
  EXPECT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(to_json(again->steps), to_json(applied->steps));
  EXPECT_EQ(landed(branch, *again, 1).sum, next.sum);
  const auto back = ops_of(next, invert(applied->steps), resolve_toys);
  EXPECT_TRUE(back.ok()) << back.error().message;
  auto undone = apply_ops(next, *back);
  EXPECT_TRUE(undone.ok()) << undone.error().message;
  const Branch before = landed(next, *undone, 9);
  EXPECT_EQ(before.sum, branch.sum);
  EXPECT_EQ(before.elements.size(), branch.elements.size());
  for (const auto& [id, element] : branch.elements.sorted()) EXPECT_EQ(*before.elements.find(id), *element) << id;
  if (out != nullptr) *out = *std::move(applied);
  return next;
}

TEST(Adopted, OneStepBringsInAllOfADocument) {
  Applied applied;
  const Branch open = after({}, {put_op(owner(toy_bytes("a", 6)))}, &applied);
  EXPECT_EQ(applied.steps.size(), 1U);
  EXPECT_EQ(applied.stored.size(), 1U);
  EXPECT_EQ(applied.touched.count(), 8) << "the file, the root and six";
  EXPECT_EQ(open.elements.size(), 8U);
  EXPECT_EQ(open.elements.sorted().size(), 8U);
  EXPECT_EQ(open.elements.written().size(), 1U);
  EXPECT_EQ(open.elements.find("ids:a3")->body.at("n"), Json(3));
  EXPECT_EQ(revision_of(open, "ids:a3"), 1);
  EXPECT_EQ(referrers(open, "ids:a0"), (std::vector<std::string>{"ids:a2", "ids:a3"}));
}

TEST(Adopted, WhatIsWrittenLiesOverIt) {
  const Branch open = after({}, {put_op(owner(toy_bytes("a", 6)))});
  Applied applied;
  const Branch edited = after(open, {put_op(with_body(open, "ids:a3", "new"))}, &applied);
  ASSERT_EQ(applied.touched.items.size(), 1U);
  EXPECT_EQ(applied.touched.items.front().needs, Permission::modify);
  EXPECT_EQ(applied.touched.items.front().category, "door");
  EXPECT_EQ(applied.steps.front().old_value.at("n"), Json(3));
  EXPECT_EQ(edited.elements.size(), 8U);
  EXPECT_EQ(revision_of(edited, "ids:a3"), 2);
  EXPECT_EQ(apply_ops(edited, {remove_op("ids:a0")}).error().code, Code::host_missing);
  const Branch less = after(edited, {remove_op("ids:a5")}, &applied);
  EXPECT_EQ(applied.touched.items.front().needs, Permission::remove);
  EXPECT_EQ(less.elements.find("ids:a5"), nullptr);
  EXPECT_EQ(revision_of(less, "ids:a5"), 0);
  EXPECT_EQ(less.elements.size(), 7U);
  EXPECT_EQ(apply_ops(less, {remove_op("ids:a5")}).error().code, Code::not_found);
}

TEST(Adopted, GoesWithAllThatWasWrittenOverItAndComesBackWithIt) {
  Branch branch = after({}, {put_op(owner(toy_bytes("a", 6)))});
  branch = after(branch, {put_op(with_body(branch, "ids:a3", "new")), remove_op("ids:a5")});
  Applied applied;
  const Branch closed = after(branch, {remove_op(owner_id)}, &applied);
  EXPECT_EQ(closed.elements.size(), 0U);
  EXPECT_EQ(closed.elements.written().size(), 0U);
  EXPECT_EQ(closed.sum, Branch{}.sum);
  EXPECT_EQ(applied.touched.count(), 7);
  const Branch other = after(branch, {put_op(owner(toy_bytes("b", 6)))});
  EXPECT_EQ(other.elements.size(), 8U);
  EXPECT_EQ(other.elements.find("ids:root")->body, Json("b"));
  EXPECT_EQ(other.elements.find("ids:a3"), nullptr);
}

TEST(Adopted, DoesNotHideWhatIsThere) {
  Branch branch = after({}, {put_op(note("ids:a1", 1))});
  EXPECT_EQ(apply_ops(branch, {put_op(owner(toy_bytes("a", 6)))}).error().code, Code::constraint);
  branch = after(branch, {remove_op("ids:a1"), put_op(owner(toy_bytes("a", 6)))});
  Element guest = note("ids:guest", 1);
  guest.refs = {"ids:a1"};
  branch = after(branch, {put_op(guest)});
  EXPECT_EQ(apply_ops(branch, {remove_op(owner_id)}).error().code, Code::host_missing);
  after(branch, {remove_op("ids:guest"), remove_op(owner_id)});
}

// --- files ---

TEST(Adopted, WhatTheKernelReadForAChangeIsNotReadAgain) {
  World world(Where::on_disk);
  world.expand = expand_toy;
  world.restart();
  const std::filesystem::path path = world.files() / "doc.ids";
  const auto put_there = [&](const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; };
  const auto open = [&](bool says_other) {
    return world.change(World::call(), [=](const View& view) -> Result<Change> {
      FileBytes read = TRY(view.load_file("doc.ids", 1 << 20));
      put_there("somebody else was here");
      Change change;
      Element file = note(owner_id, 1, "file");
      file.adopts = TRY(view.adopt("ids/toy", std::move(read)));
      change.loads.push_back({owner_id, "doc.ids", says_other ? base::sha256_hex("other") : file.adopts->blob});
      change.put(std::move(file));
      return change;
    });
  };
  const auto save = [&] {
    return world.change(World::reading(), [](const View&) -> Result<Change> {
      Change change;
      change.files.push_back({"doc.ids", "edited", {".ids"}});
      change.files.back().saves = owner_id;
      return change;
    });
  };
  const std::string bytes = toy_bytes("a", 3);
  put_there(bytes);
  ASSERT_TRUE(open(false).ok());
  EXPECT_EQ(world.events().front().loads.at(0).sha256, base::sha256_hex(bytes));
  EXPECT_FALSE(save().ok()) << "it is another by now";
  put_there(bytes);
  ASSERT_TRUE(save().ok()) << "it is as it was loaded";

  ASSERT_TRUE(
      world.change(World::call(), [](const View&) -> Result<Change> { return Change().remove(owner_id); }).ok());
  put_there(bytes);
  ASSERT_TRUE(open(true).ok());
  put_there(bytes);
  EXPECT_FALSE(save().ok()) << "what was read is not what the tool said";
}

// --- the same history with documents adopted and with every element put by hand ---

class Side {
 public:
  explicit Side(bool adopts) : adopts_(adopts), world_(Where::on_disk) {
    world_.expand = expand_toy;
    world_.restart();
  }

  Result<Outcome> open(const std::string& name, int count) {
    const std::string bytes = toy_bytes(name, count);
    return change([&](const View& view) -> Result<Change> {
      Change change;
      remove_rest(view, change);
      if (view.element(owner_id)) change.remove(owner_id);
      if (adopts_) {
        Element file = note(owner_id, name + std::to_string(count), "file");
        file.adopts = TRY(view.adopt("ids/toy", bytes));
        change.put(std::move(file));
        return change;
      }
      change.put(note(owner_id, name + std::to_string(count), "file"));
      const Json json = TRY(base::parse_json(bytes));
      for (const auto& [id, stored] : json.as_object()) change.put(TRY(element_from_json(id, stored)));
      return change;
    });
  }
  Result<Outcome> close() {
    return change([&](const View& view) -> Result<Change> {
      Change change;
      remove_rest(view, change);
      change.remove(owner_id);
      return change;
    });
  }
  // The element at that place in the order of ids: a new body, or it goes.
  Result<Outcome> edit(std::size_t place, const Json& body) {
    return change([&](const View& view) -> Result<Change> {
      const auto all = view.elements();
      Change change;
      if (all.empty()) return change;
      Element element = *all[place % all.size()];
      element.body = body;
      change.put(std::move(element));
      return change;
    });
  }
  Result<Outcome> remove(std::size_t place) {
    return change([&](const View& view) -> Result<Change> {
      auto all = view.elements();
      std::erase_if(all, [](const auto& element) { return element->id == owner_id; });
      Change change;
      if (!all.empty()) change.remove(all[place % all.size()]->id);
      return change;
    });
  }
  Result<Outcome> add(int number, std::size_t host) {
    return change([&](const View& view) -> Result<Change> {
      const auto all = view.elements();
      Change change;
      Element guest = note("ids:guest" + std::to_string(number), number, "guest");
      if (!all.empty()) guest.refs = {all[host % all.size()]->id};
      change.put(std::move(guest));
      return change;
    });
  }
  Result<Outcome> undo() { return world_.undo(call()); }
  Result<Outcome> redo() { return world_.redo(call()); }
  Result<Outcome> make_branch(const std::string& name) {
    return World::wait([&](Kernel::Done done) { world_.kernel->create_branch(call(), name, std::move(done)); });
  }
  Result<Outcome> merge(const std::string& from) {
    Call call = this->call();
    call.principal = testing_world::bot;
    auto asked = World::wait([&](Kernel::Done done) { world_.kernel->merge_branch(call, from, {}, std::move(done)); });
    if (!asked.ok()) return asked;
    return world_.decide(asked->approval->id);
  }
  void go_to(const std::string& branch) { branch_ = branch; }
  void restart() { world_.restart(); }
  void wait() { world_.clock.advance(1000); }

  // All elements as they are stored, but for what only one of the two has.
  Json state() const {
    Json all = Json::object();
    const auto look = [&](const View& view) -> Result<Json> {
      for (const auto& element : view.elements()) {
        Element plain = *element;
        plain.adopts.reset();
        all.set(plain.id, to_json(plain));
      }
      return Json();
    };
    EXPECT_TRUE(world_.kernel->read(call(Permission::read), look).ok());
    return all;
  }
  std::vector<std::string> problems() const {
    const auto report = world_.kernel->verify(call(Permission::read), true);
    if (!report.ok()) return {report.error().message};
    return report->problems;
  }
  // None where nobody has written to the branch since it was made.
  std::string state_check() const {
    const auto events = world_.events(call(Permission::read));
    return events.empty() ? "" : events.front().state_check;
  }

 private:
  Call call(Permission needs = Permission::modify) const {
    Call made = World::call(ada, needs);
    made.branch = branch_;
    return made;
  }
  Result<Outcome> change(const Kernel::Plan& plan) const { return world_.change(call(), plan); }
  static void remove_rest(const View& view, Change& change) {
    const SharedAdopted document = view.adopted(owner_id);
    for (const auto& [id, element] : view.written("ids:")) {
      if (element && id != owner_id && !(document && document->has(id))) change.remove(id);
    }
  }

  bool adopts_;
  World world_;
  std::string branch_ = "main";
};

std::string said(const Result<Outcome>& outcome) {
  return outcome.ok() ? "ok" : std::to_string(static_cast<int>(outcome.error().code));
}

class TwoSides {
 public:
  explicit TwoSides(std::uint64_t seed) : random_(seed) {}

  void step() {
    std::string what;
    const auto both = [&](const std::string& name, auto act) {
      what = name;
      adopting_.wait();
      plain_.wait();
      const Result<Outcome> one = act(adopting_);
      const Result<Outcome> other = act(plain_);
      history_ += " " + name + ":" + said(one);
      if (one.ok()) ++done[name];
      ASSERT_EQ(said(one), said(other)) << history_ << "\n"
                                        << (one.ok() ? "" : one.error().message) << "\n"
                                        << (other.ok() ? "" : other.error().message);
    };
    const std::size_t place = below(40);
    const int number = static_cast<int>(below(3));
    switch (below(16)) {
      case 0:
        both("open", [&](Side& side) { return side.open(number == 0 ? "a" : "b", 4 + 2 * number); });
        break;
      case 1:
        both("close", [&](Side& side) { return side.close(); });
        break;
      case 2:
      case 3:
        both("remove", [&](Side& side) { return side.remove(place); });
        break;
      case 4:
        both("add", [&](Side& side) { return side.add(number, place); });
        break;
      case 5:
      case 6:
        undo(both);
        break;
      case 7:
        both("redo", [&](Side& side) { return side.redo(); });
        break;
      case 8:
        if (branches_ < 3) {
          const std::string name = "b" + std::to_string(branches_++);
          both("branch", [&](Side& side) { return side.make_branch(name); });
        }
        break;
      case 9:
      case 15:
        go(below(2) == 0 ? "main" : "b" + std::to_string(below(static_cast<std::size_t>(branches_) + 1)));
        break;
      case 10:
        if (branches_ > 0) {
          const std::string from =
              here_ == "main" ? "b" + std::to_string(below(static_cast<std::size_t>(branches_))) : "main";
          both("merge", [&](Side& side) { return side.merge(from); });
        }
        break;
      case 11:
        adopting_.restart();
        plain_.restart();
        history_ += " restart";
        break;
      default:
        both("edit", [&](Side& side) { return side.edit(place, Json::object({{"n", number}})); });
    }
    ASSERT_EQ(adopting_.state(), plain_.state()) << history_ << "\n"
                                                 << adopting_.state().dump() << "\n"
                                                 << plain_.state().dump();
  }
  std::map<std::string, int> done;
  void end() {
    EXPECT_TRUE(adopting_.problems().empty()) << history_ << "\n" << adopting_.problems().front();
    EXPECT_TRUE(plain_.problems().empty()) << history_;
    const std::string check = adopting_.state_check();
    const Json before = adopting_.state();
    adopting_.restart();
    EXPECT_TRUE(adopting_.problems().empty()) << history_;
    EXPECT_EQ(adopting_.state_check(), check) << history_;
    EXPECT_EQ(adopting_.state(), before) << history_;
  }

 private:
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  // A document is opened as a whole: what somebody wrote to its owner since stands in the way of taking that back, also
  // where none of its elements was written. By hand it does not.
  template <class Both>
  void undo(const Both& both) {
    adopting_.wait();
    plain_.wait();
    const Result<Outcome> one = adopting_.undo();
    const bool owner_wrote = !one.ok() && one.error().code == Code::stale &&
                             one.error().message.find(std::string("wrote ") + owner_id) != std::string::npos;
    const Result<Outcome> other = owner_wrote && plain_.undo().ok() ? plain_.redo() : Result<Outcome>(Outcome{});
    if (owner_wrote) {
      history_ += " undo:owner";
      EXPECT_TRUE(other.ok()) << history_;
      return;
    }
    bool first = true;
    both("undo", [&](Side& side) { return std::exchange(first, false) ? one : side.undo(); });
  }
  void go(const std::string& branch) {
    if (branch != "main" && branch.back() - '0' >= branches_) return;
    here_ = branch;
    adopting_.go_to(branch);
    plain_.go_to(branch);
    history_ += " to " + branch;
  }

  std::mt19937_64 random_;
  Side adopting_{true};
  Side plain_{false};
  int branches_ = 0;
  std::string here_ = "main";
  std::string history_;
};

TEST(Adopted, EveryHistoryIsThatOfTheSameElementsPutByHand) {
  const char* given = std::getenv("LINTEL_SEED");
  const std::uint64_t first = given != nullptr ? std::stoull(given) : std::random_device{}();
  std::cout << "LINTEL_SEED=" << first << "\n";
  // Eight histories, and more where chance left something out: a merge needs a branch that differs and does not
  // conflict.
  std::set<std::string> left{"open", "close", "edit", "remove", "add", "undo", "redo", "branch", "merge"};
  for (std::uint64_t seed = first; seed < first + 8 || (!left.empty() && seed < first + 400); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    TwoSides sides(seed);
    for (int i = 0; i < 60 && !testing::Test::HasFailure(); ++i) sides.step();
    if (testing::Test::HasFailure()) return;
    sides.end();
    for (const auto& [what, times] : sides.done) left.erase(what);
  }
  EXPECT_TRUE(left.empty()) << *left.begin() << " never went through";
}

}  // namespace
}  // namespace kernel
