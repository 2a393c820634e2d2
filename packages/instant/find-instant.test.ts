import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findInstant, WARMING_QUESTIONS, warmUpInstant } from './find-instant.ts';

/** Sunday, 22 November 2026, 12:00 in UTC. */
const nowMs = Date.UTC(2026, 10, 22, 12);

const answerTo = (question: string) =>
  findInstant(question, { nowMs })
    ?.text.replaceAll('*', '')
    .replaceAll(/[\u00a0\u202f]/g, ' ') ?? null;

/** A question and the first line of its answer, without the marks for bold text. */
type Golden = readonly [question: string, answer: string];

function assertGoldens(goldens: readonly Golden[]): void {
  for (const [question, answer] of goldens)
    assert.equal(answerTo(question)?.split('\n')[0], answer, question);
}

test('sums are calculated exactly, with the usual precedence', () => {
  assertGoldens([
    ['0.1 + 0.2', '0.1 + 0.2 = 0.3'],
    ['calculate 3x7', '3 × 7 = 21'],
    ['10 / 4 * 2', '10 ÷ 4 × 2 = 5'],
    ['10 - 4 + 2', '10 - 4 + 2 = 8'],
    ['(-2)^2', '(-2)^2 = 4'],
    ['2**8', '2^8 = 256'],
    ['2³ + 1', '2^3 + 1 = 9'],
    ['sqrt(2)*sqrt(8)', '√(2) × √(8) ≈ 4'],
    ['what is the square root of 2.25', '√2.25 = 1.5'],
    ['999999999 * 999999999', '999,999,999 × 999,999,999 = 999,999,998,000,000,001'],
    ['calculate 10-20', '10 - 20 = -10'],
    ['5 plus 6', '5 + 6 = 11'],
    ['2 to the power of 5', '2^5 = 32'],
    ['((((1+1))))', '((((1 + 1)))) = 2'],
    ['7 mal 8', '7 × 8 = 56'],
    ['0,1+0,2', '0,1 + 0,2 = 0,3'],
  ]);
});

test('a percentage is taken of a number', () => {
  assertGoldens([
    ['17 % of 230', '17% of 230 = 39.1'],
    ['17 % von 230', '17 % von 230 = 39,1'],
    ['17 % de 230', '17 % de 230 = 39,1'],
  ]);
});

test('a mark that has two meanings is read by the language, and the answer says how', () => {
  assert.equal(answerTo('1,234 + 1'), '1234 + 1 = 1235\n\n1,234 was read as 1234.');
  assert.equal(answerTo('1.234 + 1'), '1.234 + 1 = 2.234\n\nThe mark in 1.234 was read as a decimal point.');
  assert.equal(answerTo('was ist 17 % von 1.234'), '17 % von 1234 = 209,78\n\n1.234 wurde als 1234 gelesen.');
  assert.equal(answerTo('was ist 1,234 mal 2'), '1,234 × 2 = 2,468');
  assert.equal(answerTo('what is 1.234 times 2'), '1.234 × 2 = 2.468');
  assert.equal(answerTo('10 000 + 5'), '10,000 + 5 = 10,005\n\n10 000 was read as 10000.');
});

test('quantities are converted by exact ratios', () => {
  assertGoldens([
    ['5 km in miles', '5 km ≈ 3.106856 mi'],
    ['convert 26.2 miles to km', '26.2 mi = 42.1648128 km'],
    ['5\'10" in cm', '5 ft 10 in = 177.8 cm'],
    ['5 ft in IN', '5 ft = 60 in'],
    ['1 square-foot in square inches', '1 ft² = 144 in²'],
    ['how many inches in a foot', '1 ft = 12 in'],
    ['1 gallon in litres', '1 gal = 3.785411784 l'],
    ['12 fl oz in ml', '12 fl oz = 354.88235475 ml'],
    ['0 K in C', '0 K = -273.15 °C'],
    ['100 km/h in mph', '100 km/h ≈ 62.137119 mph'],
    ['2 h 30 min in s', '2 h 30 min = 9000 s'],
    ['how many hours are there in a week', '1 wk = 168 h'],
    ['1 atm in hPa', '1 atm = 1013.25 hPa'],
    ['20 km/l in l/100km', '20 km/l = 5 l/100 km'],
    ['rechne 5 Zoll in cm um', '5 in = 12,7 cm'],
  ]);
});

test('a unit that has several sizes is stated', () => {
  assert.match(answerTo('1 gallon in litres') ?? '', /This assumes 1 gal = 3\.785411784 l \(US\)\.$/);
  assert.match(answerTo('5 GB in MiB') ?? '', /1 GB = 1,000,000,000 B/);
});

test('dates are counted in the Gregorian calendar', () => {
  assertGoldens([
    ['days until 24 December', 'Days from 22 November 2026 (UTC) to 24 December 2026: 32.'],
    ['days until 1 January', 'Days from 22 November 2026 (UTC) to 1 January 2027: 40.'],
    ['what day was 3 March 1987', '3 March 1987: Tuesday.'],
    ['what day was 23 November', '23 November 2025: Sunday.'],
    ['days since 23 November', 'Days from 23 November 2025 to 22 November 2026 (UTC): 364.'],
    ['what day is 31 December 9999', '31 December 9999: Friday.'],
    ['13 Months before 15 January 2026', '13 Months before 15 January 2026: Sunday, 15 December 2024.'],
    ['days between today and 1 December 2026', 'Days from 22 November 2026 (UTC) to 1 December 2026: 9.'],
    ['what day was Sept. 1st, 2026', '1 September 2026: Tuesday.'],
    ['what day is 29 February 2028', '29 February 2028: Tuesday.'],
    ['10 days from today', '10 days from 22 November 2026 (UTC): Wednesday, 2 December 2026.'],
    ["what is today's date", 'Today is Sunday, 22 November 2026 (UTC).'],
    ['whats the date', 'Today is Sunday, 22 November 2026 (UTC).'],
    ['welcher Wochentag war der 3. März 1987', '3. März 1987: Dienstag.'],
  ]);
});

test('the time of day comes from the zones of the runtime, with daylight saving', () => {
  assertGoldens([
    ['what time is it in Tokyo', 'In Tokyo it is 21:00 on 22 November 2026 (Asia/Tokyo, GMT+9).'],
    [
      'What time is it in Asia/Kolkata?',
      'In Asia/Kolkata it is 17:30 on 22 November 2026 (Asia/Kolkata, GMT+5:30).',
    ],
    ['Wie spät ist es in Köln?', 'In Köln ist es 13:00 Uhr am 22. November 2026 (Europe/Berlin, GMT+1).'],
    ['Quelle heure est-il à Paris ?', 'Paris : il est 13:00, le 22 novembre 2026 (Europe/Paris, GMT+1).'],
    [
      'que horas são no Rio de Janeiro',
      'Rio de Janeiro: 09:00 de 22 de novembro de 2026 (America/Sao_Paulo, GMT-3).',
    ],
  ]);
  assert.match(answerTo('9am Berlin in New York') ?? '', /^09:00 in Berlin is 03:00 in New York, on 22 Nov/);
  assert.match(answerTo('3 pm UTC to Tokyo') ?? '', /^15:00 in UTC is 00:00 in Tokyo, on 23 November 2026/);
  const summer = findInstant('9am Berlin in New York', { nowMs: Date.UTC(2026, 2, 20, 12) });
  assert.match(summer?.text ?? '', /\*\*04:00\*\*/, 'the United States change their clocks earlier');
});

test('a time has an hour and, in words or digits, a half of the day', () => {
  const timeOf = (asked: string) =>
    /^([\d:]+) (?:Uhr )?in Tokyo/.exec(answerTo(`${asked} Tokyo in UTC`) ?? '')?.[1] ?? null;
  assert.deepEqual(
    ['9am', '9 PM', '12 am', '12pm', '1 a.m.', '9:59', '9.30 pm', '23:59', '9h', '0:00'].map(timeOf),
    ['09:00', '21:00', '00:00', '12:00', '01:00', '09:59', '21:30', '23:59', '09:00', '00:00'],
  );
  for (const none of ['9', '13 pm', '0 am', '24:00', '9:60', '9 oclock', 'x9:00'])
    assert.equal(timeOf(none), null, none);
  assert.match(answerTo('9:00 in Berlin time in New York') ?? '', /^09:00 in Berlin is 03:00 in New York/);
  assert.match(answerTo('9:00 in new york in UTC') ?? '', /^09:00 in New York is 14:00 in UTC/);
});

test(
  'a number of more than forty digits, a sum of twenty brackets and a question of 120 characters ' +
    'are too much',
  () => {
    const nines = (count: number) => '9'.repeat(count);
    assert.equal(answerTo(`${nines(40)} * 0 + 1`)?.split(' = ')[1], '1');
    assert.equal(answerTo(`${nines(41)} * 0 + 1`), null);
    const nested = (depth: number) => answerTo(`${'('.repeat(depth)}1+1${')'.repeat(depth)}`) !== null;
    const ones = (count: number) => answerTo('1+'.repeat(count).concat('1=')) !== null;
    assert.deepEqual([ones(29), ones(30)], [true, false]);
    assert.deepEqual([nested(20), nested(21)], [true, false]);
    assert.equal(answerTo(`${' '.repeat(115)}1 + 1`), '1 + 1 = 2');
    assert.equal(answerTo(`${' '.repeat(116)}1 + 1`), null);
  },
);

/** Questions that resemble a question for a value but ask something else, by class. */
const traps = JSON.parse(
  readFileSync(new URL('../../test/instant/traps.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, readonly string[]>>;

test("a question that only resembles one for a value is searched, whatever its reader's language", () => {
  const all = Object.values(traps).flat();
  for (const preferred of [[], ['en-IN'], ['de-CH'], ['fr'], ['es-MX'], ['pt'], ['it']]) {
    const fired = all.filter((trap) => findInstant(trap, { nowMs, preferred }) !== null);
    assert.deepEqual(fired, [], preferred[0]);
  }
  assert.ok(all.length >= 1_000, `${all.length} traps`);
});

test('a temperature below absolute zero is not converted', () => {
  const instant = (text: string) => findInstant(text, { nowMs, preferred: [] });
  for (const text of ['-5 K in C', '-300 °C in F', '-500 F in K', '-1 kelvin in celsius'])
    assert.equal(instant(text), null, text);
  for (const text of ['0 K in C', '-273.15 °C in K', '-40 F in C'])
    assert.notEqual(instant(text), null, text);
});

test('no hostile text is answered or throws', () => {
  const pieces = [
    '(',
    '2^',
    '9'.repeat(60),
    'sqrt(',
    '1,',
    '. ',
    ' in ',
    '\u0000',
    '\ud800',
    'İ',
    '-',
    '5 ft ',
  ];
  for (const piece of pieces)
    for (const count of [1, 7, 40, 5000])
      assert.doesNotThrow(() => findInstant(piece.repeat(count), { nowMs }), `${count} times ${piece}`);
});

test('each question of the warm-up has an instant answer, and other work runs between them', async () => {
  for (const question of WARMING_QUESTIONS)
    assert.notEqual(findInstant(question, { nowMs: 0 }), null, question);
  let turns = 0;
  const immediate = () => {
    turns++;
    if (isRunning) setImmediate(immediate);
  };
  let isRunning = true;
  setImmediate(immediate);
  await warmUpInstant(0, new AbortController().signal);
  isRunning = false;
  assert.ok(turns >= WARMING_QUESTIONS.length - 1, `${turns} turns`);
});

test('the warm-up ends when the service stops', async () => {
  await warmUpInstant(60_000, AbortSignal.abort());
});
