const TO_19 =
  'erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehnt vierzehnt fünfzehnt sechzehnt siebzehnt achtzehnt neunzehnt'.split(
    ' ',
  );
const UNITS = [
  '',
  'einund',
  'zweiund',
  'dreiund',
  'vierund',
  'fünfund',
  'sechsund',
  'siebenund',
  'achtund',
  'neunund',
];
const TENS = 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');

/** An ordinal from 1 to 99 in words, in the form after an article: `dreiundzwanzigste`; null for others. */
export function germanOrdinal(number: number): string | null {
  if (number < 1 || number > 99) return null;
  if (number < 20) return `${TO_19[number - 1]}e`;
  return `${UNITS[number % 10]}${TENS[Math.floor(number / 10) - 2]}ste`;
}

/** The name of a fraction by its denominator: `Zwanzigstel`; null for others. */
export function germanFraction(under: number): string | null {
  const ordinal = germanOrdinal(under);
  return ordinal === null ? null : `${ordinal.charAt(0).toUpperCase()}${ordinal.slice(1)}l`;
}
