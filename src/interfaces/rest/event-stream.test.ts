import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../core/answer.ts';
import type { AnswerEvent } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import { type EventKind, type EventStreamOptions, toEventStreamFormat, wantedKinds } from './event-stream.ts';

const ALL: readonly EventKind[] = [
  'search-end',
  'page-read',
  'page-skip',
  'sources',
  'answer-delta',
  'answer-block',
  'marked-block',
  'sentence',
  'statement',
  'support',
  'timing',
  'answer-end',
  'failure',
];

/** A stream of events of all kinds; returns the sent events as id, kind and data. */
function streamOf(options: Partial<EventStreamOptions> = {}) {
  const format = toEventStreamFormat({
    kinds: new Set(ALL),
    heartbeat: true,
    toBody: ({ text }) => ({ answer: text, speakable_text: '' }),
    iconAddress: (url) => `icon of ${url}`,
    pictureAddress: null,
    requestId: 'r',
    ...options,
  });
  const parse = (frames: string) =>
    frames
      .split('\n\n')
      .slice(0, -1)
      .map((frame) => {
        const [, id, kind, data = ''] =
          /^id: (\d+)\nevent: (\S+)\ndata: (.*)$/.exec(frame) ?? assert.fail(frame);
        return [Number(id), kind, JSON.parse(data)];
      });
  return { format, send: (event: AnswerEvent) => parse(format.frame(event)), parse };
}

test('the usual kinds are sent unless others are asked for, and a failure always is', () => {
  const usual = ALL.filter(
    (kind) => !['answer-block', 'marked-block', 'sentence', 'statement', 'support'].includes(kind),
  );
  for (const events of [null, '', 'unknown', ' , '])
    assert.deepEqual([...wantedKinds(events)], usual, String(events));
  assert.deepEqual([...wantedKinds('sentence')], ['sentence', 'failure']);
  assert.deepEqual(
    [...wantedKinds(' sources ,answer-block,sources,x')],
    ['sources', 'answer-block', 'failure'],
  );
});

test('each event has the next number, its name and its data with times to a tenth of a millisecond', () => {
  const { send } = streamOf();
  const trail = [{ slot: 1, status: 'ok', cause: '', tookMs: 1 }] as const;
  const [[id, kind, data] = []] = send({ type: 'search-end', search: 0, slot: 1, trail });
  assert.deepEqual(
    [id, kind, data.search_engine, 'query' in data, data.slots.length],
    [1, 'search-end', 'engine_a', false, 1],
  );
  const [[, , again] = []] = send({ type: 'search-end', search: 1, slot: null, trail, query: 'q' });
  assert.equal(again.query, 'q');
  const events: readonly (readonly [AnswerEvent, unknown])[] = [
    [
      { type: 'page-read', url: 'u', tookMs: 1.26 },
      { url: 'u', took_ms: 1.3 },
    ],
    [
      { type: 'page-skip', url: 'u', reason: 'r', tookMs: 0.04 },
      { url: 'u', reason: 'r', took_ms: 0 },
    ],
    [{ type: 'answer-delta', text: 'a\nb' }, { text: 'a\nb' }],
    [
      { type: 'answer-block', index: 2, html: '<p>' },
      { index: 2, html: '<p>' },
    ],
    [
      { type: 'marked-block', index: 2, html: '<p>', citations: [1] },
      { index: 2, html: '<p>', citations: [1] },
    ],
    [
      { type: 'sentence', index: 0, text: 's' },
      { index: 0, text: 's' },
    ],
    [{ type: 'support', citations: [{ index: 1, quote: 'q' }] }, { citations: [{ index: 1, quote: 'q' }] }],
    [
      {
        type: 'timing',
        timing: {
          searchMs: 1.11,
          readMs: 2.22,
          selectMs: 3.33,
          writeMs: 4.44,
          checkMs: 5.55,
          renderMs: 6.66,
          firstTextMs: null,
          totalMs: 9.99,
        },
      },
      {
        search_ms: 1.1,
        read_ms: 2.2,
        select_ms: 3.3,
        write_ms: 4.4,
        check_ms: 5.6,
        render_ms: 6.7,
        first_text_ms: null,
        total_ms: 10,
      },
    ],
  ];
  for (const [at, [event, expected]] of events.entries())
    assert.deepEqual(send(event), [[at + 3, event.type, expected]], event.type);
});

test('what became of a statement has its own fields', () => {
  const { send } = streamOf({ pictureAddress: (url) => `picture of ${url}` });
  const dataOf = (event: AnswerEvent) => send(event)[0]?.[2];
  const quote = { source: 1, text: 'It is so.', from: 3, to: 12 };
  const statement = { index: 0, text: 'Yes.', from: 0, to: 8, verdict: 'supported', score: 1 } as const;
  const { text, ...shown } = { ...quote, quote: quote.text };
  assert.deepEqual(
    dataOf({ type: 'statement', statement: { ...statement, quotes: [quote], closest: quote, isSure: true } }),
    {
      ...{ ...statement, quotes: [shown], closest: shown, sure: true },
    },
  );
  assert.deepEqual(dataOf({ type: 'page-read', url: 'u', tookMs: 1, renderedBy: 'jina', round: 2 }), {
    ...{ round: 2, url: 'u', took_ms: 1, rendered_by: 'jina' },
  });
  const source = { index: 1, url: 'u', title: 'A', snippet: 's', passages: [] };
  const sources = [
    { ...source, imageUrl: 'own' },
    { ...source, index: 2, imageUrl: 'same' },
    { ...source, index: 3, imageUrl: 'same' },
  ];
  assert.deepEqual(
    dataOf({ type: 'sources', sources, language: 'en' }).sources.map(
      (one: { picture?: string }) => one.picture,
    ),
    ['picture of own', undefined, undefined],
  );
});

test('only the wanted kinds are sent, and none of those for the log', () => {
  const { send } = streamOf({ kinds: new Set(['sources', 'failure']) });
  assert.deepEqual(send({ type: 'answer-delta', text: 'a' }), []);
  assert.deepEqual(send({ type: 'write-failure', failure: new Failure('internal', 'x') }), []);
  const [[id, kind, data] = []] = send({
    type: 'sources',
    sources: [{ index: 1, url: 'https://a.example/', title: 'A', snippet: 'S', passages: [] }],
    language: 'en',
  });
  assert.deepEqual([id, kind, data.language, data.sources.length], [1, 'sources', 'en', 1]);
});

test('the sentences end with what the body says after the speech of the answer', () => {
  const answer = { text: 't', speech: 'One. Two.' } as Answer;
  const end: AnswerEvent = { type: 'answer-end', answer };
  const spoken = (speakable_text: string, kinds = ALL) => {
    const { send } = streamOf({ kinds: new Set(kinds), toBody: () => ({ speakable_text }) });
    for (const index of [0, 1]) send({ type: 'sentence', index, text: 's' });
    return send(end);
  };
  assert.deepEqual(spoken('One. Two. It was cut.'), [
    [3, 'sentence', { index: 2, text: ' It was cut.' }],
    [4, 'answer-end', { speakable_text: 'One. Two. It was cut.' }],
  ]);
  for (const text of ['One. Two.', 'Something else.']) assert.equal(spoken(text).length, 1, text);
  assert.deepEqual(
    spoken('One. Two. More.', ['answer-end']).map(([, kind]) => kind),
    ['answer-end'],
  );
  assert.deepEqual(
    spoken('One. Two. More.', ['sentence']).map(([, kind]) => kind),
    ['sentence'],
  );
});

test('a failure is one more event', () => {
  const { send, parse, format } = streamOf();
  send({ type: 'answer-delta', text: 'a' });
  assert.deepEqual(parse(format.failure({ status: 502, message: 'No.', headers: {} })), [
    [2, 'failure', { error: 'No.', status: 502 }],
  ]);
});

test('the reply is certain with the first event except a search without results', () => {
  const { isCertain } = streamOf().format;
  const search = (slot: null | 2): AnswerEvent => ({
    type: 'search-end',
    search: 0,
    slot,
    trail: [],
  });
  assert.deepEqual(
    [
      search(null),
      search(2),
      { type: 'answer-delta', text: '' } as const,
      { type: 'write-failure', failure: new Failure('internal', 'x') } as const,
    ].map((event) => isCertain?.(event)),
    [false, true, true, false],
  );
});

test('a silent stream is kept alive with a comment every four seconds, where that is wanted', () => {
  assert.deepEqual(streamOf().format.heartbeat, { text: ': still here\n\n', silenceMs: 4_000 });
  assert.equal(streamOf({ heartbeat: false }).format.heartbeat, null);
});
