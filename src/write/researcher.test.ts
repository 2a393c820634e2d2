import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '@sayso/text/tokens.ts';
import fc from '../../test/support/properties.ts';
import type { Source } from '../core/source.ts';
import type { LanguageModelLike, ModelPart } from '../models/language-model.ts';
import {
  bridgeQueries,
  createResearcher,
  splitQuestion,
  toGapPrompt,
  toPlanPrompt,
  toQueries,
} from './researcher.ts';

const { signal } = new AbortController();
const QUESTION = 'Which river flows through the capital of Hungary?';
const LIMITS = { timeoutMs: 60_000, maxTokens: 10_000 };
const GAP_LIMITS = { ...LIMITS, maxQueries: 3 };

function sourceOf(text: string, title = 'Hungary', index = 1): Source {
  return {
    index,
    url: 'https://a.test/',
    title,
    snippet: '',
    passages: [{ text, from: 0, to: text.length }],
  };
}
const sources = [sourceOf('The capital of Hungary is Budapest.')];

/** A model that replies with this text, and records its prompts. */
function replying(reply: string, tokens = 5) {
  const asked: string[] = [];
  const model: LanguageModelLike = {
    async doStream({ prompt }) {
      const [system, user] = prompt;
      asked.push(`${system?.content}\n${JSON.stringify(user?.content)}`);
      const usage = { inputTokens: { total: tokens }, outputTokens: { total: tokens } };
      const parts: ModelPart[] = [
        { type: 'text-delta', delta: reply },
        { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage },
      ];
      const stream = new ReadableStream<ModelPart>({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          controller.close();
        },
      });
      return { stream };
    },
  };
  return { asked, researcher: createResearcher(model) };
}
const failing = createResearcher({ doStream: () => Promise.reject(new Error('refused')) });

test('a plan is what the model lists, at most four, without the question itself, for one call', async () => {
  const lines = [
    'capital of Hungary',
    QUESTION,
    'Capital of Hungary!',
    'rivers',
    'river names',
    'Hungary',
    'flows',
  ];
  const { asked, researcher } = replying(lines.map((line) => `- ${line}`).join('\n'));
  assert.deepEqual(await researcher.plan(QUESTION, LIMITS, signal), {
    queries: ['capital of Hungary', 'rivers', 'river names', 'Hungary'],
    tokens: 10,
    calls: 1,
  });
  assert.equal(asked.length, 1);
  assert.match(asked[0] ?? '', /^You prepare the research/);
});

test('without a usable line the rules plan, and the call counts if the model made it', async () => {
  const queries = splitQuestion(QUESTION);
  assert.deepEqual(queries, ['Hungary']);
  assert.deepEqual(await replying('Sure!').researcher.plan(QUESTION, LIMITS, signal), {
    queries,
    tokens: 10,
    calls: 1,
  });
  assert.deepEqual(await failing.plan(QUESTION, LIMITS, signal), { queries, tokens: 0, calls: 0 });
  assert.deepEqual(await createResearcher(null).plan(QUESTION, LIMITS, signal), {
    queries,
    tokens: 0,
    calls: 0,
  });
});

test('a gap is what the model lists, at most three, about the question or the sources', async () => {
  const { asked, researcher } = replying(
    '1. Budapest river\n2. moon\n3. river\n4. Hungary river\n5. capital',
  );
  assert.deepEqual(await researcher.findGap({ question: QUESTION, sources }, GAP_LIMITS, signal), {
    queries: ['Budapest river', 'river', 'Hungary river'],
    tokens: 10,
    calls: 1,
  });
  assert.match(asked[0] ?? '', /^You check whether numbered web sources/);
  const titled = await replying('Danube').researcher.findGap(
    { question: QUESTION, sources: [sourceOf('x', 'Danube')] },
    GAP_LIMITS,
    signal,
  );
  assert.deepEqual(titled.queries, ['Danube']);
});

test('if the sources are enough, nothing is searched for, in whatever form the model says so', async () => {
  const replies = [
    ['ENOUGH', '**Enough.**', ' "enough"', '# Enough', 'The river?\nENOUGH'],
    ['The sources about the river are ENOUGH.', 'None.'],
  ];
  for (const reply of replies.flat())
    assert.deepEqual(
      await replying(reply).researcher.findGap({ question: QUESTION, sources }, GAP_LIMITS, signal),
      { queries: [], tokens: 10, calls: 1 },
      reply,
    );
  const { queries } = await replying('not enough rivers').researcher.findGap(
    { question: QUESTION, sources },
    GAP_LIMITS,
    signal,
  );
  assert.deepEqual(queries, ['not enough rivers']);
});

test('without a usable line the rules find the gap', async () => {
  const findings = { question: QUESTION, sources };
  const queries = ['Budapest river flows through capital'];
  assert.deepEqual(bridgeQueries(findings, 3), queries);
  for (const [researcher, tokens, calls] of [
    [replying('Hm.').researcher, 10, 1],
    [failing, 0, 0],
    [createResearcher(null), 0, 0],
  ] as const)
    assert.deepEqual(await researcher.findGap(findings, GAP_LIMITS, signal), { queries, tokens, calls });
});

test('a prompt that leaves no token for the reply is not sent', async () => {
  const { asked, researcher } = replying('river');
  const { system, user } = toPlanPrompt(QUESTION);
  const tokens = estimateTokens(system) + estimateTokens(user);
  assert.equal((await researcher.plan(QUESTION, { ...LIMITS, maxTokens: tokens }, signal)).calls, 0);
  const gap = toGapPrompt(QUESTION, sources);
  const gapTokens = estimateTokens(gap.system) + estimateTokens(gap.user);
  assert.equal(
    (
      await researcher.findGap(
        { question: QUESTION, sources },
        { ...GAP_LIMITS, maxTokens: gapTokens },
        signal,
      )
    ).calls,
    0,
  );
  assert.equal(asked.length, 0);
  assert.equal((await researcher.plan(QUESTION, { ...LIMITS, maxTokens: tokens + 50 }, signal)).calls, 1);
});

test('quotation marks around a part of a query stay, because they ask for these very words', () => {
  const about = 'Which river is in the novel "The Old Bridge"?';
  for (const [line, query] of [
    ['"The Old Bridge" river', '"The Old Bridge" river'],
    ['- novel "The Old Bridge"', 'novel "The Old Bridge"'],
    ['1. "river of the novel"', 'river of the novel'],
    ['**Query 2:** «The Old Bridge» novel', '«The Old Bridge» novel'],
    ['-river novel', 'river novel'],
  ] as const)
    assert.deepEqual(toQueries(line, about), [query]);
});

test('only the start of a long reply is read, and lines of up to two hundred characters', () => {
  const line = 'river '.repeat(34).slice(0, 200);
  assert.equal(line.length, 200);
  assert.deepEqual(toQueries(`${line}x\n${line.trim()}`, 'river'), [line.trim()]);
  assert.deepEqual(toQueries(`${'-'.repeat(1193)}\nriver river`, 'river'), ['river']);
  assert.deepEqual(toQueries('rivers：\nrivers:\nof the\nRIVER', 'the river'), ['RIVER']);
});

test('the names to search for are in sentences about the question, in no title and no number', () => {
  const text =
    'The capital of Hungary is Budapest. It lies on the Danube. Nothing of Vienna here. In May 1900 the ' +
    'capital of Hungary was visited by Otto Wagner, and by Hungary.';
  const names = (question: string, ...all: Source[]) =>
    bridgeQueries({ question, sources: all }, 3).map((query) => query.replace(/ capital.*$/u, ''));
  assert.deepEqual(names('capital of Hungary', sourceOf(text, 'x')), ['Budapest', 'Otto Wagner']);
  assert.deepEqual(names('capital of Hungary', sourceOf(text, 'x'), sourceOf('', 'Budapest', 2)), [
    'Otto Wagner',
  ]);
  const ofHungary = names('capital of Hungary', sourceOf(text, 'Hungary'));
  assert.equal(ofHungary.at(-1), 'Danube', 'each sentence is about the title');
  assert.deepEqual(names('the moon', sourceOf(text, 'x')), []);
  const far = `${'No word here. '.repeat(290)}The capital is Budapest.`;
  assert.ok(far.length > 4000);
  assert.deepEqual(names('capital', sourceOf(far)), []);
  const many = 'The capital liked Anna Bell, Carl Dorn, Emil Frank and Gerd Huber.';
  assert.equal(names('capital', sourceOf(many)).length, 3);
});

test('a question has its quoted titles first, then its names, then its longer sentences', () => {
  assert.deepEqual(
    splitQuestion('Who wrote «The Trial» in Prague? How old was Max Brod when he met the author? Why?'),
    ['The Trial', 'Prague', 'Max Brod', 'Who wrote «The Trial» in Prague?'],
  );
  assert.deepEqual(splitQuestion('Who wrote "Prague Spring" of Prague?'), ['Prague Spring']);
  assert.deepEqual(splitQuestion('who is it? where is it?'), []);
  assert.deepEqual(splitQuestion('which rivers cross hungary? who?'), ['which rivers cross hungary?']);
  assert.deepEqual(splitQuestion('which rivers cross hungary?'), []);
  assert.deepEqual(splitQuestion('"x"'), []);
  const [long = ''] = splitQuestion(`${'which rivers cross hungary '.repeat(20)}? who?`);
  assert.equal(long.length, 300);
});

test('text that a small model writes around its queries is not searched for', () => {
  const reply = 'Sure! Here are the search queries for the capital of Hungary:\n\n1. capital of Hungary\n';
  assert.deepEqual(toQueries(reply, QUESTION), ['capital of Hungary']);
  assert.deepEqual(toQueries('Sure, I can help with that!', QUESTION), []);
  assert.deepEqual(toQueries('', QUESTION), []);
  assert.deepEqual(toQueries(`The capital of Hungary ${'and more '.repeat(40)}`, QUESTION), []);
});

test('queries of hostile replies are single lines of bounded length about the question', () => {
  const piece = fc.constantFrom('Hungary', 'river', '\n', '1. ', '"', '- ', ':', '<think>', '{', '\u0000');
  const reply = fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme' })), { maxLength: 400 });
  fc.assert(
    fc.property(reply, (pieces) => {
      for (const query of toQueries(pieces.join(''), QUESTION)) {
        assert.ok(query.length <= 200 && !query.includes('\n'), query);
        assert.match(query, /which|river|flow|through|capital|hungary/iu);
      }
    }),
  );
});

const queriesFor = (question: string, ...sources: readonly Source[]) =>
  bridgeQueries({ question, sources }, 7);

test('a name is searched for with the words of the question that its source is not about', () => {
  const source = sourceOf('The host of the awards was Marlon Wayans.', 'Music awards');
  assert.deepEqual(queriesFor('Where did the host of the music awards begin a career?', source), [
    'Marlon Wayans host begin career',
  ]);
});

test('a name beside rare words of the question comes first, and one of an early source before others', () => {
  const text = 'The American and British awards took place in May. Marlon Wayans was the host of the awards.';
  const question = 'Where did the host of the music awards begin?';
  assert.match(queriesFor(question, sourceOf(text, 'Awards'))[0] ?? '', /^Marlon Wayans /);
  const [one, other] = ['The host was Ann Archer.', 'The host was Bob Butcher.'];
  const names = queriesFor(question, sourceOf(one, 'A'), sourceOf(other, 'B')).map((query) =>
    query.slice(0, 3),
  );
  assert.deepEqual(names, ['Ann', 'Bob']);
});
