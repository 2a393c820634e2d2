import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toInstanceAnswer } from './searxng-findings.ts';

const at = (host: string) => `${host}/search?q=10%20km%20in%20m`;

test('repeats the question, so that the answer can be matched to it and quoted', () => {
  assert.equal(toInstanceAnswer(['10,000 m'], at('https://search.example'))?.snippet, '10 km in m: 10,000 m');
  assert.equal(toInstanceAnswer([], at('https://search.example')), null);
});

test('never cites an instance inside a private network', () => {
  for (const host of [
    'http://searxng:8080',
    'http://localhost:8888',
    'http://127.0.0.1',
    'http://192.168.1.4',
    'http://[fd00::1]',
    'http://search.lan',
    'http://search.home.arpa.',
    'http://searx.default.svc.cluster.local',
  ]) {
    const hit = toInstanceAnswer(['10,000 m'], at(host));
    assert.equal(hit?.url, 'https://docs.searxng.org/', host);
  }
});

test('cites a public instance by the page that shows the answer, and has no page read for it', () => {
  const hit = toInstanceAnswer(['10,000 m'], at('https://search.example.org'));
  assert.equal(hit?.url, at('https://search.example.org'));
  assert.equal(hit.text, '10 km in m: 10,000 m');
});
