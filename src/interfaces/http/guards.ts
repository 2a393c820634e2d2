import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';
import { hasExpired, type KeyRing, type NamedKey } from '../../keys/key-file.ts';

/** The key of a caller: of `KEYS_FILE`, or of `API_KEYS`, whose keys have no limits and no names of their own. */
type CallerKey = Omit<NamedKey, 'sha256'> &
  Partial<Pick<NamedKey, 'sha256'>> & {
    /** Who asks with a key that several share; empty if the request does not say. */
    readonly user?: string;
  };

/** The keys of `KEYS_FILE`, and how to find the person behind one that several share. */
type NamedKeys = {
  readonly ring: Pick<KeyRing, 'find'>;
  userOf(users: NonNullable<NamedKey['users']>, headers: FastifyRequest['headers']): Promise<string>;
};

/** People who have signed in. */
type SignedIn = {
  learn(request: FastifyRequest): Promise<void>;
  keyOf(request: FastifyRequest): CallerKey | null;
};

/** Admits callers by their keys. */
export type KeyGuard = {
  /** True if keys may have limits. */
  readonly hasLimits: boolean;
  /** To be awaited before anything else is asked about a request; absent if nobody signs in. */
  readonly learn?: SignedIn['learn'];
  /**
   * Accepts a request only with one of the keys, as `Authorization: Bearer KEY`, `X-API-Key: KEY`, or the
   * password of `Authorization: Basic`.
   * @throws Failure `unauthorized`
   */
  check(request: FastifyRequest): void;
  /** The key of a request, with a name that does not reveal it; null if the request has no valid key. */
  keyOf(request: FastifyRequest): CallerKey | null;
  /** Finds the person behind a key that several share. Rejects with a Failure `unauthorized` for a forged one. */
  identify(request: FastifyRequest): Promise<void>;
  /** True for a valid key that the caller put in; browsers repeat the password of `Basic` by themselves. */
  isKeyGiven(request: FastifyRequest): boolean;
};

/**
 * A guard for these keys, which are compared as digests in constant time, for those of `KEYS_FILE`, and for
 * people who have signed in.
 */
export function createKeyGuard(
  secrets: readonly string[],
  named: NamedKeys | null = null,
  signedIn: SignedIn | null = null,
): KeyGuard {
  const digests = secrets.map(digest);
  const known = (sent: readonly string[]) =>
    sent.map(digest).flatMap((given): readonly CallerKey[] => {
      const matches = digests.filter((expected) => timingSafeEqual(expected, given));
      const found = named?.ring.find(given.toString('hex')) ?? [];
      return [...matches.map((match) => ({ name: match.toString('base64url') })), ...[found].flat()];
    });
  // A key that was sent is looked up once, also if it is then refused.
  const found = new WeakMap<FastifyRequest, readonly CallerKey[]>();
  const foundIn = (request: FastifyRequest) => {
    const keys = found.get(request) ?? known(sentKeys(request));
    found.set(request, keys);
    return keys;
  };
  const isValid = (key: CallerKey) => !hasExpired(key);
  // A request keeps the key with which it came.
  const keys = new WeakMap<FastifyRequest, CallerKey | null>();
  const keyOf = (request: FastifyRequest) => {
    const key = keys.get(request) ?? foundIn(request).find(isValid) ?? signedIn?.keyOf(request) ?? null;
    keys.set(request, key);
    return key;
  };
  return {
    hasLimits: named !== null,
    learn: signedIn?.learn,
    keyOf,
    async identify(request) {
      const key = keyOf(request);
      if (key?.users === undefined || named === null) return;
      keys.set(request, { ...key, user: await named.userOf(key.users, request.headers) });
    },
    isKeyGiven: (request) => known(givenKeys(request)).some(isValid),
    check(request) {
      if (keyOf(request) !== null) return;
      const [expired] = foundIn(request);
      const whyNot =
        expired !== undefined
          ? `The key that was sent was valid until ${expired.expires}`
          : sentKeys(request).some((key) => key !== '')
            ? 'The key that was sent is not valid'
            : 'A key is needed';
      throw new Failure(
        'unauthorized',
        `${whyNot}: send one as \`Authorization: Bearer KEY\` or \`X-API-Key: KEY\`.`,
      );
    },
  };
}

/** A hook that asks for a key on every route that is not open. Unknown paths are refused later, with 404. */
export function askForKey(guard: KeyGuard): (request: FastifyRequest) => void {
  return (request) => {
    if (request.is404 || request.method === 'OPTIONS' || request.routeOptions.config.open === true) return;
    guard.check(request);
  };
}

/** A hook that refuses keys which may not use an interface. */
export function refuseKeysOf(
  interfaceName: string,
  guard: KeyGuard,
): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const allowed = guard.keyOf(request)?.interfaces;
    if (allowed === undefined || allowed.includes(interfaceName)) return;
    throw new Failure(
      'not-allowed',
      `This key is for other interfaces (${allowed.join(', ')}). The operator can allow it more.`,
    );
  };
}

/** A hook that refuses requests while the service stops, and closes their connections. */
export function refuseWhileStopping(
  isStopping: () => boolean,
): (request: FastifyRequest, reply: FastifyReply) => void {
  return (_request, reply) => {
    if (!isStopping()) return;
    reply.header('connection', 'close');
    throw new Failure('stopping', 'The service is stopping. Try again in a moment.', { retryAfterMs: 5000 });
  };
}

/** A hook that refuses an HTTP/1.1 request without `Host`, and any with more than one (RFC 9112, 3.2). */
export function refuseNameless({ raw, headers }: FastifyRequest): void {
  if (raw.httpVersion === '1.1' && headers.host === undefined)
    throw new Failure('invalid-question', 'The request has no `Host` field.');
  // If there are several, Node keeps the first, but a proxy may use the last.
  const hosts = raw.rawHeaders.filter(
    (name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
  );
  if (hosts.length > 1) throw new Failure('invalid-question', 'The request has more than one `Host` field.');
}

/** A hook that refuses query strings with escapes that are broken or not UTF-8: they would be misread. */
export function refuseBrokenEscapes({ url }: FastifyRequest): void {
  const start = url.indexOf('?');
  if (start < 0 || !url.includes('%', start)) return;
  try {
    decodeURIComponent(url.slice(start));
  } catch {
    throw new Failure(
      'invalid-question',
      'The address contains a `%` that does not begin a UTF-8 escape: write it as `%25`.',
    );
  }
}

/** The keys of a request; programs that know only names and passwords send a key as the password. */
function sentKeys(request: FastifyRequest): readonly string[] {
  const encoded = /^Basic +([\w+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const password = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString())?.[1];
  return [...givenKeys(request), ...(password === undefined ? [] : [password])];
}

/** The keys that a browser never sends by itself, in all fields: a proxy may add its own. */
function givenKeys({ headers }: FastifyRequest): readonly string[] {
  const bearer = /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
  return [bearer, headers['x-api-key']].filter((key) => typeof key === 'string').map((key) => key.trim());
}
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
