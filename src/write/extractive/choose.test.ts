import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange, Question } from '../../core/question.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import type { Source } from '../../core/source.ts';
import { choose } from './choose.ts';

function sourceOf(index: number, title: string, ...texts: readonly string[]): Source {
  let from = 0;
  const passages = texts.map((text) => {
    const passage = { text, from, to: from + text.length };
    from += text.length + 1;
    return passage;
  });
  return { index, url: `https://example.org/${index}`, title, snippet: '', passages };
}

function asking(text: string, history: readonly Exchange[] = []): Question {
  return { id: 't', text, maxSources: 5, scope: ANY_SCOPE, history, deadlineAtMs: performance.now() + 1000 };
}

/** All quotes as `text [source]`, and whether they answer the question. */
function chosen(text: string, sources: readonly Source[], history: readonly Exchange[] = []) {
  const question = asking(text, history);
  const { quotes, more, isAnswer } = choose({ question, sources }, question);
  return [isAnswer, ...[...quotes, ...more].map((quote) => `${quote.text} [${quote.index}]`)];
}

test('a quote that says what is asked is more certain than one that comes closest', () => {
  const source = sourceOf(1, 'Gold', 'Gold is an element with atomic number 79. People like gold.');
  const certaintyOf = (text: string) => choose({ question: asking(text), sources: [source] }, asking(text));
  const right = certaintyOf('What is the atomic number of gold?');
  const wrong = certaintyOf('Which mines of Australia closed for lack of gold?');
  assert.ok(right.confidence > wrong.confidence + 0.2, `${right.confidence} ${wrong.confidence}`);
  assert.equal(certaintyOf('hello').confidence, 0);
});

test('a greeting, thanks and words without content are not answered, in any case and with any marks', () => {
  const sources = [sourceOf(1, 'Hello', 'Hello is a greeting in English. What can you do is a question.')];
  for (const text of [
    'Hello!',
    '  THANK YOU ... ',
    'guten   Morgen',
    '你好',
    'What can you do?',
    'Good night',
  ])
    assert.deepEqual(chosen(text, sources), [false], text);
  for (const text of ['Hello world', 'hello friend', '']) assert.ok(chosen(text, sources).length > 1, text);
});

test('a greeting is recognised in the conversation, not in the query', () => {
  const sources = [sourceOf(1, 'Ada', 'Ada wrote the first program.')];
  const question = asking('Who wrote the first program?');
  assert.deepEqual(choose({ question, sources }, asking('thanks')).quotes, []);
  assert.equal(choose({ question: asking('hello'), sources }, question).quotes.length, 1);
});

test('a second sentence is quoted if the first may not answer, and both have up to 60 words', () => {
  const facts = ['first', 'second', 'third', 'fourth', 'fifth'];
  const places = ['Rome', 'Oslo', 'Lima', 'Kiev', 'Bern'];
  const short = facts.map((fact, at) =>
    sourceOf(at + 1, `page ${at}`, `The ${fact} bridge was built by engineers near ${places[at]}.`),
  );
  const [isAnswer, ...quotes] = chosen('who was the bridge built by near the harbour?', short);
  assert.deepEqual([isAnswer, quotes.length], [true, 2]);
  const words = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => `${name}${at}z`).join(' ');
  const quotesOf = (question: string, first: number, second: number) =>
    chosen(question, [
      sourceOf(1, 'a', `The bridge was built by engineers with ${words(first - 7, 'q')}.`),
      sourceOf(2, 'b', `The bridge was built by engineers with ${words(second - 7, 'r')}.`),
    ]).length - 1;
  const unlikely = 'which engineers of Antwerp built the bridge?';
  assert.deepEqual([quotesOf(unlikely, 15, 45), quotesOf(unlikely, 15, 46)], [2, 1]);
  assert.equal(quotesOf(unlikely, 70, 20), 1);
  assert.equal(quotesOf('who was the bridge built by?', 15, 20), 1);
});

test('of two things that are asked for together, each gets a sentence; a long name is one', () => {
  const sources = ['Japan', 'Nigeria', 'Bosnia', 'Bosnia and Herzegovina'].map((name, at) =>
    sourceOf(at + 1, name, `The capital of ${name} is City${at}. The coast of ${name} is long.`),
  );
  const quotesFor = (text: string) => chosen(text, sources).slice(1).sort();
  const both = ['The capital of Japan is City0. [1]', 'The capital of Nigeria is City1. [2]'];
  assert.deepEqual(quotesFor('What is the capital of Japan and Nigeria?'), both);
  const [first] = quotesFor('What is the capital of Bosnia and Herzegovina?');
  assert.equal(first, 'The capital of Bosnia and Herzegovina is City3. [4]');
});

test('how something is done is quoted with the code below it, and another question without it', () => {
  const told = 'To connect to the server, pass its address.';
  const sourcesWith = (...below: readonly string[]) => [
    sourceOf(1, 'client', [told, ...below, 'The server is fast.'].join('\n\n')),
  ];
  const codeFor = (text: string, sources: readonly Source[]) =>
    choose({ question: asking(text), sources }, asking(text)).quotes[0]?.code;
  const how = 'How do I connect to the server?';
  const code = "const client = connect('a.example', {\n  port: 1,\n});";
  assert.equal(codeFor(how, sourcesWith(code)), code);
  assert.equal(codeFor(how, sourcesWith('npm install client')), 'npm install client');
  assert.equal(codeFor(how, sourcesWith()), undefined);
  assert.equal(codeFor(how, sourcesWith('It is easy.', code)), undefined);
  assert.equal(codeFor(how, sourcesWith('call(it);\n'.repeat(13).trim())), undefined);
  assert.equal(codeFor('Which address is passed to connect to the server?', sourcesWith(code)), undefined);
});

test('if nothing answers, the closest sentence is quoted, or the first that is no code', () => {
  const near = ['wide in spring and calm', 'used by many boats', 'cold because of its springs'].map(
    (what, at) => sourceOf(at + 1, `page ${at}`, `The river is ${what}.`),
  );
  const [isAnswer, ...quotes] = chosen(
    'how many salmon does the deepest river in northern Alaska have?',
    near,
  );
  assert.deepEqual([isAnswer, quotes.length], [false, 1]);
  const other = [sourceOf(1, 'x', 'const a = 1;', 'The moon is round. It shines.')];
  assert.deepEqual(chosen('salmon prices', other), [false, 'The moon is round. [1]']);
  const headed = [sourceOf(1, 'Moon', 'Moon', 'The moon is round.')];
  assert.deepEqual(chosen('salmon prices', headed), [false, 'The moon is round. [1]']);
  assert.deepEqual(chosen('salmon prices', [sourceOf(1, 'x', 'Moon')]), [false, 'Moon [1]']);
  assert.deepEqual(chosen('salmon prices', [sourceOf(1, 'x', 'const a = 1;')]), [false]);
  assert.deepEqual(chosen('salmon prices', []), [false]);
});

test('sentences of an earlier answer are not repeated, unless the same question is asked again', () => {
  const sources = [
    sourceOf(1, 'a', 'The bridge was built by Ada Bell. The bridge was built of iron by her brother.'),
  ];
  const said = [{ question: 'Who built the bridge?', answer: 'The bridge was built by Ada Bell \\[1\\].' }];
  assert.equal(chosen('who was the bridge built by?', sources)[1], 'The bridge was built by Ada Bell. [1]');
  assert.equal(
    chosen('who was the bridge built by?', sources, said)[1],
    'The bridge was built of iron by her brother. [1]',
  );
  assert.equal(
    chosen(' Who built the bridge? ', sources, said)[1],
    chosen('Who built the bridge?', sources)[1],
  );
});

test("a question for a page's subject is answered by the definitions of the pages on it", () => {
  const sources = [
    sourceOf(1, 'Zebras of Kenya', 'Zebras live in Kenya.'),
    sourceOf(
      2,
      'Zebra',
      'Zebra',
      'Look at zebras. A zebra is an animal with stripes. It lives in herds of ten.',
    ),
    sourceOf(3, 'Zebra', 'The zebra is a wild horse of Africa. It eats grass.'),
  ];
  assert.deepEqual(chosen('What is a zebra?', sources), [
    true,
    'The zebra is a wild horse of Africa. [3]',
    'A zebra is an animal with stripes. [2]',
  ]);
});
