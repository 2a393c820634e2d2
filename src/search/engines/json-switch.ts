import type { Clock } from '../breaker.ts';

/** Whether to request JSON from an instance, based on its replies. */
export type JsonSwitch = {
  isOff(): boolean;
  /** It refused JSON. */
  refused(): void;
  /**
   * Records that its page was read. `isOffered`: the page offers JSON; `wasRefused`: JSON was refused in the
   * same search.
   */
  readPage(page: { readonly isOffered: boolean; readonly wasRefused: boolean }): void;
  /** Records that its page cannot be used, so that JSON is worth another try. */
  foundPageUseless(): void;
};

const HOUR_MS = 3_600_000;

/**
 * JSON counts as switched off for an hour after a refusal, or until a page offers it. An offer together with
 * a refusal is ignored: it means that something in front of the instance refuses JSON.
 */
export function createJsonSwitch(now: Clock): JsonSwitch {
  let offUntilMs = Number.NEGATIVE_INFINITY;
  let isOfferBelieved = true;
  return {
    isOff: () => now() < offUntilMs,
    refused() {
      offUntilMs = now() + HOUR_MS;
    },
    readPage({ isOffered, wasRefused }) {
      if (wasRefused) isOfferBelieved = !isOffered;
      else if (isOffered && isOfferBelieved) offUntilMs = Number.NEGATIVE_INFINITY;
    },
    foundPageUseless() {
      offUntilMs = Number.NEGATIVE_INFINITY;
    },
  };
}
