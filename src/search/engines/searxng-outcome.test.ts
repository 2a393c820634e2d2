import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANY_SCOPE } from '../../core/scope.ts';
import { tableText, toInstanceAnswer, toSearxngOutcome, unresponsive } from './searxng-outcome.ts';

const at = (host: string) => `${host}/search?q=10%20km%20in%20m`;

test('repeats the question, so that the answer can be matched to it and quoted', () => {
  assert.equal(toInstanceAnswer(['10,000 m'], at('https://search.example'))?.snippet, '10 km in m: 10,000 m');
  assert.equal(toInstanceAnswer([], at('https://search.example')), null);
});

test(
  'what an instance in a private network computed has no source that readers could open, so it ' +
    'is left out',
  () => {
    for (const host of [
      'http://searxng:8080',
      'http://localhost:8888',
      'http://127.0.0.1',
      'http://192.168.1.4',
      'http://[fd00::1]',
      'http://search.lan',
      'http://search.home.arpa.',
      'http://searx.default.svc.cluster.local',
    ])
      assert.equal(toInstanceAnswer(['10,000 m'], at(host)), null, host);
  },
);

test('cites a public instance by the page that shows the answer, and has no page read for it', () => {
  const hit = toInstanceAnswer(['10,000 m'], at('https://search.example.org'));
  assert.equal(hit?.url, at('https://search.example.org'));
  assert.equal(hit.text, '10 km in m: 10,000 m');
});

test('an answer with a page of its own is cited by that page, wherever the instance is', () => {
  const own = { url: 'https://c.test/', text: 'Luanda' };
  const computed = [
    { url: '', text: '42' },
    { url: 'http://searxng:8080/about', text: '43' },
  ];
  const findings = {
    results: [],
    tables: [
      { caption: '', rows: [['a', '1'] as const] },
      { caption: '', rows: [] },
    ],
    infoboxes: [],
    answers: [own, ...computed],
  };
  const query = { text: 'x', limit: 10, scope: ANY_SCOPE };
  const hitsAt = (host: string) => {
    const outcome = toSearxngOutcome(findings, `${host}/search?q=x`, query);
    assert.ok(outcome.status === 'ok');
    return outcome.hits.map(({ url, snippet }) => [url, snippet]);
  };
  assert.deepEqual(hitsAt('http://searxng:8080'), [['https://c.test/', 'Luanda']]);
  const here = 'https://search.example.org';
  assert.deepEqual(hitsAt(here), [
    ['https://c.test/', 'Luanda'],
    ['http://searxng:8080/about', '43'],
    [`${here}/search?q=x`, 'x: 42 · a: 1'],
  ]);
});

test('a failure names four engines at most', () => {
  const said = (count: number, engines: readonly string[]) => {
    const outcome = unresponsive(count, engines);
    return outcome.cause;
  };
  const begins = (count: number) => `it found nothing, and ${count} of its engines did not answer`;
  assert.equal(said(2, []), begins(2));
  assert.equal(said(4, ['a', 'b', 'c', 'd']), `${begins(4)} (a, b, c, d)`);
  assert.equal(said(5, ['a', 'b', 'c', 'd', 'e']), `${begins(5)} (a, b, c, d, ...)`);
  const rows = Array.from({ length: 31 }, (_, at) => [`k${at}`, 'v'] as const);
  assert.equal(tableText({ caption: 'T', rows }).split(', ').length, 31);
  assert.equal(tableText({ caption: '', rows: [['k', 'v']] }), 'k: v');
});
