// SPDX-License-Identifier: Apache-2.0
// Calls that every tool must answer: with what is missing, of the wrong type, or of the right type and no use. The
// client checks each answer against the tool's output schema and throws where it does not fit; then the model would never
// see what was wrong. The same calls are made by refusals.py.
import {check} from './session.mjs';

const wrong = {string: 7, integer: 'x', number: 'x', boolean: 'x', array: 'x', object: 'x'};
const common = ['workspace', 'reasoning', 'branch', 'dry_run'];
const unparsable = 'floorplan\n  floor {\n    room at (';

/** A value of the type that the schema asks for, which names nothing there is. */
function useless(schema, name = '') {
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'string': return name === 'dsl' ? unparsable : 'no such thing';
    case 'integer':
    case 'number': return schema.minimum ?? 0;
    case 'boolean': return false;
    case 'array': return [useless(schema.items ?? {})];
    case 'object': return filled(schema, schema.required ?? []);
    default: return 'no such thing';
  }
}

const filled = (schema, names) =>
    Object.fromEntries(names.map(name => [name, useless(schema.properties[name], name)]));

/** [what is wrong, arguments, whether it must be refused] */
function* callsOf({inputSchema: schema}) {
  const properties = schema.properties ?? {};
  const required = schema.required ?? [];
  const own = Object.keys(properties).filter(name => !common.includes(name));
  if (required.length) yield ['nothing given', {}, true];
  for (const name of own) {
    if (wrong[properties[name].type] === undefined) continue;
    yield [`${name} of the wrong type`, {...filled(schema, required), [name]: wrong[properties[name].type]}, true];
  }
  yield ['an unknown argument', {...filled(schema, required), no_such_argument: 1}, true];
  yield ['useless values', filled(schema, required), false];
  yield ['useless values everywhere', filled(schema, own), false];
  if (properties.dsl) yield ['a plan that does not parse', {...filled(schema, required), dsl: unparsable}, false];
  yield ['an unknown workspace', {...filled(schema, required), workspace: 'w_nowhere'}, true];
}

const textOf = answer => (answer.content ?? []).map(block => block.text ?? '').join(' ');

/**
 * Every tool, with every wrong call. Tools without an output schema are the conformance suite's, which prescribes what
 * they take and that some end in protocol errors.
 */
export async function refusals(name, client) {
  const {tools} = await client.listTools();
  let calls = 0, refused = 0;
  const failures = [];
  for (const tool of tools) {
    const fixture = !tool.outputSchema;
    for (const [what, args, must] of callsOf(tool)) {
      ++calls;
      try {
        const answer = await client.callTool({name: tool.name, arguments: args});
        if (answer.isError) ++refused;
        if (answer.isError && textOf(answer).length < 10) failures.push(`${tool.name}, ${what}: says nothing`);
        if (must && !answer.isError && !fixture) failures.push(`${tool.name}, ${what}: was not refused`);
      } catch (error) {
        if (!fixture) failures.push(`${tool.name}, ${what}: the client threw ${error}`);
      }
    }
  }
  check(`${name}: every tool is called`, tools.length > 50 && tools.some(one => one.name === 'echo'), tools.length);
  check(`${name}: wrong calls are refused in words that reach the caller (${refused} of ${calls} calls)`,
        failures.length === 0 && refused > 300, [failures.length, ...failures.slice(0, 4)]);
}
