// What an MCP slot adds to the time of its server: `npm run bench -- mcp-slot`. Slot and plain call take turns.
// The server waits like a search engine and returns ten results; the plain call is its own time, as a caller
// sees it who only posts the message and reads the bytes.
import { setTimeout as sleep } from 'node:timers/promises';
import { ANY_SCOPE } from '../src/core/scope.ts';
import { createMcp, toServer } from '../src/search/engines/mcp.ts';
import { startMcpSearchServer, withData } from '../test/support/mcp-search-server.ts';
import { testUpstream } from '../test/support/test-upstream.ts';
import { median, percentile } from './statistics.ts';
import { printLines } from './table.ts';

const WARM_UP = 50;
const SEARCHES = 500;
const WAIT_MS = 20;
const GOAL_MS = 3;
const TIMEOUT_MS = 10_000;

const results = Array.from({ length: 10 }, (_, at) => ({
  url: `https://animals.test/${at}`,
  title: `Axolotl ${at}`,
  snippet: 'The axolotl is a salamander that keeps its gills for life. '.repeat(5),
}));
await using server = await startMcpSearchServer();
await using upstream = testUpstream();
const connection = { url: server.url, key: '', fetch: upstream.fetch, environment: {} };
const slot = createMcp({ server: toServer(connection), timeoutMs: TIMEOUT_MS, version: '1' });
const reply = withData(results);
server.script = async (call) => {
  await sleep(WAIT_MS);
  reply(call);
};

async function searchWithSlot(text: string): Promise<void> {
  const { status } = await slot.search(
    { text, limit: 10, scope: ANY_SCOPE },
    AbortSignal.timeout(TIMEOUT_MS),
  );
  if (status !== 'ok') throw new Error(`the search is ${status}`);
}

async function callPlainly(query: string): Promise<void> {
  const params = { name: 'web_search', arguments: { query, count: 10 } };
  const call = {
    url: server.url,
    method: 'POST' as const,
    // The session that the slot opened.
    headers: { 'content-type': 'application/json', 'mcp-session-id': 'session-1' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    timeoutMs: TIMEOUT_MS,
    maxBytes: 2_000_000,
  };
  const { status } = await upstream.request(call, AbortSignal.timeout(TIMEOUT_MS));
  if (status !== 200) throw new Error(`the plain call has status ${status}`);
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const pairs: { readonly slotMs: number; readonly plainMs: number }[] = [];
for (let at = -WARM_UP; at < SEARCHES; at++) {
  const slotMs = await timeOf(() => searchWithSlot(`axolotl ${at}`));
  const plainMs = await timeOf(() => callPlainly(`axolotl ${at}`));
  if (at >= 0) pairs.push({ slotMs, plainMs });
}
await slot.close();
const added = pairs.map(({ slotMs, plainMs }) => slotMs - plainMs);
const shown = (ms: number) => `${ms.toFixed(1)} ms`;
const known = (name: string, ms: number) => ({ name, value: shown(ms), goal: '', isMet: true });
const isMet = printLines([
  known('plain call of the server', median(pairs.map(({ plainMs }) => plainMs))),
  {
    name: 'an MCP slot adds',
    value: shown(median(added)),
    goal: `${GOAL_MS} ms`,
    isMet: median(added) <= GOAL_MS,
  },
  known('the same, 95th percentile', percentile(added, 0.95)),
]);
process.exitCode = isMet ? 0 : 1;
