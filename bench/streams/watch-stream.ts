import { Agent, type ClientRequest, request } from 'node:http';
import type { Target } from '../target.ts';

/**
 * When each piece of one streamed answer arrived, in milliseconds from the first, by the number of characters
 * received by then.
 */
export type StreamArrivals = { readonly arrivals: readonly (readonly [chars: number, atMs: number])[] };

const agent = new Agent({ keepAlive: false });
let asked = 0;

/** Reads one streamed answer to its end. Rejects if it is not a streamed answer. */
export function watchStream(target: Target): Promise<StreamArrivals> {
  const body = target.body(`How deep is the harbour in winter number ${asked++}?`, 'stream');
  const headers = {
    ...target.headers('stream'),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const url = new URL('?events=answer-delta,answer-end&heartbeat=off', target.url);
  return new Promise((resolve, reject) => {
    const call: ClientRequest = request(url, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`Status ${response.statusCode}`));
      const arrivals: [number, number][] = [];
      let chars = 0;
      let rest = '';
      response.setEncoding('utf8').on('data', (data: string) => {
        const atMs = performance.now();
        const events = (rest + data).split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) {
          if (!event.includes('event: answer-delta')) continue;
          chars += JSON.parse(event.slice(event.indexOf('data: ') + 6)).text.length;
          arrivals.push([chars, atMs]);
        }
      });
      response.on('error', reject);
      response.on('end', () => {
        const firstAtMs = arrivals[0]?.[1] ?? 0;
        resolve({ arrivals: arrivals.map(([count, atMs]) => [count, atMs - firstAtMs]) });
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

/**
 * How far a stream was behind one that had the service to itself, at its worst, in milliseconds. Both have
 * the same text at the same pace, and anything that the service holds back on purpose (half a citation) is
 * held back in both.
 */
export function furthestBehindMs(watched: StreamArrivals, alone: StreamArrivals): number {
  const aloneAt = new Map(alone.arrivals);
  const behind = watched.arrivals.flatMap(([chars, atMs]) => {
    const expected = aloneAt.get(chars);
    return expected === undefined ? [] : [atMs - expected];
  });
  // If the first piece itself was late, all others look early.
  return Math.max(...behind) - Math.min(0, ...behind);
}
