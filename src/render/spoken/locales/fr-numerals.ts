import type { Locale } from './locale.ts';

/** French words with Roman numerals. From two on, the numbers of rulers are cardinals. */
export const frenchNumerals: Pick<Locale, 'rulers' | 'roman'> = {
  rulers: {
    names: new Set(
      `Louis Henri Charles Georges François Philippe Napoléon Guillaume Jacques Richard Édouard Paul Pie Benoît Léon Pierre
       Nicolas Alexandre Frédéric Jean Grégoire Clément Ferdinand Albert Léopold`.split(/\s+/),
    ),
    queens: new Set('Élisabeth Elizabeth Catherine Marie Marguerite Isabelle Cléopâtre'.split(' ')),
    titles: new Set('roi reine pape empereur impératrice tsar prince Roi Reine Pape'.split(' ')),
    say: (number, isQueen) => (number > 1 ? String(number) : isQueen ? 'première' : 'premier'),
  },
  roman: {
    before: new Set('tome chapitre partie acte volume phase type livre guerre'.split(' ')),
    after: {},
    ending: /(?:er|re|ère|e|ème|ᵉ)/,
    and: ['et', 'ou', 'au', 'à'],
  },
};
