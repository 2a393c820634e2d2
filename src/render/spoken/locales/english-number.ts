const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ' ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const GROUPS = ['', ' thousand', ' million', ' billion', ' trillion'];
const ORDINALS: Readonly<Record<string, string>> = {
  ...{
    one: 'first',
    two: 'second',
    three: 'third',
    five: 'fifth',
    eight: 'eighth',
    nine: 'ninth',
    twelve: 'twelfth',
  },
};
const LAST_WORD = /[a-z]+$/;

/** A number from 0 to 99 in words. */
export function englishBelow100(number: number): string {
  if (number < 20) return SMALL[number] ?? '';
  const tens = TENS[Math.floor(number / 10)] ?? '';
  return number % 10 === 0 ? tens : `${tens}-${SMALL[number % 10]}`;
}

/**
 * A written number, with or without commas and decimals, in words; null beyond trillions and for other
 * notations.
 */
export function englishNumber(written: string): string | null {
  const match = /^(\d{1,15})?(?:\.(\d{1,9}))?$/.exec(written.replaceAll(',', ''));
  if (match === null) return null;
  const whole = match[1] === undefined ? '' : wholeNumber(Number(match[1]));
  if (match[2] === undefined) return whole;
  const decimals = [...match[2]].map((digit) => SMALL[Number(digit)]).join(' ');
  return `${whole || 'zero'} point ${decimals}`;
}

/** The ordinal of a whole number in words, by its letters; null for errors such as `11st`. */
export function englishOrdinal(number: number, ending = 'th'): string | null {
  const words = (number < 100 ? englishBelow100(number) : wholeNumber(number)).replace(/ and /g, ' ');
  const said = words.replace(LAST_WORD, (last) => ORDINALS[last] ?? `${last.replace(/y$/, 'ie')}th`);
  return ending === 'th' || said.endsWith(ending) ? said : null;
}

function wholeNumber(number: number): string {
  if (number === 0) return 'zero';
  const parts: string[] = [];
  let rest = number;
  for (const group of GROUPS) {
    const value = rest % 1000;
    if (value > 0) parts.unshift(`${below1000(value)}${group}`);
    rest = Math.floor(rest / 1000);
  }
  const last = number % 1000;
  return number > 1000 && last > 0 && last < 100
    ? `${parts.slice(0, -1).join(' ')} and ${parts.at(-1)}`
    : parts.join(' ');
}

function below1000(number: number): string {
  const rest = number % 100;
  if (number < 100) return englishBelow100(number);
  const hundreds = `${SMALL[Math.floor(number / 100)]} hundred`;
  return rest === 0 ? hundreds : `${hundreds} and ${englishBelow100(rest)}`;
}
