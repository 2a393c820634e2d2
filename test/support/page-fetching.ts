import assert from 'node:assert/strict';
import {
  createPageFetch,
  type FetchOutcome,
  type PageFetch,
  type PageFetchOptions,
} from '../../src/net/page-fetch.ts';
import type { PageAllowance } from '../../src/net/page-policy.ts';
import type { FetchedPage } from '../../src/net/page-visit.ts';

const LOOPBACK: PageAllowance = {
  to: { kind: 'network', address: '127.0.0.0', prefixBits: 8 },
  port: null,
};

/** Page fetching that may visit loopback, to which all names resolve; closed afterwards. */
export async function withPages(
  use: (pages: PageFetch) => Promise<void>,
  more: Partial<PageFetchOptions> = {},
): Promise<void> {
  const pages = createPageFetch({
    userAgent: 'Sayso/1 (test)',
    allow: [LOOPBACK],
    timeoutMs: 60_000,
    resolve: async () => ['127.0.0.1'],
    ...more,
  });
  try {
    await use(pages);
  } finally {
    await pages.close();
  }
}

/** Asserts that the outcome is a page and returns it. */
export function fetched(outcome: FetchOutcome): FetchedPage {
  assert.ok(outcome.status === 'fetched', JSON.stringify(outcome));
  return outcome;
}

/** Asserts that the outcome is a page and returns its text. */
export function textOf(outcome: FetchOutcome): string {
  return new TextDecoder().decode(fetched(outcome).body);
}

/** Asserts that the page was skipped for this reason. */
export function assertSkipped(outcome: FetchOutcome, words: RegExp): void {
  assert.ok(outcome.status === 'skipped', outcome.status);
  assert.match(outcome.reason, words);
}
