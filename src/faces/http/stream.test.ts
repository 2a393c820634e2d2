import { once } from 'node:events';
import { test } from 'node:test';
import type { AnswerEvent } from '../../answer/events.ts';
import { toEventStream } from './stream.ts';

const options = {
  kinds: new Set(['answer-delta'] as const),
  heartbeat: false,
  requestId: 'r',
  toBody: () => ({}),
};

/** Events whose first one is longer than a stream holds unread, and word of their end. */
function longEvents() {
  const ended = Promise.withResolvers<void>();
  async function* tell(): AsyncGenerator<AnswerEvent> {
    try {
      yield { type: 'answer-delta', text: 'x'.repeat(200_000) };
      yield { type: 'answer-delta', text: 'never read' };
    } finally {
      ended.resolve();
    }
  }
  return { events: tell(), ended: ended.promise };
}

test('a caller who leaves before reading anything ends the answer', async () => {
  const { events, ended } = longEvents();
  const stream = await toEventStream(events, options);
  stream.destroy();
  await ended;
});

test('a caller who leaves at the first event ends the answer', async () => {
  const { events, ended } = longEvents();
  const stream = await toEventStream(events, options);
  await once(stream, 'readable');
  stream.destroy();
  await ended;
});
