import { setTimeout } from 'node:timers/promises';
import robotsModule from 'robots-parser';

/** A reply with any status; redirects are not followed. */
export type Reply = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

/** Sends one GET. Rejects with an Error whose message says why there is no reply, or with the signal's reason. */
export type Get = (
  url: URL,
  request: {
    readonly headers: Readonly<Record<string, string>>;
    /** A longer body is refused. */
    readonly maxBytes: number;
    /** What the operator named and this comes from: a public place leads to nothing inside the network. */
    readonly from: URL;
  },
  signal: AbortSignal,
) => Promise<Reply>;

/** What a visit brought. */
export type Visit =
  | {
      readonly is: 'page';
      readonly url: URL;
      readonly body: Uint8Array;
      readonly contentType: string;
      readonly mark: string;
    }
  | { readonly is: 'unchanged' }
  /** `isLasting` is false where the next visit may go better, and what is known stays until then. */
  | { readonly is: 'refused'; readonly reason: string; readonly isLasting: boolean };

/** A host wants to be left alone for a while, or fails. */
export class HostBusy extends Error {
  readonly untilMs: number;

  constructor({ why, busyUntilMs }: Pick<Host, 'why' | 'busyUntilMs'>) {
    super(why);
    this.untilMs = busyUntilMs;
  }
}

/** For pages of several hosts: the others need not wait for one. */
export function asBusy(error: unknown): HostBusy {
  if (error instanceof HostBusy) return error;
  throw error;
}

type Host = {
  robots: Promise<Robots>;
  robotsAtMs: number;
  /** Ends when the visit before has ended, and the pause after it. */
  free: Promise<unknown>;
  busyUntilMs: number;
  /** Why it is left alone until then. */
  why: string;
  /** The last page that was answered with "later". */
  laterFor: string;
  /** How often it was left alone since it last answered well. */
  pauses: number;
  /** Visits that failed, one after the other. */
  failures: number;
};

type Robots = { readonly allows: (url: URL) => boolean; readonly delayMs: number };

/** How visits are made. */
export type VisitorOptions = {
  readonly get: Get;
  /** The product's name, by which robots.txt speaks to it. */
  readonly agent: string;
  /** The pause between two visits of one host, if robots.txt asks for none. */
  readonly pauseMs?: number;
};

// Its types name a default export, where Node sees the function itself.
const parseRobots = robotsModule as unknown as typeof robotsModule.default;

const PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
const ROBOTS_MS = 3_600_000;
/** As long as a page of the web that is read for an answer. */
const MAX_PAGE_BYTES = 2_000_000;
/** RFC 9309 asks for at least 500 kibibytes. */
const MAX_ROBOTS_BYTES = 512_000;
const MAX_REDIRECTS = 5;
const WAIT_MS = 60_000;
const MAX_WAIT_MS = 86_400_000;
/** A visit waits so long for its host; for a longer time, the look at the source ends. */
const PATIENCE_MS = 60_000;
/** After so many failures in a row it is not the pages but the host. */
const MAX_FAILURES = 5;
const FAILURE_WAIT_MS = 120_000;
const MAX_FAILURE_WAIT_MS = 3_600_000;
/** Statuses that say that there is no such page any more, or not for this service. */
const LASTING: ReadonlySet<number> = new Set([400, 401, 402, 403, 404, 405, 406, 410, 414, 451]);
const BUSY: ReadonlySet<number> = new Set([429, 503]);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Visits pages as a good citizen does: it obeys robots.txt (RFC 9309), visits a host once at a time with a pause
 * between, asks only for what has changed, and leaves a host alone for as long as it asks.
 */
export function createVisitor({ get, agent, pauseMs = PAUSE_MS }: VisitorOptions) {
  const hosts = new Map<string, Host>();

  const hostOf = (url: URL): Host => {
    const known = hosts.get(url.origin);
    if (known !== undefined) return known;
    const host: Host = {
      robots: Promise.resolve(NO_RULES),
      robotsAtMs: Number.NEGATIVE_INFINITY,
      free: Promise.resolve(),
      busyUntilMs: 0,
      why: '',
      laterFor: '',
      pauses: 0,
      failures: 0,
    };
    hosts.set(url.origin, host);
    return host;
  };

  /** One request when the host is free for it, and a second one if it asks for that. */
  const getInTurn = async (
    url: URL,
    { pause, ...request }: Parameters<Get>[1] & { readonly pause: number },
    signal: AbortSignal,
  ): Promise<Reply> => {
    const host = hostOf(url);
    const before = host.free;
    const { promise, resolve } = Promise.withResolvers<void>();
    host.free = promise;
    try {
      await before;
      signal.throwIfAborted();
      const waitMs = host.busyUntilMs - Date.now();
      if (waitMs > PATIENCE_MS) throw new HostBusy(host);
      if (waitMs > 0) await setTimeout(waitMs, undefined, { signal });
      const reply = await get(url, request, signal);
      if (!BUSY.has(reply.status) || !noteLater(host, url, reply)) return reply;
    } finally {
      void setTimeout(pause, undefined, { signal, ref: false }).then(resolve, resolve);
    }
    return await getInTurn(url, { pause, ...request }, signal);
  };

  const rulesOf = async (url: URL, from: URL, signal: AbortSignal): Promise<Robots> => {
    const host = hostOf(url);
    if (Date.now() - host.robotsAtMs > ROBOTS_MS) {
      host.robotsAtMs = Date.now();
      host.robots = readRobots(url, from, signal);
      // Who waits for it hears of it; a later visit asks again.
      host.robots.catch(() => {
        host.robotsAtMs = Number.NEGATIVE_INFINITY;
      });
    }
    return await host.robots;
  };

  const readRobots = async (url: URL, from: URL, signal: AbortSignal): Promise<Robots> => {
    let at = new URL('/robots.txt', url);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const request = { headers: {}, pause: pauseMs, maxBytes: MAX_PAGE_BYTES, from };
      const reply = await getInTurn(at, request, signal);
      const next = REDIRECTS.has(reply.status) ? targetOf(at, reply) : null;
      if (next === null) return toRules(url, reply);
      at = next;
    }
    return NO_RULES;
  };

  const toRules = (url: URL, { status, body }: Reply): Robots => {
    // Without readable rules a whole host is off limits while it fails, and open if it has none (RFC 9309, 2.3.1).
    if (status >= 500 || status === 429) throw new Error(`its robots.txt answered with status ${status}`);
    if (status !== 200) return NO_RULES;
    const text = Buffer.from(body.subarray(0, MAX_ROBOTS_BYTES)).toString('utf8');
    if (isCostly(text)) throw new Error('its robots.txt has too many rules with *');
    const robots = parseRobots(new URL('/robots.txt', url).href, text);
    return {
      allows: (page) => robots.isAllowed(page.href, agent) !== false,
      delayMs: Math.min(MAX_PAUSE_MS, (robots.getCrawlDelay(agent) ?? 0) * 1_000),
    };
  };

  const step = async (
    url: URL,
    { mark, ...limits }: { readonly mark: string } & Pick<Parameters<Get>[1], 'maxBytes' | 'from'>,
    signal: AbortSignal,
  ): Promise<Visit | URL> => {
    const noted = (visit: Visit | URL) => {
      // Who only leads to a host could make it fail for those that may read it.
      if (url.hostname === limits.from.hostname) noteOutcome(hostOf(url), url, visit);
      return visit;
    };
    try {
      const rules = await rulesOf(url, limits.from, signal);
      if (!rules.allows(url)) return refused('its robots.txt asks not to visit it', true);
      const request = { headers: conditions(mark), pause: Math.max(pauseMs, rules.delayMs), ...limits };
      return noted(toVisit(url, await getInTurn(url, request, signal)));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof HostBusy) throw error;
      return noted(refused(error instanceof Error ? error.message : 'it cannot be reached', false));
    }
  };

  return {
    /**
     * Visits a page; `mark` is that of the last visit, or empty. Redirects are followed, each by the rules of its
     * host. A page that is longer than `maxBytes` is refused. Throws HostBusy if the host asked to wait, or the
     * signal's reason.
     */
    async visit(
      url: URL,
      {
        mark = '',
        maxBytes = MAX_PAGE_BYTES,
        from = url,
      }: { readonly mark?: string; readonly maxBytes?: number; readonly from?: URL | undefined },
      signal: AbortSignal,
    ): Promise<Visit> {
      let at = url;
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
        try {
          const outcome = await step(at, { mark: redirects === 0 ? mark : '', maxBytes, from }, signal);
          if (!(outcome instanceof URL)) return outcome;
          at = outcome;
        } catch (error) {
          // Where a page leads says nothing about its own host.
          if (error instanceof HostBusy && at.origin !== url.origin) return refused(error.message, false);
          throw error;
        }
      }
      return refused(`it redirects more than ${MAX_REDIRECTS} times`, true);
    },
  };
}

export type Visitor = ReturnType<typeof createVisitor>;

/** Rules with `*` are compared with every place of a path. */
const MAX_WILD_CHARS = 20_000;

function isCostly(robots: string): boolean {
  const wild = robots.split('\n').filter((line) => line.includes('*') && !/^\s*user-agent/i.test(line));
  return wild.join('').length > MAX_WILD_CHARS;
}

const NO_RULES: Robots = { allows: () => true, delayMs: 0 };

/**
 * Notes how long a host wants to be left alone: after each time in a row twice as long, unless it says how long. True if
 * the page is to be asked for again then; not if it said so for the same page before, so that no page holds up others.
 */
function noteLater(host: Host, url: URL, { headers }: Reply): boolean {
  const waitMs = retryAfterMs(headers['retry-after']) ?? WAIT_MS * 2 ** Math.min(20, host.pauses);
  leaveAlone(host, `${url.host} asked to wait`, Math.min(MAX_WAIT_MS, waitMs));
  const isFirst = host.laterFor !== url.href;
  host.laterFor = isFirst ? url.href : '';
  return isFirst;
}

/** A host whose pages fail one after the other is left alone, too. */
function noteOutcome(host: Host, url: URL, visit: Visit | URL): void {
  if (visit instanceof URL || visit.is !== 'refused' || visit.isLasting) {
    Object.assign(host, { failures: 0, pauses: 0, laterFor: '' });
  } else if (++host.failures >= MAX_FAILURES) {
    host.failures = 0;
    const waitMs = Math.min(MAX_FAILURE_WAIT_MS, FAILURE_WAIT_MS * 2 ** Math.min(20, host.pauses));
    leaveAlone(host, `${url.host} fails: ${visit.reason}`, waitMs);
  }
}

function leaveAlone(host: Host, why: string, forMs: number): void {
  host.why = why;
  host.pauses++;
  host.busyUntilMs = Date.now() + forMs;
}

function retryAfterMs(field: string | undefined): number | null {
  if (field === undefined) return null;
  if (/^\d{1,9}$/.test(field.trim())) return Number(field) * 1_000;
  const at = Date.parse(field);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

function toVisit(url: URL, reply: Reply): Visit | URL {
  const { status, headers, body } = reply;
  if (status === 304) return { is: 'unchanged' };
  if (REDIRECTS.has(status))
    return targetOf(url, reply) ?? refused('it redirects without saying where to', true);
  if (status !== 200 && status !== 203)
    return refused(`it answered with status ${status}`, LASTING.has(status));
  return { is: 'page', url, body, contentType: headers['content-type'] ?? '', mark: markOf(headers) };
}

function targetOf(from: URL, { headers }: Reply): URL | null {
  const target = URL.parse(headers.location ?? '', from);
  return target !== null && /^https?:$/.test(target.protocol) ? target : null;
}

function refused(reason: string, isLasting: boolean): Visit {
  return { is: 'refused', reason, isLasting };
}

/** What to send with the next visit to hear only of changes. */
function markOf({ etag = '', 'last-modified': modified = '' }: Readonly<Record<string, string>>): string {
  return etag === '' && modified === '' ? '' : JSON.stringify({ etag, modified });
}

function conditions(mark: string): Record<string, string> {
  if (!mark.startsWith('{')) return {};
  const { etag, modified } = JSON.parse(mark) as { etag: string; modified: string };
  return {
    ...(etag !== '' && { 'if-none-match': etag }),
    ...(modified !== '' && { 'if-modified-since': modified }),
  };
}
