import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerEvent, Answerer } from '../core/events.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Question } from '../core/terms.ts';
import { withInstant } from './with-instant.ts';

const searched: Answerer = async function* () {
  yield { type: 'answer-delta', text: 'searched' };
};
const answer = withInstant(searched, {
  render: (markdown, sources, language) => ({
    html: `<p>${markdown}`,
    speech: `${language} ${sources.length}`,
  }),
  now: () => Date.UTC(2026, 10, 22, 12),
});

async function eventsOf(question: Partial<Question>, signal = new AbortController().signal) {
  const whole = { id: 'a', text: '1 + 1', maxSources: 5, scope: ANY_SCOPE, history: [], deadlineMs: 1000 };
  const events: AnswerEvent[] = [];
  for await (const event of answer({ ...whole, ...question }, signal)) events.push(event);
  return events;
}

test('a sum is answered at once, with the events of every answer', async () => {
  const events = await eventsOf({});
  assert.deepEqual(
    events.map(({ type }) => type),
    ['sources', 'answer-delta', 'timing', 'answer-end'],
  );
  const text = '1 + 1 = **2**';
  assert.deepEqual(events[0], { type: 'sources', sources: [], language: 'en' });
  assert.deepEqual(events[1], { type: 'answer-delta', text });
  assert.deepEqual(events[3], {
    type: 'answer-end',
    answer: {
      ...{ text, html: `<p>${text}`, speech: 'en 0', sources: [], language: 'en', model: 'instant' },
      ...{ searchEngine: 'none', tokensUsed: 0, error: null, errorMissingInText: false },
    },
  });
  const timing = events[2]?.type === 'timing' ? events[2].timing : assert.fail();
  assert.deepEqual([timing.searchMs, timing.readMs, timing.selectMs, timing.checkMs], [0, 0, 0, 0]);
  const { firstTextMs, writeMs, renderMs, totalMs } = timing;
  assert.equal(firstTextMs, writeMs);
  assert.ok(writeMs >= 0 && renderMs >= 0 && Math.abs(writeMs + renderMs - totalMs) < 1e-6);
  assert.ok(totalMs < 60_000);
});

test('a question with a scope, or for data, is searched, and so is everything else', async () => {
  const scopes: readonly Partial<Question['scope']>[] = [
    { language: 'de' },
    { country: 'DE' },
    { since: '2020-01-01' },
    { until: '2020-01-01' },
    { sites: { only: ['a.example'], never: [] } },
    { sites: { only: [], never: ['a.example'] } },
  ];
  const others = scopes.map((scope) => ({ scope: { ...ANY_SCOPE, ...scope } }));
  for (const question of [...others, { data: { schema: null } }, { text: 'why is the sky blue' }])
    assert.deepEqual(
      await eventsOf(question),
      [{ type: 'answer-delta', text: 'searched' }],
      JSON.stringify(question),
    );
});

test('what is in no language is answered in that of the conversation', async () => {
  const history = [
    { question: 'what is the highest mountain of the world', answer: '' },
    { question: 'wie hoch ist der Eiffelturm in Paris', answer: '' },
  ];
  const [first] = await eventsOf({ text: '1,5 + 1', history });
  assert.deepEqual(first, { type: 'sources', sources: [], language: 'de' });
});

test('a caller who has left gets no answer', async () => {
  await assert.rejects(eventsOf({}, AbortSignal.abort()), /The caller left/);
});
