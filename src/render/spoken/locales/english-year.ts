import { englishBelow100 } from './english-number.ts';

/**
 * A year in two halves: `nineteen seventy-six`, `nineteen oh five`. Null for those spoken as a number (2000
 * to 2009).
 */
export function englishYear(year: number): string | null {
  const [first, second] = [Math.floor(year / 100), year % 100];
  if (first === 20 && second < 10) return null;
  if (second === 0) return `${englishBelow100(first)} hundred`;
  return `${englishBelow100(first)} ${second < 10 ? 'oh ' : ''}${englishBelow100(second)}`;
}
