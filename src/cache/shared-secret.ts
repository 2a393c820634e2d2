import { randomBytes } from 'node:crypto';
import type { SharedStore } from './cache.ts';

const KEY = 'secret';
const SECRET_BYTES = 32;
/** How long the store keeps a secret that no instance asks for, in milliseconds. */
const LIFETIME_MS = 30 * 86_400_000;

/** A secret that all instances share; without the store, this instance's own. */
export function createSharedSecret(shared: SharedStore | null): () => Promise<string> {
  const own = randomBytes(SECRET_BYTES).toString('base64url');
  let common: string | null = null;
  return async () => {
    common ??= shared === null ? own : await agree(shared, own).catch(() => null);
    return common ?? own;
  };
}

/** The secret in the store; `own` becomes that secret if there was none. */
async function agree(shared: SharedStore, own: string): Promise<string | null> {
  if (await shared.claim(KEY, own, LIFETIME_MS)) return own;
  const found = await shared.get(KEY);
  // It stays as long as instances start.
  if (found !== null) void shared.set(KEY, found, LIFETIME_MS).catch(() => undefined);
  return found;
}
