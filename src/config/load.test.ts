import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Failure } from '../core/failure.ts';
import { loadSettings, takeLauncher } from './load.ts';
import { type Settings, settingsTable } from './settings.ts';

const mistakesOf = (environment: Record<string, string>): string => {
  try {
    loadSettings(environment);
  } catch (error) {
    assert.ok(error instanceof Failure && error.code === 'misconfigured');
    return error.message;
  }
  return assert.fail('the settings were accepted');
};

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sayso-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('an empty environment gives the documented defaults', () => {
  const { settings, warnings } = loadSettings({});
  assert.equal(settings.host, '127.0.0.1');
  assert.equal(settings.port, 3000);
  assert.deepEqual(settings.slots, [
    { position: 3, kind: 'mediawiki', url: 'https://en.wikipedia.org/w/api.php', key: null, quota: [] },
  ]);
  assert.equal(settings.modelProvider, null);
  assert.equal(settings.queryDeadlineMs, 30_000);
  assert.equal(settings.rateLimit, null);
  assert.deepEqual(warnings, []);
});

test('every mistake is listed at once, in words', () => {
  const message = mistakesOf({
    PORT: '99999',
    HEDGE: 'maybe',
    SEARCH_PRIMARY_URL: 'localhost',
    RATE_LIMIT: '0/minute',
  });
  assert.match(message, /^PORT: "99999" is wrong; it must be a whole number from 0 to 65535\.$/m);
  assert.match(message, /^HEDGE: .*`on` or `off`\.$/m);
  assert.match(message, /^SEARCH_PRIMARY_URL: /m);
  assert.match(message, /^RATE_LIMIT: .*60\/minute/m);
  assert.deepEqual(
    message.split('\n').map((line) => line.split(':')[0]),
    Object.values(settingsTable)
      .map(({ name }) => name)
      .filter((name) => ['PORT', 'HEDGE', 'SEARCH_PRIMARY_URL', 'RATE_LIMIT'].includes(name)),
  );
});

test('misspelled names are reported with other mistakes, otherwise as a warning', () => {
  const misspelled = {
    SEARCH_PRIMARY_KIND: 'brave',
    SEARCH_PRIMARY_URL: 'https://api.search.brave.com',
    SEARCH_PRIMARY_KYE: 'k',
  };
  assert.match(
    mistakesOf(misspelled),
    /^SEARCH_PRIMARY_KEY: brave needs a key.*\nSEARCH_PRIMARY_KYE: .*is it misspelled\?/,
  );
  const own = { SEARCH_PRIMARY_KEY_FILE: '', SEARCH_PRIMARY_SERVICE_HOST: '10.0.0.1' };
  assert.deepEqual(loadSettings({ ...own, SEARCH_SECONDARY_ULR: 'http://localhost' }).warnings, [
    'SEARCH_SECONDARY_ULR: no setting has this name; is it misspelled?',
  ]);
});

test('a secret never appears in a message, nor does a password in a mistyped URL', () => {
  assert.doesNotMatch(mistakesOf({ REDIS_URL: 'http://:hunter2@host' }), /hunter2/);
  for (const url of [
    'htp://me:hunter2@host',
    'http://me:hunter2/x@host:port',
    'me:hunter2@host',
    'http:me:hunter2@host',
  ]) {
    const message = mistakesOf({ SEARCH_PRIMARY_URL: url, MODEL_BASE_URL: url });
    assert.doesNotMatch(message, /hunter2/);
    assert.match(message, /@host/);
  }
});

test('invalid keys do not leave the service open', (t) => {
  for (const API_KEYS of [',', ' , ,', 'schlüssel', 'first\nsecond', 'first second'])
    assert.match(mistakesOf({ API_KEYS }), /^API_KEYS: the value is wrong/);
  const file = join(temporaryFolder(t), 'keys');
  writeFileSync(file, '\n');
  assert.match(mistakesOf({ API_KEYS_FILE: file }), /^API_KEYS_FILE: .*keys is empty\.$/);
});

test('a base URL with a password, which no client would call, is refused', () => {
  assert.match(mistakesOf({ MODEL_BASE_URL: 'http://me:pw@host/v1' }), /without user name and password/);
});

test('a secret can come from a file, and an unreadable file is a mistake', (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'key');
  writeFileSync(file, 'sk-from-file\n');
  assert.equal(loadSettings({ MODEL_API_KEY_FILE: file }).settings.modelApiKey, 'sk-from-file');
  assert.match(
    mistakesOf({ MODEL_API_KEY_FILE: join(folder, 'none') }),
    /^MODEL_API_KEY_FILE: .*none does not exist\.$/,
  );
  assert.match(mistakesOf({ MODEL_API_KEY_FILE: folder }), /^MODEL_API_KEY_FILE: .* is a folder\.$/);
});

test('blank values count as not set', () => {
  assert.equal(loadSettings({ PORT: ' ', API_KEYS: '', API_KEYS_FILE: ' ' }).settings.port, 3000);
  const tavily = { SEARCH_PRIMARY_KIND: 'tavily', SEARCH_PRIMARY_KEY: 'k', SEARCH_PRIMARY_URL: ' ' };
  assert.equal(loadSettings(tavily).settings.slots[0]?.url, 'https://api.tavily.com/search');
});

test('a service open to its network without keys is limited and warned about', () => {
  const open = loadSettings({ HOST: '0.0.0.0' });
  assert.deepEqual(open.settings.rateLimit, { count: 60, perMs: 60_000 });
  assert.match(open.warnings.join(), /anyone who reaches this address/);
  const keyed = loadSettings({ HOST: '0.0.0.0', API_KEYS: 'a, b' });
  assert.equal(keyed.settings.rateLimit, null);
  assert.deepEqual(keyed.settings.apiKeys, ['a', 'b']);
  assert.deepEqual(keyed.warnings, []);
});

const WITH_KEY = { SEARCH_PRIMARY_URL: 'https://api.search.brave.com', SEARCH_PRIMARY_KEY: 'k' };

test('Parallel, Exa and Firecrawl need no key: without one, their MCP servers are asked', () => {
  const urlOf = (environment: Record<string, string>) => loadSettings(environment).settings.slots[0]?.url;
  assert.equal(urlOf({ SEARCH_PRIMARY_KIND: 'parallel' }), 'https://search.parallel.ai/mcp');
  assert.equal(urlOf({ SEARCH_PRIMARY_KIND: 'exa' }), 'https://mcp.exa.ai/mcp');
  assert.equal(urlOf({ SEARCH_PRIMARY_KIND: 'firecrawl' }), 'https://mcp.firecrawl.dev/v2/mcp');
  assert.equal(
    urlOf({ SEARCH_PRIMARY_KIND: 'parallel', SEARCH_PRIMARY_KEY: 'k' }),
    'https://api.parallel.ai/v1beta/search',
  );
});

test('what a setting cannot mean is a mistake that says why', () => {
  const google = { ...WITH_KEY, SEARCH_PRIMARY_KIND: 'google-pse' };
  const collection = { SEARCH_PRIMARY_URL: 'http://x.test', SEARCH_PRIMARY_KIND: 'collection' };
  const mistakes: readonly (readonly [Record<string, string>, RegExp])[] = [
    [collection, /^SEARCH_PRIMARY_URL: .*sayso index/],
    [{ SEARCH_PRIMARY_URL: 'file:a.sqlite' }, /SEARCH_PRIMARY_KIND=collection/],
    [google, /^SEARCH_PRIMARY_URL: google-pse needs the id .*v1\?cx=ENGINE\.$/],
    [{ PAGE_ALLOW: 'wiki.lan:8080, 10.0.0.0/99' }, /^PAGE_ALLOW: (?!.*must be).*10\.0\.0\.0\/99/],
    [{ PAGE_ALLOW: 'a..b' }, /^PAGE_ALLOW: /],
    [{ TRUST_PROXY: 'proxy.local' }, /^TRUST_PROXY: /],
    [{ SEARCH_PRIMARY_URL: 'http://../' }, /^SEARCH_PRIMARY_URL: /],
    [{ CONTACT: 'a\r\nx-injected: b' }, /^CONTACT: .*printable ASCII/],
    [{ HEDGE: 'htp://me:pw@host' }, /^HEDGE: "htp:\/\/…@host" is wrong/],
    ...['https://*.example', 'http://localhost:3*', 'a.example', 'https://a.example/'].map(
      (origin) => [{ ALLOWED_ORIGINS: origin }, /^ALLOWED_ORIGINS: /] as const,
    ),
  ];
  for (const [environment, reason] of mistakes) assert.match(mistakesOf(environment), reason);
  const { trustProxy, allowedOrigins } = loadSettings({
    ...{ TRUST_PROXY: '10.0.0.0/8, ::1', ALLOWED_ORIGINS: 'http://localhost:*, chrome-extension://abc' },
  }).settings;
  assert.deepEqual(trustProxy, ['10.0.0.0/8', '::1']);
  assert.deepEqual(allowedOrigins, ['http://localhost:*', 'chrome-extension://abc']);
});

test('a hosted search service needs a key and no address', () => {
  const missing = { SEARCH_PRIMARY_KIND: 'brave', SEARCH_PRIMARY_URL: WITH_KEY.SEARCH_PRIMARY_URL };
  assert.match(mistakesOf(missing), /^SEARCH_PRIMARY_KEY: brave needs a key; .*SEARCH_PRIMARY_KEY_FILE\.$/);
  assert.match(mistakesOf({ SEARCH_PRIMARY_KIND: 'brave' }), /^SEARCH_PRIMARY_KEY: brave needs a key;/);
  const given = { ...WITH_KEY, SEARCH_PRIMARY_KIND: 'brave' };
  assert.equal(loadSettings(given).settings.slots[0]?.url, WITH_KEY.SEARCH_PRIMARY_URL);
  for (const [slot, place] of [
    ['PRIMARY', 1],
    ['TERTIARY', 3],
  ] as const) {
    const urlOf = ({ slots }: Settings) => slots.find(({ position }) => position === place)?.url;
    const chosen = { [`SEARCH_${slot}_KIND`]: 'tavily', [`SEARCH_${slot}_KEY`]: 'k' };
    const { settings, warnings } = loadSettings(chosen);
    assert.deepEqual([urlOf(settings), warnings], ['https://api.tavily.com/search', []]);
    const off = loadSettings({ ...chosen, [`SEARCH_${slot}_URL`]: 'off' });
    assert.deepEqual([urlOf(off.settings), off.warnings], [undefined, []]);
  }
});

test('a slot with a kind but no address is reported, and so is an invalid language', () => {
  const { warnings } = loadSettings({ SEARCH_SECONDARY_KIND: 'kiwix' });
  assert.match(
    warnings.join(),
    /^SEARCH_SECONDARY_KIND is set, but SEARCH_SECONDARY_URL is not, so the slot is off/,
  );
  assert.deepEqual(loadSettings({ SEARCH_PRIMARY_KIND: 'searxng' }).warnings, []);
  for (const language of ['german', 'de_DE', 'en,de'])
    assert.match(mistakesOf({ SEARCH_LANGUAGE: language }), /^SEARCH_LANGUAGE: .*such as de or pt-BR/);
  for (const language of ['auto', 'all', 'de', 'pt-BR', 'zh-Hans-CN'])
    assert.equal(loadSettings({ SEARCH_LANGUAGE: language }).settings.searchLanguage, language);
});

test('no key is sent to Wikipedia because the third slot still has its address', () => {
  const given = {
    SEARCH_TERTIARY_KIND: 'tavily',
    SEARCH_TERTIARY_KEY: 'k',
    SEARCH_TERTIARY_URL: 'https://en.wikipedia.org/w/api.php',
  };
  assert.match(
    mistakesOf(given),
    /^SEARCH_TERTIARY_URL: this is Wikipedia, .* https:\/\/api\.tavily\.com\/search/,
  );
  assert.match(mistakesOf({ SEARCH_TERTIARY_KIND: 'kiwix' }), /does not speak kiwix/);
});

test('the environment takes precedence over .env in the working directory, which may be missing', (t) => {
  const folder = temporaryFolder(t);
  const read = (names: string) =>
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { readEnvironment } from ${JSON.stringify(import.meta.resolve('./load.ts'))};
         try { const all = readEnvironment(); console.log(${names}); }
         catch (error) { console.log(error.message); }`,
      ],
      { cwd: folder, env: { ...process.env, SAYSO_TEST_B: 'own' }, encoding: 'utf8' },
    ).trim();
  assert.equal(read('all.SAYSO_TEST_A, all.SAYSO_TEST_B'), 'undefined own');
  writeFileSync(join(folder, '.env'), 'SAYSO_TEST_A=file\nSAYSO_TEST_B=file\n');
  assert.equal(read('all.SAYSO_TEST_A, all.SAYSO_TEST_B'), 'file own');
  rmSync(join(folder, '.env'));
  mkdirSync(join(folder, '.env'));
  assert.equal(read('1'), '.env is a folder.');
});

test('the launcher is a process, and is forgotten once it is read', (t) => {
  t.after(() => void delete process.env.SAYSO_PARENT);
  for (const [given, launcher] of [
    ['123', 123],
    ['1', 1],
    ['0', null],
    ['-1', null],
    ['1.5', null],
    ['x', null],
    ['', null],
  ] as const) {
    process.env.SAYSO_PARENT = given;
    assert.equal(takeLauncher(), launcher, given);
    assert.equal(process.env.SAYSO_PARENT, undefined);
  }
  assert.equal(takeLauncher(), null);
});
