const TO_19 =
  'primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo decimotercero decimocuarto decimoquinto decimosexto decimoséptimo decimoctavo decimonoveno'.split(
    ' ',
  );
const TENS =
  'vigésimo trigésimo cuadragésimo quincuagésimo sexagésimo septuagésimo octogésimo nonagésimo'.split(' ');

/**
 * An ordinal from 1 to 99 in words: `tercero`, or `tercera` with the ending `ª` or `a`, or the short `tercer`
 * with `er`; null for others.
 */
export function spanishOrdinal(number: number, ending = 'º'): string | null {
  const words = masculine(number);
  if (words === null) return null;
  if (ending === 'er') return words.replace(/(?<=primer|tercer)o$/, '');
  return /[ªa]/.test(ending) ? words.replace(/o(?= |$)/g, 'a') : words;
}

function masculine(number: number): string | null {
  if (number < 20) return TO_19[number - 1] ?? null;
  const tens = TENS[Math.floor(number / 10) - 2];
  if (tens === undefined) return null;
  return number % 10 === 0 ? tens : `${tens} ${TO_19[(number % 10) - 1]}`;
}
