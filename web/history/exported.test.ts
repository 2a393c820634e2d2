import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { type PageAnswer, readAnswer } from '../state/messages.ts';
import { emptyExchange, initialState } from '../state/state.ts';
import { findEntries, toEntry } from './entries.ts';
import { readExported, toExported } from './exported.ts';

const answer: PageAnswer = {
  ...readAnswer({ answer: 'It keeps its *gills*.', html_answer: '<p>It keeps its gills.</p>', model: 'm' }),
  ...{ id: 'a', tokensUsed: 3, problem: 'cut-off', error: 'Time ran out.' },
};
const source = { index: 1, title: 'T', url: 'https://a.test/', snippet: 's', icon: '' };
const state = { ...initialState, question: 'Où vit l’axolotl ?', sources: [source], answer, totalMs: 5 };
const entry = { ...toEntry('1', 99, state), name: '', isPinned: true, collection: 'Frogs' };

test('an exported history is read as it was', () => {
  assert.deepEqual(readExported(toExported([entry])), [entry]);
});

test('a file from elsewhere never becomes a link that runs, nor breaks the page', () => {
  const bad = { ...source, url: 'javascript:alert(1)' };
  const shown = { ...entry.shown, sources: [bad], steps: [{ kind: 'page', url: 1 }, null], thread: [{}] };
  const [found] = readExported(toExported([{ ...entry, shown } as unknown as typeof entry]));
  assert.equal(found?.shown.sources[0]?.url, '');
  assert.deepEqual(found?.shown.steps, []);
  assert.deepEqual(found?.shown.thread[0]?.blocks, emptyExchange.blocks);
  for (const text of ['', '[]', '{"sayso":1}', '{"sayso":2,"entries":[{}]}'])
    assert.deepEqual(readExported(text), []);
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const each of readExported(
        JSON.stringify({ sayso: 1, entries: [value, { ...entry, shown: value }] }),
      ))
        assert.ok(Array.isArray(each.shown.thread));
    }),
  );
});

test('the history is searched by all words in questions, answers and names', () => {
  assert.equal(findEntries([entry], ' ou GILLS ').length, 1);
  assert.equal(findEntries([entry], 'gills lungs').length, 0);
  assert.equal(findEntries([{ ...entry, name: 'Amphibians' }], 'amphi').length, 1);
});
