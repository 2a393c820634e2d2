// Sends generated requests to the service and checks every reply: `npm run bench -- fuzz [--requests 100000]
// [--seed 1]`. Nine out of ten come from the OpenAPI document; the tenth is a request with changed bytes. No
// reply may be a 500, the service may not crash, and every reply must match the document.
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { createReplyCheck } from './fuzz/reply-check.ts';
import { mutatedBytes, requestsFor } from './fuzz/requests.ts';
import { send, sendBytes } from './fuzz/send.ts';
import { openStage, untilListening } from './stage.ts';

const AT_A_TIME = 8;
const BATCH = 500;
const SHARE_OF_BYTES = 0.1;
const SHOWN = 20;

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const wanted = Number(values.requests);
const stage = await openStage(undefined);
const { url, child } = await stage.service({ ANSWER_CACHE_SECONDS: '300', LOG_LEVEL: 'silent' });
const origin = url.origin;
const document = await untilListening(child, async () => (await fetch(`${origin}/openapi.json`)).json());
const whatIsWrong = createReplyCheck(document);
const generated = requestsFor(Object.keys(document.paths));

const wrong: string[] = [];
const statuses = new Map<number, number>();
let sent = 0;

async function sendOne(seed: number, isBytes: boolean): Promise<void> {
  if (isBytes) {
    const bytes = sample(mutatedBytes, seed);
    const reply = await sendBytes(Number(url.port), bytes);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(reply ?? '')?.[1] ?? 0);
    count(status);
    if (reply !== null && (status === 0 || status === 500))
      wrong.push(`${JSON.stringify(bytes.toString('latin1'))} -> ${reply.slice(0, 300)}`);
    return;
  }
  const request = sample(generated, seed);
  try {
    const reply = await send(origin, request);
    count(reply.status);
    const problem = whatIsWrong(request.method, request.path.split('?')[0] ?? '', reply);
    if (problem !== null) wrong.push(`${JSON.stringify(request)} -> ${reply.status} ${problem}`);
  } catch (error) {
    wrong.push(`${JSON.stringify(request)} -> ${String(error)}`);
  }
}

function sample<T>(arbitrary: fc.Arbitrary<T>, seed: number): T {
  const [value] = fc.sample(arbitrary, { seed, numRuns: 1 });
  if (value === undefined) throw new Error('nothing was generated');
  return value;
}

function count(status: number): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

const startedAtMs = performance.now();
const first = Number(values.seed) * 1_000_000;
while (sent < wanted && wrong.length < SHOWN) {
  const size = Math.min(BATCH, wanted - sent);
  const seeds = Array.from({ length: size }, (_, at) => first + sent + at);
  const sender = async () => {
    for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop())
      await sendOne(seed, (seed * SHARE_OF_BYTES) % 1 < SHARE_OF_BYTES / 2);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, sender));
  sent += size;
  child.assertRunning();
}
const health = await fetch(`${origin}/api/health`);
const byStatus = [...statuses].sort(([one], [other]) => one - other);
console.log(
  `${sent} requests in ${Math.round((performance.now() - startedAtMs) / 1000)} s; replies by status ` +
    '(0: none):',
);
console.log(byStatus.map(([status, times]) => `${status}: ${times}`).join(', '));
for (const each of wrong.slice(0, SHOWN)) console.log(each.slice(0, 600));
console.log(wrong.length === 0 && health.ok ? 'Nothing wrong.' : `${wrong.length} wrong.`);
await child.stop();
process.exit(wrong.length === 0 && health.ok ? 0 : 1);
