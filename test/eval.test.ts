import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failedStepOf } from '../src/eval/report/summary.ts';
import { answerWith, startChatServer } from './support/chat-server.ts';
import { type EvalFolder, questionWithPages, shipOf, writeSet } from './support/evaluated.ts';
import { serve } from './support/local-server.ts';
import { refusing } from './support/model-server.ts';
import { withResults } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { until } from './support/until.ts';

const countBy = async (folder: EvalFolder, out?: string) => {
  const records = await folder.records(out);
  const grouped = Map.groupBy(records, ({ exact, failure }) => (failure === null ? exact : 'failed'));
  return Object.fromEntries([...grouped].map(([name, members]) => [name, members.length]));
};
const modelAt = (url: string) => ({ MODEL_BASE_URL: url, MODEL_NAME: 'scripted' });
const rows = (count: number) => Array.from({ length: count }, (_, at) => questionWithPages(at));

test('a model that is right 70 times in 100, declines, errs and fails gets these figures', async () => {
  await using model = await startChatServer((response, call) => {
    const ship = shipOf(call);
    if (ship < 70) answerWith(response, [`It is Marigold ${ship} [1].`]);
    else if (ship < 82) answerWith(response, ['The sources do not say what its name is.']);
    else if (ship < 94) answerWith(response, ['It is the Tulip [2].']);
    else refusing(500)(response, call, 0);
  });
  await using folder = await writeSet(rows(100));
  const { status, shown } = await folder.run(['--concurrency', '8'], { environment: modelAt(model.url) });
  assert.equal(status, 0);
  assert.match(shown, /^100 questions take about 320,000 tokens\.\n/);
  assert.deepEqual(await countBy(folder), { correct: 70, 'not-attempted': 12, incorrect: 12, failed: 6 });
  const [first, ...others] = await folder.records();
  assert.deepEqual(first?.retrieval, { inHits: true, inPages: true, inContext: true });
  const right = { statements: 1, supportedAndCited: 1, citations: 1, rightCitations: 1 };
  assert.deepEqual(first?.citations, right);
  assert.deepEqual([first?.calls, first?.tokens, first?.model], [1, 120, 'scripted']);
  assert.ok(first?.firstMs != null && first.firstMs <= first.totalMs);
  assert.match(others.find(({ failure }) => failure !== null)?.failure ?? '', /failed \(status 500\)/);
});

test('a model that never replies costs its question, and no other', async () => {
  await using model = await startChatServer((response, call) => {
    if (shipOf(call) !== 1) answerWith(response, [`It is Marigold ${shipOf(call)} [1].`]);
  });
  await using folder = await writeSet(rows(4));
  const environment = { ...modelAt(model.url), MODEL_TIMEOUT_MS: '300' };
  await folder.run([], { environment });
  assert.deepEqual(await countBy(folder), { correct: 3, failed: 1 });
});

test('a rate limit of the model is waited for', async () => {
  await using model = await startChatServer((response, call, count) => {
    if (count > 1) return answerWith(response, [`It is Marigold ${shipOf(call)} [1].`]);
    response.writeHead(429, { 'retry-after-ms': '30000', 'content-type': 'application/json' }).end('{}');
  });
  await using folder = await writeSet(rows(1));
  const stopping = new AbortController();
  const environment = modelAt(model.url);
  const running = folder.run([], { environment, signal: stopping.signal });
  await until(() => model.calls.length === 1);
  stopping.abort();
  const { status, shown } = await running;
  assert.equal(status, 130);
  assert.match(shown, /Stopped\. What is done is kept/);
  assert.deepEqual(await folder.records(), []);
  await folder.run(['--resume'], { environment });
  assert.deepEqual(await countBy(folder), { correct: 1 });
});

test('a run that was interrupted goes on where it was, and asks only failed questions again', async () => {
  const stopping = new AbortController();
  let isWorking = false;
  await using model = await startChatServer((response, call, count) => {
    if (count === 6) stopping.abort();
    if (shipOf(call) === 2 && !isWorking) refusing(400)(response, call, 0);
    else answerWith(response, [`It is Marigold ${shipOf(call)} [1].`]);
  });
  await using folder = await writeSet(rows(9));
  const environment = modelAt(model.url);
  await folder.run([], { environment, signal: stopping.signal });
  const kept = await folder.records();
  assert.ok(kept.length >= 5 && kept.length < 9);
  await assert.rejects(folder.run([], { environment }), /Add --resume/);
  isWorking = true;
  const before = model.calls.length;
  await folder.run(['--resume'], { environment });
  assert.deepEqual(await countBy(folder), { correct: 9 });
  assert.equal(model.calls.length - before, 9 - kept.filter(({ failure }) => failure === null).length);
});

test('the model alone gets the question without sources', async () => {
  await using model = await startChatServer((response) => answerWith(response, ['It is Marigold 0.']));
  await using folder = await writeSet(rows(2));
  await folder.run(['--bare'], { environment: modelAt(model.url) });
  assert.deepEqual(await countBy(folder), { correct: 1, incorrect: 1 });
  assert.equal(JSON.stringify(model.calls[0]?.body).split('"role"').length - 1, 2);
  assert.doesNotMatch(JSON.stringify(model.calls[0]?.body), /Bergen/);
  await assert.rejects(folder.run(['--bare'], { out: 'none' }), /--bare needs a model/);
});

test('a running Sayso and any API like that of OpenAI are asked over their own interfaces', async () => {
  const found = [
    {
      url: 'https://ships.test/',
      title: 'Ships',
      content: 'The name of ship number 0 is Marigold 0. It was built in Bergen.',
    },
    { url: 'https://quays.test/', title: 'Quays', content: 'The ship number 0 lies at the quay of Oslo.' },
  ];
  await using search = await serve((request, response) => withResults(found)(response, request));
  await using model = await startChatServer((response) => answerWith(response, ['It is Marigold 0 [1].']));
  await using service = await startTestService({ ...modelAt(model.url), SEARCH_PRIMARY_URL: search.url });
  await using folder = await writeSet([
    { id: 'q', question: 'What is the name of ship 0?', answer: 'Marigold 0' },
  ]);
  await folder.run(['--server', service.url, '--sources', '1'], { out: 'own' });
  assert.doesNotMatch(JSON.stringify(model.calls[0]?.body), /Oslo/);
  const [own] = await folder.records('own');
  assert.deepEqual([own?.exact, own?.calls, own?.tokens, own?.model], ['correct', 1, 120, 'scripted']);
  assert.deepEqual([own?.retrieval, own?.citations], [null, null]);
  await folder.run(['--server', model.url, '--model', 'other'], { out: 'other' });
  const [other] = await folder.records('other');
  assert.deepEqual([other?.exact, other?.model, other?.tokens], ['correct', 'other', 120]);
  await assert.rejects(folder.run(['--server', 'nowhere'], { out: 'x' }), /not the address/);
});

test('nothing is asked if the answers would cost more than is allowed', async () => {
  await using model = await startChatServer(() => assert.fail('nothing may be asked'));
  await using folder = await writeSet(rows(5));
  const environment = modelAt(model.url);
  await assert.rejects(folder.run(['--max-tokens', '1000'], { environment }), /more than --max-tokens/);
  const prices = ['--price-input', '100', '--price-output', '1000', '--max-cost', '1'];
  await assert.rejects(
    folder.run(prices, { environment, out: 'b' }),
    /cost about 2\.5\d: more than --max-cost/,
  );
});

test('an answer gets lost in the search, the selection or the writing, and not in the reading of a page whose excerpt has it', async () => {
  await using model = await startChatServer((response) => answerWith(response, ['It is the Tulip [1].']));
  await using pages = await serve((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<main><h1>Ship</h1><p>${'Members read the name of the ship here. '.repeat(20)}</p></main>`);
  });
  await using search = await serve((request, response) => {
    const hit = { url: `${pages.url}/ship`, title: 'Ship', content: 'The ship number 3 is the Marigold 3.' };
    withResults([hit])(response, request);
  });
  const page = (text: string) => ({ url: 'https://ships.test/', title: 'Ships', text });
  const question = (id: number, text: string) => ({ ...questionWithPages(id), pages: [page(text)] });
  const chatter = Array.from({ length: 60 }, (_, at) => `The name of ship number 1 has ${at} letters.`).join(
    ' ',
  );
  const { pages: _none, ...searched } = questionWithPages(3) as { readonly pages: unknown };
  await using folder = await writeSet([
    question(0, 'The name of ship number 0 is not in this page.'),
    question(1, `${chatter}\n\n${'Nobody likes rain in autumn. '.repeat(60)} They say Marigold 1.`),
    question(2, 'The name of ship number 2 is Marigold 2.'),
    searched,
  ]);
  const environment = {
    ...modelAt(model.url),
    SEARCH_PRIMARY_URL: search.url,
    PAGE_ALLOW: '127.0.0.1',
    // On a busy machine, reading the first page takes longer than the usual limit.
    READ_TIMEOUT_MS: '20000',
    CONTEXT_TOKENS: '200',
  };
  await folder.run([], { environment });
  const steps = (await folder.records()).map((record) => failedStepOf(record));
  assert.deepEqual(steps, ['search', 'selection', 'writing', 'writing']);
});
