import type { Redis, RedisOptions } from 'ioredis';
import { guardParsing } from './guarded-parsing.ts';
import { createImpatience } from './impatience.ts';
import type { SharedStore } from './shared-store.ts';

/** Told in words when the store is lost and when it is back. No secret in it. */
export type OnStoreChange = (state: 'lost' | 'back', cause: string) => void;

/** Before every key, so that other users of the server are left in peace. */
const PREFIX = 'sayso:';
/** How long a start waits for the connection; a question that comes earlier is answered alone. */
const START_MS = 250;

/** How long a server may take to greet; what drips meanwhile keeps the connection open for ever. */
const GREETING_MS = 2000;

/** What keeps a lost server from holding anybody up. Waiting for replies is bounded in `impatience.ts`. */
const OPTIONS: RedisOptions = {
  keyPrefix: PREFIX,
  connectTimeout: 2000,
  // A connection that says nothing any more is opened anew: the server's machine may be gone without a word.
  socketTimeout: 5000,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (attempts) => Math.min(2000, 50 * 2 ** Math.min(attempts, 6)),
};

const EXTEND = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])`;
const RELEASE = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;
const COUNT = `local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`;

/**
 * Connects to Redis or Valkey. Resolves also where the server is not there: the connection is opened as soon as it is.
 * @param url `redis://` or `rediss://`, with what is needed to log in
 */
export async function connectRedis(url: string, onChange: OnStoreChange): Promise<SharedStore> {
  const { Redis: Client } = await import('ioredis');
  const redis = new Client(url, OPTIONS);
  const watch = watchConnection(redis, onChange);
  const impatience = createImpatience({
    probe: () => redis.ping(),
    onChange: (state) => (state === 'left alone' ? watch.lost('it takes too long to answer') : watch.back()),
  });
  const run = <T>(call: () => Promise<T>) => impatience.run(call);
  /** Sent even to a server that is left alone: it stands behind the claim in the connection, and is carried out with it. */
  const release = (key: string, token: string) => {
    redis.eval(RELEASE, 1, key, token).catch(() => undefined);
  };
  await untilReady(redis);
  return {
    get: (key) => run(() => redis.get(key)),
    getMany: (keys) => run(() => redis.mget([...keys])),
    async set(key, text, lifetimeMs) {
      await run(() => redis.set(key, text, 'PX', Math.ceil(lifetimeMs)));
    },
    async delete(key) {
      await run(() => redis.del(key));
    },
    async claim(key, token, lifetimeMs) {
      try {
        return isClaimed(await run(() => redis.set(key, token, 'PX', lifetimeMs, 'NX')));
      } catch (error) {
        // A server that hung may carry out the claim when it goes on.
        release(key, token);
        throw error;
      }
    },
    extend: async (key, token, lifetimeMs) =>
      (await run(() => redis.eval(EXTEND, 1, key, token, lifetimeMs))) === 1,
    release,
    async count(key, windowMs) {
      const [count, leftMs] = toNumbers(await run(() => redis.eval(COUNT, 1, key, windowMs)));
      return { count, leftMs };
    },
    close() {
      watch.end();
      impatience.close();
      redis.disconnect();
    },
  };
}

/** Tells each change once, however many connections fail in between. */
function watchConnection(redis: Redis, onChange: OnStoreChange) {
  let state: 'lost' | 'back' = 'back';
  let isOver = false;
  let greeting: NodeJS.Timeout | undefined;
  const change = (to: typeof state, cause: string) => {
    if (state === to || isOver) return;
    state = to;
    onChange(to, cause);
  };
  // Without a listener an error would end the process. Its message names host and port, never user or password.
  redis.on('error', (error: Error) => change('lost', error.message));
  redis.on('close', () => {
    clearTimeout(greeting);
    change('lost', 'the connection was closed');
  });
  redis.on('connect', () => {
    guardParsing(redis.stream);
    clearTimeout(greeting);
    greeting = setTimeout(() => {
      change('lost', 'it does not greet');
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

function untilReady(redis: Redis): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, START_MS);
    for (const event of ['ready', 'error'] as const)
      redis.once(event, () => {
        clearTimeout(timer);
        resolve();
      });
  });
}

/** Only nothing means that somebody else has it: for a server that replies anything else nobody waits. */
function isClaimed(reply: unknown): boolean {
  if (reply === 'OK' || reply === null) return reply === 'OK';
  throw new Error('not a reply to a claim');
}

function toNumbers(reply: unknown): readonly [number, number] {
  if (Array.isArray(reply) && typeof reply[0] === 'number' && typeof reply[1] === 'number')
    return [reply[0], reply[1]];
  throw new Error('not a reply to a count');
}
