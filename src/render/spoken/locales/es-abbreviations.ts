import type { Locale } from '../locale.ts';

/** What Spanish writes shorter than it says. */
export const spanishAbbreviations: Pick<Locale, 'abbreviations' | 'closing' | 'beforeNumber'> = {
  abbreviations: {
    'C#': 'C sharp',
    'F#': 'F sharp',
    'p. ej.': 'por ejemplo',
    'EE. UU.': 'Estados Unidos',
    'EE.UU.': 'Estados Unidos',
    'a. C.': 'antes de Cristo',
    'd. C.': 'después de Cristo',
    'Sr.': 'señor',
    'Sra.': 'señora',
    'Dr.': 'doctor',
    'Dra.': 'doctora',
    'Prof.': 'profesor',
    'aprox.': 'aproximadamente',
    'etc.': 'etcétera',
    'Ud.': 'usted',
    'Uds.': 'ustedes',
    'Avda.': 'avenida',
    'vs.': 'contra',
  },
  closing: ['etc.', 'EE. UU.', 'EE.UU.', 'a. C.', 'd. C.'],
  beforeNumber: {
    'núm.': 'número',
    'n.º': 'número',
    'N.º': 'número',
    nº: 'número',
    Nº: 'número',
    'pág.': 'página',
    'págs.': 'páginas',
    'art.': 'artículo',
    'cap.': 'capítulo',
    'tel.': 'teléfono',
  },
};
