import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { createCitationFilter } from './citations.ts';
import { MovedCitations } from './moved-citations.ts';

/** Source 1 has all statements about gills, source 2 those about lakes; the rest stays as it was cited. */
const rightSource = (claim: string, cited: number) =>
  claim.includes('gills') ? 1 : claim.includes('lakes') ? 2 : cited;

function corrected(...pieces: readonly string[]) {
  const filter = createCitationFilter(3, rightSource);
  const text = pieces.map((piece) => filter.push(piece)).join('') + filter.end();
  return { text, moves: filter.moves };
}

test('a citation of the wrong source is moved to the one that says it, and its place is reported', () => {
  const { text, moves } = corrected('It keeps its gills [3]. It comes from lakes [2].');
  assert.equal(text, 'It keeps its gills [1]. It comes from lakes [2].');
  assert.deepEqual(moves, [{ was: 3, now: 1, at: 19 }]);
});

test('a citation is left out if the right source is cited in the same place', () => {
  assert.equal(corrected('It keeps its gills [1][3].').text, 'It keeps its gills [1].');
  assert.equal(corrected('It keeps its gills [3][1].').text, 'It keeps its gills [1].');
  assert.equal(corrected('It keeps its gills [3] [1].').text, 'It keeps its gills [1].');
  assert.equal(corrected('It keeps its gills [3, 1]. More').text, 'It keeps its gills [1]. More');
  const { text, moves } = corrected('It keeps its gills. [1, 3]\n\nIt is pink [3].');
  assert.equal(text, 'It keeps its gills. [1]\n\nIt is pink [3].');
  assert.deepEqual(moves, [{ was: 3, now: null, at: 20 }]);
});

test('only the text between two citations belongs to the second one', () => {
  const written = 'It keeps its gills [1] and is pink [3], and it comes from lakes [1].';
  assert.equal(
    corrected(written).text,
    'It keeps its gills [1] and is pink [3], and it comes from lakes [2].',
  );
  assert.equal(corrected('It has gills.\n[3] It is pink.').text, 'It has gills.\n[3] It is pink.');
  assert.equal(corrected('It has gills. It is pink [3].').text, 'It has gills. It is pink [3].');
});

test('a citation is judged by the sentence before it, word for word', () => {
  const claims: string[] = [];
  const filter = createCitationFilter(3, (claim, cited) => {
    claims.push(claim.trim());
    return cited;
  });
  filter.push('Its gills are pink [1]. It lives in lakes, [2] and it eats. Then it sleeps [3].');
  filter.end();
  assert.deepEqual(claims, ['Its gills are pink', 'It lives in lakes,', 'Then it sleeps']);
});

test('the result does not depend on how the text arrives', () => {
  const part = fc.constantFrom('gills', 'lakes', ' [1]', '[2]', ' [3]', '. ', '\n', 'pink', '[1, 3]', ', ');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      assert.deepEqual(corrected(...parts.join('')), corrected(parts.join('')));
    }),
  );
});

test('the claim is the last sentence before the citation, up to 2,000 characters', () => {
  const claims: string[] = [];
  const moved = new MovedCitations((claim, cited) => {
    claims.push(claim);
    return cited;
  });
  moved.correct([1], 'One [1]. 2 apples grow', 22);
  moved.correct([1], `a${'b'.repeat(2000)}`, 2001);
  assert.deepEqual(claims, ['2 apples grow', 'b'.repeat(2000)]);
});
