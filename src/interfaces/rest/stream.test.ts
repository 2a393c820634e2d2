import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import type { AnswerEvent } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import { createLog } from '../../observe/log.ts';
import { toStream } from '../http/stream.ts';
import { type EventStreamOptions, toEventStreamFormat } from './event-stream.ts';

const quiet = { id: 'r', log: createLog('silent') };

const streamOf = (
  events: AsyncGenerator<AnswerEvent>,
  { request = quiet, ...options }: Partial<EventStreamOptions> & { request?: typeof quiet } = {},
) => {
  const usual = {
    heartbeat: false,
    toBody: () => ({ speakable_text: '' }),
    iconAddress: () => '',
    pictureAddress: null,
    requestId: 'r',
  };
  const kinds = new Set(['answer-delta'] as const);
  return toStream(events, toEventStreamFormat({ kinds, ...usual, ...options }), request);
};

/** Events, the first of which exceeds the buffers of a stream, and a promise that resolves when they end. */
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

test('a caller who leaves at the first event ends the answer', async () => {
  const { events, ended } = longEvents();
  const stream = await streamOf(events);
  await once(stream, 'readable');
  stream.destroy();
  await ended;
});

test('a stream starts as soon as an answer is certain, whatever kinds are wanted', async () => {
  async function* tell(): AsyncGenerator<AnswerEvent> {
    yield { type: 'sources', sources: [], language: 'en' };
    throw new Failure('model-unavailable', 'It broke.');
  }
  const stream = await streamOf(tell(), { kinds: new Set(['answer-end'] as const) });
  const text = Buffer.concat(await stream.toArray()).toString();
  assert.equal(text, 'id: 1\nevent: failure\ndata: {"error":"It broke.","status":502}\n\n');
});
