import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'parse5';
import { streamingThenHanging } from './support/model-server.ts';
import { startSearchServer, withStatus } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { startStage } from './support/stage.ts';

const ask = (url: string, accept: string, more: Record<string, string> = {}) =>
  fetch(`${url}/api/v1/query?q=What%20is%20an%20axolotl%3F`, { headers: { accept, ...more } });

test('the same address answers in every form that is on offer', async () => {
  await using on = await startStage();
  const json = await (await ask(on.url, 'application/json')).json();

  const plain = await ask(on.url, 'text/plain');
  assert.equal(plain.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.match(plain.headers.get('vary') ?? '', /\bAccept\b/);
  assert.equal(await plain.text(), `${json.speakable_text}\n`);

  const markdown = await (await ask(on.url, 'text/markdown')).text();
  assert.ok(markdown.startsWith(`${json.answer}\n\n---\n\n1. `), markdown);
  for (const { url } of json.sources) assert.ok(markdown.includes(`<${url}>`), url);

  const html = await ask(on.url, 'text/html');
  assert.equal(html.headers.get('content-type'), 'text/html; charset=utf-8');
  const document = await html.text();
  assert.match(document, /^<!doctype html>\n<html lang="en">/);
  assert.match(document, /<h1 dir="auto">What is an axolotl\?<\/h1>/);
  assert.equal(parse(document).childNodes.length, 2);
  assert.doesNotMatch(document, /<(?:script|style|img|link|iframe)\b/);
});

test('a form that is not on offer is refused in words before the search', async () => {
  await using search = await startSearchServer();
  await using service = await startTestService({ SEARCH_PRIMARY_URL: search.url });
  const response = await ask(service.url, 'image/png');
  assert.equal(response.status, 406);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  assert.match((await response.json()).error, /available forms: application\/json, .*text\/plain/);
  assert.deepEqual(
    search.asked.filter((words) => words !== ''),
    [],
  );
});

test('every form has the same status and the same message for a failure', async () => {
  await using search = await startSearchServer(withStatus(500));
  await using service = await startTestService({ SEARCH_PRIMARY_URL: search.url });
  for (const accept of ['application/json', 'text/plain', 'text/html', 'application/ssml+xml']) {
    const response = await ask(service.url, accept);
    assert.equal(response.status, 502, accept);
    assert.match((await response.json()).error, /Primary/, accept);
  }
});

test('a caller who waits at most three seconds gets complete sentences within them', async () => {
  await using on = await startStage({}, streamingThenHanging('It is a salamander [1]. It never gro'));
  const response = await ask(on.url, 'text/plain', { prefer: 'respond-async, wait=1' });
  assert.equal(response.headers.get('preference-applied'), 'wait=1');
  assert.equal(await response.text(), 'It is a salamander. The answer was cut short because time ran out.\n');
});

test('a caller whose model writes nothing in time gets passages of the sources', async () => {
  await using on = await startStage({}, streamingThenHanging());
  const response = await ask(on.url, 'application/json', { prefer: 'wait=1' });
  assert.equal(response.status, 200);
  const { answer } = await response.json();
  assert.match(answer, /^No answer could be written: .*\n\nThese passages fit best:\n\n.*\[1\]/s);
});

test('whole answers report the time of each step', async () => {
  await using on = await startStage();
  const field = (await ask(on.url, 'text/plain')).headers.get('server-timing') ?? '';
  const ms = Object.fromEntries(
    field.split(', ').map((entry) => {
      const [name = '', duration = ''] = entry.split(';dur=');
      return [name, Number(duration)];
    }),
  );
  const steps = ['search', 'read', 'select', 'write', 'check', 'render'];
  const sum = steps.reduce((total, name) => total + (ms[name] ?? Number.NaN), 0);
  // Each time is rounded; the time between the steps depends on how busy the machine is.
  assert.ok(sum <= (ms.total ?? 0) + 0.4, field);
  assert.ok((ms['first-text'] ?? Number.POSITIVE_INFINITY) <= (ms.total ?? 0), field);
});
