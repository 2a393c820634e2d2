import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { asOneLine, translateQuestion } from './translate-question.ts';
import { stem } from './words.ts';

const inEnglish = (question: string, ...words: string[]) => {
  const translated = translateQuestion(question, 'en');
  return translated === null ? null : asOneLine(translated, new Set(words.map(stem)));
};

test('a question in each language is compared with English texts by its nouns and names', () => {
  for (const [question, english] of [
    ['Welche Währung hat Ungarn?', 'which currency has Hungary?'],
    ['¿Cuál es la capital de Marruecos?', 'which is the capital Morocco?'],
    ["Quelle est la population de l'Islande ?", 'which is the population Iceland?'],
    ['Con quali paesi confina la Svizzera?', 'which neighbor the Switzerland?'],
    ['Qual é a moeda da Suécia?', 'which is the currency Sweden?'],
    ['Wat is de hoofdstad van Letland?', 'what is the capital Latvia?'],
    ['С какими странами граничит Польша?', 'which country border Poland?'],
    ['ノルウェーの首都はどこですか', 'Norway capital where is?'],
    ['匈牙利的首都是哪里？', 'Hungary capital is where?'],
    ['ما هي عاصمة السويد؟', 'what is capital Sweden?'],
  ] as const)
    assert.equal(inEnglish(question), english);
});

test('and the other way round: an English question with German texts', () => {
  const translated = translateQuestion('What is the capital of Hungary?', 'de');
  assert.match(translated === null ? '' : asOneLine(translated, new Set()), /hauptstadt Ungarn/);
});

test('of several words, the one that the texts use is taken; older names of countries are known', () => {
  assert.equal(
    inEnglish('Welche Währung hat die Türkei?', 'money', 'Turkey'.toLowerCase()),
    'which money has the Turkey?',
  );
});

test('words that are not known stay, so that a question about something else is not answered', () => {
  assert.match(inEnglish('Was macht fastify?') ?? '', /fastify/);
  assert.match(inEnglish('Wer gewann die Meisterschaft 1990?') ?? '', /gewann .*Meisterschaft 1990/);
  assert.match(inEnglish('東京タワーの首都') ?? '', /東京タワー capital/);
});

test('nothing is translated into the language of the question or one without words', () => {
  assert.equal(translateQuestion('Welche Währung hat Ungarn?', 'de'), null);
  assert.equal(translateQuestion('Welche Währung hat Ungarn?', 'fi'), null);
  assert.equal(translateQuestion('Welche Währung hat Ungarn?', 'constructor'), null);
  assert.equal(translateQuestion('Fastify', 'en'), null);
});

test('the words tell the language of a question without function words', () => {
  assert.equal(inEnglish('Hauptstadt Ungarn Währung'), 'capital Hungary currency?');
});

test('any text is read in time and yields no more parts than it has words', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.constantFrom('en', 'de', 'ja', 'ar'), (text, to) => {
      const translated = translateQuestion(text, to) ?? [];
      assert.ok(translated.length <= 300 && translated.every((choices) => choices.length > 0));
    }),
  );
  assert.ok((translateQuestion('Welche Währung hat Ungarn? '.repeat(5_000), 'en')?.length ?? 0) <= 60);
  assert.ok((translateQuestion('首都'.repeat(5_000), 'en')?.length ?? 0) <= 10_000);
});
