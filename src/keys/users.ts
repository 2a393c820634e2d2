import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import type { JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { Failure, whyUnreadable } from '../core/failure.ts';

/** The fields in which Open WebUI names who asks; with `FORWARD_USER_INFO_HEADER_JWT_SECRET`, it sends a token. */
const FIELDS = { id: 'x-openwebui-user-id', email: 'x-openwebui-user-email', name: 'x-openwebui-user-name' };

const tokens = z
  .strictObject({
    header: z.string().toLowerCase().default('x-openwebui-user-jwt'),
    claim: z.string().default('sub').describe('The claim that names the person'),
    issuer: z.string().optional(),
    audience: z.string().optional(),
    secret_file: z.string().optional().describe('The file with the secret of HS256'),
    jwks: z
      .url({ protocol: /^https?$/, error: 'write an address' })
      .optional()
      .describe('The address of the public keys'),
  })
  .refine(
    ({ secret_file, jwks }) => (secret_file === undefined) !== (jwks === undefined),
    'write secret_file or jwks',
  );

/**
 * How the requests with a key name the person behind each: in a field of Open WebUI, or in a signed token. Only
 * such keys are believed.
 */
export const users = z.union(
  [z.enum(['id', 'email', 'name']), tokens],
  'write id, email or name, or tokens with secret_file or jwks',
);
type Users = z.infer<typeof users>;
type Tokens = z.infer<typeof tokens>;

/** A name is stored with what its person uses. */
const MAX_NAME_CHARS = 100;
/** Tokens that name a person are far shorter; longer ones are not decoded. */
const MAX_TOKEN_CHARS = 8_192;
/** HS256 with a shorter secret could be guessed from one token (RFC 7518, 3.2). */
const MIN_SECRET_BYTES = 32;
/** By how much clocks may differ, in seconds. */
const SKEW_SECONDS = 30;
const JWKS_TIMEOUT_MS = 3_000;
const PUBLIC_KEY_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];

/** A token that was read, or why it does not count. */
type Verified = (token: string) => Promise<unknown>;

/**
 * Finds the person behind a request with a shared key; empty if the request names none. The library for tokens
 * is loaded when the first one arrives.
 */
export function openUsers(fetch: typeof globalThis.fetch) {
  // A file of keys that is read again has new objects.
  const verifiers = new WeakMap<Tokens, Promise<Verified>>();
  const verifierOf = (rule: Tokens): Promise<Verified> => {
    const known = verifiers.get(rule);
    if (known !== undefined) return known;
    const made = openVerifier(rule, fetch);
    verifiers.set(rule, made);
    // A secret that could not be read is tried again.
    made.catch(() => verifiers.delete(rule));
    return made;
  };
  /** @throws Failure `unauthorized` for a token that is not valid, `overloaded` if that cannot be found out */
  return async (rule: Users, headers: IncomingHttpHeaders): Promise<string> => {
    const sent = headers[typeof rule === 'string' ? FIELDS[rule] : rule.header];
    if (sent === undefined || sent === '') return '';
    // Node joins several fields: a proxy may have added its own to that of the caller.
    if (typeof sent !== 'string' || sent.includes(',')) throw notValid('there are several');
    if (typeof rule === 'string') return nameIn(rule === 'name' ? decoded(sent) : sent);
    if (sent.length > MAX_TOKEN_CHARS) throw notValid('it is too long');
    const verify = await verifierOf(rule);
    return nameIn(await verify(sent.replace(/^Bearer /i, '')));
  };
}

/** @throws Failure for anything but a short name */
function nameIn(value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') throw notValid('it names nobody');
  if (value.length > MAX_NAME_CHARS) throw notValid('its name is too long');
  return value.trim();
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    throw notValid('its name is not UTF-8');
  }
}

async function openVerifier(rule: Tokens, fetch: typeof globalThis.fetch): Promise<Verified> {
  const { claim, issuer, audience, secret_file: secretFile, jwks = '' } = rule;
  const { jwtVerify, createRemoteJWKSet, customFetch, errors } = await import('jose');
  const key: Uint8Array | JWTVerifyGetKey =
    secretFile === undefined
      ? createRemoteJWKSet(new URL(jwks), { [customFetch]: fetch, timeoutDuration: JWKS_TIMEOUT_MS })
      : readSecret(secretFile);
  // The algorithms follow from the kind of key, never from the token.
  const algorithms = secretFile === undefined ? PUBLIC_KEY_ALGORITHMS : ['HS256'];
  const options = { algorithms, issuer, audience, clockTolerance: SKEW_SECONDS, requiredClaims: ['exp'] };
  return async (token) => {
    try {
      // Both kinds of keys fit; their overloads are separate.
      const getKey = typeof key === 'function' ? key : async () => key;
      const { payload } = await jwtVerify(token, getKey, options);
      return payload[claim];
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw notValid('it has expired');
      const isOfToken =
        error instanceof errors.JOSEError &&
        !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) &&
        error.code !== 'ERR_JOSE_GENERIC';
      if (isOfToken) throw notValid('its signature or a claim is wrong');
      throw new Failure(
        'overloaded',
        'The keys of the tokens that name users cannot be read. Try again later.',
        {
          cause: error,
          retryAfterMs: JWKS_TIMEOUT_MS,
        },
      );
    }
  };
}

function readSecret(path: string): Uint8Array {
  let secret: string;
  try {
    secret = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new Failure('misconfigured', `The secret_file of \`users\` in KEYS_FILE ${whyUnreadable(error)}.`);
  }
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length < MIN_SECRET_BYTES)
    throw new Failure(
      'misconfigured',
      `The secret_file of \`users\` in KEYS_FILE has under ${MIN_SECRET_BYTES} bytes.`,
    );
  return bytes;
}

function notValid(reason: string): Failure {
  return new Failure('unauthorized', `The user that was sent with this key is not valid: ${reason}.`);
}
