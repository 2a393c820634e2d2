import type { Locale } from './locale.ts';
import { portugueseOrdinal } from './number-words.ts';

/** Portuguese words with Roman numerals. Rulers have cardinal numbers from eleven on. */
export const portugueseNumerals: Pick<Locale, 'rulers' | 'roman'> = {
  rulers: {
    names: new Set(
      `Pedro João Henrique Luís Carlos Jorge Afonso Filipe Paulo Pio Bento Francisco Napoleão Manuel Sancho Dinis Eduardo
       Guilherme Leão Gregório Clemente Alexandre Nicolau Frederico Ricardo José Ramsés`.split(/\s+/),
    ),
    queens: new Set('Isabel Catarina Maria Margarida Joana Cleópatra'.split(' ')),
    titles: new Set(
      'rei rainha papa imperador imperatriz czar príncipe Rei Rainha Papa Imperador Dom'.split(' '),
    ),
    say: (number, isQueen) =>
      number > 10 ? String(number) : (portugueseOrdinal(number, isQueen ? 'ª' : 'º') ?? String(number)),
  },
  roman: {
    before: new Set('século séculos capítulo tomo volume parte fase tipo título guerra ato'.split(' ')),
    after: { Guerra: 'ª', guerra: 'ª', República: 'ª', Reich: 'º', Congresso: 'º', Concílio: 'º' },
    ending: null,
    and: ['e', 'ou', 'a', 'ao'],
  },
};
