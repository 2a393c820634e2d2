import type { Locale } from '../locale.ts';

/** What Italian writes shorter than it says. */
export const italianAbbreviations: Pick<Locale, 'abbreviations' | 'closing' | 'beforeNumber'> = {
  abbreviations: {
    'C#': 'C sharp',
    'F#': 'F sharp',
    'ad es.': 'ad esempio',
    'p. es.': 'per esempio',
    'ecc.': 'eccetera',
    'dott.': 'dottor',
    'Dott.': 'Dottor',
    'dott.ssa': 'dottoressa',
    'sig.': 'signor',
    'Sig.': 'Signor',
    'sig.ra': 'signora',
    'prof.': 'professor',
    'Prof.': 'Professor',
    'a. C.': 'avanti Cristo',
    'd. C.': 'dopo Cristo',
    'ca.': 'circa',
    'cfr.': 'confronta',
    'vs.': 'contro',
  },
  closing: ['ecc.', 'a. C.', 'd. C.'],
  beforeNumber: {
    'n.': 'numero',
    'n°': 'numero',
    nº: 'numero',
    'pag.': 'pagina',
    'p.': 'pagina',
    'pp.': 'pagine',
    'art.': 'articolo',
    'cap.': 'capitolo',
    'tel.': 'telefono',
  },
};
