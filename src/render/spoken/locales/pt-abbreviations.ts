import type { Locale } from '../locale.ts';

/** What Portuguese writes shorter than it says. */
export const portugueseAbbreviations: Pick<Locale, 'abbreviations' | 'closing' | 'beforeNumber'> = {
  abbreviations: {
    'C#': 'C sharp',
    'F#': 'F sharp',
    'p. ex.': 'por exemplo',
    'a. C.': 'antes de Cristo',
    'd. C.': 'depois de Cristo',
    'Sr.': 'senhor',
    'Sra.': 'senhora',
    'Dr.': 'doutor',
    'Dra.': 'doutora',
    'Prof.': 'professor',
    'Profa.': 'professora',
    'aprox.': 'aproximadamente',
    'etc.': 'etcétera',
    'séc.': 'século',
    'Av.': 'avenida',
    'vs.': 'contra',
    'i.e.': 'isto é',
  },
  closing: ['etc.', 'a. C.', 'd. C.'],
  beforeNumber: {
    nº: 'número',
    Nº: 'número',
    'n.º': 'número',
    'n°': 'número',
    'pág.': 'página',
    'p.': 'página',
    'art.': 'artigo',
    'cap.': 'capítulo',
    'tel.': 'telefone',
  },
};
