import type { Locale } from './locale.ts';
import { englishOrdinal } from './number-words.ts';

/** English words with Roman numerals. */
export const englishNumerals: Pick<Locale, 'rulers' | 'roman'> = {
  rulers: {
    names: new Set(
      `Henry Louis Charles George Edward Richard William James Paul Pius Benedict Leo Philip Francis Frederick Peter Nicholas
       Alexander Napoleon Ramesses Xerxes Gregory Innocent Clement Boniface Urban Sixtus Ivan Ferdinand Otto Alfonso Leopold
       Maximilian Emmanuel Gustav Haakon Christian Rama Darius Mehmed Murad Selim Ptolemy Constantine Wilhelm Philippe`.split(
        /\s+/,
      ),
    ),
    queens: new Set('Elizabeth Catherine Mary Margaret Isabella Margrethe Cleopatra'.split(' ')),
    titles: new Set(
      'King Queen Pope Emperor Empress Tsar Czar Kaiser Sultan Pharaoh Prince Patriarch'.split(' '),
    ),
    say: (number) => `the ${englishOrdinal(number)}`,
  },
  roman: {
    before: new Set(
      'part chapter volume book act war phase type level class grade title article section bowl appendix schedule stage tier'.split(
        ' ',
      ),
    ),
    after: { century: 'th', centuries: 'th' },
    ending: null,
    and: ['and', 'or', 'to'],
  },
};
