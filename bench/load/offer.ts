import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../target.ts';

/** How one question ended; status 0 is a broken connection. */
export type Offered = { readonly status: number; readonly tookMs: number };

const agent = new Agent({ keepAlive: true });
let asked = 0;

/** Asks one question and reads the reply to its end. Never rejects. */
export function offerOne(target: Target): Promise<Offered> {
  const body = target.body(`How deep is the harbour in winter number ${asked++}?`, 'json');
  const headers = {
    ...target.headers('json'),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const askedAtMs = performance.now();
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ status, tookMs: performance.now() - askedAtMs });
    const call = request(target.url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => end(response.statusCode ?? 0));
      response.on('error', () => end(0));
    });
    call.on('error', () => end(0));
    call.end(body);
  });
}

/**
 * Sends this many questions per second for a while, whether or not earlier ones have ended, and waits for all
 * of them.
 */
export async function offer(target: Target, perSecond: number, forMs: number): Promise<readonly Offered[]> {
  const startedAtMs = performance.now();
  const offered: Promise<Offered>[] = [];
  const count = Math.floor((perSecond * forMs) / 1000);
  while (offered.length < count) {
    const due = Math.min(count, 1 + Math.floor(((performance.now() - startedAtMs) * perSecond) / 1000));
    while (offered.length < due) offered.push(offerOne(target));
    await sleep(Math.max(1, startedAtMs + (offered.length * 1000) / perSecond - performance.now()));
  }
  return Promise.all(offered);
}
