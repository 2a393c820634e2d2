const UNITS = 'primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono'.split(' ');
const TENS =
  'décimo vigésimo trigésimo quadragésimo quinquagésimo sexagésimo septuagésimo octogésimo nonagésimo'.split(
    ' ',
  );

/**
 * An ordinal from 1 to 99 in words: `vigésimo primeiro`, or `vigésima primeira` with the ending `ª` or `a`;
 * null for others.
 */
export function portugueseOrdinal(number: number, ending = 'º'): string | null {
  if (number < 1 || number > 99) return null;
  const words = [TENS[Math.floor(number / 10) - 1], UNITS[(number % 10) - 1]]
    .filter((word) => word !== undefined)
    .join(' ');
  return /[ªa]/.test(ending) ? words.replace(/o(?= |$)/g, 'a') : words;
}
