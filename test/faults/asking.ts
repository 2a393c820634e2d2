import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type * as z from 'zod';
import { askResponse, askUnavailable } from '../../src/interfaces/rest/reply.ts';

/** One exchange with the service, which is checked to be well-formed. */
export type Exchange = {
  readonly status: number;
  /** The answer; null if there is none. */
  readonly answer: z.infer<typeof askResponse> | null;
  /** What went wrong, in words; null if nothing did. */
  readonly error: string | null;
  /** Pages that were read, and the reasons why others were not. */
  readonly pages: { readonly read: number; readonly skipped: readonly string[] };
  readonly tookMs: number;
};

const NO_PAGES = { read: 0, skipped: [] };
const POLL_MS = 25;
/** Far longer than anything that is awaited here, including the two seconds for which a slot is suspended. */
const PATIENCE_MS = 60_000;
let asked = 0;

/** Asks a question that has not been asked before. Fails for any reply that the contract does not allow. */
export async function ask(url: string): Promise<Exchange> {
  const { response, startedAtMs } = await post(url, 'application/json');
  const body: unknown = await response.json();
  const tookMs = performance.now() - startedAtMs;
  if (response.status === 200) {
    const answer = askResponse.parse(body);
    return { status: 200, answer, error: answer.error, pages: NO_PAGES, tookMs };
  }
  assert.equal(response.status, 502, JSON.stringify(body));
  return { status: 502, answer: null, error: askUnavailable.parse(body).error, pages: NO_PAGES, tookMs };
}

/** The same as a stream of events, which also reports pages. */
export async function askForEvents(url: string): Promise<Exchange> {
  const { response, startedAtMs } = await post(url, 'text/event-stream');
  assert.equal(response.status, 200);
  const text = await response.text();
  const tookMs = performance.now() - startedAtMs;
  const datas = (name: string): unknown[] =>
    [...text.matchAll(new RegExp(`^event: ${name}\ndata: (.+)$`, 'gm'))].map(([, data]) =>
      JSON.parse(data ?? ''),
    );
  const answer = askResponse.parse(datas('answer-end')[0]);
  const skipped = datas('page-skip').map((data) => JSON.stringify(data));
  const pages = { read: datas('page-read').length, skipped };
  return { status: 200, answer, error: answer.error, pages, tookMs };
}

async function post(url: string, accept: string) {
  asked++;
  const startedAtMs = performance.now();
  const response = await fetch(`${url}/api/ask`, {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json' },
    body: JSON.stringify({ query: `What is axolotl number ${asked}?` }),
  });
  return { response, startedAtMs };
}

/** Waits until a condition holds; fails if it never does. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const startedAtMs = performance.now();
  while (!(await isSo())) {
    assert.ok(performance.now() - startedAtMs < PATIENCE_MS, `not in ${PATIENCE_MS} ms: ${what}`);
    await pause(POLL_MS);
  }
}
