import { findFirstModel, type ModelListing } from './first-model.ts';

/** The name of a model, which may have to be requested from its server. */
export type ModelName = {
  /** The name if it is known, otherwise `default`. */
  readonly current: string;
  /** Resolves when the name is known, or when it is clear that it cannot be found out now. Never throws. */
  resolve(): Promise<string>;
};

/**
 * Sent if the server does not list its models: llama.cpp accepts any name, and others reply with a clear 404.
 */
export const UNKNOWN_MODEL = 'default';
const LISTING_TIMEOUT_MS = 2_000;
const LISTING_PAUSE_MS = 30_000;

/** A name that is known. */
export function fixedName(name: string): ModelName {
  return { current: name, resolve: async () => name };
}

/**
 * The first name that the server lists. It is requested until it is known, with one shared request of at most
 * 2 s and at least 30 s between attempts, so that a server that starts after this service is found without a
 * restart.
 */
export function listedName(listing: ModelListing): ModelName {
  let found: string | null = null;
  let asking: Promise<void> | null = null;
  let pauseUntilMs = 0;

  async function ask(): Promise<void> {
    found = await findFirstModel(listing, LISTING_TIMEOUT_MS);
    if (found === null) pauseUntilMs = performance.now() + LISTING_PAUSE_MS;
    asking = null;
  }
  return {
    get current() {
      return found ?? UNKNOWN_MODEL;
    },
    async resolve() {
      if (found === null && performance.now() >= pauseUntilMs) {
        asking ??= ask();
        await asking;
      }
      return found ?? UNKNOWN_MODEL;
    },
  };
}
