import assert from 'node:assert/strict';
import { mkdtempDisposable, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { hashOf, openKeys, parseKeyFile, readWhole } from './key-file.ts';

const [A, B] = [hashOf('a'), hashOf('b')];

test('a limit of the key goes before its group and the default', () => {
  const { keys } = parseKeyFile(`
default: { tokens_per_day: 100, requests_per_minute: 10, depths: [quick] }
groups:
  family: { tokens_per_day: 200, depths: null, interfaces: [rest], collections: [recipes] }
keys:
  anna: { sha256: ${A}, group: family, requests_per_minute: 5, expires: 2027-01-31 }
  ben@example.org: { sha256: ${B}, tokens_per_day: null }
`);
  assert.deepEqual(JSON.parse(JSON.stringify(keys)), [
    {
      ...{ name: 'anna', group: 'family', sha256: A, expires: '2027-01-31' },
      ...{ tokensPerDay: 200, requestsPerMinute: 5, interfaces: ['rest'], collections: ['recipes'] },
    },
    { name: 'ben@example.org', sha256: B, requestsPerMinute: 10, depths: ['quick'] },
  ]);
});

test('an empty file has no keys', () => {
  for (const text of ['', '# later\n', 'keys:\n', '{}', '{"keys": {}}'])
    assert.deepEqual(parseKeyFile(text).keys, []);
});

test('a mistake is named with its place, and shows nothing of a secret', () => {
  const cases: readonly (readonly [text: string, message: RegExp])[] = [
    [`keys:\n  anna: { sha256: a-secret }\n`, /^keys\.anna\.sha256 \(line 2\): write the SHA-256/],
    [
      `keys:\n  anna:\n    sha256: ${A}\n    tokens_per_day: -1\n`,
      /^keys\.anna\.tokens_per_day \(line 4\): write a number above 0$/,
    ],
    [`keys:\n  anna: { sha256: ${A}, tokens: 1 }\n`, /^keys\.anna \(line 2\): Unrecognized key: "tokens"$/],
    [`keys:\n  anna: { sha256: ${A}, expires: soon }\n`, /^keys\.anna\.expires \(line 2\): write a date/],
    [
      `keys:\n  anna: { sha256: ${A}, group: none }\n`,
      /^keys\.anna\.group \(line 2\): there is no group "none"$/,
    ],
    [`keys:\n  a b: { sha256: ${A} }\n`, /^keys\.a b \(line 2\): a name has up to 40/],
    [
      `keys:\n  anna: { sha256: ${A}, depths: [slow] }\n`,
      /^keys\.anna\.depths\.0 \(line 2\): Invalid option/,
    ],
    [
      `keys:\n  anna: { sha256: ${A} }\n  ben: { sha256: ${A} }\n`,
      /^keys\.ben\.sha256 \(line 3\): it is that of anna, too$/,
    ],
    [`keys:\n  anna: { sha256: ${A} }\n  anna: { sha256: ${B} }\n`, /^a name stands twice \(line 3\)$/],
    [`keys: { a: &a { sha256: ${A} }, b: *a }\n`, /^it uses aliases/],
    ['prices: { m: { input: 1.0e+308, output: 1 } }\n', /^prices\.m\.input \(line 1\): write an amount/],
    ['prices: { m: { input: 1, output: .nan } }\n', /^prices\.m\.output \(line 1\): write an amount/],
    ['keys: [a-secret\n', /^it is not YAML: .* line 2/],
    ['[]', /^the file: Invalid input/],
  ];
  for (const [text, message] of cases)
    assert.throws(
      () => parseKeyFile(text),
      (error: Error) => message.test(error.message) && !error.message.includes('a-secret'),
      text,
    );
});

test('half a file that is still written is not read: it may be valid, and its keys lack limits', async () => {
  const readings = ['', 'keys:', 'keys: { anna', 'keys: { anna', 'never read'];
  let waits = 0;
  const text = await readWhole(
    () => readings.shift() ?? '',
    async () => void waits++,
  );
  assert.deepEqual([text, waits], ['keys: { anna', 3]);
});

test('a changed file is read again; one with a mistake, or none, changes nothing and is reported', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-'));
  const file = join(folder.path, 'keys.yml');
  await writeFile(file, `keys: { anna: { sha256: ${A} } }`);
  const reloads: (string | null)[] = [];
  const ring = openKeys(file, (mistake) => reloads.push(mistake));
  const reload = async (change: Promise<void>) => {
    const before = reloads.length;
    await change;
    while (reloads.length === before) await pause(20);
    return reloads.at(-1);
  };
  try {
    assert.equal(ring.find(A)?.name, 'anna');
    assert.equal(await reload(writeFile(file, `keys: { ben: { sha256: ${B} } }`)), null);
    assert.deepEqual([ring.find(A), ring.find(B)?.name], [undefined, 'ben']);
    assert.match(
      String(await reload(writeFile(file, 'keys: [\n'))),
      /^KEYS_FILE: .*keys\.yml: it is not YAML/,
    );
    assert.match(String(await reload(rm(file))), /does not exist; `sayso keys add NAME` makes it\.$/);
    assert.equal(ring.find(B)?.name, 'ben');
    assert.equal(await reload(writeFile(file, '')), null);
    assert.equal(ring.find(B), undefined);
  } finally {
    ring.close();
  }
});
