import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOSTILE_MARKDOWN } from '../../test/support/hostile-markdown.ts';
import fc from '../../test/support/properties.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import type { Source } from '../core/source.ts';
import { render } from '../render/render.ts';
import { choosePassages } from './choose-passages.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { createPassageWriter, quotePassages, toQuote } from './passage-writer.ts';

const WORDS = { noModelSetUp: 'No language model is set up.', passagesFit: 'These passages fit best:' };
const sourceOf = (title: string, text: string, index = 1): Source => ({
  ...{ index, title, url: `https://${index}.example/`, snippet: '' },
  passages: [{ text, from: 0, to: text.length }],
});
const signal = new AbortController().signal;

async function writeFor(text: string, sources: readonly Source[]): Promise<string> {
  const question = {
    id: '',
    text,
    maxSources: 5,
    scope: { since: null, until: null },
    history: [],
    deadlineAtMs: 0,
  };
  const task = { question, sources, evidenceStatus: 'sources', patienceMs: 0 } as never;
  let written = '';
  for await (const part of createPassageWriter(() => WORDS).write(task, signal))
    if (part.type === 'text') written += part.text;
  return written;
}

test('passages are quotations below their titles, with the words of the question in bold', async () => {
  const sources = [sourceOf('Peru: people', 'The population of Peru was 30 million.', 2)];
  assert.equal(
    await writeFor('What is the population of Peru?', sources),
    'No language model is set up. These passages fit best:\n\nPeru: people\n\n' +
      '> The **population** of **Peru** was 30 million. [2]',
  );
});

test('several passages of one source are below its title, which is said once', () => {
  const passages = [
    'Peru has 30 million people.',
    `Cities\n\nMost people of Peru live in Lima,${' so it is large'.repeat(19)}.`,
  ];
  const source = {
    ...sourceOf('Peru', ''),
    passages: passages.map((text, at) => ({ text, from: 99 * at, to: 99 * at + text.length })),
  };
  const quoted = quotePassages('Where do people in Peru live?', [
    source,
    sourceOf('Andes', 'People live in the Andes.', 2),
  ]);
  const headings = quoted.split('\n\n').filter((line) => !line.startsWith('>'));
  assert.deepEqual(headings, ['Peru', 'Cities', 'Andes'], quoted);
});

test('a passage carries the day on which its source was published', async () => {
  const sources = [{ ...sourceOf('Peru', 'Peru is high.'), publishedAt: '2026-02-03T04:05:06Z' }];
  assert.match(await writeFor('How high is Peru?', sources), /\n\nPeru – 2026-02-03\n\n> /);
  const untold = [{ ...sourceOf('Peru', 'Peru is high.'), publishedAt: '<b>2026</b>' }];
  assert.match(await writeFor('How high is Peru?', untold), /\n\nPeru\n\n> /);
});

test('if nothing fits, only the line says so; sources without text fail', async () => {
  assert.equal(await writeFor('Bread?', [sourceOf('Peru', 'It is high.')]), 'No language model is set up.');
  await assert.rejects(writeFor('Bread?', [sourceOf('Peru', '')]), /no text to quote/);
});

test('words of the question are marked in any script and form, but not in addresses and formulas', () => {
  const quoted = (question: string, text: string) =>
    quotePassages(question, [sourceOf('', text)])
      .replace(/^\s*> /u, '')
      .replace(' [1]', '');
  assert.equal(quoted('日本の人口は?', '日本の人口は多い。'), '**日本**の**人口**は多い。');
  assert.equal(
    quoted('sea level', 'See https://sea.example/sea and the sea.'),
    'See https://sea.example/sea and the **sea**.',
  );
  assert.equal(
    quoted('sea price', 'The sea costs $5 and the sea price $6.'),
    'The **sea** costs \\$5 and the **sea** **price** \\$6.',
  );
  assert.equal(
    quoted('moons', '1995. The moon rose over the moons.'),
    '1995\\. The **moon** rose over the **moons**.',
  );
});

test('whatever a title or a text contains, it is one quotation with one citation', () => {
  for (const hostile of [
    ...HOSTILE_MARKDOWN,
    '# words',
    '- words',
    '1. words',
    '``` words',
    '--- words',
    '| words |',
  ]) {
    const source = sourceOf(hostile, `Words ${hostile} and more words of it.`);
    const { html } = render(quotePassages('words more', [source]), [source], 'en');
    assert.equal(html.match(/class="citation"/g)?.length, 1, html);
    assert.equal(html.match(/<blockquote/g)?.length, 1, html);
    assert.doesNotMatch(html, /<(?:h\d|ul|ol|hr|pre|table|img|script|em|code)/, html);
  }
});

const FILLER =
  'Its mountains are high and its rivers are long, as travellers of every age have said. '.repeat(4);

test('the passage with the rarest words of the question comes first, and at most three are chosen', () => {
  const text = `${FILLER}The population of Peru was 30 million. ${FILLER}Peru is old. ${FILLER}Peru is wide. ${FILLER}`;
  const { passages } = choosePassages('What is the population of Peru?', [sourceOf('Peru', text)]);
  assert.match(passages[0]?.text ?? '', /population of Peru/);
  assert.equal(passages.length, 3);
  for (const passage of passages) assert.ok(passage.text.length <= 400);
});

test('a misspelled word finds the passage of the word that it means', () => {
  const sources = [sourceOf('Ethiopia', `${FILLER}The currency is the birr. The population was 99,465,819.`)];
  const { passages, terms } = choosePassages('poulation of etiopia', sources);
  assert.match(passages[0]?.text ?? '', /99,465,819/);
  assert.ok(terms.includes('population'), terms.join());
});

test('a passage has the heading above it, and never sentences of two passages', () => {
  const source = sourceOf('Shop', 'Opening hours\n\nWe open at nine.');
  const two = { ...source, passages: [...source.passages, { text: 'We close at six.', from: 90, to: 106 }] };
  const { passages } = choosePassages('When do you open?', [two]);
  assert.deepEqual(
    passages.map(({ heading, text }) => [heading, text]),
    [['', 'Opening hours We open at nine.']],
  );
});

test('brings a sentence on one line, without list marks and invisible characters', () => {
  assert.equal(toQuote('  - First\n  thing\u200b. '), 'First thing.');
  assert.equal(toQuote('3. Third thing.'), 'Third thing.');
  assert.equal(toQuote('330 metres.'), '330 metres.');
  assert.equal(toQuote('😇 Tried and true.'), 'Tried and true.');
  assert.equal(toQuote('⚡️ Fast: 100 %.'), 'Fast: 100 %.');
  assert.equal(toQuote('© 2026 by us.'), '© 2026 by us.');
});

test('removes reference marks in every notation and keeps other brackets', () => {
  assert.equal(toQuote('It is so.[12][3] '), 'It is so.');
  assert.equal(toQuote('It [1, 2] is [^3] so [4-6] really【7】[Source 8].'), 'It is so really.');
  assert.equal(toQuote('He said [sic] so.'), 'He said [sic] so.');
});

test('leaves no number in square brackets that could pass as a citation', () => {
  assert.equal(toQuote('The [2024 edition] of it.'), 'The (2024 edition) of it.');
  const piece = fc.constantFrom(
    ...['[', ']', '【', '】', '［', '］', '1', '23', ' ', ',', '^', '†', '\\', 'source', 'a', '-'],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
      assert.doesNotMatch(escapeMarkdown(toQuote(pieces.join(''))), /[[［【]\s*(?:sources?\s*:?\s*)?\^?\d/i);
    }),
  );
});

test('reads a hostile sentence in linear time', async () => {
  for (const unit of [
    ...['1', '[', '[1', '[1,', '[source ', '[source:', '1 ,', '\\', '@', '//', 'a.', '1.', '- ', '<', '<a'],
    ...['*a', '`a', 'https://', '&a'],
  ]) {
    await assertProportional((units) => escapeMarkdown(toQuote(`[${unit.repeat(units)}`)), 20_000, unit);
  }
});
