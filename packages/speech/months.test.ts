import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDateRule } from './dates.ts';
import { english, french, german, italian, portuguese, spanish } from './languages.ts';

/** The months from the system's own locale tables. */
function systemMonths(code: string): readonly string[] {
  const format = new Intl.DateTimeFormat(code, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format.format(new Date(Date.UTC(2024, month, 15))));
}

for (const locale of [english, french, german, italian, portuguese, spanish]) {
  test(`names the months of ${locale.code}, also by their short spellings`, () => {
    assert.deepEqual(locale.months, systemMonths(locale.code));
    const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    for (const [spelling, month] of Object.entries(locale.monthSpellings)) {
      const name = plain(locale.months[month - 1] ?? '');
      const isWithin = new RegExp(`^${[...plain(spelling)].join('.*')}`).test(name);
      assert.ok(
        isWithin || ['janner', 'setiembre', 'set'].includes(plain(spelling)),
        `${spelling} for ${name}`,
      );
    }
  });
}

/** The texts after only the rule for dates has been applied. */
const DATES = {
  en: [
    english,
    {
      'on 2024-05-01.': 'on May first, 2024.',
      'in 2024-05 and 2024/05': 'in May 2024 and 2024/05',
      '3/4/1998 and 25/4/1998': 'March fourth, 1998 and the twenty-fifth of April 1998',
      '3/4/98': 'March fourth, 98',
      '1-2-98, 2.6.12': '1-2-98, 2.6.12',
      '32/13/1998 and 2024-13-01': '32/13/1998 and 2024-13-01',
      '31/12/1998 and 12/31/1998': 'the thirty-first of December 1998 and December thirty-first, 1998',
      'Jan. 15, 2012 and 25 July 2012': 'January fifteenth, 2012 and the twenty-fifth of July 2012',
      'the 3rd of May, may 5 of them, May 5': 'the third of May, may 5 of them, May fifth',
      'Sep 2012': 'September 2012',
      'on 3 October. Then, on 4 Oct.': 'on the third of October. Then, on the fourth of October.',
      'March 32 and 0 May': 'March 32 and 0 May',
      '2024-05-01T10:00:00Z': 'May first, 2024',
    },
  ],
  de: [
    german,
    {
      'am 3.10. und am 3.10. Danach': 'am 3. Oktober und am 3. Oktober. Danach',
      'am 31.12. und am 32.12.': 'am 31. Dezember und am 32.12.',
      'am 3.13.': 'am 3.13.',
      'vom 3. - 5. Mai': 'vom 3. bis 5. Mai',
      '25.07.2012 und 25.7.12': '25. Juli 2012 und 25. Juli 12',
      '1-2-98': '1-2-98',
      '3. Okt. 2012, 5. Jänner. Dann': '3. Oktober 2012, 5. Jänner. Dann',
      'am 3. Oktober. Danach, am 3. Okt. danach': 'am 3. Oktober. Danach, am 3. Oktober danach',
    },
  ],
} as const;

for (const [locale, cases] of Object.values(DATES)) {
  test(`says dates in figures in ${locale.code}, and leaves versions and scores as they are`, () => {
    const rule = createDateRule(locale);
    for (const [written, said] of Object.entries(cases)) assert.equal(rule(written), said);
  });
}
