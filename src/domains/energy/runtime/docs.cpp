// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/docs.h"

#include <algorithm>
#include <cstdlib>

#include "base/files.h"
#include "base/text.h"
#include "store/database.h"

namespace energy::runtime {

namespace {

namespace fs = std::filesystem;
using base::Code;
using base::fail;
using base::Result;
using engine::Section;

constexpr std::size_t max_tex_bytes = std::size_t{8} << 20;

// Words as FTS5 takes them, each as a string of its own: nothing in them is an operator.
std::string match_of(std::string_view words, std::string_view between) {
  std::string out;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) out += (out.empty() ? "" : std::string(between)) + "\"" + word + "\"*";
    word.clear();
  };
  for (const char c : words) {
    const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
    if (letter) {
      word += c;
    } else {
      end_word();
    }
  }
  end_word();
  return out;
}

Result<void> add(store::Database& database, const Section& section) {
  auto query = TRY(database.query("INSERT INTO docs (title, text, tag, location) VALUES (?, ?, ?, ?)"));
  query.bind(1, section.title).bind(2, section.text).bind(3, section.tag).bind(4, section.location);
  return query.run();
}

Result<void> add_schema(store::Database& database, const Schema& schema) {
  for (const auto& type : schema.type_names()) TRY(add(database, engine::schema_section(type, schema.text_of(type))));
  return {};
}

// Sources that cannot be read are left out: a folder of others may hold anything.
Result<void> add_folder(store::Database& database, const fs::path& folder) {
  std::error_code error;
  for (fs::recursive_directory_iterator each(folder, error), end; each != end && !error; each.increment(error)) {
    if (each->path().extension() != ".tex") continue;
    const auto bytes = base::read_file(each->path(), max_tex_bytes);
    if (!bytes.ok() || !base::valid_utf8(*bytes)) continue;
    const auto path = each->path().lexically_relative(folder).generic_string();
    for (const auto& section : engine::tex_sections(path, *bytes)) TRY(add(database, section));
  }
  return {};
}

Result<Docs::Found> found(store::Database& database, const std::string& match, const std::string& tag,
                          std::size_t limit) {
  Docs::Found out;
  auto count = TRY(database.query("SELECT count(*) FROM docs WHERE docs MATCH ?1 AND (?2 = '' OR tag = ?2)"));
  count.bind(1, match).bind(2, tag);
  if (TRY(count.step())) out.total = count.integer(0);
  auto rows =
      TRY(database.query("SELECT location, title, tag, snippet(docs, 1, '', '', ' … ', 40) FROM docs "
                         "WHERE docs MATCH ?1 AND (?2 = '' OR tag = ?2) ORDER BY bm25(docs, 10.0, 1.0) LIMIT ?3"));
  rows.bind(1, match).bind(2, tag).bind(3, static_cast<std::int64_t>(limit));
  while (TRY(rows.step())) out.hits.push_back({rows.text(0), rows.text(1), rows.text(2), rows.text(3)});
  return out;
}

}  // namespace

struct Docs::Index {
  store::Database database;
};

Docs::Docs(const Schemas& schemas) : schemas_(schemas) {}
Docs::~Docs() = default;

fs::path Docs::folder() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody sets it
  const char* named = std::getenv("IDFKIT_DOCS_DIR");
  std::error_code error;
  return named != nullptr && fs::is_directory(named, error) ? fs::path(named) : fs::path();
}

Result<Docs::Index*> Docs::index(const Version& version) {
  auto& held = indexes_[version];
  if (held) return held.get();
  const auto schema = TRY(schemas_.find(version));
  auto database = TRY(store::Database::open(":memory:", {}));
  TRY(database.execute(
      "CREATE VIRTUAL TABLE docs USING fts5(title, text, tag UNINDEXED, location UNINDEXED, tokenize = 'porter "
      "unicode61'); BEGIN"));
  TRY(add_schema(database, *schema));
  if (const auto from = folder(); !from.empty()) TRY(add_folder(database, from));
  TRY(database.execute("COMMIT"));
  held = std::make_unique<Index>(std::move(database));
  return held.get();
}

Result<Docs::Found> Docs::search(const Version& version, const std::string& words, const std::string& tag,
                                 std::size_t limit) {
  const auto all = match_of(words, " ");
  if (all.empty()) return fail(Code::zero_length, "the query has no word in it", "query", "Write what you look for.");
  const std::lock_guard lock(mutex_);
  Index* held = TRY(index(version));
  auto out = TRY(found(held->database, all, tag, limit));
  if (!out.hits.empty()) return out;
  out = TRY(found(held->database, match_of(words, " OR "), tag, limit));
  out.any_word = !out.hits.empty();
  return out;
}

Result<Section> Docs::section(const Version& version, const std::string& location) {
  const std::lock_guard lock(mutex_);
  Index* held = TRY(index(version));
  auto rows =
      TRY(held->database.query("SELECT location, title, tag, text FROM docs WHERE location = ?1 COLLATE NOCASE"));
  rows.bind(1, location);
  if (TRY(rows.step())) return Section{rows.text(0), rows.text(1), rows.text(2), rows.text(3)};
  return fail(Code::not_found, "there is no section \"" + base::printable(location, 200) + "\"", "location",
              "`search_docs` gives locations; an object type is \"schema/Zone\".");
}

}  // namespace energy::runtime
