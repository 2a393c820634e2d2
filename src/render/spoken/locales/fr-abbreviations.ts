import type { Locale } from '../locale.ts';

/** What French writes shorter than it says. */
export const frenchAbbreviations: Pick<Locale, 'abbreviations' | 'closing' | 'beforeNumber'> = {
  abbreviations: {
    'C#': 'C sharp',
    'F#': 'F sharp',
    'p. ex.': 'par exemple',
    'c.-à-d.': "c'est-à-dire",
    'env.': 'environ',
    Mme: 'madame',
    Mlle: 'mademoiselle',
    Dr: 'docteur',
    'av. J.-C.': 'avant Jésus-Christ',
    'apr. J.-C.': 'après Jésus-Christ',
    'ap. J.-C.': 'après Jésus-Christ',
    'etc.': 'et cetera',
    bd: 'boulevard',
    'St-': 'Saint-',
    'vs.': 'contre',
  },
  closing: ['etc.', 'av. J.-C.', 'apr. J.-C.', 'ap. J.-C.'],
  beforeNumber: {
    'n°': 'numéro',
    'N°': 'numéro',
    nº: 'numéro',
    'p.': 'page',
    'pp.': 'pages',
    'art.': 'article',
    'chap.': 'chapitre',
    'tél.': 'téléphone',
  },
};
