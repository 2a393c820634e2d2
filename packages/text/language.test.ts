import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { detectLanguage } from './language.ts';

const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  en: ['What is water?', 'who wrote the Iliad', 'How many people live in São Paulo?', 'What does 水 mean?'],
  es: ['¿Cuál es la capital de Angola?', '¿Quién escribió el Quijote?', '¿Dónde está el lago Titicaca?'],
  de: [
    'Wie hoch ist der Mount Everest?',
    'Wer war Goethe und wo lebte er?',
    'Was ist die Hauptstadt von Angola?',
  ],
  fr: [
    "Quelle est la capitale de l'Angola ?",
    'Où se trouve le mont Blanc ?',
    'Pourquoi le ciel est-il bleu ?',
  ],
  pt: ['Qual é a capital de Angola?', 'Onde fica o rio Amazonas e quem o descobriu?'],
  it: ["Qual è la capitale dell'Angola?", 'Chi ha scritto la Divina Commedia?'],
  nl: ['Wat is de hoofdstad van Angola?', 'Waarom is het water in de zee zout?'],
  ja: ['アンゴラの首都はどこですか？', 'Node.jsとは何ですか'],
  zh: ['安哥拉的首都是哪里？', '为什么天空是蓝色的'],
  ko: ['앙골라의 수도는 어디입니까?'],
  ru: ['Какая столица Анголы?', 'Кто написал «Войну и мир»?'],
  ar: ['ما هي عاصمة أنغولا؟'],
  el: ['Ποια είναι η πρωτεύουσα της Αγκόλας;'],
  he: ['מהי בירת אנגולה?'],
  th: ['เมืองหลวงของแองโกลาคืออะไร'],
  hi: ['अंगोला की राजधानी क्या है?'],
};

test('knows the language of a question by its function words or its script', () => {
  for (const [language, questions] of Object.entries(QUESTIONS))
    for (const question of questions) assert.equal(detectLanguage(question), language, question);
});

test('two function words suffice, one does not', () => {
  assert.deepEqual([detectLanguage('the cat of Oslo'), detectLanguage('the cat')], ['en', 'und']);
  assert.deepEqual([detectLanguage('der Berg und Tal'), detectLanguage('und Tal')], ['de', 'und']);
});

test('returns und if it is not sure', () => {
  const unsure = [
    '',
    '42 ?!',
    'Angola',
    'La La Land',
    'Les Misérables',
    'capital Angola',
    'El Niño',
    'la de',
    'Le Monde',
    'Die Zeit',
    'Die Hard',
    // Headlines that may be Chinese or Japanese; Ukrainian, Bulgarian, Persian; Armenian.
    '東京都人口',
    'Яка столиця України?',
    'Каква е столицата на България и къде е?',
    'پایتخت آنگولا کجاست؟',
    'Որն է մայրաքաղաքը',
  ];
  for (const text of unsure) assert.equal(detectLanguage(text), 'und', text);
});

test('returns a code of two letters or und for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => /^(?:[a-z]{2}|und)$/.test(detectLanguage(text))),
  );
});

test('a third of letters in another script decides, less does not', () => {
  assert.equal(detectLanguage('is it です'), 'ja');
  assert.equal(detectLanguage('is it as です'), 'en');
  assert.equal(detectLanguage('what is the は'), 'en');
});
