import type { Locale } from './locale.ts';
import { germanOrdinal } from './number-words.ts';

/** German words with Roman numerals. */
export const germanNumerals: Pick<Locale, 'rulers' | 'roman'> = {
  rulers: {
    names: new Set(
      `Heinrich Ludwig Karl Georg Friedrich Wilhelm Otto Maximilian Leopold Franz Paul Pius Benedikt Leo Philipp Peter Nikolaus
       Alexander Napoleon Gregor Johannes Clemens Innozenz Bonifatius Konrad Joseph Ferdinand Rudolf Iwan Eduard Richard Jakob
       Charles Ramses`.split(/\s+/),
    ),
    queens: new Set('Elisabeth Elizabeth Katharina Maria Margarethe Margrethe Kleopatra'.split(' ')),
    titles: new Set('König Königin Papst Kaiser Kaiserin Zar Zarin Fürst Prinz'.split(' ')),
    say: (number, isQueen) => `${isQueen ? 'die' : 'der'} ${germanOrdinal(number)}`,
  },
  roman: {
    before: new Set('teil band kapitel akt phase typ klasse artikel'.split(' ')),
    after: {},
    ending: null,
    and: ['und', 'oder', 'bis'],
  },
};
