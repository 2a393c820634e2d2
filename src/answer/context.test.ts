import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import type { Evidence } from '../core/events.ts';
import type { Source } from '../core/source.ts';
import { sourceTokensFor, toContext } from './context.ts';

const passage = (text: string) => ({ text, from: 0, to: text.length });

function evidenceOf(sources: readonly Source[], more: Partial<Evidence> = {}): Evidence {
  const none = {
    meaning: 'm',
    searches: [],
    language: 'en',
    tokens: 0,
    calls: 0,
    isRushed: false,
  };
  return { ...none, sources, ...more };
}

const source = (index: number, texts: readonly string[], title = `Title ${index}`): Source => ({
  ...{ index, title, url: `https://a${index}.test/`, snippet: '' },
  passages: texts.map(passage),
});

test('a context names each source before its passages', () => {
  const sources = [
    {
      ...source(1, ['One.', 'Two.']),
      publishedAt: '2026-01-31T08:00:00Z',
      siteName: 'The A',
      basis: 'page' as const,
    },
    { ...source(2, ['Three.']), publishedAt: '2025-01-01' },
  ];
  const context = toContext(evidenceOf(sources), 1000);
  assert.equal(
    context.text,
    '[1] Title 1\nhttps://a1.test/ (2026-01-31)\n\nOne.\n\nTwo.\n\n[2] Title 2\nhttps://a2.test/ ' +
      '(2025-01-01)\n\nThree.',
  );
  assert.deepEqual(
    context.sources.map(({ site, basis, publishedAt }) => [site, basis, publishedAt]),
    [
      ['The A', 'page', '2026-01-31T08:00:00Z'],
      ['a2.test', 'snippet', '2025-01-01'],
    ],
  );
});

test('what does not fit is left out, and a source without passages too', () => {
  const sources = [source(1, ['One.', 'Two.']), source(2, ['Three.'])];
  const { tokens } = toContext(evidenceOf(sources), 1000);
  const fewer = toContext(evidenceOf(sources), tokens - 1);
  assert.deepEqual(
    fewer.sources.map(({ passages }) => passages.length),
    [2],
  );
  const later = toContext(evidenceOf([source(1, []), source(2, ['Three.'])]), 1000);
  assert.deepEqual(
    later.sources.map(({ index, url }) => [index, url]),
    [[1, 'https://a2.test/']],
  );
  assert.deepEqual(toContext(evidenceOf(sources), 3), { text: '', tokens: 0, sources: [] });
});

test('no context has more tokens than it may have', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 80 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, fc.array(text, { maxLength: 4 })), { maxLength: 5 }),
      fc.integer({ min: 1, max: 200 }),
      (parts, maxTokens) => {
        const sources = parts.map(([title, texts], at) => source(at + 1, texts, title));
        const context = toContext(evidenceOf(sources), maxTokens);
        assert.ok(context.tokens <= maxTokens);
      },
    ),
  );
});

test('room is left for the text around the passages, but never most of the context', () => {
  assert.deepEqual([sourceTokensFor(2000, 5), sourceTokensFor(100, 10)], [1850, 60]);
  assert.equal(sourceTokensFor(101, 10), 61);
});

test('room that a source does not need is left for the next ones', () => {
  const long = source(1, ['One.', 'many words '.repeat(50)]);
  const sources = [long, source(2, ['Two.']), source(3, ['Three.'])];
  const { tokens } = toContext(evidenceOf([source(1, ['One.']), ...sources.slice(1)]), 1000);
  const passagesIn = (maxTokens: number) =>
    toContext(evidenceOf(sources), maxTokens).sources.map(({ passages }) => passages.map(({ text }) => text));
  // A blank line may be counted with the word before it.
  assert.deepEqual(passagesIn(tokens + 3), [['One.'], ['Two.'], ['Three.']]);
});
