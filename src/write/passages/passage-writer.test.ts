import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOSTILE_MARKDOWN } from '../../../test/support/hostile-markdown.ts';
import type { Source } from '../../core/source.ts';
import { render } from '../../render/render.ts';
import { createPassageWriter, quotePassages } from './passage-writer.ts';

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
