// SPDX-License-Identifier: Apache-2.0
// What the two official TypeScript clients share: the server process, counted checks and one full session.
import {spawn} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const program = resolve(process.argv[2] ?? join(root, 'build/lintel'));
export const clientInfo = {name: 'lintel-peers', version: '1'};

const counts = {passed: 0, failed: 0};

export function check(name, condition, detail) {
  counts[condition ? 'passed' : 'failed']++;
  const why = condition || detail === undefined ? '' : `: ${JSON.stringify(detail)?.slice(0, 600)}`;
  console.log(`${condition ? 'ok   ' : 'FAIL '} ${name}${why}`);
}

// A private place for the server's state, settings and working directory.
const place = mkdtempSync(join(tmpdir(), 'lintel-'));
const work = join(place, 'work');
mkdirSync(work);
mkdirSync(join(place, 'run'), {mode: 0o700});
export const surroundings = {
  cwd: work,
  env: {
    ...process.env,
    HOME: place,
    XDG_STATE_HOME: join(place, 'state'),
    XDG_CONFIG_HOME: join(place, 'config'),
    XDG_DATA_HOME: join(place, 'data'),
    XDG_CACHE_HOME: join(place, 'cache'),
    XDG_RUNTIME_DIR: join(place, 'run'),
  },
};

/** Starts the server on a free port; resolves when it says where it listens. */
export function startHttp() {
  const server = spawn(program, ['serve', '--http=127.0.0.1:0', '--conformance'],
                       {...surroundings, stdio: ['ignore', 'ignore', 'pipe']});
  return new Promise((ready, failed) => {
    const lines = [];
    createInterface({input: server.stderr}).on('line', line => {
      lines.push(line);
      const found = /listening on (http:\S+)/.exec(line);
      if (found) ready({url: new URL(found[1]), alive: () => server.exitCode === null, stop: () => stop(server)});
    });
    server.on('error', failed);
    server.on('exit', () => failed(new Error(`the server ended before it listened:\n${lines.join('\n')}`)));
  });
}

function stop(server) {
  return new Promise(ended => {
    server.once('exit', ended);
    server.kill('SIGTERM');
    setTimeout(() => server.kill('SIGKILL'), 10_000).unref();
  });
}

async function protocolError(call) {
  try {
    await call;
  } catch (error) {
    return error;
  }
}

/** One full session of a connected client. `version` is the revision that must have been agreed. */
async function converse(name, client, version, agreed) {
  check(`${name}: speaks ${version}`, agreed === version, agreed);
  check(`${name}: server says who it is`, Boolean(client.getServerVersion()?.name), client.getServerVersion());

  const {tools} = await client.listTools();
  const echo = tools.find(tool => tool.name === 'echo');
  check(`${name}: tools/list has echo with both schemas`, echo?.inputSchema && echo?.outputSchema, echo);

  const text = 'grün ≠ "rot"\n';
  const echoed = await client.callTool({name: 'echo', arguments: {text}});
  check(`${name}: echo as structure`, echoed.structuredContent?.text === text, echoed);
  check(`${name}: echo as text`, echoed.content?.[0]?.type === 'text' && echoed.content[0].text.includes('grün'), echoed);

  const numbers = [...Array(20).keys()].map(String);
  const many = await Promise.all(numbers.map(n => client.callTool({name: 'echo', arguments: {text: n}})));
  check(`${name}: 20 calls at once, each with its own answer`, many.every((one, n) => one.structuredContent?.text === String(n)));

  const {contents} = await client.readResource({uri: 'test://static-text'});
  check(`${name}: resource read`, contents[0]?.text?.length > 0, contents);
  const {resources} = await client.listResources();
  check(`${name}: resource listed`, resources.some(one => one.uri === 'test://static-text'), resources);

  const {prompts} = await client.listPrompts();
  const prompt = await client.getPrompt({name: 'test_prompt_with_arguments', arguments: {arg1: 'one', arg2: 'two'}});
  check(`${name}: prompt listed and got`, prompts.some(one => one.name === 'test_simple_prompt')
        && prompt.messages[0].content.text.includes('one'), prompt);

  const seen = [];
  const worked = await client.callTool(...progressCall(client, seen));
  check(`${name}: progress rises to the end`, !worked.isError && seen.length >= 3
        && seen.every((value, n) => n === 0 || value > seen[n - 1]), seen);

  const broken = await client.callTool({name: 'test_error_handling', arguments: {}});
  check(`${name}: a failing tool is a result with isError`, broken.isError === true, broken);
  const wrong = await client.callTool({name: 'echo', arguments: {text: 7}});
  check(`${name}: a wrong argument is a result with isError`, wrong.isError === true, wrong);
  const missing = await protocolError(client.readResource({uri: 'test://does-not-exist'}));
  // The old era sends -32002; the new client reports that as -32602, too.
  const notFound = version !== '2026-07-28' && client.progressTakesSchema ? -32002 : -32602;
  check(`${name}: a missing resource is a protocol error`, missing?.code === notFound, missing && `${missing.code} ${missing}`);
  const after = await client.callTool({name: 'echo', arguments: {text: 'still here'}});
  check(`${name}: lives on after errors`, after.structuredContent?.text === 'still here', after);
}

// The old client takes (params, resultSchema, options), the new one (params, options).
function progressCall(client, seen) {
  const params = {name: 'test_tool_with_progress', arguments: {}};
  const options = {onprogress: note => seen.push(note.progress)};
  return client.progressTakesSchema ? [params, undefined, options] : [params, options];
}

/** Connects, converses, closes; whatever the client library throws is a failed check. */
export const session = (name, connect, version) =>
    guarded(name, connect, (client, agreed) => converse(name, client, version, agreed()));

/** The same for any other use of a client. */
export async function guarded(name, connect, use) {
  try {
    const {client, agreed} = await connect();
    try {
      await use(client, agreed);
    } finally {
      await client.close();
    }
    check(`${name}: session completes`, true);
  } catch (error) {
    check(`${name}: session completes`, false, String(error?.stack ?? error));
  }
}

export function finish() {
  rmSync(place, {recursive: true, force: true});
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exit(counts.failed || !counts.passed ? 1 : 0);
}
