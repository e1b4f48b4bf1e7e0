// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/critique/uses.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"

namespace floorplan::engine {
namespace {

// A word as a whole, or (with *) as a part of one: German writes Schlafzimmer, Badezimmer, Wohnküche.
struct Entry {
  Use use;
  std::string_view words;
};
constexpr Entry table[] = {
    {Use::bath,
     "bath* bathroom ensuite wc toilet* restroom* washroom* powder pwdr shower* lavatory loo bad badezimmer gästebad "
     "dusche* klo salle bain bains douche baño bano aseo ducha bagno doccia badkamer"},
    {Use::bedroom,
     "bed bedroom* beds bedrm br master sleep* nursery dormitory guest guestroom schlaf* kinderzimmer gästezimmer "
     "elternzimmer chambre* dormitorio* habitación habitacion alcoba camera cameretta slaapkamer*"},
    {Use::living,
     "living* lounge family den parlor parlour sitting salon wohn* stube séjour sejour sala salón soggiorno "
     "woonkamer"},
    {Use::kitchen, "kitchen* kitchenette galley küche* kueche* wohnküche cuisine cocina cucina keuken"},
    {Use::dining, "dining breakfast esszimmer esstisch essen manger comedor pranzo eetkamer"},
    {Use::circulation,
     "hall hallway* corridor* foyer lobby entry entrance vestibule passage* landing flur diele gang eingang windfang "
     "couloir entrée entree pasillo recibidor vestíbulo corridoio ingresso disimpegno gang overloop"},
    {Use::stair,
     "stair* staircase stairwell stairs steps treppe* treppenhaus escalier escalera scala scale trap lift elevator "
     "core aufzug ascenseur ascensor ascensore"},
    {Use::storage,
     "storage store storeroom stock closet* wardrobe pantry linen cupboard walkin robe abstell* abstellraum lager* "
     "speisekammer speis* garderobe placard cellier dressing armario despensa trastero ripostiglio berging kast"},
    {Use::utility,
     "laundry utility mech mechanical plant boiler mud mudroom hauswirtschaft* technik* hwr buanderie lavadero "
     "lavanderia bijkeuken"},
    {Use::work,
     "office* study workspace workstation* workstations conference meeting break reception büro* arbeitszimmer "
     "besprechung* bureau oficina despacho ufficio studio kantoor"},
    {Use::sales, "sales shop shopfloor retail showroom verkauf* laden boutique tienda negozio winkel"},
    {Use::outdoor,
     "terrace porch patio balcony deck garden garage carport yard veranda loggia balkon terrasse garten balcon jardin "
     "balcón terraza terrazza tuin"},
};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// Words in lower case: at everything that is not a letter, and where aB changes.
std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> out;
  std::string word;
  const auto flush = [&] {
    if (!word.empty()) out.push_back(base::lower_ascii(word));
    word.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_letter(text[i])) {
      flush();
      continue;
    }
    if (i > 0 && is_upper(text[i]) && is_letter(text[i - 1]) && !is_upper(text[i - 1])) flush();
    word += text[i];
  }
  flush();
  return out;
}

bool matches(std::string_view pattern, std::string_view word) {
  if (!pattern.ends_with('*')) return word == pattern;
  return word.find(pattern.substr(0, pattern.size() - 1)) != std::string_view::npos;
}

bool any_matches(std::string_view patterns, const std::vector<std::string>& words) {
  for (const std::string_view pattern : base::split(patterns, ' ')) {
    if (pattern.empty()) continue;
    if (std::ranges::any_of(words, [&](const std::string& word) { return matches(pattern, word); })) return true;
  }
  return false;
}

}  // namespace

Uses uses_of(std::string_view name, std::string_view label) {
  std::vector<std::string> words = words_in(name.substr(0, 200));
  for (std::string& word : words_in(label.substr(0, 200))) words.push_back(std::move(word));
  Uses found;
  for (const Entry& entry : table) {
    if (any_matches(entry.words, words)) found.add(entry.use);
  }
  // A master bath is not a bedroom, a bedroom's closet neither; a stair hall is a stair.
  Uses out;
  if (found.has(Use::bath)) {
    out.add(Use::bath);
    return out;
  }
  for (const Use use : {Use::outdoor, Use::storage, Use::utility, Use::stair}) {
    if (!found.has(use)) continue;
    out.add(use);
    return out;
  }
  return found;
}

}  // namespace floorplan::engine
