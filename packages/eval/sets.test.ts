import assert from 'node:assert/strict';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openSet } from './sets.ts';

/** Opens a set with this content. */
async function opened(name: string, content: string | Buffer, choice: object = {}, pages?: string) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-set-'));
  const path = join(folder.path, name);
  await writeFile(path, content);
  const pagesPath = pages === undefined ? null : join(folder.path, 'pages.jsonl');
  if (pagesPath !== null) await writeFile(pagesPath, pages ?? '');
  const set = await openSet({ path, pagesPath, count: null, seed: 1, ...choice });
  return { set, questions: await Array.fromAsync(set.questions()) };
}
const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

test('a JSON Lines file has questions with answers, kinds, days and pages', async () => {
  const page = { url: 'https://a.test/', title: 'A', text: 'Text', date: '2024/02/01' };
  const row = { id: 'a', question: ' Who? ', answers: ['Ann', 7], kind: 'k', as_of: '2024-02-03' };
  const { set, questions } = await opened('set.jsonl.gz', gzipSync(lines({ ...row, pages: [page] })));
  assert.deepEqual(questions, [
    {
      id: 'a',
      question: 'Who?',
      answers: ['Ann', '7'],
      patterns: [],
      kind: 'k',
      asOf: '2024-02-03',
      pages: [{ url: 'https://a.test/', title: 'A', text: 'Text', publishedAt: '2024-02-01' }],
    },
  ]);
  assert.ok(set.hasPages);
});

test('SimpleQA, FRAMES, RealTimeQA and the set of the demo are read as they are published', async () => {
  const simple =
    '\ufeffmetadata,problem,answer\r\n' +
    `"{'answer_type': 'Person', 'urls': ['https://a.test']}","Who, in ""X"",\nwas it?",Ann\r\n`;
  const [one] = (await opened('simple.csv', simple)).questions;
  assert.deepEqual([one?.id, one?.question, one?.answers], ['1', 'Who, in "X",\nwas it?', ['Ann']]);
  assert.equal(one?.kind, 'Person');

  const frames = '\tPrompt\tAnswer\treasoning_types\n0\tHow many?\t87\tNumerical reasoning\n';
  const [two] = (await opened('test.tsv', frames)).questions;
  assert.deepEqual([two?.question, two?.answers, two?.kind], ['How many?', ['87'], 'Numerical reasoning']);

  const quiz = { question_id: '20230106_0', question_date: '2023/01/05', question_sentence: 'Which team?' };
  const found = { url: 'https://b.test/', title: 'B', text: 'Bills', publish_date: '2023/01/05' };
  const { questions, set } = await opened(
    'quiz.jsonl',
    lines({ ...quiz, choices: ['Steelers', 'Bengals', 'Bills'], answer: ['2'] }),
    {},
    lines({ question_id: '20230106_0', search_result: [found] }),
  );
  assert.deepEqual([questions[0]?.answers, questions[0]?.asOf], [['Bills'], '2023-01-05']);
  assert.deepEqual([questions[0]?.pages?.[0]?.text, set.hasPages], ['Bills', true]);

  const demo = JSON.stringify([
    { id: 1, question: 'capital of peru', accept: ['Lima'] },
    { question: 'Why?' },
  ]);
  const [peru, why] = (await opened('demo.json', demo)).questions;
  assert.deepEqual([peru?.patterns, why?.answers, why?.id], [['Lima'], [], '2']);
});

test('a sample is the same for the same seed, keeps the order, and differs for another seed', async () => {
  const rows = lines(
    ...Array.from({ length: 50 }, (_, at) => ({ id: String(at), question: 'Q', answer: 'A' })),
  );
  const draw = async (seed: number) => [...(await opened('set.jsonl', rows, { count: 10, seed })).set.ids];
  const first = await draw(3);
  assert.equal(first.length, 10);
  assert.deepEqual(first, await draw(3));
  assert.deepEqual(
    first,
    first.toSorted((a, b) => Number(a) - Number(b)),
  );
  assert.notDeepEqual(first, await draw(4));
  assert.equal((await opened('set.jsonl', rows, { count: 90 })).questions.length, 50);
});

test('a mistake in a file is reported with its place', async () => {
  for (const [name, content, reason] of [
    ['set.txt', '', /must end in \.jsonl/],
    ['set.jsonl', '', /has no questions/],
    ['set.jsonl', '{"question":"a"}\n{', /set\.jsonl, line 2: this is not JSON/],
    ['set.jsonl', '{"answer":"a"}', /row 1: there is no question/],
    ['set.jsonl', '[1]', /must be an object/],
    ['set.json', '{}', /must be a list/],
    ['set.jsonl', lines({ id: 1, question: 'a' }, { id: 1, question: 'b' }), /two questions have the id 1/],
    ['set.jsonl', lines({ question: 'a', accept: ['('] }), /not a regular expression/],
    ['set.jsonl', lines({ question: 'a', pages: [{}] }), /row 1, page 1: it needs a URL/],
    ['set.jsonl.gz', 'no gzip', /cannot be read/],
  ] as const)
    await assert.rejects(opened(name, content), reason, content);
  await assert.rejects(
    openSet({ path: '/none.jsonl', pagesPath: null, count: null, seed: 1 }),
    /does not exist/,
  );
});
