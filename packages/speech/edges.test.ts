import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown } from '@sayso/markdown';
import { tokensToSpeech } from './speech.ts';

function says(language: string, cases: Readonly<Record<string, string>>): void {
  for (const [markdown, expected] of Object.entries(cases))
    assert.equal(tokensToSpeech(parseMarkdown(markdown, 3), language), `${expected}.`, markdown);
}

/** These texts are spoken as they are written. */
function leaves(language: string, texts: readonly string[]): void {
  says(language, Object.fromEntries(texts.map((text) => [text, text])));
}

test('two numbers with a slash are a fraction only if they cannot be a day, a score or a name', () => {
  says('en', {
    '2/3 of it, 9/10, 1/100': '2 thirds of it, 9 tenths, one hundredth',
    'on 2/3 of it': 'on 2 thirds of it',
    '1/4 hour': 'one quarter hour',
  });
  leaves('en', [
    ...['6/8', '5/31', '1/12', '11/15 of them', '1 3/2', '10/2', '0 1/2', '01/2', '1 12/10', '7/11', '3/7/9'],
    'by 11/15: it',
  ]);
  leaves('en', ['1/12th Infantry', '2/12th Army']);
});

test('a date in digits has the month at the place where its language has it', () => {
  says('en', {
    '12/11/2024': 'December eleventh, twenty twenty-four',
    '13/11/2024': 'the thirteenth of November twenty twenty-four',
    '2024-12-31': 'December thirty-first, twenty twenty-four',
    'Sept. 5, 2020': 'September fifth, twenty twenty',
    'March 2020': 'March twenty twenty',
  });
  leaves('en', ['2024-13-01', 'may 5']);
  says('fr', { 'le 3/4/2020': 'le 3 avril 2020', 'le 1er mai': 'le premier mai' });
  says('de', {
    'am 3.10. Das': 'am 3. Oktober. Das',
    'am 3.10. war': 'am 3. Oktober war',
    '3.-5. Mai': '3. bis 5. Mai',
  });
  leaves('de', ['am 32.10.'.slice(0, -1)]);
});

test('decades and years are said in the way of their century', () => {
  says('en', {
    'in the 1920s, the 1910s': 'in the nineteen twenties, the nineteen tens',
    'the 2010s and 2020s': 'the twenty tens and twenty twenties',
    "the '90s": 'the nineties',
    'in 1900, in 1905, in 2015': 'in nineteen hundred, in nineteen oh five, in twenty fifteen',
  });
  leaves('en', ['the 2000s', 'in 2005', 'in 1066', 'in 2000']);
  says('de', {
    'die 1920er': 'die neunzehnhundertzwanziger',
    'im Jahr 1905': 'im Jahr neunzehnhundertfünf',
  });
});
