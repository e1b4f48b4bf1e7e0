// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/list.h"

// One line per tool: name::declare(runtime) in name.cpp.
#define ENERGY_TOOLS(TOOL)       \
  TOOL(load_model)               \
  TOOL(new_model)                \
  TOOL(save_model)               \
  TOOL(convert_osm_to_idf)       \
  TOOL(clear_session)            \
  TOOL(get_change_log)           \
  TOOL(get_model_summary)        \
  TOOL(list_objects)             \
  TOOL(search_objects)           \
  TOOL(get_object)               \
  TOOL(get_references)           \
  TOOL(add_object)               \
  TOOL(update_object)            \
  TOOL(duplicate_object)         \
  TOOL(batch_add_objects)        \
  TOOL(rename_object)            \
  TOOL(remove_object)            \
  TOOL(remove_objects)           \
  TOOL(list_object_types)        \
  TOOL(describe_object_type)     \
  TOOL(search_schema)            \
  TOOL(get_available_references) \
  TOOL(validate_model)           \
  TOOL(check_model_integrity)    \
  TOOL(migrate_model)            \
  TOOL(diff_models)

// What people look at and look up.
#define ENERGY_VIEWS(TOOL)      \
  TOOL(get_zone_properties)     \
  TOOL(view_geometry)           \
  TOOL(view_schedules)          \
  TOOL(search_docs)             \
  TOOL(get_doc_section)         \
  TOOL(search_weather_stations) \
  TOOL(download_weather_file)

#define SIMULATION_TOOLS(TOOL)  \
  TOOL(run_simulation)          \
  TOOL(list_output_variables)   \
  TOOL(query_timeseries)        \
  TOOL(export_timeseries)       \
  TOOL(export_simulation_files) \
  TOOL(query_simulation_table)  \
  TOOL(list_simulation_reports) \
  TOOL(view_simulation_report)  \
  TOOL(analyze_peak_loads)      \
  TOOL(submit_simulation)       \
  TOOL(get_simulation_job)      \
  TOOL(wait_for_simulation)     \
  TOOL(cancel_simulation)       \
  TOOL(run_simulation_study)    \
  TOOL(compare_runs)

// Likewise: name_resource(runtime).
#define ENERGY_RESOURCES(RESOURCE) \
  RESOURCE(model_summary)          \
  RESOURCE(migration_report)       \
  RESOURCE(object_schema)          \
  RESOURCE(object_data)            \
  RESOURCE(object_references)      \
  RESOURCE(documentation_urls)
#define SIMULATION_RESOURCES(RESOURCE) \
  RESOURCE(simulation_results)         \
  RESOURCE(simulation_peak_loads)      \
  RESOURCE(simulation_report)

namespace energy::tools {

#define DECLARE_TOOL(name)                       \
  namespace name {                               \
  tool::Tool declare(runtime::Runtime& runtime); \
  }
ENERGY_TOOLS(DECLARE_TOOL)
SIMULATION_TOOLS(DECLARE_TOOL)
ENERGY_VIEWS(DECLARE_TOOL)
#define DECLARE_RESOURCE(name) tool::Resource name##_resource(runtime::Runtime& runtime);
ENERGY_RESOURCES(DECLARE_RESOURCE)
SIMULATION_RESOURCES(DECLARE_RESOURCE)

// One by one: a list in braces would copy every schema.
tool::Offer offer(runtime::Runtime& runtime) {
  tool::Offer out{.toolset = "energy"};
#define ADD_TOOL(name) out.tools.push_back(name::declare(runtime));
  ENERGY_TOOLS(ADD_TOOL)
  SIMULATION_TOOLS(ADD_TOOL)
  ENERGY_VIEWS(ADD_TOOL)
#define ADD_RESOURCE(name) out.resources.push_back(name##_resource(runtime));
  ENERGY_RESOURCES(ADD_RESOURCE)
  SIMULATION_RESOURCES(ADD_RESOURCE)
  return out;
}

}  // namespace energy::tools
