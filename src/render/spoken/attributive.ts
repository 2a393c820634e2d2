import { isStopWord } from '../../core/words.ts';
import type { Locale, Name } from './locales/locale.ts';

/** Where one text occurs in another. */
export type Place = { readonly text: string; readonly from: number; readonly to: number };

const ARTICLE = /(?:^|\s)an?\s$/i;
const NEXT_WORD = /^[ -](\p{Ll}{2,})/u;
/** Words that describe nothing and are not stop words. */
const NO_NOUN: ReadonlySet<string> = new Set(
  'per less ago away ahead apart each without within across around along earlier later though although since until till'.split(
    ' ',
  ),
);
const REACH = 20;

/**
 * A measure or sum in words; in English, with the unit in the singular before a noun: `a twenty dollar bill`.
 */
export function attributive(said: string, name: Name, { text, from, to }: Place, locale: Locale): string {
  if (locale.code !== 'en' || !ARTICLE.test(text.slice(Math.max(0, from - 3), from))) return said;
  const [one = '', many = one] = name.split('|');
  const next = NEXT_WORD.exec(text.slice(to, to + REACH))?.[1];
  if (next === undefined || isStopWord(next) || NO_NOUN.has(next) || !said.endsWith(` ${many}`)) return said;
  return said.slice(0, said.length - many.length) + one;
}
