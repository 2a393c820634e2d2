import type { Locale, Name } from './locale.ts';

/** Where a text stands in another. */
export type Place = { readonly text: string; readonly from: number; readonly to: number };

const ARTICLE = /(?:^|\s)an?\s$/i;
const NOUN = /^[ -](?!(?:a|an|and|or|to|in|on|at|for|per|is|was|by|from|with|of)(?!\p{L}))\p{Ll}{2}/u;
const REACH = 8;

/**
 * A measure or a sum in words, with the singular of its name where it stands before what it describes, as English says it:
 * `a twenty dollar bill`.
 */
export function attributive(said: string, name: Name, { text, from, to }: Place, locale: Locale): string {
  if (locale.code !== 'en' || !ARTICLE.test(text.slice(Math.max(0, from - 3), from))) return said;
  const [one = '', many = one] = name.split('|');
  if (!said.endsWith(` ${many}`) || !NOUN.test(text.slice(to, to + REACH))) return said;
  return said.slice(0, said.length - many.length) + one;
}
