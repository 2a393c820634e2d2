import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findInstant } from './find-instant.ts';

const nowMs = Date.UTC(2026, 10, 22, 12);

/** Questions that resemble a sum, a quantity, a date, a time or a greeting. */
const TRAPS = `
168 EUR in GBP|100 dollars in euros|50 cent|24 hours|Boeing 747|9/11|what is 9/11|24/7|3 body problem
what is 5G|1984|2001|may 5|04/12|04/12/2024|EST|PST to CET|10-20|1914-1918|1914 - 1918|2024-05-01|1.2.3
v2.0.1|node 24.1.0|C++ 23|ISO 8601|16:9|4x4|2x4|1920x1080|1920 x 1080|3 : 2|80 / 20|50/50|50 / 50|24 / 7|007
90210|12345 - 6789|867-5309|555-1234|+49 30 123456|+1 555 123 4567|(555) 123-4567|978-3-16-148410-0
192.168.0.1|8/2(2+2)|-2^2|2^3^2|230 + 17 %|sqrt 2 + 2|10 % 3|1/0|0^0|0/0 =|1+1=3|5!|1e9|2^100000|9^9^9|()|(
+|%|17 %|of 230|3 + 4 chords|Is it 5 + 5?|iPhone 15|iPhone 8 plus|Galaxy S24|PS5|RTX 4090|Windows 11
Apollo 11|Formula 1|Route 66|Catch-22|Area 51|Blink-182|Maroon 5|U2|21 Savage|30 seconds to mars
7 minutes in heaven|20 minutes to midnight|12 years a slave|8 mile|100 years of solitude|21 grams
6 feet under|28 days later|127 hours|10 things|5 m in s|5 kg in km|1 calorie in kJ|1 month in days
1 year in days|5 km|km in miles|cm|ms|mph|5 km in|in 5 km|5 tons in kg|5 km in Berlin|5 apples in pears
-5 km in miles|10 in 2024|1 in 5|5 to 10|9 to 5|7 in 10|3 in 1|24 in 2024|2 in 1 laptop
what time is it in Springfield|time in prison|what time is the superbowl|9 Berlin in Tokyo
25:00 Berlin in Tokyo|5pm PST to CET|what time is it best to plant tomatoes|time is money
days until 22 November 2020|3 days after 31/12/2026|1000001 days after today|1.5 days after today
90 big days after today|what day was 3. 3. 1987x|what day was 31 December 1752|what day is 1 January 10000
what day was 3 March 19871|what day was 3 March 1987x|1 month after 31 January 2026|1 year after 29 February 2024|10000 - 5|5 - 5|3 - 7
what day was the 3 4 March 1987|1 234 5 + 1|12.345.6 + 1|1.2,3 + 1|010 + 1|4001 in roman numerals
MMMDCCCLXXXVIIII in decimal|0x in decimal|0b12 in decimal|x255 in hex|255x in hex|10 in decimal
what day is christmas|what day is it in Japan|days until summer|days of thunder|days until 04/12
days until 31 February|what day was 3 March 1500|90 days after 1 May|10 days in Rome|what day was it|MIX|CD
mix in decimal|IIII in decimal|4000 in roman numerals|0 in roman numerals|XL|what is XL|roman numerals
binary|255|0xff|hex|what is hexadecimal|010 in decimal|2 in binary code history|hello world|hello kitty
hi-fi|thanks giving|hello adele lyrics|thanks a million movie|good morning america|good morning vietnam
hey jude|bonjour tristesse|hola vpn|ciao bella|danke schön lyrics|what is the time complexity of quicksort
plus|minus|seven|times square|divided|50 shades of grey|99 problems|1 of 1|10 of 12|17 % of Americans
20% of people|100% cotton|50% off|7 of 9|5 of diamonds|what is 42|what is 7|1,234|1.234|3.14|1,5|10 000|7-11
24-7|F-16|B-52|A4|A4 in cm|10k in miles|5'10|6ft tall|size 42 in US|EU 42 to US|100 f|20 c|451 fahrenheit
zero kelvin|1 atm|wie alt ist Berlin|was ist 5G|24 Stunden|100 Euro in Dollar|5 nach 12|3 mal täglich
7 Tage 7 Köpfe|1. Mai|1. FC Köln|Schalke 04|14 juillet|combien de jours dans un mois|2 mai
100 euros en dollars|24 horas|5 de mayo|100 pesos en dólares|25 de abril|100 reais em dólares|2 giugno
100 euro in dollari|90 minuti|2 fast 2 furious|1 + x|2x + 3 = 7|x^2|sin(1)|log(10)|process.exit()|1;2
require('fs')|__proto__|constructor in decimal|toString|hasOwnProperty|5 constructor after today
1 __proto__ in km`;

test('what only resembles a question for a value is searched', () => {
  const traps = TRAPS.split(/[|\n]/).filter((trap) => trap !== '');
  const fired = traps.filter((trap) => findInstant(trap, { nowMs }) !== null);
  assert.deepEqual(fired, []);
  assert.ok(traps.length >= 240, `${traps.length} traps`);
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
