// SPDX-License-Identifier: Apache-2.0
// The official TypeScript client of the initialize era (npm @modelcontextprotocol/sdk), over stdio and HTTP.
// usage: node clients_ts_legacy.mjs [build/lintel]
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StdioClientTransport} from '@modelcontextprotocol/sdk/client/stdio.js';
import {StreamableHTTPClientTransport} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {LATEST_PROTOCOL_VERSION} from '@modelcontextprotocol/sdk/types.js';

import {refusals} from './refusals.mjs';
import {check, clientInfo, finish, guarded, program, session, startHttp, surroundings} from './session.mjs';

async function connected(transport) {
  const client = new Client(clientInfo);
  client.progressTakesSchema = true;
  let agreed = '';
  const setVersion = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = version => {
    agreed = version;
    setVersion?.(version);
  };
  await client.connect(transport);
  return {client, agreed: () => agreed};
}

const stdio = (...toolsets) => connected(new StdioClientTransport(
    {command: program, args: ['serve', ...toolsets, '--conformance'], stderr: 'ignore', ...surroundings}));
await session('ts-legacy stdio', () => stdio(), LATEST_PROTOCOL_VERSION);
await guarded('ts-legacy refusals', () => stdio('all'), client => refusals('ts-legacy refusals', client));

const server = await startHttp();
await session('ts-legacy http', () => connected(new StreamableHTTPClientTransport(server.url)), LATEST_PROTOCOL_VERSION);
check('the server is still there', server.alive());
await server.stop();
finish();
