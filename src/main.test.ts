import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { programOf } from '../bin/program.js';
import own from '../package.json' with { type: 'json' };
import { serve, serveSockets } from '../test/support/local-server.ts';
import { hanging, startSearchServer } from '../test/support/search-server.ts';
import { until } from '../test/support/until.ts';
import { commandHelp, helpText } from './commands/help.ts';
import { settingsAsHelp } from './config/print.ts';

/** The program as it is started: the bundle, if it is up to date, which takes half the time to load. */
const main = programOf(fileURLToPath(new URL('..', import.meta.url)));

/** A compile cache saves each process from removing the types of every module again. */
const { NODE_COMPILE_CACHE = join(tmpdir(), 'sayso-test-compile-cache') } = process.env;

type Given = {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: string;
  /** Code that runs in the process before the command. */
  readonly before?: string;
  readonly stdout?: 'pipe' | number;
};

/** Starts the real command with these settings and no others. */
function start(args: readonly string[], { env = {}, cwd = tmpdir(), before, stdout = 'pipe' }: Given = {}) {
  const first = before === undefined ? [] : [`--import=data:text/javascript,${encodeURIComponent(before)}`];
  const settings = {
    ...{ SEARCH_TERTIARY_URL: 'off', MODEL_PROVIDER: 'extractive', READ_PAGES: 'off' },
    ...{ NODE_COMPILE_CACHE, ...env },
  };
  return spawn(process.execPath, [...first, main, ...args], {
    cwd,
    env: settings,
    stdio: ['pipe', stdout, 'pipe'],
  });
}

/** Its exit status and its output. */
async function ended(child: ChildProcess) {
  const [out, errors] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'close'),
  ]);
  return { status: child.exitCode, out, errors };
}

async function sayso(args: readonly string[], given: Given = {}) {
  const child = start(args, given);
  child.stdin?.on('error', () => undefined).end(given.input ?? '');
  return ended(child);
}

/** The output of several command lines in one process, which loads the program only once. */
async function printed(key: 'out' | 'errors', ...lines: readonly string[]) {
  const { status, out, errors } = await sayso([], { before: manyLines(lines) });
  assert.deepEqual([status, errors], [0, '']);
  return (JSON.parse(out) as { status: number; out: string; errors: string }[]).map(
    (run) => [run.status, run[key]] as const,
  );
}

/** Code that runs the program once for each line, and then prints the output of each as JSON. */
function manyLines(lines: readonly string[]): string {
  return `
    const print = process.stdout.write;
    const runs = [];
    process.stdout.setMaxListeners(0);
    for (const [at, line] of ${JSON.stringify(lines)}.entries()) {
      const run = { out: '', errors: '' };
      process.stdout.write = (text) => { run.out += text; return true; };
      process.stderr.write = (text) => { run.errors += text; return true; };
      process.argv = [process.execPath, '', ...line.split(' ').filter((word) => word !== '')];
      process.exitCode = undefined;
      await import(${JSON.stringify(pathToFileURL(main).href)} + '?' + at);
      runs.push({ status: process.exitCode, ...run });
    }
    process.stdout.write = print;
    console.log(JSON.stringify(runs));
    process.exit(0);`;
}

const same = <T>(times: number, value: T): readonly T[] => Array.from({ length: times }, () => value);

test('the version, the help and the settings are printed by each of their names', async () => {
  const version = [0, `${own.version}\n`];
  const help = [0, `${helpText(own.version).trimEnd()}\n`];
  const settingsHelp = [0, `${commandHelp('settings')}\n`];
  const names = ['version', '--version', '-v', '', '--help', '-h', 'help', 'help -h'];
  assert.deepEqual(
    await printed('out', ...names, 'help settings', 'settings -h', 'settings --help', 'settings'),
    [...same(3, version), ...same(5, help), ...same(3, settingsHelp), [0, `${settingsAsHelp()}\n`]],
  );
});

test('a command that does not exist, and arguments that would have no effect, are wrong usage', async () => {
  const unknown = 'There is no command "asc". `sayso --help` lists the commands.\n';
  const usage = (command: string, options = '') =>
    `Usage: sayso ${command}${options}, with settings as environment variables: PORT=8080 sayso ${command}\n`;
  const expected = {
    asc: unknown,
    'asc --help': unknown,
    'help asc': unknown,
    'settings all': 'Usage: sayso settings\n',
    'doctor now': 'Usage: sayso doctor\n',
    'serve now': usage('serve'),
    'demo now': usage('demo', ' [--offline] [--model NAME]'),
    'demo --offline now': usage('demo', ' [--offline] [--model NAME]'),
    'mcp now': usage('mcp', ' [--server URL]'),
    'mcp --server': usage('mcp', ' [--server URL]'),
    'mcp --server http://a http://b': usage('mcp', ' [--server URL]'),
    'mcp --serve=http://a': usage('mcp', ' [--server URL]'),
  };
  assert.deepEqual(
    await printed('errors', ...Object.keys(expected)),
    Object.values(expected).map((words) => [2, words]),
  );
});

test('an unusable configuration has a status of its own, and its text cannot move the cursor', async () => {
  const { status, out, errors } = await sayso(['ask', 'Why?'], { env: { PORT: '\u001b[2Jmany' } });
  assert.deepEqual([status, out], [78, '']);
  assert.match(errors, /^PORT: ".*many" is wrong; .*\.\n$/);
  assert.ok(!errors.includes('\u001b'));
});

test('an error that nobody expects is reported with its place', async () => {
  const before = "process.stdout.write = () => { throw new TypeError('no room'); };";
  const { status, errors } = await sayso(['version'], { before });
  assert.equal(status, 1);
  assert.match(errors, /^Something went wrong inside the service\.\nTypeError: no room\n +at .*\.[jt]s:\d+/s);
});

test('a reader that leaves early ends the command without an error, a full disk with one', async () => {
  const left = start(['settings']);
  left.stdout?.destroy();
  const [errors] = await Promise.all([text(left.stderr ?? assert.fail()), once(left, 'exit')]);
  assert.deepEqual([left.exitCode, errors], [0, '']);
  const full = await sayso(['settings'], { stdout: openSync('/dev/full', 'w') });
  assert.notEqual(full.status, 0);
  assert.match(full.errors, /ENOSPC/);
});

test('links to own documents lead to the service that these settings would start', async () => {
  await using root = await mkdtempDisposable(join(tmpdir(), 'sayso-main-'));
  const cwd = root.path;
  await writeFile(join(cwd, 'quokka.md'), '# Quokka\n\nThe quokka lives on an island.');
  const indexed = await sayso(['index', cwd, '--to', 'notes.sqlite'], { cwd });
  assert.deepEqual([indexed.status, indexed.errors], [0, '']);
  const collection = { SEARCH_PRIMARY_KIND: 'collection', SEARCH_PRIMARY_URL: 'file:notes.sqlite' };
  const call = { name: 'search', arguments: { query: 'Where does the quokka live?' } };
  const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })}\n`;
  // It ends with its input, whatever it was asked.
  const tools = start(['mcp'], { env: { ...collection, PUBLIC_URL: 'https://a.test/s' }, cwd });
  tools.stdin?.write(input);
  tools.stdout?.once('data', () => tools.stdin?.end());
  const [asked, tool] = await Promise.all([
    sayso(['ask', 'Where does the quokka live?'], { env: { ...collection, PORT: '4567' }, cwd }),
    ended(tools),
  ]);
  assert.deepEqual([asked.status, asked.errors, tool.status, tool.errors], [0, '', 0, '']);
  assert.ok(
    asked.out.includes('\n[1] Quokka\n    http://localhost:4567/documents/primary/quokka.md\n'),
    asked.out,
  );
  assert.ok(tool.out.includes('"https://a.test/s/documents/primary/quokka.md"'), tool.out);
});

test('Ctrl-C ends a question, and the connections that it had opened', async () => {
  await using search = await startSearchServer(hanging);
  await using redis = await serveSockets((socket) => socket.on('data', () => socket.write('+OK\r\n')));
  const env = { SEARCH_PRIMARY_URL: search.url, REDIS_URL: `redis://127.0.0.1:${redis.port}` };
  const child = start(['ask', 'Why?'], { env });
  await until(() => search.asked.length > 0);
  child.kill('SIGINT');
  const { status, out } = await ended(child);
  assert.deepEqual([status, out], [130, '']);
});

test('sayso mcp --server sends the key without blanks and its own name, in either spelling', async () => {
  const seen: unknown[] = [];
  await using service = await serve((request, response) => {
    seen.push([request.url, request.headers.authorization, request.headers['user-agent']]);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"jsonrpc":"2.0","id":1,"result":{}}');
  });
  const agent = `Sayso/${own.version}`;
  for (const [args, key, sent] of [
    [['--server', service.url], ' k \n', 'Bearer k'],
    [[`--server=${service.url}`], ' ', undefined],
  ] as const) {
    const child = start(['mcp', ...args], { env: { SAYSO_API_KEY: key } });
    child.stdin?.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    const [reply] = await once(child.stdout ?? assert.fail(), 'data');
    assert.deepEqual(JSON.parse(String(reply)), { jsonrpc: '2.0', id: 1, result: {} });
    child.stdin?.end();
    assert.deepEqual(await ended(child), { status: 0, out: '', errors: '' });
    assert.deepEqual(seen.pop(), ['/mcp', sent, agent]);
  }
});
