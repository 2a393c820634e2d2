import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown } from '../markdown.ts';
import { toSpeech } from '../speech.ts';

function says(language: string, cases: Readonly<Record<string, string>>): void {
  for (const [markdown, expected] of Object.entries(cases))
    assert.equal(toSpeech(parseMarkdown(markdown, 0), language), expected);
}

/** What is said as it is written. */
function leaves(language: string, texts: readonly string[]): void {
  says(language, Object.fromEntries(texts.map((text) => [text, text])));
}

test('leaves scores, sizes, seasons, issues, days and networks with a stroke alone', () => {
  leaves('en', [
    '32/64 bit and 15/20 points in 6/8 time.',
    'Expedition 32/33, the 2/12th (London) Battalion.',
    '5/12: A concert.',
    'Slide 1 of 14 13/14, Bus 24 7/365, 0:00/1:09.',
    'A block 0/15.',
  ]);
  leaves('de', ['Größe 43/44, Heft 1/20, ein 08/15 Modell.', '+49 (0)40/49 07 11.']);
  says('en', {
    '10.0.0.1/16': '1 0 dot 0 dot 0 dot 1/16.',
    '5/16 of an inch, 3 5/2': '5 sixteenths of an inch, 3 and 5 halves.',
    'a 2/3rd majority and 1/12th of it': 'a 2 thirds majority and one twelfth of it.',
  });
  says('fr', { '1/20 du total, 16/17 ans': 'un vingtième du total, 16/17 ans.' });
});

test('tells the first from the one who speaks', () => {
  leaves('en', [
    'It was 5 and I liked it.',
    'The part I had, the chapter I wrote, the type I prefer.',
    'King Charles I think was tall.',
    'Peter V. Smith met Ryan.',
    'The IV drip; start IV fluids.',
    'Wendelstein 7-X and 82-624-X.',
  ]);
  says('en', {
    'Charles I was king under Henry V. He won.': 'Charles the first was king under Henry the fifth. He won.',
    'type I diabetes, class I and II devices': 'type 1 diabetes, class 1 and 2 devices.',
    'Edward I, II and III; Schedules II–V': 'Edward the first, the second and the third; Schedules 2 to 5.',
    'Pope Martin I., once': 'Pope Martin the first, once.',
  });
  says('fr', { 'Ver de terre, Ier siècle': 'Ver de terre, premier siècle.' });
});
