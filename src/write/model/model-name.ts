import { findFirstModel, type ModelListing } from './first-model.ts';

/** The name of a model, which may have to be asked for. */
export type ModelName = {
  /** The name as far as it is known, else `default`. */
  readonly current: string;
  /** Waits until it is known or cannot be known now. Never throws. */
  resolve(): Promise<string>;
};

/** Sent when the server does not tell its models: llama.cpp takes any name, others answer 404 and say so. */
export const UNKNOWN_MODEL = 'default';
const LISTING_TIMEOUT_MS = 2_000;
const LISTING_PAUSE_MS = 30_000;

/** A name that is known. */
export function fixedName(name: string): ModelName {
  return { current: name, resolve: async () => name };
}

/**
 * The first name that the server lists: asked for until it has told one, once for all who wait, for at most 2 s, and
 * after a failure not again for 30 s. A server that starts later than this service is so found without a restart.
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
