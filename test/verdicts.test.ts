import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChatScript } from './support/chat-server.ts';
import { startModelServer, streaming } from './support/model-server.ts';
import { startSearchServer, withResults } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

const ANSWER =
  'The axolotl is a salamander that keeps its gills for life [1]. It comes from lakes near Paris [1]. ' +
  'Bananas grow on purple trees [1].';
const VERDICTS = ['supported', 'differs', 'not-found'];

type Told = { readonly answer: string; readonly statements?: readonly Statement[] };
type Statement = {
  readonly verdict: string;
  readonly from: number;
  readonly to: number;
  readonly citation_moved?: readonly object[];
  readonly difference?: { readonly kind: string };
};

async function withService(
  check: (ask: (body: object, path?: string, accept?: string) => Promise<Response>) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
  written: string | ChatScript = ANSWER,
  results: readonly object[] | null = null,
) {
  await using search = await startSearchServer(results === null ? undefined : withResults(results));
  await using model = await startModelServer(typeof written === 'string' ? streaming(written) : written);
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_BASE_URL: model.url,
    ...settings,
  });
  await check((body, path = '/api/ask', accept = 'application/json') =>
    fetch(service.url + path, {
      method: 'POST',
      headers: { accept, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'What is an axolotl?', ...body }),
    }),
  );
}

test('with `verdicts`, the reply gives for each statement what the sources say about it', async () => {
  await withService(async (ask) => {
    const { answer, statements }: Told = await (await ask({ verdicts: true })).json();
    assert.deepEqual(
      statements?.map(({ verdict }) => verdict),
      VERDICTS,
    );
    assert.equal(statements?.[1]?.difference?.kind, 'name');
    assert.ok(answer.slice(statements?.[0]?.from, statements?.[0]?.to).startsWith('The axolotl is'));
  });
});

test('with UNSUPPORTED=drop, the finished answer has only what the sources say, in all forms', async () => {
  await withService(
    async (ask) => {
      const { answer, speakable_text } = await (await ask({})).json();
      assert.equal(answer, 'The axolotl is a salamander that keeps its gills for life [1].');
      assert.equal(speakable_text, 'The axolotl is a salamander that keeps its gills for life.');
    },
    { UNSUPPORTED: 'drop' },
  );
});

const WRONGLY_CITED = 'The axolotl is a salamander that keeps its gills for life [2]. It is pink [2].';
const RIGHTLY_CITED = WRONGLY_CITED.replace('[2]', '[1]');

test('a citation of the wrong source is moved before it is streamed, as the statement says', async () => {
  await withService(
    async (ask) => {
      const { answer, html_answer, statements } = await (await ask({ verdicts: true })).json();
      assert.equal(answer, RIGHTLY_CITED);
      assert.match(html_answer, /\[1\]<\/a>.* pink .*\[2\]<\/a>/);
      assert.deepEqual(
        statements.map((each: Statement) => each.citation_moved),
        [[{ was: 2, now: 1 }], undefined],
      );
      const events = '/api/ask?events=statement,answer-delta,answer-end';
      const stream = await (await ask({}, events, 'text/event-stream')).text();
      const deltas = [...stream.matchAll(/event: answer-delta\ndata: (.*)\n/g)].map(
        ([, json]) => JSON.parse(json ?? '').text,
      );
      assert.equal(deltas.join(''), RIGHTLY_CITED);
      assert.match(stream, /event: statement\ndata: .*"citation_moved":\[\{"was":2,"now":1\}\]/);
    },
    {},
    WRONGLY_CITED,
  );
});

test('with `verdicts`, each source has its basis and whether it is cited', async () => {
  await withService(
    async (ask) => {
      const { sources } = await (await ask({ verdicts: true })).json();
      assert.deepEqual(
        sources.map(({ index, basis, read, cited }: Record<string, unknown>) => [index, basis, read, cited]),
        [
          [1, 'snippet', undefined, true],
          [2, 'snippet', undefined, false],
        ],
      );
      const plain = await (await ask({})).json();
      assert.deepEqual(Object.keys(plain.sources[0]), ['index', 'title', 'url', 'snippet']);
      const events = await (await ask({}, '/api/ask?events=sources', 'text/event-stream')).text();
      assert.match(events, /event: sources\ndata: .*"basis":"snippet"/);
    },
    {},
    'The axolotl is a salamander that keeps its gills for life [1].',
  );
});

/** The first call writes `ANSWER`, the second one replies to the statements that no source supports. */
const rewriting =
  (...reply: readonly string[]): ChatScript =>
  (response, call, count) => {
    const script = count === 1 ? streaming(ANSWER) : streaming(reply.join('\n'));
    if (count === 2) assert.match(JSON.stringify(call.body), /1: It comes from lakes near Paris/);
    script(response, call, count);
  };

test('with UNSUPPORTED=ask, the model rewrites what the sources do not say, in one more call', async () => {
  const reply = ['1: It comes from lakes near Mexico City [1].', '2: Bananas grow on red trees [1].'];
  await withService(
    async (ask) => {
      const { answer, html_answer, tokens_used } = await (await ask({})).json();
      assert.equal(
        answer,
        'The axolotl is a salamander that keeps its gills for life [1]. It comes from lakes near ' +
          'Mexico City [1].',
      );
      assert.doesNotMatch(html_answer, /Bananas/);
      assert.equal(tokens_used, 240);
    },
    { UNSUPPORTED: 'ask' },
    rewriting(...reply),
  );
});

test('with `verdicts`, the speech says at its end that a number differs, and only then', async () => {
  const remark = 'A number in this answer differs from what the sources say.';
  const body = { verdicts: true };
  await withService(
    async (ask) => {
      const { speakable_text, answer } = await (await ask(body)).json();
      assert.equal(speakable_text, `The Eiffel Tower is 380 metres tall. ${remark}`);
      assert.doesNotMatch(answer, /differs/);
      assert.doesNotMatch((await (await ask({})).json()).speakable_text, /differs/);
      const events = '/api/ask?events=sentence,answer-end';
      const stream = await (await ask(body, events, 'text/event-stream')).text();
      const spoken = [...stream.matchAll(/event: sentence\ndata: (.*)\n/g)].map(
        ([, json]) => JSON.parse(json ?? '').text,
      );
      assert.equal(spoken.join(''), speakable_text);
    },
    {},
    'The Eiffel Tower is 380 metres tall [1].',
    [
      {
        url: 'https://tower.test/',
        title: 'Tower',
        content: 'The Eiffel Tower is 330 metres tall.',
        engines: ['x'],
      },
    ],
  );
  await withService(async (ask) => {
    assert.doesNotMatch((await (await ask(body)).json()).speakable_text, /A number/);
  });
});
