import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findInstant } from './find-instant.ts';

/** Sunday, 22 November 2026, 12:00 in UTC. */
const nowMs = Date.UTC(2026, 10, 22, 12);

/**
 * The questions by language and kind, each with a text that its answer must contain; for greetings, this text
 * is empty. The values were calculated by another program, with exact fractions, its own table of units and
 * its own calendar.
 */
const goldens = JSON.parse(
  readFileSync(new URL('../../test/instant/goldens.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

/** Without the marks of Markdown. */
const plain = (text: string) => text.replaceAll(/\*\*|`/g, '').replaceAll('\u00a0', ' ');

for (const [language, kinds] of Object.entries(goldens))
  for (const [kind, questions] of Object.entries(kinds))
    test(`every ${kind} in ${language} has the value that another program found`, () => {
      for (const [question, value] of Object.entries(questions)) {
        const found = findInstant(question, { nowMs, preferred: [language] });
        assert.equal(found?.language, language, question);
        const text = plain(found?.text ?? '');
        const isThere = value === '' || text.includes(`${value}\n`) || text.includes(` ${value}`);
        assert.ok(isThere || text === value, `${question}: ${text}, not ${value}`);
      }
    });

test('the numbers of ten locales are read and written in their marks', () => {
  const locales = ['en-US', 'en-GB', 'en-IN', 'de-DE', 'de-CH', 'fr-FR', 'es-ES', 'es-MX', 'pt-BR', 'it-IT'];
  for (const locale of locales) {
    const format = (value: number, options = {}) => new Intl.NumberFormat(locale, options).format(value);
    const asked = `${format(1_234_567.25)} * 2`;
    const found = findInstant(asked, { nowMs, preferred: [locale] });
    // Groups of two digits are read, but not written.
    const value = format(2_469_134.5).replace(/^24,69,/, '2,469,');
    assert.ok(
      plain(found?.text ?? '')
        .split('\n')[0]
        ?.endsWith(` ${value}`),
      `${locale}: ${found?.text}`,
    );
  }
});

test('the wanted language is that of the answer, whatever the language of the question', () => {
  const answerIn = (wanted: string, question = 'what is 17.5 % of 2300') =>
    findInstant(question, { nowMs, wanted })?.text.replaceAll('\u00a0', ' ') ?? null;
  assert.equal(answerIn('de'), '17,5 % von 2300 = **402,5**');
  assert.equal(answerIn('es-MX'), '17.5 % de 2300 = **402.5**');
  assert.equal(answerIn('en'), '17.5% of 2300 = **402.5**');
  assert.equal(answerIn('ja'), null, 'no answer can be written in Japanese');
  assert.match(answerIn('it', 'what time is it in Tokyo') ?? '', /^A Tokyo sono le \*\*21:00\*\*/);
});

test('am and pm do not make a question German, and the reader decides what words leave open', () => {
  const languageOf = (question: string, ...preferred: readonly string[]) =>
    findInstant(question, { nowMs, preferred })?.language;
  assert.equal(languageOf('12 am Berlin in Tokyo'), 'en');
  assert.equal(languageOf('12 am Berlin in Tokyo', 'de-DE'), 'de');
  assert.equal(languageOf('9 Uhr Berlin in Tokyo', 'en'), 'de');
  assert.equal(languageOf('-5 °C in °F', 'it'), 'it');
  assert.equal(languageOf('5 km in Meilen', 'en'), 'de');
});
