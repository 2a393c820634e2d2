import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hashOf } from '../src/keys/key-file.ts';
import { openUsage } from '../src/keys/usage.ts';
import { begin, chunk, DONE, usage } from './support/chat-server.ts';
import { startModelServer } from './support/model-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

const sayso = fileURLToPath(new URL('../bin/sayso.js', import.meta.url));

test('what each key uses is counted, without words of questions', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-'));
  const [keys, file] = [join(folder.path, 'keys.yml'), join(folder.path, 'usage.sqlite')];
  await writeFile(
    keys,
    `keys:\n  anna: { sha256: ${hashOf('a')} }\n  boss: { sha256: ${hashOf('b')}, operator: true }\n`,
  );
  await using search = await startSearchServer();
  await using model = await startModelServer((response) => {
    begin(response);
    response.write(chunk({ content: 'An axolotl is a salamander [1].' }));
    response.end(`${chunk({}, 'stop')}${usage(80, 20)}${DONE}`);
  });
  await using service = await startTestService({
    ...{ SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url, MODEL_API_KEY: 'k', MODEL_NAME: 'm' },
    ...{ KEYS_FILE: keys, USAGE_FILE: file, API_KEYS: 'unnamed', ANSWER_CACHE_SECONDS: '300' },
  });
  const get = (path: string, key: string) =>
    fetch(`${service.url}${path}`, { headers: { 'x-api-key': key } });
  const ask = async (key: string, question: string) =>
    assert.equal((await get(`/api/v1/query?q=${encodeURIComponent(question)}`, key)).status, 200);
  await ask('a', 'What is an axolotl?');
  await ask('a', 'What is an axolotl?');
  await ask('a', 'What is an axolotl called in Nahuatl?');
  await ask('unnamed', 'Where does an axolotl live?');

  const rows = [
    { name: 'anna', answers: 3, tokens: 200, searches: 2, cost: 0 },
    { name: '', answers: 1, tokens: 100, searches: 1, cost: 0 },
  ];
  const month = new Date().toISOString().slice(0, 7);
  const seen = await get('/api/usage', 'b');
  assert.deepEqual(await seen.json(), { month, by: 'key', usage: rows });
  const byModel = await (await get(`/api/usage?by=model&month=${month}`, 'b')).json();
  assert.deepEqual(byModel.usage, [{ name: 'm', answers: 4, tokens: 300, searches: 3, cost: 0 }]);
  for (const key of ['a', 'unnamed']) assert.equal((await get('/api/usage', key)).status, 403);
  assert.equal((await get('/api/usage', 'wrong')).status, 401);
  assert.equal((await get('/api/usage?month=2026-13', 'b')).status, 400);

  const run = (...args: readonly string[]) => {
    const env = { NO_COLOR: '1', USAGE_FILE: file };
    return spawnSync(process.execPath, [sayso, 'usage', ...args], {
      cwd: folder.path,
      encoding: 'utf8',
      env,
    });
  };
  const shown = run();
  assert.match(
    shown.stdout,
    /^KEY +ANSWERS +TOKENS +SEARCHES +COST\nanna +3 +200 +2 +0\n\(none\) +1 +100 +1 +0\n$/,
  );
  assert.equal(shown.stderr, '');
  assert.match(run('--by', 'day').stdout, new RegExp(`^${month}-\\d\\d +4 +300 +3 +0$`, 'm'));

  const stored =
    (await readFile(file)).toString('latin1') + (await readFile(`${file}-wal`)).toString('latin1');
  assert.ok(stored.includes('anna'));
  for (const word of ['axolotl', 'salamander', hashOf('a'), 'unnamed', '127.0.0.1'])
    assert.equal(stored.includes(word), false, word);
});

test('instances count in one file', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-'));
  const file = join(folder.path, 'usage.sqlite');
  const script = `import { openUsage } from '${new URL('../src/keys/usage.ts', import.meta.url)}';
    const { observe, close } = openUsage(${JSON.stringify(file)}, (error) => { throw error; }, () => '2026-11-29');
    for (let time = 0; time < 500; time++) observe({ caller: { name: '', key: 'anna' } }).end(null);
    close();`;
  const run = promisify(execFile);
  const instance = () => run(process.execPath, ['--input-type=module', '--eval', script]);
  await Promise.all([instance(), instance(), instance()]);
  const opened = openUsage(file, () => assert.fail());
  assert.equal(opened.sums('key', '2026-11')[0]?.answers, 1500);
  opened.close();
});

test('counts are kept for 13 months', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-'));
  let day = '2026-01-31';
  const opened = openUsage(
    join(folder.path, 'usage.sqlite'),
    () => assert.fail(),
    () => day,
  );
  const answer = () => opened.observe({ caller: { name: '' } } as never).end?.(null);
  const kept = () => opened.sums('day', '2026-01').length;
  try {
    answer();
    day = '2027-02-28';
    answer();
    assert.equal(kept(), 1);
    day = '2027-03-01';
    answer();
    assert.equal(kept(), 0);
    assert.equal(opened.sums('day', '2027-02').length, 1);
  } finally {
    opened.close();
  }
});
