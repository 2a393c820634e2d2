import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER, QUESTION as question } from '../../test/support/fixed-answer.ts';
import type { Answer } from '../core/answer.ts';
import type { AnswerEvent } from '../core/events.ts';
import { type Answerer, runOf } from '../core/run.ts';
import { type GrowingSentences, replaceEvents, withSentences } from './derived-events.ts';

/** Emits each sentence once the next one has started. */
function createSentences(): GrowingSentences {
  let text = '';
  const cut = () => {
    const sentences = text.match(/ ?[^.]+\.(?= )/g) ?? [];
    text = text.slice(sentences.join('').length);
    return sentences;
  };
  return {
    push(more) {
      text += more;
      return cut();
    },
    end: () => (text === '' ? [] : [text]),
  };
}

function answering(deltas: readonly string[], text: string): Answerer {
  return async function* () {
    for (const delta of deltas) yield { type: 'answer-delta', text: delta } as const;
    const times = { searchMs: 0, readMs: 0, selectMs: 0, firstTextMs: 0, writeMs: 0, checkMs: 0 };
    yield { type: 'timing', timing: { ...times, renderMs: 0, totalMs: 0 } } as const;
    const none = { sources: [], language: 'en', model: '', slot: null, tokensUsed: 0 } as const;
    const answer: Answer = { text, html: '', speech: text, ...none, error: null, errorMissingInText: false };
    yield { type: 'answer-end', answer } as const;
  };
}

async function told(answerer: Answerer): Promise<AnswerEvent[]> {
  const events = answerer(runOf(question, new AbortController()));
  return Array.fromAsync(replaceEvents(events, withSentences(createSentences)));
}

const textsOf = (events: readonly AnswerEvent[]) =>
  events.flatMap((event) => (event.type === 'sentence' ? [event.text] : []));

test('each sentence follows the text that completes it, and the rest come before the timing', async () => {
  const events = await told(answering(['One. Two', '. Three.'], 'One. Two. Three.'));
  assert.deepEqual(
    events.map((event) => (event.type === 'sentence' ? `${event.index}${event.text}` : event.type)),
    ['answer-delta', '0One.', 'answer-delta', '1 Two.', '2 Three.', 'timing', 'answer-end'],
  );
});

test('emits no sentence twice and no empty one, wherever the answer was cut', async () => {
  const written = 'One. Two. Three. Four.';
  for (let delta = 0; delta <= written.length; delta++) {
    for (let cut = 0; cut <= written.length; cut++) {
      const texts = textsOf(await told(answering([written.slice(0, delta)], written.slice(0, cut))));
      const said = texts.join('');
      assert.ok(texts.every((text) => text !== ''));
      // Sentences that were already emitted are not taken back; the rest of the answer is emitted once.
      assert.ok(
        said === written.slice(0, cut) ||
          (said.startsWith(written.slice(0, cut)) && written.startsWith(said)),
      );
    }
  }
});

test('an answer that was not cut is spoken once', async () => {
  let made = 0;
  const counting = () => {
    made++;
    return createSentences();
  };
  const events = answering(
    ['One. Two', '. Three.'],
    'One. Two. Three.',
  )(runOf(question, new AbortController()));
  const all = await Array.fromAsync(replaceEvents(events, withSentences(counting)));
  assert.equal(textsOf(all).join(''), 'One. Two. Three.');
  assert.equal(made, 1);
});

test('sentences are made for the number of sources and the language of the answer', async () => {
  const asked: unknown[] = [];
  const transform = withSentences((...given) => {
    asked.push(given);
    return createSentences();
  });
  const answerer: Answerer = async function* () {
    yield { type: 'sources', sources: ANSWER.sources, language: 'de' };
    yield { type: 'answer-delta', text: 'Ja. Nein.' };
    yield { type: 'answer-end', answer: { ...ANSWER, language: 'de', text: 'Ja.', speech: 'Ja.' } };
  };
  const events = answerer(runOf(question, new AbortController()));
  assert.deepEqual(textsOf(await Array.fromAsync(replaceEvents(events, transform))), ['Ja.']);
  assert.deepEqual(asked.slice(-2), [
    [1, 'de'],
    [1, 'de'],
  ]);
});
