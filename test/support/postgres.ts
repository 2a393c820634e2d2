import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { appendFile, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const BIN = globSync('/usr/lib/postgresql/*/bin').sort().at(-1);
const USER = 'postgres';

/** Why there is no PostgreSQL to test with; false if there is one. */
export const noPostgres =
  BIN === undefined
    ? 'PostgreSQL is not installed'
    : isRoot() && idOf() === null
      ? 'no user for PostgreSQL'
      : false;

function isRoot() {
  return process.getuid?.() === 0;
}

function idOf(): number | null {
  const { status, stdout } = spawnSync('id', ['-u', USER], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : null;
}

/** Starts a PostgreSQL on a socket in a folder of its own. It refuses to run as root. */
export async function startPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-pg-'));
  const uid = isRoot() ? (idOf() ?? undefined) : undefined;
  if (uid !== undefined) await chown(folder, uid, uid);
  const data = join(folder, 'data');
  const as = { ...(uid !== undefined && { uid }), cwd: folder };
  const made = spawnSync(
    `${BIN}/initdb`,
    ['-D', data, '-A', 'trust', '-U', USER, '--no-sync', '-E', 'UTF8', '--locale=C'],
    as,
  );
  if (made.status !== 0) throw new Error(`initdb has failed: ${made.stderr}`);
  await appendFile(
    join(data, 'postgresql.conf'),
    `\nlisten_addresses = ''\nunix_socket_directories = '${folder}'\nmax_connections = 30\nfsync = off\n`,
  );
  const start = async () => {
    const server = spawn(`${BIN}/postgres`, ['-D', data], { ...as, stdio: 'ignore' });
    for (let tries = 0; spawnSync(`${BIN}/pg_isready`, ['-h', folder, '-q']).status !== 0; tries++) {
      if (tries > 300 || server.exitCode !== null) throw new Error('PostgreSQL does not start');
      await setTimeout(100);
    }
    return server;
  };
  let server = await start();
  const stop = async () => {
    if (server.exitCode !== null) return;
    const exit = once(server, 'exit');
    server.kill('SIGINT'); // ends all connections
    await exit;
  };
  const run = (sql: string, database = 'postgres') => {
    const { status, stderr, stdout } = spawnSync(
      `${BIN}/psql`,
      ['-h', folder, '-U', USER, '-qAt', '-v', 'ON_ERROR_STOP=1', '-c', sql, database],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(stderr);
    return stdout.trim();
  };
  /** Runs SQL in a session that stays open until it is ended. */
  const hold = (sql: string, database: string) => {
    const psql = spawn(`${BIN}/psql`, ['-h', folder, '-U', USER, '-qAt', database], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    psql.stdin.write(`${sql}; select 'held';\n`);
    return { held: once(psql.stdout, 'data'), end: () => psql.kill('SIGKILL') };
  };
  let count = 0;
  return {
    run,
    hold,
    stop,
    async start() {
      server = await start();
    },
    addressOf: (database: string, user = USER) =>
      `postgres://${user}@localhost/${database}?host=${encodeURIComponent(folder)}`,
    /** The name of a new, empty database. */
    makeDatabase() {
      const name = `test${++count}`;
      run(`create database ${name}`);
      return name;
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
