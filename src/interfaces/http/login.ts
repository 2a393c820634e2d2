import { createCipheriv, createDecipheriv, hash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { escapeHtml } from '@sayso/text/escape-html.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { toFailure } from '../../core/failure.ts';
import type { CountShared } from '../../core/service.ts';
import type { KeyFile } from '../../keys/key-file.ts';
import { isAllowed, type Login, type Person, type Provider, ticket } from '../../keys/login.ts';
import type { InterfaceDeps } from './call-service.ts';
import { originOf } from './foreign-pages.ts';
import type { App } from './interface.ts';
import { budgetStateOf } from './rate-limit.ts';

/** How long somebody stays signed in, and may take at the provider, in milliseconds. */
const SESSION_MS = 12 * 3_600_000;
const TICKET_MS = 600_000;
/** Browsers keep no longer cookie. */
const MAX_COOKIE_CHARS = 3_800;
/** Sessions and attempts that are over before their time: a copy of their cookie is worth nothing. */
const MAX_ENDED = 10_000;

/** How often other instances are told that a session is over, and the pause in milliseconds. */
const SIGN_OUT_TRIES = 4;
const SIGN_OUT_PAUSE_MS = 600;

const session = z.strictObject({
  name: z.string(),
  groups: z.array(z.string()),
  id: z.string(),
  idToken: z.string(),
});
const attempt = ticket.extend({ to: z.string() });

/** What signing in needs: the file of keys, the provider, and what instances share. */
type LoginParts = {
  readonly ring: { readonly file: Pick<KeyFile, 'login' | 'personKey'> };
  readonly provider: Provider;
  /** The secret of the cookies. An instance has one of its own until it has reached the others. */
  secret(): Promise<string>;
  /** Marks what is over at all instances; null for a single instance. */
  readonly countShared: CountShared | null;
  /** The address of the service for its readers; null for the one that a request was sent to. */
  readonly publicUrl: string | null;
};

/** People who sign in to the page, by sealed cookies that scripts cannot read. */
export type Logins = ReturnType<typeof openLogins>;

export function openLogins({ ring, provider, secret, countShared, publicUrl }: LoginParts) {
  const ended = new LRUCache<string, true>({ max: MAX_ENDED, ttl: SESSION_MS });
  const used = new LRUCache<string, true>({ max: MAX_ENDED, ttl: TICKET_MS });
  let commonSecret = '';
  const baseOf = (request: FastifyRequest) => (publicUrl ?? originOf(request)).replace(/\/$/, '');

  /** Sessions of another provider or secret are worth nothing. */
  const keyFor = ({ issuer, client_id, secret: own }: Login) =>
    hash('sha256', JSON.stringify(['login', issuer, client_id, own ?? commonSecret]), 'buffer');

  function sessionOf(request: FastifyRequest) {
    const { login } = ring.file;
    if (login === null || request.headers.cookie === undefined) return null;
    const base = baseOf(request);
    const sealed = isFromOwnPage(request, base) ? cookieIn(request, nameOf('session', base)) : null;
    const found = sealed && unseal(sealed, 'session', { key: keyFor(login), schema: session });
    return found && !ended.has(found.id) && isAllowed(login, found) ? found : null;
  }

  /** How often something was ended at all instances, with this time; 0 if they cannot be asked. */
  const endings = async (what: string, lifetimeMs: number, units: number) =>
    (await countShared?.(what, lifetimeMs, { units, max: 1 }))?.count ?? 0;

  /** A session that goes on at another instance would be a surprise, so a late store is asked again. */
  const endElsewhere = async (id: string) => {
    for (let left = SIGN_OUT_TRIES; countShared !== null && left > 0; left--) {
      if ((await endings(id, SESSION_MS, 1)) > 0) return;
      await pause(SIGN_OUT_PAUSE_MS);
    }
  };

  return {
    sessionOf,
    /** Learns what other instances know: the secret, and whether the session of a request was ended. */
    async learn(request: FastifyRequest): Promise<void> {
      commonSecret = await secret();
      const found = countShared && sessionOf(request);
      if (found && (await endings(found.id, SESSION_MS, 0)) > 0) ended.set(found.id, true);
    },
    /** The limits of whoever sent a request; null if nobody has signed in. */
    keyOf(request: FastifyRequest) {
      const person = sessionOf(request);
      return person && ring.file.personKey(person);
    },

    /** `GET /login`: to the provider; `to` is where the page was, as the query of its address. */
    async begin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      if (ring.file.login === null) return reply.redirect('./');
      const base = baseOf(request);
      const { to = '' } = z
        .object({ to: z.string().max(1_500).optional() })
        .catch({})
        .parse(request.query);
      const started = await provider
        .begin(ring.file.login, `${base}/login/callback`)
        .catch((error: unknown) => warn(error, request));
      if (started === null)
        return failed('The provider cannot be used now. Try again later.', reply, { status: 503, home: '.' });
      const { url, ticket: begun } = started;
      const sealed = seal({ ...begun, to: isQuery(to) ? to : '' }, 'ticket', keyFor(ring.file.login));
      return reply.header('set-cookie', cookieOf('ticket', sealed, base)).redirect(url.href);
    },

    /** `GET /login/callback`: from the provider, with a new session, to where the page was. */
    async finish(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      if (ring.file.login === null) return reply.redirect('../');
      // The provider is asked about each.
      await request.server.countAnswer(request);
      const base = baseOf(request);
      const key = keyFor(ring.file.login);
      const sealed = cookieIn(request, nameOf('ticket', base));
      const begun = sealed && unseal(sealed, 'ticket', { key, schema: attempt });
      const gone = cookieOf('ticket', '', base);
      // Each ticket is good for one callback.
      const isUsed = !begun || used.has(begun.state);
      if (!isUsed) used.set(begun.state, true);
      if (isUsed || (await endings(begun.state, TICKET_MS, 1)) > 1)
        return failed('It took too long, or began elsewhere.', reply.header('set-cookie', gone));
      const callback = new URL(`${base}/login/callback${new URL(request.url, base).search}`);
      try {
        const { person, idToken } = await provider.finish(ring.file.login, callback, begun);
        const own = { ...withKnownGroups(person, ring.file), id: randomUUID() };
        const [long, short] = [idToken, ''].map((token) => seal({ ...own, idToken: token }, 'session', key));
        const kept = long && long.length <= MAX_COOKIE_CHARS ? long : (short ?? '');
        return reply.header('set-cookie', [gone, cookieOf('session', kept, base)]).redirect(`../${begun.to}`);
      } catch (error) {
        warn(error, request);
        const { code, message } = toFailure(error);
        return failed(code === 'not-allowed' ? message : '', reply.header('set-cookie', gone));
      }
    },

    /** `GET /logout`: ends the session here and, where that is offered, at the provider. */
    async end(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const base = baseOf(request);
      const found = sessionOf(request);
      if (found === null || ring.file.login === null) return reply.redirect('./');
      ended.set(found.id, true);
      await endElsewhere(found.id);
      const place = await provider.endOf(ring.file.login, found.idToken, `${base}/`).catch(() => null);
      return reply.header('set-cookie', cookieOf('session', '', base)).redirect(place ?? './');
    },
  };
}

/** The routes of signing in and out, and who is signed in. */
export function serveLogin(app: App, deps: Pick<InterfaceDeps, 'callerOf'>, logins: Logins): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, open: true };
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.removeHeader('access-control-allow-origin').header('cache-control', 'no-store');
  });
  app.get('/login', logins.begin);
  app.get('/login/callback', logins.finish);
  app.get('/logout', logins.end);
  app.get('/login/me', async (request) => {
    const { name = null } = logins.sessionOf(request) ?? {};
    // Holding nothing tells what is left.
    if (name !== null)
      await deps
        .callerOf(request)
        .budget?.hold({ tokens: 0, cost: 0 }, 0)
        .catch(() => undefined);
    const state = budgetStateOf(request);
    return { name, left: state === undefined ? null : Math.max(0, 1 - state.used / state.limit) };
  });
}

/** A cookie is only as long as its browser sends all of it; groups that mean nothing here are left out. */
function withKnownGroups(person: Person, { login, personKey }: LoginParts['ring']['file']): Person {
  const isKnown = (group: string) =>
    login?.allow?.includes(group) || personKey({ ...person, groups: [group] }).group === group;
  return { ...person, groups: person.groups.filter(isKnown) };
}

/** Only the page itself acts for who signed in: no other site, and no other page of the same domain. */
function isFromOwnPage({ headers }: FastifyRequest, base: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  // Browsers do not send that field over plain http.
  return origin === undefined || origin === new URL(base).origin;
}

/** Only the query of an address of this page: nobody is sent elsewhere. */
function isQuery(to: string): boolean {
  return to === '' || /^\?[\w.~!$&'()*+,;=:@/?%-]*$/.test(to);
}

type Kind = 'session' | 'ticket';

/** Over https, the prefix keeps other hosts of the domain from setting such a cookie (RFC 6265bis, 4.1.3.2). */
function nameOf(kind: Kind, base: string): string {
  return `${base.startsWith('https:') ? '__Host-' : ''}sayso-${kind}`;
}

function cookieOf(kind: Kind, sealed: string, base: string): string {
  const seconds = sealed === '' ? 0 : (kind === 'session' ? SESSION_MS : TICKET_MS) / 1000;
  const secure = base.startsWith('https:') ? '; Secure' : '';
  return `${nameOf(kind, base)}=${sealed}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

function cookieIn({ headers: { cookie = '' } }: FastifyRequest, name: string): string | null {
  const found = cookie.split(';').find((each) => each.trim().startsWith(`${name}=`));
  return found?.trim().slice(name.length + 1) || null;
}

const CIPHER = 'aes-256-gcm';
const [NONCE_BYTES, TAG_BYTES] = [12, 16];

/** A value that only this service can read and make, until its time is over. */
function seal(value: object, kind: Kind, key: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(kind));
  const until = Date.now() + (kind === 'session' ? SESSION_MS : TICKET_MS);
  const sealed = Buffer.concat([nonce, cipher.update(JSON.stringify({ until, value })), cipher.final()]);
  return Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url');
}

type Opening<Value> = { readonly key: Buffer; readonly schema: z.ZodType<Value> };

function unseal<Value>(sealed: string, kind: Kind, { key, schema }: Opening<Value>): Value | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(kind)).setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    const { until, value } = z
      .object({ until: z.number(), value: schema })
      .parse(JSON.parse(text.toString()));
    return until > Date.now() ? value : null;
  } catch {
    return null;
  }
}

/** Logs only the code of an error of the library: its other words may contain what the provider sent. */
function warn(error: unknown, { log }: FastifyRequest): null {
  const { code } = toFailure(error);
  const own = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  log.warn({ reason: code === 'internal' ? own : code }, 'a sign-in failed');
  return null;
}

function failed(why: string, reply: FastifyReply, { status = 403, home = '..' } = {}): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(
      '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Not signed in</title>' +
        `<p>You are not signed in. ${escapeHtml(why)} <a href="${home}/login">Sign in</a> · <a href="${home}/">Sayso</a></p></html>`,
    );
}
