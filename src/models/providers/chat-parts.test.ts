import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChatParts } from './chat-parts.ts';

const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}`;
const END = ['data: {"choices":[{"delta":{},"finish_reason":"stop"}]}', 'data: [DONE]'];

/** The text of a reply that arrives in pieces of this many bytes. */
async function textOf(lines: readonly string[], lineEnd: string, pieceBytes: number): Promise<string> {
  const bytes = new TextEncoder().encode([...lines, ...END].map((line) => line + lineEnd + lineEnd).join(''));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += pieceBytes)
        controller.enqueue(bytes.subarray(at, at + pieceBytes));
      controller.close();
    },
  });
  let text = '';
  for await (const part of readChatParts(body)) if (part.type === 'text-delta') text += part.delta;
  return text;
}

test('chunks that differ only in their text keep it, with any line ends and in any pieces', async () => {
  const words = ['One', ' two', ' "three"', '\n\n', ' \\four\\', ' fünf', ' 六', '', ' data: {', ' end'];
  const lines = words.map(chunk);
  // A chunk that is longer at its end than the others.
  lines.splice(3, 0, `${chunk(' more').slice(0, -1)},"usage":null}`);
  const expected = [...words.slice(0, 3), ' more', ...words.slice(3)].join('');
  for (const lineEnd of ['\n', '\r\n'])
    for (const pieceBytes of [1, 7, 64, 100_000])
      assert.equal(await textOf(lines, lineEnd, pieceBytes), expected, JSON.stringify([lineEnd, pieceBytes]));
});

test('an answer that is only in the message of the last chunk is the text, and a repeated one is not', async () => {
  const last = 'data: {"choices":[{"message":{"content":"It rests."},"finish_reason":"stop"}]}';
  assert.equal(await textOf([last], '\n', 100_000), 'It rests.');
  assert.equal(await textOf([chunk(''), last], '\n', 100_000), 'It rests.');
  assert.equal(await textOf([chunk('It '), chunk('rests.'), last], '\n', 100_000), 'It rests.');
});
