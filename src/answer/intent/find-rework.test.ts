import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findRework } from './find-rework.ts';

/** Requests for another form of the previous answer. Each key is the language that they name, or empty. */
const WISHES: Readonly<Record<string, string>> = {
  '': `rewrite this|rewrite it please|reescribe eso|schreib das um|réécris ça
hi, make it shorter|longer|more details|plus
rewrite this shorter|make it shorter|shorter please|as a list|as a table please|summarize that
in one sentence|put that in bullet points|shorten it|Please rewrite your answer in simple words
mach es kürzer|schreib das kürzer|kürzer bitte|als Liste|als Tabelle bitte|fasse das zusammen|in einem Satz
Schreibe die Antwort in einfachen Worten|in Stichpunkten|plus court s'il te plaît|réécris ça plus court
résume ça|sous forme de liste|en une phrase|más corto|hazlo más corto|reescribe eso más corto|como lista
en una frase|resume eso|dame eso como tabla|mais curto|reescreva isso mais curto|como uma lista|em uma frase
resuma isso|più breve|riscrivi questo più breve|come elenco|in una frase|riassumi questo`,
  de: `translate that into German|traduis ça en allemand|traduce eso al alemán|traduza isso para o alemão
traduci questo in tedesco|übersetze das ins Deutsche|summarize that in German`,
  fr: 'can you translate this to French?|kannst du das auf Französisch übersetzen',
  en: `übersetze das auf Englisch|traduis la réponse en anglais|traduce la respuesta al inglés
puoi tradurlo in inglese?`,
};

/** Similar questions that are, or may be, about something else. */
const OTHERS = `in german|translate hello into german|shorter river|as a list of countries|make it
is it shorter|what is shorter|translate that song|how do you translate that into german|in english why
and in french|more|explain|table|kürzer als der Rhein|auf deutsch|wie lang ist es|liste
übersetze hallo ins englische|das|warum|en allemand|le texte|et la réponse|mais|mais curto que o tejo
más|lo mismo|y en alemán|in tedesco|questo|la risposta|quanto è lungo|write it|give me the answer
show me the text`;

const listed = (text: string) => text.split(/[|\n]/);

test('a request for another form of the previous answer is found, with the language that it names', () => {
  for (const [language, wishes] of Object.entries(WISHES))
    for (const wish of listed(wishes)) {
      const found = findRework(wish);
      assert.ok(found, wish);
      assert.equal(found.language ?? '', language, wish);
    }
});

test('a request to translate that names no language is found, with the language that it is in', () => {
  for (const [language, wishes] of Object.entries({
    en: 'translate|translate that|translate this please|can you translate it?',
    de: 'übersetze das|kannst du das übersetzen?',
    fr: 'traduis ça|traduis-le',
    es: 'traduce eso|tradúcelo',
    pt: 'traduza isso',
    it: 'traduci questo|traducilo',
  }))
    for (const wish of listed(wishes)) {
      const found = findRework(wish);
      assert.equal(found?.askedIn, language, wish);
      assert.equal(found?.language, undefined, wish);
    }
});

test('the answer may be wanted in a language that is in no list of forms, also with quoted words', () => {
  for (const wish of [
    'say it in Finnish',
    'put "it" into Finnish',
    'zeg het in "Fins"',
    'フィンランド語で教えて',
    '请用芬兰语回答',
  ])
    assert.equal(findRework(wish)?.language, 'fi', wish);
  for (const other of ['フィンランド語', '芬兰语', '"it" into Finnish', 'put "moon" into Finnish'])
    assert.equal(findRework(other), null, other);
});

test('a question about something else is not such a request, nor is any trap', () => {
  const traps = JSON.parse(
    readFileSync(new URL('../../../test/instant/traps.json', import.meta.url), 'utf8'),
  ) as Readonly<Record<string, readonly string[]>>;
  // After an answer, these ask for another form of it.
  const wishes = new Set([
    'plus',
    'shorter',
    'translate that',
    'as a list',
    'kürzer',
    'als Liste',
    'mach es kürzer',
  ]);
  const all = [...listed(OTHERS), ...Object.values(traps).flat()].filter((text) => !wishes.has(text));
  assert.deepEqual(
    all.filter((text) => findRework(text) !== null),
    [],
  );
});
