import type { Locale } from './locale.ts';
import { spanishOrdinal } from './number-words.ts';

/** Spanish words with Roman numerals. From eleven on, the numbers of rulers are cardinals. */
export const spanishNumerals: Pick<Locale, 'rulers' | 'roman'> = {
  rulers: {
    names: new Set(
      `Felipe Alfonso Carlos Fernando Luis Enrique Jorge Pablo Pío Francisco Napoleón Jaime Pedro Sancho Ramiro Eduardo Guillermo
       Juan Benedicto León Gregorio Clemente Inocencio Alejandro Nicolás Federico Ricardo Jacobo Iván Ramsés Manuel`.split(
        /\s+/,
      ),
    ),
    queens: new Set('Isabel Catalina María Margarita Juana Cleopatra'.split(' ')),
    titles: new Set(
      'rey reina papa emperador emperatriz zar zarina príncipe Rey Reina Papa Emperador'.split(' '),
    ),
    say: (number, isQueen) =>
      number > 10 ? String(number) : (spanishOrdinal(number, isQueen ? 'ª' : 'º') ?? String(number)),
  },
  roman: {
    before: new Set('siglo siglos capítulo tomo volumen parte fase tipo título guerra acto'.split(' ')),
    after: { Guerra: 'ª', guerra: 'ª', República: 'ª', Reich: 'º', Congreso: 'º', Concilio: 'º' },
    ending: null,
    and: ['y', 'o', 'a', 'al'],
  },
};
