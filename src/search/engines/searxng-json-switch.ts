import type { Clock } from '../../net/suspension.ts';

/** How long JSON counts as switched off. */
const OFF_MS = 3_600_000;

/** Decides, from an instance's replies, whether to request JSON from it. */
export type JsonSwitch = {
  isOff(): boolean;
  recordRefusal(): void;
  recordPage(page: PageRecord): void;
  /** Records that the instance's page cannot be used, so JSON is worth another try. */
  recordUselessPage(): void;
};
type PageRecord = {
  readonly isOffered: boolean;
  /** Whether JSON was refused in the same search. */
  readonly wasRefused: boolean;
};

/**
 * JSON counts as switched off for an hour after a refusal, or until a page offers it. If the page offers JSON
 * but JSON was refused in the same search, the offer is ignored: it means that a proxy in front of the
 * instance refuses JSON.
 */
export function createJsonSwitch(now: Clock): JsonSwitch {
  let offUntilMs = Number.NEGATIVE_INFINITY;
  let isOfferBelieved = true;
  return {
    isOff: () => now() < offUntilMs,
    recordRefusal() {
      offUntilMs = now() + OFF_MS;
    },
    recordPage({ isOffered, wasRefused }) {
      if (wasRefused) isOfferBelieved = !isOffered;
      else if (isOffered && isOfferBelieved) offUntilMs = Number.NEGATIVE_INFINITY;
    },
    recordUselessPage() {
      offUntilMs = Number.NEGATIVE_INFINITY;
    },
  };
}
