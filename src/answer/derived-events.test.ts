import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSentenceStream } from '@sayso/speech';
import { finishedSentences } from '@sayso/text/finished-sentences.ts';
import { ANSWER, QUESTION, TIMING } from '../../test/support/fixed-answer.ts';
import type { Answer } from '../core/answer.ts';
import type { AnswerEvent } from '../core/events.ts';
import { type Answerer, runOf } from '../core/run.ts';
import type { Source } from '../core/source.ts';
import { addBlocks, addMarkedBlocks, addSentences, addSupport } from './derived-events.ts';

const sourceAt = (index: number, url: string, text: string): Source => ({
  ...{ index, url, title: '', snippet: '' },
  passages: [{ text, from: 0, to: text.length }],
});
const sources = [
  sourceAt(1, 'https://a.example/', 'The bridge was opened in 1932.'),
  sourceAt(2, 'file:///k2', 'The bridge was opened in 1932.'),
];

/** An answer that is written in these pieces, and then is `final`; it has no sources event if it has no sources. */
function answering(pieces: readonly string[], final: Partial<Answer>): Answerer {
  return async function* () {
    const answer = { ...ANSWER, sources: [], ...final };
    if (answer.sources.length > 0)
      yield { type: 'sources', sources: answer.sources, language: answer.language };
    for (const text of pieces) yield { type: 'answer-delta', text };
    yield { type: 'timing', timing: TIMING };
    yield { type: 'answer-end', answer };
  };
}

/** The events of an answer with those that a stage adds. */
async function told(stage: (next: Answerer) => Answerer, answerer: Answerer): Promise<AnswerEvent[]> {
  return Array.fromAsync(stage(answerer)(runOf(QUESTION, new AbortController())));
}

test('blocks that differ in the finished answer, or are gone from it, are emitted again', async () => {
  for (const stage of [addBlocks, addMarkedBlocks]) {
    const cut = answering(['One.\n\nTwo.\n\nThr'], { text: 'One.\n\nCut.', html: '' });
    const events = await told(stage, cut);
    assert.deepEqual(
      events.map((event) =>
        'html' in event ? `${event.index} ${event.html.replaceAll(/<[^>]*>|\n/g, '')}` : event.type,
      ),
      ['answer-delta', '0 One.', '1 Two.Thr', '1 Two.', '2 Thr', 'timing', '1 Cut.', '2 ', 'answer-end'],
    );
  }
});

test('the open block is rendered at most every 50 ms, with all text that arrived meanwhile', async (t) => {
  let nowMs = 1000;
  t.mock.method(performance, 'now', () => nowMs);
  const slow: Answerer = async function* () {
    for (const [text, atMs] of [
      ['a', 0],
      ['b', 20],
      ['c', 49],
      ['d', 50],
      ['e', 70],
    ] as const) {
      nowMs = 1000 + atMs;
      yield { type: 'answer-delta', text };
    }
    yield { type: 'timing', timing: TIMING };
  };
  const events = await told(addBlocks, slow);
  const shown = events.flatMap((event) =>
    event.type === 'answer-block' ? event.html.replaceAll(/<[^>]*>|\n/g, '') : [],
  );
  assert.deepEqual(shown, ['a', 'abcd', 'abcde']);
});

const textsOf = (events: readonly AnswerEvent[]) =>
  events.flatMap((event) => (event.type === 'sentence' ? [event.text] : []));

/** The speech of a text. */
function speechOf(text: string): string {
  const stream = createSentenceStream(0, ANSWER.language);
  return [...stream.push(text), ...stream.end()].join('');
}

test('each sentence follows the text that completes it, and the rest come before the timing', async () => {
  const text = 'One is here. Two is here. Three is here.';
  const pieces = ['One is here. Two is', ' here. Three is here.'];
  const events = await told(addSentences, answering(pieces, { text, speech: speechOf(text) }));
  assert.deepEqual(
    events.map((event) => (event.type === 'sentence' ? `${event.index}${event.text}` : event.type)),
    [
      ...['answer-delta', '0One is here.', 'answer-delta', '1 Two is here.'],
      ...['2 Three is here.', 'timing', 'answer-end'],
    ],
  );
});

test('emits no sentence twice and no empty one, wherever the answer was cut', async () => {
  const written = 'One. Two. Three. Four.';
  const spoken = speechOf(written);
  for (let delta = 0; delta <= written.length; delta++) {
    for (let cut = 0; cut <= written.length; cut++) {
      const text = finishedSentences(written.slice(0, cut));
      const speech = speechOf(text);
      const events = await told(addSentences, answering([written.slice(0, delta)], { text, speech }));
      const texts = textsOf(events);
      const said = texts.join('');
      assert.ok(texts.every((each) => each !== ''));
      // Sentences that were already emitted are not taken back; the rest of the answer is emitted once.
      assert.ok(said === speech || (said.startsWith(speech) && spoken.startsWith(said)), said);
    }
  }
});

test('sentences are spoken in the language of the answer, without its citations', async () => {
  const cut = { text: 'Es sind 3 % [1].', speech: 'Es sind 3 %.', language: 'de', sources };
  const events = await told(addSentences, answering(['Es sind 3 % [1]. Oder mehr.'], cut));
  assert.deepEqual(textsOf(events), ['Es sind 3 %.']);
});

test('support comes between the last text and the timing, which includes its time', async () => {
  const text = 'The bridge was opened in 1932 [1][2].';
  const events = await told(addSupport, answering([text], { text, sources }));
  assert.deepEqual(
    events.map(({ type }) => type),
    ['sources', 'answer-delta', 'support', 'timing', 'answer-end'],
  );
  // The HTML does not link the second source.
  const citations = [{ index: 1, quote: 'The bridge was opened in 1932.' }];
  assert.deepEqual(events[2], { type: 'support', citations });
  const [, , , timed] = events;
  assert.ok(timed?.type === 'timing' && timed.timing.totalMs > TIMING.totalMs);
  const addedMs = timed.timing.totalMs - TIMING.totalMs;
  assert.ok(Math.abs(addedMs - (timed.timing.checkMs - TIMING.checkMs)) < 1e-9);
});

test('no support is emitted if nothing is cited', async () => {
  const text = 'The bridge was opened in 1932.';
  const events = await told(addSupport, answering([text], { text, sources }));
  assert.ok(events.every(({ type }) => type !== 'support'));
});
