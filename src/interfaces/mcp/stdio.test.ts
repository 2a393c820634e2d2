import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { serveOverStreams } from './mcp-server.ts';

/** A served client: sends one message, and the messages that it received. */
function start(signal: AbortSignal) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let text = '';
  output.on('data', (data) => (text += data));
  const served = serveOverStreams(
    {
      maxQueryChars: 100,
      status: { version: '1.2.3', llmConfigured: true, searchPrimaryUrl: '', searchSecondaryUrl: '' },
      service: {} as never,
      caller: { name: '' },
      deadlinesMs: { quick: 1000, deep: 1000 },
      report: ({ message }) => message,
      ...{ input, output },
    },
    signal,
  );
  const received = () =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  return { input, served, received, send: (message: object) => input.write(`${JSON.stringify(message)}\n`) };
}

test('a client whose input breaks, or whose process is told to stop, is served no more', async () => {
  const stopping = new AbortController();
  const [stopped, broken] = [start(stopping.signal), start(new AbortController().signal)];
  stopping.abort();
  broken.input.destroy(new Error('The pipe is broken.'));
  await Promise.all([stopped.served, broken.served]);
});
