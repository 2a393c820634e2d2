import type { Locale } from './locale.ts';
import { italianOrdinal } from './number-words.ts';

/** Italian words with Roman numerals. */
export const italianNumerals: Pick<Locale, 'rulers' | 'roman'> = {
  rulers: {
    names: new Set(
      `Enrico Luigi Carlo Giorgio Vittorio Umberto Paolo Pio Benedetto Leone Federico Francesco Filippo Pietro Napoleone Giulio
       Clemente Edoardo Guglielmo Emanuele Giovanni Gregorio Innocenzo Bonifacio Alessandro Nicola Amedeo Riccardo Ottone`.split(
        /\s+/,
      ),
    ),
    queens: new Set('Elisabetta Caterina Maria Margherita Giovanna Cleopatra'.split(' ')),
    titles: new Set(
      're regina papa imperatore imperatrice zar principe Re Regina Papa Imperatore'.split(' '),
    ),
    say: (number, isQueen) => italianOrdinal(number, isQueen ? 'ª' : 'º') ?? String(number),
  },
  roman: {
    before: new Set('parte capitolo tomo volume fase tipo atto'.split(' ')),
    after: { secolo: 'º', secoli: 'º', guerra: 'ª', Guerra: 'ª', Repubblica: 'ª', Reich: 'º', Concilio: 'º' },
    ending: null,
    and: ['e', 'o', 'al'],
  },
};
