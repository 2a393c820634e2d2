const TO_16 =
  'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'.split(' ');
const TENS = ['', '', 'vingt', 'trente', 'quarante', 'cinquante', 'soixante', '', 'quatre-vingt', ''];

/**
 * An ordinal from 1 to 99 in words: `vingt et unième`, or the feminine `première` with the ending `re`; null
 * for others.
 */
export function frenchOrdinal(number: number, ending = 'e'): string | null {
  if (number === 1) return ending === 're' || ending === 'ère' ? 'première' : 'premier';
  if (ending.startsWith('nd')) return number === 2 ? `second${ending.slice(2)}` : null;
  const cardinal = below100(number);
  return cardinal === null
    ? null
    : `${cardinal.replace(/e$/, '').replace(/q$/, 'qu').replace(/f$/, 'v')}ième`;
}

function below100(number: number): string | null {
  if (number < 17) return TO_16[number - 1] ?? null;
  if (number < 20) return `dix-${TO_16[number - 11]}`;
  // 70 and 90 continue from 60 and 80.
  const ten = Math.floor(number / 10);
  const tens = TENS[ten] || TENS[ten - 1];
  const rest = number - (TENS[ten] ? ten : ten - 1) * 10;
  if (tens === undefined || number > 99) return null;
  if (rest === 0) return tens;
  return `${tens}${rest % 10 === 1 && ten < 8 ? ' et ' : '-'}${below100(rest)}`;
}
