const SMALL =
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  );
const TENS = ' zehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');

/**
 * A year before 2000 by its hundreds: `neunzehnhundertsechsundsiebzig`. Null for later ones, spoken as a
 * number.
 */
export function germanYear(year: number): string | null {
  if (year >= 2000) return null;
  const rest = year % 100;
  const end = rest === 0 ? '' : rest === 1 ? 'eins' : below100(rest);
  return `${SMALL[Math.floor(year / 100)]}hundert${end}`;
}

function below100(number: number): string {
  if (number < 20) return SMALL[number] ?? '';
  const tens = TENS[Math.floor(number / 10)] ?? '';
  return number % 10 === 0 ? tens : `${SMALL[number % 10]}und${tens}`;
}
