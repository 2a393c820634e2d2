import { Host, HostBusy } from './host.ts';
import { NO_RULES, type Robots, toRules } from './robots.ts';

/** A reply with any status; redirects are not followed. */
type Reply = {
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

/** How visits are made. */
type VisitorOptions = {
  readonly get: Get;
  /** The product's name, by which robots.txt speaks to it. */
  readonly agent: string;
  /** The pause between two visits of one host, if robots.txt asks for none. */
  readonly pauseMs?: number;
};

/** What is asked for with a visit. */
type VisitOptions = {
  readonly mark?: string;
  readonly maxBytes?: number;
  readonly from?: URL | undefined;
  /** The language of a page that has several. */
  readonly language?: string | undefined;
};
type Step = VisitOptions & { readonly mark: string } & Pick<Parameters<Get>[1], 'maxBytes' | 'from'>;

const PAUSE_MS = 500;
const ROBOTS_MS = 3_600_000;
/** As long as a page of the web that is read for an answer. */
const MAX_PAGE_BYTES = 2_000_000;
const MAX_REDIRECTS = 5;
/** Statuses that say that there is no such page any more, or not for this service. */
const LASTING: ReadonlySet<number> = new Set([400, 401, 402, 403, 404, 405, 406, 410, 414, 451]);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A host with its rules, and when they were asked for. */
type KnownHost = { readonly host: Host; rules: Promise<Robots>; askedAtMs: number };

/**
 * Visits pages as a good citizen does: it obeys robots.txt (`robots.ts`), visits a host once at a time and leaves it alone
 * for as long as it asks (`host.ts`), and asks only for what has changed.
 */
export function createVisitor({ get, agent, pauseMs = PAUSE_MS }: VisitorOptions) {
  const hosts = new Map<string, KnownHost>();

  const hostOf = (url: URL): KnownHost => {
    const known = hosts.get(url.origin) ?? {
      host: new Host(),
      rules: Promise.resolve(NO_RULES),
      askedAtMs: Number.NEGATIVE_INFINITY,
    };
    hosts.set(url.origin, known);
    return known;
  };

  const getInTurn = async (
    url: URL,
    { pauseMs, ...request }: Parameters<Get>[1] & { readonly pauseMs: number },
    signal: AbortSignal,
  ): Promise<Reply> => {
    const send = () => get(url, request, signal);
    return await hostOf(url).host.inTurn(url, { pauseMs, send }, signal);
  };

  const rulesOf = async (url: URL, from: URL, signal: AbortSignal): Promise<Robots> => {
    const known = hostOf(url);
    if (Date.now() - known.askedAtMs > ROBOTS_MS) {
      known.askedAtMs = Date.now();
      known.rules = readRobots(url, from, signal);
      // Who waits for it hears of it; a later visit asks again.
      known.rules.catch(() => {
        known.askedAtMs = Number.NEGATIVE_INFINITY;
      });
    }
    return await known.rules;
  };

  const readRobots = async (url: URL, from: URL, signal: AbortSignal): Promise<Robots> => {
    let at = new URL('/robots.txt', url);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const request = { headers: {}, pauseMs, maxBytes: MAX_PAGE_BYTES, from };
      const reply = await getInTurn(at, request, signal);
      const next = REDIRECTS.has(reply.status) ? targetOf(at, reply) : null;
      if (next === null) return toRules(url, reply, agent);
      at = next;
    }
    return NO_RULES;
  };

  /** Asks for one address: what it brought, or the address to which it leads. */
  const step = async (
    url: URL,
    { mark, language, ...limits }: Step,
    signal: AbortSignal,
  ): Promise<Visit | URL> => {
    const noted = (outcome: Visit | URL) => {
      // Who only leads to a host could make it fail for those that may read it.
      if (url.hostname === limits.from.hostname) note(hostOf(url).host, url, outcome);
      return outcome;
    };
    try {
      const { allows, delayMs } = await rulesOf(url, limits.from, signal);
      if (!allows(url)) return refused('its robots.txt asks not to visit it', true);
      const headers = { ...conditions(mark), ...(language !== undefined && { 'accept-language': language }) };
      const request = { headers, pauseMs: Math.max(pauseMs, delayMs), ...limits };
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
      { mark = '', maxBytes = MAX_PAGE_BYTES, from = url, language }: VisitOptions,
      signal: AbortSignal,
    ): Promise<Visit> {
      let at = url;
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
        try {
          const outcome = await step(
            at,
            { mark: redirects === 0 ? mark : '', maxBytes, from, language },
            signal,
          );
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

function note(host: Host, url: URL, outcome: Visit | URL): void {
  const isFailure = !(outcome instanceof URL) && outcome.is === 'refused' && !outcome.isLasting;
  if (isFailure) host.failed(url, outcome.reason);
  else host.answered();
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
