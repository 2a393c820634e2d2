import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CORRECT, GAP, PLAN, QUERY } from '../../src/write/instructions.ts';
import {
  begin,
  type ChatCall,
  type ChatScript,
  type ChatServer,
  chunk,
  DONE,
  startChatServer,
} from '../support/chat-server.ts';
import { breakingOff, refusing, streaming, streamingThenHanging } from '../support/model-server.ts';
import { type SearchServer, startSearchServer, withResults } from '../support/search-server.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { toSseEvents } from '../support/sse-events.ts';

/** The model calls of a deep answer. */
const STAGES = ['plan', 'gap', 'write', 'correct'] as const;
type Stage = (typeof STAGES)[number] | 'query';

/** The replies of a model that works; no source supports the second sentence of the answer. */
const WORKING: Readonly<Record<Stage, ChatScript>> = {
  query: streaming('What does the axolotl breathe with?'),
  plan: streaming('axolotl gills\naxolotl lakes'),
  gap: streaming('axolotl Mexico City'),
  write: streaming('An axolotl is a salamander [1]. It rules the planet Mars with 900 armed frogs [1].'),
  correct: streaming('1: The axolotl keeps its gills for life [1].'),
};

const hanging: ChatScript = () => undefined;
const errorBody: ChatScript = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end('{"error":{"message":"overloaded","type":"server_error"}}');
};
const repeating: ChatScript = (response, call) => {
  begin(response);
  response.end(`${chunk({ content: promptOf(call) })}${chunk({}, 'stop')}${DONE}`);
};

/** Faults that end by themselves, so that no time limit has to pass. */
const PROMPT_FAULTS: Readonly<Record<string, ChatScript>> = {
  'status 500': refusing(500),
  'a lost connection': (response) => response.destroy(),
  'a connection lost in a sentence': breakingOff('An axolotl is a'),
  'status 200 with an error': errorBody,
  'an empty reply': streaming(),
  'only white space': streaming(' \n\n '),
  'a wall of text': streaming(...Array.from({ length: 60 }, () => 'axolotl and '.repeat(100))),
  JSON: streaming('{"queries": ["axolotl", null], "answer": {"text": ""}}'),
  HTML: streaming('<html><body><script>alert(1)</script><p></p></body></html>'),
  'its prompt': repeating,
  thinking: streaming('<think>The axolotl, hmm.</think>'),
  'control characters': streaming('\u0000\u0007\u202e', '\ud800'),
};
const SLOW_FAULTS: Readonly<Record<string, ChatScript>> = {
  'no reply': hanging,
  'a reply that stops before a sentence ends': streamingThenHanging('An axolotl'),
  'a reply that stops after a sentence': streamingThenHanging('An axolotl is a salamander [1]. It'),
};

/** Long enough for an answer on a busy machine; the other faults end well before their limits. */
const SLOW_DEADLINE_MS = 6000;
const PROMPT_DEADLINE_MS = 60_000;
/** The additional time that a busy machine may need. */
const MARGIN_MS = 20_000;
const MOST_CALLS = 5;

/** The model of one answer: which of its calls fail, and the calls that it received. */
type Cell = { readonly scripts: Partial<Record<Stage, ChatScript>>; readonly got: Stage[] };

const cells = new Map<string, Cell>();
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
let model: ChatServer;
let search: SearchServer;
let slow: TestService;
let prompt: TestService;

before(async () => {
  process.on('unhandledRejection', note);
  search = await startSearchServer();
  model = await startChatServer((response, call, count) => {
    const text = promptOf(call);
    const cell = cells.get(/cell\d+/.exec(text)?.[0] ?? '');
    const stage = stageOf(text);
    cell?.got.push(stage);
    (cell?.scripts[stage] ?? WORKING[stage])(response, call, count);
  });
  const serve = () =>
    startTestService({
      SEARCH_PRIMARY_URL: search.url,
      MODEL_BASE_URL: model.url,
      // A call that is ended by no time limit of the answer would end too late.
      MODEL_TIMEOUT_MS: '120000',
      MAX_CONCURRENT_ANSWERS: '8000',
    });
  [slow, prompt] = await Promise.all([serve(), serve()]);
});

after(async () => {
  await Promise.all([slow, prompt, model, search].map((each) => each[Symbol.asyncDispose]()));
  process.off('unhandledRejection', note);
});

function promptOf({ body }: ChatCall): string {
  const { messages } = body as { readonly messages: readonly { readonly content: string }[] };
  return messages.map(({ content }) => content).join('\n');
}

function stageOf(text: string): Stage {
  if (text.startsWith(QUERY)) return 'query';
  if (text.startsWith(PLAN)) return 'plan';
  if (text.startsWith(GAP)) return 'gap';
  return text.startsWith(CORRECT) ? 'correct' : 'write';
}

function addCell(scripts: Cell['scripts']): { readonly query: string; readonly cell: Cell } {
  const name = `cell${cells.size + 1}`;
  const cell: Cell = { scripts, got: [] };
  cells.set(name, cell);
  return { query: `What is an axolotl? ${name}`, cell };
}

/** How long a caller of each service waits. */
function deadlineOf(url: string): number {
  return url === slow.url ? SLOW_DEADLINE_MS : PROMPT_DEADLINE_MS;
}

function ask(url: string, body: object, isStreamed: boolean): Promise<Response> {
  const accept = isStreamed ? 'text/event-stream' : 'application/json';
  return fetch(`${url}/api/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, prefer: `wait=${deadlineOf(url) / 1000}` },
    body: JSON.stringify({ depth: 'deep', ...body }),
  });
}

/** Returns the text of an answer, and checks that its stream ends as it should. */
async function textOf(response: Response, isStreamed: boolean): Promise<string> {
  const body = await response.text();
  assert.equal(response.status, 200, body);
  if (!isStreamed) return JSON.parse(body).answer;
  const last = toSseEvents(body).at(-1);
  assert.equal(last?.event, 'answer-end', body.slice(-500));
  return JSON.parse(last?.data ?? '{}').answer;
}

/** Asks with a model that has the fault at some stages; returns the mistakes in the answer, or nothing. */
async function faultsOf(name: string, url: string, scripts: Cell['scripts'], isStreamed: boolean) {
  const { query, cell } = addCell(scripts);
  const startedAtMs = performance.now();
  const deadlineMs = deadlineOf(url);
  const where = `${name}, ${isStreamed ? 'streamed' : 'whole'}`;
  try {
    const text = await textOf(await ask(url, { query }, isStreamed), isStreamed);
    const tookMs = performance.now() - startedAtMs;
    const { got } = cell;
    return [
      ...(/\p{L}{3}/u.test(text) ? [] : [`${where}: no text: ${JSON.stringify(text)}`]),
      ...(tookMs <= deadlineMs + MARGIN_MS ? [] : [`${where}: took ${tookMs} ms`]),
      ...(got.length <= MOST_CALLS ? [] : [`${where}: ${got.length} calls: ${got.join()}`]),
      ...Object.keys(scripts)
        .filter((stage) => Object.keys(scripts).length === 1 && !got.includes(stage as Stage))
        .map((stage) => `${where}: the ${stage} call was never made`),
    ];
  } catch (error) {
    return [`${where}: ${error}`];
  }
}

/** Each fault at each stage in turn, and each at all stages together. */
function cellsOf(faults: Readonly<Record<string, ChatScript>>, { url }: TestService) {
  return Object.entries(faults).flatMap(([fault, script]) => {
    const single = STAGES.map((stage) => [stage, { [stage]: script }] as const);
    const all = Object.fromEntries(STAGES.map((stage) => [stage, script]));
    return [...single, ['every call', all] as const].flatMap(([stage, scripts]) =>
      [true, false].map((isStreamed) => faultsOf(`${fault} (${stage})`, url, scripts, isStreamed)),
    );
  });
}

async function deepAnswersRunning({ url }: TestService): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^sayso_deep_answers_running (\d+)$/mu.exec(metrics)?.[1]);
}

test('a working model plans, finds what is missing, writes and corrects in at most five calls', async () => {
  const { query, cell } = addCell({});
  const text = await textOf(await ask(prompt.url, { query }, true), true);
  assert.deepEqual(cell.got, STAGES);
  assert.match(text, /salamander.*gills/s);
});

test('a deep answer has text, in time, in at most five calls, whichever model call hangs', async () => {
  assert.deepEqual((await Promise.all(cellsOf(SLOW_FAULTS, slow))).flat(), []);
});

test('a deep answer has text, in at most five calls, whichever model call fails and how', async () => {
  assert.deepEqual((await Promise.all(cellsOf(PROMPT_FAULTS, prompt))).flat(), []);
});

test('a follow-up takes at most five calls, even if all but the last attempts to write fail', async () => {
  let attempts = 0;
  const { query, cell } = addCell({
    query: refusing(500),
    plan: refusing(500),
    gap: refusing(500),
    write: (...call) => (attempts++ === 0 ? refusing(500) : WORKING.write)(...call),
  });
  const history = [{ question: 'What is an axolotl?', answer: 'A salamander.' }];
  const body = { query: `Is it late in Tokyo, ${query.split(' ').at(-1)}?`, history };
  assert.match(await textOf(await ask(prompt.url, body, false), false), /salamander/);
  assert.deepEqual(cell.got, ['query', 'plan', 'gap', 'write', 'write']);
});

/** Asks, waits until a call or a search hangs, asks for the answer at once, and returns its text. */
async function finishedAt(stage: Stage | 'search', script: ChatScript, asksFor: string): Promise<string> {
  const reached = Promise.withResolvers<void>();
  const hold: ChatScript = (...call) => {
    script(...call);
    reached.resolve();
  };
  const { query } = addCell(stage === 'search' ? {} : { [stage]: hold });
  search.script = (response, request) => {
    const words = new URL(request.url ?? '', 'http://localhost').searchParams.get('q');
    if (stage === 'search' && words === asksFor) reached.resolve();
    else withResults()(response, request);
  };
  const response = await ask(prompt.url, { query }, true);
  await reached.promise;
  const id = response.headers.get('x-request-id') ?? '';
  const finish = await fetch(`${prompt.url}/api/ask/${id}/finish`, { method: 'POST' });
  assert.equal(finish.status, 204);
  return await textOf(response, true);
}

/** A fault that ends at once takes far less than the deadline, even on a busy machine. */
const AT_ONCE = { timeout: PROMPT_DEADLINE_MS / 4 };

test('an answer wanted at once is written from the findings, whatever it waits for', AT_ONCE, async () => {
  const written = /salamander/;
  assert.match(await finishedAt('search', hanging, 'axolotl lakes'), written);
  assert.match(await finishedAt('search', hanging, 'axolotl Mexico City'), written);
  assert.match(await finishedAt('gap', hanging, ''), written);
  assert.match(await finishedAt('correct', hanging, ''), written);
  assert.match(await finishedAt('write', hanging, ''), /axolotl/);
});

test('after all these faults no answer is running and no rejection was left unhandled', async () => {
  for (const service of [slow, prompt]) assert.equal(await deepAnswersRunning(service), 0);
  assert.deepEqual(unhandled, []);
});
