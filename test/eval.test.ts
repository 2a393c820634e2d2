import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
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
/** A whole reply, as a caller gets it that does not ask for a stream. */
const replyWith = (response: ServerResponse, content: string) =>
  response.end(JSON.stringify({ choices: [{ message: { content } }], usage: { total_tokens: 120 } }));
const rows = (count: number) => Array.from({ length: count }, (_, at) => questionWithPages(at));

test('a model that is right 35 times in 50, declines, errs and fails gets these figures', async () => {
  await using model = await startChatServer((response, call) => {
    const ship = shipOf(call);
    if (ship < 35) answerWith(response, [`It is Marigold ${ship} [1].`]);
    else if (ship < 41) answerWith(response, ['The sources do not say what its name is.']);
    else if (ship < 47) answerWith(response, ['It is the Tulip [2].']);
    else refusing(500)(response, call, 0);
  });
  await using folder = await writeSet(rows(50));
  const { status } = await folder.run(['--concurrency', '8'], { environment: modelAt(model.url) });
  assert.equal(status, 0);
  assert.deepEqual(await countBy(folder), { correct: 35, 'not-attempted': 6, incorrect: 6, failed: 3 });
  const [first, ...others] = await folder.records();
  assert.deepEqual(first?.statements, { supported: 1, differs: 0, notFound: 0 });
  assert.deepEqual([first?.tokens, first?.model, first?.lostIn], [120, 'scripted', undefined]);
  assert.equal(others.find(({ exact }) => exact === 'incorrect')?.lostIn, 'writing');
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
  assert.deepEqual([own?.exact, own?.tokens, own?.model], ['correct', 120, 'scripted']);
  await using alone = await startChatServer((response) => replyWith(response, 'It is Marigold 0.'));
  await folder.run(['--server', alone.url, '--model', 'other'], { out: 'other' });
  const [other] = await folder.records('other');
  assert.deepEqual([other?.exact, other?.model, other?.tokens], ['correct', 'other', 120]);
  await assert.rejects(folder.run(['--server', 'nowhere'], { out: 'x' }), /not the address/);
});

test('a run stops at --max-tokens, and keeps what is done', async () => {
  await using model = await startChatServer((response, call) =>
    answerWith(response, [`It is Marigold ${shipOf(call)} [1].`]),
  );
  await using folder = await writeSet(rows(5));
  const { shown } = await folder.run(['--max-tokens', '200'], { environment: modelAt(model.url) });
  assert.match(shown, /--max-tokens is reached/);
  assert.equal((await folder.records()).length, 2);
});

test('a wrong answer got lost in the search, the selection or the writing', async () => {
  await using model = await startChatServer((response) => answerWith(response, ['It is the Tulip [1].']));
  const page = (text: string) => ({ url: 'https://ships.test/', title: 'Ships', text });
  const question = (id: number, text: string) => ({ ...questionWithPages(id), pages: [page(text)] });
  const chatter = Array.from({ length: 500 }, (_, at) => `The name of ship number 1 has ${at} letters.`).join(
    ' ',
  );
  await using folder = await writeSet([
    question(0, 'The name of ship number 0 is not in this page.'),
    question(1, `${chatter}\n\n${'Nobody likes rain in autumn. '.repeat(60)} They say Marigold 1.`),
    question(2, 'The name of ship number 2 is Marigold 2.'),
  ]);
  await folder.run([], { environment: modelAt(model.url) });
  const steps = (await folder.records()).map(({ lostIn }) => lostIn);
  assert.deepEqual(steps, ['search', 'selection', 'writing']);
});

const reportOf = async ({ path }: EvalFolder) =>
  JSON.parse(await readFile(join(path, 'run', 'report.json'), 'utf8')).summary;

test('a judge that errs in a known way has exactly these figures, and its replies are kept', async () => {
  await using writer = await startChatServer((response, call) =>
    answerWith(response, [shipOf(call) < 12 ? `It is Marigold ${shipOf(call)} [1].` : 'It is the Tulip.']),
  );
  // Right about 10 of the 12 correct answers and 7 of the 8 others.
  const verdictOf = (ship: number) =>
    ship < 10 || ship === 12 ? 'CORRECT' : ship < 13 ? 'NOT_ATTEMPTED' : 'Surely INCORRECT.';
  let isFailing = true;
  await using judge = await startChatServer((response, call, count) =>
    isFailing && shipOf(call) === 19
      ? refusing(400)(response, call, count)
      : replyWith(response, verdictOf(shipOf(call))),
  );
  await using folder = await writeSet(rows(20));
  const environment = modelAt(writer.url);
  const judged = ['--judge', judge.url, '--judge-model', 'judge'];
  await folder.run(['--concurrency', '4', ...judged], { environment });
  const { model: first } = await reportOf(folder);
  assert.deepEqual([first.correct, first.incorrect, first.notAttempted], [11, 6, 2]);
  isFailing = false;
  const { printed } = await folder.run(['--resume', ...judged], { environment });
  const { exact, model } = await reportOf(folder);
  assert.deepEqual([exact.correct, exact.incorrect], [12, 8]);
  assert.deepEqual([model.correct, model.incorrect, model.notAttempted], [11, 7, 2]);
  assert.match(printed, /\| the same grade by both graders \| 85\.0 %/);
  assert.deepEqual([judge.calls.length, writer.calls.length], [21, 20]);
  const kept = (await readFile(join(folder.path, 'run', 'judge.jsonl'), 'utf8')).trim().split('\n');
  const lines = kept.map((line) => JSON.parse(line));
  assert.deepEqual([kept.length, lines[0].model], [21, 'judge']);
  assert.match(lines[0].user, /Right:\n- Marigold \d+/);
});

test('the exit status says whether enough answers are right, also compared with an earlier run', async () => {
  await using model = await startChatServer((response, call) =>
    answerWith(response, [shipOf(call) === 0 ? 'It is Marigold 0 [1].' : 'It is the Tulip [1].']),
  );
  await using folder = await writeSet(rows(2));
  const environment = modelAt(model.url);
  assert.equal((await folder.run(['--fail-below', '50'], { environment })).status, 0);
  assert.equal((await folder.run(['--resume', '--fail-below', '60'], { environment })).status, 1);
  const baseline = ['--baseline', join(folder.path, 'run', 'report.json'), '--fail-below', '5'];
  assert.equal((await folder.run(baseline, { environment, out: 'later' })).status, 0);
  await assert.rejects(folder.run(['--depth', 'low']), /--depth must be one of/);
  await assert.rejects(folder.run(['--baseline', 'none.json', '--fail-below', '5']), /not the report\.json/);
});
