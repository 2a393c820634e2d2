import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { closedPort, serveSockets } from '../../test/support/local-server.ts';
import { until, untilSettled } from '../../test/support/until.ts';
import type { SharedStore } from './cache.ts';
import { connectRedis } from './redis-store.ts';

/** The reply of a scripted server to a command; undefined for no reply. */
type Script = (command: string) => string | undefined;

const WELL: Script = (command) => {
  if (command === 'INFO') return '$17\r\nredis_version:7.0\r\n';
  if (command === 'PING') return '+PONG\r\n';
  return command === 'GET' ? '$5\r\nvalue\r\n' : '+OK\r\n';
};

/** A server that speaks the Redis protocol; the test sets its replies and can change them later. */
async function scripted(t: TestContext, script: Script = WELL) {
  const sockets = new Set<Socket>();
  const server = await serveSockets((socket) => {
    sockets.add(socket);
    running.onSocket(socket);
    socket.on('data', (data) => {
      for (const [, command = ''] of data.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        const reply = running.script(command.toUpperCase());
        if (reply !== undefined) socket.write(reply);
      }
    });
  });
  const running = {
    script,
    onSocket: (_socket: Socket): void => undefined,
    url: `redis://:hunter2@127.0.0.1:${server.port}`,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
  t.after(() => server[Symbol.asyncDispose]());
  return running;
}

async function connected(t: TestContext, url: string) {
  const changes: string[] = [];
  const store = await connectRedis(url, (state, cause) => changes.push(`${state} ${cause}`));
  t.after(() => store.close());
  return { store, changes };
}

/**
 * Stops the clock of timers: time passes only when the test advances it, so no reply is late on a slow
 * machine.
 */
function stopTime(t: TestContext): void {
  t.mock.timers.enable({ apis: ['setTimeout'] });
}

/** How long a failing call takes, in milliseconds of the stopped clock. */
async function timeOfFailure(t: TestContext, store: SharedStore): Promise<number> {
  let isOver = false;
  const failing = assert.rejects(store.get('k')).finally(() => (isOver = true));
  let tookMs = 0;
  for (; !isOver; tookMs++) {
    await untilSettled();
    if (!isOver) t.mock.timers.tick(1);
  }
  await failing;
  return tookMs - 1;
}

/** Advances time until the condition holds. */
async function passUntil(t: TestContext, isSo: () => boolean | Promise<boolean>): Promise<void> {
  let is = false;
  while (!is) {
    let isOver = false;
    const looking = Promise.resolve(isSo()).then((found) => {
      is = found;
      isOver = true;
    });
    while (!isOver) {
      await untilSettled();
      t.mock.timers.tick(10);
    }
    await looking;
  }
}
const works = (store: SharedStore) =>
  store.get('k').then(
    (text) => text === 'value',
    () => false,
  );

/** A call waits at most 25 ms, or up to four times as long if this process is blocked. */
const SOON_MS = 100;

test('a stored value is read back', async (t) => {
  stopTime(t);
  const { store, changes } = await connected(t, (await scripted(t)).url);
  // The store is there before its connection.
  await until(() => works(store));
  assert.deepEqual(changes, []);
});

test('a connection is kept once the server has greeted, and one that is closed is reported', async (t) => {
  stopTime(t);
  const server = await scripted(t);
  const { store, changes } = await connected(t, server.url);
  t.mock.timers.tick(2100);
  await untilSettled();
  assert.equal(await store.get('k'), 'value');
  assert.deepEqual(changes, []);
  server.cut();
  await until(() => changes.length > 0);
  assert.deepEqual(changes, ['lost the connection was closed']);
});

test('a missing server fails at once and is reported once, without the password', async (t) => {
  const { store, changes } = await connected(t, `redis://:hunter2@127.0.0.1:${await closedPort()}`);
  stopTime(t);
  for (let time = 0; time < 3; time++) assert.equal(await timeOfFailure(t, store), 0);
  assert.equal(changes.length, 1);
  assert.match(changes[0] ?? '', /^lost .*ECONNREFUSED/);
  assert.doesNotMatch(changes.join(), /hunter2/);
});

test('a server that hangs delays at most two calls, and is used again once it answers', async (t) => {
  stopTime(t);
  const server = await scripted(t);
  const { store, changes } = await connected(t, server.url);
  server.script = () => undefined;
  let heldUp = 0;
  for (let time = 0; time < 100; time++) {
    const tookMs = await timeOfFailure(t, store);
    assert.ok(tookMs <= SOON_MS, String(tookMs));
    if (tookMs > 0) heldUp++;
  }
  assert.ok(heldUp >= 1 && heldUp <= 2, String(heldUp));
  server.script = WELL;
  server.cut();
  await passUntil(t, () => works(store));
  assert.match(changes.join(), /^lost it takes too long to answer,back/);
});

test(
  'a full or loading server, one that refuses the password and one that sends nonsense only fail ' + 'calls',
  async (t) => {
    stopTime(t);
    for (const reply of [
      "-OOM command not allowed when used memory > 'maxmemory'.\r\n",
      '-LOADING Redis is loading the dataset in memory\r\n',
      '-NOAUTH Authentication required.\r\n',
      'HTTP/1.1 400 Bad Request\r\n\r\n',
    ]) {
      const server = await scripted(t, (command) => (command === 'GET' ? reply : WELL(command)));
      const { store } = await connected(t, server.url);
      assert.ok((await timeOfFailure(t, store)) <= SOON_MS);
    }
    const server = await scripted(t, (command) =>
      command === 'AUTH' ? '-WRONGPASS invalid username-password pair\r\n' : WELL(command),
    );
    const { changes } = await connected(t, server.url);
    assert.doesNotMatch(changes.join(), /hunter2/);
  },
);

test('a reply of another shape to a count or a claim fails the call', async (t) => {
  stopTime(t);
  const server = await scripted(t);
  const { store } = await connected(t, server.url);
  const replyWith = (reply: string) => {
    server.script = (command) => (command === 'EVAL' || command === 'SET' ? reply : WELL(command));
  };
  for (const reply of [
    ':3\r\n',
    '*1\r\n:3\r\n',
    '*2\r\n:3\r\n+x\r\n',
    '*2\r\n+x\r\n:3\r\n',
    '*0\r\n',
    '$-1\r\n',
  ]) {
    replyWith(reply);
    await assert.rejects(
      store.count('k', 1000, { units: 1, max: 5 }),
      /unexpected reply when a counter was increased/,
      reply,
    );
  }
  replyWith('*2\r\n:3\r\n:500\r\n');
  assert.deepEqual(await store.count('k', 1000, { units: 1, max: 5 }), { count: 3, leftMs: 500 });
  replyWith('+QUEUED\r\n');
  await assert.rejects(store.claim('k', 'token', 1000), /unexpected reply when a key was claimed/);
});

test('a lost server is tried again after 100 ms, then ever less often, up to every 2 s', async (t) => {
  const server = await scripted(t);
  let connections = 0;
  server.onSocket = (socket) => {
    connections++;
    if (connections > 1) socket.destroy();
  };
  await connected(t, server.url);
  stopTime(t);
  server.cut();
  const pausesMs: number[] = [];
  while (pausesMs.length < 7) {
    const before = connections;
    let ms = 0;
    for (await untilSettled(); connections === before; ms += 50) {
      t.mock.timers.tick(50);
      await untilSettled();
    }
    pausesMs.push(ms);
  }
  assert.deepEqual(pausesMs, [100, 200, 400, 800, 1600, 2000, 2000]);
});

test('a delay of this process does not count against the server', async (t) => {
  const { store } = await connected(t, (await scripted(t)).url);
  await until(() => works(store));
  const reply = store.get('k');
  const until100Ms = performance.now() + 100;
  while (performance.now() < until100Ms);
  assert.equal(await reply, 'value');
});

test('a server that violates its protocol costs its connection and never the process', async (t) => {
  const violations = [
    '*99999999999999\r\n',
    '*1\r\n'.repeat(100_000),
    '$99999999999999999999\r\n',
    '$-7\r\n',
    '*-7\r\n',
    ':x\r\n',
    '?\r\n',
    '\0\0\0\0',
    '+OK\r\n+OK\r\n+OK\r\n',
    '-\r\n',
  ];
  const running = await scripted(t);
  const { store } = await connected(t, running.url);
  for (const violation of violations) {
    running.script = (command) => (command === 'GET' ? violation : WELL(command));
    await store.get('key').catch(() => undefined);
    running.script = WELL;
    running.cut();
    await until(async () => (await store.get('key').catch(() => null)) === 'value');
  }
});

test(
  'a server that sends replies that were not asked for is disconnected at the first one, and nothing ' +
    'is repeated',
  async (t) => {
    const server = await scripted(t);
    const { store, changes } = await connected(t, server.url);
    await until(() => works(store));
    let reads = 0;
    server.script = (command) => {
      if (command !== 'GET') return WELL(command);
      reads++;
      return '+SECRET\r\n'.repeat(100_000);
    };
    await store.get('key').catch(() => undefined);
    await until(() => changes.length > 0);
    server.script = WELL;
    // The connection that is flooded with replies is not used again. The next connection works, and the
    // server does not have to close it.
    await until(async () => (await store.get('key').catch(() => null)) === 'value');
    assert.equal(reads, 1);
    assert.deepEqual(changes, ['lost it sends replies that were not asked for', 'back ']);
  },
);

test('a server that never greets is disconnected after two seconds, and tried again', async (t) => {
  const server = await scripted(t, (command) => (command === 'INFO' ? undefined : WELL(command)));
  let closed = 0;
  server.onSocket = (socket) => socket.on('close', () => closed++);
  const { store, changes } = await connected(t, server.url);
  await until(() => changes.length > 0);
  assert.equal(changes[0], 'lost it does not reply to the greeting');
  await untilSettled();
  assert.equal(closed, 1);
  server.script = WELL;
  await until(() => works(store));
  assert.equal(changes.length, 2);
});

test('values go to the store under keys of our own, with their lifetime in whole milliseconds', async (t) => {
  let sent = '';
  const server = await serveSockets((socket) => {
    socket.on('data', (data) => {
      for (const command of String(data).split(/(?=^\*\d+\r\n)/m)) {
        const words = command.split('\r\n').filter((_, at) => at > 0 && at % 2 === 0);
        sent += `${words.join(' ')}\n`;
        socket.write(replyTo(words[0]?.toUpperCase() ?? '', words));
      }
    });
  });
  t.after(() => server[Symbol.asyncDispose]());
  const { store } = await connected(t, `redis://127.0.0.1:${server.port}`);
  /** A call that takes longer than 25 ms fails; on a busy machine, that can happen. */
  const made = async <T>(call: () => Promise<T>, expected: T) => {
    await until(() =>
      call().then(
        (value) => isDeepStrictEqual(value, expected),
        () => false,
      ),
    );
  };
  await made(() => store.set('k', 'text', 1500.2), undefined);
  await made(() => store.claim('free', 'token', 3000), true);
  await made(() => store.claim('held', 'token', 3000), false);
  await made(() => store.count('counted', 60_000, { units: 2, max: 9 }), { count: 3, leftMs: 500 });
  assert.match(sent, /^SET sayso:k text PX 1501$/im);
  assert.match(sent, /^SET sayso:free token PX 3000 NX$/im);
  assert.match(sent, /1 sayso:counted 60000 2 9$/m);
});

/** The replies of a Redis in which one key is taken. */
function replyTo(command: string, words: readonly string[]): string {
  const key = words.find((word) => word.startsWith('sayso:')) ?? '';
  if (command === 'SET') return key === 'sayso:held' ? '$-1\r\n' : '+OK\r\n';
  if (command === 'EVAL') return '*2\r\n:3\r\n:500\r\n';
  return WELL(command) ?? '';
}
