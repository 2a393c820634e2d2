import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';
import type { Charge, CountShared } from '../../core/service.ts';
import type { BudgetState } from '../../keys/budgets.ts';
import { nameOfCaller } from './call-service.ts';
import { createKeyGuard, type KeyGuard } from './guards.ts';
import type { App } from './interface.ts';

/** How much work a caller may ask for: an answer, a search and a page count as one each. */
type Rate = {
  /** The maximum number of units in a period. */
  readonly count: number;
  /** The length of the period. */
  readonly perMs: number;
};

/** How callers are limited. */
export type RateLimit = {
  /** For callers whose keys have no limit of their own; null for none. */
  readonly rate: Rate | null;
  /** Null for a single instance. */
  readonly countShared: CountShared | null;
};

/**
 * Limits the answering routes to a number of units of work per client network, or per key if there is a
 * guard, with one bucket for all routes. Replies have the `RateLimit` and `RateLimit-Policy` fields of the
 * IETF draft and the older `RateLimit-*` ones. If instances share their counts, a client has one bucket for
 * all of them. Each request counts as one when it arrives; routes that learn only later whether they answer a
 * question call `countAnswer` then, which counts a request at most once. Requests with `ownKey` are not
 * counted.
 */
export function limitRate(
  app: App,
  { rate: usual, countShared }: RateLimit,
  guard: KeyGuard | null,
  ownKey: string | null = null,
) {
  const own = ownKey === null ? null : createKeyGuard([ownKey]);
  const count = createCounter(countShared);
  const callers = guard === null ? 'from this address' : 'with this key';
  const counts = new WeakMap<FastifyRequest, Remaining>();

  function rateOf(request: FastifyRequest): Rate | null {
    if (own !== null && own.keyOf(request) !== null) return null;
    const { requestsPerMinute, perUser } = guard?.keyOf(request) ?? {};
    const perMinute = perUser?.requestsPerMinute ?? requestsPerMinute;
    return perMinute === undefined ? usual : { count: perMinute, perMs: 60_000 };
  }
  /** The users of a key share its rate, unless each of them has one. */
  function nameOf(request: FastifyRequest): string {
    const key = guard?.keyOf(request);
    return key?.user !== undefined && key.perUser?.requestsPerMinute === undefined
      ? key.name
      : nameOfCaller(request, guard);
  }

  async function chargeWork(request: FastifyRequest, units: number): Promise<void> {
    const rate = rateOf(request);
    if (rate === null) return;
    const { count: max, perMs } = rate;
    const isArriving = !counts.has(request);
    const { current, ttlMs } = await count(nameOf(request), perMs, { units, max });
    const isRefused = current > max;
    const used = isRefused && !isArriving ? current - units : current;
    counts.set(request, { rate, left: Math.max(0, max - used), ttlMs });
    if (!isRefused) return;
    // More work is refused as a whole, together with the unit of the request itself.
    throw tooMany(rate, { callers, waitMs: ttlMs, units: isArriving ? units : units + 1 });
  }
  async function countAnswer(request: FastifyRequest): Promise<void> {
    if (!counts.has(request)) await chargeWork(request, 1);
  }
  app.addHook('onRoute', (route) => {
    if (route.config?.answers === true) route.onRequest = [...[route.onRequest ?? []].flat(), countAnswer];
  });
  app.addHook('onSend', async (request, reply) => {
    const counted = counts.get(request);
    if (counted !== undefined) sendLimit(reply, counted);
  });
  return { countAnswer, chargeWork };
}

type Remaining = { readonly rate: Rate; readonly left: number; readonly ttlMs: number };

function sendLimit(reply: FastifyReply, { rate: { count, perMs }, left, ttlMs }: Remaining): void {
  const resetSeconds = Math.ceil(ttlMs / 1000);
  reply.headers({
    'ratelimit-limit': count,
    'ratelimit-remaining': left,
    'ratelimit-reset': resetSeconds,
    ratelimit: `"answers";r=${left};t=${resetSeconds}`,
    'ratelimit-policy': `"answers";q=${count};w=${perMs / 1000}`,
  });
}

type Excess = { readonly callers: string; readonly waitMs: number; readonly units: number };

function tooMany({ count: max, perMs }: Rate, { callers, waitMs, units }: Excess): Failure {
  const allowed = `Too many questions ${callers}: ${max} are allowed in ${perMs / 1000} seconds`;
  const work = units === 1 ? '' : `, and this request counts as ${units}`;
  const advice = units > max ? '. Ask for less in one request' : '';
  return new Failure('rate-limited', `${allowed}${work}${advice}.`, { retryAfterMs: waitMs });
}

/** Counts together with the other instances, if there are any; while they cannot be reached, alone. */
function createCounter(countShared: CountShared | null) {
  const countAlone = createCountWindows();
  return async (key: string, perMs: number, charge: Charge): Promise<ClientCount> => {
    const counted = countShared && (await countShared(key, perMs, charge));
    if (counted === null) return countAlone(key, perMs, charge);
    // There is no window yet if nothing was counted, because the work alone exceeds the limit.
    return { current: counted.count, ttlMs: counted.leftMs < 0 ? perMs : counted.leftMs };
  };
}

/** The count of one client in its current window, and the time until that ends, in milliseconds. */
type ClientCount = { readonly current: number; readonly ttlMs: number };

/** The maximum number of clients; the one that was counted longest ago is forgotten first. */
const MAX_CLIENTS = 5000;

/**
 * Counts what each client does in windows of time; a window begins with the first count. Work that would
 * exceed `max` is not counted: the result is then the count that it would have had. Windows follow the
 * monotonic clock: if the wall clock is set back, no client has to wait until it has caught up.
 */
export function createCountWindows(): (client: string, windowMs: number, charge: Charge) => ClientCount {
  const windows = new Map<string, { count: number; readonly endsAtMs: number }>();
  return (client, windowMs, { units, max }) => {
    const nowMs = performance.now();
    const latest = windows.get(client);
    const isOpen = latest !== undefined && latest.endsAtMs > nowMs;
    const window = isOpen ? latest : { count: 0, endsAtMs: nowMs + windowMs };
    const current = window.count + units;
    if (current <= max) window.count = current;
    windows.delete(client);
    windows.set(client, window);
    const [oldest] = windows.keys();
    if (windows.size > MAX_CLIENTS && oldest !== undefined) windows.delete(oldest);
    // The sum above may be rounded up.
    return { current, ttlMs: Math.min(windowMs, Math.ceil(window.endsAtMs - nowMs)) };
  };
}

/** From this share of a budget on, replies say what is left. */
const TOLD_FROM = 0.8;

/** Costs are counted in millionths. */
const DIGITS = 6;

const budgets = new WeakMap<FastifyRequest, BudgetState>();

/** Notes the budget of a request of which the largest share is used. */
export function noteBudget(request: FastifyRequest, state: BudgetState): void {
  budgets.set(request, state);
}

/** The budget of a request, once work was held against it. */
export function budgetStateOf(request: FastifyRequest): BudgetState | undefined {
  return budgets.get(request);
}

/** Adds what is left of a budget to replies, once most of it is used. */
export function sendBudgets(app: App): void {
  app.addHook('onSend', async (request, reply) => {
    const state = budgets.get(request);
    if (state === undefined || state.used < state.limit * TOLD_FROM) return;
    reply.headers({
      'x-budget-unit': state.unit,
      'x-budget-limit': state.limit,
      'x-budget-remaining': Number(Math.max(0, state.limit - state.used).toFixed(DIGITS)),
      'x-budget-reset': Math.ceil(state.resetMs / 1000),
    });
  });
}
