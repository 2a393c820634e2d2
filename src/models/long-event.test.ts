import { test } from 'node:test';
import { assertProportional } from '../../test/support/proportional.ts';
import { readChatParts } from './providers/chat-parts.ts';
import { readOllamaParts } from './providers/ollama-chat.ts';

const PIECE = new TextEncoder().encode('字'.repeat(50));

function endless(chars: number): ReadableStream<Uint8Array> {
  let left = chars / 50;
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(PIECE);
      else controller.close();
    },
  });
}

async function readAll(stream: ReadableStream<unknown>): Promise<void> {
  for await (const _part of stream);
}

test('an event that comes in thousands of pieces takes time in proportion to its length', async () => {
  await assertProportional((chars) => readAll(readChatParts(endless(chars))), 1_000_000, 'readChatParts');
});

test('a line of Ollama in thousands of pieces takes time in proportion to its length', async () => {
  const read = (chars: number) =>
    readAll(readOllamaParts(endless(chars), 'http://a/')).catch(() => undefined);
  await assertProportional(read, 1_000_000, 'readOllamaParts');
});
