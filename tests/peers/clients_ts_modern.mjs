// SPDX-License-Identifier: Apache-2.0
// The official TypeScript client of both eras (npm @modelcontextprotocol/client), over stdio and HTTP:
// told to use the old era, left to find out, and pinned to the new one.
// usage: node clients_ts_modern.mjs [build/lintel]
import {Client, StreamableHTTPClientTransport} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';

import {refusals} from './refusals.mjs';
import {check, clientInfo, finish, guarded, program, session, startHttp, surroundings} from './session.mjs';

const modern = '2026-07-28';
const modes = [['legacy', 'legacy', '2025-11-25'], ['auto', 'auto', modern], ['pinned', {pin: modern}, modern]];

async function connected(transport, mode) {
  const client = new Client(clientInfo, {versionNegotiation: {mode}});
  await client.connect(transport);
  return {client, agreed: () => client.getNegotiatedProtocolVersion()};
}

const stdio = (...toolsets) => new StdioClientTransport(
    {command: program, args: ['serve', ...toolsets, '--conformance'], stderr: 'ignore', ...surroundings});
for (const [name, mode, version] of modes) {
  await session(`ts-modern stdio ${name}`, () => connected(stdio(), mode), version);
  const refused = `ts-modern refusals ${name}`;
  await guarded(refused, () => connected(stdio('all'), mode), client => refusals(refused, client));
}

const server = await startHttp();
for (const [name, mode, version] of modes) {
  await session(`ts-modern http ${name}`, () => connected(new StreamableHTTPClientTransport(server.url), mode), version);
}
check('the server is still there', server.alive());
await server.stop();
finish();
