import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Source } from '../../core/source.ts';
import { toCandidates } from './candidates.ts';
import { definitions } from './definition.ts';
import { toQuestionTraits } from './question-traits.ts';

function sourceOf(index: number, title: string, text: string): Source {
  const passages = [{ text, from: 0, to: text.length }];
  return { index, url: `https://example.org/${index}`, title, snippet: '', passages };
}

function definitionsOf(text: string, ...sources: Source[]): string[] {
  const asked = toQuestionTraits(text);
  return definitions(asked.terms, sources, toCandidates(asked, sources).all).map((each) => each.text);
}

test('finds the sentence that joins the name and what it is, in the languages people ask in', () => {
  const cases = [
    [
      'Who was Ada Lovelace?',
      'Ada Lovelace',
      'Much is said of her. Ada King, Countess of Lovelace (1815–1852), was an English writer.',
    ],
    ['Was ist Berlin?', 'Berlin', 'Viele kommen gern her. Berlin ist die Hauptstadt von Deutschland.'],
    ["Qu'est-ce que Lyon ?", 'Lyon', 'On y va souvent. Lyon est une commune de France.'],
    ['¿Qué es Lima?', 'Lima', 'Muchos van allí cada año. Lima es la capital del Perú.'],
    ['東京とは', '東京', '人がとても多いです。東京は日本の首都です。'],
    ['北京是什么？', '北京', '这里的人口很多很多。北京是中国的首都。'],
  ] as const;
  for (const [question, title, text] of cases) {
    const [lead = ''] = definitionsOf(question, sourceOf(1, title, text));
    assert.ok(lead !== '' && text.endsWith(lead), `${question} ${lead}`);
  }
});

test('uses the first legible sentence, and does not treat "is built" as a definition', () => {
  const text =
    'Gyro.\n\nDocs | Help | Talk\n\nA very small framework for servers.\n\nGyro is built to run anywhere.';
  assert.equal(
    definitionsOf('What is Gyro?', sourceOf(1, 'Gyro', text))[0],
    'A very small framework for servers.',
  );
});

test('uses the title if the text has no definition', () => {
  const text = "Gyro.\n\nnpm i gyro\n\nconst gyro = require('gyro')";
  assert.deepEqual(definitionsOf('What is Gyro?', sourceOf(1, 'gyro: a small framework for servers', text)), [
    'a small framework for servers',
  ]);
});

test('takes the definition of every page with that title, then continues the first page', () => {
  assert.deepEqual(
    definitionsOf(
      'What is Gyro?',
      sourceOf(1, 'Gyro', 'All about it in one place. Come back soon for more of it.'),
      sourceOf(2, 'Gyro - Wikipedia', 'Gyro is a framework for servers. It was made in Rome.'),
      sourceOf(3, 'Gyro wheels of the world', 'A gyro wheel is a wheel.'),
    ),
    ['Gyro is a framework for servers.', 'All about it in one place.', 'It was made in Rome.'],
  );
});

test('returns nothing if the question asks for more than a title', () => {
  assert.deepEqual(definitionsOf('How fast is Gyro?', sourceOf(1, 'Gyro', 'Gyro is a framework.')), []);
  assert.deepEqual(definitionsOf('What is Gyro?', sourceOf(1, 'Gyro', '')), []);
});
