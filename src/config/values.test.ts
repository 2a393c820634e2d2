import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsTable } from './settings.ts';
import * as kinds from './values.ts';

const named = { name: 'X', help: 'A setting.' };
const nothing = { ...named, fallback: null };

/** The parsed value of each text; undefined for an invalid text. */
function reads<T>(
  setting: kinds.Setting<T>,
  cases: readonly (readonly [text: string, value: T | undefined])[],
): void {
  for (const [text, value] of cases)
    assert.deepEqual(setting.parse(text), value, `${setting.expected}: ${text}`);
}
/** Checks that `good` texts are parsed to themselves, and that `bad` texts are refused. */
function takes(setting: kinds.Setting<string | null>, good: readonly string[], bad: readonly string[]): void {
  reads(setting, [
    ...good.map((text) => [text, text] as const),
    ...bad.map((text) => [text, undefined] as const),
  ]);
}

test('texts for headers are printable ASCII, keys have no spaces inside', () => {
  const [good, bad] = [
    ['a', ' a~'],
    ['', 'ä', 'a\n', 'a\u007f', '\t'],
  ];
  takes(kinds.headerText(nothing), good, bad);
  takes(kinds.secret(nothing), good, bad);
  const keys = kinds.secrets({ ...named, fallback: [] });
  reads(keys, [
    ['a', ['a']],
    [' a , b,', ['a', 'b']],
    ['a b', undefined],
    ['a,ä', undefined],
    ['', undefined],
    [' , ', undefined],
  ]);
});

test('languages, addresses and stores are read as they are, or refused', () => {
  const language = kinds.language({ ...named, fallback: 'auto' });
  takes(language, ['auto', 'de', 'pt-BR'], ['', 'German language', 'Auto!']);
  takes(
    kinds.redisUrl(nothing),
    ['redis://a:6379', 'rediss://u:p@a:1/0', 'REDIS://a'],
    ['a', 'redis:///x', 'redis://', 'http://redis://a', 'redis://a:x'],
  );
  takes(
    kinds.webUrl(nothing),
    ['http://a', 'https://a/b', 'HTTP://a'],
    ['', 'a', 'ftp://a', 'xhttp://a', 'ftp://http://a', 'http://u:p@a', 'http://', 'http:a'],
  );
  reads(kinds.slotUrl(nothing), [
    ['http://a', 'http://a'],
    ['file:a.index', 'file:a.index'],
    ['FILE:a', 'FILE:a'],
    ['off', null],
    ['No', null],
    ['0', null],
    ['false', null],
    ['on', undefined],
    ['1', undefined],
    ['file:', undefined],
    ['a', undefined],
    ['xfile:a', undefined],
    ['http://', undefined],
  ]);
});

test('numbers are whole and in their range, or amounts, or rates', () => {
  const integer = kinds.integer({ ...nothing, min: 2, max: 10 });
  assert.equal(integer.expected, 'a whole number from 2 to 10');
  reads(integer, [
    ['2', 2],
    ['10', 10],
    ['007', 7],
    ...['1', '11', '', '-3', '2.5', 'x3', '3x', ' 3'].map((text) => [text, undefined] as const),
  ]);
  reads(kinds.rate(nothing), [
    ['60/minute', { count: 60, perMs: 60_000 }],
    ['1/second', { count: 1, perMs: 1000 }],
    ['1/Hour', { count: 1, perMs: 3_600_000 }],
    ['1/HOUR', { count: 1, perMs: 3_600_000 }],
    ['1/day', { count: 1, perMs: 86_400_000 }],
    ...[
      ...['0/minute', '60', '60/', '/minute', '60/minutes', 'x60/minute', '60/minute!', '-1/day'],
      '1234567890/day',
    ].map((text) => [text, undefined] as const),
  ]);
});

test('words are taken in any case, several in the order of the table', () => {
  const toggle = kinds.toggle({ ...named, fallback: true });
  reads(toggle, [
    ...['on', 'TRUE', 'yes', '1'].map((text) => [text, true] as const),
    ...['off', 'False', 'no', '0'].map((text) => [text, false] as const),
    ['maybe', undefined],
    ['', undefined],
  ]);
  const one = kinds.oneOf({ ...nothing, words: ['ab', 'cd'] });
  assert.equal(one.expected, 'one of ab, cd');
  reads(one, [
    ['AB', 'ab'],
    ['cd', 'cd'],
    ['a', undefined],
  ]);
  const some = kinds.someOf({ ...named, words: ['a', 'b', 'c'] });
  assert.equal(some.expected, '`all`, `none`, or a comma-separated list of a, b, c');
  reads(some, [
    ['All', ['a', 'b', 'c']],
    ['none', []],
    ['C, a', ['a', 'c']],
    ['b', ['b']],
    ['a,d', undefined],
    ['a,all', undefined],
    ['', undefined],
    [',', undefined],
  ]);
});

test('every item of a list is checked, and a wrong one is named', () => {
  const list = kinds.list({ ...named, fallback: [], item: 'digits', accepts: (item) => /^\d$/.test(item) });
  assert.equal(list.expected, 'a comma-separated list of digits');
  reads(list, [
    ['1, 2', ['1', '2']],
    ['1,x', undefined],
    ['', undefined],
  ]);
  const each = kinds.parsedList({
    ...named,
    fallback: [],
    item: 'digits',
    parseItem: (item) => (/^\d$/.test(item) ? { digit: item } : `${item} is no digit`),
  });
  reads(each, [
    ['1, 2', [{ digit: '1' }, { digit: '2' }]],
    ['1', [{ digit: '1' }]],
    ['1,x', undefined],
    ['', undefined],
  ]);
  assert.deepEqual(
    ['1,x,y', '1', ''].map((text) => each.whyNot(text)),
    ['x is no digit', null, null],
  );
});

test('proxies are addresses or ranges, origins are what browsers send', () => {
  const takesItem = (setting: kinds.Setting<readonly string[]>, text: string) =>
    setting.parse(text) !== undefined;
  for (const item of [
    ...['192.0.2.1', '10.0.0.0/8', '10.0.0.0/0', '10.0.0.0/32', '::1', 'fd00::/8', 'fd00::/128'],
  ])
    assert.ok(takesItem(settingsTable.trustProxy, item), item);
  for (const item of [
    ...['10.0.0.0/33', 'fd00::/129', '10.0.0.0/', '10.0.0.0/x', '10.0.0.0/-1', '10.0.0.0/8/8'],
    ...['10.0.0.0/0008', 'a.example', '10.0.0', '/8'],
  ])
    assert.ok(!takesItem(settingsTable.trustProxy, item), item);
  for (const item of ['*', 'https://a.example', 'http://a:3000', 'moz-extension://id'])
    assert.ok(takesItem(settingsTable.allowedOrigins, item), item);
  for (const item of [
    ...['**', 'a.example', 'https://a.example/', 'https://a.example?b', 'https://u@a', 'https://', '1a://b'],
    'HTTPS://a',
  ])
    assert.ok(!takesItem(settingsTable.allowedOrigins, item), item);
});
