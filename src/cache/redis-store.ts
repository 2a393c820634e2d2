import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { Redis, RedisOptions } from 'ioredis';
import type { SharedStore } from './cache.ts';

/** Called when the store is lost and when it is back, with the cause in words, without secrets. */
type OnStoreChange = (state: 'lost' | 'back', cause: string) => void;

/** Prefix of every key, to avoid conflicts with other users of the server. */
const PREFIX = 'sayso:';
/** How long startup waits for the connection, in milliseconds; until then, questions do without. */
const START_MS = 250;

/** How long a greeting may take, in milliseconds; bytes that trickle in would keep it open forever. */
const GREETING_MS = 2000;

/** Keeps an unreachable server from delaying callers. `createRun` limits the wait for replies. */
const OPTIONS: RedisOptions = {
  keyPrefix: PREFIX,
  connectTimeout: 2000,
  // A silent connection is opened again, because the server's machine may have gone without closing it.
  socketTimeout: 5000,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (attempts) => Math.min(2000, 50 * 2 ** attempts),
};

/** The beginning of the client's error message about a reply without a command. */
const UNASKED = 'Command queue state error';

/**
 * Returns the count with the new units, which is stored only up to the maximum, and the time until the window
 * ends, in milliseconds.
 */
const COUNT = `local count = tonumber(redis.call('GET', KEYS[1]) or '0') + tonumber(ARGV[2])
if count <= tonumber(ARGV[3]) then redis.call('INCRBY', KEYS[1], ARGV[2]) end
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`;

/**
 * Changes an account: a hash with what was used, and with the amount and the end of each hold by its id. Returns
 * what is used, and what others hold. Its clock is the server's, because those of instances differ.
 */
const ENTER = `local add, ended, hold, id, heldMs, limit, atLeast, keptMs = unpack(ARGV)
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
local used = math.max(tonumber(redis.call('HGET', KEYS[1], 'used') or '0'), tonumber(atLeast)) + tonumber(add)
for each in string.gmatch(ended, '%S+') do redis.call('HDEL', KEYS[1], each) end
local held = 0
local fields = redis.call('HGETALL', KEYS[1])
for at = 1, #fields, 2 do
  local amount, endsAtMs = string.match(fields[at + 1], '^(%d+) (%d+)$')
  if amount and tonumber(endsAtMs) <= nowMs then redis.call('HDEL', KEYS[1], fields[at])
  elseif amount then held = held + tonumber(amount) end
end
redis.call('HSET', KEYS[1], 'used', string.format('%.0f', used))
if tonumber(hold) > 0 and used + held < tonumber(limit) then
  redis.call('HSET', KEYS[1], id, string.format('%.0f %.0f', hold, nowMs + heldMs))
end
redis.call('PEXPIRE', KEYS[1], keptMs)
return {used, held}`;

/**
 * Connects to Redis or Valkey. Resolves even if the server cannot be reached; the connection is opened once
 * it can.
 * @param url `redis://` or `rediss://`, with the credentials
 */
export async function connectRedis(url: string, onChange: OnStoreChange): Promise<SharedStore> {
  const { default: ioredis } = await import('ioredis'); // a bundle has no other names of it
  const redis = new ioredis.Redis(url, OPTIONS);
  const reports = reportConnection(redis, onChange);
  const run = createRun(reports);
  await untilReady(redis);
  return {
    get: (key) => run(() => redis.get(key)),
    async set(key, text, lifetimeMs) {
      await run(() => redis.set(key, text, 'PX', Math.ceil(lifetimeMs)));
    },
    claim: async (key, text, lifetimeMs) =>
      isClaimed(await run(() => redis.set(key, text, 'PX', lifetimeMs, 'NX'))),
    async count(key, windowMs, { units, max }) {
      const [count, leftMs] = toNumbers(
        await run(() => redis.eval(COUNT, 1, key, windowMs, units, max), COUNT_MS),
      );
      return { count, leftMs };
    },
    async enter(account, { add, ended, hold, id, heldMs, limit, atLeast, keptMs }) {
      const entry = [add, ended.join(' '), hold, id, heldMs, limit, atLeast, keptMs];
      const [used, held] = toNumbers(await run(() => redis.eval(ENTER, 1, account, ...entry), COUNT_MS));
      return { used, held };
    },
    close() {
      reports.end();
      redis.disconnect();
    },
  };
}

/** The longest wait for a reply, in milliseconds: a question may read several values, one after the other. */
const GIVE_UP_MS = 25;
/** The same for a count: if the server has counted what its caller gave up, the count is wrong. */
const COUNT_MS = 100;
/** How long a server that was too slow is left alone, in milliseconds; doubled while it stays slow. */
const REST_MS = { first: 500, longest: 4000 } as const;

/**
 * Makes calls while the server answers quickly. After a slow reply, calls fail at once for a while, so that a
 * server that hangs delays one question in several seconds.
 */
function createRun(reports: { lost(cause: string): void; back(): void }) {
  let restMs = 0;
  let restsUntilMs = 0;
  return async <T>(call: () => Promise<T>, maxMs: number = GIVE_UP_MS): Promise<T> => {
    const startedAtMs = performance.now();
    if (startedAtMs < restsUntilMs) throw new Error('it takes too long to answer');
    const reply = await withinMs(call(), maxMs, () => {
      // Calls that were slow at the same time count as one.
      if (startedAtMs < restsUntilMs) return;
      restMs = Math.min(REST_MS.longest, restMs === 0 ? REST_MS.first : restMs * 2);
      restsUntilMs = performance.now() + restMs;
      reports.lost('it takes too long to answer');
    });
    if (restMs > 0 && startedAtMs >= restsUntilMs) {
      restMs = 0;
      reports.back();
    }
    return reply;
  };
}

/** If a timer is later than this, in milliseconds, this process was busy, which is not the server's fault. */
const STALL_MS = 5;
/** How often a wait starts again because this process was busy. */
const STALLS_FORGIVEN = 3;

/** The reply, or a rejection if it takes too long. */
function withinMs<T>(reply: Promise<T>, ms: number, onLate: () => void): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let timer: NodeJS.Timeout;
    const wait = (stallsLeft: number) => {
      const dueAtMs = performance.now() + ms;
      timer = setTimeout(() => {
        if (stallsLeft > 0 && performance.now() > dueAtMs + STALL_MS) return wait(stallsLeft - 1);
        onLate();
        reject(new Error(`no reply within ${ms} ms`));
      }, ms);
    };
    wait(STALLS_FORGIVEN);
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Reports each change once, however many connections fail in between. */
function reportConnection(redis: Redis, onChange: OnStoreChange) {
  let state: 'lost' | 'back' = 'back';
  let isOver = false;
  let greeting: NodeJS.Timeout | undefined;
  const change = (to: typeof state, cause: string) => {
    if (state === to || isOver) return;
    state = to;
    onChange(to, cause);
  };
  // Without a listener, an error would end the process. Its message contains host and port, never user or
  // password.
  redis.on('error', (error: Error) => {
    if (!error.message.startsWith(UNASKED)) return change('lost', error.message);
    change('lost', 'it sends replies that were not asked for');
    // Throwing ends the parsing and, through `guardParsing`, the connection. Otherwise the client would
    // create an error with the text of each such reply.
    throw new Error('a reply that was not asked for');
  });
  redis.on('close', () => {
    clearTimeout(greeting);
    change('lost', 'the connection was closed');
  });
  redis.on('connect', () => {
    guardParsing(redis.stream);
    greeting = setTimeout(() => {
      change('lost', 'it does not reply to the greeting');
      redis.disconnect(true);
    }, GREETING_MS);
    greeting.unref();
  });
  redis.on('ready', () => {
    clearTimeout(greeting);
    change('back', '');
  });
  return {
    lost: (cause: string) => change('lost', cause),
    back: () => change('back', ''),
    end: () => {
      isOver = true;
      clearTimeout(greeting);
    },
  };
}

/** Waits until the connection is ready or has failed, but not long. */
async function untilReady(redis: Redis): Promise<void> {
  await once(redis, 'ready', { signal: AbortSignal.timeout(START_MS) }).catch(() => undefined);
}

/** Null means that another instance was first; other replies mean nothing. */
function isClaimed(reply: unknown): boolean {
  if (reply === 'OK' || reply === null) return reply === 'OK';
  throw new Error('unexpected reply when a key was claimed');
}

function toNumbers(reply: unknown): readonly [number, number] {
  if (Array.isArray(reply) && typeof reply[0] === 'number' && typeof reply[1] === 'number')
    return [reply[0], reply[1]];
  throw new Error('unexpected reply when a counter was increased');
}

/**
 * Turns exceptions in a stream's listeners into errors of the stream. The Redis client parses replies in such
 * a listener, and its parser throws for some protocol violations (an array of 2^40 elements, arrays nested
 * 100,000 deep); uncaught, the exception would end the process. An error of the stream closes the connection,
 * and the client opens a new one.
 */
function guardParsing(stream: Duplex): void {
  for (const listener of stream.rawListeners('data')) {
    // Listeners added with `once`, which enforce time limits, are left unwrapped; the parser stays as long as
    // the stream.
    if ('listener' in listener) continue;
    const guarded = (chunk: unknown) => {
      try {
        listener.call(stream, chunk);
      } catch (error) {
        stream.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    };
    stream.off('data', listener as (chunk: unknown) => void);
    stream.prependListener('data', guarded);
  }
}
