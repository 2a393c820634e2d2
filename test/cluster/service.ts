import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../real/free-port.ts';
import { type ServerProcess, startProcess } from '../real/process.ts';
import { begin, chunk, DONE, usage } from '../support/chat-server.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import { type SearchServer, startSearchServer } from '../support/search-server.ts';

const sayso = fileURLToPath(new URL('../../bin/sayso.js', import.meta.url));
const INSTANCES = 3;
const SEARCH_MS = 30;

/** A server of the cluster that can be stopped and killed. */
export type Member = {
  /** The process that is running now. */
  process: ServerProcess;
  readonly url: string;
  /** Starts it again after it was killed. */
  restart(): Promise<void>;
};

/** Three instances behind HAProxy that share a Redis, and the servers that they call. */
export type ClusterService = AsyncDisposable & {
  readonly url: string;
  readonly redis: RedisServer;
  readonly instances: readonly Member[];
  readonly proxy: Member;
  readonly search: SearchServer;
  readonly model: ModelServer;
};

/** Starts all servers; the model answers with the number in the question. */
export async function startCluster(settings: Readonly<Record<string, string>> = {}): Promise<ClusterService> {
  const folder = mkdtempSync(join(tmpdir(), 'sayso-'));
  const redis = await startRedis();
  const search = await startSearchServer();
  const withResults = search.script;
  search.script = (response, request) => setTimeout(withResults, SEARCH_MS, response, request);
  const model = await startModelServer((response) => {
    begin(response);
    const number = /number (\d+)/.exec(model.prompt)?.[1];
    response.write(chunk({ content: `The number is ${number} [1].` }));
    response.end(`${chunk({}, 'stop')}${usage(100, 20)}${DONE}`);
  });
  const env = {
    SEARCH_PRIMARY_URL: search.url,
    SEARCH_TERTIARY_URL: 'off',
    READ_PAGES: 'off',
    MODEL_BASE_URL: model.url,
    MODEL_API_KEY: 'k',
    MODEL_NAME: 'm',
    REDIS_URL: redis.url,
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const instances = await Promise.all(
    // What an instance sends to others tells which one it is.
    Array.from({ length: INSTANCES }, (_, at) => startInstance({ ...env, CONTACT: `instance ${at}` })),
  );
  const proxy = await startProxy(folder, instances);
  return {
    url: proxy.url,
    redis,
    instances,
    proxy,
    search,
    model,
    async [Symbol.asyncDispose]() {
      for (const { process } of [proxy, ...instances]) await process.kill().catch(() => undefined);
      for (const one of [redis, search, model]) await one[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

async function startInstance(env: Readonly<Record<string, string>>): Promise<Member> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return startMember(url, {
    file: process.execPath,
    args: [sayso, 'serve'],
    env: { ...env, PORT: String(port) },
    healthUrl: `${url}/livez`,
  });
}

async function startProxy(folder: string, instances: readonly Member[]): Promise<Member> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const file = join(folder, 'haproxy.cfg');
  const servers = instances.map((one, at) => `  server s${at} ${new URL(one.url).host}`);
  writeFileSync(file, `${proxySettings(port)}\n${servers.join('\n')}\n`);
  return startMember(url, {
    file: '/usr/sbin/haproxy',
    args: ['-f', file],
    env: {},
    healthUrl: `${url}/proxy-alive`,
  });
}

async function startMember(url: string, command: Parameters<typeof startProcess>[0]): Promise<Member> {
  const member: Member = {
    url,
    process: await startProcess(command),
    async restart() {
      member.process = await startProcess(command);
    },
  };
  return member;
}

/** A request that no instance accepted, or that one refused because it is stopping, is passed to another. */
function proxySettings(port: number): string {
  return `defaults
  mode http
  timeout connect 500ms
  timeout check 500ms
  timeout client 60s
  timeout server 60s
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response 503
frontend all
  bind 127.0.0.1:${port}
  monitor-uri /proxy-alive
  default_backend instances
backend instances
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 200ms fall 2 rise 1`;
}
