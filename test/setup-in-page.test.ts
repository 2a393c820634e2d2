import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempDisposable, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { loadSettings } from '../src/config/load.ts';
import type { OfferedChange, OfferedQuestion } from '../src/core/offered-setup.ts';
import { createLog } from '../src/observe/log.ts';
import { startService } from '../src/service/serve.ts';
import { mayOfferSetup } from '../src/service/setup/may-offer-setup.ts';
import { offerSetup } from '../src/service/setup/offer-setup.ts';

const KEY = 'sk-ant-a-key-of-the-environment';
const SURROUNDINGS = { OLLAMA_HOST: '127.0.0.1:9', PORT: '0', SEARCH_TERTIARY_URL: 'off' };
const QUOTES = { name: 'none', value: '' };
const LOCAL = { name: 'local', value: '' };
const searxng = (value: string) => ({ search: { name: 'searxng', value }, model: QUOTES, access: LOCAL });
const WANTED = searxng('http://localhost:8888');

let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;
before(async () => {
  folder = await mkdtempDisposable(join(tmpdir(), 'sayso-setup-'));
  // The service writes `.env` in its working directory; each test file has its own process.
  process.chdir(folder.path);
});
after(async () => {
  process.chdir(tmpdir());
  await folder[Symbol.asyncDispose]();
});

/** A service with nothing configured, and ways to call its set-up. */
async function open(environment: Readonly<Record<string, string>> = {}) {
  await rm('.env', { force: true });
  const given: Record<string, string> = { ...SURROUNDINGS, ...environment };
  const setup = offerSetup({
    readEnvironment: () => given,
    version: '0.0.0-test',
    examine: async () => [{ name: 'primary', ok: true, cause: 'It works.', remedy: '' }],
  });
  const { settings } = loadSettings(given);
  const service = await startService(settings, '0.0.0-test', { log: createLog('silent'), setup });
  const { host } = new URL(service.address);
  const headers = { origin: service.address, 'content-type': 'application/json' };
  const send = async (path: string, body: unknown, changed: Record<string, string | undefined> = {}) => {
    const sent = Object.entries({ ...headers, ...changed }).filter(([, value]) => value !== undefined);
    const call = request(`${service.address}${path}`, { method: 'POST', headers: Object.fromEntries(sent) });
    call.end(typeof body === 'string' ? body : JSON.stringify(body));
    const [response] = await once(call, 'response');
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  };
  const { code } = setup;
  return {
    ...service,
    given,
    host,
    code,
    send,
    propose: (answers: object) => send('/setup/changes', { code, answers }),
    [Symbol.asyncDispose]: service.stop,
  };
}

test('three answers become a .env that was shown before, and the set-up is over', async () => {
  await using service = await open({ ANTHROPIC_API_KEY: KEY });
  const { send, code, propose } = service;
  await writeFile('.env', '# mine\nPORT=0\n');
  const asked = await send('/setup/questions', { code });
  const { questions }: { questions: OfferedQuestion[] } = JSON.parse(asked.body);
  assert.deepEqual(
    questions.map(({ option }) => option),
    ['search', 'model', 'access'],
  );
  const anthropic = questions[1]?.choices.find(({ name }) => name === 'anthropic');
  assert.match(anthropic?.summary ?? '', /you pay.*key found in ANTHROPIC_API_KEY/);
  assert.equal(anthropic?.detail, null, 'the key that was found is not asked for');
  const brave = questions[0]?.choices.find(({ name }) => name === 'brave');
  assert.equal(brave?.detail?.isSecret, true);

  const shown = await propose({
    search: { name: 'brave', value: 'BSA-typed' },
    model: { name: 'anthropic', value: '' },
    access: { name: 'key', value: '' },
  });
  const { id, lines }: OfferedChange = JSON.parse(shown.body);
  assert.deepEqual(lines, [
    '+ SEARCH_PRIMARY_KIND=brave',
    '+ SEARCH_PRIMARY_KEY=…',
    '+ MODEL_PROVIDER=anthropic',
    '+ MODEL_API_KEY=…',
    '+ HOST=0.0.0.0',
    '+ API_KEYS=…',
  ]);
  assert.equal(await readFile('.env', 'utf8'), '# mine\nPORT=0\n', 'nothing is written yet');

  const written = await send('/setup/write', { code, id });
  assert.match(written.body, /It works\./);
  const file = await readFile('.env', 'utf8');
  assert.ok(file.startsWith('# mine\nPORT=0\n'));
  assert.match(file, /^SEARCH_PRIMARY_KEY=BSA-typed\n[\s\S]*^API_KEYS=[\w-]{32}\n/m);
  assert.equal((await stat('.env')).mode & 0o777, 0o600);
  for (const { body } of [asked, shown, written])
    assert.doesNotMatch(body, /sk-ant|BSA-typed|API_KEYS=[\w-]/);
  for (const path of ['questions', 'write'])
    assert.equal((await send(`/setup/${path}`, { code, ...(path === 'write' && { id }) })).status, 404);
});

test('requests from elsewhere, other pages and proxies are refused before they are read', async () => {
  await using service = await open();
  const { port } = new URL(service.address);
  const attacks: readonly Record<string, string | undefined>[] = [
    { host: 'evil.example' },
    { host: `evil.example:${port}`, origin: `http://evil.example:${port}` },
    { host: `127.0.0.1.evil.example:${port}` },
    { host: 'localhost', origin: 'http://localhost' },
    { host: `localhost:${Number(port) + 1}`, origin: `http://localhost:${Number(port) + 1}` },
    { origin: undefined },
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: `https://${service.host}` },
    { origin: 'http://localhost:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-host': service.host },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
    { 'x-real-ip': '127.0.0.1' },
    { 'cf-connecting-ip': '203.0.113.1' },
  ];
  for (const attack of attacks) {
    for (const path of ['questions', 'changes', 'write']) {
      const { status, headers } = await service.send(`/setup/${path}`, { code: service.code }, attack);
      assert.equal(status, 403, `${path} ${JSON.stringify(attack)}`);
      assert.equal(headers['access-control-allow-origin'], undefined);
    }
  }
  const own = {
    host: `localhost:${port}`,
    origin: `http://localhost:${port}`,
    'sec-fetch-site': 'same-origin',
  };
  assert.equal((await service.send('/setup/questions', { code: service.code }, own)).status, 200);
});

test('a form of another page, a wrong code and a second use of a change are refused', async () => {
  await using service = await open();
  const { send, code, propose } = service;
  const question = JSON.stringify({ code });
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', undefined])
    assert.equal((await send('/setup/questions', question, { 'content-type': type })).status, 415);
  for (const wrong of ['', code.slice(1), `${code} `, code.toLowerCase()])
    assert.equal((await send('/setup/questions', { code: wrong })).status, 401, wrong);
  for (const body of [{}, { code: 1 }, { code: [code] }, { code, extra: '' }])
    assert.equal((await send('/setup/questions', body)).status, 400);

  const first: OfferedChange = JSON.parse((await propose(WANTED)).body);
  const second: OfferedChange = JSON.parse((await propose(searxng('http://localhost:8080'))).body);
  assert.equal((await send('/setup/write', { code, id: first.id })).status, 400);
  assert.equal((await send('/setup/write', { code, id: second.id })).status, 400, 'the first try used it up');
  const third: OfferedChange = JSON.parse((await propose(WANTED)).body);
  await writeFile('.env', 'LOG_LEVEL=warn\n');
  assert.equal((await send('/setup/write', { code, id: third.id })).status, 400, 'the file has changed');
  assert.equal(await readFile('.env', 'utf8'), 'LOG_LEVEL=warn\n');
});

test('no answer can add a line to the file or leave the three questions', async () => {
  await using service = await open();
  const address = 'http://localhost:8888';
  for (const value of ['\n', '\r', '\r\n', '\0', '\u0085'].map((end) => `${address}/${end}HOST=0.0.0.0`))
    assert.equal((await service.propose(searxng(value))).status, 400, JSON.stringify(value));
  for (const answers of [
    { ...WANTED, model: { name: 'ollama', value: 'm\nHOST=::' } },
    { ...WANTED, search: { name: 'brave', value: 'k\nAPI_KEYS=x' } },
    { ...WANTED, search: { name: 'brave', value: '' } },
    { ...WANTED, search: { name: 'constructor', value: '' } },
    { ...WANTED, search: { name: 'searxng', value: 'file:///etc/passwd' } },
    { ...WANTED, PATH: QUOTES },
    { search: WANTED.search },
  ])
    assert.equal((await service.propose(answers)).status, 400, JSON.stringify(answers));
});

test('a link in the place of the file is neither read nor written', async () => {
  await using service = await open();
  await writeFile('other', 'SECRET=1\n');
  for (const target of ['other', 'missing', '.']) {
    await rm('.env', { force: true });
    await symlink(target, '.env');
    const { status, body } = await service.propose(WANTED);
    assert.equal(status, 400);
    assert.match(body, /\.env is a link or no file/);
  }
  await rm('.env');
  const { id }: OfferedChange = JSON.parse((await service.propose(WANTED)).body);
  await symlink('missing', '.env');
  assert.equal((await service.send('/setup/write', { code: service.code, id })).status, 400);
  await assert.rejects(stat('missing'));
  assert.equal(await readFile('other', 'utf8'), 'SECRET=1\n');
});

test('settings that came after the start are not overwritten', async () => {
  await using service = await open();
  const { id }: OfferedChange = JSON.parse((await service.propose(WANTED)).body);
  service.given.MODEL_PROVIDER = 'extractive';
  assert.equal((await service.send('/setup/write', { code: service.code, id })).status, 404);
  assert.equal((await service.send('/setup/questions', { code: service.code })).status, 404);
  await assert.rejects(stat('.env'));
});

test('the page says that it offers the set-up only at the machine, and never the code', async () => {
  await using service = await open();
  const get = async (headers: Record<string, string>) => {
    const call = request(`${service.address}/`, { headers });
    call.end();
    const [response] = await once(call, 'response');
    return text(response);
  };
  const page = await get({});
  assert.match(page, /<html [^>]*data-setup /);
  assert.ok(!page.includes(service.code));
  for (const headers of [{ host: 'evil.example' }, { 'x-forwarded-for': '203.0.113.1' }])
    assert.doesNotMatch(await get(headers), /data-setup/);
});

test('a service that is configured, open to others or behind a proxy has no such paths', async () => {
  const isOffered = (environment: object) => mayOfferSetup(loadSettings({ ...environment }).settings);
  assert.ok(isOffered({}));
  assert.ok(isOffered({ SEARCH_TERTIARY_URL: 'off', HOST: '::1' }));
  for (const environment of [
    { SEARCH_PRIMARY_URL: 'http://localhost:8888' },
    { SEARCH_SECONDARY_URL: 'http://localhost:8888' },
    { SEARCH_TERTIARY_URL: 'https://de.wikipedia.org/w/api.php' },
    { MODEL_PROVIDER: 'extractive' },
    { MODEL_API_KEY: 'sk-1' },
    { HOST: '0.0.0.0' },
    { HOST: '192.0.2.1' },
    { API_KEYS: 'a-long-enough-key-for-this-test' },
    { PUBLIC_URL: 'https://sayso.example' },
    { TRUST_PROXY: '127.0.0.1' },
  ])
    assert.ok(!isOffered(environment), JSON.stringify(environment));
  const { settings } = loadSettings({ ...SURROUNDINGS, MODEL_PROVIDER: 'extractive' });
  const service = await startService(settings, '0.0.0-test', { log: createLog('silent') });
  const response = await fetch(`${service.address}/setup/questions`, { method: 'POST' });
  assert.equal(response.status, 404);
  await service.stop();
});
