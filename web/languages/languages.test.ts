import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ANSWER_TEXTS } from '../../src/answer/answer-words.ts';
import { table as english, asideTable as englishAside } from './en.ts';
import { chooseLanguage, directionOf, isLanguage, languageFiles } from './languages.ts';

const expected = messagesOf({ table: english, asideTable: englishAside });

describe('every language says everything that English says', () => {
  for (const [language, load] of Object.entries(languageFiles)) {
    test(language, async () => {
      const { table, asideTable } = await load();
      const messages = messagesOf({ table, asideTable });
      assert.deepEqual([...messages.keys()], [...expected.keys()]);
      for (const [path, { forms, names }] of messages) {
        assert.ok(
          forms.every((form) => form.trim() !== ''),
          `${path} is empty`,
        );
        assert.deepEqual(names, expected.get(path)?.names, path);
      }
    });

    test(`${language} has a form for each of its plurals`, async () => {
      const { table, asideTable } = await load();
      const plurals = new Intl.PluralRules(language);
      const used = new Set(Array.from({ length: 201 }, (_, count) => plurals.select(count)));
      for (const [path, forms] of Object.entries({ ...table, ...asideTable.receipt })) {
        if (isCounted(forms)) assert.deepEqual(Object.keys(forms).toSorted(), [...used].toSorted(), path);
      }
    });
  }
});

test('French punctuation never starts a line', async () => {
  for (const [path, { forms }] of messagesOf(await languageFiles.fr()))
    for (const form of forms) assert.doesNotMatch(form, / [?!;:»]|« /, `${path}: ${form}`);
});

/** A message: its text in all plural forms, and its placeholders. */
type Message = { readonly forms: readonly string[]; readonly names: readonly string[] };

function messagesOf(value: unknown, path = ''): Map<string, Message> {
  if (typeof value === 'string') return new Map([[path, { forms: [value], names: namesIn(value) }]]);
  if (isCounted(value)) {
    // The plural forms for exactly one and exactly two may omit the number.
    const names = namesIn(value.other ?? '');
    for (const form of Object.values(value)) {
      assert.deepEqual(new Set(['count', ...namesIn(form)]), new Set(names), `${path}: ${form}`);
    }
    return new Map([[path, { forms: Object.values(value), names }]]);
  }
  return new Map(
    Object.entries(value ?? {}).flatMap(([name, part]) => [...messagesOf(part, `${path}.${name}`)]),
  );
}

function isCounted(value: unknown): value is Readonly<Record<string, string>> {
  return typeof value === 'object' && value !== null && 'other' in value;
}

function namesIn(text: string): string[] {
  return Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name ?? '').toSorted();
}

test('a failed search is told in the same words on the page and in the answer', async () => {
  for (const [language, { failedSearches }] of Object.entries(ANSWER_TEXTS)) {
    const load = Object.entries(languageFiles).find(([name]) => name === language)?.[1];
    if (load === undefined) continue;
    const { asideTable } = await load();
    const { slot, slotReasons: reasons } = asideTable;
    const slots = Object.values(slot);
    assert.partialDeepStrictEqual(failedSearches, { slots, reasons }, language);
  }
});

test('the first supported language is used, whatever its region; otherwise English', () => {
  for (const [wanted, chosen] of [
    [['nl-BE', 'PT-br', 'de'], 'pt'],
    [['ar-EG'], 'ar'],
    [['tlh', ''], 'en'],
    [[], 'en'],
    // A name of a property of every object
    [['toString', 'constructor'], 'en'],
  ] as const)
    assert.equal(chooseLanguage(wanted), chosen);
  assert.equal(isLanguage('constructor'), false);
});

test('Arabic is written from right to left, unlike languages whose tag only starts like it', () => {
  assert.equal(directionOf('ar-EG'), 'rtl');
  assert.equal(directionOf('arn'), 'ltr');
  assert.equal(directionOf('de'), 'ltr');
});
