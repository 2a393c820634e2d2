import { begin, chunk } from '../../test/support/chat-server.ts';
import { startModelServer } from '../../test/support/model-server.ts';
import type { Stage } from '../stage.ts';
import { untilListening } from '../stage.ts';
import type { Target } from '../target.ts';

/**
 * How long a model continues after its caller has disconnected, in milliseconds. For each path, `rounds`
 * callers read the first words of a stream and disconnect; the time until the model loses its connection is
 * measured.
 */
export async function timeToStop(
  stage: Stage,
  pathsOf: (service: Target) => readonly Target[],
  rounds: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  let lost: PromiseWithResolvers<number>;
  await using model = await startModelServer((response) => {
    response.once('close', () => lost.resolve(performance.now()));
    begin(response);
    response.write(chunk({ content: 'A first sentence, which is the only one. ' }));
  });
  const service = await stage.service({ MODEL_BASE_URL: model.url });
  await untilListening(service.child, () => fetch(new URL('/livez', service.url)));
  const times = new Map<string, number[]>();
  for (const target of pathsOf(service)) {
    const each: number[] = [];
    for (let round = 0; round < rounds; round++) {
      lost = Promise.withResolvers<number>();
      const leaving = new AbortController();
      await firstWords(target, `Question ${round} of ${target.name}?`, leaving.signal);
      const leftAtMs = performance.now();
      leaving.abort();
      each.push((await lost.promise) - leftAtMs);
    }
    times.set(target.name, each);
  }
  await service.child.stop();
  return times;
}

async function firstWords(target: Target, question: string, signal: AbortSignal): Promise<void> {
  const reply = await fetch(target.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...target.headers('stream') },
    body: target.body(question, 'stream'),
    signal,
  });
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  // The reader stays open: only the caller's signal may end the connection.
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    text += part.value;
    if (text.includes('A first')) return;
  }
  throw new Error(`${target.name} ended without words: ${text.slice(0, 200)}`);
}
