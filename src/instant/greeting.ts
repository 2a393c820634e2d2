import type { InstantFinding } from './finding.ts';
import type { Phrasing } from './phrasing.ts';
import type { Tongue } from './tongues/tongue.ts';

/** Replies to a question that is nothing but a greeting or thanks; null for every other question. */
export function findGreeting({ whole }: Phrasing, { hello, thanks, says }: Tongue): InstantFinding | null {
  const words = whole.toLowerCase().replace(/,$/, '');
  if (hello.includes(words)) return { text: says.hello, value: 'hello' };
  return thanks.includes(words) ? { text: says.thanks, value: 'thanks' } : null;
}
