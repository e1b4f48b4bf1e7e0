// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/open_models.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "domains/energy/engine/document/document.h"
#include "domains/energy/engine/edit/draft.h"
#include "support/energy_schema.h"

namespace energy::runtime {
namespace {

using base::Json;
using engine::Model;
using Shared = std::shared_ptr<const OpenModel>;

// One state of a model: what became of the file's objects by number, and new ones in their order.
struct State {
  std::map<std::size_t, std::shared_ptr<const kernel::Element>> changed;  // null: removed
  std::vector<std::shared_ptr<const kernel::Element>> added;
};

std::shared_ptr<const kernel::Element> element(std::string id, Json body) {
  kernel::Element out;
  out.id = std::move(id);
  out.body = std::move(body);
  return std::make_shared<const kernel::Element>(std::move(out));
}

// Writes files and edits them at random.
class Editor {
 public:
  explicit Editor(std::uint64_t seed)
      : random_(seed), source_(engine::Source::read(written()).value()), file_(whole(State(), true)) {}

  // False: this state takes reading as a whole.
  bool step() {
    const auto act = number(9);
    if (act == 0 && at_ > 0) {
      --at_;
    } else if (act == 1 && at_ + 1 < history_.size()) {
      ++at_;
    } else {
      State next = history_[at_];
      change(next, act);
      history_.resize(at_ + 1);
      history_.push_back(std::move(next));
      ++at_;
    }
    const Shared now = over(history_[at_]);
    if (now != nullptr) last_ = now;
    return now != nullptr;
  }

  const Shared& kept() const { return last_; }
  Shared anew() const { return whole(history_[at_], false); }

 private:
  std::size_t number(std::size_t below) { return std::uniform_int_distribution<std::size_t>(0, below - 1)(random_); }
  template <class... Words>
  std::string any(Words... words) {
    const std::vector<std::string> all{words...};
    return all[number(all.size())];
  }

  std::string separator(const std::string& newline) {
    return any(std::string(","), ", ", "," + newline + "  ", ",   !- a comment, odd; one" + newline + "    ");
  }

  std::vector<std::string> slots(const std::string& type) {
    const std::string name = any("A", "B", "Core", "core", "Ä", "A long name of an object");
    if (type == "Zone") return {name, any("1", "0.50", "x", ""), any("2", ""), any("Autocalculate", "7", "")};
    if (type == "ZoneList") return {name, any("A", "B"), any("Core", "")};
    if (type == "Lights") return {name, any("A", "Core", "nobody"), any("S", ""), any("General", "")};
    if (type == "Output:Variable") return {any("*", "A", "Core"), any("Zone Mean Air Temperature", "Other")};
    if (type == "Shading:Zone:Detailed") return {name, "0", "0", "1", any("1", "2.5"), "0", "0"};
    return {"25.2"};
  }
  std::string any_type() { return any("Zone", "ZoneList", "Lights", "Output:Variable", "Shading:Zone:Detailed"); }

  std::string written() {
    const std::string newline = any("\n", "\n", "\r\n");
    std::string out = any("", "! begins" + newline) + "Version,25.2;" + newline;
    for (auto left = 2 + number(12); left > 0; --left) {
      const auto type = any_type();
      out += any(type, base_upper(type));
      for (const auto& each : slots(type)) out += separator(newline) + each;
      out += any(std::string(";"), " ;  ! ends", ";") +
             any(newline, newline, newline + newline, newline + "! apart" + newline);
      if (number(5) == 0 && out.ends_with(";" + newline)) out.resize(out.size() - newline.size());
    }
    if (number(3) == 0)
      while (out.ends_with('\n') || out.ends_with('\r')) out.pop_back();
    return out;
  }
  static std::string base_upper(std::string text) {
    std::ranges::transform(text, text.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 32) : c; });
    return text;
  }

  Json body_of(const std::string& type) {
    Json fields = Json::array();
    for (const auto& each : slots(type)) fields.push_back(each);
    while (fields.size() > 1 && number(3) == 0) fields.as_array().pop_back();
    return Json::object({{"type", type}, {"fields", std::move(fields)}});
  }

  void change(State& state, std::size_t act) {
    if (act <= 3) {
      const auto type = any_type();
      state.added.push_back(element("new-" + std::to_string(++ids_), body_of(type)));
    } else if (act == 4 && !state.added.empty()) {
      state.added.erase(state.added.begin() + static_cast<std::ptrdiff_t>(number(state.added.size())));
    } else {
      const auto at = number(source_.size());
      if (state.changed.contains(at) && state.changed[at] == nullptr) return;
      const std::string type(source_.facts(at) != nullptr ? source_.facts(at)->name : source_.type(at));
      state.changed[at] = act == 5 ? nullptr : element(id(at), body_of(type));
    }
  }

  static std::string id(std::size_t at) { return "file-" + std::to_string(at); }

  std::string bytes(const State& state) const {
    engine::Overlay overlay;
    for (const auto& [at, each] : state.changed) overlay.changed.emplace_back(at, each ? &each->body : nullptr);
    for (const auto& each : state.added) overlay.added.push_back(&each->body);
    return laid_over(source_, overlay, *schema_).value();
  }

  Shared whole(const State& state, bool opened) const {
    auto file = std::make_shared<const formats::idf::File>(formats::idf::File::parse(bytes(state)).value());
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < source_.size(); ++i)
      if (const auto at = state.changed.find(i); at == state.changed.end() || at->second) ids.push_back(id(i));
    for (const auto& each : state.added) ids.push_back(each->id);
    return std::make_shared<const OpenModel>(
        Model::read(file, schema_), [ids](std::size_t at) { return ids[at]; },
        [file]() -> base::Result<std::string> { return file->bytes(); }, opened ? "the file" : "");
  }

  // As tools do: pieces that the last model has read are taken over.
  Shared over(const State& state) const {
    std::vector<OpenModel::Piece> pieces;
    const auto add = [&](const std::string& id, const auto& each, std::optional<std::size_t> at) {
      if (last_ != nullptr)
        for (const auto& known : last_->pieces())
          if (known.written.id == id && known.written.element == each) return pieces.push_back(known);
      const Model& file = file_->model();
      auto patch = at ? patch_of(file, *at, each ? &each->body : nullptr) : patch_of_new(file, each->body);
      pieces.push_back({{id, each}, at, std::make_shared<const engine::Patch>(std::move(patch).value())});
    };
    for (const auto& [at, each] : state.changed) add(id(at), each, at);
    std::vector<std::size_t> added;
    for (const auto& each : state.added) {
      added.push_back(pieces.size());
      add(each->id, each, std::nullopt);
    }
    return OpenModel::over(file_, std::move(pieces), std::move(added),
                           [text = bytes(state)]() -> base::Result<std::string> { return text; });
  }

  std::mt19937_64 random_;
  std::shared_ptr<const formats::idf::Schema> schema_ = tests::energy_schema();
  const engine::Source source_;
  const Shared file_;
  Shared last_;
  std::vector<State> history_{State()};
  std::size_t at_ = 0;
  int ids_ = 0;
};

std::string text_of(const engine::Finding& each) {
  return std::string(each.code) + "|" + std::to_string(each.object) + "|" + each.type + "|" + each.name + "|" +
         each.field + "|" + std::to_string(each.line) + "|" + each.message;
}

// All that a model says, as lines.
std::vector<std::string> told(const Model& model) {
  std::vector<std::string> out;
  for (const auto& object : model.objects()) {
    std::string line = object.type->name + "|" + object.key + "|" + std::to_string(object.source) + "|" +
                       std::to_string(object.line) + "|" + std::to_string(object.groups) + "|" +
                       std::to_string(object.surplus);
    const auto [file, place] = model.place_of(object);
    line += "|" + std::to_string(file.slots(place).size());
    for (const auto& each : model.readings(object)) {
      line += "|" + Model::field_path(object, each) + "=" + formats::idf::text_of(each.value) + "@" +
              std::to_string(each.slot);
      EXPECT_EQ(engine::utf8_of(file.bytes().substr(each.begin, each.end - each.begin)).empty(), false);
    }
    out.push_back(std::move(line));
  }
  for (const auto& each : model.findings()) out.push_back(text_of(each));
  return out;
}

void expect_same(const OpenModel& kept, const OpenModel& anew) {
  EXPECT_EQ(told(kept.model()), told(anew.model()));
  EXPECT_EQ(kept.bytes().value(), anew.bytes().value());
  EXPECT_EQ(kept.digest(), anew.digest());
  EXPECT_EQ(told(kept.model().whole()), told(anew.model()));
  for (std::size_t i = 0; i < anew.model().objects().size(); ++i)
    EXPECT_EQ(kept.id_of(kept.model().objects()[i]), anew.id_of(anew.model().objects()[i])) << i;
  for (const char* type : {"Zone", "zonelist", "Lights", "Output:Variable", "Shading:Zone:Detailed", "Sauna"}) {
    EXPECT_EQ(kept.of_type(type), anew.of_type(type)) << type;
    for (const char* name : {"A", "b", "CORE", "nobody", "Output:Variable 1", "Output:Variable 3", ""})
      EXPECT_EQ(kept.find(type, name), anew.find(type, name)) << type << " " << name;
  }
  for (const char* word : {"A", "b", "CORE", "nobody", "Output:Variable 2", "long name", "General", ""}) {
    EXPECT_EQ(kept.gives(word), anew.gives(word)) << word;
    const auto* zone = anew.model().schema().find("Zone");
    EXPECT_EQ(kept.search(word, nullptr, 3), anew.search(word, nullptr, 3)) << word;
    EXPECT_EQ(kept.search(word, kept.model().schema().find("Zone"), 100), anew.search(word, zone, 100)) << word;
  }
  std::vector<std::string> findings, others;
  for (const auto& each : kept.validation()) findings.push_back(text_of(each));
  for (const auto& each : anew.validation()) others.push_back(text_of(each));
  EXPECT_EQ(findings, others);
}

TEST(OpenModels, AnEditedModelEqualsOneReadAnew) {
  const std::uint64_t first = std::random_device()();
  int laid = 0, steps = 0;
  for (std::uint64_t seed = first; seed < first + 60 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Editor editor(seed);
    for (int i = 0; i < 12 && !::testing::Test::HasFailure(); ++i) {
      ++steps;
      if (!editor.step()) continue;
      ++laid;
      expect_same(*editor.kept(), *editor.anew());
    }
  }
  EXPECT_GT(laid, steps / 2);
}

OpenModels::State state_of(const std::string& blob, int edits) {
  OpenModels::State out{blob, "25.2.0", {}};
  for (int i = 0; i < edits; ++i) out.written.push_back({"e" + std::to_string(i), nullptr});
  return out;
}

Shared some_model() {
  auto file = std::make_shared<const formats::idf::File>(formats::idf::File::parse("Version,25.2;\n").value());
  return std::make_shared<const OpenModel>(
      Model::read(file, tests::energy_schema()), [](std::size_t) { return std::string(); },
      []() -> base::Result<std::string> { return std::string(); });
}

TEST(OpenModels, FewAreKeptAndTheLastOfAFileIsHandedOn) {
  OpenModels models;
  std::vector<std::weak_ptr<const OpenModel>> made;
  Shared handed;
  const auto make = [&](const Shared& last) -> base::Result<Shared> {
    handed = last;
    Shared out = some_model();
    made.push_back(out);
    return out;
  };
  for (int edits = 0; edits < 30; ++edits) {
    const Shared now = models.get(state_of("a", edits), make).value();
    EXPECT_EQ(handed == nullptr, edits == 0);
    handed.reset();
    EXPECT_EQ(models.get(state_of("a", edits), make).value(), now);
  }
  EXPECT_EQ(made.size(), 30u);
  EXPECT_EQ(std::ranges::count_if(made, [](const auto& each) { return !each.expired(); }), 2);
  ASSERT_TRUE(models.get(state_of("b", 1), make).ok());
  EXPECT_EQ(handed, nullptr) << "of another file";
}

}  // namespace
}  // namespace energy::runtime
