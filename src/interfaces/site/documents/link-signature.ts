import { createHmac, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** How long a link opens its document, at least, in milliseconds: one day. */
const LIFETIME_MS = 24 * 3_600_000;
/** Links made within the same hour are equal, so that equal answers stay equal. */
const ROUND_TO_MS = 3_600_000;
const SALT = 'sayso document links';
const KEY_BYTES = 32;

/** Signs links to documents and checks its own signatures. */
export type LinkSigner = Awaited<ReturnType<typeof createLinkSigner>>;

/**
 * A signer whose secret is derived from the service's keys, so that all instances accept the same links and a
 * changed key invalidates them. The derivation is slow on purpose: otherwise, someone with a link could guess
 * weak keys.
 */
export async function createLinkSigner(keys: readonly string[], nowMs: () => number = Date.now) {
  const derive = promisify<string, string, number, Buffer>(scrypt);
  const secret = await derive([...keys].sort().join('\n'), SALT, KEY_BYTES);
  const signatureOf = (path: string, until: string) =>
    createHmac('sha256', secret).update(`${until}\n${path}`).digest();
  return {
    /** The query string that opens a document without a key. */
    sign(path: string): string {
      const endMs = Math.ceil((nowMs() + LIFETIME_MS) / ROUND_TO_MS) * ROUND_TO_MS;
      const until = String(endMs / 1000);
      return `until=${until}&signature=${signatureOf(path, until).toString('base64url')}`;
    },
    /** Whether a query string is currently valid for opening a document. */
    isValid(path: string, query: URLSearchParams): boolean {
      const until = query.get('until') ?? '';
      const given = Buffer.from(query.get('signature') ?? '', 'base64url');
      const expected = signatureOf(path, until);
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
      return isOurs && Number(until) * 1000 > nowMs();
    },
  };
}
