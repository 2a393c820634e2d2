const TO_19 =
  'primo secondo terzo quarto quinto sesto settimo ottavo nono decimo undicesimo dodicesimo tredicesimo quattordicesimo quindicesimo sedicesimo diciassettesimo diciottesimo diciannovesimo'.split(
    ' ',
  );
const TENS = 'vent trent quarant cinquant sessant settant ottant novant'.split(' ');
const UNITS = ['', 'un', '-du', '-tre', '-quattr', '-cinqu', '-sei', '-sett', 'ott', '-nov'];

/**
 * An ordinal from 1 to 99 in words: `ventunesimo`, or `ventunesima` with the ending `ª` or `a`; null for
 * others.
 */
export function italianOrdinal(number: number, ending = 'º'): string | null {
  const words = masculine(number);
  return words !== null && /[ªa]/.test(ending) ? words.replace(/o$/, 'a') : words;
}

function masculine(number: number): string | null {
  if (number < 20) return TO_19[number - 1] ?? null;
  const ten = TENS[Math.floor(number / 10) - 2];
  if (ten === undefined) return null;
  const digit = number % 10;
  const unit = (UNITS[digit] ?? '').replace('-', ten === 'vent' ? 'i' : 'a');
  return `${ten}${unit}esimo`;
}
