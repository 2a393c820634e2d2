import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatScript } from './support/chat-server.ts';
import { refusing, startModelServer, streaming, streamingThenHanging } from './support/model-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { toSseEvents } from './support/sse-events.ts';

const ANSWER =
  'The axolotl is a salamander that keeps its gills for life [1]. Bananas grow on purple trees [1].';

type Reply = {
  readonly tokens_used: number;
  readonly statements: readonly { readonly text: string; readonly verdict: string }[];
};

async function withJudge(
  script: ChatScript,
  check: (ask: (accept?: string, path?: string) => Promise<Response>, calls: () => number) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
) {
  await using search = await startSearchServer();
  let judged = 0;
  await using model = await startModelServer((response, call, count) => {
    const isJudge = (call.body as { readonly model?: string }).model === 'judge';
    if (isJudge) judged++;
    return (isJudge ? script : streaming(ANSWER))(response, call, count);
  });
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_BASE_URL: model.url,
    MODEL_NAME: 'writer',
    VERDICTS_MODEL: 'judge',
    ...settings,
  });
  const ask = (accept = 'application/json', path = '/api/ask') =>
    fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { accept, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'What is an axolotl?', verdicts: true }),
    });
  await check(ask, () => judged);
}

const verdictsOf = async (response: Response) => {
  const { statements }: Reply = await response.json();
  return statements.map(({ verdict }) => verdict);
};

test('a model judges the statements of which the comparison is not sure, once for each answer', async () => {
  const asking: Parameters<typeof withJudge>[1] = async (ask, calls) => {
    assert.deepEqual(await verdictsOf(await ask()), ['supported', 'supported']);
    assert.deepEqual(await verdictsOf(await ask()), ['supported', 'supported']);
    assert.equal(calls(), 1);
  };
  await withJudge(streaming('1 supported\n2 supported\n'), asking, { ANSWER_CACHE_SECONDS: '60' });
});

test('in a stream, a verdict of the model replaces the one before it, before the end', async () => {
  await withJudge(streaming('1 supported\n2 supported\n'), async (ask) => {
    const events = await toSseEvents(
      await (await ask('text/event-stream', '/api/ask?events=statement,answer-end')).text(),
    );
    const names = events.map(({ event }) => event);
    assert.ok(names.lastIndexOf('statement') < names.length - 1);
    const bananas = events.filter(({ data }) => data.includes('purple') && data.includes('"verdict"'));
    const found = bananas.map(({ data }) => /"verdict":"([a-z-]+)"/.exec(data)?.[1]);
    assert.deepEqual(found.slice(0, 2), ['not-found', 'supported']);
  });
});

test('a judge that refuses, talks or hangs leaves the verdicts of the comparison', async () => {
  for (const script of [refusing(500), streaming('Looks good!'), streamingThenHanging('1 sup')])
    await withJudge(
      script,
      async (ask) => assert.deepEqual(await verdictsOf(await ask()), ['supported', 'not-found']),
      { MODEL_TIMEOUT_MS: '400' },
    );
});
