import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { hitOf, NONE, pageOf, questionOf, tokensOf } from '../../test/support/selecting.ts';
import { select } from './select.ts';
import type { SearchHit, SelectedSource } from './source.ts';

const words = fc.constantFrom(
  ...['tower', ' high', 'the ', '. ', '.', '\n\n', '首都', '。', ' 330 ', '👍', 'é', '\t', '[1]'],
  ...['Thiruvananthapuram ', 'ΔG° ≈ 5.7 kJ·mol⁻¹ ', 'https://example.org/a_b?id=9f86d0 ', 'กรุงเทพมหานคร'],
  '👩‍👩‍👧‍👦',
);
const prose = fc.array(words, { maxLength: 600 }).map((parts) => parts.join(''));
const hit = fc.record({
  url: fc.constant('https://example.org/'),
  title: fc.oneof(fc.string({ maxLength: 40 }), fc.constant('Tower')),
  snippet: fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.constant('')),
  text: fc.oneof(prose, fc.string({ unit: 'binary', maxLength: 2_000 })),
});

test('never exceeds the budget and quotes passages by their offsets, for any pages', async () => {
  const budgets = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 3_000 }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(hit, { maxLength: 12 }),
      budgets,
      fc.string(),
      async (hits, contextTokens, text) => {
        const sources = await select({
          question: questionOf(`${text} tower`, 10),
          hits,
          pages: NONE,
          contextTokens,
        });
        assert.deepEqual(
          sources.map(({ index }) => index),
          sources.map((_, at) => at + 1),
        );
        assert.ok(sources.every(({ passages }) => passages.length > 0));
        const passages = sources.flatMap((source) => source.passages);
        if (passages.length > 0) assert.ok(tokensOf(sources) <= contextTokens);
        const texts = hits.map(evidenceOf);
        for (const source of sources) assert.ok(texts.some((text) => hasOffsets(source, text)));
      },
    ),
    { numRuns: 100 },
  );
});

function evidenceOf({ text = '', snippet }: SearchHit): string {
  return text.trim() === '' ? snippet : `${text}\n\n${snippet.trim()}`;
}

function hasOffsets({ passages }: SelectedSource, evidence: string): boolean {
  return passages.every(({ text, from, to }, at) => {
    const isBehind = from > (passages[at - 1]?.to ?? -1);
    return evidence.slice(from, to) === text && text !== '' && text === text.trim() && isBehind;
  });
}

test('keeps offsets and budget whatever was read; every source has a passage or a snippet', async () => {
  const budgets = fc.integer({ min: 150, max: 2_000 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(prose, { maxLength: 12 }),
      budgets,
      fc.nat(10),
      async (texts, contextTokens, most) => {
        const hits = texts.map((_, at) => hitOf(`t${at}`, ''));
        const pages = new Map(hits.map((each, at) => pageOf(each, texts[at] ?? '')));
        const sources = await select({ question: questionOf('tower', most + 1), hits, pages, contextTokens });
        assert.ok(sources.length <= most + 1 && tokensOf(sources) <= contextTokens);
        assert.deepEqual(
          sources.map(({ index }) => index),
          sources.map((_, at) => at + 1),
        );
        const order = sources.map(({ title }) => Number(title.slice(1)));
        assert.deepEqual(
          order,
          order.toSorted((a, b) => a - b),
        );
        for (const source of sources) {
          const text = pages.get(source.url)?.text ?? '';
          for (const passage of source.passages) {
            assert.equal(text.slice(passage.from, passage.to), passage.text);
          }
          assert.ok(text.trim() === '' || source.passages.length > 0 || source.snippet !== '');
        }
      },
    ),
    { numRuns: 60 },
  );
});
