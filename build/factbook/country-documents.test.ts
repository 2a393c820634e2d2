import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryDocuments } from './country-documents.ts';
import { profileSchema } from './profile.ts';

const name = { title: 'Netherlands (NL)', inSentence: 'the Netherlands (NL)' };
/** The documents of a profile in the package's format, each as its title and its lines. */
const documentsOf = (profile: object) =>
  countryDocuments(profileSchema.parse(profile), name).map(({ title, text }) => [title, ...text.split('\n')]);

test('the first document defines the country by its kind, place and capital', () => {
  const opened = (geography: object, government: object) =>
    documentsOf({ Introduction: { Background: { text: ' ' } }, ...geography, ...government })[0];
  const at = (text: string) => ({ Geography: { Location: { text } } });
  assert.deepEqual(opened(at('Western Europe;'), { Government: { 'Government type': { text: 'x' } } }), [
    'Netherlands (NL)',
    'The Netherlands (NL) is a country in Western Europe.',
  ]);
  const capital = { Government: { Capital: { name: { text: 'AMSTERDAM (capital)' } } } };
  assert.deepEqual(opened(at('islands in the North Sea'), capital)?.slice(1), [
    'The Netherlands (NL) is a territory: islands in the North Sea.',
    'The capital of the Netherlands (NL) is Amsterdam (capital).',
  ]);
  assert.deepEqual(opened(at('Western Europe'), {})?.slice(1), [
    'The Netherlands (NL) is a territory in Western Europe.',
  ]);
  assert.notEqual(opened({ Geography: { Climate: { text: 'mild' } } }, capital)?.[0], 'Netherlands (NL)');
});

test('sentences of running text keep their words and get the country and a year that they lack', () => {
  const text =
    'In 1815 the Netherlands (NL) grew. It is flat ++ low; (as; such); wet in 1920 ++ ** ++ It rains; a lot.';
  assert.deepEqual(documentsOf({ Introduction: { Background: { text, note: { text: 'Cold' } } } }), [
    [
      'Netherlands (NL)',
      'In 1815 the Netherlands (NL) grew.',
      'Netherlands (NL): It is flat (as of 2015).',
      'Netherlands (NL): low (as of 2015).',
      'Netherlands (NL): (as, such) (as of 2015).',
      'Netherlands (NL): wet in 1920.',
      'Netherlands (NL): It rains, a lot (as of 2015).',
      'Netherlands (NL): Cold (as of 2015).',
    ],
  ]);
});

test('every chapter with values is a document, worded by its own templates', () => {
  assert.deepEqual(
    documentsOf({
      'People and Society': { Population: { text: '17 (2014)' }, Unheard: { text: 'so' } },
      'Transnational Issues': { Disputes: { text: 'NA' } },
      Energy: { Unheard: { text: 'so' } },
      Space: { Probes: { text: '$NA (2014) ++ FM NA, NA', long: { text: null }, far: { text: '3' } } },
    }),
    [
      [
        'Netherlands (NL): people',
        'The population of the Netherlands (NL), the number of people (inhabitants) who lived there, in 2014, was 17.',
        'The unheard of the Netherlands (NL) as of 2015: so.',
      ],
      ['Netherlands (NL): energy', 'The unheard of the Netherlands (NL) as of 2015: so.'],
      ['Netherlands (NL): space', 'The probes of the Netherlands (NL) (far) as of 2015: 3.'],
    ],
  );
});

test('a document is also found by words of a question, and by other names of the country', () => {
  const values = { Any: { text: 'so' } };
  const chapters = { Introduction: values, Energy: values, Space: values };
  const named = { former: { text: 'Holland' }, 'local short form': { text: 'none' } };
  const withNames = profileSchema.parse({ ...chapters, Government: { 'Country name': named } });
  for (const { keywords } of countryDocuments(withNames, name)) assert.match(keywords, /Holland$/);
  const profile = profileSchema.parse(chapters);
  const keywords = countryDocuments(profile, name).map((document) => document.keywords);
  assert.match(keywords[0] ?? '', /\bgovernment\b/);
  assert.match(keywords[1] ?? '', /\belectricity\b/);
  assert.equal(keywords[2], '');
});
