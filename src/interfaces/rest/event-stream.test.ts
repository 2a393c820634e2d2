import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../core/answer.ts';
import type { AnswerEvent } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import { type EventKind, toEventStreamFormat, wantedKinds } from './event-stream.ts';

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
function streamOf(options: Partial<Parameters<typeof toEventStreamFormat>[0]> = {}) {
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
