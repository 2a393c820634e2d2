import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PageAnswer, type PageStep, readAnswer } from '../state/messages.ts';
import { emptyExchange } from '../state/state.ts';
import { searchesOf, toReceipt, toTimeShares } from './counts.ts';

const slot = { engine: 'engine_a', status: 'ok', cause: '', reason: '', tookMs: 1, ignored: [] } as const;
const search = (number: number): PageStep => ({ kind: 'query', query: `q ${number}`, search: number });
const page = (reason: string): PageStep => ({ kind: 'page', url: 'https://a.test/', reason, tookMs: 1 });
const answer = (speech: string): PageAnswer => ({
  ...readAnswer({ speakable_text: speech, model: 'm', tokens_used: 5 }),
});

test('a search for the question itself counts as one, whatever the number of slots', () => {
  const steps: PageStep[] = [{ kind: 'slot', ...slot }, { kind: 'slot', ...slot }, page(''), page('late')];
  const { searches, pages } = toReceipt({ ...emptyExchange, steps });
  assert.deepEqual([searches, pages], [1, 1]);
});

test('quotes that replace the answer of a model are not its words', () => {
  const quoted: PageAnswer = { ...answer('Blue light is scattered.'), problem: 'quoted' };
  assert.equal(toReceipt({ ...emptyExchange, answer: quoted }).model, 'extractive');
});

test('each query of a deep answer counts', () => {
  const steps: PageStep[] = [search(0), { kind: 'slot', ...slot }, search(1), { kind: 'slot', ...slot }];
  assert.equal(toReceipt({ ...emptyExchange, steps }).searches, 2);
});

test('words are counted as the language divides them', () => {
  const wordsOf = (speech: string, language: string) =>
    toReceipt({ ...emptyExchange, language, answer: answer(speech) }).words;
  assert.equal(wordsOf('Blue light, they say, is scattered.', 'en'), 6);
  assert.equal(wordsOf('空は青い。', 'ja'), 3);
  assert.equal(wordsOf('No language is known.', 'und'), 4);
  assert.equal(wordsOf('', ''), 0);
});

test('the steps follow one another, and what is left of the time is a step of its own', () => {
  const times = { search: 200, read: 300, write: 400 };
  assert.deepEqual(
    toTimeShares({ times, totalMs: 1000 }).map(({ part, start, share }) => [part, start, share]),
    [
      ['search', 0, 0.2],
      ['read', 0.2, 0.3],
      ['write', 0.5, 0.4],
      ['rest', 0.9, 0.1],
    ],
  );
});

test('a step without time is left out, and the bars never exceed the whole', () => {
  const shares = toTimeShares({ times: { search: 900, read: 0, write: 300 }, totalMs: 1000 });
  assert.deepEqual(
    shares.map(({ part, share }) => [part, share]),
    [
      ['search', 0.75],
      ['write', 0.25],
    ],
  );
  assert.deepEqual(toTimeShares({ times: null, totalMs: 1000 }), []);
  assert.deepEqual(toTimeShares({ times: { search: 0, read: 0, write: 0 }, totalMs: 0 }), []);
});

const slotOf = (status: string): PageStep => ({
  ...{ kind: 'slot', engine: 'engine_a', status, cause: '', reason: '', tookMs: 1, ignored: [] },
});
const pageOf = (url: string, reason = ''): PageStep => ({ kind: 'page', url, reason, tookMs: 1 });
const query = (search: number, found?: readonly string[]): PageStep => ({
  ...{ kind: 'query', query: 'q', search },
  ...(found !== undefined && { found }),
});

test('each search of a plan has what it found, and the pages of it that were read', () => {
  const [a, b, c] = ['https://a.test/', 'https://b.test/', 'https://c.test/'];
  const first = [query(0, [a, b, c]), slotOf('ok'), query(1, [b]), slotOf('failed'), slotOf('ok')];
  const steps = [...first, pageOf(a), pageOf(b), pageOf(c, 'late'), query(2), slotOf('empty')];
  assert.deepEqual(searchesOf(steps), [
    { outcome: 'ok', results: 3, pages: 2 },
    { outcome: 'ok', results: 1, pages: 1 },
    { outcome: 'empty', results: 0, pages: 0 },
  ]);
});
