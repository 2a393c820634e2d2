import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER, eventsOf } from '../../../../test/support/fixed-answer.ts';
import type { AnswerEvent } from '../../../core/events.ts';
import { withProgress } from './notes.ts';

test('whoever waits for an answer is told what happens, and every event is passed on', async () => {
  const events: readonly AnswerEvent[] = [
    { type: 'begin' },
    { type: 'plan', subQuestions: ['one', 'two'] },
    { type: 'search-end', search: 0, slot: null, trail: [] },
    { type: 'search-end', search: 1, slot: 1, trail: [] },
    { type: 'page-read', url: 'https://a.example/b', tookMs: 1 },
    { type: 'gap', missing: ['three', 'four'] },
    { type: 'gap', missing: [] },
    { type: 'sources', sources: ANSWER.sources, language: 'en' },
    ...eventsOf().slice(2),
  ];
  const messages: string[] = [];
  const deps = { sendProgress: (message: string) => void messages.push(message) };
  const passedOn = await Array.fromAsync(
    withProgress(
      (async function* () {
        yield* events;
      })(),
      deps,
    ),
  );
  assert.deepEqual(passedOn, events);
  assert.deepEqual(messages, [
    'Searching for: one | two',
    'The search found nothing',
    'Reading the pages that were found',
    'Read a page of a.example',
    'Still missing: three | four',
    'Found enough',
    'Chose 1 sources',
  ]);
});
