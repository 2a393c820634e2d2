import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toWords } from '../../lib/text/words.ts';
import { isCommand, isHeading, LEAST_LEGIBLE, legibility } from './legibility.ts';

const legible = (text: string) => legibility(text, toWords(text));

test('accepts plain sentences, also with brackets and numbers', () => {
  for (const text of [
    'Gold is an element with symbol Au and atomic number 79.',
    'Ada Lovelace (10 December 1815 – 27 November 1852) was an English mathematician [sic].',
    'Berlin ist die Hauptstadt von Deutschland.',
    '北京是中国的首都。',
    'Notes on it are kept in the library.',
    'You see the difference at once.',
  ])
    assert.equal(legible(text), 1, text);
});

test('rates illegible text below the threshold for quotes', () => {
  for (const text of [
    'License.',
    'Quick start · The suite · Record & replay · Docs',
    'English | Español | Français | Polski',
    "const md = new MarkdownIt() const result = md.render('# it!')",
    '// Configure the header that is set by default.',
    'app.use(function (error, request, reply) { reply.code(429) })',
    'npm install --save the-thing',
    '$ pip install the-thing',
    'Note: the 4.x series of this module covers version 4.',
    'Please note: this is for experts only.',
    'Hinweis: Das gilt nur für die alte Fassung.',
    '注意：这个版本已经不再维护了。',
    'See the docs for more info, including the FAQ.',
    'Voir aussi la page sur les nombres.',
    'It was built in 1889 (and painted in the',
    'and painted in the year) before it was opened.',
    'What is it good for in the end?',
    'The steps are the following ones:',
  ])
    assert.ok(legible(text) < LEAST_LEGIBLE, `${text} ${legible(text)}`);
});

test('puts headings, fragments, releases and addresses below sentences', () => {
  for (const text of [
    'Tutorial: Building UI with Preact.',
    'a fast thing for small servers',
    'The main branch is for the v5 release.',
    'The files are on https://x.example for all to see.',
    'Fast tiny parser library.',
  ])
    assert.ok(legible(text) < 1 && legible(text) >= LEAST_LEGIBLE, `${text} ${legible(text)}`);
});

test('distinguishes a command from a sentence that begins like one', () => {
  for (const text of [
    'npm i x',
    '$ sudo apt-get install x',
    'git clone https://x.example',
    'curl -O x',
    'npx --yes x',
  ])
    assert.ok(isCommand(text), text);
  for (const text of [
    'Go to the shop.',
    'make sure that it runs',
    'npm is a registry.',
    'git started in 2005.',
  ])
    assert.ok(!isCommand(text), text);
});

test('treats questions and lines without a stop as headings', () => {
  for (const text of ['How high is it?', 'Installation', '高さは？']) assert.ok(isHeading(text), text);
  for (const text of ['It is high.', 'It is “high.”', '高いです。']) assert.ok(!isHeading(text), text);
});

test('each flaw lowers the score by its own share, and shares multiply', () => {
  const many = (times: number) => `The ${'word is '.repeat(times)}long.`;
  for (const [text, share] of Object.entries({
    'Gold is an element': 0.75,
    'Is gold an element?': 0.4,
    'Is gold an element？”': 0.4,
    'The steps are these:': 0.45,
    'The steps are these：': 0.45,
    'gold is an element here.': 0.85,
    'Gold is good.': 0.45,
    'Gold shines.': 0.45 * 0.8,
    'Gold shines very brightly.': 0.8,
    [many(21)]: 1,
    [many(22)]: 0.85,
    'It is on https://a.example now.': 0.8,
    'The v2 release is out now.': 0.8,
    'The v5.x branch is out now.': 0.8,
    'Building Things With Preact.': 0.6,
    'Building Things With preact.': 1,
    'Building Things Is Preact.': 1,
    'Tutorial Of The Building And The Preact In The World.': 0.6,
    'Note: this is the old one.': 0.4,
    'See the docs for the rest.': 0.4,
    'Seen the docs it is good.': 1,
    'It is (very good.': 0.45,
    'It is very) good.': 0.45,
    'It is (very [good).] as it is.': 0.4 * 0.45,
    'npm install the thing now.': 0.85 * 0.4,
    'It was built in "1889."': 1,
    'A of the b.': 1,
  }))
    assert.ok(Math.abs(legible(text) - share) < 1e-9, `${text} ${legible(text)}`);
});
