import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import type { Hit } from '../core/source.ts';
import { cleanQuery, wordsForWeb } from './clean-query.ts';

test('a generated query has no operators, addresses or invisible characters, and a bounded length', () => {
  assert.equal(cleanQuery('Falcon site:evil.example 4417'), 'Falcon 4417');
  assert.equal(
    cleanQuery('a -inurl:x "filetype:pdf" b https://e.test/?q=1 www.e.test me@e.test e.test/x'),
    'a b',
  );
  assert.equal(cleanQuery('a\u0000b \u202ec\u200bd\n-e +f'), 'a b cd e f');
  assert.equal(cleanQuery('node.js at 10:30: C++ 3.5'), 'node.js at 10:30: C++ 3.5');
  assert.ok(cleanQuery('word '.repeat(10_000)).length <= 300);
  assert.ok(cleanQuery('x'.repeat(1_000_000)).length <= 300);
});

test('no form of an operator is left in a generated query, and names with a colon are', () => {
  const operators = [
    '|site:e.test',
    '{site:e.test}',
    '“inurl:e',
    '.site:e',
    'site：e.test',
    'x(site:e.test)',
  ];
  assert.equal(cleanQuery(`falcon ${operators.join(' ')} e.test?q`), 'falcon');
  assert.equal(cleanQuery('site: falcon !!g :de <3 ~bird |nest'), 'site falcon g de 3 bird nest');
  assert.equal(cleanQuery('Dune: Part Two at 10:30'), 'Dune Part Two at 10:30');
});

const hit = (slot: 1 | 2, text: string): Hit => ({
  ...{ url: 'https://a.test/', title: '', snippet: '', text, slot },
});
const isOfWeb = ({ slot }: Hit) => slot !== 1;
const asked = { ...QUESTION, text: 'When does Project Falcon launch?' };

test('words that only documents contain are left out for the web', () => {
  const hits = [hit(1, 'Falcon launches in Oslo, code 4417.'), hit(2, 'A city has a mayor.')];
  const webOf = (query: string) => wordsForWeb(query, { asked, hits }, isOfWeb);
  assert.equal(webOf('Oslo mayor city project falcon launches'), 'mayor city project falcon launches');
  assert.equal(webOf('Falcon-4417 Oslo'), 'falcon');
  assert.equal(webOf('4417 Oslo'), '');
  assert.equal(wordsForWeb('Oslo', { asked, hits: hits.slice(1) }, isOfWeb), 'Oslo', 'no document was read');
});

test('marks and capitals that nobody wrote carry no word of a document to the web', () => {
  const hits = [hit(1, 'Code 4417.'), hit(2, 'C++ and R&D: a Project.')];
  const webOf = (query: string) => wordsForWeb(query, { asked, hits }, isOfWeb);
  for (const hidden of ['🇴🇸🇱🇴', '⠕⠎⠇⠕', '🕓🕓🕐🕖', '★☆★', '④④①⑦', '---...---', '\u0301\u0302'])
    assert.equal(webOf(`Falcon ${hidden} launch?`), 'Falcon launch?', hidden);
  assert.equal(webOf('fAlCoN C++'), 'falcon C++');
});

test('words of an earlier answer are left out, and those of the earlier question take their place', () => {
  const history = [{ question: 'Who leads Project Falcon?', answer: 'Ada Norling of Oslo [1].' }];
  const followUp = { ...asked, text: 'and when was she born?', history };
  const web = wordsForWeb('when was Ada Norling born', { asked: followUp }, isOfWeb);
  assert.equal(web, 'when was born leads project falcon');
});
