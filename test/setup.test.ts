import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtempDisposable, readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, mock, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { setupCommand } from '../src/commands/setup.ts';
import type { Diagnosis } from '../src/core/status.ts';
import { type LocalServer, serve } from './support/local-server.ts';
import { type SearchServer, startSearchServer } from './support/search-server.ts';
import { hasTerminals, runInTerminal, type TerminalRun } from './support/terminal.ts';

const main = fileURLToPath(new URL('../bin/sayso.js', import.meta.url));
const { PATH = '' } = process.env;
const inTerminal = { skip: !hasTerminals && 'needs `script` of util-linux' };
const FOUND: Diagnosis = {
  name: 'primary',
  ok: true,
  answers: true,
  cause: 'it found something',
  remedy: '',
};
const KEYS = ['BRAVE_API_KEY', 'ANTHROPIC_API_KEY'] as const;

let search: SearchServer;
let ollama: LocalServer;
before(async () => {
  search = await startSearchServer();
  ollama = await serve(async (request, response) => {
    response.setHeader('content-type', 'application/json');
    const path = request.url ?? '';
    if (path === '/api/tags') return void response.end('{"models":[{"name":"llama3.2"},{"name":"qwen3"}]}');
    if (path === '/v1/models') return void response.end('{"data":[{"id":"llama3.2"}]}');
    if (path === '/api/show') return void response.end('{"model_info":{"llama.context_length":131072}}');
    if (path === '/api/ps') return void response.end('{"models":[]}');
    for await (const _ of request);
    response.setHeader('content-type', 'application/x-ndjson');
    response.end(`${JSON.stringify({ message: { role: 'assistant', content: 'Yes.' }, done: true })}\n`);
  });
});
after(async () => {
  await search?.[Symbol.asyncDispose]();
  await ollama?.[Symbol.asyncDispose]();
});

/** A folder for `.env`, and the environment of a command that calls only servers of this test. */
async function openFolder(text: string | null = null, env: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'sayso-setup-'));
  if (text !== null) await writeFile(join(folder.path, '.env'), text);
  return {
    path: folder.path,
    env: { PATH, SEARCH_TERTIARY_URL: 'off', OLLAMA_HOST: ollama.url, ...env },
    read: () => readFile(join(folder.path, '.env'), 'utf8'),
    files: () => readdir(folder.path),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

type Folder = Awaited<ReturnType<typeof openFolder>>;

const ask = ({ path, env }: Folder, options = ''): TerminalRun =>
  runInTerminal(`'${process.execPath}' '${main}' setup ${options}`, { cwd: path, env });

/** The command without a terminal, in this process, with what its doctor finds. */
async function script({ path, env }: Folder, args: readonly string[], diagnoses = [FOUND]) {
  const printed: string[] = [];
  const log = mock.method(console, 'log', (line: string) => void printed.push(line));
  const errors = mock.method(process.stderr, 'write', (text: string) => printed.push(text) > 0);
  const serve = mock.fn(async () => undefined);
  const before = process.cwd();
  process.chdir(path);
  const written = existsSync('.env') ? parseEnv(await readFile('.env', 'utf8')) : {};
  const environment = { ...written, ...env, OLLAMA_HOST: '127.0.0.1:9' };
  try {
    const order = {
      args,
      environment,
      version: '0.0.0',
      examine: async () => ({ diagnoses, warnings: [] }),
      serve,
    };
    const status = await setupCommand(order, new AbortController().signal);
    return { status, output: printed.join('\n'), starts: serve.mock.callCount() };
  } finally {
    process.chdir(before);
    log.mock.restore();
    errors.mock.restore();
  }
}

/** A server like LM Studio or vLLM; with a key, only for those who send it. */
const startServer = (key: string | null = null) =>
  serve((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (key !== null && request.headers.authorization !== `Bearer ${key}`)
      return void response.writeHead(401).end('{"error":{"message":"no key"}}');
    response.end(request.url === '/v1/models' ? '{"data":[{"id":"gemma"},{"id":"qwen3"}]}' : '{}');
  });

/** Types each answer after its question was shown. */
async function answer(run: TerminalRun, ...steps: readonly (readonly [question: string, keys: string])[]) {
  for (const [question, keys] of steps) {
    await run.sees(question);
    run.type(keys);
  }
}

const SEARCH = 'Where should Sayso search?';
const MODEL = 'Which model should write';
const ACCESS = 'Who may use it?';
const NUMBER = 'Number or name';

test(
  'three answers on a terminal make a .env with which the doctor finds nothing wrong',
  inTerminal,
  async () => {
    await using folder = await openFolder('# mine\nPORT=0\n');
    const asked = search.asked.length;
    const run = ask(folder);
    await answer(run, [SEARCH, ''], [NUMBER, 'searxng\r'], ['Address', `${search.url}\r`], [MODEL, '']);
    await answer(run, [NUMBER, 'ollama\r'], ['Model (llama3.2, qwen3) [llama3.2]', '\r'], [ACCESS, '']);
    await answer(run, [NUMBER, '\r'], ['Write .env? [yes]', '']);
    assert.equal(search.asked.length, asked, 'no question is sent before the operator agrees');
    run.type('\r');
    await answer(run, ['Start Sayso now? [yes]', 'no\r']);
    assert.equal(await run.ended, 0, run.shown());
    assert.match(run.shown(), /ok +primary[\s\S]*ok +model llama3\.2[\s\S]*Start it with/);
    assert.equal(
      await folder.read(),
      `# mine\nPORT=0\nSEARCH_PRIMARY_URL=${search.url}\nMODEL_PROVIDER=ollama\nMODEL_NAME=llama3.2\n` +
        `MODEL_BASE_URL=${ollama.url}\n`,
    );
    assert.equal((await stat(join(folder.path, '.env'))).mode & 0o777, 0o600);
  },
);

test("a server like OpenAI's is taken by its address, and offers its models", inTerminal, async () => {
  await using server = await startServer();
  await using folder = await openFolder();
  const run = ask(folder, '--search off --access local');
  await answer(run, [NUMBER, 'server\r'], ['Address of the server', `${server.url}\r`]);
  await answer(run, ['Model (gemma, qwen3) [gemma]', 'qwen3\r'], ['Write .env? [yes]', '\r']);
  await run.ended;
  const { MODEL_PROVIDER, MODEL_BASE_URL, MODEL_NAME, MODEL_API_KEY } = parseEnv(await folder.read());
  assert.deepEqual(
    [MODEL_PROVIDER, MODEL_BASE_URL, MODEL_NAME, MODEL_API_KEY],
    ['openai-compatible', `${server.url}/v1`, 'qwen3', undefined],
  );
});

test('in a script, the model of a server that does not answer yet can be named', async () => {
  await using folder = await openFolder();
  const address = 'server=http://127.0.0.1:9/v1';
  await script(folder, ['--yes', '--search', 'off', '--model', address, '--model-name', 'qwen3']);
  const { MODEL_BASE_URL, MODEL_NAME } = parseEnv(await folder.read());
  assert.deepEqual([MODEL_BASE_URL, MODEL_NAME], ['http://127.0.0.1:9/v1', 'qwen3']);
});

test(
  'Ctrl-C at a secret and at the end leaves the file as it was, and no other file',
  inTerminal,
  async () => {
    const steps = [
      [NUMBER, 'brave\r'],
      ['Your key', 'hidden-1\r'],
      ['Write .env? [yes]', ''],
    ] as const;
    for (const [at, [question]] of [...steps.entries()].slice(1)) {
      await using folder = await openFolder('# mine\nA=1');
      const run = ask(folder, '--model none --access key');
      await answer(run, ...steps.slice(0, at), [question, '\x03']);
      assert.equal(await run.ended, 130, run.shown());
      assert.match(run.shown(), /Nothing was written\./);
      assert.deepEqual(await folder.files(), ['.env']);
      assert.equal(await folder.read(), '# mine\nA=1');
      assert.doesNotMatch(run.shown(), /hidden-/);
    }
  },
);

test('whoever does not agree to the difference has changed nothing', inTerminal, async () => {
  await using folder = await openFolder('A=1\n');
  const run = ask(folder, '--search wikipedia --model none --access open');
  await answer(run, ['Write .env? [yes]', 'no\r']);
  assert.equal(await run.ended, 130);
  assert.equal(await folder.read(), 'A=1\n');
});

test('a wrong answer is asked again, and a number is as good as a name', inTerminal, async () => {
  await using folder = await openFolder();
  const run = ask(folder, '--model none --access local');
  await answer(
    run,
    [NUMBER, '99\r'],
    ['Type a number from 1', ''],
    [NUMBER, '1\r'],
    ['Address', 'no address\r'],
  );
  await answer(run, ['This needs an address', ''], ['Address', `${search.url}\r`], ['Write .env?', '\r']);
  await answer(run, ['Start Sayso now?', '\x03']);
  assert.equal(await run.ended, 0, run.shown());
  assert.match(await folder.read(), new RegExp(`^SEARCH_PRIMARY_URL=${search.url}$`, 'm'));
});

test('what is set can be kept for each question', inTerminal, async () => {
  const text = `SEARCH_PRIMARY_URL=${search.url}\nMODEL_PROVIDER=extractive\nHOST=127.0.0.1\n`;
  await using folder = await openFolder(text);
  const run = ask(folder);
  for (const _ of [SEARCH, MODEL, ACCESS]) await answer(run, [`${NUMBER} [keep]`, '\r']);
  await answer(run, ['Start Sayso now?', 'n\r']);
  assert.equal(await run.ended, 0, run.shown());
  assert.match(run.shown(), /\.env stays as it is\./);
  assert.equal(await folder.read(), text);
});

test('it starts the service with the new settings when asked', inTerminal, async () => {
  await using folder = await openFolder('PORT=0\n');
  const run = ask(folder, `--search searxng=${search.url} --model none --access local`);
  await answer(run, ['Write .env? [yes]', '\r'], ['Start Sayso now? [yes]', '\r']);
  await run.sees('is listening on ');
  run.type('\x03');
  await run.ended;
  assert.match(run.shown(), /info +stopped/);
});

test('with --start, it starts if the search answers without the model, and not if nothing does', async () => {
  await using folder = await openFolder();
  const args = ['--yes', '--start', '--search', 'wikipedia', '--model', 'none'];
  const silent = { ...FOUND, name: 'model qwen3', ok: false, cause: 'nobody answers' };
  const partly = await script(folder, args, [FOUND, silent]);
  assert.equal(partly.starts, 1);
  assert.match(partly.output, /wrong +model qwen3[\s\S]*answers without what is wrong/);
  const wrong = await script(folder, args, [{ ...FOUND, ok: false }, silent]);
  assert.deepEqual([wrong.status, wrong.starts], [1, 0]);
});

test('without a terminal and without --yes, it says what to do and writes nothing', async () => {
  await using folder = await openFolder();
  const { status, output } = await script(folder, ['--search', 'wikipedia']);
  assert.equal(status, 1);
  assert.match(output, /sayso setup --yes --search/);
  assert.deepEqual(await folder.files(), []);
});

test('in a script, every kind of access can be chosen, and a new key is shown once', async () => {
  for (const access of ['local', 'key', 'open']) {
    await using folder = await openFolder('HOST=::1\nSEARCH_TERTIARY_URL=off\n');
    const { output } = await script(folder, ['--yes', '--model', 'none', '--access', access]);
    const { HOST, API_KEYS } = parseEnv(await folder.read());
    assert.equal(HOST, access === 'local' ? undefined : '0.0.0.0');
    assert.equal(API_KEYS === undefined, access !== 'key');
    if (API_KEYS !== undefined) assert.equal(output.split(API_KEYS).length - 1, 1);
  }
});

test('keys come from the environment or from a file, and are never shown', async () => {
  const [brave, anthropic] = ['BSA-a key with "quotes" and spaces', 'sk-ant-a'];
  const nowhere = { SEARCH_PRIMARY_URL: 'http://127.0.0.1:9', MODEL_BASE_URL: 'http://127.0.0.1:9' };
  await using folder = await openFolder(null, { [KEYS[0]]: brave, [KEYS[1]]: anthropic, ...nowhere });
  const { output } = await script(folder, ['--yes', '--search', 'brave', '--model', 'anthropic']);
  const written = parseEnv(await folder.read());
  assert.deepEqual([written.SEARCH_PRIMARY_KEY, written.MODEL_API_KEY], [brave, anthropic]);
  assert.doesNotMatch(output, /BSA-a|sk-ant-a/);
  assert.match(output, /note +SEARCH_PRIMARY_URL is set in the environment/);

  await writeFile(join(folder.path, 'key'), `${brave}\n`);
  await script(folder, ['--yes', '--search', 'brave', '--search-key-file', 'key']);
  const changed = parseEnv(await folder.read());
  assert.deepEqual(
    [changed.SEARCH_PRIMARY_KEY, changed.SEARCH_PRIMARY_KEY_FILE, changed.MODEL_API_KEY],
    [undefined, join(await realpath(folder.path), 'key'), anthropic],
  );
});

test('a search that needs no key is set without one', async () => {
  await using folder = await openFolder(null, { SEARCH_PRIMARY_URL: 'http://127.0.0.1:9' });
  await script(folder, ['--yes', '--search', 'exa', '--model', 'none']);
  assert.equal(await folder.read(), 'SEARCH_PRIMARY_KIND=exa\nMODEL_PROVIDER=extractive\n');
});

test('wikipedia and off replace another search, and wikipedia switches itself on', async () => {
  await using folder = await openFolder('SEARCH_PRIMARY_URL=http://a.test\n', {});
  await script(folder, ['--yes', '--search', 'off', '--model', 'none']);
  assert.equal(await folder.read(), 'SEARCH_TERTIARY_URL=off\nMODEL_PROVIDER=extractive\n');
  await script(folder, ['--yes', '--search', 'wikipedia']);
  assert.equal(await folder.read(), 'MODEL_PROVIDER=extractive\n');
});

test('a choice without what it needs is wrong usage, and nothing is written', async () => {
  await using folder = await openFolder();
  for (const [args, message] of [
    [['--search', 'brave'], /--search brave needs a key: set BRAVE_API_KEY, or name a file/],
    [['--search', 'searxng=no'], /--search searxng needs an address/],
    [['--model', 'server=http://127.0.0.1:9'], /--model server needs a model/],
    [['--no-such'], /Usage: sayso setup/],
  ] as const)
    await assert.rejects(script(folder, ['--yes', ...args]), { code: 'invalid-question', message });
  assert.deepEqual(await folder.files(), []);
});

test('settings that contradict each other are not written', async () => {
  await using folder = await openFolder('MODEL_FALLBACK_PROVIDER=ollama\n');
  const message = /MODEL_FALLBACK_PROVIDER: a second model needs a first one/;
  await assert.rejects(script(folder, ['--yes', '--model', 'none']), { code: 'misconfigured', message });
  assert.equal(await folder.read(), 'MODEL_FALLBACK_PROVIDER=ollama\n');
});
