import { findFirstModel, type ModelListing } from './first-model.ts';

/** The name of a model, which may have to be requested from the model's server. */
export type ModelName = {
  /** The name if it is known, otherwise `default`. */
  readonly current: string;
  /** Resolves when the name is known, or when it is clear that it cannot be found out now. Never throws. */
  resolve(): Promise<string>;
};

/** Sent if the server lists no models: llama.cpp accepts any name, others reply with a clear 404. */
export const UNKNOWN_MODEL = 'default';
const LISTING_TIMEOUT_MS = 2_000;
const LISTING_PAUSE_MS = 30_000;

/** A name that is known. */
export function fixedName(name: string): ModelName {
  return { current: name, resolve: async () => name };
}

/**
 * The first name that the server lists. Until the name is known, callers share one request of at most 2 s; a
 * failed request is repeated after 30 s at the earliest. A server that starts later is therefore found
 * without a restart.
 */
export function listedName(listing: ModelListing): ModelName {
  let found: string | null = null;
  let request: Promise<void> | null = null;
  let pauseUntilMs = 0;

  async function findName(): Promise<void> {
    found = await findFirstModel(listing, LISTING_TIMEOUT_MS);
    if (found === null) pauseUntilMs = performance.now() + LISTING_PAUSE_MS;
    request = null;
  }
  return {
    get current() {
      return found ?? UNKNOWN_MODEL;
    },
    async resolve() {
      if (found === null && performance.now() >= pauseUntilMs) {
        request ??= findName();
        await request;
      }
      return found ?? UNKNOWN_MODEL;
    },
  };
}
