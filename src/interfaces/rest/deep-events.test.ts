import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER, TIMING } from '../../../test/support/fixed-answer.ts';
import { startTextInterface } from '../../../test/support/fixed-replies.ts';
import type { AnswerEvent } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import { rest } from './rest.ts';

const trail = [{ slot: 1, status: 'ok', cause: '', tookMs: 1 }] as const;
const DEEP: readonly AnswerEvent[] = [
  { type: 'begin' },
  { type: 'plan', subQuestions: ['a', 'b'] },
  { type: 'search-end', search: 0, round: 1, slot: 1, trail },
  { type: 'page-read', url: 'https://a.example/', tookMs: 1.26, round: 1 },
  { type: 'page-skip', url: 'https://b.example/', reason: 'late', tookMs: 2.24, round: 1 },
  { type: 'gap', missing: ['c'] },
  { type: 'sources', sources: ANSWER.sources, language: 'en' },
  { type: 'write-failure', failure: new Failure('model-unavailable', 'secret') },
  { type: 'answer-delta', text: 'Yes.' },
  { type: 'usage', depth: 'deep', calls: 4, tokens: 9 },
  { type: 'timing', timing: { ...TIMING, firstTextMs: null } },
  { type: 'answer-end', answer: ANSWER },
];

/** The events of a stream as name and data. */
async function eventsFor(query: string, depth: 'quick' | 'deep') {
  await using started = await startTextInterface(rest, { events: () => DEEP });
  const reply = await started.app.inject({
    ...{ method: 'POST', url: `/api/ask${query}`, headers: { accept: 'text/event-stream' } },
    payload: { query: 'Who?', depth },
  });
  assert.equal(reply.headers['content-type'], 'text/event-stream; charset=utf-8');
  const events = [...reply.body.matchAll(/^id: (\d+)\nevent: (\S+)\ndata: (.*)$/gm)];
  assert.deepEqual(
    events.map(([, id]) => Number(id)),
    events.map((_, at) => at + 1),
  );
  return {
    id: reply.headers['x-request-id'],
    events: events.map(([, , kind, data = '']) => [kind, JSON.parse(data)]),
  };
}

test('a quick answer sends the events of deep answers only on request', async () => {
  const kinds = async (query: string) => (await eventsFor(query, 'quick')).events.map(([kind]) => kind);
  assert.deepEqual(await kinds(''), [
    ...['search-end', 'page-read', 'page-skip', 'sources', 'answer-delta', 'timing', 'answer-end'],
  ]);
  assert.deepEqual(await kinds('?events=gap,usage'), ['gap', 'usage']);
});

test('only the whole reply of a deep answer says how many calls and tokens the model took', async () => {
  const timingOf = async (events: readonly AnswerEvent[]) => {
    await using started = await startTextInterface(rest, { events: () => events });
    const reply = await started.app.inject({ method: 'POST', url: '/api/ask', payload: { query: 'Who?' } });
    return String(reply.headers['server-timing']);
  };
  const times =
    'search;dur=1000.0, read;dur=2000.0, select;dur=3000.0, write;dur=4000.0, check;dur=5000.0, ' +
    'render;dur=6000.0, total;dur=21000.0';
  assert.equal(await timingOf(DEEP), `${times}, model-calls;desc="4", model-tokens;desc="9"`);
  const quick = DEEP.map((event) => (event.type === 'usage' ? { ...event, depth: 'quick' as const } : event));
  assert.equal(await timingOf(quick), times);
});
